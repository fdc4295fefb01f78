// Package replica keeps a SQLite database that one process writes and many read from their own disks.
//
// Every change is in object storage, by Litestream, before it counts. A Follower brings it from there to its own disk and goes on reading
// what it has when nothing else can be reached. Left and right: changes go to the one of two files that nobody reads, then readers are
// switched over and the other one catches up. No reader waits, none sees a part of a change, and a crash leaves at least one whole file.
package replica

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

const (
	lookDeep      = 30 * time.Second // at all levels of the storage; else only for the newest files
	longestReader = 5 * time.Second  // the file of a reader that takes longer is left to it
)

// Follower reads a replica from this machine's disk. It is safe for concurrent use.
type Follower struct {
	folder string
	client litestream.ReplicaClient
	poke   chan struct{}

	mu      sync.RWMutex // guards current against readers that are about to begin
	current *side        // nil: nothing was restored yet
	idle    *side
	made    int // files so far, for their names

	distrust atomic.Bool // a file turned out to be damaged
	position atomic.Uint64
	change   atomic.Uint64
	synced   atomic.Int64 // nanoseconds since 1970
	deep     time.Time
}

// side is one copy of the database.
type side struct {
	path    string
	at      ltx.TXID
	db      *sql.DB
	readers sync.WaitGroup
}

// ErrEmpty is answered until the first copy is there. Where SyncedAt is not zero, the storage has nothing: then there are no rows.
var ErrEmpty = fmt.Errorf("there is no copy of the replica yet: %w", sql.ErrNoRows)

// OpenFollower opens what the disk has, without looking at the storage; Run follows it from there.
func OpenFollower(folder, address string) (*Follower, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the replica: %w", err)
	}
	client, err := open(address)
	if err != nil {
		return nil, err
	}
	f := &Follower{folder: folder, client: client, poke: make(chan struct{}, 1)}
	f.current = f.newestWhole()
	if f.current != nil {
		f.position.Store(uint64(f.current.at))
		f.synced.Store(f.current.newestAt())
	}
	f.idle = f.fresh()
	return f, nil
}

// newestWhole opens the newest copy on the disk that is whole, nil when there is none, and removes all others.
func (f *Follower) newestWhole() *side {
	copies, err := filepath.Glob(filepath.Join(f.folder, "side-*.db"))
	if err != nil {
		return nil
	}
	sides := make([]*side, 0, len(copies))
	for _, path := range copies {
		s := &side{path: path}
		s.at, _ = litestream.ReadTXIDFile(path) // without one it was being changed when the process ended
		sides = append(sides, s)
	}
	slices.SortFunc(sides, func(a, b *side) int { return cmp.Compare(b.at, a.at) })
	var newest *side
	for _, s := range sides {
		if newest == nil && s.at > 0 && s.open() == nil && s.whole() {
			newest = s
			continue
		}
		s.close()
		s.remove()
	}
	return newest
}

// fresh is a file that is not there yet.
func (f *Follower) fresh() *side {
	for {
		f.made++
		s := &side{path: filepath.Join(f.folder, fmt.Sprintf("side-%d.db", f.made))}
		if _, err := os.Lstat(s.path); errors.Is(err, os.ErrNotExist) {
			return s
		}
	}
}

// Read runs do on one state of the database.
func (f *Follower) Read(do func(db *sql.DB) error) error {
	f.mu.RLock()
	s := f.current
	if s == nil {
		f.mu.RUnlock()
		return ErrEmpty
	}
	s.readers.Add(1)
	f.mu.RUnlock()
	defer s.readers.Done()
	err := do(s.db)
	if damaged(err) {
		f.distrust.Store(true)
		f.Poke()
	}
	return err
}

// Position says which change the copy has; see Writer.Write.
func (f *Follower) Position() uint64 { return f.position.Load() }

// Change is another number whenever Read may see something else than before.
func (f *Follower) Change() uint64 { return f.change.Load() }

// SyncedAt is when the copy was last known to be the newest, also by a process before this one; zero while that is never.
func (f *Follower) SyncedAt() time.Time {
	if at := f.synced.Load(); at > 0 {
		return time.Unix(0, at)
	}
	return time.Time{}
}

// Poke has it look at the storage now.
func (f *Follower) Poke() {
	select {
	case f.poke <- struct{}{}:
	default: // it is about to
	}
}

// Run follows the storage until ctx ends: when poked, and at least every so often. failed hears of what went wrong; the copy there is stays
// readable meanwhile.
func (f *Follower) Run(ctx context.Context, every time.Duration, failed func(error)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if err := f.step(ctx); err != nil && ctx.Err() == nil {
			failed(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-f.poke:
		}
	}
}

// Close ends reading.
func (f *Follower) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.current != nil {
		f.current.close()
		f.current = nil
	}
}

// step brings the idle file up to date and has readers go on there. When there is nothing new that is one look at the storage.
func (f *Follower) step(ctx context.Context) error {
	rebuild := f.distrust.Swap(false)
	current, wanted := f.current, ltx.TXID(0)
	if current != nil && !rebuild {
		newest, back, err := f.look(ctx, current.at)
		if err != nil {
			return fmt.Errorf("look for changes: %w", err)
		}
		if wanted = newest; wanted <= current.at && !back {
			f.noteSynced(current)
			return nil
		}
		rebuild = back
	}
	f.release(f.idle)
	next := f.idle
	if err := f.fill(ctx, next, current, wanted, rebuild); err != nil {
		if current == nil && errors.Is(err, litestream.ErrTxNotAvailable) {
			f.synced.Store(time.Now().UnixNano()) // nobody has written anything yet
			return nil
		}
		if rebuild {
			f.distrust.Store(true)
		}
		return err
	}
	if err := next.open(); err != nil {
		next.at = 0
		return err
	}
	f.mu.Lock()
	f.current = next
	f.idle = current
	f.change.Add(1) // before the position: who waited for that one must not take what is new for what it was
	f.mu.Unlock()
	if f.idle == nil {
		f.idle = f.fresh()
	}
	if rebuild {
		f.idle.at = 0
	}
	f.position.Store(uint64(next.at))
	f.noteSynced(next)
	return nil
}

// noteSynced notes that a copy is the newest now, on the disk as the time of the file with its position.
func (f *Follower) noteSynced(s *side) {
	now := time.Now()
	f.synced.Store(now.UnixNano())
	_ = os.Chtimes(litestream.TXIDPath(s.path), time.Time{}, now) // without it the copy only seems older after the next start
}

// newestAt is what noteSynced noted last, in nanoseconds since 1970; 0 unknown.
func (s *side) newestAt() int64 {
	info, err := os.Stat(litestream.TXIDPath(s.path))
	if err != nil {
		return 0
	}
	return info.ModTime().UnixNano()
}

// release waits for the last readers of a file. From one that never ends the file is left to it, and gone after it.
func (f *Follower) release(s *side) {
	ended := make(chan struct{})
	go func() {
		s.readers.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		s.close()
	case <-time.After(longestReader):
		go func() {
			<-ended
			s.close()
			s.remove()
		}()
		f.idle = f.fresh()
	}
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

// whole says whether a file is what SQLite wrote.
func (s *side) whole() bool {
	var said string
	return s.db.QueryRow("pragma quick_check(1)").Scan(&said) == nil && said == "ok"
}

func (s *side) close() {
	if s.db != nil {
		_ = s.db.Close() // it was only read
		s.db = nil
	}
}

func (s *side) remove() {
	for _, path := range []string{s.path, s.path + "-wal", s.path + "-shm", litestream.TXIDPath(s.path)} {
		_ = os.Remove(path) // what is left is written over
	}
}
