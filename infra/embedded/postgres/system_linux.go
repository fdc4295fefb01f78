package postgres

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// inheritedFolder is the first file a child inherits after its standard ones.
const inheritedFolder = "/proc/self/fd/3"

// attributes set the child's user and a process group of its own, so that Ctrl-C does not reach it directly,
// and make the kernel shut it down when this process dies.
func attributes(a *account) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: a.credential(), Setpgid: true, Pdeathsig: syscall.SIGINT}
}

// marked lists live processes with the mark in their command line.
func marked(mark string) ([]int, error) {
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		return nil, err
	}
	var found []int
	for _, line := range lines {
		text, err := os.ReadFile(line)
		if err != nil || !belongs(string(bytes.ReplaceAll(text, []byte{0}, []byte{' '})), mark) {
			continue // exited, or another user's
		}
		id, err := strconv.Atoi(filepath.Base(filepath.Dir(line)))
		if err != nil {
			return nil, err
		}
		found = append(found, id)
	}
	return found, nil
}
