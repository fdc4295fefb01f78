package ga4

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"upslope"
	"upslope/ingest/providers"
)

// reader converts responses to columns. One reader serves all pages of a report, to detect duplicates.
type reader struct {
	origin   string // without a trailing slash
	scheme   string
	from, to time.Time
	urls     map[place]string
	words    map[string]string
	newest   *row
}

// place is a landing page as Analytics knows it.
type place struct{ host, path string }

func newReader(origin string, from, to time.Time) *reader {
	scheme, _, found := strings.Cut(origin, "://")
	if !found {
		scheme = "https"
	}
	return &reader{origin: strings.TrimRight(origin, "/"), scheme: scheme, from: from, to: to, urls: map[place]string{}, words: map[string]string{}}
}

// day collects the rows of one day.
type day struct {
	pages, channels, devices []string
	sources                  []string
	figures                  [][]float64 // by metric
}

// batches returns a response's rows by day; they may arrive in any order.
func (r *reader) batches(answer *report, dimensions, metrics []string) ([]providers.Batch, error) {
	days := map[string]*day{}
	for i := range answer.Rows {
		row := &answer.Rows[i]
		if len(row.DimensionValues) != len(dimensions) || len(row.MetricValues) != len(metrics) {
			return nil, damaged("rows without all of their fields")
		}
		isRepeat, err := r.repeats(row)
		if err != nil {
			return nil, err
		}
		if isRepeat {
			continue
		}
		date := string(row.DimensionValues[0].Value)
		if days[date] == nil {
			days[date] = &day{figures: make([][]float64, len(metrics))}
		}
		if err := r.row(days[date], row, dimensions); err != nil {
			return nil, err
		}
	}
	currency, notes := "", []providers.Note(nil)
	if about := answer.Metadata; about.Known {
		currency, notes = string(about.Value.CurrencyCode), notesOf(about.Value)
	}
	var batches []providers.Batch
	for date, rows := range days {
		at, err := r.dayOf(date)
		if err != nil {
			return nil, err
		}
		columns, err := rows.columns(metrics, currency)
		if err != nil {
			return nil, err
		}
		batches = append(batches, providers.Batch{Day: at, Columns: columns, Notes: notes})
	}
	slices.SortFunc(batches, func(a, b providers.Batch) int { return a.Day.Compare(b.Day) })
	return batches, nil
}

// repeats reports whether a row duplicates the previous one: rows are ordered by dimensions, so duplicates
// are adjacent. A duplicate with other figures is an error.
func (r *reader) repeats(row *row) (bool, error) {
	before := r.newest
	r.newest = row
	if before == nil {
		return false, nil
	}
	for i, value := range row.DimensionValues {
		if before.DimensionValues[i].Value != value.Value {
			return false, nil
		}
	}
	for i, value := range row.MetricValues {
		if before.MetricValues[i].Value != value.Value {
			return false, damaged("two figures for one row")
		}
	}
	return true, nil
}

func damaged(format string, args ...any) error {
	return providers.Errorf(providers.Temporary, "%s sent %s. Upslope will try again with the next sync.", Name, fmt.Sprintf(format, args...)).Because(providers.ErrDamaged)
}

// dayOf parses a date like 20261101. Google may fold rows of several days into one without a date: it
// counts for the last day, which keeps the sum.
func (r *reader) dayOf(date string) (time.Time, error) {
	if date == other {
		return r.to, nil
	}
	at, err := time.Parse("20060102", date)
	if err != nil || at.Before(r.from) || at.After(r.to) {
		return at, damaged("a row of %q, which was not asked for", date)
	}
	return at, nil
}

func (r *reader) row(rows *day, row *row, dimensions []string) error {
	var at place
	for i, name := range dimensions {
		switch value := string(row.DimensionValues[i].Value); name {
		case hostName:
			at.host = value
		case "landingPage":
			at.path = value
			rows.pages = append(rows.pages, r.url(at)) // the host precedes it
		case sessionSource:
			rows.sources = append(rows.sources, r.word(value))
		case "sessionDefaultChannelGroup":
			rows.channels = append(rows.channels, r.word(value))
		case "deviceCategory":
			rows.devices = append(rows.devices, r.word(value))
		}
	}
	for i, metric := range row.MetricValues {
		figure, err := strconv.ParseFloat(string(metric.Value), 64)
		if err != nil || math.IsNaN(figure) || math.IsInf(figure, 0) {
			return damaged("%q as a figure", metric.Value)
		}
		rows.figures[i] = append(rows.figures[i], figure)
	}
	return nil
}

// word interns a string.
func (r *reader) word(value string) string {
	if known, found := r.words[value]; found {
		return known
	}
	r.words[value] = value
	return value
}

const (
	notSet = "(not set)"
	other  = "(other)" // Google's name for the rest of a long list
)

// url returns the landing page, "" if unknown to Analytics. An invalid address stays unchanged: the row
// counts.
func (r *reader) url(at place) string {
	if at.path == "" || at.path == notSet || at.path == other {
		return ""
	}
	if known, found := r.urls[at]; found {
		return known
	}
	raw := at.path
	if !strings.Contains(raw, "://") {
		base := r.origin
		if at.host != "" && at.host != notSet && at.host != other {
			base = r.scheme + "://" + at.host
		}
		raw = base + "/" + strings.TrimPrefix(raw, "/")
	}
	page, err := upslope.NormalizeURL(raw)
	if err != nil {
		page = raw
	}
	r.urls[at] = page
	return page
}

// columns returns those of ga4_totals, of ga4_pages with pages, or of ga4_assistants with sources.
func (d *day) columns(metrics []string, currency string) ([]providers.Column, error) {
	var columns []providers.Column
	switch {
	case d.sources != nil:
		columns = append(columns, providers.Column{Name: "page", Values: d.pages}, providers.Column{Name: "source", Values: d.sources})
	case d.pages != nil:
		columns = append(columns,
			providers.Column{Name: "page", Values: d.pages}, providers.Column{Name: "channel", Values: d.channels}, providers.Column{Name: "device", Values: d.devices})
	}
	for i, metric := range metrics {
		column := providers.Column{Name: columnOf(metric), Values: d.figures[i]}
		if metric == "sessions" || metric == "engagedSessions" || metric == "totalUsers" {
			var err error
			if d.pages != nil {
				column.Values, err = counts[uint32](d.figures[i], math.MaxUint32)
			} else {
				column.Values, err = counts[uint64](d.figures[i], 1<<53)
			}
			if err != nil {
				return nil, err
			}
		}
		columns = append(columns, column)
	}
	return append(columns, providers.Column{Name: "currency", Values: slices.Repeat([]string{currency}, len(d.figures[0]))}), nil
}

func columnOf(metric string) string {
	switch metric {
	case "engagedSessions":
		return "engaged_sessions"
	case "totalUsers":
		return "users"
	case keyEvents:
		return conversions
	case "totalRevenue":
		return "revenue"
	}
	return metric
}

func counts[T uint32 | uint64](figures []float64, most float64) ([]T, error) {
	counted := make([]T, len(figures))
	for i, figure := range figures {
		if figure < 0 || figure > most || figure != math.Trunc(figure) {
			return nil, damaged("%v as a count", figure)
		}
		counted[i] = T(figure)
	}
	return counted, nil
}

// notesOf returns a response's notes, which apply to all of its days.
func notesOf(about metadata) []providers.Note {
	var notes []providers.Note
	if about.SubjectToThresholding {
		notes = append(notes, providers.Thresholded)
	}
	if len(about.SamplingMetadatas.Value) > 0 {
		notes = append(notes, providers.Sampled)
	}
	if about.DataLossFromOtherRow {
		notes = append(notes, providers.OtherRow)
	}
	return notes
}
