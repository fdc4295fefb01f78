package insights

import (
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/portfolio"
	"upslope/analytics/scoring"
)

// misled are pages whose canonical is broken: the first has fewest links.
const misled = `url,status_code,title,h1,canonical,inlinks,COLUMN
https://example.com/,200,Example is a shop for everything,Example,https://example.com/,90,50000
https://example.com/gone,404,,,,,
https://example.com/blog/seen,200,A page that many people have seen,Seen,https://example.com/gone,2,4000
https://example.com/shop/blank,200,A page of which nobody knows,Blank,https://example.com/gone,80,
https://example.com/about/none,200,A page that nobody has ever seen,None,https://example.com/gone,60,0
https://example.com/other/little,200,A page that a few people have seen,Little,https://example.com/gone,50,10
`

// misledPages returns the pages in the order of their insights, and what each says of its reach.
func misledPages(t *testing.T, store *analyticstest.Store) (order string, reach map[string]any) {
	t.Helper()
	var pages []string
	reach = map[string]any{}
	for _, insight := range of("meta_issues", store.Insights) {
		page := strings.TrimPrefix(insight.Entity.Page, "https://example.com")
		pages, reach[page] = append(pages, page), insight.Evidence["reach"]
		if insight.Value != nil {
			t.Errorf("%s is worth %+v by a column of the crawl", page, *insight.Value)
		}
	}
	return strings.Join(pages, " "), reach
}

func TestOfOneFaultThePageThatTheCrawlSaysIsSeenMostIsFirst(t *testing.T) {
	t.Parallel()
	const bySeen, byLinks = "/blog/seen /other/little /shop/blank /about/none", "/shop/blank /about/none /other/little /blog/seen"
	for column, c := range map[string]struct{ order, seen, blank string }{
		"search_impressions": {bySeen, "4,000 impressions in the crawl's Search Console columns. The file doesn't say which dates it covers.",
			"Unknown: the crawl's Search Console columns are blank here. Connect Search Console to fill this in."},
		"search_clicks": {bySeen, "4,000 clicks in the crawl's Search Console columns. The file doesn't say which dates it covers.",
			"Unknown: the crawl's Search Console columns are blank here. Connect Search Console to fill this in."},
		"sessions": {bySeen, "4,000 sessions in the crawl's Analytics columns. The file doesn't say which dates it covers.",
			"Unknown: the crawl's Analytics columns are blank here. Connect Google Analytics to fill this in."},
		"organic_visits": {bySeen, "4,000 visits in the crawl's estimates of organic traffic. The file doesn't say which dates it covers.",
			"Unknown: the crawl's estimates of organic traffic are blank here. Connect Search Console to fill this in."},
		"none": {byLinks, "", ""},
	} {
		t.Run(column, func(t *testing.T) {
			t.Parallel()
			pages := analyticstest.ParsePages(t, []byte(strings.ReplaceAll(misled, "COLUMN", column)))
			order, reach := misledPages(t, recomputed(t, pages))
			if order != c.order {
				t.Errorf("in the order %s, want %s", order, c.order)
			}
			if seen, _ := reach["/blog/seen"].(string); seen != c.seen {
				t.Errorf("a page that is seen says %q, want %q", seen, c.seen)
			}
			if blank, _ := reach["/shop/blank"].(string); blank != c.blank {
				t.Errorf("a page of which it is unknown says %q, want %q", blank, c.blank)
			}
		})
	}
}

func TestPagesOfATaskAreNamedFromThoseThatTheCrawlSaysAreSeenMost(t *testing.T) {
	t.Parallel()
	pages := analyticstest.ParsePages(t, []byte(`url,status_code,title,h1,inlinks,search_impressions
https://example.com/,200,Example is a shop for everything,Example,90,50000
https://example.com/shop/{1..6},200,,Thing number {n} of our shop,80,
https://example.com/shop/wanted,200,,The thing that everybody wants,2,4000
`))
	insights := of("meta_issues", recomputed(t, pages).Insights)
	if len(insights) != 1 || !strings.Contains(strings.Split(insights[0].Instructions, "/shop/1")[0], "/shop/wanted") {
		t.Fatalf("found %s\n%s", listing(insights), insights[0].Instructions)
	}
	const want = "4,000 impressions in the crawl's Search Console columns for 1 of 7 pages; the others are blank. The file doesn't say which dates it covers."
	if got := insights[0].Evidence["reach"]; got != want {
		t.Errorf("reach %q, want %q", got, want)
	}
}

func TestAConnectedSourceWinsOverTheColumnsOfACrawl(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddReport(t, db, "gsc_query_pages", []byte("query,page,days,clicks,impressions,position\nblank,https://example.com/shop/blank,0..27,0,1,30\n"))
	analyticstest.AddSearchReports(t, db, map[string]string{"gsc_query_pages": analyticstest.WholeHistory})
	pages := analyticstest.ParsePages(t, []byte(strings.ReplaceAll(misled, "COLUMN", "search_impressions")))
	store := &analyticstest.Store{Of: db.AccountID, Connected: db.Connections(), Crawl: analyticstest.AddCrawl(t, db, pages)}
	recompute(t, db, store)
	order, reach := misledPages(t, store)
	if !strings.HasPrefix(order, "/shop/blank ") || reach["/blog/seen"] != nil {
		t.Errorf("in the order %s; the page that the crawl says is seen says %v", order, reach["/blog/seen"])
	}
	var impressions any
	for _, insight := range store.Insights {
		if insight.Entity == (upslope.Entity{Page: "https://example.com/shop/blank", Issue: "canonical_to_broken_page"}) {
			impressions = insight.Evidence["impressionsMonth"]
		}
	}
	if impressions != 30. {
		t.Errorf("the impressions of Search Console are %v", impressions)
	}
}

// Both groups are linked more than any single page; the larger one leads.
func TestOfACrawlAloneTheMoreOftenLinkedGroupLeads(t *testing.T) {
	t.Parallel()
	group := func(pages, links float64) candidate {
		return candidate{detector: &detector{Type: portfolio.MetaIssues}, severity: "medium", linkPercentile: new(1.), columns: map[string]any{
			"affected_pages": pages, "links_to_pages": links, "crawled_pages": 2000.,
		}}
	}
	both := []candidate{group(34, 4_752), group(105, 14_456)}
	r := newRanking(scoring.NewScales(upslope.SiteScales{}, time.Now()), scoring.SiteValue{}, both)
	events, _ := r.sharesOf(&both[0])
	jobs, _ := r.sharesOf(&both[1])
	if scoring.Score(events, 1) >= scoring.Score(jobs, 1) {
		t.Errorf("34 pages %.3f, 105 pages %.3f", events, jobs)
	}
}
