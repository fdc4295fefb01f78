// Package tables computes the tables of the SEO, Ads and Technical screens and the days of the charts. A
// table is a .toml and a .sql file; the package owns their windows and their caches.
package tables

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"upslope"
	"upslope/analytics/facts"
)

// Analysis computes the tables of the SEO, Ads and Technical screens and the days of the charts. It is safe
// for concurrent use.
type Analysis struct {
	facts   facts.Querier
	records Records
	tables  map[string]*table

	reads         *readsCache
	pages         *pageCache
	pickFrom      uint64 // minimum rows of a window to pick the rows of a page before computing them
	batchRows     int    // rows computed together, for a table not cached as a whole
	maxReadParams int    // maximum reads as query parameters
}

const (
	pickFrom      = 200_000 // grouping this many rows by text costs as much as planning another query
	maxReadParams = 500     // 28 days and their comparison, of eight tables, fit into a query's URL
	batchRows     = 300     // cost hardly more than the rows of one page
)

// Records returns the scope of a query. siteID "" is every site of the account.
type Records interface {
	Sites(ctx context.Context, accountID string) ([]upslope.Site, error)
	// Connections returns what the sites read from providers.
	Connections(ctx context.Context, accountID, siteID string) ([]upslope.Connection, error)
	// Rules returns the owners' rules, by site ID.
	Rules(ctx context.Context, accountID, siteID string) (map[string]upslope.SiteRules, error)
	// NewestCrawls returns the newest crawl of each site.
	NewestCrawls(ctx context.Context, accountID, siteID string) ([]upslope.Crawl, error)
	// OpenInsights returns the open and in-progress insights about entities, the best first.
	OpenInsights(ctx context.Context, accountID, siteID string) ([]upslope.OpenInsight, error)
	// FactsReads counts how often rows of a provider were written.
	FactsReads(ctx context.Context, accountID string) (int64, error)
}

// New loads all tables; an error is a mistake in one of their files.
func New(facts facts.Querier, records Records) (*Analysis, error) {
	tables, err := loadTables(tableFiles)
	if err != nil {
		return nil, fmt.Errorf("load tables: %w", err)
	}
	reads, err := newReadsCache()
	if err != nil {
		return nil, err
	}
	pages, err := newPageCache()
	return &Analysis{
		facts: facts, records: records, tables: tables, reads: reads, pages: pages,
		pickFrom: pickFrom, batchRows: batchRows, maxReadParams: maxReadParams,
	}, err
}

// TableNames lists the tables, such as seo/queries, without the parts of drill-downs.
func (a *Analysis) TableNames() []string {
	names := slices.Sorted(maps.Keys(a.tables))
	return slices.DeleteFunc(names, func(name string) bool { return strings.HasPrefix(name, drilldownFolder) })
}

// Table returns one page of the rows of a table.
func (a *Analysis) Table(ctx context.Context, accountID, name string, filter upslope.TableFilter) (upslope.Table, error) {
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	q, err := a.ask(ctx, accountID, name, filter)
	if err != nil {
		return upslope.Table{}, stillComputing(ctx, err)
	}
	if q.params == nil {
		return q.empty(onlyCSV), nil
	}
	if q.rows < a.pickFrom {
		whole, err := a.cachedPage(ctx, q, func(ctx context.Context) (upslope.Table, error) { return a.whole(ctx, q) }, pageParams...)
		if err != nil || int64(len(whole.Rows)) == whole.Total {
			return q.pageOf(whole), err
		}
	}
	return a.pageOfMany(ctx, q, filter)
}

// pageOfMany returns a page of a batch that is computed together. All pages come from the same batch, so that
// ties in the sort column never repeat a row.
func (a *Analysis) pageOfMany(ctx context.Context, q *tableQuery, filter upslope.TableFilter) (answer upslope.Table, err error) {
	var rows [][]any
	end := filter.Offset + filter.Limit
	for first := filter.Offset / a.batchRows * a.batchRows; first < end; first += a.batchRows {
		part := q.with(map[string]any{"offset": first, "limit": a.batchRows})
		answer, err = a.cachedPage(ctx, part, func(ctx context.Context) (upslope.Table, error) { return a.page(ctx, part, filter) })
		if err != nil {
			return answer, err
		}
		from, to := max(0, filter.Offset-first), min(end-first, len(answer.Rows))
		if from >= to {
			break
		}
		rows = append(rows, answer.Rows[from:to]...)
	}
	answer.Rows = rows
	return answer, nil
}

// cachedPage returns a page, or the one shared by all that differ only in the parameters named without.
func (a *Analysis) cachedPage(ctx context.Context, q *tableQuery, work func(context.Context) (upslope.Table, error), without ...string) (upslope.Table, error) {
	key, err := q.key(without...)
	if err != nil {
		return upslope.Table{}, err
	}
	return a.pages.page(ctx, key, work)
}

// whole computes a table with all its rows, unsorted if it is sorted by a column: sorting and paging then
// need no query. For a large table it returns only the total.
func (a *Analysis) whole(ctx context.Context, q *tableQuery) (upslope.Table, error) {
	q = q.with(map[string]any{"ascending": unsorted, "descending": unsorted, "limit": maxWholeRows, "offset": 0})
	answer := q.empty(onlyCSV)
	err := a.prepared(ctx, q, &answer, func(ctx context.Context) error {
		return a.rows(ctx, q, slices.Concat(q.namesToSort(), q.namesOfTotals()), func(row []any, total int64) error {
			answer.Rows, answer.Total = append(answer.Rows, q.addTotals(&answer, row)), total
			return nil
		})
	})
	if answer.Total > maxWholeRows {
		answer.Rows = nil
	}
	return answer, err
}

// page computes a page.
func (a *Analysis) page(ctx context.Context, q *tableQuery, filter upslope.TableFilter) (upslope.Table, error) {
	answer := q.empty(onlyCSV)
	names := slices.Concat(q.namesInSQL(onlyCSV), q.namesOfTotals())
	err := a.prepared(ctx, q, &answer, func(ctx context.Context) error {
		if q.rows >= a.pickFrom && q.table.picks(filter) {
			total, err := a.pick(ctx, q)
			if keys, _ := q.params["keys"].([]uint64); err == nil && len(keys) > 0 {
				err = a.rows(ctx, q, names, func(row []any, _ int64) error { answer.Rows = append(answer.Rows, row); return nil })
			}
			answer.Total = total
			return err
		}
		err := a.rows(ctx, q, names, func(row []any, total int64) error {
			answer.Rows, answer.Total = append(answer.Rows, q.addTotals(&answer, row)), total
			return nil
		})
		if offset, _ := q.params["offset"].(int); err == nil && len(answer.Rows) == 0 && offset > 0 {
			// An offset past the end returns no row, and the total is a column: read one row for it.
			q.params["limit"], q.params["offset"] = 1, 0
			err = a.rows(ctx, q, names, func(row []any, total int64) error {
				q.addTotals(&answer, row)
				answer.Total = total
				return nil
			})
		}
		return err
	})
	return answer, err
}

// prepared computes the rows of an answer, and in parallel what does not depend on them.
func (a *Analysis) prepared(ctx context.Context, q *tableQuery, answer *upslope.Table, rows func(context.Context) error) error {
	if err := a.addMonths(ctx, q); err != nil {
		return err
	}
	covered := q.with(nil) // a copy: computing the rows changes parameters
	working, ctx := errgroup.WithContext(ctx)
	working.Go(func() error { return rows(ctx) })
	working.Go(func() (err error) {
		answer.Coverage, err = a.coverage(ctx, covered)
		return err
	})
	return working.Wait()
}

// pick restricts a query to the rows of its page, by key, and returns the total of all pages.
func (a *Analysis) pick(ctx context.Context, q *tableQuery) (total int64, err error) {
	keys, days := []uint64{}, []time.Time{}
	ask := func() error {
		return a.facts.Query(ctx, q.sql(q.table.picked), q.params, func(_ []string, values []any) error {
			var key, all uint64
			err := facts.ScanUints([]any{values[0], values[2]}, &key, &all)
			if day, ok := values[1].(time.Time); ok && !slices.Contains(days, day) {
				days = append(days, day)
			}
			keys, total = append(keys, key), int64(all)
			return err
		})
	}
	err = ask()
	if offset, _ := q.params["offset"].(int); err == nil && len(keys) == 0 && offset > 0 {
		// An offset past the end returns no row, and the total is a column: read one row for it.
		q.params["limit"], q.params["offset"] = 1, 0
		err = ask()
		keys = nil
	}
	if err != nil {
		return 0, fmt.Errorf("pick the rows of the table %s: %w", q.table.name, err)
	}
	q.params["keys"], q.params["key_days"], q.params["offset"] = keys, days, 0
	return total, nil
}

// ExportTable calls begin once and then each for every matching row, as a stream. Sites are named by domain.
// An error of either ends it and is returned.
func (a *Analysis) ExportTable(ctx context.Context, accountID, name string, filter upslope.TableFilter, begin func(upslope.Table) error, each func([]any) error) error {
	filter.Limit, filter.Offset = maxRows, 0
	q, err := a.ask(ctx, accountID, name, filter)
	if err != nil {
		return err
	}
	if q.params != nil {
		if err := a.addMonths(ctx, q); err != nil {
			return err
		}
		if q.scope.Coverage, err = a.coverage(ctx, q); err != nil {
			return err
		}
	}
	if err := begin(q.empty(onlyJSON)); err != nil || q.params == nil {
		return err
	}
	return a.rows(ctx, q, q.namesInSQL(onlyJSON), func(row []any, _ int64) error { return each(q.readable(row)) })
}

// maxRows exceeds the rows of any table.
const maxRows = 1 << 30

// rows reads columns of a query's rows.
func (a *Analysis) rows(ctx context.Context, q *tableQuery, names []string, each func(row []any, total int64) error) error {
	var places []int // of the wanted columns; the last is the total
	err := a.facts.Query(ctx, q.sql(q.table.rows), q.params, func(columns []string, values []any) error {
		if places == nil {
			for _, name := range append(slices.Clone(names), "total") {
				place := slices.Index(columns, name)
				if place < 0 {
					return fmt.Errorf("the SQL has no column %s", name)
				}
				places = append(places, place)
			}
		}
		row := make([]any, len(places)-1)
		for i := range row {
			row[i] = facts.JSONValue(values[places[i]])
		}
		var total uint64
		if err := facts.ScanUints([]any{values[places[len(row)]]}, &total); err != nil {
			return err
		}
		return each(row, int64(total))
	})
	if err != nil {
		return fmt.Errorf("read the table %s: %w", q.table.name, err)
	}
	return nil
}
