package sync

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/semaphore"

	"upslope"
	"upslope/ingest/providers"
)

const (
	// maxHeldBytes approximately bounds the rows held by all workers of a process.
	maxHeldBytes = 64 << 20
	// insertsAtOnce is the number of parallel inserts: each needs twice the memory of its rows.
	insertsAtOnce = 2
	// commitAfter bounds the work lost when the process dies: older reads are made visible.
	commitAfter = 2 * time.Second
	// staleAfter is the age at which an invisible read is abandoned: the sweep would soon delete its rows.
	staleAfter = time.Hour
	// currentWithin is the maximum age at which a read may become visible, however long ClickHouse was
	// unavailable. The margin to replacedAfter covers clock skew and inserts that end after their timeout.
	currentWithin = replacedAfter - 15*time.Minute
)

//go:embed queries/rows_by_sync.sql
var rowsBySyncSQL string

// dayRead is one read of one day of a report.
type dayRead struct {
	day    day
	syncID uint64
	rows   uint64
	notes  []string
}

// writer writes one worker's days of one report. Rows are sent to ClickHouse as they arrive and stay
// invisible; commit counts them and makes each complete day visible atomically.
type writer struct {
	syncRun *syncRun
	report  *providers.Report
	buffer  buffer
	parts   int
	memory  int64 // bytes taken from the budget
	ready   []*dayRead
	began   time.Time // start of the first invisible day
	spans   int       // read but not visible yet
	visible int       // visible spans
}

// errLost means that ClickHouse lacks rows, so the days do not become visible.
var errLost = errors.New("rows were lost")

// errLate means that the sweep may delete the rows, so the days do not become visible.
var errLate = errors.New("it took too long to become visible")

// read fetches a span and buffers its rows. After an error the days of the span count as never requested.
func (w *writer) read(ctx context.Context, s span) error {
	if len(w.ready) == 0 {
		w.began = w.syncRun.Now()
	}
	reads := make(map[day]*dayRead, s.days())
	for d := s.from; d <= s.to; d++ {
		reads[d] = &dayRead{day: d, syncID: w.syncRun.ids.next(w.syncRun.Now())}
	}
	for batch, err := range w.report.Fetch(ctx, w.syncRun.access, s.from.time(), s.to.time()) {
		if err != nil {
			return err
		}
		read := reads[dayOf(batch.Day)]
		if read == nil {
			return fmt.Errorf("%s of %s came, which was not asked for", w.report.Table, batch.Day.Format(time.DateOnly))
		}
		if err := w.take(ctx, read, batch); err != nil {
			return fmt.Errorf("take %s of %s: %w", w.report.Table, batch.Day.Format(time.DateOnly), err)
		}
	}
	for d := s.to; d >= s.from; d-- {
		w.ready = append(w.ready, reads[d])
	}
	w.spans++
	if w.syncRun.Now().Sub(w.began) < commitAfter {
		return nil
	}
	return w.commit(ctx)
}

// take adds a batch to the buffer, and flushes it when it is full or memory is short.
func (w *writer) take(ctx context.Context, read *dayRead, batch providers.Batch) error {
	for _, note := range batch.Notes {
		if !slices.Contains(read.notes, string(note)) {
			read.notes = append(read.notes, string(note))
		}
	}
	rows, bytes, err := measure(batch)
	if err != nil || rows == 0 {
		return err
	}
	if !w.syncRun.memory.TryAcquire(bytes) {
		// Flush before waiting for memory, or all workers might wait for one another.
		if err := w.flush(ctx); err != nil {
			return err
		}
		bytes = min(bytes, maxHeldBytes)
		if err := w.syncRun.memory.Acquire(ctx, bytes); err != nil {
			return err
		}
	}
	w.memory += bytes
	if err := w.buffer.add(batch, rows, bytes, read.syncID); err != nil {
		return err
	}
	read.rows += uint64(rows)
	if w.buffer.full() {
		return w.flush(ctx)
	}
	return nil
}

// flush inserts the buffer; the insert's token makes a repetition harmless.
func (w *writer) flush(ctx context.Context) error {
	rows := w.buffer.rows()
	if rows == 0 {
		return nil
	}
	token := fmt.Sprintf("%s/%s/%s/%d/%d", w.syncRun.connection.ID, w.report.Table, w.buffer.days[0].Format(time.DateOnly), w.buffer.syncIDs[0], w.parts)
	w.parts++
	names, columns := w.buffer.insert(w.syncRun.identity)
	err := w.syncRun.retryWhileUnavailable(ctx, func() error {
		if err := w.syncRun.inserts.Acquire(ctx, 1); err != nil {
			return err
		}
		defer w.syncRun.inserts.Release(1)
		return w.syncRun.Facts.InsertColumns(ctx, w.report.Table, token, names, columns...)
	})
	if err != nil {
		return fmt.Errorf("write %d rows of %s: %w", rows, w.report.Table, err)
	}
	w.drop()
	return nil
}

// drop empties the buffer.
func (w *writer) drop() {
	w.buffer = buffer{}
	w.syncRun.memory.Release(w.memory)
	w.memory = 0
}

// commit makes the read days visible.
func (w *writer) commit(ctx context.Context) error {
	if len(w.ready) == 0 {
		return nil
	}
	if err := w.flush(ctx); err != nil {
		return err
	}
	if age := w.syncRun.Now().Sub(w.began); age > staleAfter {
		return fmt.Errorf("%s took %v to be written", w.report.Table, age)
	}
	if err := w.count(ctx); err != nil {
		return err
	}
	if err := w.syncRun.makeCurrent(ctx, w.report.Table, w.ready, w.began.Add(currentWithin)); err != nil {
		return err
	}
	committed := w.ready
	w.ready = nil
	w.visible, w.spans = w.visible+w.spans, 0
	return w.syncRun.reportProgress(ctx, committed)
}

// count compares the rows in ClickHouse with the rows sent.
func (w *writer) count(ctx context.Context) error {
	sent := map[uint64]uint64{}
	from, to := w.ready[0].day, w.ready[0].day
	var syncIDs []uint64
	for _, read := range w.ready {
		from, to = min(from, read.day), max(to, read.day)
		if read.rows > 0 {
			sent[read.syncID] = read.rows
			syncIDs = append(syncIDs, read.syncID)
		}
	}
	if len(syncIDs) == 0 {
		return nil
	}
	var found []struct {
		SyncID uint64 `ch:"sync_id"`
		Rows   uint64 `ch:"written"`
	}
	params := w.syncRun.scope()
	params["table"], params["from"], params["to"], params["sync_ids"] = w.report.Table, from.time(), to.time(), syncIDs
	if err := w.syncRun.retryWhileUnavailable(ctx, func() error { return w.syncRun.Facts.Select(ctx, &found, rowsBySyncSQL, params) }); err != nil {
		return fmt.Errorf("count the rows of %s: %w", w.report.Table, err)
	}
	for _, read := range found {
		if sent[read.SyncID] != read.Rows {
			return fmt.Errorf("%w: %s has %d rows of read %d, but %d were sent", errLost, w.report.Table, read.Rows, read.SyncID, sent[read.SyncID])
		}
		delete(sent, read.SyncID)
	}
	if len(sent) > 0 {
		return fmt.Errorf("%w: %s lacks those of %d reads", errLost, w.report.Table, len(sent))
	}
	return nil
}

// makeCurrent makes reads of a report current, in one insert, and not after until.
func (r *syncRun) makeCurrent(ctx context.Context, table string, reads []*dayRead, until time.Time) error {
	n := len(reads)
	days, syncIDs, rows, final, notes := make([]time.Time, n), make([]uint64, n), make([]uint64, n), make([]bool, n), make([][]string, n)
	for i, read := range reads {
		days[i], syncIDs[i], rows[i], final[i], notes[i] = read.day.time(), read.syncID, read.rows, read.day <= r.at.final, read.notes
	}
	names := []string{"account_id", "site_id", "connection_id", "report", "day", "sync_id", "rows_read", "is_final", "read_on", "notes"}
	columns := append(r.identity.columns(n), repeated(table, n), days, syncIDs, rows, final, repeated(r.at.on.time(), n), notes)
	err := r.retryWhileUnavailable(ctx, func() error {
		left := until.Sub(r.Now())
		if left <= 0 {
			return errLate
		}
		ctx, cancel := context.WithTimeout(ctx, left)
		defer cancel()
		return r.Facts.InsertColumns(ctx, currentDays, "", names, columns...)
	})
	if err != nil {
		return fmt.Errorf("make %d days of %s current: %w", n, table, err)
	}
	return nil
}

// retryWhileUnavailable retries while ClickHouse is unavailable, until ctx ends, without fetching more data.
func (s *Syncer) retryWhileUnavailable(ctx context.Context, do func() error) error {
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 5*time.Second) {
		err := do()
		if upslope.CodeOf(err) != upslope.Unavailable || ctx.Err() != nil {
			return err
		}
		s.Log.WarnContext(ctx, "rows wait for ClickHouse", "error", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

func newBudget() *semaphore.Weighted { return semaphore.NewWeighted(maxHeldBytes) }
