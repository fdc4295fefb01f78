// Package secrets encrypts what opens customers' accounts at providers.
//
// It owns the keys and the form of the ciphertext: XAES-256-GCM of Tink, bound to the account, the credential and its kind, so that a
// row that is copied to another account opens nothing. It owns no storage; who keeps the ciphertext is infra/postgres.
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

// Owner is whose a secret is. What was sealed for one owner opens for no other.
type Owner struct {
	AccountID    string
	CredentialID string
	Kind         string
}

// associated is the owner as bytes; the lengths keep two owners from looking the same.
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

// Parse reads a keyset as Export writes it, or as the JSON of Tink. Its errors do not tell what it read.
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

// Export writes the keyset with its keys in the clear, for ENCRYPTION_KEYSET.
func (k *Keyset) Export() (string, error) {
	var buffer bytes.Buffer
	if err := insecurecleartextkeyset.Write(k.handle, keyset.NewBinaryWriter(&buffer)); err != nil {
		return "", errors.New("the keyset cannot be written")
	}
	return base64.StdEncoding.EncodeToString(buffer.Bytes()), nil
}

// Add answers a keyset that also has a fresh key, with which it encrypts from now on.
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

// Newest answers a keyset that has the primary key only, for when nothing is encrypted with the others any more.
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

// Primary is the id of the key that Seal encrypts with.
func (k *Keyset) Primary() int64 { return int64(k.handle.KeysetInfo().GetPrimaryKeyId()) }

// Seal encrypts a secret for its owner.
func (k *Keyset) Seal(secret Secret, owner Owner) ([]byte, error) {
	sealed, err := k.aead.Encrypt([]byte(secret.Reveal()), owner.associated())
	if err != nil {
		return nil, fmt.Errorf("encrypt credential %s: %w", owner.CredentialID, err)
	}
	return sealed, nil
}

// Open decrypts what Seal made for the same owner.
func (k *Keyset) Open(sealed []byte, owner Owner) (Secret, error) {
	text, err := k.aead.Decrypt(sealed, owner.associated())
	if err != nil {
		return Secret{}, fmt.Errorf("decrypt credential %s: no key of the keyset opens it for its owner", owner.CredentialID)
	}
	return Of(string(text)), nil
}

// OpenFile reads the keyset of a file that only its owner may read, and makes it at first use.
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

// makeFile writes a new keyset under the path, unless another process is first: then that one's counts.
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
