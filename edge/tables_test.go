package edge_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"upslope"
)

// tableAsked records the last call of the tables.
type tableAsked struct {
	account, name string
	upslope.TableFilter
}

func (m *memory) Table(_ context.Context, accountID, name string, filter upslope.TableFilter) (upslope.Table, error) {
	defer m.lock()()
	m.filter = tableAsked{accountID, name, filter}
	if filter.Sort == "random" {
		return upslope.Table{}, upslope.FieldErrorf("sort", "sort must be one of clicks or query, with a leading minus to turn it round.")
	}
	table := m.table
	from := min(filter.Offset, len(table.Rows))
	table.Rows = table.Rows[from:min(from+filter.Limit, len(table.Rows))]
	return table, m.down
}

func (m *memory) Drilldown(_ context.Context, accountID string, filter upslope.TableFilter) (upslope.Drilldown, error) {
	defer m.lock()()
	m.filter = tableAsked{accountID, "drilldown", filter}
	return m.drilldown, m.down
}

func (m *memory) ExportTable(_ context.Context, accountID, name string, filter upslope.TableFilter, begin func(upslope.Table) error, each func([]any) error) error {
	unlock := m.lock()
	m.filter = tableAsked{accountID, name, filter}
	table, down := m.table, m.down
	unlock()
	if down != nil {
		return down
	}
	if err := begin(table); err != nil {
		return err
	}
	for _, row := range table.Rows {
		if err := each(row); err != nil {
			return err
		}
	}
	return nil
}

func date(text string) time.Time {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return day
}

func (p *person) addTable() {
	defer p.lock()()
	p.table = upslope.Table{
		TableScope: upslope.TableScope{
			Source: "Search Console", From: date("2026-10-22"), To: date("2026-11-18"), ComparedFrom: date("2026-09-24"), ComparedTo: date("2026-10-21"),
			NewestDay: date("2026-11-18"), MissingDays: 2, Coverage: new(54.2),
		},
		Columns: []upslope.TableColumn{{Name: "query", Title: "Query"}, {Name: "clicks", Title: "Clicks"}, {Name: "position", Title: "Position"}, {Name: "anchors", Title: "Anchors"}},
		Rows: [][]any{
			{"shoes", uint64(12), 3.25, []string{"red", "blue"}},
			{"=1+1", uint64(3), nil, []string{}},
			{"boots, \"old\"", uint64(0), -1.5, []string{"=a"}},
		},
		Total: 3,
	}
}

func TestATableIsAListThatSaysWhatItIsAbout(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	ana.addTable()
	site := ana.addSite("example.com")
	res := ana.do("GET", "/api/seo/queries?siteId="+site.ID+"&from=2026-10-22&to=2026-11-18&compare=year&brand=non-brand&sort=-clicks&q=shoe&limit=2", "").want(http.StatusOK)
	want := `[{"query":"shoes","clicks":12,"position":3.25,"anchors":["red","blue"]},{"query":"=1+1","clicks":3,"position":null,"anchors":[]}]`
	if res.text != want || res.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%s: %s", res.Header.Get("Content-Type"), res.text)
	}
	for name, want := range map[string]string{
		"X-Total-Count": "3", "X-Source": "Search Console", "X-Window": "2026-10-22/2026-11-18", "X-Compared-With": "2026-09-24/2026-10-21",
		"X-Newest-Day": "2026-11-18", "X-Missing-Days": "2", "X-Coverage": "54.2",
	} {
		if got := res.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	asked := tableAsked{ana.account, "seo/queries", upslope.TableFilter{
		SiteID: site.ID, From: date("2026-10-22"), To: date("2026-11-18"), Compare: "year", Brand: "non-brand", Sort: "-clicks", Query: "shoe", Limit: 2,
	}}
	if ana.filter != asked {
		t.Errorf("asked for %+v", ana.filter)
	}
	link := res.Header.Get("Link")
	address, _, isNext := strings.Cut(strings.TrimPrefix(link, "<"), ">; rel=\"next\"")
	if !isNext {
		t.Fatalf("Link: %q", link)
	}
	last := ana.do("GET", strings.TrimPrefix(address, ana.url), "").want(http.StatusOK)
	if !strings.HasPrefix(last.text, `[{"query":"boots, \"old\"",`) || last.Header.Get("Link") != "" {
		t.Errorf("%s, Link %q", last.text, last.Header.Get("Link"))
	}
}

func TestATableThatWasNeverReadIsEmpty(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	res := ana.do("GET", "/api/technical/pagespeed", "").want(http.StatusOK)
	if res.text != "[]" || res.Header.Get("X-Total-Count") != "0" || res.Header.Get("X-Window") != "" || res.Header.Get("X-Coverage") != "" {
		t.Errorf("%s %v", res.text, res.Header)
	}
	asked := tableAsked{ana.account, "technical/pagespeed", upslope.TableFilter{Limit: 1000}}
	if ana.filter != asked {
		t.Errorf("asked for %+v", ana.filter)
	}
}

func TestWhatATableDoesNotTakeIsRefusedByItsName(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	for _, c := range []struct{ query, field, detail string }{
		{"from=yesterday", "from", "from must be a day such as 2026-10-22."},
		{"to=2026-13-01", "to", "to must be a day such as 2026-10-22."},
		{"from=2026-02-30", "from", "from must be a day such as 2026-10-22."},
		{"compare=always", "compare", "compare must be one of previous, year, custom or none."},
		{"brand=mine", "brand", "brand must be one of all, brand or non-brand."},
		{"sort=random", "sort", "sort must be one of clicks or query, with a leading minus to turn it round."},
		{"limit=0", "limit", "limit must be a whole number from 1 to 1000."},
		{"limit=1001", "limit", ""},
		{"cursor=nonsense", "cursor", ""},
		{"q=" + strings.Repeat("a", 501), "q", ""},
		{"sort=a&sort=b", "sort", "sort is given more than once."},
	} {
		ana.do("GET", "/api/seo/queries?"+c.query, "").wantProblem(http.StatusBadRequest, c.detail, c.field)
	}
	ana.do("GET", "/api/seo/decay?compare=none", "").wantProblem(http.StatusBadRequest, "compare must be one of previous, year or custom.", "compare")
	ana.do("GET", "/api/seo/queries.csv?brand=mine", "").wantProblem(http.StatusBadRequest, "", "brand")
}

func TestKeyFiguresTakeTheDaysOfATable(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	site := ana.addSite("example.com")
	ana.do("GET", "/api/kpis/overview?siteId="+site.ID+"&from=2026-10-22&to=2026-11-18&compare=custom&compareFrom=2026-09-01", "").want(http.StatusOK)
	day := func(month time.Month, of int) time.Time { return time.Date(2026, month, of, 0, 0, 0, 0, time.UTC) }
	asked := tableAsked{ana.account, "kpis", upslope.TableFilter{SiteID: site.ID, From: day(10, 22), To: day(11, 18), Compare: "custom", Before: day(9, 1)}}
	if ana.filter != asked {
		t.Errorf("asked for %+v", ana.filter)
	}
	ana.do("GET", "/api/kpis/overview?from=yesterday", "").wantProblem(http.StatusBadRequest, "from must be a day such as 2026-10-22.", "from")
	ana.do("GET", "/api/kpis/overview?compare=always", "").wantProblem(http.StatusBadRequest, "compare must be one of previous, year, custom or none.", "compare")
}

func TestATableOfAStrangersSiteIsNotThere(t *testing.T) {
	r := start(t)
	ana, bob := r.signIn("ana@example.com"), r.signIn("bob@example.com")
	site := ana.addSite("example.com")
	for _, path := range []string{"/api/seo/queries", "/api/ads/wasted-spend", "/api/technical/pagespeed.csv", "/api/kpis/daily", "/api/kpis/overview"} {
		bob.do("GET", path+"?siteId="+site.ID, "").wantProblem(http.StatusNotFound, "This site does not exist.", "")
		ana.do("GET", path+"?siteId="+site.ID, "").want(http.StatusOK)
	}
}

func TestTheFileOfATableHasAllItsRowsAndNoFormulas(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	ana.addTable()
	res := ana.do("GET", "/api/ads/search-terms.csv?q=o", "").want(http.StatusOK)
	want := "\ufeffQuery,Clicks,Position,Anchors\nshoes,12,3.25,red | blue\n'=1+1,3,,\n\"boots, \"\"old\"\"\",0,-1.5,'=a\n"
	if res.text != want {
		t.Errorf("got\n%s\nwant\n%s", res.text, want)
	}
	if res.Header.Get("Content-Type") != "text/csv; charset=utf-8" || res.Header.Get("Content-Disposition") != "attachment; filename=ads-search-terms.csv" ||
		res.Header.Get("X-Window") != "2026-10-22/2026-11-18" || res.Header.Get("X-Missing-Days") != "2" {
		t.Errorf("%v", res.Header)
	}
	asked := tableAsked{ana.account, "ads/search-terms", upslope.TableFilter{Query: "o"}}
	if ana.filter != asked {
		t.Errorf("asked for %+v", ana.filter)
	}
}

func TestAFileThatCannotBeReadIsAProblem(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	r.fail(upslope.Errorf(upslope.Unavailable, "Your data is unavailable right now."))
	defer r.fail(nil)
	res := ana.do("GET", "/api/seo/pages.csv", "")
	res.wantProblem(http.StatusServiceUnavailable, "Your data is unavailable right now.", "")
	if res.Header.Get("Content-Disposition") != "" {
		t.Errorf("a problem is offered as a download: %v", res.Header)
	}
}

func TestADrilldownIsOfOneSubjectOfOneSite(t *testing.T) {
	r := start(t)
	ana, bob := r.signIn("ana@example.com"), r.signIn("bob@example.com")
	site := ana.addSite("example.com")
	unlock := ana.lock()
	ana.drilldown = upslope.Drilldown{TableScope: upslope.TableScope{Source: "Google Ads"}, Name: "boots"}
	unlock()
	path := "/api/ads/keyword?siteId=" + site.ID + "&campaignId=1&adGroupId=2&criterionId=3&compare=custom&compareFrom=2026-09-01"
	res := ana.do("GET", path, "").want(http.StatusOK)
	if !strings.Contains(res.text, `"name":"boots"`) || strings.Contains(res.text, "Source") || res.Header.Get("X-Source") != "Google Ads" {
		t.Errorf("%s %v", res.text, res.Header)
	}
	want := upslope.Subject{Kind: upslope.KeywordSubject, CampaignID: "1", AdGroupID: "2", CriterionID: "3"}
	if got, _ := ana.filter.(tableAsked); got.About != want || got.SiteID != site.ID || !got.Before.Equal(date("2026-09-01")) {
		t.Errorf("asked for %+v", got)
	}
	bob.do("GET", path, "").wantProblem(http.StatusNotFound, "This site does not exist.", "")
	ana.do("GET", "/api/seo/query?query=tents", "").wantProblem(http.StatusBadRequest, "Say what to look into with siteId.", "siteId")
	ana.do("GET", "/api/seo/page?siteId="+site.ID, "").wantProblem(http.StatusBadRequest, "Say what to look into with page.", "page")
	ana.do("GET", "/api/ads/campaign?siteId="+site.ID+"&campaignId=summer", "").wantProblem(http.StatusBadRequest, "", "campaignId")
}
