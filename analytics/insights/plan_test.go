package insights

import (
	"fmt"
	"strings"
	"testing"

	"upslope"
	"upslope/analytics/portfolio"
	"upslope/analytics/scoring"
	"upslope/simulator/evaluation"
)

const (
	tentsPage = "https://example.com/tents"
	bagsPage  = "https://example.com/bags"
	salePage  = "https://example.com/sale"
)

func searchCandidate(page, query string, clicks float64, columns map[string]any) candidate {
	columns["text"] = "reach"
	return candidate{
		detector: &detector{Type: portfolio.KeywordOpportunity}, entityType: "query", entity: upslope.Entity{Page: page, Query: query}, columns: columns,
		value: valueOf(nil, clicks, nil, scoring.UnitClicks, ""), probabilityReal: 1, probabilityFix: .5,
	}
}

func issueCandidate(issue string, examples ...map[string]string) candidate {
	return candidate{
		detector: &detector{Type: portfolio.MetaIssues}, entityType: "template", entity: upslope.Entity{Template: "/*", Issue: issue}, severity: "medium",
		columns: map[string]any{"examples": examples, "affected_pages": uint64(len(examples))}, probabilityReal: .95, probabilityFix: .4,
	}
}

func linkCandidate(page, query string, sources ...string) candidate {
	var from []map[string]string
	for _, source := range sources {
		from = append(from, map[string]string{"source": source, "anchor": query})
	}
	return candidate{
		detector: &detector{Type: portfolio.LinkTargets}, entityType: "page", entity: upslope.Entity{Page: page, Issue: "ranking_page"},
		columns: map[string]any{"main_query": query, "linked_from": from}, value: valueOf(nil, 3, nil, scoring.UnitClicks, ""), probabilityReal: 1, probabilityFix: .4,
	}
}

// asked settles candidates as a recompute does, and checks the result with the checker of contradictions.
func asked(t *testing.T, candidates ...candidate) string {
	t.Helper()
	var all []string
	var insights []upslope.StoredInsight
	for _, one := range settle(mergeSameFixes(dropConflicts(candidates))) {
		insights = append(insights, upslope.StoredInsight{Insight: upslope.Insight{Type: one.detector.Type, Title: one.entity.Key(), Actions: one.actions()}})
		for _, action := range one.actions() {
			all = append(all, strings.ReplaceAll(fmt.Sprintf("%s %s %s %s", action.Kind, action.Page, action.To, action.Anchor), "https://example.com", ""))
		}
		for _, also := range one.also {
			all = append(all, "also "+also.Reason)
		}
	}
	for _, contradiction := range evaluation.Contradictions(insights) {
		t.Error(contradiction)
	}
	return strings.Join(all, "\n")
}

func TestOfTwoThatContradictTheStrongerStays(t *testing.T) {
	t.Parallel()
	for rule, c := range map[string]struct {
		candidates []candidate
		want       []string
		not        []string
	}{
		"a page gets one title": {[]candidate{
			searchCandidate(tentsPage, "tents", 100, map[string]any{"proposed_title": "Tents"}),
			searchCandidate(tentsPage, "family tents", 10, map[string]any{"proposed_title": "Family tents"}),
		}, []string{"title /tents Tents", "answer /tents family tents"}, []string{"Family tents"}},
		"an anchor leads to the page that answers its query": {[]candidate{
			searchCandidate(bagsPage, "sleeping bags", 100, map[string]any{"siblings": []string{"buy sleeping bags"}}),
			linkCandidate(salePage, "buy sleeping bags", tentsPage),
		}, []string{"answer /bags buy sleeping bags"}, []string{"link"}},
		"an anchor leads to one page": {[]candidate{
			linkCandidate(bagsPage, "buy bags", tentsPage), linkCandidate(salePage, "Buy bag", tentsPage),
		}, []string{"link /tents /bags buy bags"}, []string{"/sale"}},
		"the same issue of one text is settled once": {[]candidate{
			searchCandidate(tentsPage, "tents", 100, map[string]any{"proposed_title": "Tents"}),
			issueCandidate("short_title", map[string]string{"url": tentsPage, "proposal": "All tents"}, map[string]string{"url": bagsPage, "proposal": "All bags"}),
		}, []string{"title /tents Tents", "also its title is too short", "title /bags All bags"}, []string{"All tents"}},
		"an H1 follows the new title": {[]candidate{
			issueCandidate("missing_h1", map[string]string{"url": salePage, "title": "Shop"}),
			issueCandidate("duplicate_title", map[string]string{"url": salePage, "title": "Shop", "proposal": "Sale"}),
		}, []string{"heading /sale Sale"}, []string{"heading /sale Shop"}},
		"links for the search of an opportunity are its links": {[]candidate{
			searchCandidate(tentsPage, "tents", 100, map[string]any{}), linkCandidate(tentsPage, "tents", bagsPage),
		}, []string{"link /bags /tents tents", "the page also has few internal links"}, nil},
		"links for another search are its links where they are on its subject": {[]candidate{
			searchCandidate(tentsPage, "tents", 100, map[string]any{"siblings": []string{"tent poles"}}), linkCandidate(tentsPage, "tent poles", bagsPage, "https://example.com/gear/family-tents"),
		}, []string{"link /gear/family-tents /tents tents", "the page also has few internal links"}, []string{"/bags"}},
		"links for another search keep its anchor where none is": {[]candidate{
			searchCandidate(tentsPage, "tents", 100, map[string]any{"siblings": []string{"tent poles"}}), linkCandidate(tentsPage, "tent poles", bagsPage),
		}, []string{"link /bags /tents tent poles"}, []string{"link /bags /tents tents", "also few"}},
	} {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			got := asked(t, c.candidates...)
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("lacks %q:\n%s", want, got)
				}
			}
			for _, not := range c.not {
				if strings.Contains(got, not) {
					t.Errorf("still has %q:\n%s", not, got)
				}
			}
		})
	}
}

// A page whose low CTR is another task's leaves the value of the group, so that its clicks count once.
func TestAGroupWithoutAPageIsNotPaidForIt(t *testing.T) {
	t.Parallel()
	group := issueCandidate("short_title", map[string]string{"url": tentsPage, "proposal": "All tents"}, map[string]string{"url": bagsPage, "proposal": "All bags"})
	group.value = valueOf(nil, 40, nil, scoring.UnitClicks, "")
	group.columns["gap_clicks"], group.columns["value_most"], group.columns["value_unit"] = map[string]float64{tentsPage: 40}, 60., scoring.UnitClicks
	left := mergeSameFixes([]candidate{searchCandidate(tentsPage, "tents", 30, map[string]any{"proposed_title": "Tents"}), group})
	if len(left) != 2 || left[0].value.Mid != 40 || left[1].value != nil || left[1].maxValue.Mid != 60 || left[1].columns["affected_pages"] != uint64(1) {
		t.Errorf("left %+v", left)
	}
}

// The gap of a page has the clicks of all its searches, except those that other opportunities claim.
func TestAGapOfAPageLeavesOutWhatItsOtherSearchesClaim(t *testing.T) {
	t.Parallel()
	group := issueCandidate("short_title", map[string]string{"url": tentsPage, "proposal": "All tents"}, map[string]string{"url": bagsPage, "proposal": "All bags"})
	group.value = valueOf(nil, 100, nil, scoring.UnitClicks, "")
	group.columns["gap_clicks"] = map[string]float64{tentsPage: 100}
	owner := searchCandidate(tentsPage, "tents", 50, map[string]any{"proposed_title": "Tents", "more_clicks_of_all": 50.})
	left := mergeSameFixes([]candidate{owner, searchCandidate(tentsPage, "winter camping", 20, map[string]any{}), group})
	if len(left) != 3 || left[0].value.Mid != 80 || left[0].columns["more_clicks_of_all"] != 80. || left[1].value.Mid != 20 {
		t.Errorf("left %+v", left)
	}
}

func TestMergedGapsSayWhatTheyAddUpTo(t *testing.T) {
	t.Parallel()
	gap := func(query string, clicks float64) candidate {
		c := searchCandidate(tentsPage, query, clicks, map[string]any{"more_clicks_of_all": clicks, "queries": 1.})
		c.columns["text"] = "gap"
		return c
	}
	left := mergeSameFixes([]candidate{gap("tents", 50), gap("winter camping", 20)})
	if len(left) != 1 || left[0].value.Mid != 70 || left[0].columns["more_clicks_of_all"] != 70. || left[0].columns["queries"] != 2. {
		t.Errorf("left %+v", left)
	}
}

func TestLongShotsAreNotAmongTheFirst(t *testing.T) {
	t.Parallel()
	sure, unlikely := searchCandidate(tentsPage, "tents", 100, map[string]any{}), searchCandidate(bagsPage, "bags", 900, map[string]any{})
	unlikely.probabilityFix = .1
	byLinks := searchCandidate(salePage, "sale", 500, map[string]any{"needs_links": true})
	candidates := []candidate{sure, unlikely, byLinks}
	onScale(scoring.Scale{Floor: 5, Top: 500}).queueRankingGains(candidates)
	if candidates[0].rankingGain > scoring.MostRankingGains || candidates[1].rankingGain != scoring.FirstLongShot || candidates[2].rankingGain != scoring.FirstLongShot {
		t.Errorf("%d, %d and %d", candidates[0].rankingGain, candidates[1].rankingGain, candidates[2].rankingGain)
	}
}

func TestTextsToWriteTakeTheEffortOfTheirHours(t *testing.T) {
	t.Parallel()
	few, many := issueCandidate("short_title", map[string]string{"url": tentsPage, "proposal": "All tents"}), issueCandidate("short_title", map[string]string{"url": tentsPage, "proposal": "All tents"})
	few.effortClass, many.effortClass, few.columns["pages_to_do"], many.columns["pages_to_do"] = 3, 3, uint64(40), uint64(160)
	if few.effort() != 3 || many.effort() != 4 {
		t.Errorf("%v and %v hours are %d and %d", few.hours(), many.hours(), few.effort(), many.effort())
	}
}

func TestAltTextsTakeMinutesAnImage(t *testing.T) {
	t.Parallel()
	c := issueCandidate("images_without_alt", map[string]string{"url": tentsPage})
	if c.columns["images"] = 25; c.hours() != 1.5 {
		t.Errorf("25 images take %v hours", c.hours())
	}
}

func TestOverviewsBySubjectTakeAnHourEach(t *testing.T) {
	t.Parallel()
	for hubs, want := range map[uint64]struct {
		hours  float64
		effort int
	}{0: {1.25, 1}, 40: {41.25, 5}} {
		c := candidate{detector: &detector{Type: portfolio.LinkTargets}, effortClass: 1, columns: map[string]any{"is_template": true, "hubs": hubs}}
		if c.hours() != want.hours || c.effort() != want.effort {
			t.Errorf("%d overviews: %v hours, effort %d, want %+v", hubs, c.hours(), c.effort(), want)
		}
	}
}

func TestWhatIsBelowTheFloorOfItsSiteIsSmallUnlessVisitorsMeetAnError(t *testing.T) {
	t.Parallel()
	// The floor is 20.
	site := scoring.SiteValue{Month: map[string]float64{scoring.UnitClicks: 40_000}, Click: map[string]float64{scoring.UnitClicks: 1}}
	broken := issueCandidate("server_error", map[string]string{"url": tentsPage})
	broken.value = valueOf(nil, 1, nil, scoring.UnitClicks, "")
	capped := issueCandidate("several_h1", map[string]string{"url": tentsPage})
	capped.maxValue = valueOf(nil, 2, nil, scoring.UnitClicks, "")
	trifle, proven := issueCandidate("short_title", map[string]string{"url": tentsPage}), searchCandidate(tentsPage, "tents", 25, map[string]any{"is_trifle": true, "few_links": true})
	trifle.columns["is_trifle"] = true
	unseen, seen := issueCandidate("canonical_to_redirect", map[string]string{"url": tentsPage}), issueCandidate("canonical_to_redirect", map[string]string{"url": tentsPage})
	unseen.maxValue, seen.maxValue, seen.columns["impressions_month"] = capped.maxValue, capped.maxValue, uint64(60)
	for name, c := range map[string]struct {
		one  candidate
		want bool
	}{
		"19 clicks":                  {searchCandidate(tentsPage, "tents", 19, map[string]any{"few_links": true}), true},
		"20 clicks":                  {searchCandidate(tentsPage, "tents", 20, map[string]any{"few_links": true}), false},
		"a page that lacks nothing":  {searchCandidate(tentsPage, "tents", 20, map[string]any{"earn_links": true}), true},
		"unknown, at most two":       {capped, true},
		"unknown":                    {issueCandidate("several_h1", map[string]string{"url": tentsPage}), false},
		"an error that costs little": {broken, false},
		"a trifle":                   {trifle, true},
		"a canonical nobody sees":    {unseen, true},
		"a canonical people see":     {seen, false},
		"a trifle with a value":      {proven, false},
	} {
		if got := c.one.isSmall(site); got != c.want {
			t.Errorf("%s: small is %v", name, got)
		}
	}
}

func TestAFailingBookingPageStandsAboveWhatIsWorthLittle(t *testing.T) {
	t.Parallel()
	r := onScale(scoring.Scale{Floor: 5, Top: 500})
	booking := issueCandidate("server_error", map[string]string{"url": "https://example.com/repairs/booking"})
	booking.value, booking.columns["is_key_failure"] = valueOf(nil, 1, nil, scoring.UnitClicks, ""), true
	share, impact := r.sharesOf(&booking)
	if score := scoring.Score(share, 2); score < 90 || scoring.Percent(impact) < 90 {
		t.Errorf("score %d, impact %v", score, impact)
	}
	other := issueCandidate("server_error", map[string]string{"url": tentsPage})
	other.value = booking.value
	if share, _ := r.sharesOf(&other); share >= .5 {
		t.Errorf("another page has %v", share)
	}
}

func TestOneTitleIsAskedForOnceWhicheverAddressNamesThePage(t *testing.T) {
	t.Parallel()
	gap := searchCandidate(tentsPage, "tents", 40, map[string]any{"proposed_title": "Tents for camping"})
	gap.columns["text"] = "gap"
	got := asked(t, gap, issueCandidate("short_title", map[string]string{"url": tentsPage + "/"}, map[string]string{"url": bagsPage + "/"}))
	if strings.Count(got, "title /tents") != 1 || !strings.Contains(got, "also its title is too short") || !strings.Contains(got, "title /bags") {
		t.Errorf("got\n%s", got)
	}
}

func TestALostSnippetTakesInTheIssuesOfItsTexts(t *testing.T) {
	t.Parallel()
	decay := candidate{
		detector: &detector{Type: portfolio.ContentDecay}, entityType: "page", entity: upslope.Entity{Page: tentsPage}, columns: map[string]any{"text": "snippet"},
		value: valueOf(nil, 50, nil, scoring.UnitClicks, ""), probabilityReal: 1, probabilityFix: .5,
	}
	got := asked(t, decay, issueCandidate("long_description", map[string]string{"url": tentsPage}, map[string]string{"url": bagsPage}))
	if strings.Contains(got, "description /tents") || !strings.Contains(got, "also its description is too long") || !strings.Contains(got, "description /bags") {
		t.Errorf("got\n%s", got)
	}
}

func TestACampaignThatWastesMoneyTakesInItsRisingCPC(t *testing.T) {
	t.Parallel()
	of := func(kind, text, campaign string, value float64) candidate {
		return candidate{
			detector: &detector{Type: kind}, entityType: "campaign", entity: upslope.Entity{CampaignID: campaign}, columns: map[string]any{"text": text, "campaign": campaign, "rise_percent": 29., "has_bids": true},
			value: valueOf(nil, value, nil, scoring.UnitCurrency, "EUR"), probabilityReal: 1, probabilityFix: 1,
		}
	}
	got := asked(t, of(wastedAdSpend, "campaign", "1", 50), of(risingCPC, "rising", "1", 90), of(risingCPC, "rising", "2", 90))
	if strings.Count(got, upslope.ActionLowerBid)+strings.Count(got, upslope.ActionPause) != 2 || !strings.Contains(got, "also its CPC is up 29%") {
		t.Errorf("got\n%s", got)
	}
}

func TestNoLinksLeadToAPageWhoseCanonicalIsAnother(t *testing.T) {
	t.Parallel()
	variant := tentsPage + "?variant=2"
	canonical := issueCandidate("missing_canonical", map[string]string{"url": variant, "related": tentsPage})
	got := asked(t, canonical, linkCandidate(variant, "tents", salePage), linkCandidate(bagsPage, "bags", salePage))
	if strings.Contains(got, "link /sale /tents") || !strings.Contains(got, "link /sale /bags") {
		t.Errorf("got\n%s", got)
	}
}
