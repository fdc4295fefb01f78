// Package semrush reads Semrush's estimates for a domain: its rankings and its competitors.
//
// The API charges units, which cost money: the package never requests more lines than it uses. The wire
// format is behind an interface, because version 3 of the API ends in 2027.
package semrush

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"time"

	"upslope/ingest/providers"
)

// Name is the display name.
const Name = "Semrush"

const (
	// maxPositions costs 50,000 units a month and site, the smallest package of units. Lines are sorted by
	// traffic: keywords after the 5,000th have too little for an insight.
	maxPositions   = 5_000
	maxCompetitors = 20 // 40 units each
	every          = 28 // days: Semrush updates most rankings once a month
)

// API is one version of the Semrush API.
type API interface {
	// Positions yields up to most rankings of the domain in pages, highest traffic first.
	Positions(ctx context.Context, access providers.Access, most int) iter.Seq2[Page, error]
	// Competitors lists the domains with the most common keywords.
	Competitors(ctx context.Context, access providers.Access, most int) ([]Competitor, error)
}

// Page is a page of rankings.
type Page struct {
	Positions []Position
	More      bool // the limit was reached: there may be more
}

// Position is the ranking of the domain's page for a keyword. Nil means unknown.
type Position struct {
	Keyword      string
	URL          string // normalized; "" if invalid
	Position     uint16
	Previous     *uint16
	Volume       *uint64  // searches a month
	Difficulty   *float64 // 0 to 100
	CPC          *float64 // US dollars
	TrafficShare *float64 // percent of the domain's traffic
	Intents      []string
	Features     []string // SERP features
}

// Competitor is a domain that ranks for the same keywords.
type Competitor struct {
	Domain         string
	Relevance      *float64
	CommonKeywords *uint64
	Keywords       *uint64
	Traffic        *uint64  // visits a month
	TrafficCost    *float64 // US dollars a month
}

// Source reads Semrush.
type Source struct {
	api      API
	database string
}

// New makes a Source of API version 3 at base, such as https://api.semrush.com. database is a country's,
// such as us.
func New(base, database string, now func() time.Time) *Source {
	return &Source{api: &version3{base: strings.TrimRight(base, "/") + "/", database: database, now: now}, database: database}
}

// Limits are Semrush's 10 requests a second per key, with a margin.
func Limits() providers.Limits {
	return providers.Limits{PerSecond: 8, Burst: 2, Concurrency: 4, Timeout: 2 * time.Minute}
}

// Reports are read every 28 days.
func (s *Source) Reports() []providers.Report {
	return []providers.Report{
		{Table: "semrush_positions", Span: 1, Snapshot: true, LatestOnly: true, Every: every, Fetch: s.positions},
		{Table: "semrush_competitors", Span: 1, Snapshot: true, LatestOnly: true, Every: every, Optional: true, Fetch: s.competitors},
	}
}

// FinalDay is today: results are snapshots.
func (s *Source) FinalDay(_ context.Context, _ providers.Access, today time.Time) (time.Time, error) {
	return today, nil
}

// Test requests one ranking, which costs 10 units and checks the key, the domain and the database.
func (s *Source) Test(ctx context.Context, access providers.Access) (providers.Found, error) {
	found := providers.Found{Name: access.Domain, Domain: access.Domain, Currency: "USD"}
	for page, err := range s.api.Positions(ctx, access, 1) {
		if err != nil {
			return providers.Found{}, err
		}
		if len(page.Positions) > 0 {
			found.Message = fmt.Sprintf("Semrush knows rankings of %s in its database %s.", access.Domain, s.database)
			return found, nil
		}
	}
	found.Message = fmt.Sprintf("Semrush accepts the key. It knows no rankings of %s in its database %s yet.", access.Domain, s.database)
	return found, nil
}

// Properties returns none: Semrush covers any domain.
func (s *Source) Properties(context.Context, providers.Access) ([]providers.Property, error) {
	return nil, nil
}

func (s *Source) positions(ctx context.Context, access providers.Access, day, _ time.Time) iter.Seq2[providers.Batch, error] {
	return func(yield func(providers.Batch, error) bool) {
		for page, err := range s.api.Positions(ctx, access, maxPositions) {
			if err != nil {
				yield(providers.Batch{}, err)
				return
			}
			batch := providers.Batch{Day: day, Columns: positionColumns(page.Positions)}
			if page.More {
				batch.Notes = []providers.Note{providers.Truncated}
			}
			if len(page.Positions) > 0 && !yield(batch, nil) {
				return
			}
		}
	}
}

func positionColumns(rows []Position) []providers.Column {
	return []providers.Column{
		providers.ColumnOf("query", rows, func(p *Position) string { return p.Keyword }),
		providers.ColumnOf("page", rows, func(p *Position) string { return p.URL }),
		providers.ColumnOf("position", rows, func(p *Position) uint16 { return p.Position }),
		providers.ColumnOf("previous_position", rows, func(p *Position) *uint16 { return p.Previous }),
		providers.ColumnOf("volume", rows, func(p *Position) *uint64 { return p.Volume }),
		providers.ColumnOf("difficulty", rows, func(p *Position) *float64 { return p.Difficulty }),
		providers.ColumnOf("cpc", rows, func(p *Position) *float64 { return p.CPC }),
		providers.ColumnOf("intents", rows, func(p *Position) []string { return p.Intents }),
		providers.ColumnOf("serp_features", rows, func(p *Position) []string { return p.Features }),
		providers.ColumnOf("traffic_share", rows, func(p *Position) *float64 { return p.TrafficShare }),
	}
}

func (s *Source) competitors(ctx context.Context, access providers.Access, day, _ time.Time) iter.Seq2[providers.Batch, error] {
	return func(yield func(providers.Batch, error) bool) {
		rows, err := s.api.Competitors(ctx, access, maxCompetitors)
		if err != nil {
			yield(providers.Batch{}, err)
			return
		}
		if len(rows) == 0 {
			return
		}
		yield(providers.Batch{Day: day, Columns: []providers.Column{
			providers.ColumnOf("domain", rows, func(c *Competitor) string { return c.Domain }),
			providers.ColumnOf("relevance", rows, func(c *Competitor) *float64 { return c.Relevance }),
			providers.ColumnOf("common_keywords", rows, func(c *Competitor) *uint64 { return c.CommonKeywords }),
			providers.ColumnOf("keywords", rows, func(c *Competitor) *uint64 { return c.Keywords }),
			providers.ColumnOf("traffic", rows, func(c *Competitor) *uint64 { return c.Traffic }),
			providers.ColumnOf("traffic_cost", rows, func(c *Competitor) *float64 { return c.TrafficCost }),
		}}, nil)
	}
}
