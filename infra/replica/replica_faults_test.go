package replica_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"upslope/infra/replica"
)

// damage overwrites all copies of a stopped follower from an offset on.
func (p *pair) damage(from int64) {
	p.Helper()
	copies, err := filepath.Glob(filepath.Join(p.folder, "*.db"))
	if err != nil || len(copies) == 0 {
		p.Fatalf("%v, %v", copies, err)
	}
	for _, path := range copies {
		file, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			p.Fatal(err)
		}
		for at := from; at < from+8192; at += 512 {
			_, _ = file.WriteAt([]byte("nonsense, nonsense, nonsense"), at)
		}
		_ = file.Close()
	}
}

func TestDamagedCopiesAreRestored(t *testing.T) {
	for _, from := range []int64{0, 100, 4096} {
		p := start(t)
		f, _, stop := p.follow()
		p.wait(f, p.write(1, "one"))
		p.wait(f, p.write(2, "two"))
		stop()
		p.damage(from)
		f, _, _ = p.follow()
		p.eventually(f, 2, "two")
	}
}

func TestCopyDamagedDuringReadsIsRestored(t *testing.T) {
	p := start(t)
	f, _, _ := p.follow()
	p.wait(f, p.write(1, "one"))
	p.wait(f, p.write(1, "two"))
	p.damage(4096)
	p.eventually(f, 1, "two")
}

func TestFollowerBehindTheHistoryRestores(t *testing.T) {
	p := start(t)
	f, _, stop := p.follow()
	p.wait(f, p.write(1, "one"))
	stop()
	p.write(1, "two")
	p.write(2, "two")
	p.stop()
	// After a long time only one snapshot is left of the history.
	if err := os.RemoveAll(p.storage); err != nil {
		t.Fatal(err)
	}
	p.open()
	p.write(3, "three")
	f, _, _ = p.follow()
	p.eventually(f, 3, "three")
	p.eventually(f, 2, "two")
}

func TestFollowerFollowsAStorageRollback(t *testing.T) {
	p := start(t)
	f, _, stop := p.follow()
	p.wait(f, p.write(1, "one"))
	p.stop()
	if err := os.CopyFS(p.storage+".early", os.DirFS(p.storage)); err != nil {
		t.Fatal(err)
	}
	p.open()
	for i := range 10 {
		p.wait(f, p.write(1, fmt.Sprint("later ", i)))
	}
	stop()
	p.stop()
	if err := errors.Join(os.RemoveAll(p.storage), os.Rename(p.storage+".early", p.storage)); err != nil {
		t.Fatal(err)
	}
	f, _, _ = p.follow()
	p.eventually(f, 1, "one")
}

func TestWriterOnAnEmptyDiskRestoresFromStorage(t *testing.T) {
	p := start(t)
	f, _, _ := p.follow()
	p.wait(f, p.write(1, "one"))
	p.stop()
	if err := os.RemoveAll(filepath.Dir(p.path)); err != nil {
		t.Fatal(err)
	}
	p.open()
	p.wait(f, p.write(2, "two"))
	for id, want := range map[int]string{1: "one", 2: "two"} {
		p.eventually(f, id, want)
	}
}

func TestStorageOutageFailsWritesButNotReads(t *testing.T) {
	p := start(t)
	f, failures, _ := p.follow()
	p.wait(f, p.write(1, "one"))
	if err := os.Rename(p.storage, p.storage+".away"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.storage, nil, 0o600); err != nil { // prevents its creation
		t.Fatal(err)
	}
	if _, err := p.Write(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec("insert into notes values (2, 'two', 'two')")
		return err
	}); err == nil {
		t.Error("a write counts that is nowhere but here")
	}
	for failures.Load() == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	if got, err := read(f, 1); err != nil || got != "one" {
		t.Errorf("%q, %v", got, err)
	}
	if err := errors.Join(os.Remove(p.storage), os.Rename(p.storage+".away", p.storage)); err != nil {
		t.Fatal(err)
	}
	p.wait(f, p.write(3, "three"))
	p.eventually(f, 2, "two")
}

// Whoever publishes writes at its start: storage without anything is not mounted, or not the right one.
func TestEmptyStorageIsAnOutageUntilSomethingIsThere(t *testing.T) {
	p := start(t)
	storage := p.storage
	p.write(1, "one")
	p.stop()
	if err := os.Rename(storage, storage+".away"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(storage, 0o700); err != nil {
		t.Fatal(err)
	}
	f, failures, _ := p.follow()
	for failures.Load() < 2 {
		time.Sleep(5 * time.Millisecond)
	}
	if !f.SyncedAt().IsZero() {
		t.Error("an empty folder counts as what there is")
	}
	if _, err := read(f, 1); !errors.Is(err, replica.ErrEmpty) {
		t.Error(err)
	}
	if err := errors.Join(os.Remove(storage), os.Rename(storage+".away", storage)); err != nil {
		t.Fatal(err)
	}
	p.eventually(f, 1, "one")
}

// A look-up by a damaged index finds nothing, which is no error: only a comparison with the table shows it.
func TestACopyWhoseIndexIsDamagedIsRestored(t *testing.T) {
	p := start(t)
	if _, err := p.Write(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec("create index notes_a on notes (a)")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	f, _, stop := p.follow()
	p.wait(f, p.write(1, "needle-needle-needle"))
	stop()
	copies, err := filepath.Glob(filepath.Join(p.folder, "*.db"))
	if err != nil {
		t.Fatal(err)
	}
	damaged := 0
	for _, path := range copies {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for page := 0; page+4096 <= len(content); page += 4096 {
			// A leaf of an index.
			if at := bytes.Index(content[page:page+4096], []byte("needle")); at >= 0 && content[page] == 0x0a {
				content[page+at] = 'x'
				damaged++
			}
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if damaged == 0 {
		t.Fatal("there is no index to damage")
	}
	f, _, _ = p.follow()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		var found int
		err := f.Read(func(db *sql.DB) error {
			return db.QueryRow("select count(*) from notes indexed by notes_a where a = 'needle-needle-needle'").Scan(&found)
		})
		if err == nil && found == 1 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("it finds %d, %v", found, err)
		}
	}
}
