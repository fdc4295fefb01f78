package objects

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"upslope"
)

func TestFullDiskIsReportedAndLeavesNothing(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "small")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("none", folder, "tmpfs", 0, "size=3m"); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, 0) })
	store, err := Open(t.Context(), "", folder)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	err = store.Put(t.Context(), key, strings.NewReader(strings.Repeat("x", 4<<20)))
	if upslope.CodeOf(err) != upslope.Unavailable || !strings.Contains(err.Error(), "no space") {
		t.Errorf("whole file: %v", err)
	}
	id := begin(t, store, key)
	_, err = store.PutPart(t.Context(), key, id, 1, strings.NewReader(strings.Repeat("x", 4<<20)), most)
	if upslope.CodeOf(err) != upslope.Unavailable || !strings.Contains(err.Error(), "no space") {
		t.Errorf("part: %v", err)
	}
	list := []upslope.Part{send(t, store, key, id, 1, strings.Repeat("x", 1<<20)), send(t, store, key, id, 2, strings.Repeat("y", 1<<20))}
	if err := store.CompleteParts(t.Context(), key, id, list); upslope.CodeOf(err) != upslope.Unavailable || !strings.Contains(err.Error(), "no space") {
		t.Errorf("complete: %v", err)
	}
	if found := files(t, folder); len(found) != 3 {
		t.Errorf("left %q", found)
	}
}
