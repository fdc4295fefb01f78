package objects

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

const partsKeyBytes = 32

// PartsKey returns the secret that signs part upload URLs, shared by all processes that use the folder. It is
// nil for a bucket, which presigns with its own credentials.
func (s *Store) PartsKey() []byte { return s.partsKey }

// openPartsKey reads the key file, or creates it. When several processes start together, the first file wins.
func openPartsKey(folder string) ([]byte, error) {
	path := filepath.Join(folder, "parts", "key")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of parts: %w", err)
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := makePartsKey(path); err != nil {
			return nil, fmt.Errorf("make the key of parts: %w", err)
		}
	}
	key, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the key of parts: %w", err)
	}
	if len(key) != partsKeyBytes {
		return nil, fmt.Errorf("%s has no key; delete it to get a new one", path)
	}
	return key, nil
}

func makePartsKey(path string) error {
	draft, err := os.CreateTemp(filepath.Dir(path), ".key-*") // creates with mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(draft.Name())
	key := make([]byte, partsKeyBytes)
	_, _ = rand.Read(key) // never fails
	_, err = draft.Write(key)
	if err := errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return err
	}
	// A link, unlike a rename, does not replace a key that another process has just created.
	if err := os.Link(draft.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
