package clerk

import (
	"context"
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
	// fetchEvery bounds how often unknown key ids, which anybody can send, make us ask Clerk.
	fetchEvery   = 10 * time.Second
	fetchTimeout = 5 * time.Second
	// keepKeys is how long fetched keys are used before they are asked for again, so that a withdrawn one
	// goes.
	keepKeys = time.Hour
)

func openKeys(config Config, client *http.Client, now func() time.Time) (Keys, error) {
	if config.JWTKey != "" {
		// Files of settings cannot hold line ends, so people write them as \n.
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

// OneKey is the one key there is, whatever a token calls it.
type OneKey struct{ key *sdk.JSONWebKey }

// ParseKey reads a public key from PEM.
func ParseKey(pem string) (OneKey, error) {
	key, err := sdk.JSONWebKeyFromPEM(pem)
	return OneKey{key}, err
}

// Key implements Keys.
func (k OneKey) Key(context.Context, string) (*sdk.JSONWebKey, error) { return k.key, nil }

// FetchedKeys are the keys that Clerk's backend answers, kept for a while.
type FetchedKeys struct {
	client *jwks.Client
	now    func() time.Time

	mu       sync.Mutex
	keys     map[string]*sdk.JSONWebKey
	fetched  time.Time // when keys was answered
	asked    time.Time
	fetching chan struct{} // closed when the answer is there; nil when nobody asks
	failed   error         // of the last question
}

// Key implements Keys. While Clerk cannot be reached, the keys known last are used: one request in a while
// waits for it, the others do not.
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

// look answers a key, and what to wait for before it counts: an answer of Clerk's that is due and that nobody
// has asked for yet, or one that is on its way and may have a key that is not known.
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
	// The keys are for everybody: the request that happens to ask must not take the answer with it when it
	// ends.
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
		if key.KeyID != "" && key.Algorithm == "RS256" {
			k.keys[key.KeyID] = key
		}
	}
}
