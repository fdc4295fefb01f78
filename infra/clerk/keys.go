package clerk

import (
	"context"
	"crypto/rsa"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	sdk "github.com/clerk/clerk-sdk-go/v2"
	"github.com/clerk/clerk-sdk-go/v2/jwks"

	"upslope"
)

const (
	// fetchEvery bounds how often unknown key ids, which anybody can send, cause a request to Clerk.
	fetchEvery   = 10 * time.Second
	fetchTimeout = 5 * time.Second
	// keepKeys is how long fetched keys are cached, which bounds the use of a revoked one.
	keepKeys = time.Hour
)

func openKeys(config Config, client *http.Client, now func() time.Time) (Keys, error) {
	if config.JWTKey != "" {
		// Environment files cannot contain line breaks, so people write them as \n.
		key, err := ParseKey(strings.ReplaceAll(config.JWTKey, `\n`, "\n"))
		if err != nil {
			return nil, fmt.Errorf("read CLERK_JWT_KEY: %w", err)
		}
		return key, nil
	}
	backend := sdk.BackendConfig{HTTPClient: client, Key: &config.SecretKey}
	if config.APIURL != "" {
		backend.URL = &config.APIURL
	}
	return &FetchedKeys{client: jwks.NewClient(&sdk.ClientConfig{BackendConfig: backend}), now: now}, nil
}

// OneKey is a single key, whatever id a token has.
type OneKey struct{ key *sdk.JSONWebKey }

// ParseKey reads a public key from PEM.
func ParseKey(pem string) (OneKey, error) {
	key, err := sdk.JSONWebKeyFromPEM(pem)
	if err != nil {
		return OneKey{}, err
	}
	if !strong(key) {
		return OneKey{}, fmt.Errorf("it must be an RSA key of %d bits or more", minKeyBits)
	}
	return OneKey{key}, nil
}

// minKeyBits is the length below which RSA keys do not count: shorter ones can be factored (NIST SP 800-57).
const minKeyBits = 2048

// strong reports whether a key is an RSA key that is long enough.
func strong(key *sdk.JSONWebKey) bool {
	public, is := key.Key.(*rsa.PublicKey)
	return is && public.N.BitLen() >= minKeyBits
}

// Key implements Keys.
func (k OneKey) Key(context.Context, string) (*sdk.JSONWebKey, error) { return k.key, nil }

// FetchedKeys are the keys of Clerk's backend, cached.
type FetchedKeys struct {
	client *jwks.Client
	now    func() time.Time

	mu       sync.Mutex
	keys     map[string]*sdk.JSONWebKey
	fetched  time.Time // when keys were fetched
	asked    time.Time
	fetching chan struct{} // closed when the fetch ends; nil when none is running
	failed   error         // of the last fetch
}

// Key implements Keys. While Clerk is unreachable, cached keys are used: now and then one request waits for a
// fetch, the others do not.
func (k *FetchedKeys) Key(ctx context.Context, id string) (*sdk.JSONWebKey, error) {
	key, answer := k.look(ctx, id)
	if answer != nil {
		select {
		case <-answer:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		key, _ = k.known(id)
	}
	if key != nil {
		return key, nil
	}
	if _, failed := k.known(id); failed != nil {
		return nil, fmt.Errorf("%w: %w", upslope.Errorf(upslope.Unavailable, "Sign-in cannot be checked right now. Try again in a moment."), failed)
	}
	return nil, errors.New("the token is signed with an unknown key")
}

func (k *FetchedKeys) known(id string) (*sdk.JSONWebKey, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.keys[id], k.failed
}

// look returns a cached key and, if the result may be outdated, a fetch to wait for: one that it starts
// because it is due, or a running one that may contain an unknown key.
func (k *FetchedKeys) look(ctx context.Context, id string) (*sdk.JSONWebKey, <-chan struct{}) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now, key := k.now(), k.keys[id]
	if k.fetching != nil {
		if key == nil {
			return nil, k.fetching
		}
		return key, nil
	}
	due := key == nil || now.Sub(k.fetched) > keepKeys
	if !due || !k.asked.IsZero() && now.Sub(k.asked) < fetchEvery {
		return key, nil
	}
	k.asked, k.fetching = now, make(chan struct{})
	// The result is shared, so it must not be canceled with the request that started it.
	go k.fetch(context.WithoutCancel(ctx), k.fetching)
	return key, k.fetching
}

func (k *FetchedKeys) fetch(ctx context.Context, answered chan struct{}) {
	defer close(answered)
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	set, err := k.client.Get(ctx, &jwks.GetParams{})
	k.mu.Lock()
	defer k.mu.Unlock()
	k.fetching = nil
	if err != nil {
		k.failed = fmt.Errorf("fetch the signing keys from Clerk: %w", err)
		return
	}
	k.keys, k.fetched, k.failed = map[string]*sdk.JSONWebKey{}, k.now(), nil
	for _, key := range set.Keys {
		if key.KeyID != "" && key.Algorithm == "RS256" && strong(key) {
			k.keys[key.KeyID] = key
		}
	}
}
