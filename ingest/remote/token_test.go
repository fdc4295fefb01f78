package remote_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

// signIn is a token endpoint; answer handles the n-th request, from 1.
func signIn(t *testing.T, answer func(n int, w http.ResponseWriter)) *remote.Tokens {
	n := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		n++
		w.Header().Set("Content-Type", "application/json")
		answer(n, w)
	}))
	t.Cleanup(server.Close)
	config := &oauth2.Config{ClientID: "id", ClientSecret: "GOCSPX-secret", Endpoint: oauth2.Endpoint{TokenURL: server.URL + "/token", AuthStyle: oauth2.AuthStyleInParams}}
	return remote.RefreshTokens(config, "1//refresh", nil)
}

func numbered(n int, w http.ResponseWriter) {
	fmt.Fprintf(w, `{"access_token": "token-%d", "expires_in": 3600, "token_type": "Bearer"}`, n)
}

func TestATokenIsFetchedOnceAndRefreshedOnceWhenItIsNotTaken(t *testing.T) {
	tokens := signIn(t, numbered)
	var seen []string
	answer := func(n int, w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.Header.Get("Authorization"))
		if n == 2 {
			w.WriteHeader(401)
			return
		}
		good(w)
	}
	for range 2 {
		if _, _, err := ask(t, remote.Options{Tokens: tokens}, func(_ int, w http.ResponseWriter, r *http.Request) { answer(len(seen)+1, w, r) }); err != nil {
			t.Fatal(err)
		}
	}
	if got := fmt.Sprint(seen); got != "[Bearer token-1 Bearer token-1 Bearer token-2]" {
		t.Errorf("the provider saw %s", got)
	}
	_, requests, err := ask(t, remote.Options{Tokens: tokens}, func(_ int, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) })
	var providerError *providers.Error
	if !errors.As(err, &providerError) || providerError.Kind != providers.Reconnect || requests != 2 {
		t.Errorf("after %d requests: %v", requests, err)
	}
}

func TestAnOldTokenIsReplacedBeforeItEnds(t *testing.T) {
	tokens := signIn(t, numbered)
	now, seen := time.Now(), ""
	options := remote.Options{Tokens: tokens, Now: func() time.Time { return now }}
	for range 2 {
		if _, _, err := ask(t, options, func(_ int, w http.ResponseWriter, r *http.Request) { seen = r.Header.Get("Authorization"); good(w) }); err != nil {
			t.Fatal(err)
		}
		now = now.Add(59*time.Minute + 30*time.Second)
	}
	if seen != "Bearer token-2" {
		t.Errorf("the provider saw %s", seen)
	}
}

func TestARevokedGrantMeansToConnectAgain(t *testing.T) {
	fetched := 0
	tokens := signIn(t, func(n int, w http.ResponseWriter) {
		fetched = n
		w.WriteHeader(400)
		fmt.Fprint(w, `{"error": "invalid_grant", "error_description": "Token has been expired or revoked."}`)
	})
	_, requests, err := ask(t, remote.Options{Tokens: tokens}, func(_ int, w http.ResponseWriter, _ *http.Request) { good(w) })
	var providerError *providers.Error
	if !errors.As(err, &providerError) || providerError.Kind != providers.Reconnect || requests != 0 || fetched != 1 {
		t.Errorf("%d tokens asked for, %d requests: %v", fetched, requests, err)
	}
}

func TestTheAddressOfTokensMayFailForAWhile(t *testing.T) {
	tokens := signIn(t, func(n int, w http.ResponseWriter) {
		switch n {
		case 1:
			w.WriteHeader(503)
		case 2:
			panic(http.ErrAbortHandler)
		default:
			numbered(n, w)
		}
	})
	if rows, _, err := ask(t, remote.Options{Tokens: tokens}, func(_ int, w http.ResponseWriter, _ *http.Request) { good(w) }); err != nil || rows == "" {
		t.Error(err)
	}
}
