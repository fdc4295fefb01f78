// Package remote makes the HTTP client that a source reaches its provider with.
//
// It adds the credentials, waits for its turn, repeats what may succeed, hands over an answer only when all of it is there, and turns
// everything else into an error of package sources. It knows how providers say no, and no provider: what a body means is the source's.
package remote

import (
	"net/http"
	"time"
)

// Limits are what a provider allows, and how patient to be with it. A zero means what stands beside the field.
type Limits struct {
	PerSecond   float64       // requests; as many as come
	Burst       int           // requests that may come at once; 1
	Concurrency int           // requests under way at a time; as many as come
	Timeout     time.Duration // of one try, its body included; 1 minute
	Pause       time.Duration // the least wait before another try; none
	Backoff     time.Duration // the most that is added to Pause before the second try, at random, twice as much before each further; 1 second
	Patience    time.Duration // the most to wait before another try: who is told to wait longer gives up; 2 minutes
	MaxBytes    int64         // of one answer, unpacked; 64 MB
}

func (l Limits) complete() Limits {
	if l.Burst == 0 {
		l.Burst = 1
	}
	if l.Timeout == 0 {
		l.Timeout = time.Minute
	}
	if l.Backoff == 0 {
		l.Backoff = time.Second
	}
	if l.Patience == 0 {
		l.Patience = 2 * time.Minute
	}
	if l.MaxBytes == 0 {
		l.MaxBytes = 64 << 20
	}
	return l
}

// Options say how to reach a provider.
type Options struct {
	Provider string            // its name, for people
	Base     http.RoundTripper // http.DefaultTransport when nil
	Tokens   *Tokens           // nil: no Authorization is added
	Limits   Limits
	Limiters []*Limiter       // further ones, shared with other clients: of the credentials, of the installation
	Now      func() time.Time // time.Now when nil
}

// NewClient makes the client of one connection; it is safe for concurrent use and worth keeping while the connection is read.
//
// An answer with a status other than 2xx is an error: a *sources.Error whose cause is an *Answer. What the client returns around it,
// a *url.Error, names the address with its key; Failure takes that away.
func NewClient(options Options) *http.Client {
	if options.Base == nil {
		options.Base = http.DefaultTransport
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	options.Limits = options.Limits.complete()
	return &http.Client{Transport: &transport{
		Options:  options,
		limiters: append([]*Limiter{NewLimiter(options.Limits)}, options.Limiters...),
	}}
}
