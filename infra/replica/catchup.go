package replica

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

// fill brings a file up to date: with the changes it lacks, or by a full restore when it is missing, damaged,
// or some changes are no longer in storage.
func (f *Follower) fill(ctx context.Context, s *side, current *side, wanted ltx.TXID, anew bool) error {
	at := s.at
	s.at = 0
	// Incomplete from here on: after a crash it is restored.
	if err := os.Remove(litestream.TXIDPath(s.path)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("begin to change a copy: %w", err)
	}
	caughtUp := false
	if at > 0 && !anew {
		reached, err := f.catchUp(ctx, s.path, at, wanted)
		caughtUp = err == nil && reached > at && (current == nil || reached > current.at)
		at = reached
	}
	if !caughtUp {
		var err error
		if at, err = f.restore(ctx, s); err != nil {
			return err
		}
		if at, err = f.catchUp(ctx, s.path, at, at); err != nil {
			return err
		}
	}
	if err := litestream.WriteTXIDFile(s.path, at); err != nil {
		return fmt.Errorf("end to change a copy: %w", err)
	}
	s.at = at
	return nil
}

var errNothing = errors.New("the storage has nothing, and had something before")

// look returns the newest change in storage after a position, or reports that storage has gone back behind
// it.
func (f *Follower) look(ctx context.Context, after ltx.TXID) (newest ltx.TXID, back bool, err error) {
	deep := time.Since(f.deep) >= lookDeep
	for level := 0; level <= litestream.SnapshotLevel; level++ {
		from := after + 1
		if deep {
			from = 0
		}
		at, err := f.newest(ctx, level, from)
		if err != nil {
			return 0, false, err
		}
		if newest = max(newest, at); newest > after {
			return newest, false, nil
		}
		// The newest level keeps its files only briefly; a follower that was away finds them compacted in the
		// others.
		if !deep {
			return newest, false, nil
		}
	}
	if newest == 0 {
		return 0, false, errNothing
	}
	f.deep = time.Now()
	return newest, newest < after, nil
}

func (f *Follower) newest(ctx context.Context, level int, from ltx.TXID) (at ltx.TXID, err error) {
	files, err := f.client.LTXFiles(ctx, level, from, false)
	if err != nil {
		return 0, err //nolint:wrapcheck // the caller says what for
	}
	for files.Next() {
		at = max(at, files.Item().MaxTXID)
	}
	return at, errors.Join(files.Err(), files.Close())
}

// restore downloads the database from storage.
func (f *Follower) restore(ctx context.Context, s *side) (ltx.TXID, error) {
	s.remove()
	plan, err := litestream.CalcRestorePlan(ctx, f.client, 0, time.Time{}, quiet())
	if err != nil {
		return 0, fmt.Errorf("plan to restore: %w", err)
	}
	at := plan[len(plan)-1].MaxTXID
	options := litestream.NewRestoreOptions()
	options.OutputPath, options.TXID, options.IntegrityCheck = s.path, at, litestream.IntegrityCheckQuick
	made := litestream.NewDB(s.path)
	made.SetLogger(quiet())
	replica := litestream.NewReplicaWithClient(made, f.client)
	if err := replica.Restore(ctx, options); err != nil {
		return 0, fmt.Errorf("restore: %w", err)
	}
	for _, extra := range []string{s.path + "-wal", s.path + "-shm"} {
		_ = os.Remove(extra)
	}
	file, err := os.OpenFile(s.path, os.O_RDWR, 0)
	if err != nil {
		return 0, fmt.Errorf("restore: %w", err)
	}
	// sets rollback journal mode in the header, so that SQLite looks for no WAL
	_, err = file.WriteAt([]byte{1, 1}, 18)
	return at, errors.Join(err, file.Sync(), file.Close())
}

// catchUp applies the changes after a position to an idle file, and returns its new position.
func (f *Follower) catchUp(ctx context.Context, path string, at, wanted ltx.TXID) (ltx.TXID, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return at, fmt.Errorf("apply changes: %w", err)
	}
	defer func() { _ = file.Close() }()
	for before := ltx.TXID(0); ; {
		// The newest level has all of them, individually, for some minutes.
		if at, err = f.applyLevel(ctx, file, 0, at); err != nil {
			return at, err
		}
		if at >= wanted || at == before {
			break
		}
		before = at
		for level := litestream.SnapshotLevel - 1; level > 0; level-- { // largest ranges first
			if at, err = f.applyLevel(ctx, file, level, at); err != nil {
				return at, err
			}
		}
	}
	if err := file.Sync(); err != nil {
		return at, fmt.Errorf("apply changes: %w", err)
	}
	return at, nil
}

// applyLevel applies the contiguous changes of a level from a position on.
func (f *Follower) applyLevel(ctx context.Context, file *os.File, level int, at ltx.TXID) (ltx.TXID, error) {
	from := ltx.TXID(0) // a change may begin before the position and end after it
	if level == 0 {
		from = at + 1
	}
	files, err := f.client.LTXFiles(ctx, level, from, false)
	if err != nil {
		return at, fmt.Errorf("list changes: %w", err)
	}
	for files.Next() {
		change := files.Item()
		if change.MaxTXID <= at || change.MinTXID > at+1 {
			continue
		}
		if err := f.apply(ctx, file, change); err != nil {
			return at, errors.Join(fmt.Errorf("apply a change: %w", err), files.Close())
		}
		at = change.MaxTXID
	}
	if err := errors.Join(files.Err(), files.Close()); err != nil {
		return at, fmt.Errorf("list changes: %w", err)
	}
	return at, nil
}

// apply writes the pages of a change. A truncated or altered file fails its checksum.
func (f *Follower) apply(ctx context.Context, file *os.File, change *ltx.FileInfo) error {
	content, err := f.client.OpenLTXFile(ctx, change.Level, change.MinTXID, change.MaxTXID, 0, 0)
	if err != nil {
		return err //nolint:wrapcheck // the caller says what for
	}
	defer func() { _ = content.Close() }()
	decoder := ltx.NewDecoder(content)
	if err := decoder.DecodeHeader(); err != nil {
		return err //nolint:wrapcheck // likewise
	}
	header := decoder.Header()
	page := make([]byte, header.PageSize)
	for {
		var at ltx.PageHeader
		if err := decoder.DecodePage(&at, page); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err //nolint:wrapcheck // likewise
		}
		if at.Pgno == 1 {
			page[18], page[19] = 1, 1 // see restore
			binary.BigEndian.PutUint32(page[24:], uint32(change.MaxTXID))
		}
		if _, err := file.WriteAt(page, int64(at.Pgno-1)*int64(header.PageSize)); err != nil {
			return err //nolint:wrapcheck // likewise
		}
	}
	if err := decoder.Close(); err != nil {
		return err //nolint:wrapcheck // likewise
	}
	return file.Truncate(int64(header.Commit) * int64(header.PageSize)) //nolint:wrapcheck // likewise
}
