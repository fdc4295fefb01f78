// Package remote makes the HTTP client a source uses to reach its provider.
//
// It adds credentials, applies rate limits, retries, returns only complete responses, and turns everything
// else into an error of package providers. It knows how providers signal errors, but no single provider: the
// meaning of a body belongs to the source.
package remote

import (
	"net/http"
	"time"

	"upslope/ingest/providers"
)

// Options configure the access to a provider.
type Options struct {
	Provider string            // display name
	Base     http.RoundTripper // nil: http.DefaultTransport
	Tokens   *Tokens           // nil: no Authorization header
	Limits   providers.Limits
	Limiters []*Limiter       // shared with other clients: of the credentials, of the installation
	Now      func() time.Time // nil: time.Now
}

// NewClient makes the client of one connection. It is safe for concurrent use and should be reused.
//
// A response other than 2xx is an error: a *providers.Error caused by an *Answer. The client wraps it in a
// *url.Error that contains the address and its key; Failure removes that.
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
