package sync

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"time"

	"upslope"
)

//go:embed months_due.sql
var monthsDueSQL string

//go:embed add_up_gsc_queries.sql
var addUpQueriesSQL string

//go:embed add_up_gsc_query_pages.sql
var addUpQueryPagesSQL string

// monthRows is how many rows a month has at least that is added up: fewer are read by day as quickly.
const monthRows = 20_000

// addUp adds up the months of a connection to Search Console. Nothing depends on it but the time that long windows take, so that what
// fails is left for the next run.
func (r *reading) addUp(ctx context.Context) {
	if r.connection.Provider != upslope.GSC {
		return
	}
	if err := r.AddUp(ctx, r.connection, monthRows); err != nil && ctx.Err() == nil {
		r.Log.WarnContext(ctx, "months could not be added up", "connection", r.connection.ID, "error", err)
	}
}

// AddUp adds up the months of searches that are over, complete and final and have so many rows, unless they were added up from the very
// reads that count now. Whatever is read again meanwhile, a month counts only as long as those do.
func (s *Syncer) AddUp(ctx context.Context, connection upslope.Connection, least uint64) error {
	sums := map[string]string{"gsc_queries": addUpQueriesSQL, "gsc_query_pages": addUpQueryPagesSQL}
	of, err := identityOf(connection)
	if err != nil {
		return err
	}
	params := map[string]any{
		"account_id": connection.AccountID, "site_id": connection.SiteID, "connection_id": connection.ID,
		"reports": slices.Sorted(maps.Keys(sums)), "least": least,
	}
	var due []struct {
		Report string    `ch:"report_name"`
		Month  time.Time `ch:"month_due"`
		Reads  uint64    `ch:"of_reads"`
	}
	if err := s.Facts.Select(ctx, &due, monthsDueSQL, params); err != nil {
		return fmt.Errorf("find the months to add up: %w", err)
	}
	for _, month := range due {
		syncID := s.ids.next(s.Now())
		params["month"], params["sync_id"] = month.Month, syncID
		if err := s.Facts.Exec(ctx, sums[month.Report], params); err != nil {
			return fmt.Errorf("add up %s of %s: %w", month.Report, month.Month.Format("2006-01"), err)
		}
		names := []string{"account_id", "site_id", "connection_id", "report", "month", "reads", "sync_id"}
		columns := append(of.columns(1), []string{month.Report}, []time.Time{month.Month}, []uint64{month.Reads}, []uint64{syncID})
		if err := s.Facts.InsertColumns(ctx, currentMonths, "", names, columns...); err != nil {
			return fmt.Errorf("make the sum of %s of %s count: %w", month.Report, month.Month.Format("2006-01"), err)
		}
	}
	return nil
}
