package sync

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"sync"
	"time"

	"upslope/ingest/providers"
)

// fake is a provider with one report, gsc_pages unless reports is set: pages rows a day, each with clicks.
type fake struct {
	refusal error // returned by Open
	reports []providers.Report
	report  providers.Report
	pages   func(day time.Time) int
	clicks  uint32
	fail    func(day time.Time) error // replaces the second half of a day
	during  func(day time.Time)       // called in the middle of each day

	mu    sync.Mutex
	asked []string // requested days, in order
}

func newFake(pages int, clicks uint32) *fake {
	return &fake{
		report: providers.Report{Span: 1, Repull: 4, ThroughFinal: true},
		pages:  func(time.Time) int { return pages }, clicks: clicks,
	}
}

// Reports implements Source.
func (f *fake) Reports() []providers.Report {
	report := f.report
	report.Table, report.Fetch = cmp.Or(report.Table, "gsc_pages"), f.fetch
	return append([]providers.Report{report}, f.reports...)
}

// FinalDay implements Source.
func (f *fake) FinalDay(_ context.Context, _ providers.Access, today time.Time) (time.Time, error) {
	return today.AddDate(0, 0, -3), nil
}

// Test implements Source.
func (f *fake) Test(context.Context, providers.Access) (providers.Found, error) {
	return providers.Found{}, nil
}

// Properties implements Source.
func (f *fake) Properties(context.Context, providers.Access) ([]providers.Property, error) {
	return nil, nil
}

func (f *fake) fetch(ctx context.Context, _ providers.Access, from, to time.Time) iter.Seq2[providers.Batch, error] {
	return func(yield func(providers.Batch, error) bool) {
		for day := from; !day.After(to); day = day.AddDate(0, 0, 1) {
			f.mu.Lock()
			f.asked = append(f.asked, day.Format(time.DateOnly))
			f.mu.Unlock()
			pages := f.pages(day)
			half := pages / 2
			if half > 0 && !yield(f.batch(day, 0, half), nil) {
				return
			}
			if f.during != nil {
				f.during(day)
			}
			if ctx.Err() != nil {
				yield(providers.Batch{}, ctx.Err())
				return
			}
			if f.fail != nil {
				if err := f.fail(day); err != nil {
					yield(providers.Batch{}, err)
					return
				}
			}
			if pages > half && !yield(f.batch(day, half, pages), nil) {
				return
			}
		}
	}
}

func (f *fake) batch(day time.Time, from, to int) providers.Batch {
	n := to - from
	pages, clicks, impressions, positions := make([]string, n), make([]uint32, n), make([]uint32, n), make([]float32, n)
	for i := range n {
		pages[i] = fmt.Sprintf("https://shop.example/page/%d", from+i)
		clicks[i], impressions[i], positions[i] = f.clicks, 10*f.clicks, 3.5
	}
	return providers.Batch{Day: day, Notes: []providers.Note{providers.Truncated}, Columns: []providers.Column{
		{Name: "page", Values: pages}, {Name: "clicks", Values: clicks}, {Name: "impressions", Values: impressions}, {Name: "position", Values: positions},
	}}
}
