package insights

import (
	"fmt"
	"maps"
	"testing"
	"text/template"
	"time"

	"upslope"
	"upslope/analytics/portfolio"
	"upslope/analytics/scoring"
)

func TestSlimChancesAndWhatOnlyOthersCanDoAreSmallHoweverMuchTheyAreWorth(t *testing.T) {
	t.Parallel()
	site := scoring.SiteValue{Month: map[string]float64{scoring.UnitClicks: 40_000}, Click: map[string]float64{scoring.UnitClicks: 1}}
	search := func(kind string, fix float64, needsLinks bool) candidate {
		c := searchCandidate(tentsPage, "tents", 900, map[string]any{"page_kind": kind, "needs_links": needsLinks, "few_links": true})
		c.probabilityFix = fix
		return c
	}
	for name, c := range map[string]struct {
		candidate candidate
		small     bool
	}{
		"a slim chance by links from others": {search("category", .05, true), true},
		"a fair one":                         {search("category", .3, true), false},
		"a slim chance by work on the page":  {search("category", .05, false), true},
		"a tenth":                            {search("category", .1, false), true},
		"more than a tenth":                  {search("category", .12, false), false},
		"what somebody else sells":           {search("listing", .3, true), true},
		"links from no page":                 {linkCandidate(tentsPage, "tents"), true},
		"links from a page":                  {linkCandidate(tentsPage, "tents", bagsPage), false},
		"links to a page that has its share": {withColumn(linkCandidate(tentsPage, "tents", bagsPage), "weakest_percent", 26), true},
		"links to one of the weakest":        {withColumn(linkCandidate(tentsPage, "tents", bagsPage), "weakest_percent", 25), false},
		"a move to page one":                 {withColumn(search("category", .3, false), "target_number", 10), false},
		"a move that ends on page two":       {withColumn(search("category", .3, false), "target_number", 11), true},
		"of one of several searches":         {withColumn(withColumn(search("category", .3, false), "target_number", 11), "is_by_page", true), false},
	} {
		c.candidate.value = valueOf(nil, 900, nil, scoring.UnitClicks, "")
		if got := c.candidate.isSmall(site); got != c.small {
			t.Errorf("%s: small is %v", name, got)
		}
	}
}

// withColumn sets a column of a candidate.
func withColumn(c candidate, name string, value any) candidate {
	c.columns = maps.Clone(c.columns)
	c.columns[name] = value
	return c
}

// An hour costs 80: two days of links have to bring 213 clicks a month, twice that where nothing else is
// left.
func TestBetterPositionsThatDoNotRepayTheirHoursAreSmall(t *testing.T) {
	t.Parallel()
	site := scoring.SiteValue{Month: map[string]float64{scoring.UnitClicks: 1000, "currencyUSD": 1000, "currencyXTS": 1000}, Click: map[string]float64{scoring.UnitClicks: 1}}
	search := func(effort int, needsLinks bool, value float64, currency string) candidate {
		c := searchCandidate(tentsPage, "tents", value, map[string]any{"page_kind": "category", "needs_links": needsLinks, "few_links": true})
		c.effortClass = effort
		if currency != "" {
			c.inClicks, c.value = valueOf(nil, 440, nil, scoring.UnitClicks, ""), valueOf(nil, value, nil, scoring.UnitCurrency, currency)
		}
		return c
	}
	ads := search(4, false, 400, "USD")
	ads.detector = &detector{Type: risingCPC}
	for name, c := range map[string]struct {
		candidate candidate
		small     bool
	}{
		"two days for 200 expected clicks":            {search(4, false, 400, ""), true},
		"two days for 220":                            {search(4, false, 440, ""), false},
		"two days of nothing but links for 220":       {search(4, true, 440, ""), true},
		"for 440":                                     {search(4, true, 880, ""), false},
		"half an hour for 100":                        {search(1, false, 200, ""), false},
		"two days for $200":                           {search(4, false, 400, "USD"), true},
		"two days for $220":                           {search(4, false, 440, "USD"), false},
		"in a currency without a rate, by its clicks": {search(4, false, 1e6, "XTS"), false},
		"half an hour for $28":                        {search(1, false, 56, "USD"), true},
		"half an hour for $32":                        {search(1, false, 64, "USD"), false},
		"two days on ads for $200":                    {ads, false},
	} {
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
	direct := repair
	direct.entity, direct.columns = upslope.Entity{Page: bagsPage}, map[string]any{"text": "page", "page": "/bags", "segment": "Direct on mobile"}
	if err := orderWork([]candidate{tents, bags, repair, direct, slow}); err != nil {
		t.Fatal(err)
	}
	if tents.columns["after"] != "Fix /tents" || bags.columns["after"] != "" {
		t.Errorf("%v and %v", tents.columns["after"], bags.columns["after"])
	}
	if tents.columns["is_slow"] != false || bags.columns["is_slow"] != true {
		t.Errorf("speed is a step beside a task of its own: %v and %v", tents.columns["is_slow"], bags.columns["is_slow"])
	}
}

func TestTheSpeedOfPagesUnderATaskOfTheirOwnIsNoStepOfOthers(t *testing.T) {
	t.Parallel()
	for template, want := range map[string]bool{"/guides/*": false, "/*": false, "/blog/*": true} {
		slow := candidate{detector: &detector{Type: slowPage}, entity: upslope.Entity{Template: template}, columns: map[string]any{}}
		guide := searchCandidate("https://example.com/guides/tents", "tents", 100, map[string]any{"is_slow": true})
		if err := orderWork([]candidate{guide, slow}); err != nil || guide.columns["is_slow"] != want {
			t.Errorf("beside %s: %v, %v", template, guide.columns["is_slow"], err)
		}
	}
}

// A page that may be sound is no reason to wait; where nothing is counted, no page is judged before that is
// mended.
func TestWorkWaitsForWhatIsSureOnly(t *testing.T) {
	t.Parallel()
	say := func(text string) texts { return texts{Title: wording{template.Must(template.New("").Parse(text))}} }
	of := &detector{Type: landingPage, Texts: map[string]texts{"page": say("Check {{.page}}"), "device": say("No conversions on mobile")}}
	guess := candidate{detector: of, entity: upslope.Entity{Page: tentsPage}, columns: map[string]any{"text": "page", "page": "/tents", "is_unsure": true}}
	tracking := candidate{detector: of, entity: upslope.Entity{Issue: "no_conversions_mobile"}, columns: map[string]any{"text": "device"}}
	tents := searchCandidate(tentsPage, "tents", 100, map[string]any{})
	if err := orderWork([]candidate{tents, guess, tracking}); err != nil {
		t.Fatal(err)
	}
	if tents.columns["after"] != "" || guess.columns["after"] != "No conversions on mobile" {
		t.Errorf("%v and %v", tents.columns["after"], guess.columns["after"])
	}
}

// Beside a rise of CPC stands what wastes most in its campaign, if all that does is a good part of it, and
// the other way round.
func TestARiseOfCPCNamesTheWasteOfItsCampaign(t *testing.T) {
	t.Parallel()
	say := func(text string) texts { return texts{Title: wording{template.Must(template.New("").Parse(text))}} }
	of := &detector{Type: wastedAdSpend, Texts: map[string]texts{"ngram": say("Exclude “{{.term}}”")}}
	wasting := func(campaign, term string, value float64) candidate {
		return candidate{detector: of, entity: upslope.Entity{CampaignID: campaign}, value: &upslope.Value{Mid: value}, columns: map[string]any{"text": "ngram", "term": term}}
	}
	rising := func(campaign string) candidate {
		return candidate{
			detector: &detector{Type: risingCPC, Texts: map[string]texts{"rising": say("Bring down the CPC")}}, entity: upslope.Entity{CampaignID: campaign},
			value: &upslope.Value{Mid: 1000}, columns: map[string]any{"text": "rising", "wasted_too": ""},
		}
	}
	tents, bags, stoves := rising("7"), rising("8"), rising("9")
	rental, salary := wasting("7", "rental", 90), wasting("9", "salary", 200)
	if err := orderWork([]candidate{tents, rental, wasting("7", "jobs", 200), wasting("", "free", 900), bags, stoves, salary}); err != nil {
		t.Fatal(err)
	}
	if rental.columns["prices_too"] != "Bring down the CPC" || tents.columns["wasted_more"] != 1 || salary.columns["prices_too"] != nil {
		t.Errorf("%v, %v more and %v", rental.columns["prices_too"], tents.columns["wasted_more"], salary.columns["prices_too"])
	}
	if tents.columns["wasted_too"] != "Exclude ‘jobs’" || bags.columns["wasted_too"] != "" || stoves.columns["wasted_too"] != "" {
		t.Errorf("%v, %v and %v", tents.columns["wasted_too"], bags.columns["wasted_too"], stoves.columns["wasted_too"])
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

// A template is a flat job, and never longer than to do its pages by hand; texts to write grow with their
// number, and so do entries of a menu and addresses of a list.
func TestHoursFollowWhatIsFlatAndWhatGrows(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		issue       string
		isOneChange bool
		pages       uint64
		hours       float64
	}{
		{"missing_h1", true, 5, .75},
		{"missing_h1", true, 35, 1.25},
		{"missing_h1", true, 126, 1.25},
		{"missing_h1", false, 15, 1.75},
		{"missing_h1", false, 35, 2.25},
		{"missing_description", false, 5, 1},
		{"missing_description", false, 10, 1.75},
		{"duplicate_description", true, 126, 1.75},
		{"linked_redirect", true, 1, .25},
		{"linked_redirect", true, 23, 1.25},
		{"linked_redirect", true, 456, 1.25},
		{"linked_redirect", false, 23, 2.5},
		{"broken_page", true, 8, 1},
		{"broken_page", true, 31, 1.75},
		{"broken_page", true, 174, 4.75},
	} {
		one := issueCandidate(c.issue, map[string]string{"url": tentsPage})
		one.effortClass, one.columns["pages_to_do"], one.columns["is_one_change"] = 1, c.pages, c.isOneChange
		if got := one.hours(); got != c.hours {
			t.Errorf("%s of %d pages, one change %v: %v hours, want %v", c.issue, c.pages, c.isOneChange, got, c.hours)
		}
	}
}

// Links for which no page was found are nothing to do beside the search that knows pages to link from.
func TestLinksFromNowhereJoinTheSearchOfTheirPage(t *testing.T) {
	t.Parallel()
	search := searchCandidate(tentsPage, "tents", 10, map[string]any{"other_pages": []string{salePage}})
	links := linkCandidate(tentsPage, "family tents")
	links.value = valueOf(nil, 90, nil, scoring.UnitClicks, "")
	if left := mergeSameFixes([]candidate{search, links}); len(left) != 1 || left[0].detector.Type != portfolio.KeywordOpportunity {
		t.Errorf("%+v", left)
	}
}

// About 10 dollars a month are no amount to tell of a page that is gone; who follows a link meets it anyway.
func TestAPageThatIsGoneAndBringsNextToNothingTellsNoAmount(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		issue, currency string
		value           float64
		tells           bool
	}{
		"4 euros": {"broken_page", "EUR", 4, false}, "54 euros": {"broken_page", "EUR", 54, true}, "4 euros of a server error": {"server_error", "EUR", 4, true},
		"100 yen": {"broken_page", "JPY", 100, false}, "4 of an unknown currency": {"broken_page", "XTS", 4, true},
	} {
		gone := issueCandidate(c.issue, map[string]string{"url": bagsPage})
		gone.value = valueOf(nil, c.value, nil, scoring.UnitCurrency, c.currency)
		gone.columns["clicks_month"] = 16.
		if gone.leaveCrumb(); (gone.value != nil) != c.tells || gone.isSearched(c.issue) != c.tells {
			t.Errorf("%s: %v", name, gone.value)
		}
	}
}

// Waiting may be why visitors of a page don't convert: its speed comes first, and both lines say so.
func TestASlowPageIsMadeQuickBeforeItsFormIsChanged(t *testing.T) {
	t.Parallel()
	say := func(text string) texts { return texts{Title: wording{template.Must(template.New("").Parse(text))}} }
	landing := candidate{
		detector: &detector{Type: landingPage, Texts: map[string]texts{"page": say("Check {{.page}}")}},
		entity:   upslope.Entity{Page: tentsPage}, columns: map[string]any{"text": "page", "page": "/tents"},
	}
	slow := candidate{
		detector: &detector{Type: slowPage, Texts: map[string]texts{"slow": say("Speed up “{{.section}}”")}}, entity: upslope.Entity{Template: "/shop/*"},
		columns: map[string]any{"text": "slow", "section": "/shop", "slow_pages": []string{bagsPage, tentsPage}},
	}
	if err := orderWork([]candidate{landing, slow}); err != nil {
		t.Fatal(err)
	}
	if landing.columns["after"] != "Speed up ‘/shop’" || landing.columns["is_slow_too"] != true || slow.columns["landing_too"] != "Check /tents" {
		t.Errorf("%v, %v and %v", landing.columns["after"], landing.columns["is_slow_too"], slow.columns["landing_too"])
	}
}
