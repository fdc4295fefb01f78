package nats_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"upslope"
	"upslope/infra/nats"
)

// smallDisk returns a folder with that much space.
func smallDisk(t *testing.T, megabytes string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+megabytes+"m"); err != nil {
		t.Skipf("this machine does not allow a small disk to be mounted (%v); as root it does", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// fill writes a file until the disk is full.
func fill(t *testing.T, dir string) (path string) {
	t.Helper()
	path = filepath.Join(dir, "filler")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	for size := 1 << 20; size > 0; size /= 2 {
		for block := make([]byte, size); err == nil || size > 1; {
			if _, err = file.Write(block); err != nil {
				break
			}
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	return path
}

func TestFullDiskCostsTheQueueSeconds(t *testing.T) {
	dir := smallDisk(t, "32")
	conn := connect(t, filepath.Join(dir, "nats"))
	queue := newQueue(t, conn)
	publish(t, queue, "views", "before")
	dead(t, queue, "connection", "a", "A letter from before.")
	filler := fill(t, dir)
	for _, id := range []string{"refused 1", "refused 2", "refused 3"} {
		data := make([]byte, 256<<10)
		if err := queue.Publish(t.Context(), "views", id, data); err != nil && upslope.CodeOf(err) != upslope.Unavailable {
			t.Errorf("%s: %v", id, err)
		}
	}
	_ = queue.Dead(t.Context(), "connection", "b", make([]byte, 256<<10), "No room for it.")
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	for queue.Publish(t.Context(), "views", "after", []byte("data of after")) != nil {
		if time.Since(began) > time.Minute {
			t.Fatal("the queue stores no job although there is room again")
		}
	}
	for queue.Dead(t.Context(), "connection", "c", nil, "There is room.") != nil {
		if time.Since(began) > time.Minute {
			t.Fatal("no dead letter is stored although there is room again")
		}
	}
	got := make(chan string, 10)
	consume(t, queue, nats.Consumer{Kind: "views", Handle: func(_ context.Context, message nats.Message) error {
		got <- message.ID
		return nil
	}})
	seen := map[string]bool{}
	for !seen["before"] || !seen["after"] {
		seen[receive(t, got)] = true
	}
	reasons := map[string]bool{}
	for _, letter := range letters(t, queue) {
		reasons[letter.Reason] = true
	}
	if !reasons["A letter from before."] || !reasons["There is room."] {
		t.Errorf("the dead letters are %v", reasons)
	}
}
