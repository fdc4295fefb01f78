package insights

import (
	"fmt"
	"testing"
	"time"

	"upslope/analytics/analyticstest"
)

func TestEvidenceOfAPartThatIsNotCountedIsItsPages(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddReport(t, db, "gsc_pages", []byte("page,days,clicks,impressions,position\nhttps://example.com/shop/{1..8},0..27,20,300,3\nhttps://example.com/blog/{1..7},0..27,10,400,4\n"))
	analyticstest.AddReport(t, db, "ga4_pages", []byte("page,days,channel,device,sessions,engaged_sessions,conversions,revenue,currency\n"+
		"https://example.com/shop/{1..8},0..27,Organic Search,mobile,16,10,1,0,EUR\nhttps://example.com/blog/1,3,Direct,mobile,2,1,0,0,EUR\n"))
	analyticstest.AddSearchReports(t, db, map[string]string{"gsc_pages": analyticstest.WholeHistory, "ga4_pages": analyticstest.WholeHistory})
	store := &analyticstest.Store{Connected: analyticstest.AllConnections()}
	recompute(t, db, store)
	engine, err := New(db, store, func() time.Time { return analyticstest.Today })
	if err != nil {
		t.Fatal(err)
	}
	for _, insight := range store.Insights {
		if insight.Entity.Issue != "untracked" {
			continue
		}
		evidence, err := engine.Evidence(t.Context(), analyticstest.AccountID, insight.Insight)
		if err != nil || len(evidence.Rows) != 7 || evidence.Rows[0]["clicks_in_search_console"] == nil {
			t.Fatalf("%v, %v", evidence.Rows, err)
		}
		for _, row := range evidence.Rows {
			if page := row["landing_page"].(string); (page == "https://example.com/blog/1") != (fmt.Sprint(row["visits_in_analytics"]) == "2") {
				t.Errorf("%s has %v visits", page, row["visits_in_analytics"])
			}
		}
		return
	}
	t.Errorf("found %s", listing(store.Insights))
}
