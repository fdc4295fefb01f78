package outcomes_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/facts"
	"upslope/analytics/features"
	"upslope/analytics/insights"
	"upslope/analytics/outcomes"
)

// fixedOn is the day of the fix in these tests: its 28 days end with the last one there is.
var fixedOn = analyticstest.LastDay.AddDate(0, 0, -outcomes.Days)

// world is a site of which one page was changed on fixedOn.
type world struct {
	pages  int
	level  float64 // clicks a day of the changed one
	effect float64 // what the fix multiplies them by, a week after it
	shock  float64 // what all clicks are multiplied by from the day of the fix on
	season bool    // the changed page and every other one peak in October, the others in April
	bare   string  // a report's days that came; "" wholeHistory
}

const changedPage = "https://example.com/changed"

func otherPage(i int) string { return fmt.Sprintf("https://example.com/page-%d", i) }

// addTo writes the world's clicks, and answers the clicks a month that the fix brings.
func (w world) addTo(t *testing.T, db *analyticstest.Site, seed uint64) (truth float64) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	var f factRows
	for i := range w.pages {
		page, level, phase := otherPage(i), w.level*math.Exp(.4*random.NormFloat64()), float64(i%2)*math.Pi
		if i == 0 {
			page, level, phase = changedPage, w.level, 0
		}
		for ago := 420; ago >= 0; ago-- {
			at := analyticstest.LastDay.AddDate(0, 0, -ago)
			mean := level * []float64{.8, 1.1, 1.1, 1.1, 1.1, 1, .8}[at.Weekday()]
			if w.season {
				mean *= 1 + .6*math.Cos(2*math.Pi*float64(at.YearDay()-290)/365+phase)
			}
			if !at.Before(fixedOn) {
				mean *= w.shock
			}
			if page == changedPage && at.After(fixedOn.AddDate(0, 0, outcomes.SettleDays)) {
				truth += mean * (w.effect - 1) / (outcomes.Days - outcomes.SettleDays) * facts.MonthDays
				mean *= w.effect
			}
			clicks := max(0, math.Round(mean+1.2*math.Sqrt(mean)*random.NormFloat64()))
			f.add(at, map[string]any{"page": page, "clicks": uint32(clicks), "impressions": uint32(20*clicks + 5), "position": float32(6)})
		}
	}
	f.insert(t, db, "gsc_pages")
	if w.bare == "" {
		w.bare = analyticstest.WholeHistory
	}
	analyticstest.AddDays(t, db, "gsc_pages", w.bare)
	return truth
}

// facts are rows of a report.
type factRows struct {
	of   [3]string // account, site and connection; empty: those of these tests
	days []time.Time
	rows []map[string]any
}

func (f *factRows) add(at time.Time, row map[string]any) {
	f.days, f.rows = append(f.days, at), append(f.rows, row)
}

func (f *factRows) insert(t *testing.T, db *analyticstest.Site, report string) {
	t.Helper()
	n := len(f.days)
	same := func(text string) []string { return slices.Repeat([]string{text}, n) }
	of := f.of
	if of[0] == "" {
		of = [3]string{analyticstest.AccountID, analyticstest.SiteID, analyticstest.ConnectionID(report)}
	}
	names := []string{"account_id", "site_id", "connection_id", "sync_id", "day"}
	columns := []any{same(of[0]), same(of[1]), same(of[2]), slices.Repeat([]uint64{analyticstest.SyncID}, n), f.days}
	for name := range f.rows[0] {
		names = append(names, name)
		switch f.rows[0][name].(type) {
		case string:
			columns = append(columns, column[string](f.rows, name))
		case uint32:
			columns = append(columns, column[uint32](f.rows, name))
		case uint64:
			columns = append(columns, column[uint64](f.rows, name))
		case float32:
			columns = append(columns, column[float32](f.rows, name))
		case float64:
			columns = append(columns, column[float64](f.rows, name))
		case *uint32:
			columns = append(columns, column[*uint32](f.rows, name))
		case bool:
			columns = append(columns, column[bool](f.rows, name))
		case time.Time:
			columns = append(columns, column[time.Time](f.rows, name))
		default:
			t.Fatalf("%s is a %T", name, f.rows[0][name])
		}
	}
	if err := db.InsertColumns(t.Context(), report, "", names, columns...); err != nil {
		t.Fatal(err)
	}
}

func column[T any](rows []map[string]any, name string) []T {
	values := make([]T, len(rows))
	for i, row := range rows {
		values[i] = row[name].(T)
	}
	return values
}

// waitingFor is a fix of an insight that is worth so much a month.
func waitingFor(insight upslope.Insight, forecast *upslope.Value) upslope.StoredOutcome {
	insight.ID, insight.SiteID = "1", analyticstest.SiteID
	at := fixedOn.Add(10 * time.Hour)
	due, _ := upslope.MeasurableAt(insight.EntityType, at)
	return upslope.StoredOutcome{Outcome: upslope.Outcome{Status: "waiting", FixedAt: at, DueAt: due, Forecast: forecast}, Insight: insight}
}

// learned has an engine look at waiting fixes, and answers the one outcome that changed.
func learned(t *testing.T, db *analyticstest.Site, store *analyticstest.Store, at time.Time) upslope.StoredOutcome {
	t.Helper()
	store.Connected = analyticstest.AllConnections()
	engine, err := insights.New(db, store, func() time.Time { return at })
	if err != nil {
		t.Fatal(err)
	}
	g, err := features.NewReader(db, store, func() time.Time { return at }).Read(t.Context(), analyticstest.AccountID, analyticstest.SiteID, nil)
	if err != nil {
		t.Fatal(err)
	}
	changed, _, err := engine.Learn(t.Context(), analyticstest.AccountID, analyticstest.SiteID, g)
	if err != nil || len(changed) != 1 {
		t.Fatalf("changed %+v, %v: want one outcome", changed, err)
	}
	return changed[0]
}

// said is what an outcome tells of whether the fix worked.
func said(o upslope.StoredOutcome) string {
	switch {
	case o.Status != "measured":
		return o.Status
	case o.Worked == nil:
		return "cannot be told"
	case *o.Worked:
		return "worked"
	}
	return "did not work"
}
