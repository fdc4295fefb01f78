// Package remote makes the HTTP client that a source reaches its provider with.
//
// It adds the credentials, waits for its turn, repeats what may succeed, hands over an answer only when all of it is there, and turns
// everything else into an error of package providers. It knows how providers say no, and no provider: what a body means is the source's.
package remote

import (
	"net/http"
	"time"

	"upslope/ingest/providers"
)

// Options say how to reach a provider.
type Options struct {
	Provider string            // its name, for people
	Base     http.RoundTripper // http.DefaultTransport when nil
	Tokens   *Tokens           // nil: no Authorization is added
	Limits   providers.Limits
	Limiters []*Limiter       // further ones, shared with other clients: of the credentials, of the installation
	Now      func() time.Time // time.Now when nil
}

// NewClient makes the client of one connection; it is safe for concurrent use and worth keeping while the connection is read.
//
// An answer with a status other than 2xx is an error: a *providers.Error whose cause is an *Answer. What the client returns around it,
// a *url.Error, names the address with its key; Failure takes that away.
func NewClient(options Options) *http.Client {
	if options.Base == nil {
		options.Base = http.DefaultTransport
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	options.Limits = options.Limits.WithDefaults()
	return &http.Client{Transport: &transport{
		Options:  options,
		limiters: append([]*Limiter{NewLimiter(options.Limits)}, options.Limiters...),
	}}
}
