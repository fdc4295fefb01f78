package tables

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"upslope"
	"upslope/analytics/facts"
)

//go:embed facts_export.sql
var factsExportSQL string

// FactsExport gives accounts what was read for them.
type FactsExport struct {
	Facts   facts.Querier
	Records interface {
		Sites(ctx context.Context, accountID string) ([]upslope.Site, error)
		// Connections answers those that were disconnected too; siteID "" is every site.
		Connections(ctx context.Context, accountID, siteID string) ([]upslope.Connection, error)
	}
}

// ExportFacts gives all rows that count of every report of every site: it calls begin once for each report that has rows, and each for its
// rows, one by one. An error of either ends it and is returned.
func (x *FactsExport) ExportFacts(ctx context.Context, accountID string, begin func(site upslope.Site, report string, columns []string) error, each func(row []any) error) error {
	sites, err := x.Records.Sites(ctx, accountID)
	if err != nil {
		return fmt.Errorf("read the sites: %w", err)
	}
	for _, site := range sites {
		connections, err := x.Records.Connections(ctx, accountID, site.ID)
		if err != nil {
			return fmt.Errorf("read the connections of site %s: %w", site.ID, err)
		}
		for _, report := range facts.Reports() {
			ids := []string{}
			for _, connection := range connections {
				if connection.Provider == facts.ProviderOf(report) {
					ids = append(ids, connection.ID)
				}
			}
			if len(ids) == 0 {
				continue
			}
			params := map[string]any{"account_id": accountID, "sites": []string{site.ID}, "connections": ids, "report": report}
			begun := false
			err := x.Facts.Query(ctx, strings.Replace(factsExportSQL, "the_report", report, 1), params, func(columns []string, values []any) error {
				if !begun {
					begun = true
					if err := begin(site, report, slices.Clone(columns)); err != nil {
						return err
					}
				}
				return each(values)
			})
			if err != nil {
				return fmt.Errorf("export %s of site %s: %w", report, site.ID, err)
			}
		}
	}
	return nil
}
