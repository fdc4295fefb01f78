package analytics

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"upslope"
)

// FirstPages keeps the first page of each table of a site, as the table opens by itself, for all processes.
type FirstPages interface {
	// FirstPage answers the page of a table that is kept under a key, "" when there is none or that of another key.
	FirstPage(ctx context.Context, accountID, siteID, table, key string) (string, error)
	// FirstPageKeys answers the tables of a site whose first page is kept, each with its key.
	FirstPageKeys(ctx context.Context, accountID, siteID string) (map[string]string, error)
	// PutFirstPages keeps pages in place of those that the site has, but for those of some tables, which stay.
	PutFirstPages(ctx context.Context, accountID, siteID string, pages []upslope.FirstPage, beside []string) error
}

// firstKey is what a first page depends on, whichever of its rows are asked for.
func (q *tableQuery) firstKey() (string, error) { return q.key("limit", "offset") }

// PutFirstPages works the first page of every table of a site out, as it opens by itself, and keeps it: whoever opens one first after the
// facts have changed waits for no engine. What is as it was is not worked out again. A table that fails keeps no page, and is an error.
func (a *Analysis) PutFirstPages(ctx context.Context, accountID, siteID string) error {
	known, err := a.records.FirstPageKeys(ctx, accountID, siteID)
	if err != nil {
		return fmt.Errorf("find the first pages of site %s: %w", siteID, err)
	}
	var pages []upslope.FirstPage
	var beside []string
	var failed []error
	for _, name := range a.TableNames() {
		page, err := a.workOutFirst(ctx, accountID, siteID, name, known[name])
		switch {
		case err != nil:
			failed = append(failed, fmt.Errorf("work out the first page of %s of site %s: %w", name, siteID, err))
		case page.Key == known[name]:
			beside = append(beside, name)
		case page.Key != "":
			pages = append(pages, page)
		}
	}
	if err := a.records.PutFirstPages(ctx, accountID, siteID, pages, beside); err != nil {
		failed = append(failed, fmt.Errorf("keep the first pages of site %s: %w", siteID, err))
	}
	return errors.Join(failed...)
}

// workOutFirst works the first page of a table out, but for one whose key is the one that is known; without a key where nothing was read.
func (a *Analysis) workOutFirst(ctx context.Context, accountID, siteID, name, known string) (first upslope.FirstPage, err error) {
	ctx, cancel := context.WithTimeout(ctx, tableTime)
	defer cancel()
	filter := upslope.TableFilter{SiteID: siteID, Limit: a.atOnce}
	q, err := a.ask(ctx, accountID, name, filter)
	if err != nil || q.params == nil {
		return first, err
	}
	first.Table = name
	if first.Key, err = q.firstKey(); err != nil || first.Key == known {
		return first, err
	}
	page, err := a.page(ctx, q, filter)
	if err != nil {
		return first, err
	}
	text, err := json.Marshal(page)
	first.Page = string(text)
	return first, err
}

// firstPage answers a page that is part of the first one of its table, when that is kept.
func (a *Analysis) firstPage(ctx context.Context, q *tableQuery, accountID string, filter upslope.TableFilter) (page upslope.Table, known bool, err error) {
	end := filter.Offset + filter.Limit
	if filter.SiteID == "" || filter.Query != "" || end > a.atOnce {
		return page, false, nil
	}
	key, err := q.firstKey()
	if err != nil {
		return page, false, err
	}
	if page, known = a.kept.pages.Get(key); !known {
		text, err := a.records.FirstPage(ctx, accountID, filter.SiteID, q.table.name, key)
		if err != nil || text == "" {
			return page, false, err //nolint:wrapcheck // for who asked
		}
		if page, err = readPage(text); err != nil {
			return page, false, fmt.Errorf("read the first page of %s: %w", q.table.name, err)
		}
		a.kept.keep(key, page)
	}
	page.Rows = page.Rows[min(filter.Offset, len(page.Rows)):min(end, len(page.Rows))]
	return page, true, nil
}

// readPage reads a page that was written as JSON. It is the same page, as JSON once more.
func readPage(text string) (page upslope.Table, err error) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber() // a float would lose the end of a large number
	err = decoder.Decode(&page)
	for _, row := range page.Rows {
		for i, value := range row {
			if number, ok := value.(json.Number); ok {
				row[i] = asNumber(number)
			}
		}
	}
	return page, err
}

// asNumber is a number as the engine has it: whole, or a float.
func asNumber(number json.Number) any {
	if whole, err := number.Int64(); err == nil {
		return whole
	}
	if whole, err := strconv.ParseUint(number.String(), 10, 64); err == nil {
		return whole
	}
	float, _ := number.Float64()
	return float
}
