package providers

import "time"

// Limits are a provider's rate limits and our timeouts and retries. A zero field means the default after the
// semicolon.
type Limits struct {
	PerSecond   float64       // requests; unlimited
	Burst       int           // simultaneous requests; 1
	Concurrency int           // requests in flight; unlimited
	Timeout     time.Duration // of one attempt, including the body; 1 minute
	Pause       time.Duration // minimum wait before a retry; none
	Backoff     time.Duration // up to so much on top of Pause before a retry, doubled for each; 1 second
	Patience    time.Duration // maximum wait before a retry: a longer Retry-After gives up; 2 minutes
	MaxBytes    int64         // of one response, uncompressed; 64 MB
}

// WithDefaults replaces zeros with the defaults.
func (l Limits) WithDefaults() Limits {
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
