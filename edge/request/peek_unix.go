//go:build unix

package request

import "golang.org/x/sys/unix"

// peerClosed checks the socket without reading from it.
func peerClosed(fd uintptr) bool {
	n, _, err := unix.Recvfrom(int(fd), make([]byte, 1), unix.MSG_PEEK|unix.MSG_DONTWAIT)
	return n == 0 && err == nil || err == unix.ECONNRESET
}
