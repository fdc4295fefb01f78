package tables

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"upslope"
	"upslope/analytics/analyticstest"
)

// openInsights returns the opportunities of a case.
func openInsights(t *testing.T, archive *txtar.Archive) (open []upslope.OpenInsight) {
	t.Helper()
	for _, file := range archive.Files {
		for line := range bytes.Lines(file.Data) {
			if file.Name != "insights" {
				break
			}
			var insight struct {
				ID, SiteID, Type, Kind, Title, Step, Keep string
				Entity                                    upslope.Entity
			}
			if err := json.Unmarshal(line, &insight); err != nil {
				t.Fatal(err)
			}
			open = append(open, upslope.OpenInsight{
				ID: insight.ID, SiteID: cmp.Or(insight.SiteID, analyticstest.SiteID), Type: cmp.Or(insight.Type, "wasted_ad_spend"), Title: insight.Title,
				Step: insight.Step, Keep: insight.Keep, EntityType: insight.Kind, Entity: insight.Entity,
			})
		}
	}
	return open
}

func wantTotals(t *testing.T, analysis *Analysis, accountID, name, request string, want []byte) {
	t.Helper()
	filter := filterOf(t, request)
	filter.Limit = 1
	table, err := analysis.Table(t.Context(), accountID, name, filter)
	if err != nil {
		t.Fatalf("%s: %s", request, shortened(err))
	}
	var wanted, is map[string]any
	text, _ := json.Marshal(table.Totals)
	if err := json.Unmarshal(text, &is); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(want, &wanted); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(rounded(is).(map[string]any), wanted) {
		t.Errorf("%s: totals %s, want %s", request, text, want)
	}
}

// subjects is a shop in search, Analytics and Google Ads on 56 days. Of the queries, the oldest day did not
// come, and on day 3 nobody searched.
const subjects = `
-- gsc_queries.csv --
days,query,clicks,impressions,position
0..2,tents,6,100,4
4..27,tents,6,100,4
28..54,tents,3,100,6
-- gsc_query_pages.csv --
days,query,page,clicks,impressions,position
0..2,tents,https://example.com/tents,4,80,4
4..27,tents,https://example.com/tents,4,80,4
4..27,tents,https://example.com/,1,20,9
28..55,tents,https://example.com/tents,2,80,6
-- gsc_pages.csv --
days,page,clicks,impressions,position
0..2,https://example.com/tents,8,160,5
4..27,https://example.com/tents,8,160,5
-- ga4_pages.csv --
days,page,channel,device,sessions,conversions,revenue,currency
0..27,https://example.com/tents,Organic Search,mobile,10,1,50,EUR
-- gads_campaigns.csv --
days,campaign_id,campaign,bidding_strategy,channel_type,cost,clicks,conversions,currency
0..27,1,Boots,target_cpa,search,20,10,1,EUR
28..55,1,Boots,target_cpa,search,10,10,1,EUR
-- gads_ad_groups.csv --
days,campaign_id,campaign,ad_group_id,ad_group,cost,clicks,conversions,currency
0..27,1,Boots,7,Hiking,20,10,1,EUR
-- gads_keywords.csv --
days,campaign_id,campaign,ad_group_id,ad_group,criterion_id,keyword,match_type,clicks,cost,conversions,currency
0..27,1,Boots,7,Hiking,11,hiking boots,exact,10,20,1,EUR
28..55,1,Boots,7,Hiking,11,hiking boots,exact,10,10,1,EUR
-- gads_search_terms.csv --
days,campaign_id,campaign,ad_group_id,ad_group,search_term,match_type,status,clicks,cost,conversions,currency
0..27,1,Boots,7,Hiking,Free Boots,broad,none,2,5,0,EUR
-- days --
gsc_queries 0..54
`

func openSubjects(t *testing.T, open ...upslope.OpenInsight) (*Analysis, string) {
	t.Helper()
	db := analyticstest.OpenShared(t)
	addTableCase(t, db, txtar.Parse([]byte(subjects)))
	return analysisOf(t, db, analysisRecords{Connected: db.Connections(), open: open}), db.AccountID
}

func lookInto(t *testing.T, analysis *Analysis, accountID string, filter upslope.TableFilter) upslope.Drilldown {
	t.Helper()
	filter.SiteID = analyticstest.SiteID
	answer, err := analysis.Drilldown(t.Context(), accountID, filter)
	if err != nil {
		t.Fatal(shortened(err))
	}
	return answer
}

// figure returns a sum of a drill-down as a number; -1 if unknown.
func figure(t *testing.T, sums map[string]any, name string) float64 {
	t.Helper()
	text, _ := json.Marshal(sums[name])
	number := -1.0
	if err := json.Unmarshal(text, &number); err != nil {
		t.Fatal(err)
	}
	return number
}

func TestAQueryIsDrilledIntoByDayWithItsPagesAndOpportunities(t *testing.T) {
	t.Parallel()
	about := upslope.OpenInsight{ID: "mine", Entity: upslope.Entity{Query: "tents"}}
	analysis, accountID := openSubjects(t, about, upslope.OpenInsight{ID: "another", Entity: upslope.Entity{Query: "boots"}})
	is := lookInto(t, analysis, accountID, upslope.TableFilter{About: upslope.Subject{Kind: upslope.QuerySubject, Query: "tents"}})
	if is.Name != "tents" || len(is.Days) != 28 || len(is.Before) != 28 || is.Metrics[0].Name != "clicks" {
		t.Fatalf("%q, %d days, %d before, %v", is.Name, len(is.Days), len(is.Before), is.Metrics)
	}
	if now, past := figure(t, is.Now, "clicks"), figure(t, is.Past, "clicks"); now != 162 || past != 81 {
		t.Errorf("clicks %g after %g, want 162 after 81", now, past)
	}
	if place := figure(t, is.Past, "position"); place != 6 {
		t.Errorf("position before %g, want 6", place)
	}
	if missing, none := is.Before[0].Values["clicks"], is.Days[24].Values["clicks"]; missing != nil || none == nil || *none != 0 {
		t.Errorf("a day that did not come has %v clicks, one without a search %v", missing, none)
	}
	if pages := is.Counterparts[0]; pages.Kind != "pages" || pages.Total != 2 || pages.Rows[0]["name"] != "https://example.com/tents" || pages.Coverage == nil || *pages.Coverage < 81 || *pages.Coverage > 82 {
		t.Errorf("pages %+v", pages)
	}
	if len(is.Insights) != 1 || is.Insights[0].ID != "mine" {
		t.Errorf("opportunities %+v", is.Insights)
	}
}

func TestADrilldownComparesWithTheDaysThatAreChosen(t *testing.T) {
	t.Parallel()
	analysis, accountID := openSubjects(t)
	filter := upslope.TableFilter{
		From: analyticstest.LastDay.AddDate(0, 0, -6), Compare: upslope.CompareCustom, Before: analyticstest.LastDay.AddDate(0, 0, -40),
		About: upslope.Subject{Kind: upslope.CampaignSubject, CampaignID: "1"},
	}
	is := lookInto(t, analysis, accountID, filter)
	if len(is.Days) != 7 || len(is.Before) != 7 || is.Before[0].Day != filter.Before.Format(time.DateOnly) {
		t.Fatalf("%d days, before %v", len(is.Days), is.Before)
	}
	if now, past := figure(t, is.Now, "spend"), figure(t, is.Past, "spend"); now != 140 || past != 70 {
		t.Errorf("spend %g after %g, want 140 after 70", now, past)
	}
	filter.Before = analyticstest.LastDay.AddDate(0, 0, -8)
	filter.SiteID = analyticstest.SiteID
	if _, err := analysis.Drilldown(t.Context(), accountID, filter); err == nil {
		t.Error("the comparison overlaps with the period")
	}
}

func TestEachKindOfSubjectHasItsFiguresAndCounterparts(t *testing.T) {
	t.Parallel()
	term := upslope.OpenInsight{ID: "free", EntityType: "ngram", Entity: upslope.Entity{Term: "free"}}
	analysis, accountID := openSubjects(t, term)
	for name, test := range map[string]struct {
		about    upslope.Subject
		metric   string
		now      float64
		parts    []string // kind and first name
		insights int
	}{
		"https://example.com/tents": {upslope.Subject{Kind: upslope.PageSubject, Page: "https://example.com/tents"}, "revenue", 1400, []string{"queries", "tents"}, 0},
		"Boots":                     {upslope.Subject{Kind: upslope.CampaignSubject, CampaignID: "1"}, "cpa", 20, []string{"ad_groups", "Hiking", "keywords", "hiking boots", "search_terms", "free boots"}, 0},
		"Hiking":                    {upslope.Subject{Kind: upslope.AdGroupSubject, CampaignID: "1", AdGroupID: "7"}, "spend", 560, []string{"keywords", "hiking boots", "search_terms", "free boots"}, 0},
		"Free Boots":                {upslope.Subject{Kind: upslope.TermSubject, Term: "free boots"}, "clicks", 56, []string{"ad_groups", "Hiking"}, 1},
		"hiking boots":              {upslope.Subject{Kind: upslope.KeywordSubject, CampaignID: "1", AdGroupID: "7", CriterionID: "11"}, "avgCpc", 2, []string{"search_terms", "free boots"}, 0},
	} {
		is := lookInto(t, analysis, accountID, upslope.TableFilter{About: test.about})
		parts := []string{}
		for _, part := range is.Counterparts {
			first, _ := part.Rows[0]["name"].(string)
			parts = append(parts, part.Kind, first)
		}
		if got := figure(t, is.Now, test.metric); is.Name != name || got != test.now || !slices.Equal(parts, test.parts) || len(is.Insights) != test.insights {
			t.Errorf("%q: %s %g of %q, %q, %d opportunities", name, test.metric, got, is.Name, parts, len(is.Insights))
		}
	}
}

func TestADrilldownIntoNothingReadHasNoDays(t *testing.T) {
	t.Parallel()
	analysis, accountID := openSubjects(t)
	is := lookInto(t, analysis, accountID, upslope.TableFilter{About: upslope.Subject{Kind: upslope.CampaignSubject, CampaignID: "404"}})
	if got := figure(t, is.Now, "spend"); got != 0 || is.Name != "" || len(is.Counterparts[0].Rows) != 0 {
		t.Errorf("spend %g of %q, parts %v", got, is.Name, is.Counterparts)
	}
}
