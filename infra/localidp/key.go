package localidp

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"upslope/infra/clerk"
)

const keyBits = 2048

// openKey reads the signing key from its file, or creates it.
func openKey(file string) (*rsa.PrivateKey, clerk.Keys, error) {
	key, err := readKey(file)
	if errors.Is(err, fs.ErrNotExist) {
		key, err = makeKey(file)
	}
	if err != nil {
		return nil, nil, err
	}
	encoded, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		return nil, nil, err
	}
	public, err := clerk.ParseKey(string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: encoded})))
	return key, public, err
}

func readKey(file string) (*rsa.PrivateKey, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, fmt.Errorf("%s has no key; delete it to get a new one", file)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	key, ok := parsed.(*rsa.PrivateKey)
	if err != nil || !ok {
		return nil, fmt.Errorf("%s has no RSA key; delete it to get a new one", file)
	}
	return key, nil
}

// makeKey writes a new key. When several processes start together, the first file wins.
func makeKey(file string) (*rsa.PrivateKey, error) {
	key, err := rsa.GenerateKey(rand.Reader, keyBits)
	if err != nil {
		return nil, err
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, err
	}
	draft, err := os.CreateTemp(filepath.Dir(file), ".localidp-*") // creates with mode 0600
	if err != nil {
		return nil, err
	}
	defer os.Remove(draft.Name())
	err = errors.Join(pem.Encode(draft, &pem.Block{Type: "PRIVATE KEY", Bytes: encoded}), draft.Close())
	if err != nil {
		return nil, err
	}
	// A link, unlike a rename, does not replace a key that another process has just created.
	if err := os.Link(draft.Name(), file); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return readKey(file)
}
