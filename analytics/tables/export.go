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

// FactsExport exports an account's provider data.
type FactsExport struct {
	Facts   facts.Querier
	Records interface {
		Sites(ctx context.Context, accountID string) ([]upslope.Site, error)
		// Connections also returns disconnected ones; siteID "" is every site.
		Connections(ctx context.Context, accountID, siteID string) ([]upslope.Connection, error)
	}
}

// ExportFacts streams all current rows of every report of every site: it calls begin once per report with
// rows, and each for every row. An error of either ends it and is returned.
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
