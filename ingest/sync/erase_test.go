package sync

import (
	"slices"
	"testing"
	"time"

	"upslope"
	"upslope/infra/clickhouse/clickhousetest"
)

func TestEveryFactTableIsErased(t *testing.T) {
	w := newWorkbench(t)
	var tables []struct {
		Name string `ch:"table"`
	}
	const sql = "select table from system.columns where database = currentDatabase() and name = 'sync_id' and table not in ('current_days', 'current_months') order by table"
	if err := w.facts.Select(t.Context(), &tables, sql, nil); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, table := range tables {
		names = append(names, table.Name)
	}
	var known []string
	for _, table := range w.factTables() {
		known = append(known, table.name)
	}
	slices.Sort(known)
	if !slices.Equal(names, known) {
		t.Errorf("there are %q, known are %q", names, known)
	}
}

func TestErasingTakesOneConnectionOrTheWholeSite(t *testing.T) {
	w := newWorkbench(t)
	one := w.connect(upslope.GSC, newFake(10, 2))
	w.connect(upslope.GA4, newFake(5, 1))
	w.sync()
	left := func() (rows, days uint64) {
		return w.number("select count() as n from gsc_pages where account_id = {account_id:UUID}"), w.number("select count() as n from current_days final where account_id = {account_id:UUID}")
	}
	if rows, days := left(); rows != 88*15 || days != 2*88 {
		t.Fatalf("there are %d rows and %d days", rows, days)
	}
	if err := w.EraseConnection(t.Context(), w.account, w.site.ID, one.ID); err != nil {
		t.Fatal(err)
	}
	if rows, days := left(); rows != 88*5 || days != 88 {
		t.Errorf("after one connection is gone there are %d rows and %d days", rows, days)
	}
	if err := w.EraseSite(t.Context(), w.account, w.site.ID); err != nil {
		t.Fatal(err)
	}
	if rows, days := left(); rows != 0 || days != 0 {
		t.Errorf("after the site is gone there are %d rows and %d days", rows, days)
	}
}

func TestSweepTakesWhatWasReplacedAndNothingThatMayYetCount(t *testing.T) {
	w := newWorkbench(t)
	source := newFake(10, 2)
	w.connect(upslope.GSC, source)
	w.sync()
	w.at = w.at.AddDate(0, 0, 1)
	w.sync()
	if n := w.number("select count() as n from gsc_pages where account_id = {account_id:UUID}"); n != 88*10+4*10 {
		t.Fatalf("there are %d rows, want those of 3 replaced days too", n)
	}
	began := time.Now()
	for _, c := range []struct {
		after time.Duration
		want  uint64
	}{{time.Hour, 920}, {3 * time.Hour, 890}} {
		w.Now = func() time.Time { return began.Add(c.after) }
		if err := w.Sweep(t.Context(), began.Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
		if n := w.number("select count() as n from gsc_pages where account_id = {account_id:UUID}"); n != c.want {
			t.Errorf("after %v there are %d rows, want %d", c.after, n, c.want)
		}
		if clicks, rows, days := w.total(upslope.GSC); clicks != 89*20 || rows != 890 || days != 89 {
			t.Errorf("after %v there are %d clicks in %d rows of %d days to see", c.after, clicks, rows, days)
		}
	}
}

func TestSweepTakesDaysOlderThanTheHistoryAndTheirRows(t *testing.T) {
	w := newWorkbench(t) // reads August 22 to November 17, 2026
	w.connect(upslope.GSC, newFake(10, 2))
	w.sync()
	for _, c := range []struct {
		now  string
		days uint64
	}{
		{"2029-09-30", 88}, // August 2026 is 37 months old
		{"2029-10-01", 78},
		{"2030-01-01", 0},
	} {
		now, err := time.Parse(time.DateOnly, c.now)
		if err != nil {
			t.Fatal(err)
		}
		w.Now = func() time.Time { return now }
		// Nothing was read since then: history ends for sites that are no longer read, too.
		if err := w.Sweep(t.Context(), now); err != nil {
			t.Fatal(err)
		}
		days := w.number("select count() as n from current_days final where account_id = {account_id:UUID}")
		rows := w.number("select count() as n from gsc_pages where account_id = {account_id:UUID}")
		if days != c.days || rows != 10*c.days {
			t.Errorf("on %s there are %d days and %d rows, want %d days of 10 rows", c.now, days, rows, c.days)
		}
	}
}

func TestShardedRowsAreReadReplacedAndSwept(t *testing.T) {
	w := workbenchOn(t, clickhousetest.Cluster(t, false))
	w.connect(upslope.GSC, newFake(10, 2))
	w.sync()
	w.at = w.at.AddDate(0, 0, 1)
	w.sync()
	w.Now = func() time.Time { return time.Now().Add(3 * time.Hour) }
	if err := w.Sweep(t.Context(), time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	if n := w.number("select count() as n from gsc_pages where account_id = {account_id:UUID}"); n != 89*10 {
		t.Errorf("there are %d rows, want those of 89 days", n)
	}
	if clicks, rows, days := w.total(upslope.GSC); clicks != 89*20 || rows != 890 || days != 89 {
		t.Errorf("%d clicks in %d rows of %d days to see", clicks, rows, days)
	}
}
