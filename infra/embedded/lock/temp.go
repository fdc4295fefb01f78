package lock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// ownerFile, in a temporary folder, is locked while the folder's process lives.
const ownerFile = ".owner"

// unownedAfter is how old a folder without that file must be: its process may be about to make it.
const unownedAfter = time.Minute

// TempFolder creates a private folder in parent, "" for the system's, and removes those that ended processes
// have left behind with the same prefix. Remove deletes the folder.
func TempFolder(parent, prefix string) (dir string, remove func(), err error) {
	if parent == "" {
		parent = os.TempDir()
	}
	removeLeftovers(parent, prefix)
	if dir, err = os.MkdirTemp(parent, prefix); err != nil {
		return "", nil, fmt.Errorf("make a temporary folder: %w", err)
	}
	owner, err := claim(dir)
	if err != nil {
		return "", nil, errors.Join(fmt.Errorf("lock a temporary folder: %w", err), os.RemoveAll(dir))
	}
	return dir, sync.OnceFunc(func() {
		_ = os.RemoveAll(dir) // what remains is removed by the next process
		_ = owner.Close()
	}), nil
}

// claim locks the owner file before it has its name, so nobody sees it unlocked while the process lives.
func claim(dir string) (*os.File, error) {
	unnamed := filepath.Join(dir, ownerFile+".new")
	owner, err := os.OpenFile(unnamed, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600) //nolint:gosec // in a folder of ours
	if err != nil {
		return nil, err
	}
	if err = syscall.Flock(int(owner.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
		err = os.Rename(unnamed, filepath.Join(dir, ownerFile))
	}
	if err != nil {
		return nil, errors.Join(err, owner.Close())
	}
	return owner, nil
}

// removeLeftovers ignores failures: the folders may be another user's.
func removeLeftovers(parent, prefix string) {
	found, err := filepath.Glob(filepath.Join(parent, prefix+"*"))
	if err != nil {
		return
	}
	for _, dir := range found {
		if info, err := os.Lstat(dir); err == nil && info.IsDir() && abandoned(dir, info.ModTime()) {
			_ = os.RemoveAll(dir)
		}
	}
}

func abandoned(dir string, changed time.Time) bool {
	owner, err := os.OpenFile(filepath.Join(dir, ownerFile), os.O_RDWR|syscall.O_NOFOLLOW, 0) //nolint:gosec // found by our prefix
	if err != nil {
		return errors.Is(err, os.ErrNotExist) && time.Since(changed) > unownedAfter
	}
	defer func() { _ = owner.Close() }()
	return syscall.Flock(int(owner.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
