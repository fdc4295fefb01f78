//go:build !linux

package clickhouse

import (
	"context"
	"errors"
)

// Server is never running on this system.
type Server struct{}

// Start says that there is no embedded engine on this system.
func Start(context.Context, Config) (*Server, error) {
	_, err := findLibrary()
	return nil, err
}

// URL is empty.
func (*Server) URL() string { return "" }

// PID is 0.
func (*Server) PID() int { return 0 }

// Stop does nothing.
func (*Server) Stop(context.Context) error { return errors.ErrUnsupported }

// RunChild fails: nothing on this system starts a child.
func RunChild() int { return 1 }
