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

// Tokens gives the access tokens of one credential, and keeps the newest while it is good. It is safe for concurrent use.
type Tokens struct {
	fetch func(context.Context) (*oauth2.Token, error)
	turn  chan struct{} // holds one: only who has it may fetch, and look at token
	token *oauth2.Token
}

// NewTokens gives the tokens that fetch brings. Every call of fetch must bring a new one.
func NewTokens(fetch func(context.Context) (*oauth2.Token, error)) *Tokens {
	tokens := &Tokens{fetch: fetch, turn: make(chan struct{}, 1)}
	tokens.turn <- struct{}{}
	return tokens
}

// RefreshTokens gives the tokens that a refresh token opens.
func RefreshTokens(config *oauth2.Config, refreshToken string, base http.RoundTripper) *Tokens {
	return NewTokens(func(ctx context.Context) (*oauth2.Token, error) {
		return config.TokenSource(withClient(ctx, base), &oauth2.Token{RefreshToken: refreshToken}).Token()
	})
}

// ServiceAccountTokens gives the tokens of a service account.
func ServiceAccountTokens(config *jwt.Config, base http.RoundTripper) *Tokens {
	return NewTokens(func(ctx context.Context) (*oauth2.Token, error) {
		return config.TokenSource(withClient(ctx, base)).Token()
	})
}

// withClient says how package oauth2 reaches the address of tokens. Redirects are not followed: the secret is in the body.
func withClient(ctx context.Context, base http.RoundTripper) context.Context {
	if base == nil {
		base = http.DefaultTransport
	}
	return context.WithValue(ctx, oauth2.HTTPClient, &http.Client{
		Transport:     within{ctx, base},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	})
}

// within gives requests a context: package oauth2 asks for the tokens of a service account without one.
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
	const margin = time.Minute // a token must not end on its way
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

// drop forgets a token that the provider did not take, unless a newer one has come in the meantime.
func (t *Tokens) drop(token *oauth2.Token) {
	<-t.turn
	if t.token == token {
		t.token = nil
	}
	t.turn <- struct{}{}
}

// refusedToken says what follows when there is no token to be had.
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
