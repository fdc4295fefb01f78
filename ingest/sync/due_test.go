package sync

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"upslope/ingest/providers"
)

// today is Friday, 20 November 2026.
var today = dayOf(time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))

// reads returns days read on a given day, all as days before today.
func reads(on, newest, oldest int, final bool) map[day]dayStatus {
	have := map[day]dayStatus{}
	for ago := newest; ago <= oldest; ago++ {
		have[today-day(ago)] = dayStatus{on: today - day(on), final: final}
	}
	return have
}

func written(spans []span) string {
	var parts []string
	for _, s := range spans {
		if s.from == s.to {
			parts = append(parts, fmt.Sprint(today-s.to))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", today-s.to, today-s.from))
		}
	}
	return strings.Join(parts, " ")
}

// Days are given as days before today, newest first.
func TestWhatIsDue(t *testing.T) {
	daily := providers.Report{Span: 1, Repull: 4, ThroughFinal: true}
	ranged := providers.Report{Span: 7, Repull: 3}
	weekly := providers.Report{Snapshot: true, Span: 1, Every: 7}
	for _, c := range []struct {
		name   string
		report providers.Report
		have   map[day]dayStatus
		final  int // days before today
		want   string
	}{
		{"all days of a new connection", daily, nil, 3, "3 4 5 6 7 8 9 10"},
		{"up to yesterday when the report does not wait for final days", ranged, nil, 2, "1-7 8-10"},
		{"never today, whatever the provider calls final", daily, nil, 0, "1 2 3 4 5 6 7 8 9 10"},
		{"the days at the end that still change, once more each day", daily, reads(1, 3, 10, true), 3, "3 4 5 6"},
		{"nothing twice on one day", daily, reads(0, 3, 10, true), 3, ""},
		{"the new day and those that change", ranged, reads(1, 2, 10, true), 2, "1-3"},
		{"a day that is missing in the middle", ranged, func() map[day]dayStatus {
			have := reads(0, 1, 10, true)
			delete(have, today-8)
			return have
		}(), 2, "8"},
		{"what was last read before it was final, also outside of the window", ranged, reads(5, 1, 10, false), 2, "1-7 8-10"},
		{"but not what is not final yet, outside of the window", providers.Report{Span: 7, Repull: 1}, reads(1, 1, 10, false), 30, "1"},
		{"no further back than the report goes", providers.Report{Span: 30, History: 5}, nil, 2, "1-5"},
		{"no further back than the settings go", providers.Report{Span: 30, History: 500}, nil, 2, "1-10"},
		{"a first snapshot", weekly, nil, 2, "0"},
		{"no snapshot before its time", weekly, reads(6, 6, 6, true), 2, ""},
		{"a snapshot when its time has come", weekly, reads(7, 7, 7, true), 2, "0"},
	} {
		at := calendar{today: today, final: today - day(c.final), on: today, history: 10}
		if got := written(due(c.report, c.have, at)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestRecentDaysAreCutFromOlderOnes(t *testing.T) {
	spans := due(providers.Report{Span: 50}, nil, calendar{today: today, final: today - 2, on: today, history: 480})
	recent, older := split(spans, today)
	if got := written(recent); got != "1-50 51-90" {
		t.Errorf("recent are %s", got)
	}
	if got := written(older[:2]); got != "91-100 101-150" {
		t.Errorf("older are %s", got)
	}
	var wanted int
	for _, s := range append(recent, older...) {
		wanted += s.days()
	}
	if wanted != 480 {
		t.Errorf("%d days are due, want 480", wanted)
	}
}

func TestTasksTakeTheNewestMonthOfEveryReportFirst(t *testing.T) {
	pages, queries := &providers.Report{Table: "pages", Span: 1}, &providers.Report{Table: "queries", Span: 20}
	at := calendar{today: today, final: today - 2, on: today, history: 70}
	var order []string
	for _, task := range interleave([][]task{tasks(pages, due(*pages, nil, at)), tasks(queries, due(*queries, nil, at))}) {
		order = append(order, fmt.Sprintf("%s %d %d", task.report.Table, today-task.spans[0].to, task.days()))
	}
	want := "pages 1 19; queries 1 20; pages 20 31; queries 21 40; pages 51 20; queries 61 10"
	if got := strings.Join(order, "; "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
