package insights

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"upslope"
	"upslope/analytics/analyticstest"
)

// badSearchRows are malformed rows of a provider, among valid ones that make a curve.
func badSearchRows() []byte {
	long := "https://example.com/shop/" + strings.Repeat("very-long-", 800)
	return fmt.Appendf(nil, `query,page,days,clicks,impressions,position
steady {1..40},https://example.com/shop/{n},0..479,12,200,3.0
,https://example.com/shop/empty,0..479,1,300,8
no position,https://example.com/shop/zero,0..479,1,300,0
negative position,https://example.com/shop/negative,0..479,1,300,-4
no number,https://example.com/shop/nan,0..479,1,300,NaN
endless,https://example.com/shop/endless,0..479,1,300,Inf
more clicks than seen,https://example.com/shop/clicks,0..479,900,300,6
never seen,https://example.com/shop/unseen,0..479,5,0,6
huge,https://example.com/shop/huge,0..0,1000000,1000000,9
no address,,0..479,1,300,8
long,%s,0..479,1,300,8
%s,https://example.com/shop/words,0..479,1,300,8
`, long, strings.TrimSpace(strings.Repeat("many words ", 500)))
}

// Bad rows neither fail a recompute nor cause absurd insights: every figure is finite, every value has a
// range, every title is short.
func TestBadSearchDataEndsNothingAndFindsNothingAbsurd(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddReport(t, db, "gsc_query_pages", badSearchRows())
	analyticstest.AddReport(t, db, "ga4_pages", []byte(`page,days,channel,device,sessions,engaged_sessions,conversions,revenue,currency
https://example.com/shop/{1..8},0..27,Organic Search,mobile,40,24,NaN,Inf,EUR
https://example.com/shop/{1..8},0..27,Direct,desktop,20,12,0,-1e300,USD
`))
	days := map[string]string{"gsc_query_pages": analyticstest.WholeHistory, "ga4_pages": analyticstest.WholeHistory}
	analyticstest.AddSearchReports(t, db, days)
	long := "https://example.com/missing/" + strings.Repeat("very-long-", 800)
	store := &analyticstest.Store{Connected: analyticstest.AllConnections(), Crawl: analyticstest.AddCrawl(t, db, analyticstest.ParsePages(t, []byte("url,status_code,title,h1,inlinks\nhttps://example.com/,200,,,3\n"+long+",404,,,9\n")))}
	recompute(t, db, store)
	if len(store.Insights) == 0 {
		t.Fatal("nothing found beside the bad rows")
	}
	queries := ""
	for _, insight := range store.Insights {
		checkIsSound(t, insight.Insight)
		queries += insight.Entity.Query
		absurd := []string{"no position", "negative position", "no number", "endless", "never seen", ""}
		if insight.Entity.Query != "" && slices.Contains(absurd, insight.Entity.Query) {
			t.Errorf("found %s", insight.Title)
		}
	}
	if len(queries) < 5000 {
		t.Error("the long query, which is a sound one, was not found")
	}
}

// A site with one page, few days and no brand has nothing to compare.
func TestASiteOfOnePageFindsNothingToCompare(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddReport(t, db, "gsc_query_pages", []byte("query,page,days,clicks,impressions,position\nthing,https://example.com/,0..27,1,30,4\n"))
	analyticstest.AddSearchReports(t, db, map[string]string{"gsc_query_pages": analyticstest.WholeHistory})
	store := &analyticstest.Store{Connected: analyticstest.AllConnections(), Crawl: analyticstest.AddCrawl(t, db, analyticstest.ParsePages(t, []byte("url,status_code,title,h1\nhttps://example.com/,200,A title that says what there is,One\n")))}
	recompute(t, db, store)
	for _, insight := range store.Insights {
		checkIsSound(t, insight.Insight)
		if insight.Type != "keyword_opportunity" {
			t.Errorf("found %s", insight.Title)
		}
	}
}

func checkIsSound(t *testing.T, insight upslope.Insight) {
	t.Helper()
	if _, err := json.Marshal(insight); err != nil {
		t.Errorf("%s: %v", insight.Title, err)
	}
	if value := insight.Value; value != nil {
		for _, figure := range []float64{value.Low, value.Mid, value.High} {
			if math.IsNaN(figure) || math.IsInf(figure, 0) || figure < 0 {
				t.Errorf("%s is worth %+v", insight.Title, *value)
			}
		}
		if value.Low > value.Mid || value.Mid > value.High {
			t.Errorf("%s is worth %+v", insight.Title, *value)
		}
	}
	if insight.Score < 0 || insight.Score > 100 || insight.Confidence < 0 || insight.Confidence > 100 {
		t.Errorf("%s: score %d, confidence %d", insight.Title, insight.Score, insight.Confidence)
	}
	if utf8.RuneCountInString(insight.Title) > 250 {
		t.Errorf("a title of %d characters: %.80s", utf8.RuneCountInString(insight.Title), insight.Title)
	}
	for _, text := range []string{insight.Title, insight.Summary, insight.Instructions} {
		if strings.Contains(text, "NaN") || strings.Contains(text, "Inf ") || strings.Contains(strings.ToLower(text), "nan %") {
			t.Errorf("it says %s", text)
		}
	}
}
