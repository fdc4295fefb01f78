package outcomes_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/facts"
	"upslope/analytics/outcomes"
)

var decay = upslope.Insight{Type: "content_decay", EntityType: "page", Entity: upslope.Entity{Page: changedPage}}

func TestAFixIsMeasuredAgainstPagesThatWereLeftAlone(t *testing.T) {
	t.Parallel()
	forecast := &upslope.Value{Low: 260, Mid: 320, High: 400, Unit: "clicks"}
	for name, c := range map[string]struct {
		world
		want string
	}{
		"it works":                              {world{level: 30, effect: 1.4, shock: 1}, "worked"},
		"it does nothing":                       {world{level: 30, effect: 1, shock: 1}, "did not work"},
		"it harms":                              {world{level: 30, effect: .6, shock: 1}, "did not work"},
		"it works while the site loses 40 %":    {world{level: 30, effect: 1.5, shock: .6}, "worked"},
		"it does nothing while the site booms":  {world{level: 30, effect: 1, shock: 1.6}, "did not work"},
		"it harms while the site booms":         {world{level: 30, effect: .7, shock: 1.6}, "did not work"},
		"it works while its season ends":        {world{level: 30, effect: 1.5, shock: 1, season: true}, "worked"},
		"it does nothing while its season ends": {world{level: 30, effect: 1, shock: 1, season: true}, "did not work"},
		"too little is counted to tell":         {world{level: .2, effect: 1, shock: 1}, "cannot be told"},
	} {
		t.Run(name, func(t *testing.T) {
			db := analyticstest.Open(t)
			c.pages = 60
			truth := c.addTo(t, db, 5)
			want := forecast
			if c.level < 1 {
				want = &upslope.Value{Low: 2, Mid: 3, High: 4, Unit: "clicks"}
			}
			got := learned(t, db, &analyticstest.Store{Waiting: []upslope.StoredOutcome{waitingFor(decay, want)}}, analyticstest.Today)
			if got.Gain == nil || got.Gain.Unit != "clicks" || got.Controls != outcomes.MostControls {
				t.Fatalf("%+v", got)
			}
			t.Logf("brought %.0f a month, measured %.0f to %.0f, %.0f: %s", truth, got.Gain.Low, got.Gain.High, got.Gain.Mid, said(got))
			if said(got) != c.want || (got.Worked == nil) == (got.Reason == "") {
				t.Errorf("%s, %q; want %s", said(got), got.Reason, c.want)
			}
			// 80 % lie within; half of an interval beside it is bad luck that these seeds do not have.
			if slack := (got.Gain.High - got.Gain.Low) / 2; truth < got.Gain.Low-slack || truth > got.Gain.High+slack {
				t.Errorf("measured %.0f to %.0f, it brought %.0f", got.Gain.Low, got.Gain.High, truth)
			}
		})
	}
}

// spell is a run of days of which the changed entity is one number and the others another.
func spell(f *factRows, entities int, each func(i int, at time.Time, isAfter bool, noise func(mean float64) float64) map[string]any) {
	random := rand.New(rand.NewPCG(11, 1))
	noise := func(mean float64) float64 { return max(0, math.Round(mean+math.Sqrt(mean)*random.NormFloat64())) }
	for i := range entities {
		for ago := 100; ago >= 0; ago-- {
			at := analyticstest.LastDay.AddDate(0, 0, -ago)
			if row := each(i, at, at.After(fixedOn), noise); row != nil {
				f.add(at, row)
			}
		}
	}
}

// pick is a for the changed entity, the first, after the fix; else b.
func pick(isChanged bool, a, b float64) float64 {
	if isChanged {
		return a
	}
	return b
}

func TestEachKindOfEntityIsMeasuredOnItsOwnFigures(t *testing.T) {
	t.Parallel()
	euros := func(low float64) *upslope.Value {
		return &upslope.Value{Low: low, Mid: 2 * low, High: 3 * low, Unit: "currency", Currency: "EUR"}
	}
	clicks := &upslope.Value{Low: 50, Mid: 100, High: 150, Unit: "clicks"}
	search := func(row map[string]any, clicks float64) map[string]any {
		row["clicks"], row["impressions"], row["position"] = uint32(clicks), uint32(20*clicks+10), float32(7)
		return row
	}
	ads := func(row map[string]any, clicks, conversions float64) map[string]any {
		row["clicks"], row["cost"], row["conversions"], row["currency"] = uint64(clicks), 2*clicks, conversions, "EUR"
		return row
	}
	for name, c := range map[string]struct {
		report    string
		insight   upslope.Insight
		forecast  *upslope.Value
		row       func(i int, after bool, noise func(float64) float64) map[string]any
		low, high float64 // a month, of the gain
		more      string  // another report that it needs
	}{
		"a query on a page, in money": {
			report: "gsc_query_pages", forecast: euros(50),
			insight: upslope.Insight{
				Type: "keyword_opportunity", EntityType: "query", Entity: upslope.Entity{Query: "red shoes 0", Page: otherPage(0)},
				Evidence: map[string]any{"clickValue": .5},
			},
			row: func(i int, after bool, noise func(float64) float64) map[string]any {
				return search(map[string]any{"query": fmt.Sprintf("red shoes %d", i), "page": otherPage(i)}, noise(pick(i == 0 && after, 30, 15)))
			},
			low: 228 - 60, high: 228 + 60, // 15 a day more, half a euro each
		},
		"a query with two that ask the same of its page": {
			report: "gsc_query_pages", forecast: clicks,
			insight: upslope.Insight{
				Type: "keyword_opportunity", EntityType: "query", Entity: upslope.Entity{Query: "red shoes 0", Page: otherPage(0)},
				Evidence: map[string]any{"sameTask": "red shoes 1, red shoes 2"},
			},
			row: func(i int, after bool, noise func(float64) float64) map[string]any {
				page := otherPage(max(i, 3) - 3) // the fourth asks something else of it
				return search(map[string]any{"query": fmt.Sprintf("red shoes %d", i), "page": page}, noise(pick(i < 3 && after, 20, 10)))
			},
			low: 3*10*facts.MonthDays - 250, high: 3*10*facts.MonthDays + 250,
		},
		"a query": {
			report: "gsc_queries", forecast: clicks,
			insight: upslope.Insight{Type: "cannibalization", EntityType: "query", Entity: upslope.Entity{Query: "shoes 0"}},
			row: func(i int, after bool, noise func(float64) float64) map[string]any {
				return search(map[string]any{"query": fmt.Sprintf("shoes %d", i)}, noise(pick(i == 0 && after, 20, 15)))
			},
			low: 152 - 90, high: 152 + 90,
		},
		"a template, without a forecast": {
			report:  "gsc_pages",
			insight: upslope.Insight{Type: "meta_issues", EntityType: "template", Entity: upslope.Entity{Template: "/shop/*", Issue: "missing_title"}},
			row: func(i int, after bool, noise func(float64) float64) map[string]any {
				page := fmt.Sprintf("https://example.com/%s/%d", []string{"shop", "blog"}[min(i/8, 1)], i)
				return search(map[string]any{"page": page}, noise(pick(i < 8 && after, 14, 10)))
			},
			low: 8*4*facts.MonthDays - 250, high: 8*4*facts.MonthDays + 250,
		},
		"a landing page, in conversions by visit": {
			report: "ga4_pages", forecast: euros(400),
			insight: upslope.Insight{
				Type: "underperforming_landing", EntityType: "page", Entity: upslope.Entity{Page: otherPage(0)}, Evidence: map[string]any{"conversionValue": 20.},
			},
			row: func(i int, after bool, noise func(float64) float64) map[string]any {
				sessions := noise(pick(after, 150, 300)) // everybody has fewer visits after it
				return map[string]any{"page": otherPage(i), "channel": "Organic Search", "device": "mobile", "sessions": uint32(sessions),
					"conversions": noise(sessions * pick(i == 0 && after, .05, .03))}
			},
			low: 150*.02*facts.MonthDays*20 - 1000, high: 150*.02*facts.MonthDays*20 + 1000,
		},
		"words of search terms": {
			report: "gads_search_terms", forecast: euros(100),
			insight: upslope.Insight{
				Type: "wasted_ad_spend", EntityType: "ngram", Entity: upslope.Entity{Term: "free"}, Evidence: map[string]any{"targetCostPerConversion": 40.},
			},
			row: func(i int, after bool, noise func(float64) float64) map[string]any {
				term := fmt.Sprintf("Shoes %d", i)
				if i < 5 {
					term = fmt.Sprintf("FREE shoes %d", i)
				}
				if i < 5 && after {
					return nil // the negative keyword keeps it out
				}
				return ads(map[string]any{"campaign_id": uint64(7), "search_term": term}, noise(6), pick(i < 5, 0, .3))
			},
			low: 5*6*2*facts.MonthDays - 400, high: 5*6*2*facts.MonthDays + 400,
		},
		"an ad group that was paused, with the conversions it had": {
			report: "gads_ad_groups", forecast: euros(100),
			insight: upslope.Insight{
				Type: "wasted_ad_spend", EntityType: "ad_group", Entity: upslope.Entity{CampaignID: "7", AdGroupID: "100"}, Evidence: map[string]any{"targetCostPerConversion": 40.},
			},
			row: func(i int, after bool, noise func(float64) float64) map[string]any {
				if i == 0 && after {
					return nil
				}
				return ads(map[string]any{"campaign_id": uint64(7), "ad_group_id": uint64(100 + i)}, noise(20), .5)
			},
			low: 20*2*facts.MonthDays - .5*40*facts.MonthDays - 250, high: 20*2*facts.MonthDays - .5*40*facts.MonthDays + 250,
		},
		"a campaign, against ad groups of others": {
			report: "gads_campaigns", forecast: euros(100), more: "gads_ad_groups",
			insight: upslope.Insight{
				Type: "wasted_ad_spend", EntityType: "campaign", Entity: upslope.Entity{CampaignID: "7"}, Evidence: map[string]any{"targetCostPerConversion": 40.},
			},
			row: func(i int, after bool, noise func(float64) float64) map[string]any {
				return ads(map[string]any{"campaign_id": uint64(7 + i)}, noise(pick(i == 0 && after, 10, 40)), pick(i == 0, 0, 1))
			},
			low: 30*2*facts.MonthDays - 400, high: 30*2*facts.MonthDays + 400,
		},
	} {
		t.Run(name, func(t *testing.T) {
			db := analyticstest.Open(t)
			var f, more factRows
			spell(&f, 30, func(i int, _ time.Time, after bool, noise func(float64) float64) map[string]any {
				return c.row(i, after, noise)
			})
			f.insert(t, db, c.report)
			for _, report := range []string{"gads_campaigns", c.report} {
				analyticstest.AddDays(t, db, report, "-10..100")
			}
			if c.more != "" {
				spell(&more, 20, func(i int, _ time.Time, _ bool, noise func(float64) float64) map[string]any {
					return ads(map[string]any{"campaign_id": uint64(7 + i), "ad_group_id": uint64(100 + i)}, noise(40), 1)
				})
				more.insert(t, db, c.more)
				analyticstest.AddDays(t, db, c.more, "-10..100")
			}
			if c.insight.Evidence == nil {
				c.insight.Evidence = map[string]any{}
			}
			if facts.ProviderOf(c.report) == upslope.GAds {
				addFinalDays(t, db, c.report, outcomes.LagOfAds)
			}
			got := learned(t, db, &analyticstest.Store{Waiting: []upslope.StoredOutcome{waitingFor(c.insight, c.forecast)}}, analyticstest.Today)
			if got.Gain == nil || said(got) != "worked" || got.Gain.Mid < c.low || got.Gain.Mid > c.high {
				t.Fatalf("%+v, gain %+v: want %.0f to %.0f", got.Outcome, got.Gain, c.low, c.high)
			}
			t.Logf("%.0f to %.0f, %.0f %s against %d", got.Gain.Low, got.Gain.High, got.Gain.Mid, got.Gain.Unit, got.Controls)
			if c.forecast != nil && (got.Gain.Unit != c.forecast.Unit || got.Gain.Currency != c.forecast.Currency) {
				t.Errorf("in %+v", got.Gain)
			}
			if slices.Contains(got.Compared, c.insight.Entity) || slices.ContainsFunc(got.Compared, func(e upslope.Entity) bool { return outcomes.Touches(c.insight.Entity, e) }) {
				t.Errorf("compared with itself: %+v", got.Compared)
			}
		})
	}
}

func TestASlowPageWorkedWhenItGotFastMoreThanOthersDid(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		after  float64 // ms, of the changed page; before it was 4,500
		others float64 // what others were multiplied by
		pages  int
		want   string
	}{
		"it got fast":               {2400, 1, 10, "worked"},
		"it stayed slow":            {4400, 1, 10, "did not work"},
		"half of the way":           {3500, 1, 10, "worked"},
		"a third of the way":        {3800, 1, 10, "cannot be told"},
		"all got faster":            {2400, .55, 10, "did not work"},
		"all got slower":            {4500, 1.4, 10, "cannot be told"},
		"too few others are tested": {2400, 1, 5, "unknown"},
	} {
		db := analyticstest.Open(t)
		var f factRows
		for i := range c.pages {
			for ago := 56; ago >= 0; ago -= 7 {
				at, page, lcp := analyticstest.LastDay.AddDate(0, 0, -ago), otherPage(i), 3000*c.others
				if !at.After(fixedOn.AddDate(0, 0, 14)) { // real visits of the time before
					lcp = 3000
				}
				if i == 0 {
					page, lcp = changedPage, c.after
					if !at.After(fixedOn.AddDate(0, 0, 14)) {
						lcp = 4500
					}
				}
				f.add(at, map[string]any{"page": page, "device": "mobile", "field_lcp_ms": new(uint32(lcp))})
			}
		}
		f.insert(t, db, "pagespeed_tests")
		analyticstest.AddDays(t, db, "pagespeed_tests", "0..60")
		slow := upslope.Insight{Type: "slow_page", EntityType: "page", Entity: upslope.Entity{Page: changedPage}, Evidence: map[string]any{"lcpSeconds": 4.5, "device": "mobile"}}
		got := learned(t, db, &analyticstest.Store{Waiting: []upslope.StoredOutcome{waitingFor(slow, &upslope.Value{Low: 1, Mid: 2, High: 3, Unit: "clicks"})}}, analyticstest.Today)
		if said(got) != c.want || got.Gain != nil || got.Reason == "" {
			t.Errorf("%s: %s, %q, want %s", name, said(got), got.Reason, c.want)
		}
		if name == "it got fast" && got.Reason != "Largest Contentful Paint went from 4.50 s to 2.40 s, good is 2.5 s; as other pages did it would be 4.50 s. What that brings is too little to be measured." {
			t.Errorf("%s: %q", name, got.Reason)
		}
	}
}
