package replica

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

// side is one copy of the database.
type side struct {
	path    string
	at      ltx.TXID
	db      *sql.DB
	readers sync.WaitGroup
}

// newestAt returns the time of the last noteSynced in Unix nanoseconds; 0 for unknown.
func (s *side) newestAt() int64 {
	info, err := os.Stat(litestream.TXIDPath(s.path))
	if err != nil {
		return 0
	}
	return info.ModTime().UnixNano()
}

func (s *side) open() error {
	db, err := sql.Open("sqlite", "file:"+s.path+"?mode=ro&immutable=1&_pragma=query_only(1)&_pragma=mmap_size(268435456)")
	if err != nil {
		return fmt.Errorf("open a copy: %w", err)
	}
	db.SetMaxOpenConns(8)
	db.SetMaxIdleConns(8)
	if err := db.Ping(); err != nil {
		return errors.Join(fmt.Errorf("open a copy: %w", err), db.Close())
	}
	s.db = db
	return nil
}

// whole reports whether SQLite's quick check passes on the file.
func (s *side) whole() bool {
	var said string
	return s.db.QueryRow("pragma quick_check(1)").Scan(&said) == nil && said == "ok"
}

// consistent reports whether the file agrees with its indexes, which takes a reading of all of it.
func (s *side) consistent() bool {
	var said string
	return s.db.QueryRow("pragma integrity_check(1)").Scan(&said) == nil && said == "ok"
}

func (s *side) close() {
	if s.db != nil {
		_ = s.db.Close() // only read
		s.db = nil
	}
}

func (s *side) remove() {
	for _, path := range []string{s.path, s.path + "-wal", s.path + "-shm", litestream.TXIDPath(s.path)} {
		_ = os.Remove(path) // leftovers are overwritten
	}
}
