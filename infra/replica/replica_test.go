package replica_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"upslope/infra/replica"
)

const schema = `create table if not exists notes (id integer primary key, a text not null, b text not null) strict`

// pair is a writer, its storage, and the folder of a follower.
type pair struct {
	*testing.T
	*replica.Writer
	path, storage, folder string
}

func start(t *testing.T) *pair {
	t.Helper()
	p := &pair{T: t, path: filepath.Join(t.TempDir(), "notes.db"), folder: t.TempDir()}
	p.storage = filepath.Join(t.TempDir(), "storage")
	p.open()
	return p
}

func (p *pair) address() string { return "file://" + p.storage }

func (p *pair) open() {
	p.Helper()
	writer, err := replica.OpenWriter(p.Context(), p.path, p.address(), schema)
	if err != nil {
		p.Fatal(err)
	}
	p.Writer = writer
	p.Cleanup(p.stop)
}

func (p *pair) stop() {
	if p.Writer != nil {
		_ = p.Close(context.Background())
		p.Writer = nil
	}
}

// write sets a note with the same text in both columns, so that a partial change is visible.
func (p *pair) write(id int, text string) uint64 {
	p.Helper()
	at, err := p.Write(p.Context(), func(tx *sql.Tx) error {
		if _, err := tx.Exec("insert or replace into notes values (?, ?, '')", id, text); err != nil {
			return err
		}
		_, err := tx.Exec("update notes set b = a where id = ?", id)
		return err
	})
	if err != nil {
		p.Fatal(err)
	}
	return at
}

// follow opens a follower that runs until the test or stop ends it.
func (p *pair) follow() (f *replica.Follower, failures *atomic.Int64, stop func()) {
	p.Helper()
	f, err := replica.OpenFollower(p.folder, p.address())
	if err != nil {
		p.Fatal(err)
	}
	failures = &atomic.Int64{}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { f.Run(ctx, 50*time.Millisecond, func(error) { failures.Add(1) }) })
	stop = sync.OnceFunc(func() {
		cancel()
		running.Wait()
		f.Close()
	})
	p.Cleanup(stop)
	return f, failures, stop
}

func (p *pair) wait(f *replica.Follower, at uint64) {
	p.Helper()
	for deadline := time.Now().Add(20 * time.Second); f.Position() < at; time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.Fatalf("at %d, not at %d", f.Position(), at)
		}
		f.Poke()
	}
}

func read(f *replica.Follower, id int) (text string, err error) {
	err = f.Read(func(db *sql.DB) error {
		var b string
		if err := db.QueryRow("select a, b from notes where id = ?", id).Scan(&text, &b); err != nil {
			return err
		}
		if text != b {
			return fmt.Errorf("half a change: %q and %q", text, b)
		}
		return nil
	})
	return text, err
}

// eventually waits for a note to have a text.
func (p *pair) eventually(f *replica.Follower, id int, want string) {
	p.Helper()
	var got string
	var err error
	for range 400 {
		if got, err = read(f, id); err == nil && got == want {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.Fatalf("note %d is %q, %v; want %q", id, got, err, want)
}

func TestWritesAreReadByFollowers(t *testing.T) {
	p := start(t)
	f, _, _ := p.follow()
	for i := range 20 {
		text, change := fmt.Sprint("text ", i), f.Change()
		p.wait(f, p.write(i%3, text))
		if f.Change() == change {
			t.Error("what changed looks unchanged")
		}
		if got, err := read(f, i%3); err != nil || got != text {
			t.Fatalf("%q, %v; want %q", got, err, text)
		}
	}
	if time.Since(f.SyncedAt()) > time.Minute {
		t.Error("it does not say when it was synced")
	}
}

func TestReadersNeverSeeAPartialChange(t *testing.T) {
	p := start(t)
	f, _, _ := p.follow()
	p.wait(f, p.write(1, "first"))
	ctx, cancel := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	var reads atomic.Int64
	for range 4 {
		readers.Go(func() {
			for ctx.Err() == nil {
				if _, err := read(f, 1); err != nil {
					t.Error(err)
					return
				}
				reads.Add(1)
			}
		})
	}
	var last uint64
	for i := range 50 {
		last = p.write(1, fmt.Sprint("text ", i))
	}
	p.wait(f, last)
	cancel()
	readers.Wait()
	if reads.Load() < 100 {
		t.Errorf("only %d reads", reads.Load())
	}
}

func TestLocalCopyIsReadableWithoutStorage(t *testing.T) {
	p := start(t)
	f, _, stop := p.follow()
	at := p.write(1, "kept")
	p.wait(f, at)
	p.wait(f, p.write(1, "kept, too"))
	stop()
	p.stop()
	if err := os.Rename(p.storage, p.storage+".away"); err != nil {
		t.Fatal(err)
	}
	time.Sleep(10 * time.Millisecond)
	restarted := time.Now()
	f, _, _ = p.follow()
	if got, err := read(f, 1); err != nil || got != "kept, too" {
		t.Errorf("%q, %v", got, err)
	}
	if at := f.SyncedAt(); !at.Before(restarted) || restarted.Sub(at) > time.Minute {
		t.Errorf("it says that it was synced at %v; it was before %v", at, restarted)
	}
}

func TestEmptyDiskReturnsErrEmpty(t *testing.T) {
	p := start(t)
	f, err := replica.OpenFollower(p.folder, p.address())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := read(f, 1); !errors.Is(err, replica.ErrEmpty) {
		t.Error(err)
	}
}

func TestEndlessReaderDoesNotBlockOthers(t *testing.T) {
	p := start(t)
	f, _, _ := p.follow()
	p.wait(f, p.write(1, "one"))
	begun, end := make(chan bool), make(chan bool)
	var reader sync.WaitGroup
	reader.Go(func() {
		err := f.Read(func(db *sql.DB) error {
			close(begun)
			<-end
			var text string
			return db.QueryRow("select a from notes where id = 1").Scan(&text)
		})
		if err != nil {
			t.Errorf("its file was taken from it: %v", err)
		}
	})
	<-begun
	for i := range 4 {
		p.wait(f, p.write(1, fmt.Sprint("text ", i)))
	}
	close(end)
	reader.Wait()
	p.eventually(f, 1, "text 3")
}

func TestS3IsAStorage(t *testing.T) {
	backend := s3mem.New()
	if err := backend.CreateBucket("reports"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	defer server.Close()
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	address := "s3://reports/replica?region=us-east-1&forcePathStyle=true&endpoint=" + server.URL
	writer, err := replica.OpenWriter(t.Context(), filepath.Join(t.TempDir(), "notes.db"), address, schema)
	if err != nil {
		t.Fatal(err)
	}
	p := &pair{T: t, Writer: writer}
	defer p.stop()
	f, err := replica.OpenFollower(t.TempDir(), address)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go f.Run(ctx, time.Second, func(err error) { t.Log(err) })
	for i := range 5 {
		p.wait(f, p.write(1, fmt.Sprint("text ", i)))
	}
	p.eventually(f, 1, "text 4")
}

func TestDeletedDataIsInNoLaterCopy(t *testing.T) {
	const secret = "what nobody should read any more"
	p := start(t)
	p.write(1, "stays")
	p.write(2, strings.Repeat(secret, 1000))
	deleted, err := p.Write(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec("delete from notes where id = 2")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	f, _, stop := p.follow()
	p.wait(f, deleted)
	p.eventually(f, 1, "stays")
	stop()
	copies, err := filepath.Glob(filepath.Join(p.folder, "*.db"))
	if err != nil || len(copies) == 0 {
		t.Fatalf("%v, %v", copies, err)
	}
	for _, path := range copies {
		if content, err := os.ReadFile(path); err != nil || bytes.Contains(content, []byte(secret)) {
			t.Errorf("it stands in %s; %v", filepath.Base(path), err)
		}
	}
}
