package clerk_test

import (
	"crypto/rand"
	"crypto/rsa"
	"testing"
	"time"

	"upslope/infra/clerk"
	"upslope/infra/clerk/clerktest"
)

// A local session is renewed long after its end; that is no leeway for its beginning.
func TestGraceIsForTheEndOnly(t *testing.T) {
	s := newSigner(t, "a")
	key, err := clerk.ParseKey(s.PEM())
	if err != nil {
		t.Fatal(err)
	}
	verifier := &clerk.Verifier{Issuer: "https://" + host, Origin: origin, Keys: key, Now: time.Now, Grace: 30 * 24 * time.Hour}
	now := time.Now().Unix()
	for name, c := range map[string]struct {
		change map[string]any
		valid  bool
	}{
		"ended yesterday":       {map[string]any{"iat": now - 86460, "nbf": now - 86460, "exp": now - 86400}, true},
		"begins in two seconds": {map[string]any{"nbf": now + 2}, true},
		"begins in an hour":     {map[string]any{"nbf": now + 3600}, false},
		"is made in an hour":    {map[string]any{"iat": now + 3600, "exp": now + 3660}, false},
	} {
		if _, err := verifier.Verify(t.Context(), s.Token(c.change)); (err == nil) != c.valid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAShortKeyIsNoKey(t *testing.T) {
	for bits, valid := range map[int]bool{1024: false, 2040: false, 2048: true, 3072: true} {
		private, err := rsa.GenerateKey(rand.Reader, bits)
		if err != nil {
			t.Fatal(err)
		}
		short := &clerktest.Signer{Key: private, ID: "a", Origin: origin, Now: time.Now}
		if _, err := clerk.ParseKey(short.PEM()); (err == nil) != valid {
			t.Errorf("%d bits: %v", bits, err)
		}
	}
}
