package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// clockInterval is how often changes by the clock are looked up.
	clockInterval = time.Second
	// clockSkew is how far behind the clock of an edge may be: everything is told again after that time.
	clockSkew = 10 * time.Second
	// dayStep divides the offsets of all time zones: a day begins at one of these only.
	dayStep = 15 * time.Minute
)

// clock tells edges of what becomes true by the clock alone, such as an insight that wakes up. The series of
// changes begins with it, so nothing before counts.
type clock struct {
	on   runner
	last time.Time
}

func newClock(on runner, now time.Time) *clock { return &clock{on: on, last: now} }

// tell writes what happened since the last call to the outbox.
func (c *clock) tell(ctx context.Context, now time.Time) error {
	if now.Sub(c.last) < clockInterval {
		return nil
	}
	for _, skew := range []time.Duration{0, clockSkew} {
		from, to := c.last.Add(-skew), now.Add(-skew)
		if err := exec(ctx, c.on, "outbox_clock", pgx.NamedArgs{"from": from, "to": to}); err != nil {
			return err
		}
		if from.Truncate(dayStep).Equal(to.Truncate(dayStep)) {
			continue
		}
		if err := exec(ctx, c.on, "outbox_days", pgx.NamedArgs{"from": from, "to": to}); err != nil {
			return err
		}
	}
	c.last = now
	return nil
}
