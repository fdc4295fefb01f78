package tables

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"upslope"
	"upslope/analytics/analyticstest"
)

// Concatenated pages of picked rows equal the rows without picking, in column order. Ties may change places.
func TestPagesOfPickedRowsHaveTheRowsOfTheWholeTable(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.ManySites(t, db)
	picking := analysisOf(t, db, analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections()), changed: &atomic.Int64{}})
	picking.pickFrom, picking.batchRows = 0, 70
	whole := *picking
	whole.tables = maps.Clone(picking.tables)
	for name, table := range picking.tables {
		unpicked := *table
		unpicked.picked = tableSQL{}
		whole.tables[name] = &unpicked
		if table.picked == (tableSQL{}) {
			continue
		}
		filters := []upslope.TableFilter{
			{Sort: "position"}, {Sort: "-clicks"}, {Sort: "-impressions", Compare: upslope.CompareNone}, {Sort: "ctr", Query: "7", From: analyticstest.LastDay.AddDate(0, 0, -9), To: analyticstest.LastDay},
		}
		for _, filter := range filters {
			if !table.picks(filter) {
				t.Errorf("%s does not pick rows by %s", name, filter.Sort)
			}
			t.Run(name+" by "+filter.Sort, func(t *testing.T) {
				filter.SiteID, filter.Limit = analyticstest.SiteID, 2000
				all, err := whole.Table(t.Context(), analyticstest.AccountID, name, filter)
				if err != nil {
					t.Fatal(shortened(err))
				}
				if len(all.Rows) < 30 || all.Total != int64(len(all.Rows)) {
					t.Fatalf("the whole table has %d rows of %d", len(all.Rows), all.Total)
				}
				var rows [][]any
				filter.Limit = 150
				for pages := 0; ; pages++ {
					filter.Offset = len(rows)
					page, err := picking.Table(t.Context(), analyticstest.AccountID, name, filter)
					if err != nil {
						t.Fatal(shortened(err))
					}
					if page.Total != all.Total {
						t.Errorf("page %d says that there are %d rows, there are %d", pages, page.Total, all.Total)
					}
					if len(page.Rows) == 0 {
						break
					}
					rows = append(rows, page.Rows...)
				}
				by := slices.IndexFunc(all.Columns, func(column upslope.TableColumn) bool { return column.Name == strings.TrimPrefix(filter.Sort, "-") })
				sequence := func(rows [][]any) (values []string) {
					for _, row := range rows {
						values = append(values, fmt.Sprint(row[by]))
					}
					return values
				}
				if got, want := sequence(rows), sequence(all.Rows); !slices.Equal(got, want) {
					t.Errorf("by %s the pages have\n%.500v\nthe whole table\n%.500v", filter.Sort, got, want)
				}
				inAnyOrder := func(rows [][]any) (texts []string) {
					for _, row := range rows {
						texts = append(texts, fmt.Sprint(row...))
					}
					return slices.Sorted(slices.Values(texts))
				}
				if !slices.Equal(inAnyOrder(rows), inAnyOrder(all.Rows)) {
					t.Error("the pages have other rows than the whole table")
				}
			})
		}
	}
}
