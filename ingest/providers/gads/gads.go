// Package gads reads Google Ads over REST.
//
// It owns the queries, their response format (an array of batches), and the access to customers through
// manager accounts. It is read-only: it never changes anything in Google Ads. The HTTP client handles tokens,
// retries and rate limits.
package gads

import (
	"context"
	"strings"
	"sync"
	"time"

	"upslope/ingest/providers"
)

// Name is the display name.
const Name = "Google Ads"

// Scope is the required OAuth scope. Google offers no read-only one.
const Scope = "https://www.googleapis.com/auth/adwords"

// Source reads Google Ads customers. It is safe for concurrent use.
type Source struct {
	base    string
	version string
	today   func(*time.Location) time.Time

	mu       sync.Mutex
	managers map[string]string // by customer: the manager that last worked
}

// New makes a Source of the API at base, such as https://googleads.googleapis.com, in a version such as v26.
// New makes a Source; today returns the date in a time zone, at midnight UTC.
func New(base, version string, today func(*time.Location) time.Time) *Source {
	return &Source{base: strings.TrimRight(base, "/") + "/" + version + "/", version: version, today: today, managers: map[string]string{}}
}

// Limits returns our own limits: Google does not publish the rate per customer, and a month of a large one
// takes minutes to load. A response above MaxBytes is requested in halves, to bound memory.
func Limits() providers.Limits {
	return providers.Limits{PerSecond: 5, Burst: 5, Concurrency: 2, Timeout: 5 * time.Minute, MaxBytes: 32 << 20}
}

const (
	span   = 30 // days per query: an oversized response is requested in halves
	repull = 30 // days in which Google still adds conversions to clicks and removes invalid clicks
)

// Reports returns the Google Ads reports. The campaigns contain all spend; the others are optional, so that
// a failing one, for instance after a field was dropped, does not lose the spend.
func (s *Source) Reports() []providers.Report {
	var reports []providers.Report
	for i, f := range facts() {
		reports = append(reports, providers.Report{Table: f.table, Span: span, Repull: repull, ThroughFinal: true, Optional: i > 0, Fetch: s.fetchFacts(f)})
	}
	return append(reports, providers.Report{Table: "gads_criteria", Span: 1, Snapshot: true, LatestOnly: true, Every: 1, Optional: true, Fetch: s.fetchCriteria})
}

// FinalDay is yesterday in the customer's time zone: cost and clicks are final, and Repull picks up late
// conversions.
func (s *Source) FinalDay(ctx context.Context, access providers.Access, today time.Time) (time.Time, error) {
	reached, err := s.reach(ctx, access)
	if err != nil {
		return time.Time{}, err
	}
	if zone, err := time.LoadLocation(reached.TimeZone); err == nil && reached.TimeZone != "" {
		today = s.today(zone)
	}
	return today.AddDate(0, 0, -1), nil
}
