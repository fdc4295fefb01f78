package analytics

import (
	"fmt"
	"testing"
	"time"

	"upslope/infra/clickhouse/clickhousetest"
)

func TestEvidenceOfAPartThatIsNotCountedIsItsPages(t *testing.T) {
	t.Parallel()
	db := clickhousetest.Open(t)
	addReport(t, db, "gsc_pages", []byte("page,days,clicks,impressions,position\nhttps://example.com/shop/{1..8},0..27,20,300,3\nhttps://example.com/blog/{1..7},0..27,10,400,4\n"))
	addReport(t, db, "ga4_pages", []byte("page,days,channel,device,sessions,engaged_sessions,conversions,revenue,currency\n"+
		"https://example.com/shop/{1..8},0..27,Organic Search,mobile,16,10,1,0,EUR\nhttps://example.com/blog/1,3,Direct,mobile,2,1,0,0,EUR\n"))
	addSearchReports(t, db, map[string]string{"gsc_pages": wholeHistory, "ga4_pages": wholeHistory})
	store := &memory{connected: connections()}
	recompute(t, db, store)
	engine, err := New(db, store, func() time.Time { return today })
	if err != nil {
		t.Fatal(err)
	}
	for _, insight := range store.insights {
		if insight.Entity.Issue != "untracked" {
			continue
		}
		evidence, err := engine.Evidence(t.Context(), account, insight.Insight)
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
	t.Errorf("found %s", listing(store.insights))
}
