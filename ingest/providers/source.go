// Package providers says what a provider of data is: how it is registered, and what its source gives the sync.
//
// A source owns the wire format of its provider: its reports, their pages, the meaning of its errors. It owns no schedule, no storage
// and no secrets: it gets an Access and yields batches of columns of the ClickHouse table that a report is named after.
package providers

import (
	"context"
	"iter"
	"net/http"
	"time"
)

// Source is one provider.
type Source interface {
	// Reports are what is read of it, the most wanted first.
	Reports() []Report
	// FinalDay is the last day whose figures the provider will not change any more, as a day at midnight UTC. today is the provider's.
	FinalDay(ctx context.Context, access Access, today time.Time) (time.Time, error)
	// Test tries the access with as small a request as shows that the property can be read, and answers what it found, in a sentence.
	Test(ctx context.Context, access Access) (Found, error)
	// Properties lists what the credentials open.
	Properties(ctx context.Context, access Access) ([]Property, error)
}

// Report is one table of a provider.
type Report struct {
	Table string // in ClickHouse; also the report's name
	// Span is how many days one Fetch may ask for at most; a snapshot, which has no past, is a span of its own day.
	Span     int
	Snapshot bool
	// LatestOnly says that a newer snapshot takes the place of all older ones.
	LatestOnly bool
	Every      int // days between two snapshots: 1 daily, 7 weekly, 28 monthly
	History    int // how many days back it is read; 0: as far as the settings say
	Repull     int // how many of the newest days are read again every day, because they change
	// ThroughFinal says that only final days are read; otherwise days are read up to yesterday.
	ThroughFinal bool
	// Optional: when the provider refuses it or keeps failing at it, the others still count.
	Optional bool
	// Months is where its months are summed up that are over; nil where windows read days.
	Months *Months
	// Fetch reads days from through to, both at midnight UTC. It yields the rows of each of them in one or several batches, in any order,
	// and for each day that has no rows nothing. An error ends it: what was yielded before must not be used.
	Fetch func(ctx context.Context, access Access, from, to time.Time) iter.Seq2[Batch, error]
}

// Months is the table of the monthly sums of a report, and the statement that adds one month to it.
type Months struct {
	Table string
	SQL   string
}

// Batch is some rows of one day.
type Batch struct {
	Day     time.Time // midnight UTC
	Columns []Column  // of the report's table, those that every table has (account_id … sync_id) aside; all have the same length
	Notes   []Note    // about the whole day
}

// Column is a column of a batch: Values is a slice of the Go type that the table's column takes.
type Column struct {
	Name   string
	Values any
}

// Note is what has to be known about a day's figures.
type Note string

// The notes there are.
const (
	Truncated   Note = "truncated"   // the provider's cap cut the tail
	Thresholded Note = "thresholded" // rows were withheld for privacy
	Sampled     Note = "sampled"
	OtherRow    Note = "other_row" // small rows came as one that names nothing
)

// Access is how a source reaches one property.
type Access struct {
	// HTTP adds the credentials, waits for its turn, tries again what may succeed, and answers errors of the kinds in errors.go.
	HTTP     *http.Client
	Property string // GA4 property id, Search Console site, Ads customer id
	Domain   string // of the site
	Origin   string // scheme and host that paths without one belong to, such as https://www.example.com
	Account  string // the e-mail address that the property must be opened to: of a service account, or of who signed in; "" unknown
	Key      string // an API key, where the provider takes one in the address
	Login    string // Ads: the manager through which the customer is reached; "" directly
	// Pages are the addresses to test, the most valuable first; PageSpeed only.
	Pages []string
}

// Found is what a test saw.
type Found struct {
	Message  string // a sentence
	Name     string // of the property
	Domain   string // of the property; "" unknown
	Currency string // ISO 4217; "" unknown
	TimeZone string // IANA; "" unknown
}

// Property is something that credentials open.
type Property struct {
	ID     string
	Name   string
	Domain string // "" unknown
}
