package objects

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"upslope"
)

// ledger counts how often each object was recorded.
type ledger struct {
	mu      sync.Mutex
	records map[string]int
	failure error
}

func (l *ledger) AddObject(_ context.Context, key string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.records[key]++
	return l.failure
}

func (l *ledger) ForgetObject(_ context.Context, key string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.records, key)
	return l.failure
}

func (l *ledger) count(key string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.records[key]
}

// A transfer from Companion may take hours: its object stays recorded meanwhile, or a sweep would take it.
func TestAnObjectIsRecordedAgainWhileItIsWritten(t *testing.T) {
	store, folder := openTemp(t)
	records := &ledger{records: map[string]int{}}
	store.Ledger, store.recordEvery = records, time.Millisecond
	slow := readerFunc(func([]byte) (int, error) {
		for deadline := time.Now().Add(10 * time.Second); records.count("uploads/a/1") < 4; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("it is recorded once")
			}
		}
		return 0, io.EOF
	})
	if err := store.Put(t.Context(), "uploads/a/1", slow); err != nil {
		t.Fatal(err)
	}
	if err := store.Delete(t.Context(), "uploads/a/1"); err != nil || records.count("uploads/a/1") > 0 {
		t.Errorf("%d records, %v", records.count("uploads/a/1"), err)
	}
	records.failure = errors.New("the database is away")
	if err := store.Put(t.Context(), "uploads/a/2", strings.NewReader("x")); !errors.Is(err, records.failure) {
		t.Error(err)
	}
	if found := files(t, folder); len(found) > 0 {
		t.Errorf("stored although it could not be recorded: %q", found)
	}
}

func TestErasingAPrefixTakesNothingElse(t *testing.T) {
	folder, _ := openTemp(t)
	bucket := openFake(t)
	for name, store := range map[string]*Store{"folder": folder, "bucket": bucket} {
		for _, key := range []string{"uploads/a/1", "uploads/a/1.rejected.csv", "uploads/ab/1", "uploads/b/1"} {
			if err := store.Put(t.Context(), key, strings.NewReader("x")); err != nil {
				t.Fatal(err)
			}
		}
		for _, key := range []string{"uploads/a/2", "uploads/ab/2"} {
			if _, err := store.BeginParts(t.Context(), upslope.Upload{ObjectKey: key}); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 { // nothing is left to do the second time
			if err := store.Erase(t.Context(), "uploads/a/"); err != nil {
				t.Fatal(err)
			}
		}
		if keys, err := store.Keys(t.Context(), "uploads/"); err != nil || strings.Join(keys, " ") != "uploads/ab/1 uploads/b/1" {
			t.Errorf("%s: left %q, %v", name, keys, err)
		}
		for prefix, want := range map[string]int{"uploads/a/": 0, "uploads/ab/": 1} {
			if parts, err := store.CountParts(t.Context(), prefix); err != nil || parts != want {
				t.Errorf("%s: %d uploads in parts below %s, want %d; %v", name, parts, prefix, want, err)
			}
		}
	}
}

// A completed upload not imported for an hour is swept. Completing it again must not promise an import.
func TestACompletedUploadWhoseFileWasSweptIsNotCompleted(t *testing.T) {
	openParts(t, func(t *testing.T, store *Store) {
		records := &ledger{records: map[string]int{}}
		store.Ledger = records
		id := begin(t, store, key)
		if err := store.CompleteParts(t.Context(), key, id, []upslope.Part{send(t, store, key, id, 1, "text")}); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Completed(t.Context(), key, id); err != nil || records.count(key) != 2 {
			t.Errorf("%v, recorded %d times: want it kept for its import", err, records.count(key))
		}
		if err := store.Delete(t.Context(), key); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Completed(t.Context(), key, id); upslope.CodeOf(err) != upslope.NotFound {
			t.Errorf("completed although its file is gone: %v", err)
		}
	})
}
