package insights

import (
	"testing"

	"upslope/analytics/scoring"
)

// Ten descriptions take 1.75 hours: 262 impressions a month are too few for them, 263 are enough.
func TestTextsThatHardlyAnybodySeesAreSmallUnlessTheirValueIsKnown(t *testing.T) {
	t.Parallel()
	site := scoring.SiteValue{Month: map[string]float64{scoring.UnitClicks: 40_000}, Click: map[string]float64{scoring.UnitClicks: 1}}
	texts := func(issue string, seen any) candidate {
		one := withColumn(withColumn(issueCandidate(issue, map[string]string{"url": tentsPage}), "pages_to_do", 10.), "impressions_month", seen)
		one.effortClass = 1
		return one
	}
	valued := texts("missing_description", 262.)
	valued.value = valueOf(nil, 900, nil, scoring.UnitClicks, "")
	for name, c := range map[string]struct {
		candidate candidate
		small     bool
	}{
		"seen too seldom":               {texts("missing_description", 262.), true},
		"seen often enough":             {texts("missing_description", 263.), false},
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
		"a range from one click":          {gap(1, false), false},
		"from nothing, titled “Products”": {gap(0, true), false},
	} {
		if got := c.candidate.isSmall(site); got != c.small {
			t.Errorf("%s: small is %v", name, got)
		}
	}
}
