package portfolio

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
)

func planned(t *testing.T, owner *analyticstest.Owner, siteID string, hours float64) upslope.Plan {
	t.Helper()
	plan, err := (&Portfolio{Records: owner.DB}).Plan(t.Context(), owner.AccountID, siteID, hours, analyticstest.Today)
	if err != nil {
		t.Fatal(err)
	}
	used := 0.
	for _, item := range plan.Items {
		used += item.Hours
		if (item.Expected == nil) != (item.Insight.Value == nil) || item.Insight.ID == "" {
			t.Errorf("item %+v", item)
		}
	}
	if used > hours || used != plan.Used || plan.Hours != hours {
		t.Errorf("uses %v of %v hours, says %v", used, hours, plan.Used)
	}
	return plan
}

func TestAPageThatFailsCustomersComesBeforeWhatHasAValue(t *testing.T) {
	t.Parallel()
	owner := analyticstest.OpenRecords(t).NewOwner()
	shop := owner.NewSite("EUR")
	booking := insightOf("booking", 0, "", 30) // 2 h
	booking.Score = 93
	shop.PutScaled([]upslope.SiteScale{scaleOf(5000, "EUR", 100)}, booking, insightOf("valued", 900, "EUR", 30))
	for hours, want := range map[float64]string{1: "", 2: "booking 2", 4: "booking 2, valued 2"} {
		if got := steps(planned(t, owner, shop.ID, hours)); got != want {
			t.Errorf("%g h: %s, want %s", hours, got, want)
		}
	}
}

func steps(plan upslope.Plan) string {
	var all []string
	for _, item := range plan.Items {
		all = append(all, fmt.Sprintf("%s %g", item.Insight.Title, item.Hours))
	}
	return strings.Join(all, ", ")
}

func TestAPlanTakesWhatBringsMostTogetherInTheHours(t *testing.T) {
	t.Parallel()
	owner := analyticstest.OpenRecords(t).NewOwner()
	shop, blog := owner.NewSite("EUR"), owner.NewSite("EUR")
	query := func(name string, mid float64, effort int) upslope.StoredInsight {
		one := insightOf(name, mid, "EUR", effort)
		one.Entity = upslope.Entity{Page: "/shop", Query: name}
		return one
	}
	whole := insightOf("shop", 300, "EUR", 50) // 6 h, claims the clicks of both queries
	whole.Entity = upslope.Entity{Page: "/shop"}
	again := query("red", 30, 10) // fewer of the same clicks
	again.Type, again.Title = "cannibalization", "red again"
	begun := insightOf("begun", 20, "EUR", 30) // 2 h
	begun.Status = upslope.InProgress
	critical, medium := insightOf("critical", 0, "", 10), insightOf("medium", 0, "", 10)
	critical.Score, medium.Score = 66, 30
	asleep := insightOf("asleep", 9000, "EUR", 10)
	asleep.SnoozedUntil = new(analyticstest.Today.Add(time.Hour))
	finished := insightOf("finished", 5000, "EUR", 10)
	finished.Status = upslope.Done
	shop.PutScaled([]upslope.SiteScale{scaleOf(5000, "EUR", 100), scaleOf(1000, "", 200)},
		query("red", 100, 10), query("blue", 150, 30), whole, again, begun, critical, medium, finished, asleep,
		insightOf("a large project", 900, "EUR", 90))
	blog.PutScaled([]upslope.SiteScale{scaleOf(2000, "", 200)}, insightOf("in clicks", 400, "", 10))

	for hours, want := range map[float64]string{
		.5: "red 0.5",
		1:  "red 0.5, critical 0.5",
		3:  "red 0.5, blue 2, critical 0.5",
		5:  "begun 2, red 0.5, blue 2, critical 0.5",
		// The whole page brings 150, its two queries 125: with enough time, the page replaces them.
		6:   "shop 6",
		8.5: "begun 2, shop 6, critical 0.5",
		49:  "begun 2, shop 6, a large project 40, critical 0.5, medium 0.5",
	} {
		plan := planned(t, owner, shop.ID, hours)
		// Nine are open or in progress, of which one is snoozed.
		if got := steps(plan); got != want || plan.LeftOut != 9-1-len(plan.Items) {
			t.Errorf("%g h: %s, %d left out; want %s", hours, got, plan.LeftOut, want)
		}
	}
	plan := planned(t, owner, shop.ID, 3)
	if fmt.Sprint(plan.Values) != "[{62.5 125 250 currency EUR}]" || plan.Unknown != 1 || *plan.Items[1].Expected != (upslope.Value{Low: 37.5, Mid: 75, High: 150, Unit: "currency", Currency: "EUR"}) {
		t.Errorf("values %v, %d unknown, %+v", plan.Values, plan.Unknown, plan.Items[1].Expected)
	}
	if !strings.Contains(plan.Assumes, "Hours follow the type of opportunity and the number of things to change, unless you set your own.") {
		t.Errorf("assumes %q", plan.Assumes)
	}
	// 200 clicks are a larger share of top than 50 euros are.
	if got := steps(planned(t, owner, "", .5)); got != "in clicks 0.5" {
		t.Errorf("of all sites: %s", got)
	}
	stranger := owner.Records.NewOwner()
	for _, siteID := range []string{"", shop.ID} {
		if plan := planned(t, stranger, siteID, 10); len(plan.Items)+plan.LeftOut+len(plan.Values) > 0 {
			t.Errorf("a stranger is told to do %s", steps(plan))
		}
	}
}
