package insights

import (
	"fmt"
	"maps"
	"testing"
	"text/template"
	"time"

	"upslope"
	"upslope/analytics/scoring"
)

func TestWhatOnlyOthersCanDoIsSmallHoweverMuchItIsWorth(t *testing.T) {
	t.Parallel()
	site := scoring.SiteValue{Month: map[string]float64{scoring.UnitClicks: 40_000}, Click: map[string]float64{scoring.UnitClicks: 1}}
	search := func(kind string, fix float64, needsLinks bool) candidate {
		c := searchCandidate(tentsPage, "tents", 900, map[string]any{"page_kind": kind, "needs_links": needsLinks})
		c.probabilityFix = fix
		return c
	}
	for name, c := range map[string]struct {
		candidate candidate
		small     bool
	}{
		"a slim chance by links from others": {search("category", .05, true), true},
		"a fair one":                         {search("category", .3, true), false},
		"a slim chance by work on the page":  {search("category", .05, false), false},
		"what somebody else sells":           {search("listing", .3, true), true},
		"links from no page":                 {linkCandidate(tentsPage, "tents"), true},
		"links from a page":                  {linkCandidate(tentsPage, "tents", bagsPage), false},
	} {
		c.candidate.value = valueOf(nil, 900, nil, scoring.UnitClicks, "")
		if got := c.candidate.isSmall(site); got != c.small {
			t.Errorf("%s: small is %v", name, got)
		}
	}
}

func TestMoreVisitorsComeAfterTheRepairOfTheirPage(t *testing.T) {
	t.Parallel()
	repair := candidate{
		detector: &detector{Type: landingPage, Texts: map[string]texts{"page": {Title: wording{template.Must(template.New("").Parse("Fix {{.page}}"))}}}},
		entity:   upslope.Entity{Page: tentsPage}, columns: map[string]any{"text": "page", "page": "/tents"},
	}
	slow := candidate{detector: &detector{Type: slowPage}, entity: upslope.Entity{Page: tentsPage}, columns: map[string]any{}}
	tents := searchCandidate(tentsPage, "tents", 100, map[string]any{"is_slow": true, "low_ctr": true})
	bags := searchCandidate(bagsPage, "bags", 100, map[string]any{"is_slow": true})
	if err := orderWork([]candidate{tents, bags, repair, slow}); err != nil {
		t.Fatal(err)
	}
	if tents.columns["after"] != "Fix /tents" || bags.columns["after"] != "" {
		t.Errorf("%v and %v", tents.columns["after"], bags.columns["after"])
	}
	if tents.columns["is_slow"] != false || bags.columns["is_slow"] != true {
		t.Errorf("speed is a step beside a task of its own: %v and %v", tents.columns["is_slow"], bags.columns["is_slow"])
	}
}

func TestLinksJoinTheSearchOfTheirPageThatHasFew(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		query  string
		few    bool
		merges bool
	}{"the same search": {"tents", false, true}, "a related one": {"family tents", false, true}, "another, with few links": {"tent poles", true, true}, "another": {"tent poles", false, false}} {
		search := searchCandidate(tentsPage, "tents", 100, map[string]any{"text": "reach", "siblings": []string{"family tents"}, "few_links": c.few, "sources_appear": true})
		left := mergeSameFixes([]candidate{search, linkCandidate(tentsPage, c.query, "https://example.com/gear/family-tents")})
		if (len(left) == 1) != c.merges {
			t.Errorf("%s: %d left", name, len(left))
		}
		if appears := left[0].columns["sources_appear"] == true; c.merges && appears != (c.query == "tents") {
			t.Errorf("%s: its sources appear for the search: %v", name, appears)
		}
	}
}

func TestHoursCountWhatNoActionStandsFor(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		columns map[string]any
		hours   float64
	}{
		"a title and a description":  {map[string]any{"text": "gap"}, .5},
		"with structured data":       {map[string]any{"text": "gap", "markup": "Product"}, 1.5},
		"a section":                  {map[string]any{"text": "reach", "add_section": true}, 1.25},
		"and another subject":        {map[string]any{"text": "reach", "add_section": true, "other_subjects": []map[string]string{{"query": "bags"}}}, 2.25},
		"and a page that is to load": {map[string]any{"text": "reach", "add_section": true, "is_slow": true}, 4.25},
	} {
		search, text := searchCandidate(tentsPage, "tents", 100, maps.Clone(c.columns)), c.columns["text"]
		search.effortClass, search.columns["text"] = 3, text
		if got := search.hours(); got != c.hours {
			t.Errorf("%s: %v hours, want %v", name, got, c.hours)
		}
	}
}

func TestRankingGainsBeyondAThirdOfTheFirstTwentyGiveWay(t *testing.T) {
	t.Parallel()
	var candidates []candidate
	for i := range 8 {
		candidates = append(candidates, searchCandidate(fmt.Sprintf("%s/%d", tentsPage, i), "tents", float64(100-i), map[string]any{}))
	}
	gap := searchCandidate(bagsPage, "bags", 10, map[string]any{})
	gap.columns["text"] = "gap"
	r := newRanking(scoring.NewScales(upslope.SiteScales{}, time.Now()), scoring.SiteValue{Month: map[string]float64{scoring.UnitClicks: 1000}}, append(candidates, gap))
	r.queueRankingGains(candidates)
	shares := make([]float64, len(candidates))
	for i := range candidates {
		shares[i], _ = r.sharesOf(&candidates[i])
	}
	if shares[5] < .99*shares[4] || shares[6] > .95*shares[5] || shares[7] > .95*shares[6] {
		t.Errorf("%.3f", shares)
	}
}
