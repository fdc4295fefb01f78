package remote

import (
	"context"
	"errors"
	"net/http"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/jwt"

	"upslope/ingest/providers"
)

// Tokens provides the access tokens of one credential and caches the newest while valid. It is safe for
// concurrent use.
type Tokens struct {
	fetch func(context.Context) (*oauth2.Token, error)
	turn  chan struct{} // a one-slot semaphore: its holder may fetch and access token
	token *oauth2.Token
}

// NewTokens makes Tokens from fetch, each call of which must return a new token.
func NewTokens(fetch func(context.Context) (*oauth2.Token, error)) *Tokens {
	tokens := &Tokens{fetch: fetch, turn: make(chan struct{}, 1)}
	tokens.turn <- struct{}{}
	return tokens
}

// RefreshTokens makes Tokens from a refresh token.
func RefreshTokens(config *oauth2.Config, refreshToken string, base http.RoundTripper) *Tokens {
	return NewTokens(func(ctx context.Context) (*oauth2.Token, error) {
		return config.TokenSource(withClient(ctx, base), &oauth2.Token{RefreshToken: refreshToken}).Token()
	})
}

// ServiceAccountTokens makes Tokens from a service account.
func ServiceAccountTokens(config *jwt.Config, base http.RoundTripper) *Tokens {
	return NewTokens(func(ctx context.Context) (*oauth2.Token, error) {
		return config.TokenSource(withClient(ctx, base)).Token()
	})
}

// withClient sets package oauth2's HTTP client. It follows no redirects: the secret is in the body.
func withClient(ctx context.Context, base http.RoundTripper) context.Context {
	if base == nil {
		base = http.DefaultTransport
	}
	return context.WithValue(ctx, oauth2.HTTPClient, &http.Client{
		Transport:     within{ctx, base},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	})
}

// within adds a context to requests: package oauth2 fetches service account tokens without one.
type within struct {
	ctx  context.Context
	base http.RoundTripper
}

// RoundTrip sends the request.
func (w within) RoundTrip(request *http.Request) (*http.Response, error) {
	return w.base.RoundTrip(request.WithContext(w.ctx))
}

func (t *Tokens) get(ctx context.Context, provider string, now time.Time) (*oauth2.Token, *failure) {
	select {
	case <-t.turn:
		defer func() { t.turn <- struct{}{} }()
	case <-ctx.Done():
		return nil, &failure{err: providers.Errorf(providers.Temporary, "Stopped.").Because(ctx.Err())}
	}
	const margin = time.Minute // a token must not expire in transit
	if t.token != nil && (t.token.Expiry.IsZero() || now.Add(margin).Before(t.token.Expiry)) {
		return t.token, nil
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	token, err := t.fetch(ctx)
	if err != nil {
		return nil, refusedToken(provider, err, now)
	}
	t.token = token
	return token, nil
}

// drop removes a token the provider rejected, unless it was already replaced.
func (t *Tokens) drop(token *oauth2.Token) {
	<-t.turn
	if t.token == token {
		t.token = nil
	}
	t.turn <- struct{}{}
}

// refusedToken turns a failed token request into a failure.
func refusedToken(provider string, err error, now time.Time) *failure {
	var retrieve *oauth2.RetrieveError
	if !errors.As(err, &retrieve) || retrieve.Response == nil {
		providerError := providers.Errorf(providers.Temporary, "Signing in to %s does not work at the moment. Upslope will try again with the next sync.", provider)
		return &failure{err: providerError.Because(errors.New(Scrub(err.Error()))), again: true}
	}
	answer := parseAnswer(retrieve.Response.StatusCode, retrieve.Response.Header, retrieve.Body, now)
	if answer.Code == http.StatusTooManyRequests || answer.Code == http.StatusRequestTimeout || answer.Code >= 500 {
		providerError := providers.Errorf(providers.Temporary, "Signing in to %s does not work at the moment. Upslope will try again with the next sync.", provider)
		return &failure{err: providerError.Because(answer), again: true, after: answer.Wait}
	}
	return &failure{err: providers.Errorf(providers.Reconnect, "The access to %s was withdrawn or has ended. Connect it again.", provider).Because(answer)}
}
