package sharing

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"upslope"
)

const (
	// toldEvery is the interval of view batches.
	toldEvery = 500 * time.Millisecond
	// linksAtOnce is the number of links per batch, which keeps a message under 1 MB.
	linksAtOnce = 4000
	spooled     = ".views"
	recordBytes = 32 + 8 // token hash, and nanoseconds since 1970
)

// Views counts how often links are opened. Each view is written to a file before the page is sent, so that a
// crash of the process loses none. Files are delivered in order and then deleted; an undelivered file waits,
// across restarts too, while new views go to the next.
type Views struct {
	folder string
	tell   func(ctx context.Context, id string, batch []byte) error
	now    func() time.Time
	log    *slog.Logger

	mu   sync.Mutex
	file *os.File // current file; nil: no view since the last one
}

// ViewBatch is a delivery of views: those of some links since the last batch, counted once per ID.
type ViewBatch struct {
	ID    string                `json:"id"`
	Views []upslope.ReportViews `json:"views"`
}

// OpenViews counts views in files of a folder. tell may receive a batch more than once, so its receiver must
// be idempotent.
func OpenViews(folder string, tell func(ctx context.Context, id string, batch []byte) error, now func() time.Time, log *slog.Logger) (*Views, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of views: %w", err)
	}
	return &Views{folder: folder, tell: tell, now: now, log: log}, nil
}

// Add counts a view by one file write, without fsync.
func (v *Views) Add(tokenHash [32]byte) error {
	var record [recordBytes]byte
	copy(record[:], tokenHash[:])
	binary.BigEndian.PutUint64(record[32:], uint64(v.now().UnixNano()))
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.file == nil {
		// Time first: files are delivered in order.
		name := fmt.Sprintf("%020d-%s%s", v.now().UnixNano(), rand.Text()[:12], spooled)
		file, err := os.OpenFile(filepath.Join(v.folder, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			return fmt.Errorf("count a view: %w", err)
		}
		v.file = file
	}
	if _, err := v.file.Write(record[:]); err != nil {
		return fmt.Errorf("count a view: %w", err)
	}
	return nil
}

// Run delivers views until ctx ends, and then the remaining ones.
func (v *Views) Run(ctx context.Context) {
	tick := time.NewTicker(toldEvery)
	defer tick.Stop()
	failing := false
	for {
		err := v.send(ctx)
		if err != nil && !failing && ctx.Err() == nil {
			v.log.WarnContext(ctx, "views of links are kept on this disk: nobody can be told of them", "error", err)
		}
		failing = err != nil
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
			defer cancel()
			_ = v.send(last) // the rest is delivered after the next start
			return
		case <-tick.C:
		}
	}
}

// send delivers the waiting files, then the current one.
func (v *Views) send(ctx context.Context) error {
	gathering, waiting, err := v.files()
	if err != nil {
		return fmt.Errorf("look for views: %w", err)
	}
	slices.Sort(waiting)
	for _, path := range waiting {
		if path == gathering {
			v.mu.Lock()
			err := v.file.Close()
			v.file = nil
			v.mu.Unlock()
			if err != nil {
				return fmt.Errorf("close a file of views: %w", err)
			}
		}
		if err := v.sendFile(ctx, path); err != nil {
			return err
		}
	}
	return nil
}

// files returns the current file, if any, and all files. No new file may start in between: it would be
// delivered and removed while it still grows.
func (v *Views) files() (gathering string, all []string, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.file != nil {
		gathering = v.file.Name()
	}
	all, err = filepath.Glob(filepath.Join(v.folder, "*"+spooled))
	return gathering, all, err
}

func (v *Views) sendFile(ctx context.Context, path string) error {
	views, err := readViews(path)
	if err != nil {
		return err
	}
	id := strings.TrimSuffix(filepath.Base(path), spooled)
	for part := 0; len(views) > 0; part++ { // parts are deterministic, so a repeated delivery is counted once
		most := min(len(views), linksAtOnce)
		batch := ViewBatch{ID: fmt.Sprint(id, "-", part), Views: views[:most]}
		data, err := json.Marshal(batch)
		if err != nil {
			return fmt.Errorf("write views: %w", err)
		}
		if err := v.tell(ctx, batch.ID, data); err != nil {
			return fmt.Errorf("tell of views: %w", err)
		}
		views = views[most:]
	}
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("forget views that were told of: %w", err)
	}
	return nil
}

// readViews adds up a file. It ignores a partial record at the end, left by a power failure.
func readViews(path string) ([]upslope.ReportViews, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read views: %w", err)
	}
	defer func() { _ = file.Close() }()
	byLink := map[[32]byte]*upslope.ReportViews{}
	var record [recordBytes]byte
	for in := bufio.NewReader(file); ; {
		if _, err := io.ReadFull(in, record[:]); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("read views: %w", err)
		}
		hash := [32]byte(record[:32])
		views := byLink[hash]
		if views == nil {
			views = &upslope.ReportViews{TokenHash: bytes.Clone(hash[:])}
			byLink[hash] = views
		}
		views.Views++
		if at := time.Unix(0, int64(binary.BigEndian.Uint64(record[32:]))).UTC(); at.After(views.LastAt) {
			views.LastAt = at
		}
	}
	all := make([]upslope.ReportViews, 0, len(byLink))
	for _, views := range byLink {
		all = append(all, *views)
	}
	slices.SortFunc(all, func(a, b upslope.ReportViews) int { return bytes.Compare(a.TokenHash, b.TokenHash) })
	return all, nil
}
