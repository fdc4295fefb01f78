package tables

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/facts"
)

// working is an account whose site gets another name before each request, and rows now and then.
type working struct {
	analysisRecords
	rows *atomic.Int64
}

func (w working) Sites(ctx context.Context, accountID string) ([]upslope.Site, error) {
	sites, err := w.analysisRecords.Sites(ctx, accountID)
	sites[0].Name = fmt.Sprint("Site ", changes.Add(1))
	return sites, err
}

func (w working) FactsReads(context.Context, string) (int64, error) { return w.rows.Load(), nil }

// statements counts what is asked.
type statements struct {
	facts.Querier
	asked atomic.Int64
}

func (s *statements) Query(ctx context.Context, sql string, params map[string]any, each func([]string, []any) error) error {
	s.asked.Add(1)
	return s.Querier.Query(ctx, sql, params, each)
}

// What people write all day costs no statement: the days of an Overview are as they were until rows come.
func TestTheDaysOfAnOverviewAreComputedOnceUntilRowsCome(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_totals", "1..40")
	counted, rows := &statements{Querier: db}, &atomic.Int64{}
	analysis, err := New(counted, working{analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections())}, rows})
	if err != nil {
		t.Fatal(err)
	}
	ask := func() (table upslope.Table, asked int64) {
		before := counted.asked.Load()
		table = askFor(t, analysis, "kpis/daily", upslope.TableFilter{Compare: upslope.ComparePrevious})
		return table, counted.asked.Load() - before
	}
	first, _ := ask()
	if again, asked := ask(); asked != 0 || spans(again.TableScope) != spans(first.TableScope) || len(again.Rows) != len(first.Rows) {
		t.Errorf("after a new name: %d statements, %s, not %s", asked, spans(again.TableScope), spans(first.TableScope))
	}
	analyticstest.AddDays(t, db, "gsc_totals", "0")
	rows.Add(1)
	if newer, asked := ask(); asked == 0 || newer.NewestDay.Equal(first.NewestDay) {
		t.Errorf("after rows came: %d statements, %s", asked, spans(newer.TableScope))
	}
}
