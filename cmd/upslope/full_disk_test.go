package main

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// smallDisk returns a folder with little space.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=500m,mode=755"); err != nil {
		t.Skipf("this machine does not allow a small disk to be mounted (%v); as root it does", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// fillDisk grows a file until so many bytes are free.
func fillDisk(t *testing.T, path string, free uint64) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	for {
		var disk syscall.Statfs_t
		if err := syscall.Fstatfs(int(file.Fd()), &disk); err != nil {
			t.Fatal(err)
		}
		left := disk.Bavail * uint64(disk.Bsize)
		if left <= free {
			return
		}
		if _, err := file.Write(make([]byte, min(left-free, 4<<20))); errors.Is(err, syscall.ENOSPC) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// Writing stops before the engines break; with room again, all that was accepted is done, even after a start.
func TestFullDiskLosesNothingAndEveryStartSucceeds(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t)
	data := filepath.Join(disk, "data")
	p := start(t, data)
	ana := p.signIn("ana@example.com")
	ana.addSite("shop.example")
	filler := filepath.Join(disk, "filler")
	fillDisk(t, filler, 12<<20)
	eventually(t, "writing stops", func() bool {
		status, answer := ana.call("POST", "/api/sites", map[string]any{"name": "Other", "domain": "other.example"}, nil)
		return status == http.StatusServiceUnavailable && strings.Contains(answer, "almost full")
	})
	if status, answer := ana.call("GET", "/api/sites", nil, nil); status != http.StatusOK {
		t.Errorf("reading on a full disk: %d %s", status, answer)
	}
	fillDisk(t, filler, 0)
	for until := time.Now().Add(5 * time.Second); time.Now().Before(until); time.Sleep(100 * time.Millisecond) {
		for _, path := range []string{"/api/sites", "/api/insights", "/api/technical/sf-issues"} {
			if status, answer := ana.call("GET", path, nil, nil); status == http.StatusInternalServerError {
				t.Errorf("GET %s on a full disk: %d %s", path, status, answer)
			}
		}
	}
	p.kill() // with the disk still full
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	ana = start(t, data).signIn("ana@example.com")
	if status, answer := ana.put(crawlOf("shop.example", 100)); status != http.StatusOK {
		t.Errorf("an upload after there is room: %d %s", status, answer)
	}
	ana.onlyCrawls(100)
}
