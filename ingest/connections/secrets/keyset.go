// Package secrets encrypts the customers' provider credentials.
//
// It owns the keys and the ciphertext format: Tink's XAES-256-GCM, bound to the account, the credential and
// its kind, so that a row copied to another account cannot be decrypted. It stores nothing: infra/postgres
// does.
package secrets

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/tink-crypto/tink-go/v2/aead"
	"github.com/tink-crypto/tink-go/v2/insecurecleartextkeyset"
	"github.com/tink-crypto/tink-go/v2/keyset"
	"github.com/tink-crypto/tink-go/v2/tink"
)

// Keyset encrypts with its primary key and decrypts with all of its keys.
type Keyset struct {
	handle *keyset.Handle
	aead   tink.AEAD
}

// Owner identifies the owner of a secret. Data sealed for one owner cannot be opened for another.
type Owner struct {
	AccountID    string
	CredentialID string
	Kind         string
}

// associated encodes the owner; length prefixes keep two owners from encoding alike.
func (o Owner) associated() []byte {
	var data []byte
	for _, field := range []string{o.AccountID, o.CredentialID, o.Kind} {
		data = binary.BigEndian.AppendUint32(data, uint32(len(field)))
		data = append(data, field...)
	}
	return data
}

// New makes a keyset with one fresh key.
func New() (*Keyset, error) {
	handle, err := keyset.NewHandle(aead.XAES256GCM192BitNonceKeyTemplate())
	if err != nil {
		return nil, fmt.Errorf("make a keyset: %w", err)
	}
	return from(handle)
}

func from(handle *keyset.Handle) (*Keyset, error) {
	primitive, err := aead.New(handle)
	if err != nil {
		return nil, errors.New("the keyset does not encrypt: it must be one that upslope keys new made")
	}
	return &Keyset{handle, primitive}, nil
}

// Parse reads a keyset in Export's format or in Tink's JSON. Its errors never quote the input.
func Parse(text string) (*Keyset, error) {
	text = strings.TrimSpace(text)
	var reader keyset.Reader = keyset.NewJSONReader(strings.NewReader(text))
	if !strings.HasPrefix(text, "{") {
		binary, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return nil, errors.New("a keyset must be base64 or JSON, as upslope keys new prints it")
		}
		reader = keyset.NewBinaryReader(bytes.NewReader(binary))
	}
	handle, err := insecurecleartextkeyset.Read(reader)
	if err != nil {
		return nil, errors.New("the keyset cannot be read: it must be one that upslope keys new made, and whole")
	}
	return from(handle)
}

// Export returns the keyset with its keys in plaintext, for ENCRYPTION_KEYSET.
func (k *Keyset) Export() (string, error) {
	var buffer bytes.Buffer
	if err := insecurecleartextkeyset.Write(k.handle, keyset.NewBinaryWriter(&buffer)); err != nil {
		return "", errors.New("the keyset cannot be written")
	}
	return base64.StdEncoding.EncodeToString(buffer.Bytes()), nil
}

// Add returns a keyset with a fresh primary key.
func (k *Keyset) Add() (*Keyset, error) {
	manager := keyset.NewManagerFromHandle(k.handle)
	id, err := manager.Add(aead.XAES256GCM192BitNonceKeyTemplate())
	if err != nil {
		return nil, fmt.Errorf("add a key: %w", err)
	}
	if err := manager.SetPrimary(id); err != nil {
		return nil, fmt.Errorf("make the new key the primary one: %w", err)
	}
	handle, err := manager.Handle()
	if err != nil {
		return nil, fmt.Errorf("add a key: %w", err)
	}
	return from(handle)
}

// Newest returns a keyset with the primary key only, for use after Rotate.
func (k *Keyset) Newest() (*Keyset, error) {
	manager := keyset.NewManagerFromHandle(k.handle)
	info := k.handle.KeysetInfo()
	for _, key := range info.GetKeyInfo() {
		if key.GetKeyId() == info.GetPrimaryKeyId() {
			continue
		}
		if err := manager.Delete(key.GetKeyId()); err != nil {
			return nil, fmt.Errorf("take key %d out: %w", key.GetKeyId(), err)
		}
	}
	handle, err := manager.Handle()
	if err != nil {
		return nil, fmt.Errorf("take the older keys out: %w", err)
	}
	return from(handle)
}

// Primary returns the id of the key Seal encrypts with.
func (k *Keyset) Primary() int64 { return int64(k.handle.KeysetInfo().GetPrimaryKeyId()) }

// Seal encrypts a secret for its owner.
func (k *Keyset) Seal(secret Secret, owner Owner) ([]byte, error) {
	sealed, err := k.aead.Encrypt([]byte(secret.Reveal()), owner.associated())
	if err != nil {
		return nil, fmt.Errorf("encrypt credential %s: %w", owner.CredentialID, err)
	}
	return sealed, nil
}

// Open decrypts the output of Seal for the same owner.
func (k *Keyset) Open(sealed []byte, owner Owner) (Secret, error) {
	text, err := k.aead.Decrypt(sealed, owner.associated())
	if err != nil {
		return Secret{}, fmt.Errorf("decrypt credential %s: no key of the keyset opens it for its owner", owner.CredentialID)
	}
	return Of(string(text)), nil
}

// OpenFile reads a keyset from a file readable by its owner only, and creates it on first use.
func OpenFile(path string) (*Keyset, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeFile(path); err != nil {
			return nil, fmt.Errorf("make the keyset of this machine: %w", err)
		}
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, fmt.Errorf("read the keyset of this machine: %w", err)
	}
	return Parse(string(text))
}

// makeFile writes a new keyset, unless another process was first: then that file wins.
func makeFile(path string) error {
	fresh, err := New()
	if err != nil {
		return err
	}
	text, err := fresh.Export()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), ".keyset-*") // readable by its owner only
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(temporary.Name()) }()
	_, err = temporary.WriteString(text + "\n")
	if err = errors.Join(err, temporary.Sync(), temporary.Close()); err != nil {
		return err
	}
	if err := os.Link(temporary.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
