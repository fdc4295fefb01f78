package reports_test

import (
	"slices"
	"testing"
	"time"

	"upslope"
)

func TestOutcomesAreSaidWithTheirDoubt(t *testing.T) {
	worked := true
	due := today.AddDate(0, 0, 10)
	forecast := &upslope.Value{Low: 20, Mid: 40, High: 60, Unit: "clicks"}
	insight := func(title string, outcome upslope.Outcome) upslope.Insight {
		return upslope.Insight{Title: title, Status: upslope.Done, Outcome: &outcome}
	}
	a := shop()
	a.insights = []upslope.Insight{
		insight("A title", upslope.Outcome{Status: "measured", FixedAt: today.AddDate(0, 0, -50), Forecast: forecast, Worked: &worked, Gain: &upslope.Value{Low: -5, Mid: 30, High: 70, Unit: "clicks"}}),
		insight("A link", upslope.Outcome{Status: "waiting", FixedAt: today.AddDate(0, 0, -5), DueAt: due}),
		insight("A redirect", upslope.Outcome{Status: "unknown", FixedAt: today.AddDate(0, 0, -60), Reason: "Too few clicks."}),
		insight("Long ago", upslope.Outcome{Status: "waiting", FixedAt: today.AddDate(-1, 0, 0), DueAt: due}),
	}
	want := []string{
		"A title (fixed October 2, 2026): measured gain about 30 clicks a month (80% interval −5 clicks to 70 clicks), forecast 40 clicks.",
		"A link (fixed November 16, 2026): result expected on December 1, 2026.",
		"A redirect (fixed September 22, 2026): the result can’t be measured. Too few clicks.",
	}
	if got := made(t, a, settings()).Outcomes; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	a.insights[1].SiteID, a.crawled = "crawled", "crawled" // beside others, in a report of all sites
	if got, want := made(t, a, settings()).Outcomes[1], "A link (fixed November 16, 2026): no connected source has daily data, so the result can’t be measured."; got != want {
		t.Errorf("of a site with a crawl only: got %q, want %q", got, want)
	}
	a.newest = time.Time{} // only a crawl was ever read
	if got, want := made(t, a, settings()).Outcomes[1], "A link (fixed November 16, 2026): no connected source has daily data, so the result can’t be measured."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
