// Package semrush reads what Semrush estimates about a domain: where it ranks for what, and whom it competes with.
//
// Its API counts units, which are money: nothing here asks for more lines than it uses. The wire format stands behind an interface,
// because version 3 of the API ends in 2027.
package semrush

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"time"

	"upslope/ingest/providers"
)

// Name is what people call the provider.
const Name = "Semrush"

const (
	// maxPositions a month and site are 50,000 units, which is what the smallest package of units holds. Lines come with the most
	// traffic first: behind the 5,000th no keyword brings a visitor worth an insight.
	maxPositions   = 5_000
	maxCompetitors = 20 // 40 units each
	every          = 28 // days: Semrush renews most rankings once a month
)

// API is one version of Semrush's.
type API interface {
	// Positions yields the rankings of the domain, those that bring the most traffic first, a page at a time and at most so many.
	Positions(ctx context.Context, access providers.Access, most int) iter.Seq2[Page, error]
	// Competitors lists the domains that rank for the same keywords, the nearest first.
	Competitors(ctx context.Context, access providers.Access, most int) ([]Competitor, error)
}

// Page is some rankings.
type Page struct {
	Positions []Position
	More      bool // as many as were to be read came: there may be more
}

// Position is where a page of the domain ranks for a keyword. Nil is what Semrush does not tell.
type Position struct {
	Keyword      string
	URL          string // normalised; "" when Semrush's is none
	Position     uint16
	Previous     *uint16
	Volume       *uint64  // searches a month
	Difficulty   *float64 // 0 to 100
	CPC          *float64 // US dollars
	TrafficShare *float64 // percent of the domain's
	Intents      []string
	Features     []string // of the page of results
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

// Source is Semrush.
type Source struct {
	api      API
	database string
}

// New makes a Source of version 3 of the API at base, such as https://api.semrush.com. database is a country's, such as us.
func New(base, database string, now func() time.Time) *Source {
	return &Source{api: &version3{base: strings.TrimRight(base, "/") + "/", database: database, now: now}, database: database}
}

// Limits are Semrush's, 10 requests a second of one key, with some room.
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

// FinalDay is today: what is read is how things are.
func (s *Source) FinalDay(_ context.Context, _ providers.Access, today time.Time) (time.Time, error) {
	return today, nil
}

// Test asks for one ranking, which costs 10 units and proves the key, the domain and the database at once.
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

// Properties are none: Semrush tells about any domain.
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
