package postgres

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// prepare makes the programs of an npm package runnable by the account and returns their root.
// Usually that is the package's own folder; when the account cannot reach it, or a link is missing in it
// and cannot be made, it is a copy shared by all checkouts.
func prepare(pkg string, a *account) (string, error) {
	root := filepath.Join(pkg, "native")
	if err := link(root); err == nil && a.reaches(root) {
		return root, nil
	}
	return share(root, a)
}

// link makes the links npm cannot carry in a package. The package would make them when it is installed,
// but installing without scripts is common.
func link(root string) error {
	text, err := os.ReadFile(filepath.Join(root, "pg-symlinks.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the links of PostgreSQL's libraries: %w", err)
	}
	var links []struct{ Source, Target string } // as native/lib/x.so.1.2 and native/lib/x.so
	if err := json.Unmarshal(text, &links); err != nil {
		return fmt.Errorf("read the links of PostgreSQL's libraries: %w", err)
	}
	for _, l := range links {
		at := filepath.Join(filepath.Dir(root), l.Target)
		if _, err := os.Stat(at); err == nil {
			continue
		}
		if err := os.Symlink(filepath.Base(l.Source), at); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("link PostgreSQL's libraries: %w", err)
		}
	}
	return nil
}

// reaches says whether the account may enter every folder on the way.
func (a *account) reaches(dir string) bool {
	if a == nil {
		return true
	}
	for {
		info, err := os.Stat(dir)
		if err != nil || info.Mode().Perm()&0o005 != 0o005 {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
		dir = filepath.Dir(dir)
	}
}

// share copies an installation to this user's cache, under a name that follows from its content,
// and returns the copy. It appears whole, so several processes may do this at once.
func share(root string, a *account) (string, error) {
	cache, err := cacheFolder(a)
	if err != nil {
		return "", err
	}
	version, err := fingerprint(filepath.Join(root, "bin", "postgres"))
	if err != nil {
		return "", err
	}
	place := filepath.Join(cache, "postgres-"+version)
	native := filepath.Join(place, "native")
	if _, err := os.Stat(native); err == nil {
		return native, nil
	}
	fresh, err := os.MkdirTemp(cache, "new-")
	if err != nil {
		return "", fmt.Errorf("copy PostgreSQL: %w", err)
	}
	defer func() { _ = os.RemoveAll(fresh) }()
	if err := os.CopyFS(filepath.Join(fresh, "native"), os.DirFS(root)); err != nil {
		return "", fmt.Errorf("copy PostgreSQL to %s: %w", cache, err)
	}
	if err := open(fresh); err != nil {
		return "", fmt.Errorf("copy PostgreSQL to %s: %w", cache, err)
	}
	if err := link(filepath.Join(fresh, "native")); err != nil {
		return "", err
	}
	if err := os.Rename(fresh, place); err != nil {
		if _, there := os.Stat(native); there == nil {
			return native, nil // another process was faster
		}
		return "", fmt.Errorf("copy PostgreSQL to %s: %w", cache, err)
	}
	return native, nil
}

// open lets everybody read a copy, whatever the umask it was made under.
func open(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Type()&fs.ModeSymlink != 0 {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		mode := info.Mode().Perm() | 0o444
		if mode&0o100 != 0 { // folders and programs
			mode |= 0o011
		}
		return os.Chmod(path, mode)
	})
}

// cacheFolder is where copies are kept: a folder only this user writes and, for root, the account can enter.
func cacheFolder(a *account) (string, error) {
	base := "/var/cache"
	if a == nil {
		var err error
		if base, err = os.UserCacheDir(); err != nil {
			return "", fmt.Errorf("find a folder for a copy of PostgreSQL: %w", err)
		}
	}
	cache := filepath.Join(base, "upslope")
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", fmt.Errorf("find a folder for a copy of PostgreSQL: %w", err)
	}
	if a != nil {
		if err := os.Chmod(cache, 0o755); err != nil { // made under a strict umask
			return "", fmt.Errorf("open the folder for a copy of PostgreSQL: %w", err)
		}
	}
	if !a.reaches(cache) {
		return "", fmt.Errorf("the user PostgreSQL runs as cannot enter %s", cache)
	}
	return cache, nil
}

func fingerprint(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("read PostgreSQL: %w", err)
	}
	defer func() { _ = file.Close() }()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", fmt.Errorf("read PostgreSQL: %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil)[:6]), nil
}
