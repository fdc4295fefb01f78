package postgres_test

import (
	"testing"

	"upslope"
	"upslope/infra/postgres/postgrestest"
)

func TestBrandingIsKeptFieldByFieldForItsAccountOnly(t *testing.T) {
	db := postgrestest.Open(t)
	ana, _ := owner(t, db, "ana")
	bo, _ := owner(t, db, "bo")
	name, color, logo := "Acme", "#3b5bdb", []byte("picture")
	before, err := db.Version(t.Context(), ana.AccountID)
	if err != nil {
		t.Fatal(err)
	}
	if _, version, err := db.EditBranding(t.Context(), ana.AccountID, upslope.BrandingEdit{Name: &name, Color: &color, Logo: &logo}); err != nil || version <= before {
		t.Errorf("version %d after %d, %v", version, before, err)
	}
	color, logo = "", nil
	if _, _, err := db.EditBranding(t.Context(), ana.AccountID, upslope.BrandingEdit{Color: &color}); err != nil {
		t.Fatal(err)
	}
	if got, err := db.Branding(t.Context(), ana.AccountID); err != nil || got.Name != "Acme" || got.Color != "" || string(got.Logo) != "picture" {
		t.Errorf("%+v, %v", got, err)
	}
	logo = []byte{}
	if got, _, err := db.EditBranding(t.Context(), ana.AccountID, upslope.BrandingEdit{Logo: &logo}); err != nil || got.Name != "Acme" || got.Logo != nil {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := db.Branding(t.Context(), bo.AccountID); err != nil || got.Name != "" {
		t.Errorf("a stranger has %+v, %v", got, err)
	}
}
