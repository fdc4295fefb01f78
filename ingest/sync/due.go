package sync

import (
	"slices"
	"time"

	"upslope/ingest/providers"
)

// recentDays is the history read before a site is scored; older days follow in the background.
const recentDays = 90

// day is a calendar day: days since 1970.
type day int64

const secondsOfDay = 24 * 60 * 60

func dayOf(t time.Time) day { return day(t.Unix() / secondsOfDay) }

// time returns the day at midnight UTC.
func (d day) time() time.Time { return time.Unix(int64(d)*secondsOfDay, 0).UTC() }

// span is a range of days, both ends included.
type span struct{ from, to day }

func (s span) days() int { return int(s.to - s.from + 1) }

// dayStatus is the current read of a report's day.
type dayStatus struct {
	on    day // in the site's time zone
	final bool
}

// calendar holds a connection's dates.
type calendar struct {
	today   day // in the provider's time zone
	final   day // the last day with final figures
	on      day // the site's today: repeated reads happen once per such day
	history int // days of history to read
}

// due returns the days to read in spans for one Fetch, newest first: missing days, recent days that still
// change (once a day), and days last read before they were final.
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

// dueSnapshot returns today when the newest snapshot is too old.
func dueSnapshot(report providers.Report, have map[day]dayStatus, at calendar) []span {
	for d := range have {
		if d > at.today-day(max(report.Every, 1)) {
			return nil
		}
	}
	return []span{{from: at.today, to: at.today}}
}

// split divides spans, newest first, into recent and older ones. It cuts one across the border.
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

// task is a list of spans of one report, for one worker.
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

// tasks groups a report's spans by month: ClickHouse partitions by month, so inserts should not mix months.
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

// month returns the month of a span's end.
func month(s span) int {
	year, month, _ := s.to.time().Date()
	return year*12 + int(month)
}

// interleave mixes the tasks of all reports: the newest of each first, in report order.
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
