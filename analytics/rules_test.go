package analytics

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"
	"upslope/analytics/facts"

	"upslope"
	"upslope/infra/clickhouse/clickhousetest"
)

// rulesKept is where the rules of tests are kept.
type rulesKept struct{ rules upslope.SiteRules }

func (k *rulesKept) Site(_ context.Context, _, siteID string) (upslope.Site, error) {
	if siteID != site {
		return upslope.Site{}, upslope.Errorf(upslope.NotFound, "This site does not exist.")
	}
	return upslope.Site{ID: site, Name: "Acme Outdoor", Domain: "acme-outdoor.com"}, nil
}

func (k *rulesKept) Rules(context.Context, string, string) (map[string]upslope.SiteRules, error) {
	return map[string]upslope.SiteRules{site: k.rules}, nil
}

func (k *rulesKept) EditRules(_ context.Context, _, _ string, edit upslope.SiteRulesEdit, _ time.Time) (int64, error) {
	k.rules.Apply(edit)
	return 7, nil
}

func TestRulesAreEditedWithinWhatDetectorsDeclare(t *testing.T) {
	t.Parallel()
	engine, err := New(clickhousetest.Open(t), &memory{}, time.Now)
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
		_, _, err := rules.EditSiteRules(t.Context(), account, site, edit, today)
		if upslope.CodeOf(err) != upslope.Invalid || !strings.HasSuffix(err.Error(), ".") {
			t.Errorf("%s: %v", rule, err)
		}
	}
	if _, _, err := rules.EditSiteRules(t.Context(), account, "another", upslope.SiteRulesEdit{}, today); upslope.CodeOf(err) != upslope.NotFound {
		t.Errorf("another's site: %v", err)
	}
	edit := say("link_targets", "min_distance", new(.4)) // of the second folder of its type
	edit.NotBrand, edit.BrandPattern = &[]string{"Spot"}, new("^ac")
	edited, version, err := rules.EditSiteRules(t.Context(), account, site, edit, today)
	if err != nil || version != 7 || edited.Parameters["link_targets"]["min_distance"] != .4 || edited.BrandPattern != "^ac" {
		t.Fatalf("%+v, %d, %v", edited, version, err)
	}
	if !slices.Equal(edited.SuspectedBrand, []string{"corner"}) || !slices.Equal(edited.KnownBrand, []string{"acme", "acmeoutdoor"}) {
		t.Errorf("suspected %v, known %v", edited.SuspectedBrand, edited.KnownBrand)
	}
	if edited.HitRates == nil || edited.BrandTerms == nil || edited.ExcludedPaths == nil {
		t.Errorf("lists are missing: %+v", edited)
	}
	edited, _, err = rules.EditSiteRules(t.Context(), account, site, say("link_targets", "min_distance", nil), today)
	if err != nil || len(edited.Parameters) != 0 {
		t.Errorf("the default is not back: %v, %v", edited.Parameters, err)
	}
}

func TestEveryTypeHasARulePage(t *testing.T) {
	t.Parallel()
	engine, err := New(failing{}, &memory{}, time.Now)
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

func TestWhatTheOwnerSaysOfTheBrandCounts(t *testing.T) {
	t.Parallel()
	db := clickhousetest.Open(t)
	g := groundOf(t, db)
	own := brandOf(upslope.Site{Domain: "acme.com", Name: "Acme"})
	own.told(upslope.SiteRules{BrandTerms: []string{"Sun & Moon", "the very best shop around"}, BrandPattern: "^ac+$", NotBrand: []string{"acme corners"}})
	addBrands(g.params, own)
	wantBrand(t, db, g, map[string]bool{
		"acme": true, "acme corners": false, "acme corner": true, "sun moon hats": true, "sunmoon": true, "moon": false, "acc": true, "accs": false,
		"the very best shop around": true, "Visit The Very Best Shop around!": true, "the very best shop": false, "the very best shop arounder": false,
	})
}

func TestAWordOfTheNameIsTheBrandWhereSearchersMeanIt(t *testing.T) {
	t.Parallel()
	db := clickhousetest.Open(t)
	addDays(t, db, "gsc_queries", "0..27")
	addDays(t, db, "gsc_query_pages", "0..27")
	// People who type either word alone go to the home page; those who type outdoor with something else find the site far down.
	addReport(t, db, "gsc_query_pages", []byte(`query,page,days,clicks,impressions,position
example,https://example.com/,0..9,4,10,1.2
outdoor,https://example.com/,0..9,4,10,1.2
`))
	addReport(t, db, "gsc_queries", []byte(`query,days,clicks,impressions,position
example,0..9,4,10,1.2
example jackets,0..9,1,10,2
outdoor,0..9,4,10,1.2
outdoor jackets,0..9,1,90,12
`))
	engine, err := New(db, &memory{connected: connections()}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	g, err := engine.ground(t.Context(), account, site, nil)
	if err != nil {
		t.Fatal(err)
	}
	g.site.Name, g.site.Domain = "Example Outdoor", "example-outdoor.com"
	g.params["brand_terms"] = [][]string{{"exampleoutdoor"}}
	g.params["home_pages"] = []string{"https://example.com/"}
	seen, err := engine.askSearch(t.Context(), g)
	if err != nil || !slices.Equal(seen.Found, []string{"example"}) || !slices.Contains(seen.Suspected, "outdoor") || slices.Contains(seen.Suspected, "example") {
		t.Errorf("%+v, %v", seen, err)
	}
}

func TestExcludedPagesHaveNoInsights(t *testing.T) {
	t.Parallel()
	db := crawlOf(t, pagesOf(t, []byte(fivePagesWithoutHeading)))
	store := &memory{crawl: &upslope.Crawl{ImportID: crawled, ImportedAt: today}, rules: upslope.SiteRules{ExcludedPaths: []string{"/jobs/3", "/none/"}}}
	recompute(t, db, store)
	if found := listing(store.insights); strings.Contains(found, "/jobs/3") || !strings.Contains(found, "/jobs/") {
		t.Errorf("found %s", found)
	}
	store = &memory{crawl: store.crawl, rules: upslope.SiteRules{ExcludedPaths: []string{"/jobs/"}}}
	recompute(t, db, store)
	if len(store.insights) != 0 {
		t.Errorf("found %s", listing(store.insights))
	}
}

func TestASitesNumberReplacesTheDetectors(t *testing.T) {
	t.Parallel()
	db := crawlOf(t, pagesOf(t, []byte(fivePagesWithoutHeading)))
	store := &memory{crawl: &upslope.Crawl{ImportID: crawled, ImportedAt: today}}
	recompute(t, db, store)
	together := len(store.insights)
	store = &memory{crawl: store.crawl, rules: upslope.SiteRules{Parameters: map[string]map[string]float64{"meta_issues": {"min_pages": 50}}}}
	recompute(t, db, store)
	if together != 1 || len(store.insights) != 5 {
		t.Errorf("%d insights with five pages a task, %d with fifty", together, len(store.insights))
	}
}

func TestWithoutRevenueAClickIsWorthItsConversionsAtTheOwnersValue(t *testing.T) {
	t.Parallel()
	db := clickhousetest.Open(t)
	addDays(t, db, "ga4_pages", "0..27")
	addDays(t, db, "gads_campaigns", "0..27")
	addReport(t, db, "ga4_pages", []byte(`page,days,channel,sessions,conversions
https://example.com/shop/a,0..9,Organic Search,10,1
https://example.com/blog/c,0..9,Organic Search,90,0
https://example.com/shop/a,0..9,Paid Search,60,50
`))
	addReport(t, db, "gads_campaigns", []byte("campaign_id,days,clicks,cost,currency\n1,0..27,10,20,USD\n"))
	engine, err := New(db, &memory{connected: connections(), rules: upslope.SiteRules{ConversionValue: new(50.)}}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	g, err := engine.ground(t.Context(), account, site, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !about(g.clicks.mean, .5) || g.clicks.currency != "EUR" || !strings.Contains(g.clicks.source, "value that you set") {
		t.Fatalf("%+v", g.clicks)
	}
	candidates := []candidate{{entity: upslope.Entity{Page: "https://example.com/shop/a"}, value: &upslope.Value{Mid: 10, Unit: unitClicks}}}
	if err := engine.valueClicks(t.Context(), g, candidates); err != nil {
		t.Fatal(err)
	}
	shop := (500 + 200*.5) / (100. + 200)
	if got, want := candidates[0].value.Mid, 10*(500+200*shop)/(100+200); !about(got, want) || candidates[0].value.Currency != "EUR" {
		t.Errorf("worth %v, want %v", candidates[0].value, want)
	}
}

func TestTheTargetThatTheOwnerSaysIsTheOneOfTablesAndDetector(t *testing.T) {
	t.Parallel()
	db := clickhousetest.Open(t)
	addReport(t, db, "gads_campaigns", []byte("days,campaign_id,campaign,clicks,cost,conversions,currency\n0..60,1,One,10,10,1,EUR\n0..60,2,Two,10,30,1,EUR\n0..60,3,Dear,10,20,0,EUR\n"))
	addDays(t, db, "gads_campaigns", "0..60")
	for told, want := range map[float64]float64{0: 30, 7: 7} {
		rules := upslope.SiteRules{}
		if told > 0 {
			rules.TargetCPA = &told
		}
		engine, err := New(db, &memory{connected: connections(), rules: rules}, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		g, err := engine.ground(t.Context(), account, site, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = db.Query(t.Context(), facts.Given().Must("-- uses: cpa_targets\nselect of_target from cpa_targets"), g.params, func(_ []string, values []any) error {
			if values[0] != want {
				t.Errorf("the detector's target is %v, want %v", values[0], want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		analysis := analysisOf(t, db, analysisRecords{connected: connections(), rules: rules})
		table := askFor(t, analysis, "ads/wasted-spend", upslope.TableFilter{})
		for i, column := range table.Columns {
			if column.Name == "targetCpa" && (len(table.Rows) == 0 || table.Rows[0][i] != want) {
				t.Errorf("the table's target is not %v: %v", want, table.Rows)
			}
		}
	}
}
