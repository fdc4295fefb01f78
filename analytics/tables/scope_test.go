package tables

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/facts"
)

const otherSite = "00000000-0000-4000-8000-0000000000bb"

// twoSites is an account whose second site has imported nothing.
type twoSites struct{ analysisRecords }

func (twoSites) Sites(context.Context, string) ([]upslope.Site, error) {
	return []upslope.Site{{ID: analyticstest.SiteID, AccountID: analyticstest.AccountID, Domain: "example.com"}, {ID: otherSite, AccountID: analyticstest.AccountID, Domain: "elsewhere.example"}}, nil
}

func askFor(t *testing.T, analysis *Analysis, name string, filter upslope.TableFilter) upslope.Table {
	t.Helper()
	if filter.Limit == 0 {
		filter.Limit = 1000
	}
	table, err := analysis.Table(t.Context(), analyticstest.AccountID, name, filter)
	if err != nil {
		t.Fatal(shortened(err))
	}
	return table
}

// spans formats the windows of an answer.
func spans(scope upslope.TableScope) string {
	text := func(day time.Time) string {
		if day.IsZero() {
			return "none"
		}
		return day.Format("01-02")
	}
	return fmt.Sprintf("%s to %s against %s to %s, newest %s, missing %d and %d", text(scope.From), text(scope.To), text(scope.ComparedFrom), text(scope.ComparedTo),
		text(scope.NewestDay), scope.MissingDays, scope.ComparedMissingDays)
}

func TestATableSaysWhichDaysItIsAboutAndWhichAreMissing(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_queries", "-2..24") // the newest two are not final
	analyticstest.AddDays(t, db, "gsc_queries", "28..54")
	analysis := analysisOf(t, db, analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections())})
	for _, c := range []struct {
		filter upslope.TableFilter
		want   string
	}{
		{upslope.TableFilter{}, "10-22 to 11-18 against 09-24 to 10-21, newest 11-18, missing 3 and 1"},
		{upslope.TableFilter{Compare: "none"}, "10-22 to 11-18 against none to none, newest 11-18, missing 3 and 0"},
		// Less than half of the previous year was imported, so it is not compared.
		{upslope.TableFilter{Compare: "year"}, "10-22 to 11-18 against none to none, newest 11-18, missing 3 and 0"},
		{upslope.TableFilter{From: facts.Day(2026, 11, 12), To: facts.Day(2026, 11, 18)}, "11-12 to 11-18 against 11-05 to 11-11, newest 11-18, missing 0 and 0"},
		{upslope.TableFilter{To: facts.Day(2026, 11, 17)}, "10-21 to 11-17 against 09-23 to 10-20, newest 11-18, missing 3 and 2"},
		{upslope.TableFilter{From: facts.Day(2026, 11, 20)}, "11-20 to 11-20 against 11-19 to 11-19, newest 11-18, missing 0 and 0"},
	} {
		if got := spans(askFor(t, analysis, "seo/queries", c.filter).TableScope); got != c.want {
			t.Errorf("%+v: got\n%s\nwant\n%s", c.filter, got, c.want)
		}
	}
}

// Leading pages and link opportunities are about the present: a long window is limited to its last days.
func TestAWindowThatIsLongerThanATableCanUseIsItsLastDays(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_queries", "0..299")
	analyticstest.AddDays(t, db, "gsc_query_pages", "0..299")
	analysis := analysisOf(t, db, analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections())})
	filter := upslope.TableFilter{From: analyticstest.LastDay.AddDate(0, 0, -299), To: analyticstest.LastDay.AddDate(0, 0, -5)}
	for name, days := range map[string]int{"seo/queries": 295, "seo/cannibalization": 90, "seo/internal-links": 90} {
		if got := askFor(t, analysis, name, filter); !got.To.Equal(filter.To) || !got.From.Equal(got.To.AddDate(0, 0, 1-days)) {
			t.Errorf("%s is about %s", name, spans(got.TableScope))
		}
	}
}

func TestMoreRowsThanFitAreRefusedBeforeTheyAreRead(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	if err := db.Exec(t.Context(), `insert into current_days (account_id, site_id, connection_id, report, day, sync_id, rows_read, is_final)
		select {account:UUID}, {site:UUID}, {connection:UUID}, 'gsc_queries', {last:Date} - number, 1, 20000000, true from numbers(3)`,
		map[string]any{"account": analyticstest.AccountID, "site": analyticstest.SiteID, "connection": analyticstest.ConnectionID("gsc"), "last": analyticstest.LastDay}); err != nil {
		t.Fatal(err)
	}
	analysis := analysisOf(t, db, analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections())})
	var refused *upslope.Error
	if _, err := analysis.Table(t.Context(), analyticstest.AccountID, "seo/queries", upslope.TableFilter{}); !errors.As(err, &refused) || refused.Field != "from" || !strings.Contains(err.Error(), "60 million rows") {
		t.Errorf("60 million rows: %v", err)
	}
	askFor(t, analysis, "seo/queries", upslope.TableFilter{From: analyticstest.LastDay.AddDate(0, 0, -1), To: analyticstest.LastDay})
}

// A brand of one site is an ordinary word on the site of another company.
func TestASearchNamesTheBrandOfItsOwnSiteOnly(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	other := upslope.Connection{ID: "00000000-0000-4000-8000-0000000001ff", AccountID: analyticstest.AccountID, SiteID: otherSite, Provider: upslope.GSC, Status: upslope.Connected}
	for of, connection := range map[string]string{analyticstest.SiteID: analyticstest.ConnectionID("gsc"), otherSite: other.ID} {
		for _, sql := range []string{
			`insert into gsc_queries (account_id, site_id, connection_id, day, sync_id, query, clicks, impressions, position)
			select {account:UUID}, {site:UUID}, {connection:UUID}, {last:Date}, 7, arrayJoin(['example hats', 'elsewhere hats', 'hats']), 1, 9, 3`,
			`insert into current_days (account_id, site_id, connection_id, report, day, sync_id, rows_read, is_final)
			values ({account:UUID}, {site:UUID}, {connection:UUID}, 'gsc_queries', {last:Date}, 7, 3, true)`,
		} {
			if err := db.Exec(t.Context(), sql, map[string]any{"account": analyticstest.AccountID, "site": of, "connection": connection, "last": analyticstest.LastDay}); err != nil {
				t.Fatal(err)
			}
		}
	}
	analysis := analysisOf(t, db, twoSites{analysisRecords{Connected: analyticstest.Connected(append(analyticstest.AllConnections(), other))}})
	var branded []string
	for _, row := range askFor(t, analysis, "seo/queries", upslope.TableFilter{Brand: "brand"}).Rows {
		branded = append(branded, fmt.Sprint(row[0], " ", row[1]))
	}
	slices.Sort(branded)
	if want := []string{analyticstest.SiteID + " example hats", otherSite + " elsewhere hats"}; !slices.Equal(branded, want) {
		t.Errorf("these name the brand: %v, want %v", branded, want)
	}
}

func TestWindowsThatAreNoneAreRefused(t *testing.T) {
	t.Parallel()
	analysis := analysisOf(t, nil, analysisRecords{})
	for _, c := range []struct {
		filter upslope.TableFilter
		field  string
	}{
		{upslope.TableFilter{From: facts.Day(2026, 11, 2), To: facts.Day(2026, 11, 1)}, "from"},
		{upslope.TableFilter{From: facts.Day(1999, 1, 1)}, "from"},
		{upslope.TableFilter{To: facts.Day(2101, 1, 1)}, "to"},
		{upslope.TableFilter{From: facts.Day(2020, 1, 1), To: facts.Day(2026, 1, 1)}, "from"},
		{upslope.TableFilter{From: facts.Day(2025, 1, 1), To: facts.Day(2026, 1, 1), Compare: "year"}, "compare"},
		{upslope.TableFilter{Sort: "-"}, "sort"},
		{upslope.TableFilter{Sort: "unsorted"}, "sort"},
		{upslope.TableFilter{Sort: "clicks desc"}, "sort"},
	} {
		var refused *upslope.Error
		if _, err := analysis.Table(t.Context(), analyticstest.AccountID, "seo/queries", c.filter); !errors.As(err, &refused) || refused.Field != c.field {
			t.Errorf("%+v: %v", c.filter, err)
		}
	}
	if _, err := analysis.Table(t.Context(), analyticstest.AccountID, "seo/nothing", upslope.TableFilter{}); upslope.CodeOf(err) != upslope.NotFound {
		t.Errorf("a table that is none: %v", err)
	}
}

func TestCoverageIsWhatTheRowsCanTellOf(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_queries", "0..27")
	analyticstest.AddDays(t, db, "gsc_totals", "0..27")
	analyticstest.AddReport(t, db, "gsc_queries", []byte("days,query,clicks,impressions,position\n0..27,shoes,27,90,3\n"))
	analyticstest.AddReport(t, db, "gsc_totals", []byte("days,clicks,impressions,position\n0..27,50,200,3\n"))
	analysis := analysisOf(t, db, analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections())})
	if got := askFor(t, analysis, "seo/queries", upslope.TableFilter{Query: "nothing"}); got.Coverage == nil || *got.Coverage != 54 || got.Source != "Search Console" {
		t.Errorf("coverage %v of %s", got.Coverage, got.Source)
	}
}

func TestRowsOfOthersAndOfReplacedReadsAreNotInATable(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_queries", "0..27")
	analyticstest.AddReport(t, db, "gsc_queries", []byte("days,query,clicks,impressions,position\n0..27,shoes,1,9,3\n"))
	analyticstest.AddReport(t, db, "gsc_queries", []byte("days,query,clicks,impressions,position,sync_id\n0..27,replaced,1,9,3,999\n"))
	analysis := analysisOf(t, db, analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections())})
	if rows := askFor(t, analysis, "seo/queries", upslope.TableFilter{}).Rows; len(rows) != 1 || rows[0][1] != "shoes" {
		t.Errorf("rows %v", rows)
	}
	stranger, err := analysis.Table(t.Context(), "00000000-0000-4000-8000-0000000000ff", "seo/queries", upslope.TableFilter{Limit: 10})
	if err != nil || len(stranger.Rows) != 0 || !stranger.To.IsZero() {
		t.Errorf("another account sees %v, %v", stranger, err)
	}
	away := analyticstest.AllConnections()
	for i := range away {
		away[i].Status = upslope.Disconnected
	}
	if rows := askFor(t, analysisOf(t, db, analysisRecords{Connected: away}), "seo/queries", upslope.TableFilter{}).Rows; len(rows) != 0 {
		t.Errorf("a connection that is off gives %v", rows)
	}
}

func TestSitesThatHaveReadNothingAreMissing(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_queries", "0..55")
	analyticstest.AddReport(t, db, "gsc_queries", []byte("days,query,clicks,impressions,position\n0..27,shoes,1,9,3\n"))
	all := append(analyticstest.AllConnections(), upslope.Connection{ID: "00000000-0000-4000-8000-0000000001ff", AccountID: analyticstest.AccountID, SiteID: otherSite, Provider: upslope.GSC, Status: upslope.Connected})
	analysis := analysisOf(t, db, twoSites{analysisRecords{Connected: analyticstest.Connected(all)}})
	if got := askFor(t, analysis, "seo/queries", upslope.TableFilter{}); got.MissingDays != 28 || len(got.Rows) != 1 || got.Rows[0][0] != analyticstest.SiteID {
		t.Errorf("missing %d, rows %v", got.MissingDays, got.Rows)
	}
	if got := askFor(t, analysis, "seo/queries", upslope.TableFilter{SiteID: analyticstest.SiteID}); got.MissingDays != 0 || len(got.Rows) != 1 {
		t.Errorf("of one site missing %d, rows %v", got.MissingDays, got.Rows)
	}
}

func TestPagesOfATableFollowEachOtherAndKnowHowManyThereAre(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_queries", "0..27")
	analyticstest.AddReport(t, db, "gsc_queries", []byte("query,days,clicks,impressions,position\nq{1..7},0,1,9,3\n"))
	analysis := analysisOf(t, db, analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections())})
	var seen []any
	for offset := 0; offset < 9; offset += 3 {
		table := askFor(t, analysis, "seo/queries", upslope.TableFilter{Limit: 3, Offset: offset})
		if table.Total != 7 {
			t.Errorf("total %d from %d", table.Total, offset)
		}
		for _, row := range table.Rows {
			seen = append(seen, row[1])
		}
	}
	if fmt.Sprint(seen) != "[q1 q2 q3 q4 q5 q6 q7]" {
		t.Errorf("saw %v", seen)
	}
	if past := askFor(t, analysis, "seo/queries", upslope.TableFilter{Limit: 3, Offset: 30}); past.Total != 7 || len(past.Rows) != 0 {
		t.Errorf("past the end: %v", past)
	}
}

func TestTheFileOfATableIsForPeople(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_query_pages", "0..89")
	analyticstest.AddDays(t, db, "gsc_queries", "0..89")
	analyticstest.AddReport(t, db, "gsc_query_pages", []byte("days,query,page,clicks,impressions,position\n0..27,shoes,https://example.com/a,0,20,4\n0..27,shoes,https://example.com/b,0,10,7\n"))
	analysis := analysisOf(t, db, analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections())})
	var titles []string
	var rows [][]any
	begin := func(table upslope.Table) error {
		for _, column := range table.Columns {
			titles = append(titles, column.Title)
		}
		return nil
	}
	err := analysis.ExportTable(t.Context(), analyticstest.AccountID, "seo/cannibalization", upslope.TableFilter{All: true}, begin, func(row []any) error { rows = append(rows, row); return nil })
	if err != nil {
		t.Fatal(shortened(err))
	}
	if len(rows) != 1 || len(titles) != len(rows[0]) || titles[0] != "Site" || rows[0][0] != "example.com" ||
		fmt.Sprint(rows[0][2]) != "[https://example.com/a (67%) https://example.com/b (33%)]" {
		t.Errorf("%v: %v", titles, rows)
	}
	stop := errors.New("enough")
	if err := analysis.ExportTable(t.Context(), analyticstest.AccountID, "seo/cannibalization", upslope.TableFilter{All: true}, begin, func([]any) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("an error of the reader: %v", err)
	}
}

func TestADecayingPageSaysWhenItWasLastChanged(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_pages", "0..55")
	analyticstest.AddReport(t, db, "gsc_pages", []byte("days,page,clicks,impressions,position\n28..55,https://example.com/a,9,90,3\n0..27,https://example.com/a,1,10,3\n"))
	crawl := analyticstest.AddCrawl(t, db, nil)
	sql := "insert into pages (account_id, site_id, import_id, page, url, last_modified) values ({account_id:UUID}, {site_id:UUID}, {import_id:UUID}, {page:String}, {page:String}, '2024-05-06 07:08:09')"
	if err := db.Exec(t.Context(), sql, map[string]any{"account_id": analyticstest.AccountID, "site_id": analyticstest.SiteID, "import_id": analyticstest.ImportID, "page": "https://example.com/a"}); err != nil {
		t.Fatal(err)
	}
	analysis := analysisOf(t, db, analysisRecords{Connected: analyticstest.AllConnections(), crawl: crawl})
	table := askFor(t, analysis, "seo/decay", upslope.TableFilter{})
	for i, column := range table.Columns {
		if column.Name == "publishedAt" && (len(table.Rows) != 1 || table.Rows[0][i] != "2024-05-06") {
			t.Errorf("rows %v", table.Rows)
		}
	}
}
