package insights

import (
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
