package providers

import "time"

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

// WithDefaults puts the defaults in the place of zeros.
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
