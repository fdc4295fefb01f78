package sync

import (
	"context"
	"fmt"
	"iter"
	"testing"
	"time"

	"upslope"
	"upslope/ingest/providers"
)

// BenchmarkWriting measures writing without fetching: days of 50,000 rows by query and page, two batches
// each.
func BenchmarkWriting(b *testing.B) {
	const days, rowsOfAnAnswer = 60, 25_000
	var answers [2][]providers.Column
	for i := range answers {
		queries, pages := make([]string, rowsOfAnAnswer), make([]string, rowsOfAnAnswer)
		clicks, impressions, positions := make([]uint32, rowsOfAnAnswer), make([]uint32, rowsOfAnAnswer), make([]float32, rowsOfAnAnswer)
		for row := range rowsOfAnAnswer {
			queries[row] = fmt.Sprintf("buy hiking boots %d online %d", row%977, row)
			pages[row] = fmt.Sprintf("https://www.shop.example/category-%d/product-%d", row%31, row/7)
			clicks[row], impressions[row], positions[row] = uint32(row%5), uint32(row%300), float32(row%100)/3
		}
		answers[i] = []providers.Column{
			{Name: "query", Values: queries}, {Name: "page", Values: pages},
			{Name: "clicks", Values: clicks}, {Name: "impressions", Values: impressions}, {Name: "position", Values: positions},
		}
	}
	source := newFake(0, 0)
	source.report.History = 1
	source.reports = []providers.Report{{
		Table: "gsc_query_pages", Span: 1, ThroughFinal: true, History: days + 2,
		Fetch: func(_ context.Context, _ providers.Access, day, _ time.Time) iter.Seq2[providers.Batch, error] {
			return func(yield func(providers.Batch, error) bool) {
				for _, answer := range answers {
					if !yield(providers.Batch{Day: day, Columns: answer}, nil) {
						return
					}
				}
			}
		},
	}}
	for b.Loop() {
		b.StopTimer()
		w := newWorkbench(b)
		w.connect(upslope.GSC, source)
		b.StartTimer()
		w.sync()
	}
	b.ReportMetric(float64(b.N)*days*2*rowsOfAnAnswer/b.Elapsed().Seconds(), "rows/s")
}
