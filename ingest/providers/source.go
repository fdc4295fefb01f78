// Package providers defines a data provider: its registration and the source it offers to the sync.
//
// A source owns the wire format of its provider: reports, paging and the meaning of errors. It owns no
// schedule, storage or secrets: it receives an Access and yields batches of columns for the ClickHouse table
// its report is named after.
package providers

import (
	"context"
	"iter"
	"net/http"
	"time"
)

// Source reads one provider.
type Source interface {
	// Reports returns its reports, most important first.
	Reports() []Report
	// FinalDay returns the last day with final figures, at midnight UTC. today is in the provider's time
	// zone.
	FinalDay(ctx context.Context, access Access, today time.Time) (time.Time, error)
	// Test checks with a minimal request that the property is readable, and returns a sentence about it.
	Test(ctx context.Context, access Access) (Found, error)
	// Properties lists the accessible properties.
	Properties(ctx context.Context, access Access) ([]Property, error)
}

// Report is one table of a provider.
type Report struct {
	Table string // in ClickHouse; also the report's name
	// Span is the maximum number of days of one Fetch. A snapshot has no past: its span is its own day.
	Span     int
	Snapshot bool
	// LatestOnly means that a new snapshot replaces all older ones.
	LatestOnly bool
	Every      int // days between snapshots: 1 daily, 7 weekly, 28 monthly
	History    int // days of history; 0: as in the settings
	Repull     int // newest days to re-read daily, because they change
	// ThroughFinal limits the read to final days; otherwise it ends yesterday.
	ThroughFinal bool
	// Optional reports may be refused or keep failing without failing the sync.
	Optional bool
	// Months defines the sums of completed months; nil where windows read days.
	Months *Months
	// Fetch reads the days from through to, both at midnight UTC. It yields the rows of a day in one or more
	// batches, in any order, and nothing for a day without rows. After an error the caller must discard all
	// batches.
	Fetch func(ctx context.Context, access Access, from, to time.Time) iter.Seq2[Batch, error]
}

// Months is a report's table of monthly sums, and the statement that adds one month.
type Months struct {
	Table string
	SQL   string
}

// Batch holds rows of one day.
type Batch struct {
	Day     time.Time // midnight UTC
	Columns []Column  // of the report's table except common ones (account_id … sync_id); equally long
	Notes   []Note    // about the whole day
}

// Column is a column of a batch: Values is a slice of the column's Go type.
type Column struct {
	Name   string
	Values any
}

// Note qualifies a day's figures.
type Note string

// All notes.
const (
	Truncated   Note = "truncated"   // truncated at the provider's row limit
	Thresholded Note = "thresholded" // rows withheld for privacy
	Sampled     Note = "sampled"
	OtherRow    Note = "other_row" // small rows aggregated into one without a name
)

// Access is a source's access to one property.
type Access struct {
	// HTTP adds the credentials, applies rate limits, retries, and returns the errors of errors.go.
	HTTP     *http.Client
	Property string // GA4 property id, Search Console site, Ads customer id
	Domain   string // the site's
	Origin   string // scheme and host for paths without one, such as https://www.example.com
	Account  string // e-mail that needs access to the property: service account or user; "" unknown
	Key      string // API key, for providers that take it in the address
	Login    string // Google Ads: manager account; "" for direct access
	// Pages are the addresses to test, most valuable first; PageSpeed only.
	Pages []string
}

// Found is the result of a test.
type Found struct {
	Message  string // a sentence
	Name     string // the property's
	Domain   string // the property's; "" unknown
	Currency string // ISO 4217; "" unknown
	TimeZone string // IANA; "" unknown
}

// Property is an accessible property.
type Property struct {
	ID     string
	Name   string
	Domain string // "" unknown
}
