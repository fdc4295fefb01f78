package tables

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/facts"
	"upslope/analytics/pagerank"
)

// analysisRecords has one site with every connection, optionally with a crawl.
type analysisRecords struct {
	analyticstest.Connected
	crawl   *upslope.Crawl
	rules   upslope.SiteRules
	open    []upslope.OpenInsight
	changed *atomic.Int64 // how often rows were written; nil: all the time
}

var changes atomic.Int64

func (r analysisRecords) FactsReads(context.Context, string) (int64, error) {
	if r.changed == nil {
		return changes.Add(1), nil
	}
	return r.changed.Load(), nil
}

func (r analysisRecords) Rules(context.Context, string, string) (map[string]upslope.SiteRules, error) {
	return map[string]upslope.SiteRules{analyticstest.SiteID: r.rules}, nil
}

func (analysisRecords) Sites(context.Context, string) ([]upslope.Site, error) {
	return []upslope.Site{{ID: analyticstest.SiteID, AccountID: analyticstest.AccountID, Name: "Example", Domain: "example.com"}}, nil
}

func (r analysisRecords) OpenInsights(context.Context, string, string) ([]upslope.OpenInsight, error) {
	return r.open, nil
}

func (r analysisRecords) NewestCrawls(context.Context, string, string) ([]upslope.Crawl, error) {
	if r.crawl == nil {
		return nil, nil
	}
	return []upslope.Crawl{*r.crawl}, nil
}

func analysisOf(t testing.TB, db *analyticstest.Site, records Records) *Analysis {
	t.Helper()
	analysis, err := New(db, records)
	if err != nil {
		t.Fatal(err)
	}
	return analysis
}

// TestTables runs the cases */testdata/<table>*.txtar: reports as CSV (see AddReport), pages.csv and
// links.csv of a crawl, and in days a report's imported days, a line each, if not all. "want <request>" has
// the expected rows as JSON lines, with the relevant fields to three digits; "totals <request>" the totals of
// all pages; and insights the open opportunities as JSON lines.
func TestTables(t *testing.T) {
	t.Parallel()
	checkTables(t, func(t *testing.T) *analyticstest.Site { t.Helper(); return analyticstest.OpenShared(t) })
}

// checkTables runs the cases, each on an account of its own.
func checkTables(t *testing.T, open func(*testing.T) *analyticstest.Site) {
	t.Helper()
	cases, err := filepath.Glob("*/testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("cases %v: %v", cases, err)
	}
	for _, file := range cases {
		group := filepath.Base(filepath.Dir(filepath.Dir(file)))
		name, _, _ := strings.Cut(filepath.Base(file), ".")
		t.Run(group+"/"+strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			db := open(t)
			crawl := addTableCase(t, db, archive)
			analysis := analysisOf(t, db, analysisRecords{Connected: db.Connections(), crawl: crawl, open: openInsights(t, archive)})
			for _, file := range archive.Files {
				if request, ok := strings.CutPrefix(file.Name, "want"); ok {
					wantRows(t, analysis, db.AccountID, group+"/"+name, strings.TrimSpace(request), file.Data)
				}
				if request, ok := strings.CutPrefix(file.Name, "totals"); ok {
					wantTotals(t, analysis, db.AccountID, group+"/"+name, strings.TrimSpace(request), file.Data)
				}
			}
		})
	}
}

// caseOfEachTable calls test with the first case of every table.
func caseOfEachTable(t *testing.T, test func(t *testing.T, name string, archive *txtar.Archive)) {
	t.Helper()
	cases, err := filepath.Glob("*/testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("cases %v: %v", cases, err)
	}
	for _, file := range cases {
		base := strings.TrimSuffix(filepath.Base(file), ".txtar")
		if strings.Contains(base, ".") {
			continue // one case per table is enough
		}
		name := filepath.Base(filepath.Dir(filepath.Dir(file))) + "/" + base
		t.Run(name, func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			test(t, name, archive)
		})
	}
}

// addTableCase imports a case and returns its crawl.
func addTableCase(t *testing.T, db *analyticstest.Site, archive *txtar.Archive) (crawl *upslope.Crawl) {
	t.Helper()
	days := map[string]string{}
	var pages []analyticstest.Page
	var links []analyticstest.Link
	for _, file := range archive.Files {
		report, isReport := strings.CutSuffix(file.Name, ".csv")
		switch {
		case file.Name == "pages.csv":
			pages = analyticstest.ParsePages(t, file.Data)
		case file.Name == "links.csv":
			links = analyticstest.ParseLinks(t, file.Data)
		case isReport:
			analyticstest.AddReport(t, db, report, file.Data)
			if days[report] == "" {
				days[report] = analyticstest.WholeHistory
			}
		case file.Name == "days":
			for line := range strings.Lines(string(file.Data)) {
				report, span, _ := strings.Cut(strings.TrimSpace(line), " ")
				days[report] = span
			}
		}
	}
	if pages != nil {
		crawl = analyticstest.AddCrawl(t, db, pages, links...)
		if err := pagerank.NewRanker(db, func() time.Time { return analyticstest.Today }).Rank(t.Context(), db.AccountID, analyticstest.SiteID, crawl); err != nil {
			t.Fatal(err)
		}
	}
	if days["gsc_query_pages"] != "" {
		analyticstest.AddSearchReports(t, db, days)
		return crawl
	}
	for report, span := range days {
		analyticstest.AddDays(t, db, report, span)
	}
	return crawl
}

// filterOf parses a request such as ?sort=-clicks&brand=brand.
func filterOf(t *testing.T, request string) upslope.TableFilter {
	t.Helper()
	query, err := url.ParseQuery(strings.TrimPrefix(request, "?"))
	if err != nil {
		t.Fatal(err)
	}
	filter := upslope.TableFilter{Sort: query.Get("sort"), Compare: query.Get("compare"), Brand: query.Get("brand"), Query: query.Get("q"), All: query.Get("all") == "true", Limit: 1000}
	filter.About = upslope.Subject{
		Query: query.Get("query"), Page: query.Get("page"), Term: query.Get("term"), CampaignID: query.Get("campaignId"),
		AdGroupID: query.Get("adGroupId"), CriterionID: query.Get("criterionId"),
	}
	for name, into := range map[string]*time.Time{"from": &filter.From, "to": &filter.To, "compareFrom": &filter.Before} {
		if query.Has(name) {
			if *into, err = time.Parse(time.DateOnly, query.Get(name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return filter
}

func wantRows(t *testing.T, analysis *Analysis, accountID, name, request string, want []byte) {
	t.Helper()
	table, err := analysis.Table(t.Context(), accountID, name, filterOf(t, request))
	if err != nil {
		t.Fatalf("%s: %s", request, shortened(err))
	}
	lines := bytes.Split(bytes.TrimSpace(want), []byte("\n"))
	if len(want) == 0 {
		lines = nil
	}
	if len(lines) != len(table.Rows) || table.Total != int64(len(lines)) {
		t.Errorf("%s: %d rows of %d, want %d", request, len(table.Rows), table.Total, len(lines))
	}
	for i, row := range table.Rows {
		is := map[string]any{}
		for n, column := range table.Columns {
			is[column.Name] = row[n]
		}
		text, err := json.Marshal(is)
		if err != nil {
			t.Fatal(err)
		}
		wanted, got := map[string]any{}, map[string]any{}
		if i < len(lines) {
			if err := json.Unmarshal(lines[i], &wanted); err != nil {
				t.Fatalf("%s: %v", lines[i], err)
			}
		}
		if err := json.Unmarshal(text, &is); err != nil {
			t.Fatal(err)
		}
		for name := range wanted {
			got[name] = rounded(is[name])
		}
		gotText, _ := json.Marshal(got)
		wantText, _ := json.Marshal(wanted)
		if !bytes.Equal(gotText, wantText) {
			t.Errorf("%s row %d: got\n%s\nwant\n%s\nof %s", request, i+1, gotText, wantText, text)
		}
	}
}

// rounded rounds the numbers in a value to three digits.
func rounded(value any) any {
	switch value := value.(type) {
	case float64:
		return math.Round(value*1000) / 1000
	case []any:
		for i := range value {
			value[i] = rounded(value[i])
		}
	case map[string]any:
		for name := range value {
			value[name] = rounded(value[name])
		}
	}
	return value
}

// shortened removes the query from a ClickHouse error.
func shortened(err error) string {
	text := err.Error()
	if len(text) > 900 {
		return text[:500] + " … " + text[len(text)-400:]
	}
	return text
}

func TestEveryTableAnswersWithoutRowsAndSortsByEachOfItsColumns(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	for _, report := range facts.Reports() {
		analyticstest.AddDays(t, db, report, "0..90")
	}
	analysis := analysisOf(t, db, analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections()), changed: &atomic.Int64{}})
	for _, name := range analysis.TableNames() {
		for i, column := range analysis.tables[name].Columns {
			if column.Unsorted || column.Only != "" {
				continue
			}
			sort := []string{"", "-"}[i%2] + column.Name
			if _, err := analysis.Table(t.Context(), analyticstest.AccountID, name, upslope.TableFilter{Sort: sort, Limit: 10, Query: "a", Brand: "brand"}); err != nil {
				t.Errorf("%s by %s: %s", name, sort, shortened(err))
			}
		}
	}
	var refused *upslope.Error
	if _, err := analysis.Table(t.Context(), analyticstest.AccountID, "seo/queries", upslope.TableFilter{Sort: "page"}); !errors.As(err, &refused) || refused.Field != "sort" {
		t.Errorf("sort by page: %v", err)
	}
}
