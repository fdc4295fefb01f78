package alerts

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"time"

	"upslope"
	"upslope/analytics/facts"
)

//go:embed series.sql
var seriesSQL string

// historyDays are read: a year, and what a season of that time is compared with.
const historyDays = 480

type seriesRow struct {
	Site       string      `ch:"site"`
	Report     string      `ch:"counted"`
	Days       []time.Time `ch:"days"`
	HasRows    []uint8     `ch:"has_rows"`
	First      []float64   `ch:"first_figures"`
	Second     []float64   `ch:"second_figures"`
	Third      []float64   `ch:"third_figures"`
	Currencies []string    `ch:"currencies"`
}

// series reads the daily figures of sites, by site and rule.
func (s *Service) series(ctx context.Context, accountID string, records upslope.AlertRecords) (map[string]map[string]Series, error) {
	found := map[string]map[string]Series{}
	params := facts.Scope(accountID, records.Connections)
	if params == nil {
		return found, nil
	}
	params["from"] = s.Today().AddDate(0, 0, -historyDays)
	var rows []seriesRow
	if err := s.Facts.Select(ctx, &rows, facts.LookedUp("reads").Must(seriesSQL), params); err != nil {
		return nil, fmt.Errorf("read the figures of account %s: %w", accountID, err)
	}
	for _, row := range rows {
		of := found[row.Site]
		if of == nil {
			of = map[string]Series{}
			found[row.Site] = of
		}
		switch row.Report {
		case "gsc_totals":
			// Search Console has a row of every day that it has counted: a day without is late.
			of[upslope.ClicksRule] = row.series(row.First, false, "")
		case "ga4_totals":
			of[upslope.SessionsRule], of[upslope.ConversionsRule] = row.series(row.First, true, ""), row.series(row.Second, true, "")
			if currency := row.currency(); currency != "" && sumOf(row.Third) > 0 {
				of[upslope.RevenueRule] = row.series(row.Third, true, currency)
			}
			if sumOf(row.Second) == 0 {
				delete(of, upslope.ConversionsRule)
			}
		case "gads_campaigns":
			if currency := row.currency(); currency != "" {
				of[upslope.SpendRule] = row.series(row.First, true, currency)
			}
		}
	}
	return found, nil
}

func sumOf(figures []float64) float64 {
	total, _ := sum(figures)
	return total
}

// currency is the newest of the row's days.
func (r seriesRow) currency() string {
	for _, code := range slices.Backward(r.Currencies) {
		if code != "" {
			return code
		}
	}
	return ""
}

// series lays the figures out by day. Days in another currency are missing, as those are that did not come;
// days without rows are 0 where the provider leaves out empty days.
func (r seriesRow) series(figures []float64, emptyIsZero bool, currency string) Series {
	s := Series{First: facts.DateOf(r.Days[0]), Currency: currency}
	length := s.index(facts.DateOf(r.Days[len(r.Days)-1])) + 1
	s.Days = make([]float64, length)
	for i := range s.Days {
		s.Days[i] = math.NaN()
	}
	for i, day := range r.Days {
		at := s.index(facts.DateOf(day))
		switch {
		case currency != "" && r.Currencies[i] != "" && r.Currencies[i] != currency:
		case r.HasRows[i] != 0:
			s.Days[at] = figures[i]
		case emptyIsZero:
			s.Days[at] = 0
		}
	}
	return s
}
