package connections_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/simulator"
	"upslope/simulator/world"
)

func TestPropertiesOfTheSiteComeFirstAndNameTheSitesThatHaveThem(t *testing.T) {
	w := benchOf(t, nil)
	other := w.addSite(w.account, w.provider.World("demo").Domain)
	chosen := w.provider.World("agency/3").GSCSite
	w.result(true, "")(w.Connect(t.Context(), w.account, other.ID, upslope.GSC, &chosen, nil))
	properties, err := w.Properties(t.Context(), w.account, w.site.ID, upslope.GSC)
	if err != nil || len(properties) < 500 {
		t.Fatalf("%d properties, %v", len(properties), err)
	}
	if first := properties[0]; !first.Matches || first.ID != "sc-domain:"+smallShop || first.SiteID != w.site.ID || properties[1].Matches {
		t.Errorf("first %+v, then %+v", first, properties[1])
	}
	for _, property := range properties {
		switch property.ID {
		case chosen, "sc-domain:" + other.Domain: // has this property and the other one's domain
			if property.SiteID != other.ID {
				t.Errorf("%+v is of site %s", property, other.ID)
			}
		case "sc-domain:" + smallShop:
		default:
			if property.SiteID != "" {
				t.Errorf("%+v is of no site", property)
			}
		}
	}
	_, err = w.Properties(t.Context(), w.account, w.site.ID, upslope.Semrush)
	wantCode(t, err, upslope.Invalid)
}

func TestPropertiesThatCannotBeListedAreAProblemWithWords(t *testing.T) {
	w := bench(t, signingIn)
	_, err := w.Properties(t.Context(), w.account, "", upslope.GSC)
	wantCode(t, err, upslope.Conflict)
	w.signIn(upslope.GSC)
	if all, err := w.Properties(t.Context(), w.account, "", upslope.GAds); err != nil || len(all) == 0 {
		t.Errorf("of the account: %d, %v", len(all), err)
	}
	if err := w.provider.SetFaults([]simulator.Fault{{Source: "ga4admin", Kind: simulator.ServerError}}); err != nil {
		t.Fatal(err)
	}
	for _, siteID := range []string{w.site.ID, ""} {
		_, err = w.Properties(t.Context(), w.account, siteID, upslope.GA4)
		wantCode(t, err, upslope.Unavailable)
	}
}

func TestManySitesAreAddedAtOnceAndSyncedOneAfterTheOther(t *testing.T) {
	w := benchOf(t, nil, signingIn)
	w.signIn(upslope.GSC)
	var properties []string
	for _, client := range w.provider.Worlds() {
		if strings.HasPrefix(client.Name, "agency/") {
			properties = append(properties, client.GSCSite)
		}
	}
	properties = append(properties, properties[0], "sc-domain:"+smallShop, "sc-domain:nobody-shared.example", "sc-domain:localhost", "https://192.0.2.1/")
	began := time.Now()
	result, err := w.AddSites(t.Context(), w.account, properties, "GBP", "Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("%d sites took %v", len(properties), took)
	}
	if len(result.Added) != world.AgencyClients {
		t.Fatalf("%d sites were added", len(result.Added))
	}
	if first := result.Added[0]; "sc-domain:"+first.Domain != properties[0] || first.Name != first.Domain || first.Currency != "GBP" || first.TimeZone != "Europe/London" {
		t.Errorf("%+v", first)
	}
	reasons := map[string]string{
		properties[0]: "already added", "sc-domain:" + smallShop: "already have a site", "sc-domain:nobody-shared.example": "cannot read",
		"sc-domain:localhost": "not the property of a website", "https://192.0.2.1/": "not the property of a website",
	}
	for _, skipped := range result.Skipped {
		if words := reasons[skipped.Property]; words == "" || !strings.Contains(skipped.Reason, words) {
			t.Errorf("%+v", skipped)
		}
		delete(reasons, skipped.Property)
	}
	if len(reasons) > 0 {
		t.Errorf("not skipped: %v", reasons)
	}
	connected, err := w.List(t.Context(), w.account, "")
	if err != nil || len(connected) != world.AgencyClients+1 || slices.ContainsFunc(connected, func(one upslope.Integration) bool {
		return one.Status != upslope.Connected || one.SignedInAs != simulator.Owner
	}) {
		t.Errorf("%d are connected, %v", len(connected), err)
	}
	if syncs := w.syncs(); syncs != 21 { // the first twenty, and the signed-in site
		t.Errorf("%d syncs wait", syncs)
	}
	minutes := w.count("select count(distinct date_trunc('minute', next_sync_at)) from sites where account_id = @account and next_sync_at between now() and now() + interval '61 minutes'")
	most := w.count("select max(n) from (select count(*) as n from sites where account_id = @account and next_sync_at is not null group by date_trunc('minute', next_sync_at)) as busy")
	if planned := w.count("select count(*) from sites where account_id = @account and next_sync_at is not null"); planned != world.AgencyClients-20 || minutes < 55 || most > 12 {
		t.Errorf("%d are planned in %d minutes, at most %d in one", planned, minutes, most)
	}
	again, err := w.AddSites(t.Context(), w.account, properties[:3], "GBP", "Europe/London")
	if err != nil || len(again.Added) != 0 || len(again.Skipped) != 3 {
		t.Errorf("the second time: %+v, %v", again, err)
	}
}
