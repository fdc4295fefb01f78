package sync

import (
	"context"
	_ "embed"
	"fmt"
	"time"
)

//go:embed erase_site.sql
var eraseSiteSQL string

//go:embed erase_connection.sql
var eraseConnectionSQL string

//go:embed rows_left.sql
var rowsLeftSQL string

//go:embed replaced_rows.sql
var replacedRowsSQL string

//go:embed delete_replaced.sql
var deleteReplacedSQL string

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
	// runRetention is how long run records are stored.
	runRetention = 90 * 24 * time.Hour
)

// Sweep deletes rows replaced by a later read or never made visible, for the sites read since then.
func (s *Syncer) Sweep(ctx context.Context, since time.Time) error {
	accounts, err := s.Records.SyncedSince(ctx, since)
	if err != nil {
		return fmt.Errorf("find the sites that were read: %w", err)
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
	params := map[string]any{"accounts": accountIDs, "sites": siteIDs, "before": syncIDAt(s.Now().Add(-replacedAfter))}
	for _, table := range s.factTables() {
		params["table"], params["report"], params["current"] = table.name, table.report, table.current
		if err := s.deleteReplaced(ctx, params); err != nil {
			return err
		}
	}
	return nil
}

func (s *Syncer) deleteReplaced(ctx context.Context, params map[string]any) error {
	var found []struct {
		Rows uint64 `ch:"replaced"`
	}
	// Counting first is cheap; a deletion without matches still scans every part of the table.
	if err := s.Facts.Select(ctx, &found, replacedRowsSQL, params); err != nil {
		return fmt.Errorf("count the replaced rows of %s: %w", params["table"], err)
	}
	if len(found) == 0 || found[0].Rows == 0 {
		return nil
	}
	if err := s.Facts.Exec(ctx, deleteReplacedSQL, params); err != nil {
		return fmt.Errorf("delete the replaced rows of %s: %w", params["table"], err)
	}
	return nil
}
