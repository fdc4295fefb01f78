package insights

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"upslope/analytics/analyticstest"
)

// Every insight from search data opens its evidence, with the query and only its own parameters.
func TestSearchInsightsOpenTheirRows(t *testing.T) {
	t.Parallel()
	for name, column := range map[string]string{
		"keyword_opportunity/testdata/reach": "query", "cannibalization/testdata/turns": "date", "content_decay/testdata/rank": "query_shown",
	} {
		archive, err := txtar.ParseFile("detectors/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		db := analyticstest.Open(t)
		days := map[string]string{}
		for _, file := range archive.Files {
			if file.Name == "gsc_query_pages.csv" {
				analyticstest.AddReport(t, db, "gsc_query_pages", file.Data)
				days["gsc_query_pages"] = analyticstest.WholeHistory
			}
		}
		analyticstest.AddSearchReports(t, db, days)
		store := &analyticstest.Store{Connected: analyticstest.AllConnections()}
		recompute(t, db, store)
		engine, err := New(db, store, func() time.Time { return analyticstest.Today })
		if err != nil {
			t.Fatal(err)
		}
		if len(store.Insights) == 0 {
			t.Fatalf("%s: nothing found", name)
		}
		for _, insight := range store.Insights {
			evidence, err := engine.Evidence(t.Context(), analyticstest.AccountID, insight.Insight)
			if err != nil {
				t.Fatal(err)
			}
			if len(evidence.Rows) == 0 {
				t.Errorf("%s: no rows, columns %v", insight.Title, evidence.Columns)
			}
			if strings.HasPrefix(name, insight.Type) && evidence.Columns[0] != column {
				t.Errorf("%s: columns %v", insight.Title, evidence.Columns)
			}
			first := evidence.Rows[0]
			if insight.Type == "keyword_opportunity" && first["query"] != insight.Entity.Query {
				t.Errorf("%s: its own row is not the first, which is %v", insight.Title, first)
			}
			if insight.Type == "content_decay" && (first["query_shown"] != "Whole page, including anonymized queries" || fmt.Sprint(first["clicks_then"]) != fmt.Sprint(insight.Evidence["clicksReference"])) {
				t.Errorf("%s: the rows begin with %v, not with the clicks of the whole page, %v", insight.Title, first, insight.Evidence["clicksReference"])
			}
			for name, value := range evidence.Parameters {
				if !strings.Contains(evidence.SQL, "{"+name+":") || value == nil {
					t.Errorf("%s: the query has no parameter %s, or it has no value", insight.Title, name)
				}
			}
			if from, isDay := evidence.Parameters["gsc_to"].(string); !isDay || from != "2026-11-18" {
				t.Errorf("%s: the window ends on %v", insight.Title, evidence.Parameters["gsc_to"])
			}
		}
	}
}

func TestAmountsHaveACurrencyWithoutAValue(t *testing.T) {
	t.Parallel()
	d := &detector{Type: "a", Texts: map[string]texts{"t": {}}}
	row := map[string]any{
		"text": "t", "entity_type": "campaign", "effort_class": uint8(1), "probability_real": .8, "probability_fix": .5, "severity": "medium",
		"value_unit": "currency", "value_currency": "EUR",
	}
	for _, mid := range []any{nil, 400.} {
		row["value_mid"] = mid
		c, err := d.candidateOf(row)
		if err != nil {
			t.Fatal(err)
		}
		if currency, isTold := c.evidence(map[string]any{})["currency"]; isTold != (mid == nil) || isTold && currency != "EUR" {
			t.Errorf("worth %v, the currency in the evidence is %v", mid, currency)
		}
	}
}
