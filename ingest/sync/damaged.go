package sync

import (
	"context"
	"errors"

	"upslope"
	"upslope/ingest/providers"
)

// maxDamagedInARow is the number of consecutive invalid days after which a report waits for the next sync.
const maxDamagedInARow = 7

// damage tracks a run's invalid days: they stay missing until a later sync reads them.
type damage struct {
	days        map[day]bool
	consecutive map[string]int // consecutive invalid days by report
	first       *providers.Error
	newest      day
}

// isDamagedAnswer reports whether a response was invalid, which does not affect other days.
func isDamagedAnswer(ctx context.Context, err error) bool {
	return errors.Is(err, providers.ErrDamaged) && ctx.Err() == nil
}

// noteDamage records a day with an invalid response.
func (r *syncRun) noteDamage(task *task, d day, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.damage.first == nil {
		r.damage = damage{days: map[day]bool{}, consecutive: map[string]int{}}
		r.damage.first, _ = errors.AsType[*providers.Error](err)
	}
	r.damage.days[d] = true
	r.damage.consecutive[task.report.Table]++
	r.damage.newest = max(r.damage.newest, d)
}

// clearDamage resets the count after a span of the report was read.
func (r *syncRun) clearDamage(report *providers.Report) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.damage.consecutive, report.Table)
}

// hasTooMuchDamage reports whether this run should skip the rest of a report.
func (r *syncRun) hasTooMuchDamage(report *providers.Report) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.damage.consecutive[report.Table] >= maxDamagedInARow
}

// failure returns the failure of a run with skipped days, or nil.
func (d damage) failure(read int64) error {
	switch others := len(d.days) - 1; {
	case d.first == nil:
		return nil
	case read == 0:
		return d.first
	case others == 0:
		return providers.Errorf(providers.Temporary, "%s is left out; other days were synced. %s", longDate(d.newest), d.first.Message).Because(d.first)
	default:
		return providers.Errorf(providers.Temporary, "%s and %s are left out; other days were synced. %s", longDate(d.newest), count(int64(others), "more day"), d.first.Message).Because(d.first)
	}
}

func longDate(d day) string { return d.time().Format(upslope.DateFormat) }

// halves splits a span of several days, so that one invalid day affects no other.
func (s span) halves() []span {
	middle := s.from + day(s.days()/2)
	return []span{{from: middle, to: s.to}, {from: s.from, to: middle - 1}}
}
