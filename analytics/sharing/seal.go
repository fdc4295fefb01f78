package sharing

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
)

const tokenBytes = 24 // 192 random bits

// newToken returns the secret part of a URL.
func newToken() string {
	random := make([]byte, tokenBytes)
	_, _ = rand.Read(random) // never fails
	return base64.RawURLEncoding.EncodeToString(random)
}

// couldBeToken rejects strings that newToken never returns.
func couldBeToken(token string) bool {
	return len(token) == base64.RawURLEncoding.EncodedLen(tokenBytes)
}

// Password hashing: Argon2id (RFC 9106) with the parameters recommended by OWASP.
const (
	argonPasses = 2
	argonMemory = 19 << 10 // KiB
	keyBytes    = 32
	saltBytes   = 16
)

// The first byte of a sealed page.
const (
	openToToken     = 1
	openToPassword  = 2 // of earlier versions: without a checksum
	openToPassword2 = 3
)

// seal returns a page as its kind, the password salt if any, a nonce, and an AES-256-GCM ciphertext with all
// before it authenticated. With a password, an HMAC by the token follows: it tells damage from a wrong one.
func seal(page []byte, token, password string) ([]byte, error) {
	sealed, secret := []byte{openToToken}, []byte(nil)
	if password != "" {
		salt := make([]byte, saltBytes)
		_, _ = rand.Read(salt)
		sealed, secret = append([]byte{openToPassword2}, salt...), passwordKey(password, salt)
	}
	aead, err := cipherOf(token, secret)
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, aead.NonceSize())
	_, _ = rand.Read(nonce)
	head := len(sealed)
	sealed = append(sealed, nonce...)
	sealed = aead.Seal(sealed, nonce, page, sealed[:head:head])
	if password == "" {
		return sealed, nil
	}
	sum, err := checksumOf(sealed, token)
	return append(sealed, sum...), err
}

// checksumOf authenticates a sealed page by its token alone.
func checksumOf(sealed []byte, token string) ([]byte, error) {
	key, err := hkdf.Key(sha256.New, []byte(token), nil, "upslope report checksum", keyBytes)
	if err != nil {
		return nil, fmt.Errorf("make the key of a checksum: %w", err)
	}
	sum := hmac.New(sha256.New, key)
	_, _ = sum.Write(sealed) // never fails
	return sum.Sum(nil), nil
}

// damagedLocked reports whether a page with a password is not what was sealed, as far as its kind can tell.
func damagedLocked(sealed []byte, token string) bool {
	if sealed[0] != openToPassword2 {
		return false
	}
	body := len(sealed) - sha256.Size
	sum, err := checksumOf(sealed[:max(0, body)], token)
	return err != nil || body < 0 || !hmac.Equal(sum, sealed[body:])
}

func passwordKey(password string, salt []byte) []byte {
	return argon2.IDKey([]byte(norm.NFC.String(password)), salt, argonPasses, argonMemory, 1, keyBytes)
}

// cipherOf derives the key of a page from the token and, if set, the password key (HKDF-SHA-256), so that the
// storage or the database alone cannot open it.
func cipherOf(token string, passwordKey []byte) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, append([]byte(token), passwordKey...), nil, "upslope report 1", keyBytes)
	if err != nil {
		return nil, fmt.Errorf("make the key of a page: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("make the key of a page: %w", err)
	}
	return cipher.NewGCM(block) //nolint:wrapcheck // it has no error for AES
}

// saltOf returns the password salt of a sealed page; nil without password.
func saltOf(sealed []byte) []byte {
	if len(sealed) > saltBytes && (sealed[0] == openToPassword || sealed[0] == openToPassword2) {
		return sealed[1 : 1+saltBytes]
	}
	return nil
}

var errSealed = errors.New("the key does not open the page")

// unseal reverses seal.
func unseal(sealed []byte, token string, passwordKey []byte) ([]byte, error) {
	aead, err := cipherOf(token, passwordKey)
	if err != nil {
		return nil, err
	}
	head := 1 + len(saltOf(sealed))
	if len(sealed) < head+aead.NonceSize() || sealed[0] < openToToken || sealed[0] > openToPassword2 {
		return nil, errSealed
	}
	if sealed[0] == openToPassword2 {
		sealed = sealed[:max(head+aead.NonceSize(), len(sealed)-sha256.Size)]
	}
	body := head + aead.NonceSize()
	page, err := aead.Open(nil, sealed[head:body], sealed[body:], sealed[:head])
	if err != nil {
		return nil, errSealed
	}
	return page, nil
}
