package analytics

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"
	"upslope/analytics/facts"

	"upslope"
)

//go:embed ground/windows.sql
var windowsSQL string

// sourceCrawl is the one source that is no provider: the pages, links and issues of the newest crawl.
const sourceCrawl = "crawl"

// reports are the tables of providers that detectors can look at.
func reports() []string {
	return []string{
		"gsc_totals", "gsc_pages", "gsc_queries", "gsc_query_pages", "gsc_query_devices", "gsc_page_countries",
		"ga4_totals", "ga4_pages",
		"gads_campaigns", "gads_ad_groups", "gads_keywords", "gads_search_terms", "gads_criteria",
		"semrush_positions", "semrush_competitors", "pagespeed_tests",
	}
}

// isSnapshot tells what is taken once, as of a day, from what is counted day by day.
func isSnapshot(report string) bool {
	return slices.Contains([]string{"gads_criteria", "semrush_positions", "semrush_competitors", "pagespeed_tests"}, report)
}

// providerNames are the words that evidence calls the providers by.
func providerNames() map[string]string {
	return map[string]string{
		upslope.GSC: "Search Console", upslope.GA4: "Google Analytics 4", upslope.GAds: "Google Ads", upslope.Semrush: "Semrush",
		upslope.PageSpeed: "PageSpeed Insights",
	}
}

// sourceOf is the provider of a report, the part before its first underscore.
func sourceOf(report string) string {
	source, _, _ := strings.Cut(report, "_")
	return source
}

// windows say which days of the providers can be looked at: of each the {windowDays} up to its last final one.
type windows struct {
	of      map[string]window    // by provider
	days    map[string]int       // of its window that came, by report
	latest  map[string][2]int    // of the newest week and of the newest ten days, likewise
	newest  map[string]time.Time // the newest final day, by report
	cut     map[string]int       // days of the window whose tail the provider cut, by report
	syncIDs map[string][]uint64  // the reads that count, of all days, by report
	unknown time.Time            // stands for a day where there is none
}

// window is a span of days, both ends in it.
type window struct{ from, to time.Time }

// addWindows adds which days of the site's connections count.
func (e *Engine) addWindows(ctx context.Context, g *ground, accountID, siteID string) error {
	connections, err := e.store.Connections(ctx, accountID, siteID)
	if err != nil {
		return fmt.Errorf("read the connections of the site: %w", err)
	}
	ids := []string{}
	for _, connection := range connections {
		if connection.Status != upslope.Disconnected {
			ids = append(ids, connection.ID)
		}
	}
	g.params["connections"] = ids
	g.windows = windows{
		of: map[string]window{}, days: map[string]int{}, latest: map[string][2]int{}, newest: map[string]time.Time{}, cut: map[string]int{}, syncIDs: map[string][]uint64{},
		unknown: time.Unix(0, 0).UTC(),
	}
	if len(ids) > 0 {
		err = e.facts.Query(ctx, facts.Given().Must(windowsSQL), g.with(map[string]any{"days": windowDays}), func(_ []string, values []any) error {
			return g.windows.add(values)
		})
		if err != nil {
			return fmt.Errorf("find the last final days: %w", err)
		}
	}
	g.windows.addTo(g.params)
	return nil
}

// add reads a row of windows.sql.
func (w *windows) add(values []any) error {
	source, isText := values[0].(string)
	report, isTextToo := values[1].(string)
	to, isDay := values[2].(time.Time)
	newest, isDayToo := values[5].(time.Time)
	syncIDs, areNumbers := values[6].([]uint64)
	if !isText || !isTextToo || !isDay || !isDayToo || !areNumbers {
		return fmt.Errorf("a row of windows is %v", values)
	}
	var days, cut, ofWeek, ofTen uint64
	if err := scanWhole(values[3:5], &days, &cut); err != nil {
		return err
	}
	if err := scanWhole(values[7:9], &ofWeek, &ofTen); err != nil {
		return err
	}
	w.latest[report] = [2]int{int(ofWeek), int(ofTen)}
	w.of[source] = window{to.AddDate(0, 0, 1-windowDays), to}
	w.days[report], w.cut[report], w.newest[report], w.syncIDs[report] = int(days), int(cut), newest, syncIDs
	return nil
}

// addTo adds a parameter for every source and report, known or not.
func (w *windows) addTo(params map[string]any) {
	for source := range providerNames() {
		span, ok := w.of[source]
		if !ok {
			span = window{w.unknown, w.unknown}
		}
		params[source+"_from"], params[source+"_to"] = span.from, span.to
	}
	for _, report := range reports() {
		newest, ok := w.newest[report]
		if !ok {
			newest = w.unknown
		}
		params[report+"_days_of_week"], params[report+"_days_of_ten"] = w.latest[report][0], w.latest[report][1]
		params[report+"_days"], params[report+"_newest"], params[report+"_sync_ids"] = w.days[report], newest, notNil(w.syncIDs[report])
	}
}

// known says whether enough of a report came to look at it.
func (w *windows) known(report string) bool {
	if isSnapshot(report) {
		return w.days[report] > 0
	}
	return w.days[report] >= fewestDays
}

// lostTrust is how much less probable it is that something is real when no day of what it is based on came, (cal). What is uncertain because
// the days that came are few, detectors know by themselves.
const lostTrust = .1

// trust lowers the probability that something is real when days of what it is based on are missing.
func (w *windows) trust(d *detector) float64 {
	fewest := windowDays
	for _, need := range d.Needs {
		if need != sourceCrawl && !isSnapshot(need) {
			fewest = min(fewest, w.days[need])
		}
	}
	return 1 - lostTrust*float64(windowDays-fewest)/windowDays
}

// said is the window of a provider in words, with what is missing of it.
func (w *windows) said(source string, d *detector) string {
	span := w.of[source]
	missing, cut, counts := 0, 0, false
	for _, report := range slices.Concat(d.Needs, d.Uses) {
		if sourceOf(report) == source && !isSnapshot(report) && w.known(report) {
			counts = true
			missing, cut = max(missing, windowDays-w.days[report]), max(cut, w.cut[report])
		}
	}
	if !counts {
		return "As of " + span.to.Format(dayForm)
	}
	words := span.from.Format(dayForm) + " to " + span.to.Format(dayForm)
	if missing > 0 {
		words += fmt.Sprintf("; %d of %d days are missing", missing, windowDays)
	}
	if cut > 0 {
		words += fmt.Sprintf("; of %d days the provider withheld the smallest rows", cut)
	}
	return words
}
