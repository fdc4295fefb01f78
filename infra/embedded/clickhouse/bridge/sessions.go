//go:build linux

package bridge

import (
	"context"
	"errors"
	"strings"
	"sync"

	"upslope/infra/embedded/clickhouse/chdb"
)

// Sessions opens a connection to the engine for every request, so that none inherits another's settings.
// Opening takes 0.1 ms, as much as resetting the settings would.
type Sessions struct {
	open  func() (*chdb.Conn, error)
	slots chan struct{}

	mu    sync.Mutex
	admin *chdb.Conn // keeps the engine running between requests, and kills statements
}

// NewSessions starts the engine by opening the first connection. At most limit requests run at a time; others
// wait.
func NewSessions(limit int, open func() (*chdb.Conn, error)) (*Sessions, error) {
	admin, err := open()
	if err != nil {
		return nil, err
	}
	return &Sessions{open: open, slots: make(chan struct{}, limit), admin: admin}, nil
}

// take opens a session, after waiting for a free slot.
func (s *Sessions) take(ctx context.Context) (*chdb.Conn, error) {
	select {
	case s.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	conn, err := s.open()
	if err != nil {
		<-s.slots
	}
	return conn, err
}

func (s *Sessions) give(conn *chdb.Conn) {
	conn.Close()
	<-s.slots
}

// kill stops the running statement with a tag.
func (s *Sessions) kill(tag string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	// The statement may have just ended, so a kill without a match is not an error.
	_ = s.admin.Exec("KILL QUERY WHERE Settings['log_comment'] = " + quote(tag) + " ASYNC")
}

// version returns the engine's version.
func (s *Sessions) version() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var version string
	err := s.admin.Query("SELECT version()", "TSVRaw", nil, func(b []byte) error {
		version = strings.TrimSpace(string(b))
		return nil
	})
	if err == nil && version == "" {
		err = errors.New("the engine does not tell its version")
	}
	return version, err
}

// Close waits for running requests and closes the last connection, which stops the engine.
func (s *Sessions) Close() {
	for range cap(s.slots) {
		s.slots <- struct{}{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.admin.Close()
}
