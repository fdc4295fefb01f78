//go:build !linux

package browser

import "syscall"

// The browser exits by itself when the pipe to this process breaks.
func endWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }
