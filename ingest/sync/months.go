package sync

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"time"
	"upslope/ingest/providers"

	"upslope"
)

//go:embed queries/months_due.sql
var monthsDueSQL string

// minMonthRows is the minimum number of rows of a monthly sum: fewer are as fast to read by day.
const minMonthRows = 20_000

// sumMonths sums a connection's completed months. It only speeds up long windows, so failures wait for the
// next run.
func (r *syncRun) sumMonths(ctx context.Context) {
	if err := r.SumMonths(ctx, r.connection, minMonthRows); err != nil && ctx.Err() == nil {
		r.Log.WarnContext(ctx, "months could not be summed up", "connection", r.connection.ID, "error", err)
	}
}

// SumMonths sums the months of a connection's reports that are over, complete and final, with at least
// minRows rows. It skips sums of the current reads: a sum is valid only for the reads it was made from.
func (s *Syncer) SumMonths(ctx context.Context, connection upslope.Connection, minRows uint64) error {
	provider, _ := s.Providers.Find(connection.Provider)
	sums := map[string]string{}
	for report, months := range monthsOf(provider) {
		sums[report] = months.SQL
	}
	if len(sums) == 0 {
		return nil
	}
	of, err := identityOf(connection)
	if err != nil {
		return err
	}
	params := map[string]any{
		"account_id": connection.AccountID, "site_id": connection.SiteID, "connection_id": connection.ID,
		"reports": slices.Sorted(maps.Keys(sums)), "least": minRows,
	}
	var due []struct {
		Report string    `ch:"report_name"`
		Month  time.Time `ch:"month_due"`
		Reads  uint64    `ch:"of_reads"`
	}
	if err := s.Facts.Select(ctx, &due, monthsDueSQL, params); err != nil {
		return fmt.Errorf("find the months to sum up: %w", err)
	}
	for _, month := range due {
		syncID := s.ids.next(s.Now())
		params["month"], params["sync_id"] = month.Month, syncID
		if err := s.Facts.Exec(ctx, sums[month.Report], params); err != nil {
			return fmt.Errorf("sum up %s of %s: %w", month.Report, month.Month.Format("2006-01"), err)
		}
		names := []string{"account_id", "site_id", "connection_id", "report", "month", "reads", "sync_id"}
		columns := append(of.columns(1), []string{month.Report}, []time.Time{month.Month}, []uint64{month.Reads}, []uint64{syncID})
		if err := s.Facts.InsertColumns(ctx, currentMonths, "", names, columns...); err != nil {
			return fmt.Errorf("make the sum of %s of %s count: %w", month.Report, month.Month.Format("2006-01"), err)
		}
	}
	return nil
}

// monthsOf returns a provider's monthly sums, by report.
func monthsOf(provider providers.Provider) map[string]*providers.Months {
	months := map[string]*providers.Months{}
	if provider.NewSource == nil {
		return months
	}
	for _, report := range provider.Reports() {
		if report.Months != nil {
			months[report.Table] = report.Months
		}
	}
	return months
}
