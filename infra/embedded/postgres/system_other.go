//go:build !linux

package postgres

import (
	"bufio"
	"bytes"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// inheritedFolder is empty: only Linux lets a child use a folder it inherits open.
const inheritedFolder = ""

// attributes give the child a process group of its own, so that Ctrl-C does not reach it directly.
func attributes(a *account) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: a.credential(), Setpgid: true}
}

// marked lists live processes with the mark in their command line.
func marked(mark string) ([]int, error) {
	out, err := exec.Command("ps", "-axww", "-o", "pid=,command=").Output()
	if err != nil {
		return nil, err
	}
	var found []int
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		number, command, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		if id, err := strconv.Atoi(number); err == nil && belongs(command, mark) {
			found = append(found, id)
		}
	}
	return found, nil
}
