package overview

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
)

// counted is a database without rows that counts what it is asked, and how often rows came.
type counted struct {
	asked  atomic.Int64
	reads  int64
	status string // of the connections
	fails  error
}

func (c *counted) Select(context.Context, any, string, map[string]any) error {
	c.asked.Add(1)
	time.Sleep(time.Second)
	return c.fails
}

func (c *counted) Connections(context.Context, string, string) ([]upslope.Connection, error) {
	connections := analyticstest.AllConnections()
	connections[0].Status = cmp.Or(c.status, upslope.Connected)
	return connections, nil
}

func (c *counted) FactsReads(context.Context, string) (int64, error) { return c.reads, nil }

func cachedOver(t *testing.T, db *counted) *Cached {
	t.Helper()
	kpis, err := NewCached(&KPIs{Tables: db, Records: db}, db)
	if err != nil {
		t.Fatal(err)
	}
	return kpis
}

// computes returns how many statements a call runs.
func (c *counted) computes(t *testing.T, kpis *Cached, accountID string, filter upslope.TableFilter) int64 {
	t.Helper()
	before := c.asked.Load()
	if _, err := kpis.KPIs(t.Context(), accountID, filter); !errors.Is(err, c.fails) {
		t.Fatal(err)
	}
	return c.asked.Load() - before
}

func TestKeyFiguresAreComputedOnceUntilRowsComeOrConnectionsChange(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		db := &counted{}
		kpis := cachedOver(t, db)
		site := upslope.TableFilter{SiteID: analyticstest.SiteID}
		for _, step := range []struct {
			what      string
			change    func()
			accountID string
			filter    upslope.TableFilter
			computes  int64
		}{
			{"first", func() {}, analyticstest.AccountID, site, 2},
			{"again", func() {}, analyticstest.AccountID, site, 0},
			{"all sites", func() {}, analyticstest.AccountID, upslope.TableFilter{}, 2},
			{"another account", func() {}, "another", site, 2},
			{"rows came", func() { db.reads++ }, analyticstest.AccountID, site, 2},
			{"a connection is gone", func() { db.status = upslope.Disconnected }, analyticstest.AccountID, site, 2},
			{"ten minutes later", func() { time.Sleep(maxCachedAge) }, analyticstest.AccountID, site, 2},
		} {
			step.change()
			if got := db.computes(t, kpis, step.accountID, step.filter); got != step.computes {
				t.Errorf("%s: %d statements, want %d", step.what, got, step.computes)
			}
		}
	})
}

func TestKeyFiguresThatManyAskForAreComputedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		db := &counted{}
		kpis := cachedOver(t, db)
		gone, leave := context.WithCancel(t.Context())
		go func() { _, _ = kpis.KPIs(gone, analyticstest.AccountID, upslope.TableFilter{}) }()
		synctest.Wait()
		leave() // who asked first no longer waits
		if got := db.computes(t, kpis, analyticstest.AccountID, upslope.TableFilter{}); got != 0 {
			t.Errorf("%d statements more", got)
		}
	})
}

func TestKeyFiguresThatFailedAreComputedAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		db := &counted{fails: errors.New("away")}
		kpis := cachedOver(t, db)
		db.computes(t, kpis, analyticstest.AccountID, upslope.TableFilter{})
		db.fails = nil
		if got := db.computes(t, kpis, analyticstest.AccountID, upslope.TableFilter{}); got != 2 {
			t.Errorf("%d statements", got)
		}
	})
}

// daily is the tables that an Overview shows, and what they were asked for.
type daily struct{ asked chan upslope.TableFilter }

func (d daily) Table(_ context.Context, _, _ string, filter upslope.TableFilter) (upslope.Table, error) {
	d.asked <- filter
	return upslope.Table{}, nil
}

func TestFiguresPreparedAreThereWhenTheyAreAskedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		db := &counted{}
		kpis, days := cachedOver(t, db), daily{make(chan upslope.TableFilter, 1)}
		gone, leave := context.WithCancel(t.Context())
		(&Preparer{KPIs: kpis, Tables: days, Log: slog.New(slog.DiscardHandler)}).Prepare(gone, analyticstest.AccountID, analyticstest.SiteID)
		leave()
		synctest.Wait()
		if got := db.computes(t, kpis, analyticstest.AccountID, upslope.TableFilter{SiteID: analyticstest.SiteID}); got != 0 {
			t.Errorf("%d statements more", got)
		}
		if got := <-days.asked; got.SiteID != analyticstest.SiteID || got.Compare != upslope.ComparePrevious {
			t.Errorf("days were asked for with %+v", got)
		}
	})
}
