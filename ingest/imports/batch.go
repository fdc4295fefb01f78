package imports

import (
	"context"
	"fmt"
)

// batch collects rows to send, and sends them while the next are read.
type batch[R any] struct {
	table   table[R]
	rows    []R
	sent    int64 // stored in ClickHouse, once wait returns no error
	sending chan error
}

// add appends a row and reports whether the batch is full.
func (b *batch[R]) add(row R) (full bool) {
	if b.rows == nil {
		b.rows = make([]R, 0, b.table.batch)
	}
	b.rows = append(b.rows, row)
	return len(b.rows) == b.table.batch
}

// send starts sending the rows, after the previous batch has arrived.
func (b *batch[R]) send(ctx context.Context, facts Facts) error {
	if err := b.wait(); err != nil || len(b.rows) == 0 {
		return err
	}
	names, values := b.table.columns(b.rows)
	b.sent += int64(len(b.rows))
	clear(b.rows) // releases the texts
	b.rows = b.rows[:0]
	sending := make(chan error, 1)
	b.sending = sending
	go func() { sending <- facts.InsertColumns(ctx, b.table.name, "", names, values...) }()
	return nil
}

// wait blocks until no batch is in flight.
func (b *batch[R]) wait() error {
	if b.sending == nil {
		return nil
	}
	err := <-b.sending
	b.sending = nil
	if err != nil {
		return fmt.Errorf("insert %s: %w", b.table.name, err)
	}
	return nil
}
