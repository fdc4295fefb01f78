package insights

import (
	"math"
	"testing"

	"upslope"
	"upslope/analytics/portfolio"
	"upslope/analytics/scoring"
)

// Ten descriptions take 1.75 hours: 437 impressions a month are too few for them, 438 are enough.
func TestTextsThatHardlyAnybodySeesAreSmallUnlessTheirValueIsKnown(t *testing.T) {
	t.Parallel()
	site := scoring.SiteValue{Month: map[string]float64{scoring.UnitClicks: 40_000}, Click: map[string]float64{scoring.UnitClicks: 1}}
	texts := func(issue string, seen any) candidate {
		one := withColumn(withColumn(issueCandidate(issue, map[string]string{"url": tentsPage}), "pages_to_do", 10.), "impressions_month", seen)
		one.effortClass = 1
		return one
	}
	valued := texts("missing_description", 437.)
	valued.value = valueOf(nil, 900, nil, scoring.UnitClicks, "")
	for name, c := range map[string]struct {
		candidate candidate
		small     bool
	}{
		"seen too seldom":               {texts("missing_description", 437.), true},
		"seen often enough":             {texts("missing_description", 438.), false},
		"nobody knows how often":        {texts("missing_description", nil), false},
		"of known value":                {valued, false},
		"a page without a title at all": {texts("missing_title", 1.), false},
	} {
		if got := c.candidate.isSmall(site); got != c.small {
			t.Errorf("%s: small is %v", name, got)
		}
	}
}

func TestACTRGapThatMayBeNoneIsSmallUnlessTheTitleSaysNothing(t *testing.T) {
	t.Parallel()
	site := scoring.SiteValue{Month: map[string]float64{scoring.UnitClicks: 40_000}, Click: map[string]float64{scoring.UnitClicks: 1}}
	gap := func(low float64, isGeneric bool) candidate {
		one := searchCandidate(tentsPage, "tents", 900, map[string]any{"is_generic": isGeneric})
		one.columns["text"], one.value = "gap", valueOf(&low, 900, nil, scoring.UnitClicks, "")
		return one
	}
	for name, c := range map[string]struct {
		candidate candidate
		small     bool
	}{
		"a range from nothing":            {gap(0, false), true},
		"a range from next to nothing":    {gap(44, false), true},
		"a range from a twentieth":        {gap(45, false), false},
		"from nothing, titled “Products”": {gap(0, true), false},
	} {
		if got := c.candidate.isSmall(site); got != c.small {
			t.Errorf("%s: small is %v", name, got)
		}
	}
}

func TestNewOpportunitiesAreCountedAsTheListCountsThem(t *testing.T) {
	t.Parallel()
	for want, found := range map[string]struct{ told, small int }{
		"New opportunity: ":                      {1, 0},
		"4 new opportunities. Top: ":             {4, 0},
		"6 new small opportunities. Top: ":       {0, 6},
		"1 new opportunity and 6 small. Top: ":   {1, 6},
		"4 new opportunities and 6 small. Top: ": {4, 6},
	} {
		added := make([]upslope.StoredInsight, found.told+found.small)
		for i := range found.small {
			added[i].Small = true
		}
		if got := foundText(added); got != want {
			t.Errorf("%+v: %q, want %q", found, got, want)
		}
	}
}

func TestAPageThatMayHaveToBeWrittenTakesItsHours(t *testing.T) {
	t.Parallel()
	of := func(category string) float64 {
		c := searchCandidate(tentsPage, "tents", 100, map[string]any{"broad_category": category, "others": []map[string]string{{"url": salePage}}})
		c.detector, c.effortClass = &detector{Type: portfolio.Cannibalization}, 3
		return c.hours()
	}
	if link, page := of(""), of(salePage); link >= 1 || page != 6 {
		t.Errorf("%v hours, %v with a category page", link, page)
	}
}

// Outreach that brings 999 dollars a month is left out, that for 1,067 stays; with nothing else left to do,
// the opportunity is small.
func TestLinksFromOtherSitesAreAskedForOnlyWhereTheyBringALot(t *testing.T) {
	t.Parallel()
	of := func(all, onSite float64) candidate {
		columns := map[string]any{"earn_links": true, "value_mid": all, "probability_fix": .5}
		columns["carry"] = func() {
			if columns["leaves_outreach"] == true {
				columns["value_mid"], columns["earn_links"] = onSite, false
			}
		}
		c := searchCandidate(tentsPage, "tents", all, columns)
		c.value = valueOf(new(0.), all, new(2*all), scoring.UnitCurrency, "USD")
		c.leaveOutreach()
		return c
	}
	for name, c := range map[string]struct {
		all, onSite, want float64
		earns, dear       bool
	}{
		"too little by it":  {1500, 501, 501, false, false},
		"enough by it":      {1500, 400, 1500, true, false},
		"little, and by it": {900, 0, 900, true, true},
		"a lot, all by it":  {1100, 0, 1100, true, false},
		"hardly more by it": {9000, 8500, 8500, false, false},
	} {
		got := of(c.all, c.onSite)
		if math.Round(got.value.Mid) != c.want || isTrue(got.columns["earn_links"]) != c.earns || isTrue(got.columns["is_dear"]) != c.dear || c.dear && !got.isBeyondSite() {
			t.Errorf("%s: %v, %v", name, got.value.Mid, got.columns)
		}
	}
}

func TestSectionsForWhatRanksFarDownHaveToPayClearly(t *testing.T) {
	t.Parallel()
	of := func(place float64, part string) bool {
		c := searchCandidate(tentsPage, "tents", 90, map[string]any{"mean_place": place, part: []string{"tents for winter"}})
		c.value = valueOf(nil, 90, nil, scoring.UnitCurrency, "USD")
		return c.repaysHours()
	}
	if !of(8.4, "headings_to_add") || of(8.5, "headings_to_add") || !of(8.5, "reviews") {
		t.Error("a section at #8.5 has to pay twice, one nearer and reviews do not")
	}
}
