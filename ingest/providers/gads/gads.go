// Package gads reads Google Ads over REST.
//
// It knows the queries, the array of batches that answers them, and how customers are reached through managers. It only ever asks:
// nothing in Google Ads is changed from here. Tokens, tries and turns are the HTTP client's.
package gads

import (
	"context"
	"strings"
	"sync"
	"time"

	"upslope/ingest/providers"
)

// Name is what people call the provider.
const Name = "Google Ads"

// Scope is what credentials must allow. Google has none that only reads.
const Scope = "https://www.googleapis.com/auth/adwords"

// Source reads customers of Google Ads. It is safe for concurrent use.
type Source struct {
	base    string
	version string
	today   func(*time.Location) time.Time

	mu       sync.Mutex
	managers map[string]string // by customer: through which manager it was last reached
}

// New makes a Source of the API at base, such as https://googleads.googleapis.com, in a version such as v26. today answers the date in a
// time zone, at midnight UTC.
func New(base, version string, today func(*time.Location) time.Time) *Source {
	return &Source{base: strings.TrimRight(base, "/") + "/" + version + "/", version: version, today: today, managers: map[string]string{}}
}

// Limits are how the source wants to be served: Google meters queries a second by customer and tells nobody how many, and a month of a
// large customer takes minutes to come. One that is larger than MaxBytes comes in halves, for which nobody holds more memory.
func Limits() providers.Limits {
	return providers.Limits{PerSecond: 5, Burst: 5, Concurrency: 2, Timeout: 5 * time.Minute, MaxBytes: 32 << 20}
}

const (
	span   = 30 // days a query: an answer that is too large is asked for in halves
	repull = 30 // days for which Google still adds conversions to clicks, and takes invalid clicks out
)

// Reports are what is read of Google Ads. The campaigns are all that was paid; the others say for what, and one that Google does not
// answer, such as for a field that a version dropped, does not keep the money from being known.
func (s *Source) Reports() []providers.Report {
	var reports []providers.Report
	for i, f := range facts() {
		reports = append(reports, providers.Report{Table: f.table, Span: span, Repull: repull, ThroughFinal: true, Optional: i > 0, Fetch: s.fetchFacts(f)})
	}
	return append(reports, providers.Report{Table: "gads_criteria", Span: 1, Snapshot: true, LatestOnly: true, Every: 1, Optional: true, Fetch: s.fetchCriteria})
}

// FinalDay is yesterday in the time zone of the customer: its cost and clicks stand, and Repull takes up the conversions that come later.
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
