package features

import (
	"slices"
	"testing"
	"time"
	"upslope"
	"upslope/analytics/analyticstest"
)

func TestWhatTheOwnerSaysOfTheBrandCounts(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	g := groundOf(t, db)
	own := NewBrand(upslope.Site{Domain: "acme.com", Name: "Acme"})
	own.AddRules(upslope.SiteRules{BrandTerms: []string{"Sun & Moon", "the very best shop around"}, BrandPattern: "^ac+$", NotBrand: []string{"acme corners"}})
	AddBrandParams(g.Params, own)
	wantBrand(t, db, g, map[string]bool{
		"acme": true, "acme corners": false, "acme corner": true, "sun moon hats": true, "sunmoon": true, "moon": false, "acc": true, "accs": false,
		"the very best shop around": true, "Visit The Very Best Shop around!": true, "the very best shop": false, "the very best shop arounder": false,
	})
}

func TestAWordOfTheNameIsTheBrandWhereSearchersMeanIt(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_queries", "0..27")
	analyticstest.AddDays(t, db, "gsc_query_pages", "0..27")
	// Either word alone leads to the home page, but "outdoor" with other words finds the site far down.
	analyticstest.AddReport(t, db, "gsc_query_pages", []byte(`query,page,days,clicks,impressions,position
example,https://example.com/,0..9,4,10,1.2
outdoor,https://example.com/,0..9,4,10,1.2
`))
	analyticstest.AddReport(t, db, "gsc_queries", []byte(`query,days,clicks,impressions,position
example,0..9,4,10,1.2
example jackets,0..9,1,10,2
outdoor,0..9,4,10,1.2
outdoor jackets,0..9,1,90,12
`))
	reader := NewReader(db, &analyticstest.Store{Connected: analyticstest.AllConnections()}, time.Now)
	g, err := reader.Read(t.Context(), analyticstest.AccountID, analyticstest.SiteID, nil)
	if err != nil {
		t.Fatal(err)
	}
	g.Site.Name, g.Site.Domain = "Example Outdoor", "example-outdoor.com"
	g.Params["brand_terms"] = [][]string{{"exampleoutdoor"}}
	g.Params["home_pages"] = []string{"https://example.com/"}
	seen, err := reader.askSearch(t.Context(), g)
	if err != nil || !slices.Equal(seen.Found, []string{"example"}) || !slices.Contains(seen.Suspected, "outdoor") || slices.Contains(seen.Suspected, "example") {
		t.Errorf("%+v, %v", seen, err)
	}
}
