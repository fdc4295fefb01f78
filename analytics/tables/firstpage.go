package tables

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"upslope"
	"upslope/analytics/facts"
)

// FirstPages keeps first pages of the tables of a site, as people open them, for all processes.
type FirstPages interface {
	// SiteReads answers how often rows of providers came for a site.
	SiteReads(ctx context.Context, accountID, siteID string) (int64, error)
	// FirstPage answers the page that is kept under a key, "" when there is none, or rows came since.
	FirstPage(ctx context.Context, accountID, siteID, key string) (string, error)
	// FirstPages answers what is kept of a site, without the pages.
	FirstPages(ctx context.Context, accountID, siteID string) ([]upslope.FirstPage, error)
	// PutFirstPages keeps pages as of so many reads, in place of those that the site has. One without its JSON is the one under its key: it stays.
	PutFirstPages(ctx context.Context, accountID, siteID string, reads int64, pages []upslope.FirstPage) error
}

// firsts are first pages that were looked for, by what was asked, and as of which version of the account's facts; nil: there was none.
type firsts = lru.Cache[request, firstFound]

type firstFound struct {
	version string
	until   time.Time
	page    *upslope.Table
}

const (
	mostFirsts = 300         // are held by a process
	noneFor    = time.Minute // until a page is looked for again that was not there
)

// PutFirstPages works the first page of every table of a site out, as it opens by itself, and keeps it: whoever opens one first after the
// facts have changed waits for no engine. Of large tables it does so for the longest window, too. What is as it was is not worked out again. A
// page that fails stays as it was, and is an error.
func (a *Analysis) PutFirstPages(ctx context.Context, accountID, siteID string) error {
	// Read before the rest: a page may be newer than its reads say, never older.
	reads, err := a.records.SiteReads(ctx, accountID, siteID)
	if err != nil {
		return fmt.Errorf("count the reads of site %s: %w", siteID, err)
	}
	kept, err := a.records.FirstPages(ctx, accountID, siteID)
	if err != nil {
		return fmt.Errorf("find the first pages of site %s: %w", siteID, err)
	}
	known := map[string]string{}
	for _, page := range kept {
		known[page.Key] = page.MadeOf
	}
	var pages []upslope.FirstPage
	var failed []error
	put := func(name string, filter upslope.TableFilter) *tableQuery {
		page, q, err := a.workOutFirst(ctx, request{accountID, name, filter}, known)
		if err != nil {
			failed = append(failed, fmt.Errorf("work out the first page of %s of site %s: %w", name, siteID, err))
		} else if page.Key != "" {
			pages = append(pages, page)
		}
		return q
	}
	for _, name := range a.TableNames() {
		filter := upslope.TableFilter{SiteID: siteID}
		q := put(name, filter)
		if q != nil && q.rows >= a.pickFrom && !q.scope.To.IsZero() {
			filter.From, filter.To = longestTo(q.scope.To), q.scope.To
			put(name, filter)
		}
	}
	if len(failed) > 0 {
		for _, page := range kept {
			pages = append(pages, upslope.FirstPage{Key: page.Key}) // perhaps of what failed
		}
	}
	if err := a.records.PutFirstPages(ctx, accountID, siteID, reads, pages); err != nil {
		failed = append(failed, fmt.Errorf("keep the first pages of site %s: %w", siteID, err))
	}
	return errors.Join(failed...)
}

// mostMonths are those of the longest window that screens offer: as many as providers are read.
const mostMonths = 16

// longestTo is the first day of the longest window that ends on a day.
func longestTo(last time.Time) time.Time {
	first := facts.Day(last.Year(), last.Month()-mostMonths, 1)
	days := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(last.Day(), days))
}

// workOutFirst works the first page of a table out, but for one that is known to be made of the same, which has no JSON then. It has no key where
// nothing was read, or where there are too many rows to add up.
func (a *Analysis) workOutFirst(ctx context.Context, of request, known map[string]string) (page upslope.FirstPage, q *tableQuery, err error) {
	ctx, cancel := context.WithTimeout(ctx, tableTime)
	defer cancel()
	key, err := a.firstKey(ctx, of)
	if err != nil || key == "" {
		return page, nil, err
	}
	of.filter.Limit = a.atOnce
	q, err = a.ask(ctx, of.accountID, of.table, of.filter)
	if upslope.CodeOf(err) == upslope.Invalid || err == nil && q.params == nil {
		return page, nil, nil
	}
	if err != nil {
		return page, nil, err
	}
	page.Table, page.Key = of.table, key
	rows, err := q.key()
	page.MadeOf = hex.EncodeToString([]byte(rows))
	if err != nil || page.MadeOf == known[key] {
		return page, q, err
	}
	answer, err := a.page(ctx, q.with(nil), of.filter)
	if err != nil {
		return page, q, err
	}
	text, err := json.Marshal(answer)
	page.Page = string(text)
	return page, q, err
}

// firstKey is under what the first page of a table is kept: what is asked, and whose rows count, all but which rows there are. It takes
// no query of the engine. "" where nothing is connected that the table reads.
func (a *Analysis) firstKey(ctx context.Context, of request) (string, error) {
	q := &tableQuery{table: a.tables[of.table], domains: map[string]string{}}
	ascending, descending, err := q.table.order(of.filter.Sort)
	if err != nil {
		return "", err
	}
	_, params, err := a.scope(ctx, of.accountID, of.filter.SiteID, q)
	if err != nil || params == nil {
		return "", err
	}
	text, err := json.Marshal([]any{
		of.table, q.table.version, params, q.rules, ascending, descending, of.filter.SiteID, of.filter.From.Format(time.DateOnly), of.filter.To.Format(time.DateOnly),
		cmp.Or(of.filter.Compare, upslope.ComparePrevious), cmp.Or(of.filter.Brand, "all"),
	})
	if err != nil {
		return "", fmt.Errorf("name the first page of a table: %w", err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(text)), nil
}

// firstPage answers a page that is part of the first one of its table, when that is kept.
func (a *Analysis) firstPage(ctx context.Context, accountID, name string, filter upslope.TableFilter) (page upslope.Table, known bool, err error) {
	from, end := filter.Offset, filter.Offset+filter.Limit
	if _, ok := a.tables[name]; !ok || filter.SiteID == "" || filter.Query != "" || end > a.atOnce {
		return page, false, nil
	}
	filter.Limit, filter.Offset = 0, 0
	of := request{accountID, name, filter}
	version, err := a.records.FactsVersion(ctx, accountID)
	if err != nil {
		return page, false, err //nolint:wrapcheck // for who asked
	}
	found, ok := a.firsts.Get(of)
	if !ok || found.version != version || time.Now().After(found.until) {
		found.version, found.until = version, time.Now().Add(foundFor)
		if found.page, err = a.readFirst(ctx, of); err != nil {
			return page, false, err
		}
		if found.page == nil {
			found.until = time.Now().Add(noneFor)
		}
		a.firsts.Add(of, found)
	}
	if found.page == nil {
		return page, false, nil
	}
	page = *found.page
	page.Rows = page.Rows[min(from, len(page.Rows)):min(end, len(page.Rows))]
	return page, true, nil
}

// readFirst looks for a first page that is kept.
func (a *Analysis) readFirst(ctx context.Context, of request) (*upslope.Table, error) {
	key, err := a.firstKey(ctx, of)
	if err != nil || key == "" {
		return nil, err
	}
	text, err := a.records.FirstPage(ctx, of.accountID, of.filter.SiteID, key)
	if err != nil || text == "" {
		return nil, err //nolint:wrapcheck // for who asked
	}
	page, err := readPage(text)
	if err != nil {
		return nil, fmt.Errorf("read the first page of %s: %w", of.table, err)
	}
	return &page, nil
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
