package features

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"time"

	"upslope"
	"upslope/analytics/facts"
)

//go:embed windows.sql
var windowsSQL string

// Windows hold the readable days of the providers: the {windowDays} up to each one's last final day.
type Windows struct {
	of      map[string]window    // by provider
	days    map[string]int       // imported days of the window, by report
	latest  map[string][2]int    // imported days of the newest week and of the newest ten days, by report
	Newest  map[string]time.Time // newest final day, by report
	cut     map[string]int       // days of the window that the provider truncated, by report
	syncIDs map[string][]uint64  // current reads of all days, by report
	unknown time.Time            // placeholder for a missing day
}

// window is a span of days, both ends included.
type window struct{ from, to time.Time }

// AddWindows adds the windows of the site's connections.
func (r *Reader) AddWindows(ctx context.Context, g *Context, accountID, siteID string) error {
	connections, err := r.store.Connections(ctx, accountID, siteID)
	if err != nil {
		return fmt.Errorf("read the connections of the site: %w", err)
	}
	ids := []string{}
	for _, connection := range connections {
		if connection.Status != upslope.Disconnected {
			ids = append(ids, connection.ID)
		}
	}
	g.Params["connections"] = ids
	g.Windows = Windows{
		of: map[string]window{}, days: map[string]int{}, latest: map[string][2]int{}, Newest: map[string]time.Time{}, cut: map[string]int{}, syncIDs: map[string][]uint64{},
		unknown: time.Unix(0, 0).UTC(),
	}
	if len(ids) > 0 {
		params := g.With(map[string]any{"days": facts.WindowDays, "snapshots": facts.Snapshots(), "side_snapshots": facts.SideSnapshots()})
		err = r.facts.Query(ctx, facts.Given().Must(windowsSQL), params, func(_ []string, values []any) error {
			return g.Windows.add(values)
		})
		if err != nil {
			return fmt.Errorf("find the last final days: %w", err)
		}
	}
	g.Windows.addTo(g.Params)
	return nil
}

func (w *Windows) add(values []any) error {
	source, isText := values[0].(string)
	report, isTextToo := values[1].(string)
	to, isDay := values[2].(time.Time)
	newest, isDayToo := values[5].(time.Time)
	syncIDs, areNumbers := values[6].([]uint64)
	if !isText || !isTextToo || !isDay || !isDayToo || !areNumbers {
		return fmt.Errorf("a row of windows is %v", values)
	}
	var days, cut, ofWeek, ofTen uint64
	if err := facts.ScanUints(values[3:5], &days, &cut); err != nil {
		return err
	}
	if err := facts.ScanUints(values[7:9], &ofWeek, &ofTen); err != nil {
		return err
	}
	w.latest[report] = [2]int{int(ofWeek), int(ofTen)}
	w.of[source] = window{to.AddDate(0, 0, 1-facts.WindowDays), to}
	w.days[report], w.cut[report], w.Newest[report], w.syncIDs[report] = int(days), int(cut), newest, syncIDs
	return nil
}

// addTo adds a parameter for every source and report, known or not.
func (w *Windows) addTo(params map[string]any) {
	for source := range facts.ProviderNames() {
		span, ok := w.of[source]
		if !ok {
			span = window{w.unknown, w.unknown}
		}
		params[source+"_from"], params[source+"_to"] = span.from, span.to
	}
	for _, report := range facts.Reports() {
		newest, ok := w.Newest[report]
		if !ok {
			newest = w.unknown
		}
		params[report+"_days_of_week"], params[report+"_days_of_ten"] = w.latest[report][0], w.latest[report][1]
		params[report+"_days"], params[report+"_newest"], params[report+"_sync_ids"] = w.days[report], newest, facts.NotNil(w.syncIDs[report])
	}
}

// known reports whether a report has enough days to be used.
func (w *Windows) known(report string) bool {
	if facts.IsSnapshot(report) {
		return w.days[report] > 0
	}
	return w.days[report] >= facts.MinWindowDays
}

// lostTrust is the reduction of probability_real when all days are missing, calibrated:
// docs/method.md#windows. Sampling error from few days is part of each detector's own estimate.
const lostTrust = .1

// Trust returns the factor on probability_real for missing days.
func (w *Windows) Trust(d facts.Sources) float64 {
	fewest := facts.WindowDays
	for _, need := range d.Needs {
		if need != facts.Crawl && !facts.IsSnapshot(need) {
			fewest = min(fewest, w.days[need])
		}
	}
	return 1 - lostTrust*float64(facts.WindowDays-fewest)/facts.WindowDays
}

// label describes the window of a provider and its missing days.
func (w *Windows) label(source string, d facts.Sources) string {
	span := w.of[source]
	missing, cut, counts := 0, 0, false
	for _, report := range slices.Concat(d.Needs, d.Uses) {
		if facts.ProviderOf(report) == source && !facts.IsSnapshot(report) && w.known(report) {
			counts = true
			missing, cut = max(missing, facts.WindowDays-w.days[report]), max(cut, w.cut[report])
		}
	}
	if !counts {
		return "As of " + span.to.Format(upslope.DateFormat)
	}
	words := span.from.Format(upslope.DateFormat) + " to " + span.to.Format(upslope.DateFormat)
	if missing > 0 {
		words += fmt.Sprintf("; %d of %d days are missing", missing, facts.WindowDays)
	}
	if cut > 0 {
		words += fmt.Sprintf("; of %d days the provider withheld the smallest rows", cut)
	}
	return words
}
