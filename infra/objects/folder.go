package objects

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
)

// unfinished matches the name of a temporary file, which is renamed once it is complete.
var unfinished = regexp.MustCompile(`\.[0-9a-f]{16}\.tmp$`)

// openFolder opens a folder that only this user can read, and creates it if missing.
func openFolder(folder string) (*blob.Bucket, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of uploaded files: %w", err)
	}
	bucket, err := fileblob.OpenBucket(folder, &fileblob.Options{
		DirFileMode: 0o700,
		Metadata:    fileblob.MetadataDontWrite,
		NoTempDir:   true, // on the same file system, so that the final rename is atomic
	})
	if err != nil {
		return nil, fmt.Errorf("open the folder of uploaded files: %w", err)
	}
	return bucket, nil
}

// SweepUnfinished deletes what killed processes have left of objects: temporary files not modified since the
// given time. A bucket has none.
func (s *Store) SweepUnfinished(before time.Time) error {
	if s.folder == "" {
		return nil
	}
	return filepath.WalkDir(s.folder, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // completed or deleted by another process
		}
		if err != nil || entry.IsDir() || !unfinished.MatchString(path) {
			return err
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || info.ModTime().After(before) {
			return err
		}
		return os.Remove(path)
	})
}
