package sync

import (
	"slices"
	"time"

	"upslope/ingest/providers"
)

// recentDays is how many days a site is read for before it is scored; older ones follow in the background.
const recentDays = 90

// day is a calendar day: days since 1970.
type day int64

const secondsOfDay = 24 * 60 * 60

func dayOf(t time.Time) day { return day(t.Unix() / secondsOfDay) }

// time is the day at midnight UTC.
func (d day) time() time.Time { return time.Unix(int64(d)*secondsOfDay, 0).UTC() }

// span is some days in a row, both ends included.
type span struct{ from, to day }

func (s span) days() int { return int(s.to - s.from + 1) }

// dayStatus is the read of a day of a report that counts until now.
type dayStatus struct {
	on    day // of the site
	final bool
}

// calendar is what a connection takes for today.
type calendar struct {
	today   day // the provider's
	final   day // the last that the provider will not change any more
	on      day // today of the site: what is read again is read once on it
	history int // days that are wanted
}

// due are the days of a report that are to be read, in spans that one Fetch may ask for, the newest first:
// those that are missing, those at the end that still change, once a day, and those that were last read before they were final.
func due(report providers.Report, have map[day]dayStatus, at calendar) []span {
	if report.Snapshot {
		return dueSnapshot(report, have, at)
	}
	last := at.today - 1
	if report.ThroughFinal {
		last = min(last, at.final)
	}
	history := at.history
	if report.History > 0 {
		history = min(history, report.History)
	}
	var spans []span
	for d := last; d >= at.today-day(history); d-- {
		read, known := have[d]
		changes := d > last-day(report.Repull) || (!read.final && d <= at.final)
		if known && (!changes || read.on >= at.on) {
			continue
		}
		if open := len(spans) - 1; open >= 0 && spans[open].from == d+1 && spans[open].days() < report.Span {
			spans[open].from = d
			continue
		}
		spans = append(spans, span{from: d, to: d})
	}
	return spans
}

// dueSnapshot is today when the newest snapshot is older than wanted.
func dueSnapshot(report providers.Report, have map[day]dayStatus, at calendar) []span {
	for d := range have {
		if d > at.today-day(max(report.Every, 1)) {
			return nil
		}
	}
	return []span{{from: at.today, to: at.today}}
}

// split parts spans, the newest first, into those of the recent days and the older ones. One across the border is cut there.
func split(spans []span, today day) (recent, older []span) {
	border := today - recentDays
	for _, s := range spans {
		switch {
		case s.from >= border:
			recent = append(recent, s)
		case s.to < border:
			older = append(older, s)
		default:
			recent = append(recent, span{from: border, to: s.to})
			older = append(older, span{from: s.from, to: border - 1})
		}
	}
	return recent, older
}

// task is some spans of a report, for one worker.
type task struct {
	report *providers.Report
	spans  []span
}

func (t task) days() (n int64) {
	for _, s := range t.spans {
		n += int64(s.days())
	}
	return n
}

// tasks are the spans of a report by the month: ClickHouse keeps months apart, so that rows of one are written at once.
func tasks(report *providers.Report, spans []span) []task {
	var pieces []task
	for _, s := range spans {
		if last := len(pieces) - 1; last >= 0 && month(pieces[last].spans[0]) == month(s) {
			pieces[last].spans = append(pieces[last].spans, s)
			continue
		}
		pieces = append(pieces, task{report: report, spans: []span{s}})
	}
	return pieces
}

// month tells the month of a span's end from all others.
func month(s span) int {
	year, month, _ := s.to.time().Date()
	return year*12 + int(month)
}

// interleave mixes the tasks of the reports: the newest of each first, in the order of the reports.
func interleave(perReport [][]task) []task {
	var mixed []task
	for turn := 0; ; turn++ {
		before := len(mixed)
		for _, list := range perReport {
			if turn < len(list) {
				mixed = append(mixed, list[turn])
			}
		}
		if len(mixed) == before {
			return slices.Clip(mixed)
		}
	}
}
