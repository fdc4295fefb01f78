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
	// keepKeys is how long fetched keys are used before they are asked for again, so that a withdrawn one goes.
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

	mu      sync.Mutex
	keys    map[string]*sdk.JSONWebKey
	fetched time.Time // when keys was answered
	asked   time.Time
	failed  error // of the last question
}

// Key implements Keys. While Clerk cannot be reached, the keys known last are used.
func (k *FetchedKeys) Key(ctx context.Context, id string) (*sdk.JSONWebKey, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.now()
	key := k.keys[id]
	due := key == nil || now.Sub(k.fetched) > keepKeys
	if due && (k.asked.IsZero() || now.Sub(k.asked) >= fetchEvery) {
		k.asked = now
		k.failed = k.fetch(ctx)
		key = k.keys[id]
	}
	switch {
	case key != nil:
		return key, nil
	case k.failed != nil:
		return nil, fmt.Errorf("%w: %w", upslope.Errorf(upslope.Unavailable, "Sign-in cannot be checked right now. Try again in a moment."), k.failed)
	}
	return nil, errors.New("the token is signed with an unknown key")
}

func (k *FetchedKeys) fetch(ctx context.Context) error {
	// The keys are for everybody: the request that happens to ask must not take the answer with it when it ends.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), fetchTimeout)
	defer cancel()
	set, err := k.client.Get(ctx, &jwks.GetParams{})
	if err != nil {
		return fmt.Errorf("fetch the signing keys from Clerk: %w", err)
	}
	keys := map[string]*sdk.JSONWebKey{}
	for _, key := range set.Keys {
		if key.KeyID != "" && key.Algorithm == "RS256" {
			keys[key.KeyID] = key
		}
	}
	k.keys, k.fetched = keys, k.now()
	return nil
}
