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
	"upslope/analytics/features"
	"upslope/analytics/insights"
	"upslope/analytics/outcomes"
)

// fixedOn is the day of the fix in these tests: its 28 days end with the last one there is.
var fixedOn = analyticstest.LastDay.AddDate(0, 0, -outcomes.Days)

// world is a site of which one page was changed on fixedOn.
type world struct {
	pages  int
	level  float64 // clicks a day of the changed one
	effect float64 // what the fix multiplies them by, a week after it
	shock  float64 // what all clicks are multiplied by from the day of the fix on
	season bool    // the changed page and every other one peak in October, the others in April
	bare   string  // a report's days that came; "" wholeHistory
}

const changedPage = "https://example.com/changed"

func otherPage(i int) string { return fmt.Sprintf("https://example.com/page-%d", i) }

// addTo writes the world's clicks, and answers the clicks a month that the fix brings.
func (w world) addTo(t *testing.T, db *analyticstest.Site, seed uint64) (truth float64) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	var f factRows
	for i := range w.pages {
		page, level, phase := otherPage(i), w.level*math.Exp(.4*random.NormFloat64()), float64(i%2)*math.Pi
		if i == 0 {
			page, level, phase = changedPage, w.level, 0
		}
		for ago := 420; ago >= 0; ago-- {
			at := analyticstest.LastDay.AddDate(0, 0, -ago)
			mean := level * []float64{.8, 1.1, 1.1, 1.1, 1.1, 1, .8}[at.Weekday()]
			if w.season {
				mean *= 1 + .6*math.Cos(2*math.Pi*float64(at.YearDay()-290)/365+phase)
			}
			if !at.Before(fixedOn) {
				mean *= w.shock
			}
			if page == changedPage && at.After(fixedOn.AddDate(0, 0, outcomes.SettleDays)) {
				truth += mean * (w.effect - 1) / (outcomes.Days - outcomes.SettleDays) * facts.MonthDays
				mean *= w.effect
			}
			clicks := max(0, math.Round(mean+1.2*math.Sqrt(mean)*random.NormFloat64()))
			f.add(at, map[string]any{"page": page, "clicks": uint32(clicks), "impressions": uint32(20*clicks + 5), "position": float32(6)})
		}
	}
	f.insert(t, db, "gsc_pages")
	if w.bare == "" {
		w.bare = analyticstest.WholeHistory
	}
	analyticstest.AddDays(t, db, "gsc_pages", w.bare)
	return truth
}

// facts are rows of a report.
type factRows struct {
	of   [3]string // account, site and connection; empty: those of these tests
	days []time.Time
	rows []map[string]any
}

func (f *factRows) add(at time.Time, row map[string]any) {
	f.days, f.rows = append(f.days, at), append(f.rows, row)
}

func (f *factRows) insert(t *testing.T, db *analyticstest.Site, report string) {
	t.Helper()
	n := len(f.days)
	same := func(text string) []string { return slices.Repeat([]string{text}, n) }
	of := f.of
	if of[0] == "" {
		of = [3]string{analyticstest.AccountID, analyticstest.SiteID, analyticstest.ConnectionID(report)}
	}
	names := []string{"account_id", "site_id", "connection_id", "sync_id", "day"}
	columns := []any{same(of[0]), same(of[1]), same(of[2]), slices.Repeat([]uint64{analyticstest.SyncID}, n), f.days}
	for name := range f.rows[0] {
		names = append(names, name)
		switch f.rows[0][name].(type) {
		case string:
			columns = append(columns, column[string](f.rows, name))
		case uint32:
			columns = append(columns, column[uint32](f.rows, name))
		case uint64:
			columns = append(columns, column[uint64](f.rows, name))
		case float32:
			columns = append(columns, column[float32](f.rows, name))
		case float64:
			columns = append(columns, column[float64](f.rows, name))
		case *uint32:
			columns = append(columns, column[*uint32](f.rows, name))
		case bool:
			columns = append(columns, column[bool](f.rows, name))
		case time.Time:
			columns = append(columns, column[time.Time](f.rows, name))
		default:
			t.Fatalf("%s is a %T", name, f.rows[0][name])
		}
	}
	if err := db.InsertColumns(t.Context(), report, "", names, columns...); err != nil {
		t.Fatal(err)
	}
}

func column[T any](rows []map[string]any, name string) []T {
	values := make([]T, len(rows))
	for i, row := range rows {
		values[i] = row[name].(T)
	}
	return values
}

// waitingFor is a fix of an insight that is worth so much a month.
func waitingFor(insight upslope.Insight, forecast *upslope.Value) upslope.StoredOutcome {
	insight.ID, insight.SiteID = "1", analyticstest.SiteID
	at := fixedOn.Add(10 * time.Hour)
	due, _ := upslope.MeasurableAt(insight.EntityType, at)
	return upslope.StoredOutcome{Outcome: upslope.Outcome{Status: "waiting", FixedAt: at, DueAt: due, Forecast: forecast}, Insight: insight}
}

// learned has an engine look at waiting fixes, and answers the one outcome that changed.
func learned(t *testing.T, db *analyticstest.Site, store *analyticstest.Store, at time.Time) upslope.StoredOutcome {
	t.Helper()
	store.Connected = analyticstest.AllConnections()
	engine, err := insights.New(db, store, func() time.Time { return at })
	if err != nil {
		t.Fatal(err)
	}
	g, err := features.NewReader(db, store, func() time.Time { return at }).Read(t.Context(), analyticstest.AccountID, analyticstest.SiteID, nil)
	if err != nil {
		t.Fatal(err)
	}
	changed, _, err := engine.Learn(t.Context(), analyticstest.AccountID, analyticstest.SiteID, g)
	if err != nil || len(changed) != 1 {
		t.Fatalf("changed %+v, %v: want one outcome", changed, err)
	}
	return changed[0]
}

// said is what an outcome tells of whether the fix worked.
func said(o upslope.StoredOutcome) string {
	switch {
	case o.Status != "measured":
		return o.Status
	case o.Worked == nil:
		return "cannot be told"
	case *o.Worked:
		return "worked"
	}
	return "did not work"
}

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

// addFinalDays makes days after the last one final, as of a provider that is ahead of the others.
func addFinalDays(t *testing.T, db *analyticstest.Site, report string, ahead int) {
	t.Helper()
	var days []time.Time
	for i := range ahead {
		days = append(days, analyticstest.LastDay.AddDate(0, 0, i+1))
	}
	n := len(days)
	same := func(text string) []string { return slices.Repeat([]string{text}, n) }
	err := db.InsertColumns(t.Context(), "current_days", "", []string{"account_id", "site_id", "connection_id", "report", "day", "sync_id", "is_final", "read_on"},
		same(analyticstest.AccountID), same(analyticstest.SiteID), same(analyticstest.ConnectionID(report)), same(report), days, slices.Repeat([]uint64{analyticstest.SyncID + 1}, n), slices.Repeat([]bool{true}, n), days)
	if err != nil {
		t.Fatal(err)
	}
}

func TestAFixThatCannotBeMeasuredSaysWhy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		world
		insight upslope.Insight
		at      time.Time
		targets []upslope.Target
		want    string
	}{
		"few pages": {
			world{pages: 4, level: 10, effect: 1, shock: 1}, decay, analyticstest.Today, nil,
			"Too few others that are like it were left alone in those weeks: 3, where 5 are needed.",
		},
		"the others were fixed too": {
			world{pages: 20, level: 10, effect: 1, shock: 1}, decay, analyticstest.Today,
			[]upslope.Target{{Entity: upslope.Entity{Template: "/page-*"}, FixedAt: new(fixedOn.AddDate(0, 0, 3))}},
			"Too few others that are like it were left alone in those weeks: 0, where 5 are needed.",
		},
		"days did not come": {
			world{pages: 20, level: 10, effect: 1, shock: 1, bare: "0..39"}, decay, analyticstest.Today.AddDate(0, 0, 31), nil,
			"Only 11 of the 28 days before the fix and 21 of the 21 after it came.",
		},
		"no source": {
			world{pages: 0, bare: "0"}, upslope.Insight{Type: "underperforming_landing", EntityType: "page", Entity: upslope.Entity{Page: changedPage}},
			analyticstest.Today.AddDate(0, 0, 5), nil, "No connected source counts this day by day.",
		},
		"no longer looked for": {
			world{pages: 0, bare: "0"}, upslope.Insight{Type: "forgotten", EntityType: "page", Entity: upslope.Entity{Page: changedPage}}, analyticstest.Today, nil,
			"Nothing is counted of this day by day.",
		},
		"the source was given up": {
			world{pages: 20, level: 10, effect: 1, shock: 1, bare: "20..400"}, decay, analyticstest.Today.AddDate(0, 0, 31), nil,
			"The figures of the days after the fix did not come.",
		},
		"the page was never seen": {
			world{pages: 20, level: 10, effect: 1, shock: 1}, upslope.Insight{Type: "content_decay", EntityType: "page", Entity: upslope.Entity{Page: "https://example.com/none"}},
			analyticstest.Today, nil, "Nothing was counted of it around the fix.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			db := analyticstest.Open(t)
			if c.pages > 0 {
				c.addTo(t, db, 5)
			} else {
				analyticstest.AddDays(t, db, "gsc_pages", c.bare)
			}
			got := learned(t, db, &analyticstest.Store{Waiting: []upslope.StoredOutcome{waitingFor(c.insight, nil)}, Others: c.targets}, c.at)
			if got.Status != "unknown" || got.Reason != c.want || got.Gain != nil || got.Worked != nil || got.MeasuredAt == nil {
				t.Errorf("%+v, want %s", got.Outcome, c.want)
			}
		})
	}
}

func TestWhatAFixIsComparedWithIsChosenBeforeItIsMeasured(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	world{pages: 40, level: 10, effect: 1, shock: 1, bare: "20..400"}.addTo(t, db, 5)
	targets := []upslope.Target{
		{Entity: upslope.Entity{Page: otherPage(1)}},                                                           // open
		{Entity: upslope.Entity{Page: otherPage(2)}, FixedAt: new(fixedOn)},                                    // fixed meanwhile
		{Entity: upslope.Entity{Page: changedPage}, FixedAt: new(fixedOn)},                                     // itself
		{Entity: upslope.Entity{Template: "/page-3*"}, FixedAt: new(fixedOn)},                                  // with those of a template
		{Entity: upslope.Entity{Template: "/*"}, FixedAt: new(fixedOn)},                                        // with what is measured
		{Entity: upslope.Entity{Template: "/page-1*"}, FixedAt: new(facts.DateOf(fixedOn.AddDate(0, 0, -60)))}, // long before
	}
	chosen := learned(t, db, &analyticstest.Store{Waiting: []upslope.StoredOutcome{waitingFor(decay, nil)}, Others: targets}, analyticstest.Today)
	if chosen.Status != "waiting" || len(chosen.Compared) != outcomes.MostControls || chosen.Gain != nil {
		t.Fatalf("%+v with %d", chosen.Outcome, len(chosen.Compared))
	}
	long := false
	for _, entity := range chosen.Compared {
		if slices.ContainsFunc(targets[:4], func(target upslope.Target) bool { return outcomes.Touches(target.Entity, entity) }) {
			t.Errorf("compared with %v", entity)
		}
		long = long || outcomes.Touches(targets[5].Entity, entity)
	}
	if !long {
		t.Error("what was fixed long before is left out")
	}

	// The rest of the days come; of what was chosen then, one was changed since.
	analyticstest.AddDays(t, db, "gsc_pages", "0..19")
	targets = append(targets, upslope.Target{Entity: chosen.Compared[0], FixedAt: new(analyticstest.LastDay)})
	got := learned(t, db, &analyticstest.Store{Waiting: []upslope.StoredOutcome{chosen}, Others: targets}, analyticstest.Today)
	if got.Status != "measured" || got.Controls != outcomes.MostControls-1 || slices.Contains(got.Compared, chosen.Compared[0]) {
		t.Errorf("%+v against %v", got.Outcome, got.Compared)
	}
}

func TestNothingIsToldWhileDaysMayStillCome(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	world{pages: 20, level: 10, effect: 1, shock: 1, bare: "0..39"}.addTo(t, db, 5) // of the days before the fix 11 came
	got := learned(t, db, &analyticstest.Store{Waiting: []upslope.StoredOutcome{waitingFor(decay, nil)}}, analyticstest.Today)
	if got.Status != "waiting" || len(got.Compared) != 19 {
		t.Errorf("%+v against %d", got.Outcome, len(got.Compared))
	}
}

func TestNothingIsLookedAtBeforeTheDayOfTheFixCame(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_pages", "29..400")
	store := &analyticstest.Store{Connected: analyticstest.AllConnections(), Waiting: []upslope.StoredOutcome{waitingFor(decay, nil)}}
	engine, err := insights.New(db, store, func() time.Time { return analyticstest.Today })
	if err != nil {
		t.Fatal(err)
	}
	g, err := features.NewReader(db, store, func() time.Time { return analyticstest.Today }).Read(t.Context(), analyticstest.AccountID, analyticstest.SiteID, nil)
	if err != nil {
		t.Fatal(err)
	}
	g.Windows.Newest["gsc_pages"] = fixedOn.AddDate(0, 0, -2)
	if changed, _, err := engine.Learn(t.Context(), analyticstest.AccountID, analyticstest.SiteID, g); err != nil || len(changed) > 0 {
		t.Errorf("%+v, %v", changed, err)
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

func TestHowOftenFixesWorkedReplacesWhatTheMethodAssumes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		prior            float64
		measured, worked int
		want             float64
	}{
		{.35, 0, 0, .35},
		{.35, 4, 3, 6.5 / 14},
		{.35, 4, 0, 3.5 / 14},
		{.35, 1000, 800, 803.5 / 1010},
		{1, 3, 3, 1},
		{0, 3, 0, 0},
		{math.NaN(), 10, 5, .25},
	} {
		if got := outcomes.SuccessProbability(c.prior, upslope.HitRate{Measured: c.measured, Worked: c.worked}); !analyticstest.Close(got, c.want) && got != c.want {
			t.Errorf("%d of %d from %v: %v, want %v", c.worked, c.measured, c.prior, got, c.want)
		}
	}
	db := analyticstest.OpenWithCrawl(t, analyticstest.ParsePages(t, []byte("url,status_code,h1,inlinks\nhttps://example.com/,200,Example,9\nhttps://example.com/jobs/{1..5},200,,{n}\n")))
	crawl := &upslope.Crawl{ImportID: analyticstest.ImportID, ImportedAt: analyticstest.Today}
	store := &analyticstest.Store{Crawl: crawl, Hits: []upslope.HitRate{{Type: "meta_issues", Measured: 4, Worked: 3, Prior: .4}, {Type: "content_decay", Measured: 9, Worked: 9, Prior: .5}}}
	engine, err := insights.New(db, store, func() time.Time { return analyticstest.Today })
	if err != nil {
		t.Fatal(err)
	}
	if err := engine.Recompute(t.Context(), analyticstest.AccountID, "job"); err != nil {
		t.Fatal(err)
	}
	got := store.Insights[0]
	if got.Type != "meta_issues" || got.Evidence["probabilityFix"] != .5 || got.Evidence["probabilityFixAssumed"] != .4 ||
		got.Evidence["pastFixes"] != "3 of 4 fixes of this kind worked here" || got.Confidence != 48 {
		t.Errorf("%d %%, %v", got.Confidence, got.Evidence)
	}
	rates, err := engine.HitRates(t.Context(), analyticstest.AccountID, analyticstest.SiteID)
	if err != nil || len(rates) != 2 || !analyticstest.Close(rates[0].Rate, .5) || !analyticstest.Close(rates[1].Rate, 14./19) {
		t.Errorf("%+v, %v", rates, err)
	}
}

func TestWhatWasMeasuredCountsAtOnceAndIsKept(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	world{pages: 40, level: 30, effect: 1.5, shock: 1}.addTo(t, db, 5)
	store := &analyticstest.Store{Connected: analyticstest.AllConnections(), Waiting: []upslope.StoredOutcome{waitingFor(decay, nil)}}
	engine, err := insights.New(db, store, func() time.Time { return analyticstest.Today })
	if err != nil {
		t.Fatal(err)
	}
	g, err := features.NewReader(db, store, func() time.Time { return analyticstest.Today }).Read(t.Context(), analyticstest.AccountID, analyticstest.SiteID, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, hits, err := engine.Learn(t.Context(), analyticstest.AccountID, analyticstest.SiteID, g)
	if err != nil {
		t.Fatal(err)
	}
	if hit := hits["content_decay"]; hit.Measured != 1 || hit.Worked != 1 {
		t.Errorf("%+v", hit)
	}
	if err := engine.Recompute(t.Context(), analyticstest.AccountID, "job"); err != nil || len(store.Outcomes) != 1 || said(store.Outcomes[0]) != "worked" {
		t.Errorf("kept %+v, %v", store.Outcomes, err)
	}
}
