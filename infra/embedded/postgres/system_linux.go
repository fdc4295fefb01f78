package postgres

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// inheritedFolder names the first file a child inherits beyond its standard ones.
const inheritedFolder = "/proc/self/fd/3"

// attributes give the child its user and its own group, so that Ctrl-C in a terminal reaches it only through
// Stop, and have it shut down when this process dies without a word.
func attributes(a *account) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: a.credential(), Setpgid: true, Pdeathsig: syscall.SIGINT}
}

// marked lists the live processes with the mark in their command line.
func marked(mark string) ([]int, error) {
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		return nil, err
	}
	var found []int
	for _, line := range lines {
		text, err := os.ReadFile(line)
		if err != nil || !belongs(string(bytes.ReplaceAll(text, []byte{0}, []byte{' '})), mark) {
			continue // gone meanwhile, or somebody else's
		}
		id, err := strconv.Atoi(filepath.Base(filepath.Dir(line)))
		if err != nil {
			return nil, err
		}
		found = append(found, id)
	}
	return found, nil
}
