//go:build !linux

package clickhouse

import (
	"context"
	"errors"
)

// Server cannot run on this system.
type Server struct{}

// Start returns an error: there is no embedded engine for this system.
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
