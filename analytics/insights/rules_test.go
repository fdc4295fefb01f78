package insights

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/scoring"
)

// rulesKept is an in-memory RulesRecords.
type rulesKept struct{ rules upslope.SiteRules }

func (k *rulesKept) Site(_ context.Context, _, siteID string) (upslope.Site, error) {
	if siteID != analyticstest.SiteID {
		return upslope.Site{}, upslope.Errorf(upslope.NotFound, "This site does not exist.")
	}
	return upslope.Site{ID: analyticstest.SiteID, Name: "Acme Outdoor", Domain: "acme-outdoor.com"}, nil
}

func (k *rulesKept) Rules(context.Context, string, string) (map[string]upslope.SiteRules, error) {
	return map[string]upslope.SiteRules{analyticstest.SiteID: k.rules}, nil
}

func (k *rulesKept) EditRules(_ context.Context, _, _ string, edit upslope.SiteRulesEdit, _ time.Time) (int64, error) {
	k.rules.Apply(edit)
	return 7, nil
}

func TestRulesAreEditedWithinWhatDetectorsDeclare(t *testing.T) {
	t.Parallel()
	engine, err := New(analyticstest.Open(t), &analyticstest.Store{}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	kept := &rulesKept{rules: upslope.SiteRules{Searched: upslope.SearchedBrand{Suspected: []string{"acme corner", "acme-outdoor shoes", "corner", "spot"}, Found: []string{"acme"}}}}
	rules := Rules{Engine: engine, Records: kept}
	say := func(kind, name string, number *float64) upslope.SiteRulesEdit {
		return upslope.SiteRulesEdit{Parameters: map[string]map[string]*float64{kind: {name: number}}}
	}
	for rule, edit := range map[string]upslope.SiteRulesEdit{
		"no such type":               say("moon", "x", new(1.)),
		"no such constant":           say("slow_page", "x", new(1.)),
		"not the site's to say":      say("slow_page", "fix", new(.5)),
		"beyond its most":            say("slow_page", "good_lcp", new(9000.)),
		"part of a whole number":     say("wasted_ad_spend", "min_terms", new(3.5)),
		"a pattern too large to run": {BrandPattern: new(`(?:(?:\pL{30}){30}){30}`)},
	} {
		_, _, err := rules.EditSiteRules(t.Context(), analyticstest.AccountID, analyticstest.SiteID, edit, analyticstest.Today)
		if upslope.CodeOf(err) != upslope.Invalid || !strings.HasSuffix(err.Error(), ".") {
			t.Errorf("%s: %v", rule, err)
		}
	}
	if _, _, err := rules.EditSiteRules(t.Context(), analyticstest.AccountID, "another", upslope.SiteRulesEdit{}, analyticstest.Today); upslope.CodeOf(err) != upslope.NotFound {
		t.Errorf("another's site: %v", err)
	}
	edit := say("link_targets", "min_distance", new(.4)) // of the second folder of its type
	edit.NotBrand, edit.BrandPattern = &[]string{"Spot"}, new("^ac")
	edited, version, err := rules.EditSiteRules(t.Context(), analyticstest.AccountID, analyticstest.SiteID, edit, analyticstest.Today)
	if err != nil || version != 7 || edited.Parameters["link_targets"]["min_distance"] != .4 || edited.BrandPattern != "^ac" {
		t.Fatalf("%+v, %d, %v", edited, version, err)
	}
	if !slices.Equal(edited.SuspectedBrand, []string{"corner"}) || !slices.Equal(edited.KnownBrand, []string{"acme", "acmeoutdoor"}) {
		t.Errorf("suspected %v, known %v", edited.SuspectedBrand, edited.KnownBrand)
	}
	if edited.HitRates == nil || edited.BrandTerms == nil || edited.ExcludedPaths == nil {
		t.Errorf("lists are missing: %+v", edited)
	}
	edited, _, err = rules.EditSiteRules(t.Context(), analyticstest.AccountID, analyticstest.SiteID, say("link_targets", "min_distance", nil), analyticstest.Today)
	if err != nil || len(edited.Parameters) != 0 {
		t.Errorf("the default is not back: %v, %v", edited.Parameters, err)
	}
}

func TestEveryTypeHasARulePage(t *testing.T) {
	t.Parallel()
	engine, err := New(failing{}, &analyticstest.Store{}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	pages := engine.InsightRules()
	if len(pages) != len(engine.Types()) {
		t.Fatalf("%d pages of %d types", len(pages), len(engine.Types()))
	}
	for i, page := range pages {
		tunable := slices.ContainsFunc(page.Constants, func(c upslope.RuleConstant) bool { return c.Least != nil })
		if page.InsightType != engine.Types()[i] || len(page.Sources) == 0 || len(page.Needs) == 0 || !tunable {
			t.Errorf("%s: %d sources, needs %v, %d constants", page.Type, len(page.Sources), page.Needs, len(page.Constants))
		}
		for i, need := range page.Needs {
			source, _, _ := strings.Cut(need, ",")
			if slices.ContainsFunc(page.Needs[:i], func(other string) bool { return strings.HasPrefix(other, source) }) {
				t.Errorf("%s names %s twice: %v", page.Type, source, page.Needs)
			}
		}
	}
}

func TestExcludedPagesHaveNoInsights(t *testing.T) {
	t.Parallel()
	db := analyticstest.OpenWithCrawl(t, analyticstest.ParsePages(t, []byte(fivePagesWithoutHeading)))
	store := &analyticstest.Store{Crawl: &upslope.Crawl{ImportID: analyticstest.ImportID, ImportedAt: analyticstest.Today}, Owner: upslope.SiteRules{ExcludedPaths: []string{"/jobs/3", "/none/"}}}
	recompute(t, db, store)
	if found := listing(store.Insights); strings.Contains(found, "/jobs/3") || !strings.Contains(found, "/jobs/") {
		t.Errorf("found %s", found)
	}
	store = &analyticstest.Store{Crawl: store.Crawl, Owner: upslope.SiteRules{ExcludedPaths: []string{"/jobs/"}}}
	recompute(t, db, store)
	if len(store.Insights) != 0 {
		t.Errorf("found %s", listing(store.Insights))
	}
}

func TestASitesNumberReplacesTheDetectors(t *testing.T) {
	t.Parallel()
	db := analyticstest.OpenWithCrawl(t, analyticstest.ParsePages(t, []byte(fivePagesWithoutHeading)))
	store := &analyticstest.Store{Crawl: &upslope.Crawl{ImportID: analyticstest.ImportID, ImportedAt: analyticstest.Today}}
	recompute(t, db, store)
	together := store.Insights
	store = &analyticstest.Store{Crawl: store.Crawl, Owner: upslope.SiteRules{Parameters: map[string]map[string]float64{"meta_issues": {"min_pages": 50}}}}
	recompute(t, db, store)
	// One change of the template, or five pages that happen to have the fault.
	if len(together) != 1 || len(store.Insights) != 1 || together[0].Effort != 10 || store.Insights[0].Effort != 30 {
		t.Errorf("with five pages a task %s, with fifty %s", listing(together), listing(store.Insights))
	}
}

func TestWithoutRevenueAClickIsWorthItsConversionsAtTheOwnersValue(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "ga4_pages", "0..27")
	analyticstest.AddDays(t, db, "gads_campaigns", "0..27")
	analyticstest.AddReport(t, db, "ga4_pages", []byte(`page,days,channel,sessions,conversions
https://example.com/shop/a,0..9,Organic Search,10,1
https://example.com/blog/c,0..9,Organic Search,90,0
https://example.com/shop/a,0..9,Paid Search,60,50
`))
	analyticstest.AddReport(t, db, "gads_campaigns", []byte("campaign_id,days,clicks,cost,currency\n1,0..27,10,20,USD\n"))
	engine, err := New(db, &analyticstest.Store{Connected: analyticstest.AllConnections(), Owner: upslope.SiteRules{ConversionValue: new(50.)}}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	g, err := engine.features.Read(t.Context(), analyticstest.AccountID, analyticstest.SiteID, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !analyticstest.Close(g.Clicks.Mean, .5) || g.Clicks.Currency != "EUR" || !strings.Contains(g.Clicks.Source, "value that you set") {
		t.Fatalf("%+v", g.Clicks)
	}
	candidates := []candidate{{detector: &detector{}, entity: upslope.Entity{Page: "https://example.com/shop/a"}, value: &upslope.Value{Mid: 10, Unit: scoring.UnitClicks}}}
	if err := engine.valueClicks(t.Context(), g, candidates); err != nil {
		t.Fatal(err)
	}
	shop := (500 + 200*.5) / (100. + 200)
	if got, want := candidates[0].value.Mid, 10*(500+200*shop)/(100+200); !analyticstest.Close(got, want) || candidates[0].value.Currency != "EUR" {
		t.Errorf("worth %v, want %v", candidates[0].value, want)
	}
}
