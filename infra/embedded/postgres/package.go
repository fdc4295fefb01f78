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

// prepare makes the programs of an npm package executable for the account and returns their root: the package
// itself, or a shared copy when the account cannot reach it or its missing links cannot be created.
func prepare(pkg string, a *account) (string, error) {
	root := filepath.Join(pkg, "native")
	if err := link(root); err == nil && a.reaches(root) {
		return root, nil
	}
	return share(root, a)
}

// link creates the symbolic links that npm packages cannot contain. The package's install script would, but
// installing without scripts is common.
func link(root string) error {
	text, err := os.ReadFile(filepath.Join(root, "pg-symlinks.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the links of PostgreSQL's libraries: %w", err)
	}
	var links []struct{ Source, Target string } // e.g. native/lib/x.so.1.2 and native/lib/x.so
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

// reaches reports whether the account may enter every folder on the path.
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

// share copies an installation to this user's cache, under a name derived from its content, and returns the
// copy. It is renamed into place, so several processes may do this concurrently.
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

// open makes a copy world-readable regardless of the umask.
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
		if mode&0o100 != 0 { // folders and executables
			mode |= 0o011
		}
		return os.Chmod(path, mode)
	})
}

// cacheFolder returns a folder that only this user writes and that, for root, the account can enter.
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
		if err := os.Chmod(cache, 0o755); err != nil { // the umask may have been strict
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
