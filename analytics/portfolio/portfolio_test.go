package portfolio

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/scoring"
)

// insightOf returns an insight about a page; a mid of 0 is an unknown value, currency "" is clicks.
func insightOf(title string, mid float64, currency string, effort int) upslope.StoredInsight {
	one := upslope.StoredInsight{Insight: upslope.Insight{Title: title, Entity: upslope.Entity{Page: title}, Effort: effort, UsualHours: scoring.HoursOfClass((effort + 10) / 20)}}
	if mid > 0 {
		one.Value = &upslope.Value{Low: mid / 2, Mid: mid, High: 2 * mid, Unit: scoring.UnitClicks}
		if currency != "" {
			one.Value.Unit, one.Value.Currency = scoring.UnitCurrency, currency
		}
	}
	return one
}

// scaleOf returns the scale of a site with this monthly value.
func scaleOf(worth float64, currency string, expected ...float64) upslope.SiteScale {
	scale := scoring.NewScale(worth, 1, expected)
	kept := upslope.SiteScale{Unit: scoring.UnitClicks, Floor: scale.Floor, Top: scale.Top, Worth: worth, ClickValue: 1, RestsOn: []string{}, FrozenAt: &analyticstest.Today}
	if currency != "" {
		kept.Unit, kept.Currency = scoring.UnitCurrency, currency
	}
	return kept
}

func titles(insights []upslope.Insight) string {
	var all []string
	for _, one := range insights {
		all = append(all, one.Title)
	}
	return strings.Join(all, ", ")
}

func TestAcrossSitesTheLargeComesBeforeTheFirstOfASmallSite(t *testing.T) {
	t.Parallel()
	owner := analyticstest.OpenRecords(t).NewOwner()
	small, large, dollars, clicks := owner.NewSite("EUR"), owner.NewSite("EUR"), owner.NewSite("USD"), owner.NewSite("EUR")
	crawled, tiny := owner.NewSite("EUR"), owner.NewSite("EUR")
	first := insightOf("first of the small", 10, "EUR", 10)
	first.Score = 100
	broken, page := insightOf("broken on the small", 0, "", 10), insightOf("broken on one never measured", 0, "", 10)
	broken.Impact, page.Impact = 80, 80
	asleep := insightOf("asleep", 90_000, "EUR", 10)
	asleep.SnoozedUntil = new(analyticstest.Today.Add(time.Hour))
	finished := insightOf("finished", 500_000, "EUR", 10)
	finished.Status = upslope.Done
	small.PutScaled([]upslope.SiteScale{scaleOf(200, "EUR", 5)}, first, broken)
	large.PutScaled([]upslope.SiteScale{scaleOf(1_000_000, "EUR", 50_000)},
		insightOf("large", 100_000, "EUR", 50), insightOf("middling", 2_000, "EUR", 10), insightOf("next to nothing", 20, "EUR", 10), asleep, finished)
	dollars.PutScaled([]upslope.SiteScale{scaleOf(60_000, "USD", 3000)}, insightOf("in dollars", 6_000, "USD", 10))
	clicks.PutScaled([]upslope.SiteScale{scaleOf(9_000, "", 40)}, insightOf("in clicks", 80, "", 10))
	tiny.PutScaled([]upslope.SiteScale{scaleOf(30, "EUR", 1)}, insightOf("of the tiny", 2, "EUR", 10))
	crawled.Put(page)

	portfolio := &Portfolio{Records: owner.DB}
	ask := func(filter upslope.InsightFilter) []upslope.Insight {
		t.Helper()
		filter.Now = analyticstest.Today
		if filter.Limit == 0 {
			filter.Limit = 50
		}
		insights, total, err := portfolio.Insights(t.Context(), owner.AccountID, filter)
		if err != nil || filter.Limit == 50 && int(total) != len(insights) {
			t.Fatalf("%d of %d, %v", len(insights), total, err)
		}
		return insights
	}
	all := ask(upslope.InsightFilter{})
	order := titles(all)
	place := func(title string) int {
		return slices.IndexFunc(all, func(one upslope.Insight) bool { return one.Title == title })
	}
	for _, pair := range [][2]string{
		{"large", "first of the small"}, {"large", "middling"}, {"middling", "next to nothing"}, {"middling", "first of the small"},
		{"in dollars", "first of the small"}, {"broken on one never measured", "broken on the small"}, {"of the tiny", "finished"},
	} {
		if place(pair[0]) < 0 || place(pair[0]) >= place(pair[1]) {
			t.Errorf("%s does not stand before %s: %s", pair[0], pair[1], order)
		}
	}
	for i, one := range all[:len(all)-2] { // the last is done
		if one.Score < all[i+1].Score {
			t.Errorf("%s has %d, %s after it %d", one.Title, one.Score, all[i+1].Title, all[i+1].Score)
		}
	}
	for want, filter := range map[string]upslope.InsightFilter{
		"first of the small, broken on the small": {SiteID: small.ID},
		"finished":   {Statuses: []upslope.Status{upslope.Done}},
		"in dollars": {Query: "DOLL"},
		"asleep":     {Snoozed: new(true)},
		all[0].Title: {Limit: 1},
		all[2].Title: {Limit: 1, Offset: 2},
		"":           {Type: "slow_page"},
	} {
		if got := titles(ask(filter)); got != want && !(filter.SiteID != "" && len(got) == len(want)) {
			t.Errorf("%+v: %s, want %s", filter, got, want)
		}
	}
	stranger := owner.Records.NewOwner()
	for _, siteID := range []string{"", small.ID} {
		insights, total, err := portfolio.Insights(t.Context(), stranger.AccountID, upslope.InsightFilter{SiteID: siteID, Limit: 50, Now: analyticstest.Today})
		if err != nil || len(insights)+int(total) > 0 {
			t.Errorf("a stranger sees %s of %d, %v", titles(insights), total, err)
		}
	}
}

// SQL computes the order, Go the score: both must agree on any figures.
func TestTheScoreInSQLIsTheScore(t *testing.T) {
	t.Parallel()
	owner := analyticstest.OpenRecords(t).NewOwner()
	site := owner.NewSite("EUR")
	random := rand.New(rand.NewPCG(7, 8))
	var insights []upslope.StoredInsight
	for i := range 300 {
		mid := math.Exp(6 * random.NormFloat64())
		if i%7 == 0 {
			mid = 0
		}
		one := insightOf(fmt.Sprint("page ", i), mid, []string{"EUR", "USD", ""}[i%3], 10+20*random.IntN(5))
		one.Confidence, one.Impact = 1+random.IntN(100), random.IntN(101)
		insights = append(insights, one)
	}
	// None is in dollars.
	site.PutScaled([]upslope.SiteScale{scaleOf(4000, "EUR", 90), scaleOf(100, "", 30)}, insights...)
	portfolio := &Portfolio{Records: owner.DB}
	ranking, err := portfolio.ranking(t.Context(), owner.AccountID)
	if err != nil || len(ranking.Scales) != 2 {
		t.Fatalf("%+v, %v", ranking, err)
	}
	ranked, _, err := portfolio.Insights(t.Context(), owner.AccountID, upslope.InsightFilter{Limit: 300, Now: analyticstest.Today})
	if err != nil || len(ranked) != 300 {
		t.Fatalf("%d, %v", len(ranked), err)
	}
	for _, one := range ranked {
		share := min(float64(one.Impact)/100, ranking.Caps[site.ID])
		if one.Value != nil {
			scale, _ := scaleFor(ranking.Scales, scoring.UnitKey(one.Value))
			share = scale.Share(one.Value.Mid * float64(one.Confidence) / 100)
		}
		if want := scoring.Score(share, (one.Effort+10)/20); one.Score != want {
			t.Errorf("%s: %d, want %d of %+v", one.Title, one.Score, want, one.Value)
		}
	}
}

func TestThePortfolioHasEverySiteOnceAndCountsEachClickOnce(t *testing.T) {
	t.Parallel()
	owner := analyticstest.OpenRecords(t).NewOwner()
	rich, poor, empty, gone := owner.NewSite("EUR"), owner.NewSite("EUR"), owner.NewSite("EUR"), owner.NewSite("EUR")
	query := insightOf("red", 30, "EUR", 10)
	query.Entity = upslope.Entity{Page: "/shop", Query: "red"}
	whole := insightOf("shop", 100, "EUR", 10)
	whole.Entity = upslope.Entity{Page: "/shop"}
	whole.Score, query.Score, query.Confidence = 40, 60, 100
	unknown, begun := insightOf("unknown", 0, "", 10), insightOf("begun", 7, "", 10)
	begun.Status = upslope.InProgress
	asleep := insightOf("asleep", 4000, "EUR", 10)
	asleep.SnoozedUntil = new(analyticstest.Today.Add(time.Minute))
	rich.PutScaled([]upslope.SiteScale{scaleOf(1000, "EUR", 90), scaleOf(10, "", 3)}, query, whole, unknown, begun, asleep)
	late, early, vanished := insightOf("late", 5, "EUR", 10), insightOf("early", 5, "EUR", 10), insightOf("vanished", 5, "EUR", 10)
	late.Status, early.Status, vanished.Status, vanished.Resolution = upslope.Done, upslope.Done, upslope.Done, "gone"
	late.StatusAt, early.StatusAt = analyticstest.Today.AddDate(0, 0, -90), analyticstest.Today.AddDate(0, 0, -91)
	poor.PutScaled([]upslope.SiteScale{scaleOf(10, "EUR", 1)}, insightOf("little", 2, "EUR", 10), late, early, vanished)
	gone.Put(insightOf("of unknown value", 0, "", 10))

	portfolio := &Portfolio{Records: owner.DB}
	sites, total, err := portfolio.Sites(t.Context(), owner.AccountID, upslope.Scope{}, 50, 0, analyticstest.Today)
	if err != nil || total != 4 || len(sites) != 4 {
		t.Fatalf("%d of %d, %v", len(sites), total, err)
	}
	for i, want := range []struct {
		site  string
		said  string
		first string
	}{
		{rich.ID, "4 insights, 1 unknown, worth [{50 100 200 currency EUR} {3.5 7 14 clicks }], expected [{25 50 100 currency EUR} {1.75 3.5 7 clicks }], 0 fixed", "red"},
		{poor.ID, "1 insights, 0 unknown, worth [{1 2 4 currency EUR}], expected [{0.5 1 2 currency EUR}], 1 fixed", "little"},
		{gone.ID, "1 insights, 1 unknown, worth [], expected [], 0 fixed", "of unknown value"},
		{empty.ID, "0 insights, 0 unknown, worth [], expected [], 0 fixed", ""},
	} {
		got := sites[i]
		said := fmt.Sprintf("%d insights, %d unknown, worth %v, expected %v, %d fixed", got.Insights, got.Unknown, got.Values, got.Expected, got.Fixed)
		first := ""
		if got.Top != nil {
			first = got.Top.Title
		}
		if got.SiteID != want.site || said != want.said || first != want.first || (got.ScoredAt != nil) != (want.site != empty.ID) {
			t.Errorf("place %d: %s, first %q, scored at %v", i, said, first, got.ScoredAt)
		}
	}
	second, total, err := portfolio.Sites(t.Context(), owner.AccountID, upslope.Scope{}, 2, 3, analyticstest.Today)
	if err != nil || total != 4 || len(second) != 1 || second[0].SiteID != empty.ID {
		t.Errorf("the second page: %+v of %d, %v", second, total, err)
	}
	if sites, total, err := portfolio.Sites(t.Context(), owner.Records.NewOwner().AccountID, upslope.Scope{}, 50, 0, analyticstest.Today); err != nil || len(sites)+int(total) > 0 {
		t.Errorf("a stranger sees %v, %v", sites, err)
	}
}
