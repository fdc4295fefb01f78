package postgres_test

import (
	"slices"
	"testing"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

func addClient(t *testing.T, db *postgres.DB, user upslope.User, name string, siteIDs ...string) upslope.ClientProfile {
	t.Helper()
	client, version, err := db.AddClient(t.Context(), user.AccountID, upslope.ClientEdit{Name: &name, SiteIDs: &siteIDs})
	if err != nil || version == 0 {
		t.Fatalf("version %d, %v", version, err)
	}
	return client
}

func TestAClientIsOfOneAccountAndItsNameOnce(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	bo, strange := owner(t, db, "bo")
	acme := addClient(t, db, ana, "Acme", site.ID)
	_, _, err := db.AddClient(t.Context(), ana.AccountID, upslope.ClientEdit{Name: new("ACME")})
	wantCode(t, err, upslope.Conflict)
	other := addClient(t, db, bo, "Acme")
	_, err = db.Client(t.Context(), bo.AccountID, acme.ID)
	wantCode(t, err, upslope.NotFound)
	_, _, err = db.EditClient(t.Context(), bo.AccountID, acme.ID, upslope.ClientEdit{Name: new("Mine")})
	wantCode(t, err, upslope.NotFound)
	_, err = db.DeleteClient(t.Context(), bo.AccountID, acme.ID)
	wantCode(t, err, upslope.NotFound)
	_, _, err = db.EditClient(t.Context(), ana.AccountID, acme.ID, upslope.ClientEdit{SiteIDs: &[]string{strange.ID}})
	wantCode(t, err, upslope.Invalid)
	_, _, err = db.EditSite(t.Context(), ana.AccountID, site.ID, upslope.SiteEdit{ClientID: &other.ID})
	wantCode(t, err, upslope.Invalid)
	if got, _ := db.Site(t.Context(), bo.AccountID, strange.ID); got.ClientID != "" {
		t.Errorf("a stranger's site is %q's", got.ClientID)
	}
}

func TestDeletingAClientLeavesItsSitesAndEndsWhatWasAboutIt(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	second := addSite(t, db, ana, "second.example")
	acme := addClient(t, db, ana, "Acme", site.ID)
	schedule := mondays("", "jo@example.com")
	schedule.ClientID = acme.ID
	added(t, db, ana, schedule, now)
	kept := added(t, db, ana, mondays(second.ID, "jo@example.com"), now)
	if _, err := db.DeleteClient(t.Context(), ana.AccountID, acme.ID); err != nil {
		t.Fatal(err)
	}
	if got, err := db.Site(t.Context(), ana.AccountID, site.ID); err != nil || got.ClientID != "" {
		t.Errorf("%+v, %v", got, err)
	}
	// Without its client the schedule would be about every site of the account.
	if list, _, err := db.ReportSchedules(t.Context(), ana.AccountID, upslope.Scope{}, 10, 0); err != nil || len(list) != 1 || list[0].ID != kept.ID {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestListsAreFilteredByClientAndTag(t *testing.T) {
	db := postgrestest.Open(t)
	ana, first := owner(t, db, "ana")
	second := addSite(t, db, ana, "second.example")
	acme, empty := addClient(t, db, ana, "Acme", first.ID), addClient(t, db, ana, "Empty")
	if _, _, err := db.EditSite(t.Context(), ana.AccountID, second.ID, upslope.SiteEdit{Tags: &[]string{"Key account", "Shop"}}); err != nil {
		t.Fatal(err)
	}
	of := func(scope upslope.Scope) (sites []string) {
		work, err := db.SiteWork(t.Context(), ana.AccountID, scope, now)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range work {
			sites = append(sites, one.SiteID)
		}
		return sites
	}
	for scope, want := range map[upslope.Scope][]string{
		{}: {first.ID, second.ID}, {ClientID: acme.ID}: {first.ID}, {Tag: "SHOP"}: {second.ID}, {ClientID: acme.ID, Tag: "shop"}: nil, {ClientID: empty.ID}: nil,
	} {
		if got := of(scope); !slices.Equal(got, want) {
			t.Errorf("%+v: %v, want %v", scope, got, want)
		}
	}
	activity, total, err := db.Activity(t.Context(), ana.AccountID, upslope.Scope{ClientID: acme.ID}, 10, 0)
	if err != nil || total != 1 || activity[0].SiteID != first.ID {
		t.Errorf("%+v, %v", activity, err)
	}
	added(t, db, ana, mondays(first.ID, "jo@example.com"), now)
	added(t, db, ana, mondays(second.ID, "jo@example.com"), now)
	whole := mondays("", "jo@example.com")
	whole.ClientID = acme.ID
	added(t, db, ana, whole, now)
	for scope, want := range map[upslope.Scope]int64{{}: 3, {ClientID: acme.ID}: 2, {Tag: "shop"}: 1, {SiteID: first.ID}: 1, {ClientID: empty.ID}: 0} {
		if list, total, err := db.ReportSchedules(t.Context(), ana.AccountID, scope, 10, 0); err != nil || total != want || int64(len(list)) != want {
			t.Errorf("%+v: %d of %d schedules, want %d, %v", scope, len(list), total, want, err)
		}
	}
}

func TestReportsBearTheNameOfTheSitesClient(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	other := addSite(t, db, ana, "other.example")
	agency, logo, color := "Agency", []byte("logo"), "#111111"
	if _, _, err := db.EditBranding(t.Context(), ana.AccountID, upslope.BrandingEdit{Name: &agency, Logo: &logo, Color: &color}); err != nil {
		t.Fatal(err)
	}
	acme := addClient(t, db, ana, "Acme", site.ID)
	sender := func(siteID, clientID string) upslope.ReportSender {
		got, err := db.ReportSender(t.Context(), ana.AccountID, siteID, clientID)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := sender(site.ID, ""); got.Branding.Name != "Agency" || string(got.Branding.Logo) != "logo" || got.Client != "Acme" || got.Contact != "ana@example.com" {
		t.Errorf("without branding of its own: %+v", got)
	}
	_, _, err := db.EditClient(t.Context(), ana.AccountID, acme.ID, upslope.ClientEdit{
		Branding: upslope.BrandingEdit{Name: new("Acme Inc.")}, SenderName: new("Jo of Acme"), ContactEmail: new("jo@acme.example"),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, got := range []upslope.ReportSender{sender(site.ID, ""), sender("", acme.ID)} {
		// The agency's logo under the client's name would be a mixture.
		if got.Branding.Name != "Acme Inc." || got.Branding.Logo != nil || got.Branding.Color != "#111111" || got.Name != "Jo of Acme" || got.Contact != "jo@acme.example" {
			t.Errorf("%+v", got)
		}
	}
	if got := sender(other.ID, ""); got.Branding.Name != "Agency" || got.Name != "Agency" || got.Client != "" {
		t.Errorf("of a site without a client: %+v", got)
	}
}

func TestWhoSeesAClientSeesItsSitesAlsoLaterOnes(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	acme := addClient(t, db, ana, "Acme", site.ID)
	bo, _ := owner(t, db, "bo")
	hash := make([]byte, 32)
	if _, _, err := db.Invite(t.Context(), ana, upslope.Invitation{Email: bo.Email, Role: upslope.Client, ClientIDs: []string{acme.ID}}, hash, now); err != nil {
		t.Fatal(err)
	}
	sees := func() []string {
		user, err := db.SignIn(t.Context(), upslope.Identity{Subject: "user_bo", Email: bo.Email}, now, 14)
		if err != nil {
			t.Fatal(err)
		}
		chosen, err := user.Choose(ana.AccountID)
		if err != nil {
			t.Fatal(err)
		}
		return slices.Sorted(slices.Values(chosen.SiteIDs))
	}
	if _, _, err := db.AcceptInvitation(t.Context(), bo, hash, now); err != nil {
		t.Fatal(err)
	}
	if got := sees(); !slices.Equal(got, []string{site.ID}) {
		t.Errorf("sees %v", got)
	}
	later := addSite(t, db, ana, "later.example")
	addSite(t, db, ana, "nobodys.example")
	if _, _, err := db.EditSite(t.Context(), ana.AccountID, later.ID, upslope.SiteEdit{ClientID: &acme.ID}); err != nil {
		t.Fatal(err)
	}
	if got, want := sees(), slices.Sorted(slices.Values([]string{site.ID, later.ID})); !slices.Equal(got, want) {
		t.Errorf("sees %v, want %v", got, want)
	}
	if _, _, err := db.EditSite(t.Context(), ana.AccountID, site.ID, upslope.SiteEdit{ClientID: new("")}); err != nil {
		t.Fatal(err)
	}
	if got := sees(); !slices.Equal(got, []string{later.ID}) {
		t.Errorf("sees %v after the site left", got)
	}
	if _, err := db.DeleteClient(t.Context(), ana.AccountID, acme.ID); err != nil {
		t.Fatal(err)
	}
	if got := sees(); len(got) != 0 {
		t.Errorf("sees %v after the client went", got)
	}
}

func TestALinkHasTheDomainOfItsClientElseOfTheAgency(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	stored := upslope.StoredReport{AccountID: ana.AccountID, TokenHash: make([]byte, 32), Token: []byte("x"), Body: []byte("x")}
	stored.ID, stored.SiteID, stored.Title, stored.DateRange, stored.CreatedAt, stored.ExpiresAt = "0190b6a0-0000-7000-8000-00000000000a", site.ID, "T", "last-30-days", now, now.AddDate(0, 0, 30)
	if err := db.AddReport(t.Context(), stored); err != nil {
		t.Fatal(err)
	}
	wants := func(want string) {
		t.Helper()
		if link, err := db.Report(t.Context(), ana.AccountID, stored.ID); err != nil || link.LinkDomain != want {
			t.Errorf("the link has %q, %v, want %q", link.LinkDomain, err, want)
		}
	}
	wants("")
	if branding, _, err := db.EditBranding(t.Context(), ana.AccountID, upslope.BrandingEdit{LinkDomain: new("reports.agency.com")}); err != nil || branding.LinkDomain != "reports.agency.com" {
		t.Fatalf("%+v, %v", branding, err)
	}
	wants("reports.agency.com")
	client, _, err := db.AddClient(t.Context(), ana.AccountID, upslope.ClientEdit{Name: new("Acme"), SiteIDs: &[]string{site.ID}, Branding: upslope.BrandingEdit{LinkDomain: new("reports.acme.com")}})
	if err != nil || client.Branding.LinkDomain != "reports.acme.com" {
		t.Fatalf("%+v, %v", client, err)
	}
	wants("reports.acme.com")
	if _, _, err := db.EditClient(t.Context(), ana.AccountID, client.ID, upslope.ClientEdit{Branding: upslope.BrandingEdit{LinkDomain: new("")}}); err != nil {
		t.Fatal(err)
	}
	wants("reports.agency.com")
	bo, _ := owner(t, db, "bo")
	for domain, code := range map[string]upslope.Code{"reports.agency.com": upslope.Invalid, "reports.bo.com": ""} {
		_, _, branding := db.EditBranding(t.Context(), bo.AccountID, upslope.BrandingEdit{LinkDomain: new(domain)})
		_, _, client := db.AddClient(t.Context(), bo.AccountID, upslope.ClientEdit{Name: new(domain), Branding: upslope.BrandingEdit{LinkDomain: new(domain)}})
		for _, err := range []error{branding, client} {
			if (code == "") != (err == nil) || err != nil && upslope.CodeOf(err) != code {
				t.Errorf("%s in another account: %v, want code %q", domain, err, code)
			}
		}
	}
}
