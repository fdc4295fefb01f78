package sync

import (
	"context"
	_ "embed"
	"fmt"
	"time"
)

//go:embed queries/erase_site.sql
var eraseSiteSQL string

//go:embed queries/erase_connection.sql
var eraseConnectionSQL string

//go:embed queries/rows_left.sql
var rowsLeftSQL string

//go:embed queries/replaced_syncs.sql
var replacedSyncsSQL string

//go:embed queries/delete_replaced.sql
var deleteReplacedSQL string

//go:embed queries/expired_sites.sql
var expiredSitesSQL string

//go:embed queries/expired_days.sql
var expiredDaysSQL string

//go:embed queries/delete_expired.sql
var deleteExpiredSQL string

// Conditions for current rows.
const (
	currentDays   = "current_days"
	currentMonths = "current_months"
)

// factTables lists the tables of provider rows: each with its report, and the table that selects its current
// rows.
func (s *Syncer) factTables() (tables []factTable) {
	for _, report := range s.Providers.Reports() {
		tables = append(tables, factTable{report.Table, report.Table, currentDays})
	}
	for _, report := range s.Providers.Reports() {
		if report.Months != nil {
			tables = append(tables, factTable{report.Months.Table, report.Table, currentMonths})
		}
	}
	return tables
}

type factTable struct{ name, report, current string }

// EraseSite deletes the imported data of a deleted site.
func (s *Syncer) EraseSite(ctx context.Context, accountID, siteID string) error {
	return s.erase(ctx, eraseSiteSQL, map[string]any{"account_id": accountID, "site_id": siteID, "connection_id": ""})
}

// EraseConnection deletes the imported data of a deleted connection.
func (s *Syncer) EraseConnection(ctx context.Context, accountID, siteID, connectionID string) error {
	return s.erase(ctx, eraseConnectionSQL, map[string]any{"account_id": accountID, "site_id": siteID, "connection_id": connectionID})
}

// erase deletes the days first, which hides their rows. An interrupted deletion is repeated and continues
// with the first table that still has rows.
func (s *Syncer) erase(ctx context.Context, sql string, params map[string]any) error {
	tables := []string{currentDays, currentMonths}
	for _, table := range s.factTables() {
		tables = append(tables, table.name)
	}
	for _, table := range tables {
		params["table"] = table
		before, err := s.rowsLeft(ctx, params)
		if err != nil {
			return err
		}
		if before == 0 {
			continue
		}
		if err := s.Facts.Exec(ctx, sql, params); err != nil {
			return fmt.Errorf("erase %s of site %s: %w", table, params["site_id"], err)
		}
		if after, err := s.rowsLeft(ctx, params); err != nil {
			return err
		} else if after > 0 {
			return fmt.Errorf("erase %s of site %s: %d rows are left", table, params["site_id"], after)
		}
	}
	return nil
}

// rowsLeft counts a table's remaining rows.
func (s *Syncer) rowsLeft(ctx context.Context, params map[string]any) (uint64, error) {
	var left []struct {
		Rows uint64 `ch:"remaining"`
	}
	if err := s.Facts.Select(ctx, &left, rowsLeftSQL, params); err != nil {
		return 0, fmt.Errorf("look what is left in %s of site %s: %w", params["table"], params["site_id"], err)
	}
	return left[0].Rows, nil
}

const (
	// replacedAfter is the minimum age of replaced rows: younger ones may still become visible.
	replacedAfter = 2 * staleAfter
	// sitesPerSweep is the number of sites per deletion.
	sitesPerSweep = 500
	// syncsPerDeletion keeps the statement short.
	syncsPerDeletion = 5000
	// historyMonths is how long provider rows are kept: three years to compare, and the month under way.
	historyMonths = 37
	// runRetention is how long run records are stored.
	runRetention = 90 * 24 * time.Hour
)

// Sweep deletes rows older than the history that is kept and, of the sites read since then, those replaced by
// a later read or never made visible.
func (s *Syncer) Sweep(ctx context.Context, since time.Time) error {
	accounts, err := s.Records.SyncedSince(ctx, since)
	if err != nil {
		return fmt.Errorf("find the sites that were read: %w", err)
	}
	if err := s.addExpired(ctx, accounts); err != nil {
		return err
	}
	var accountIDs, siteIDs []string
	for siteID, accountID := range accounts {
		accountIDs, siteIDs = append(accountIDs, accountID), append(siteIDs, siteID)
		if len(siteIDs) == sitesPerSweep {
			if err := s.sweep(ctx, accountIDs, siteIDs); err != nil {
				return err
			}
			accountIDs, siteIDs = nil, nil
		}
	}
	if len(siteIDs) > 0 {
		if err := s.sweep(ctx, accountIDs, siteIDs); err != nil {
			return err
		}
	}
	return s.Records.ForgetRuns(ctx, s.Now().Add(-runRetention))
}

func (s *Syncer) sweep(ctx context.Context, accountIDs, siteIDs []string) error {
	if err := s.expire(ctx, accountIDs, siteIDs); err != nil {
		return err
	}
	params := map[string]any{"accounts": accountIDs, "sites": siteIDs, "before": syncIDAt(s.Now().Add(-replacedAfter)), "most": syncsPerDeletion}
	for _, table := range s.factTables() {
		params["table"], params["report"], params["current"] = table.name, table.report, table.current
		if err := s.deleteReplaced(ctx, params); err != nil {
			return err
		}
	}
	return nil
}

// historyFrom is the first day that is kept.
func (s *Syncer) historyFrom() time.Time {
	now := s.Now()
	return time.Date(now.Year(), now.Month()-historyMonths, 1, 0, 0, 0, 0, time.UTC)
}

// addExpired adds the sites with days that are no longer kept, read or not: site id → account id.
func (s *Syncer) addExpired(ctx context.Context, accounts map[string]string) error {
	var found []struct {
		Account string `ch:"account"`
		Site    string `ch:"site"`
	}
	if err := s.Facts.Select(ctx, &found, expiredSitesSQL, map[string]any{"from": s.historyFrom()}); err != nil {
		return fmt.Errorf("find the sites with expired days: %w", err)
	}
	for _, site := range found {
		accounts[site.Site] = site.Account
	}
	return nil
}

// expire deletes days and months that are no longer kept. Their rows no longer count then, and are swept.
func (s *Syncer) expire(ctx context.Context, accountIDs, siteIDs []string) error {
	from := s.historyFrom()
	for table, column := range map[string]string{currentDays: "day", currentMonths: "month"} {
		params := map[string]any{"accounts": accountIDs, "sites": siteIDs, "table": table, "column": column, "from": from}
		var found []struct {
			Rows uint64 `ch:"expired"`
		}
		if err := s.Facts.Select(ctx, &found, expiredDaysSQL, params); err != nil {
			return fmt.Errorf("count the expired rows of %s: %w", table, err)
		}
		if found[0].Rows == 0 {
			continue
		}
		if err := s.Facts.Exec(ctx, deleteExpiredSQL, params); err != nil {
			return fmt.Errorf("delete the expired rows of %s: %w", table, err)
		}
	}
	return nil
}

func (s *Syncer) deleteReplaced(ctx context.Context, params map[string]any) error {
	for {
		var found []struct {
			SyncID uint64 `ch:"sync_id"`
		}
		// Each replica deletes on its own, so it gets the sync IDs, not a query that finds them.
		if err := s.Facts.Select(ctx, &found, replacedSyncsSQL, params); err != nil {
			return fmt.Errorf("find the replaced syncs of %s: %w", params["table"], err)
		}
		if len(found) == 0 {
			return nil
		}
		ids := make([]uint64, len(found))
		for i, sync := range found {
			ids[i] = sync.SyncID
		}
		params["sync_ids"] = ids
		if err := s.Facts.Exec(ctx, deleteReplacedSQL, params); err != nil {
			return fmt.Errorf("delete the replaced rows of %s: %w", params["table"], err)
		}
		if len(found) < syncsPerDeletion {
			return nil
		}
	}
}
