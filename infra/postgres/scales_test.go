package postgres_test

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// worth returns an insight with a value in a currency, e.g. EUR, or in clicks for "".
func worth(page string, mid float64, confidence int, currency string) upslope.StoredInsight {
	insight := found(page)
	insight.Value = &upslope.Value{Low: mid / 2, Mid: mid, High: 2 * mid, Unit: "clicks", Currency: currency}
	if currency != "" {
		insight.Value.Unit = "currency"
	}
	insight.Confidence, insight.ExpectedValue = confidence, mid*float64(confidence)/100
	return insight
}

// euros returns a scale in euros; a zero time means that it is not frozen.
func euros(top float64, at time.Time, restsOn ...string) upslope.SiteScale {
	scale := upslope.SiteScale{Unit: "currency", Currency: "EUR", Floor: 1, Top: top, Worth: 50 * top, ClickValue: 2, RestsOn: restsOn}
	if !at.IsZero() {
		scale.FrozenAt = &at
	}
	return scale
}

func queued(t *testing.T, db *postgres.DB, user upslope.User, site upslope.Site) upslope.Job {
	t.Helper()
	job, err := db.Recompute(t.Context(), user.AccountID, site.ID)
	if err != nil {
		t.Fatal(err)
	}
	return job
}

func TestScalesAreKeptWithTheInsightsAndNobodyElseSeesThem(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo, _ := owner(t, db, "bo")
	scale := euros(100, now, "gsc 1", "currency EUR")
	replace(t, db, ana, site, queued(t, db, ana, site), upslope.InsightChanges{
		Added:  []upslope.StoredInsight{worth("a", 10, 50, "EUR"), worth("b", 30, 100, "EUR")},
		Scales: upslope.ScaleChanges{Put: []upslope.SiteScale{scale}, Percentile: .95, Now: now},
	})
	known, err := db.Scales(t.Context(), ana.AccountID, site.ID)
	if err != nil || len(known.Scales) != 1 || known.Scales[0].Top != 100 || !known.Scales[0].FrozenAt.Equal(now) || !slices.Equal(known.Scales[0].RestsOn, scale.RestsOn) {
		t.Fatalf("%+v, %v", known, err)
	}
	account, err := db.AccountScales(t.Context(), ana.AccountID)
	if err != nil || len(account) != 1 || account[0] != (upslope.AccountScale{Unit: "currency", Currency: "EUR", Worth: 5000, ClickValue: 2, TopExpected: 28.75}) {
		t.Errorf("%+v, %v", account, err)
	}
	if _, err = db.Scales(t.Context(), bo.AccountID, site.ID); upslope.CodeOf(err) != upslope.NotFound {
		t.Errorf("a stranger's scales: %v", err)
	}
	if account, err := db.AccountScales(t.Context(), bo.AccountID); err != nil || len(account) > 0 {
		t.Errorf("a stranger sees %v, %v", account, err)
	}
}

func TestBasisOfScalesIsConnectionsAndRules(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	exec := func(sql string) {
		t.Helper()
		if err := db.Run(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	basis := func() upslope.SiteScales {
		t.Helper()
		known, err := db.Scales(t.Context(), ana.AccountID, site.ID)
		if err != nil {
			t.Fatal(err)
		}
		return known
	}
	has := func(what string) bool {
		return slices.ContainsFunc(basis().RestsOn, func(one string) bool { return strings.HasPrefix(one, what) })
	}
	if known := basis(); !known.Settled || !slices.Equal(known.RestsOn, []string{"currency EUR", "conversion unknown", "target unknown"}) {
		t.Errorf("a new site: %+v", known)
	}
	exec("insert into connections (account_id, site_id, provider, status) select account_id, id, 'gsc', 'pending' from sites")
	if has("gsc") {
		t.Error("rests on what was never read")
	}
	exec("update connections set status = 'connected'")
	if !has("gsc") || !basis().Settled {
		t.Errorf("connected: %+v", basis())
	}
	exec("insert into jobs (account_id, site_id, kind, status) select account_id, id, 'backfill', 'running' from sites")
	if basis().Settled {
		t.Error("settled while the older days are read")
	}
	exec("update jobs set status = 'done'")
	exec("insert into jobs (account_id, site_id, kind, created_at) select account_id, id, 'backfill', now() from sites")
	if !basis().Settled {
		t.Error("not settled though the older days were read before; this one reads what is new")
	}
	exec("insert into connections (account_id, site_id, provider, status, created_at) select account_id, id, 'ga4', 'connected', now() + interval '1 minute' from sites")
	if basis().Settled {
		t.Error("settled before the older days of a new source are in")
	}
	euro := "USD"
	if _, _, err := db.EditSite(t.Context(), ana.AccountID, site.ID, upslope.SiteEdit{Currency: &euro}); err != nil || !has("currency USD") {
		t.Errorf("%+v, %v", basis(), err)
	}
}

// Two recomputes of a site without a frozen scale: the second must neither overwrite the first one's scale
// nor store scores computed with another.
func TestSecondOfTwoFreezingRecomputesIsRetried(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	insight := worth("a", 10, 50, "EUR")
	replace(t, db, ana, site, queued(t, db, ana, site), upslope.InsightChanges{Added: []upslope.StoredInsight{insight}})

	seen, err := db.Scales(t.Context(), ana.AccountID, site.ID)
	if err != nil {
		t.Fatal(err)
	}
	job := queued(t, db, ana, site)
	var wait sync.WaitGroup
	var again atomic.Int32
	for i := range 6 {
		wait.Go(func() {
			mine := insight
			mine.Score = 10 + i
			err := db.ReplaceInsights(t.Context(), ana.AccountID, site.ID, job.ID, func([]upslope.StoredInsight) (upslope.InsightChanges, error) {
				return upslope.InsightChanges{Updated: []upslope.StoredInsight{mine}, Scales: upslope.ScaleChanges{
					Seen: seen.Scales, Put: []upslope.SiteScale{euros(float64(10+i), now.Add(time.Duration(i)*time.Minute), "gsc 1")}, Percentile: .95, Now: now,
				}}, nil
			})
			if err != nil {
				again.Add(1)
				wantCode(t, err, upslope.Unavailable)
			}
		})
	}
	wait.Wait()
	known, err := db.Scales(t.Context(), ana.AccountID, site.ID)
	if err != nil || again.Load() != 5 || len(known.Scales) != 1 {
		t.Fatalf("%d of 6 are made again, scales %+v, %v", again.Load(), known.Scales, err)
	}
	stored, err := db.Insight(t.Context(), ana.AccountID, insight.ID)
	if err != nil || float64(stored.Score) != known.Scales[0].Top {
		t.Errorf("scored %d by one scale, another is frozen: %+v, %v", stored.Score, known.Scales, err)
	}
	// A recompute that used a scale frozen again meanwhile is retried too, although it froze nothing.
	err = db.ReplaceInsights(t.Context(), ana.AccountID, site.ID, queued(t, db, ana, site).ID, func([]upslope.StoredInsight) (upslope.InsightChanges, error) {
		return upslope.InsightChanges{Scales: upslope.ScaleChanges{Seen: seen.Scales, Percentile: .95, Now: now}}, nil
	})
	wantCode(t, err, upslope.Unavailable)
}

func TestEqualScoresAreOrderedByExpectedValue(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	var insights []upslope.StoredInsight
	for i, page := range []string{"10", "30", "20", "5"} {
		insights = append(insights, worth(page, []float64{10, 30, 20, 5}[i], 100, "EUR"))
	}
	insights[3].Score = 60 // the others have 55
	replace(t, db, ana, site, queued(t, db, ana, site), upslope.InsightChanges{Added: insights})
	list, _, err := db.Insights(t.Context(), ana.AccountID, upslope.InsightFilter{Limit: 10})
	var pages []string
	for _, one := range list {
		pages = append(pages, one.Entity.Page)
	}
	if !slices.Equal(pages, []string{"5", "30", "20", "10"}) || err != nil {
		t.Errorf("%v, %v", pages, err)
	}
}
