// Package replica replicates a SQLite database from one writer to many readers' local disks.
//
// Litestream stores every change in object storage before it is acknowledged. A Follower copies it to its own
// disk and keeps serving reads when storage is unreachable. It uses left-right concurrency: changes go to the
// idle one of two files, readers switch over, then the other file catches up. Readers never wait, never see a
// partial change, and a crash leaves at least one complete file.
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
	// at all levels of the storage; otherwise only the newest files are listed
	lookDeep      = 30 * time.Second
	longestReader = 5 * time.Second // a reader that takes longer keeps its file to itself
	// checkEvery is how often the files are compared with their own indexes: what a look-up misses for damage
	// is no error that a reader could see.
	checkEvery = time.Hour
)

// Follower reads a replica from this machine's disk. It is safe for concurrent use.
type Follower struct {
	folder string
	client litestream.ReplicaClient
	poke   chan struct{}

	mu      sync.RWMutex // protects current against new readers
	current *side        // nil before the first restore
	idle    *side
	made    int // number of files created, for their names

	distrust atomic.Bool // a file was found damaged
	position atomic.Uint64
	change   atomic.Uint64
	synced   atomic.Int64 // Unix nanoseconds
	deep     time.Time
	checked  time.Time
}

// ErrEmpty is returned until the first copy exists.
var ErrEmpty = fmt.Errorf("there is no copy of the replica yet: %w", sql.ErrNoRows)

// OpenFollower opens the local copy without reading storage; Run follows it from there.
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

// newestWhole opens the newest complete local copy, nil for none, and removes all others.
func (f *Follower) newestWhole() *side {
	copies, err := filepath.Glob(filepath.Join(f.folder, "side-*.db"))
	if err != nil {
		return nil
	}
	sides := make([]*side, 0, len(copies))
	for _, path := range copies {
		s := &side{path: path}
		s.at, _ = litestream.ReadTXIDFile(path) // missing if the process ended during a change
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

// fresh returns a new, not yet existing file.
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
		f.Distrust()
	}
	return err
}

// Distrust has the copy fetched again, because its content cannot be right.
func (f *Follower) Distrust() {
	f.distrust.Store(true)
	f.Poke()
}

// Sync copies the storage once, instead of Run.
func (f *Follower) Sync(ctx context.Context, timeout time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return f.step(ctx)
}

// Position returns the change that the copy is at; see Writer.Write.
func (f *Follower) Position() uint64 { return f.position.Load() }

// Change returns a number that differs whenever Read may return something new.
func (f *Follower) Change() uint64 { return f.change.Load() }

// SyncedAt returns when the copy was last known to be current, also by an earlier process; zero for never.
func (f *Follower) SyncedAt() time.Time {
	if at := f.synced.Load(); at > 0 {
		return time.Unix(0, at)
	}
	return time.Time{}
}

// Poke makes Run check the storage now.
func (f *Follower) Poke() {
	select {
	case f.poke <- struct{}{}:
	default: // a check is pending already
	}
}

// Run follows the storage until ctx ends: when poked, and at least at the given interval. failed receives
// errors; the current copy stays readable meanwhile.
func (f *Follower) Run(ctx context.Context, every time.Duration, failed func(error)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if err := f.step(ctx); err != nil && ctx.Err() == nil {
			failed(err)
		}
		f.check()
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-f.poke:
		}
	}
}

// Close closes the copies.
func (f *Follower) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.current != nil {
		f.current.close()
		f.current = nil
	}
}

// step updates the idle file and switches readers to it. Without changes it costs one listing of the storage.
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
		if errors.Is(err, litestream.ErrTxNotAvailable) {
			err = fmt.Errorf("%w: %w", ErrEmptyStorage, err)
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
	// before the position: whoever waits for the position must not cache new data under the old number
	f.change.Add(1)
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

// ErrEmptyStorage is an outage: whoever publishes writes at its start, so there is always something.
var ErrEmptyStorage = errors.New("the storage of reports is empty: nothing was published yet, or it is not mounted")

// check distrusts files that contradict their indexes.
func (f *Follower) check() {
	if f.current == nil || time.Since(f.checked) < checkEvery {
		return
	}
	f.checked = time.Now()
	if !f.current.consistent() {
		f.Distrust()
	}
}

// noteSynced records that a copy is current now, on disk as the modification time of its position file.
func (f *Follower) noteSynced(s *side) {
	now := time.Now()
	f.synced.Store(now.UnixNano())
	// on failure the copy only seems older after a restart
	_ = os.Chtimes(litestream.TXIDPath(s.path), time.Time{}, now)
}

// release waits for the last readers of a file. If one takes too long the file is replaced, and removed after
// it ends.
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
