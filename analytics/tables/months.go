package tables

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"time"

	"upslope/analytics/facts"
)

//go:embed months.sql
var monthsSQL string

// addMonths finds the months to read from monthly aggregates instead of days: the longest run in the window
// that all reports of the table have. It applies to windows with many rows of a single connection.
func (a *Analysis) addMonths(ctx context.Context, q *tableQuery) error {
	params := q.params
	params["months_from"], params["months_to"], params["months"] = facts.NoDay(), facts.NoDay(), []uint64{}
	wanted := q.table.addable
	if len(wanted) == 0 || q.rows < a.pickFrom || len(q.search) != 1 {
		return nil
	}
	ids := map[time.Time][]uint64{} // of the reports, by month
	err := a.facts.Query(ctx, facts.Given().Must(monthsSQL), params, func(_ []string, values []any) error {
		report, _ := values[0].(string)
		month, _ := values[1].(time.Time)
		id, _ := values[2].(uint64)
		if slices.Contains(wanted, report) {
			ids[month] = append(ids[month], id)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("find the months that were added up: %w", err)
	}
	var run, longest []time.Time
	for month := startOfMonth(q.scope.From); !endOfMonth(month).After(q.scope.To); month = month.AddDate(0, 1, 0) {
		if month.Before(q.scope.From) || len(ids[month]) != len(wanted) {
			run = nil
			continue
		}
		if run = append(run, month); len(run) > len(longest) {
			longest = run
		}
	}
	if len(longest) == 0 {
		return nil
	}
	months := []uint64{}
	for _, month := range longest {
		months = append(months, ids[month]...)
	}
	params["months_from"], params["months_to"], params["months"] = longest[0], endOfMonth(longest[len(longest)-1]), months
	return nil
}

func startOfMonth(of time.Time) time.Time { return facts.Day(of.Year(), of.Month(), 1) }

func endOfMonth(start time.Time) time.Time { return start.AddDate(0, 1, -1) }
