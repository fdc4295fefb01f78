//go:build linux

// Package bridge serves ClickHouse's HTTP interface from an engine in the same process.
//
// It supports what clickhouse-go needs on one machine: statements, typed parameters, settings, streamed
// responses, inserts, cancellation, exceptions. It has no compression, no users besides one token and no
// external tables.
package bridge

import (
	"cmp"
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"upslope/infra/embedded/clickhouse/chdb"
)

// Handler serves the interface.
type Handler struct {
	sessions *Sessions
	version  string
	token    string
	requests atomic.Uint64
}

// NewHandler creates a Handler that accepts requests whose password is token.
func NewHandler(sessions *Sessions, token string) (*Handler, error) {
	version, err := sessions.version()
	if err != nil {
		return nil, err
	}
	return &Handler{sessions: sessions, version: version, token: token}, nil
}

// ServeHTTP runs one statement, or responds to /ping.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/ping" {
		_, _ = io.WriteString(w, "Ok.\n")
		return
	}
	a := newAnswer(w, h.version)
	_, password, _ := r.BasicAuth()
	if subtle.ConstantTimeCompare([]byte(password), []byte(h.token)) != 1 {
		a.fail(exception{authenticationFailed, "Authentication failed"})
		return
	}
	s, err := readStatement(r)
	if err == nil {
		err = h.run(r.Context(), a, s)
	}
	if err != nil {
		a.fail(err)
	}
}

func (h *Handler) run(ctx context.Context, a *answer, s *statement) error {
	if s.sql == handshakeQuery {
		return a.write(handshake(h.version))
	}
	conn, err := h.sessions.take(ctx)
	if err != nil {
		return err
	}
	defer h.sessions.give(conn)

	tag := "request-" + strconv.FormatUint(h.requests.Add(1), 10)
	if s.database != "" {
		if err := conn.Exec("USE " + quoteName(s.database)); err != nil {
			return err
		}
	}
	if err := conn.Exec(s.set(tag)); err != nil {
		return err
	}
	ended := h.killWhenGone(ctx, tag)
	defer ended()
	return execute(conn, s, a)
}

// killWhenGone kills the statement with a tag once its client has disconnected. Call ended after the
// statement.
func (h *Handler) killWhenGone(ctx context.Context, tag string) (ended func()) {
	over := make(chan struct{})
	go func() {
		select {
		case <-over:
			return
		case <-ctx.Done():
		}
		// Repeated, because the first attempt may precede the engine's registration of the statement.
		for pause := 20 * time.Millisecond; ; pause = min(2*pause, time.Second) {
			h.sessions.kill(tag)
			select {
			case <-over:
				return
			case <-time.After(pause):
			}
		}
	}()
	return func() { close(over) }
}

func execute(conn *chdb.Conn, s *statement, a *answer) error {
	switch {
	case s.insertFormat != "":
		return insert(conn, s)
	case s.keyword == "SELECT" || s.keyword == "WITH":
		err := conn.Stream(s.sql, s.format, s.params, a.write)
		if err == nil || !strings.Contains(err.Error(), "Streaming query is not supported") {
			return err
		}
	}
	return conn.Query(s.sql, s.format, s.params, a.write)
}

// insert commits complete inserts only: the rows of a client that disconnects are discarded.
func insert(conn *chdb.Conn, s *statement) error {
	rows, err := conn.StartInsert(s.sql, s.insertFormat, s.params)
	if err != nil {
		return err
	}
	buffer := make([]byte, 1<<20)
	for {
		n, readErr := s.rows.Read(buffer)
		if _, err := rows.Write(buffer[:n]); err != nil {
			// Done returns why the engine rejected the rows.
			return cmp.Or(rows.Done(), err)
		}
		if errors.Is(readErr, io.EOF) {
			return rows.Done()
		}
		if readErr != nil {
			rows.Cancel()
			return fmt.Errorf("the rows ended too early, none is kept: %w", readErr)
		}
	}
}
