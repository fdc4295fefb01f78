package overview

import (
	"reflect"
	"testing"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/infra/clickhouse/clickhousetest"
)

// A cluster gives the figures that one server does, also while a shard of other accounts is away.
func TestFiguresOnACluster(t *testing.T) {
	t.Parallel()
	figures := func(db *analyticstest.Site) (upslope.KPIs, string) {
		for _, report := range []string{"ga4_totals", "gads_campaigns", "pagespeed_tests", "ga4_pages", "gsc_totals"} {
			analyticstest.AddDays(t, db, report, "0..100")
		}
		analyticstest.AddReport(t, db, "ga4_totals", []byte("days,sessions,conversions\n0..27,100,3\n28..55,80,2\n"))
		analyticstest.AddReport(t, db, "gads_campaigns", []byte("days,campaign_id,cost,currency\n0..27,1,10.5,EUR\n28..55,1,20,EUR\n"))
		analyticstest.AddReport(t, db, "pagespeed_tests", []byte("page,days,device,field_lcp_ms\nhttps://example.com/a,1,mobile,2000\nhttps://example.com/a,30,mobile,4000\n"))
		analyticstest.AddReport(t, db, "ga4_pages", []byte("page,days,device,sessions\nhttps://example.com/a,0..9,mobile,30\n"))
		analyticstest.AddReport(t, db, "gsc_totals", []byte("days,clicks,impressions,position\n0..27,10,100,3\n28..55,20,100,3\n"))
		return kpisOf(t, db, analyticstest.AllConnections()...), trafficOfSite(t, db, analyticstest.AllConnections()...)
	}
	failing, _ := clickhousetest.OneOfTwo(t)
	kpis, traffic := figures(analyticstest.Open(t))
	sharded, shardedTraffic := figures(&analyticstest.Site{DB: failing, AccountID: analyticstest.AccountID})
	if kpis.AdSpend == nil || kpis.AvgPageSpeed == nil || !reflect.DeepEqual(kpis, sharded) {
		t.Errorf("one server says %+v, two shards %+v", kpis, sharded)
	}
	if traffic == "" || traffic != shardedTraffic {
		t.Errorf("one server says %s, two shards %s", traffic, shardedTraffic)
	}
}
