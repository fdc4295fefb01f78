package sync

import (
	"context"
	"errors"

	"upslope/ingest/providers"
)

// maxDamagedInARow is how many days in a row of a report may make no sense before the rest of it waits for the next sync.
const maxDamagedInARow = 7

// damage is what of a run made no sense: its days are missing, until a later sync reads them whole.
type damage struct {
	days        map[day]bool
	consecutive map[string]int // by report
	first       *providers.Error
	newest      day
}

// isDamagedAnswer says whether days came that make no sense, which says nothing about others.
func isDamagedAnswer(ctx context.Context, err error) bool {
	return errors.Is(err, providers.ErrDamaged) && ctx.Err() == nil
}

// noteDamage notes a day whose answer makes no sense.
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

// clearDamage notes that a span of a report was read.
func (r *syncRun) clearDamage(report *providers.Report) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.damage.consecutive, report.Table)
}

// hasTooMuchDamage says that more of a report need not be tried in this run.
func (r *syncRun) hasTooMuchDamage(report *providers.Report) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.damage.consecutive[report.Table] >= maxDamagedInARow
}

// failure is the failure of a run that left days out; nil when it did not.
func (d damage) failure(read int64) error {
	switch others := len(d.days) - 1; {
	case d.first == nil:
		return nil
	case read == 0:
		return d.first
	case others == 0:
		return providers.Errorf(providers.Temporary, "%s is left out, other days were read. %s", longDate(d.newest), d.first.Message).Because(d.first)
	default:
		return providers.Errorf(providers.Temporary, "%s and %s are left out, other days were read. %s", longDate(d.newest), count(int64(others), "more day"), d.first.Message).Because(d.first)
	}
}

func longDate(d day) string { return d.time().Format("2 January 2006") }

// halves parts a span of several days, so that one day that makes no sense costs no other.
func (s span) halves() []span {
	middle := s.from + day(s.days()/2)
	return []span{{from: middle, to: s.to}, {from: s.from, to: middle - 1}}
}
