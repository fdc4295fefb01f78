package lock_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"upslope/infra/embedded/lock"
)

func TestFoldersOfEndedProcessesAreRemovedAndNoOthers(t *testing.T) {
	parent := t.TempDir()
	living, removeLiving, err := lock.TempFolder(parent, "upslope-x-")
	if err != nil {
		t.Fatal(err)
	}
	defer removeLiving()
	ended := filepath.Join(parent, "upslope-x-ended") // its lock ended with its process
	old := filepath.Join(parent, "upslope-x-old")     // of a release without locks
	fresh, other := filepath.Join(parent, "upslope-x-fresh"), filepath.Join(parent, "another-program")
	for _, dir := range []string{ended, old, fresh, other} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(ended, ".owner"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	hour := time.Now().Add(-time.Hour)
	for _, dir := range []string{old, other} {
		if err := os.Chtimes(dir, hour, hour); err != nil {
			t.Fatal(err)
		}
	}
	_, remove, err := lock.TempFolder(parent, "upslope-x-")
	if err != nil {
		t.Fatal(err)
	}
	remove()
	for dir, want := range map[string]bool{living: true, fresh: true, other: true, ended: false, old: false} {
		if _, err := os.Stat(dir); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", dir, err == nil, want)
		}
	}
}

func TestFoldersMadeAtOnceLeaveEachOtherAlone(t *testing.T) {
	parent := t.TempDir()
	var makers sync.WaitGroup
	for range 32 {
		makers.Go(func() {
			for range 20 {
				dir, remove, err := lock.TempFolder(parent, "upslope-x-")
				if err == nil {
					err = os.Mkdir(filepath.Join(dir, "empty"), 0o700)
				}
				if err != nil {
					t.Error(err)
					return
				}
				remove()
			}
		})
	}
	makers.Wait()
}
