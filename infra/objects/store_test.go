package objects

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"upslope"
)

func openTemp(t *testing.T) (*Store, string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "data with spaces", "objects")
	store, err := Open(t.Context(), "", folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store, folder
}

// files lists all files in the folder except the parts key.
func files(t *testing.T, folder string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && entry.Name() != "key" {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// conform checks the behavior required of every storage.
func conform(t *testing.T, store *Store) {
	t.Run("file comes back as it was put", func(t *testing.T) {
		for _, text := range []string{"", "short", strings.Repeat("0123456789abcdef", 1<<20)} {
			if err := store.Put(t.Context(), "uploads/account/file.csv", strings.NewReader(text)); err != nil {
				t.Fatal(err)
			}
			reader, size, err := store.Open(t.Context(), "uploads/account/file.csv")
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(reader)
			if err != nil || string(got) != text || size != int64(len(text)) {
				t.Errorf("got %d bytes, size %d, want %d (%v)", len(got), size, len(text), err)
			}
			if err := reader.Close(); err != nil {
				t.Error(err)
			}
		}
	})
	t.Run("missing file is not found", func(t *testing.T) {
		if _, _, err := store.Open(t.Context(), "missing"); upslope.CodeOf(err) != upslope.NotFound {
			t.Errorf("got %v", err)
		}
	})
	t.Run("deleted file is gone and may be deleted again", func(t *testing.T) {
		if err := store.Put(t.Context(), "gone", strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := store.Delete(t.Context(), "gone"); err != nil {
				t.Error(err)
			}
		}
		if _, _, err := store.Open(t.Context(), "gone"); upslope.CodeOf(err) != upslope.NotFound {
			t.Errorf("got %v", err)
		}
	})
	t.Run("body that fails stores nothing", func(t *testing.T) {
		tooLarge := upslope.Errorf(upslope.TooLarge, "The file is larger than 50 MB.")
		body := io.MultiReader(strings.NewReader(strings.Repeat("x", 6<<20)), iotest.ErrReader(tooLarge))
		if err := store.Put(t.Context(), "partial", body); !errors.Is(err, tooLarge) {
			t.Errorf("got %v", err)
		}
		if _, _, err := store.Open(t.Context(), "partial"); upslope.CodeOf(err) != upslope.NotFound {
			t.Errorf("got %v", err)
		}
	})
	t.Run("context that ends stores nothing", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		body := io.MultiReader(strings.NewReader("begun"), readerFunc(func([]byte) (int, error) { cancel(); return 0, io.EOF }))
		if err := store.Put(ctx, "canceled", body); !errors.Is(err, context.Canceled) || upslope.CodeOf(err) != upslope.Internal {
			t.Errorf("got %v", err)
		}
		if _, _, err := store.Open(t.Context(), "canceled"); upslope.CodeOf(err) != upslope.NotFound {
			t.Errorf("got %v", err)
		}
	})
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestFolderConforms(t *testing.T) {
	store, folder := openTemp(t)
	conform(t, store)
	if found := files(t, folder); len(found) != 1 {
		t.Errorf("files are left: %q", found)
	}
}

func TestFolderIsPrivate(t *testing.T) {
	store, folder := openTemp(t)
	if err := store.Put(t.Context(), "uploads/a", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{folder, filepath.Join(folder, "uploads")} {
		if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s has mode %v (%v)", dir, info.Mode(), err)
		}
	}
}

func TestKeyCannotLeaveTheFolder(t *testing.T) {
	store, folder := openTemp(t)
	_ = store.Put(t.Context(), "../../outside", strings.NewReader("x"))
	for _, path := range files(t, filepath.Dir(filepath.Dir(folder))) {
		if !strings.HasPrefix(path, folder) {
			t.Errorf("%s was written", path)
		}
	}
}

func TestFilesOfDeadWritersAreSweptAndThoseOfLiveOnesStay(t *testing.T) {
	store, folder := openTemp(t)
	old, fresh := filepath.Join(folder, "a.18a1b2c3d4e5f607.tmp"), filepath.Join(folder, "b.18a1b2c3d4e5f607.tmp")
	for _, path := range []string{old, fresh} {
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	hourAgo := time.Now().Add(-time.Hour)
	if err := os.Chtimes(old, hourAgo, hourAgo); err != nil {
		t.Fatal(err)
	}
	if err := store.SweepUnfinished(time.Now().Add(-time.Minute)); err != nil {
		t.Fatal(err)
	}
	if found := files(t, folder); len(found) != 1 || found[0] != fresh {
		t.Errorf("left are %q", found)
	}
}

func TestBrokenStorageIsUnavailable(t *testing.T) {
	store, folder := openTemp(t)
	// A file in place of the key's folder makes the write fail like a broken disk, even for root.
	if err := os.WriteFile(filepath.Join(folder, "uploads"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := store.Put(t.Context(), "uploads/a", strings.NewReader("x")); upslope.CodeOf(err) != upslope.Unavailable {
		t.Errorf("got %v", err)
	}
}

func TestOtherURLsAreRefused(t *testing.T) {
	if _, err := Open(t.Context(), "ftp://x", ""); err == nil || !strings.Contains(err.Error(), "s3://") {
		t.Errorf("got %v", err)
	}
}
