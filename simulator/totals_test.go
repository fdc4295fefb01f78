package simulator

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"upslope"
	"upslope/simulator/world"
)

// sums adds up a report's day over all its pages.
type sums struct {
	rows int
	of   map[string]float64
}

func (s *sums) add(name string, value float64) { s.of[name] += value }

func (b *workbench) searchSums(t *testing.T, w *world.World, day, dimensions string, limit int) sums {
	t.Helper()
	out := sums{of: map[string]float64{}}
	for {
		rows, _ := b.readJSON(t, "POST", searchPath(w.GSCSite), searchBody(day, dimensions, fmt.Sprintf(`,"rowLimit":%d,"startRow":%d`, limit, out.rows)))["rows"].([]any)
		if len(rows) == 0 {
			return out
		}
		for _, row := range rows {
			out.rows++
			out.add("clicks", at(t, row, "clicks").(float64))
			out.add("impressions", at(t, row, "impressions").(float64))
			out.add("positions", math.Round(at(t, row, "position").(float64)*at(t, row, "impressions").(float64)))
		}
	}
}

func (b *workbench) visitSums(t *testing.T, w *world.World, day, dimensions string, limit int) sums {
	t.Helper()
	out := sums{of: map[string]float64{}}
	for {
		body := reportBody(day, day, fmt.Sprintf(`%s"metrics":[{"name":"sessions"},{"name":"engagedSessions"},{"name":"keyEvents"},{"name":"totalRevenue"}],"limit":"%d","offset":"%d"`, dimensions, limit, out.rows))
		answer := b.readJSON(t, "POST", "/v1beta/properties/"+w.GA4ID+":runReport", body)
		rows, _ := answer["rows"].([]any)
		for _, row := range rows {
			out.rows++
			for i, name := range []string{"sessions", "engaged_sessions", "conversions", "revenue"} {
				value, err := strconv.ParseFloat(at(t, row, "metricValues", i, "value").(string), 64)
				if err != nil {
					t.Fatal(err)
				}
				out.add(name, value)
			}
		}
		if total, _ := answer["rowCount"].(float64); out.rows >= int(total) {
			return out
		}
	}
}

func (b *workbench) adSums(t *testing.T, w *world.World, day, fields, resource string) sums {
	t.Helper()
	out := sums{of: map[string]float64{}}
	_, batches := b.stream(t, w.AdsID, fmt.Sprintf("SELECT %s, segments.date, metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.conversions_value FROM %s WHERE segments.date = '%s'", fields, resource, day))
	for _, batch := range batches {
		rows, _ := batch.(map[string]any)["results"].([]any)
		for _, row := range rows {
			out.rows++
			for name, field := range map[string]string{"impressions": "impressions", "clicks": "clicks", "cost": "costMicros", "conversions": "conversions", "conversion_value": "conversionsValue"} {
				value, err := strconv.ParseFloat(fmt.Sprint(at(t, row, "metrics", field)), 64)
				if err != nil {
					t.Fatal(err)
				}
				if name == "cost" {
					value /= 1e6
				}
				out.add(name, value)
			}
		}
	}
	return out
}

func TestTotalsAreTheSumsOfAllAnswers(t *testing.T) {
	b := start(t, Config{Worlds: []string{world.Demo, world.Small, world.Odd, world.Empty}})
	for _, w := range b.Worlds() {
		for _, day := range []string{"2026-11-18", "2026-10-31"} {
			got := map[string]sums{}
			for report, dimensions := range searchReports() {
				got[report] = b.searchSums(t, w, day, `"`+strings.Join(dimensions, `","`)+`"`, 400)
			}
			got["ga4_totals"] = b.visitSums(t, w, day, "", 10)
			got["ga4_pages"] = b.visitSums(t, w, day, `"dimensions":[{"name":"landingPage"},{"name":"sessionDefaultChannelGroup"},{"name":"deviceCategory"}],`, 150)
			assistants, _ := upslope.AIAssistantSources()
			got["ga4_assistants"] = b.visitSums(t, w, day, `"dimensions":[{"name":"landingPage"},{"name":"sessionSource"}],"dimensionFilter":{"filter":{"fieldName":"sessionSource","inListFilter":{"values":["`+
				strings.Join(assistants, `","`)+`"]}}},`, 150)
			if w.Name != world.Empty {
				got["gads_campaigns"] = b.adSums(t, w, day, "campaign.id", "campaign")
				got["gads_ad_groups"] = b.adSums(t, w, day, "ad_group.id", "ad_group")
				got["gads_keywords"] = b.adSums(t, w, day, "ad_group_criterion.criterion_id", "keyword_view")
				got["gads_search_terms"] = b.adSums(t, w, day, "search_term_view.search_term", "search_term_view")
			}
			for report, have := range got {
				compareTotals(t, b.Server, w, report, day, have)
			}
		}
	}
}

func compareTotals(t *testing.T, server *Server, w *world.World, report, day string, have sums) {
	t.Helper()
	at, err := world.ParseDay(day)
	if err != nil {
		t.Fatal(err)
	}
	totals, err := server.Totals(w, report, at, at)
	if err != nil {
		t.Fatal(err)
	}
	if w.Name == world.Empty {
		if have.rows != 0 || len(totals) != 0 {
			t.Errorf("%s of nobody: %v, truth %v", report, have, totals)
		}
		return
	}
	if report == "ga4_assistants" && have.rows == 0 && len(totals) == 0 { // not every site is recommended
		return
	}
	if len(totals) != 1 || totals[0].Rows != have.rows || have.rows == 0 {
		t.Errorf("%s %s of %s: %d rows, truth %v", w.Name, report, day, have.rows, totals)
		return
	}
	for name, value := range have.of {
		if math.Abs(value-totals[0].Sums[name]) > 1e-6*math.Max(1, math.Abs(value)) {
			t.Errorf("%s %s of %s: %s is %v, truth %v", w.Name, report, day, name, value, totals[0].Sums[name])
		}
	}
}

func TestTotalsCanBeAskedForOverHTTP(t *testing.T) {
	b := start(t, Config{})
	status, text, _ := b.request(t, b.client, "GET", "/simulator/totals?world=small&report=gsc_pages&from=2026-11-01&to=2026-11-03", "")
	if status != 200 || strings.Count(text, `"report":"gsc_pages"`) != 3 || !strings.Contains(text, `"day":"2026-11-02"`) {
		t.Errorf("%d %s", status, text)
	}
	for _, query := range []string{"world=nowhere&report=gsc_pages", "world=small&report=nothing", "world=small&report=gsc_pages&from=soon"} {
		if status, text, _ := b.request(t, b.client, "GET", "/simulator/totals?"+query, ""); status != 400 {
			t.Errorf("%s: %d %s", query, status, text)
		}
	}
}
