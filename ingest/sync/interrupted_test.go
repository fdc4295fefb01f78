package sync

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"upslope"
)

// The process dies between the rows and the row that makes them visible: the next one reads the day again.
func TestRowsThatWereWrittenButNotMadeVisibleAreReadAgain(t *testing.T) {
	w := newWorkbench(t)
	source := newFake(10, 2)
	w.connect(upslope.GSC, source)
	ended, end := context.WithCancel(t.Context())
	w.Facts = beforeVisible{w.facts, end}
	job := w.queueSync()
	if err := w.Sync(ended, w.account, job.ID); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	if _, rows, _ := w.total(upslope.GSC); rows != 0 {
		t.Errorf("%d rows are visible", rows)
	}
	if n := w.number("select count() as n from gsc_pages where account_id = {account_id:UUID}"); n == 0 {
		t.Error("nothing was written before the end: the test shows nothing")
	}
	w.Facts = w.facts
	if err := w.Sync(t.Context(), w.account, job.ID); err != nil {
		t.Fatal(err)
	}
	if clicks, rows, days := w.total(upslope.GSC); days != 88 || rows != 880 || clicks != 1760 {
		t.Errorf("there are %d clicks in %d rows of %d days", clicks, rows, days)
	}
	if runs := w.runs(); len(runs) != 2 || runs[1].Status != "failed" || *runs[1].Error != "It was interrupted, and begun again." {
		t.Errorf("got %+v", runs)
	}
}

func TestRunThatReadEverythingButCouldNotSayItIsEndedByTheNext(t *testing.T) {
	w := newWorkbench(t)
	w.connect(upslope.GSC, newFake(10, 2))
	ended, end := context.WithCancel(t.Context())
	w.Records = beforeSaid{w.db, end}
	job := w.queueSync()
	if err := w.Sync(ended, w.account, job.ID); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	w.Records = w.db
	if err := w.Sync(t.Context(), w.account, job.ID); err != nil {
		t.Fatal(err)
	}
	if runs := w.runs(); len(runs) != 1 || runs[0].Status != "done" || runs[0].FinishedAt == nil {
		t.Errorf("got %+v", runs)
	}
}

// beforeSaid kills the process before it can record the result of a run.
type beforeSaid struct {
	Records
	end func()
}

func (r beforeSaid) FinishRun(ctx context.Context, _ upslope.Connection, _ upslope.SyncRun, _ bool, _, _ string) error {
	r.end()
	return ctx.Err()
}

// beforeVisible kills the process before a day becomes visible.
type beforeVisible struct {
	Facts
	end func()
}

func (f beforeVisible) InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error {
	if table == currentDays {
		f.end()
		return ctx.Err()
	}
	return f.Facts.InsertColumns(ctx, table, token, names, columns...)
}

// ClickHouse stores the rows and dies before it responds: repeating the insert must add nothing.
func TestInsertWhoseAnswerIsLostIsRepeatedAndDoublesNothing(t *testing.T) {
	w := newWorkbench(t)
	w.connect(upslope.GSC, newFake(10, 2))
	w.Facts = &forgetful{Facts: w.facts}
	w.sync()
	if clicks, rows, _ := w.total(upslope.GSC); rows != 880 || clicks != 1760 {
		t.Errorf("there are %d clicks in %d rows", clicks, rows)
	}
	if n := w.number("select count() as n from gsc_pages where account_id = {account_id:UUID}"); n != 880 {
		t.Errorf("%d rows were written, want 880", n)
	}
}

// forgetful writes, but reports itself unavailable the first time for each table.
type forgetful struct {
	Facts
	calls atomic.Int32
}

func (f *forgetful) InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error {
	err := f.Facts.InsertColumns(ctx, table, token, names, columns...)
	if err == nil && f.calls.Add(1)%2 == 1 {
		return upslope.Errorf(upslope.Unavailable, "ClickHouse is away.")
	}
	return err
}

// Rows are lost in transit: their day must not become visible.
func TestDayThatLacksRowsIsNotMadeVisible(t *testing.T) {
	w := newWorkbench(t)
	w.connect(upslope.GSC, newFake(10, 2))
	w.Facts = lossy{w.facts}
	w.sync()
	if _, rows, _ := w.total(upslope.GSC); rows != 0 {
		t.Errorf("%d rows are visible", rows)
	}
	if got := w.connection(upslope.GSC); got.Status != upslope.Failing || !strings.Contains(*got.LastError, "an error on our side") {
		t.Errorf("got %+v", got)
	}
}

func TestRowsThatWereLostAreReadAgain(t *testing.T) {
	w := newWorkbench(t)
	w.connect(upslope.GSC, newFake(10, 2))
	w.Facts = &lossyOnce{Facts: w.facts}
	w.sync()
	if clicks, rows, days := w.total(upslope.GSC); days != 88 || rows != 880 || clicks != 1760 {
		t.Errorf("there are %d clicks in %d rows of %d days", clicks, rows, days)
	}
	if runs := w.runs(); len(runs) != 1 || runs[0].Status != "done" || runs[0].Days != 88 || runs[0].Rows != 880 {
		t.Errorf("got %+v", runs)
	}
}

// lossyOnce loses the rows of the first insert, like ClickHouse killed after it stored the token.
type lossyOnce struct {
	Facts
	lost atomic.Bool
}

func (f *lossyOnce) InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error {
	if table != currentDays && f.lost.CompareAndSwap(false, true) {
		return nil
	}
	return f.Facts.InsertColumns(ctx, table, token, names, columns...)
}

// lossy accepts rows and writes none.
type lossy struct{ Facts }

func (f lossy) InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error {
	if table == currentDays {
		return f.Facts.InsertColumns(ctx, table, token, names, columns...)
	}
	return nil
}

// ClickHouse is unavailable until the sweep may have deleted the rows: a day made visible now would be empty.
func TestDayThatBecomesVisibleTooLateDoesNot(t *testing.T) {
	w := newWorkbench(t)
	w.BackfillDays = 10 // of one month, for one worker
	var away atomic.Int64
	w.Now = func() time.Time { return time.Now().Add(time.Duration(away.Load())) }
	w.connect(upslope.GSC, newFake(10, 2))
	w.Facts = &late{Facts: w.facts, away: &away}
	w.sync()
	if _, rows, _ := w.total(upslope.GSC); rows != 0 {
		t.Errorf("%d rows are visible", rows)
	}
	w.Facts = w.facts
	w.sync()
	if clicks, rows, days := w.total(upslope.GSC); days != 8 || rows != 80 || clicks != 160 {
		t.Errorf("read again there are %d clicks in %d rows of %d days", clicks, rows, days)
	}
}

// late is unavailable for nearly two hours whenever a day is to become visible.
type late struct {
	Facts
	away *atomic.Int64
}

func (f *late) InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error {
	if table == currentDays && f.away.CompareAndSwap(0, int64(currentWithin)) {
		return upslope.Errorf(upslope.Unavailable, "ClickHouse is away.")
	}
	return f.Facts.InsertColumns(ctx, table, token, names, columns...)
}

func TestConnectionThatIsTakenAwayWhileItIsReadEndsTheRun(t *testing.T) {
	w := newWorkbench(t)
	var seconds atomic.Int64
	// So each day reports progress.
	w.Now = func() time.Time { return time.Now().Add(time.Duration(seconds.Add(1)) * time.Second) }
	source := newFake(10, 2)
	w.connect(upslope.GSC, source)
	var once atomic.Bool
	source.during = func(time.Time) {
		if once.CompareAndSwap(false, true) {
			if _, err := w.db.Disconnect(t.Context(), w.account, w.site.ID, upslope.GSC, "Disconnected."); err != nil {
				t.Error(err)
			}
		}
	}
	w.sync()
	if got := w.connection(upslope.GSC); got.Status != upslope.Disconnected {
		t.Errorf("got %+v", got)
	}
	if run := w.runs()[0]; run.Status != "failed" || *run.Error != "It was disconnected in the meantime." {
		t.Errorf("got %+v", run)
	}
}

func TestConnectionThatComesWhileItsSiteIsReadIsReadToo(t *testing.T) {
	w := newWorkbench(t)
	first, second := newFake(10, 2), newFake(5, 1)
	w.connect(upslope.GSC, first)
	var once atomic.Bool
	first.during = func(time.Time) {
		if once.CompareAndSwap(false, true) {
			w.connect(upslope.GA4, second)
			w.queueSync()
		}
	}
	job := w.queueSync()
	for range 2 { // the queue redelivers it
		if err := w.Sync(t.Context(), w.account, job.ID); err != nil {
			t.Fatal(err)
		}
	}
	w.score(job.ID)
	if _, rows, _ := w.total(upslope.GA4); rows != 5*88 {
		t.Errorf("there are %d rows of the second connection", rows)
	}
	if len(first.asked) != 88 {
		t.Errorf("%d days of the first were asked for, want each once", len(first.asked))
	}
}
