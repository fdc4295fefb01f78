package postgres_test

import (
	"math"
	"reflect"
	"testing"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

func TestRulesOfASiteAreItsAccountsAndMerge(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo, other := owner(t, db, "bo")
	if all, err := db.Rules(t.Context(), ana.AccountID, site.ID); err != nil || len(all) != 1 || all[site.ID].TargetCPA != nil || len(all[site.ID].BrandTerms) != 0 {
		t.Errorf("nothing was said: %+v, %v", all, err)
	}
	for _, stranger := range []string{other.ID, "no id", "00000000-0000-4000-8000-0000000000ff"} {
		if all, err := db.Rules(t.Context(), ana.AccountID, stranger); err != nil || len(all) != 0 {
			t.Errorf("rules of %s: %v, %v", stranger, all, err)
		}
		_, err := db.EditRules(t.Context(), ana.AccountID, stranger, upslope.SiteRulesEdit{BrandPattern: new("x")}, now)
		wantCode(t, err, upslope.NotFound)
	}
	before, err := db.Version(t.Context(), ana.AccountID)
	if err != nil {
		t.Fatal(err)
	}
	five := new(5.)
	after, err := db.EditRules(t.Context(), ana.AccountID, site.ID, upslope.SiteRulesEdit{
		BrandTerms: &[]string{"acme"}, TargetCPA: &five, Parameters: map[string]map[string]*float64{"slow_page": {"good_lcp": five}},
	}, now)
	if err != nil || after <= before {
		t.Fatalf("version %d after %d, %v", after, before, err)
	}
	if _, err := db.EditRules(t.Context(), ana.AccountID, site.ID, upslope.SiteRulesEdit{
		ExcludedPaths: &[]string{"/a/"}, Parameters: map[string]map[string]*float64{"slow_page": {"good_inp": five}},
	}, now); err != nil {
		t.Fatal(err)
	}
	all, err := db.Rules(t.Context(), ana.AccountID, "")
	rules := all[site.ID]
	if err != nil || len(all) != 1 || *rules.TargetCPA != 5 || rules.BrandTerms[0] != "acme" || rules.ExcludedPaths[0] != "/a/" || len(rules.Parameters["slow_page"]) != 2 {
		t.Errorf("%+v, %v", rules, err)
	}
	if _, err := db.EditRules(t.Context(), ana.AccountID, site.ID, upslope.SiteRulesEdit{TargetCPA: new(*float64)}, now); err != nil {
		t.Fatal(err)
	}
	if all, err := db.Rules(t.Context(), ana.AccountID, site.ID); err != nil || all[site.ID].TargetCPA != nil {
		t.Errorf("the target is still there: %v", err)
	}
	infinite := new(math.Inf(-1)) // the database rejects what passes Clean
	if _, err := db.EditRules(t.Context(), ana.AccountID, site.ID, upslope.SiteRulesEdit{TargetCPA: &infinite}, now); err == nil {
		t.Error("a target below zero was kept")
	}
	if all, err := db.Rules(t.Context(), bo.AccountID, ""); err != nil || len(all) != 1 || len(all[other.ID].BrandTerms) != 0 {
		t.Errorf("the other account has %v, %v", all, err)
	}
}

func TestEditedRulesHaveTheSiteScoredOnce(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	for _, term := range []string{"acme", "acne"} {
		if _, err := db.EditRules(t.Context(), ana.AccountID, site.ID, upslope.SiteRulesEdit{BrandTerms: &[]string{term}}, now); err != nil {
			t.Fatal(err)
		}
	}
	queued, err := postgres.Scalar(t.Context(), db, "select count(*)::int from jobs where kind = 'recompute' and status = 'queued'")
	if err != nil {
		t.Fatal(err)
	}
	if queued != 1 {
		t.Errorf("%d recomputes are queued", queued)
	}
}

func TestBrandFromSearchDataIsStored(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	seen := upslope.SearchedBrand{Suspected: []string{"acme corner"}, Found: []string{"acme"}, Doubted: []string{}}
	for range 2 {
		if err := db.KeepBrand(t.Context(), ana.AccountID, site.ID, seen); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := db.Rules(t.Context(), ana.AccountID, site.ID); err != nil || !reflect.DeepEqual(all[site.ID].Searched, seen) {
		t.Errorf("%+v, %v", all[site.ID].Searched, err)
	}
}
