package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
)

func (v *visitor) addClient(name string, siteIDs ...string) string {
	v.t.Helper()
	var client struct{ ID string }
	body := map[string]any{"name": name, "siteIds": append([]string{}, siteIDs...)}
	if status, answer := v.call("POST", "/api/clients", body, &client); status != http.StatusCreated {
		v.t.Fatalf("add a client: %d %s", status, answer)
	}
	return client.ID
}

func TestClientsAreManagedAndFilterWhatCoversSeveralSites(t *testing.T) {
	t.Parallel()
	p := shared(t)
	ana := p.signIn("ana@example.com")
	first, second := ana.addSite("first.example"), ana.addSite("second.example")
	acme := ana.addClient("Acme", first)
	for body, want := range map[string]int{
		`{"name":"acme"}`: http.StatusConflict, `{"name":" "}`: http.StatusBadRequest, `{}`: http.StatusBadRequest,
		`{"name":"New","currency":"money"}`: http.StatusBadRequest, `{"name":"New","siteIds":["` + acme + `"]}`: http.StatusBadRequest,
		`{"name":"New","branding":{"color":"red"}}`: http.StatusBadRequest,
	} {
		if status, answer := ana.send("POST", "/api/clients", "application/json", strings.NewReader(body), nil); status != want {
			t.Errorf("%s: %d %s, want %d", body, status, answer, want)
		}
	}
	var client struct {
		Branding   struct{ Name, Color string }
		SenderName string
		SiteIDs    []string
	}
	change := map[string]any{"branding": map[string]string{"name": "Acme Inc.", "color": "#AA0000"}, "senderName": "Jo", "currency": "chf"}
	if status, answer := ana.call("PATCH", "/api/clients/"+acme, change, &client); status != ok || client.Branding.Color != "#aa0000" || !slices.Equal(client.SiteIDs, []string{first}) {
		t.Errorf("%d %s", status, answer)
	}
	var site struct{ ID, Currency, ClientID string }
	if status, answer := ana.call("POST", "/api/sites", map[string]any{"name": "Third", "domain": "third.example", "clientId": acme, "tags": []string{"Shop", "shop"}}, &site); status != http.StatusCreated || site.Currency != "CHF" || site.ClientID != acme {
		t.Errorf("%d %s", status, answer)
	}
	if status, _ := ana.call("PATCH", "/api/sites/"+second, map[string]any{"tags": []string{"SHOP"}}, nil); status != ok {
		t.Errorf("tags: %d", status)
	}
	for query, want := range map[string]int{"": 3, "?clientId=" + acme: 2, "?tag=shop": 2, "?tag=shop&clientId=" + acme: 1, "?tag=nothing": 0} {
		for _, path := range []string{"/api/sites", "/api/portfolio"} {
			var list []any
			if status, answer := ana.call("GET", path+query, nil, &list); status != ok || len(list) != want {
				t.Errorf("%s%s: %d, %d sites, want %d: %.200s", path, query, status, len(list), want, answer)
			}
		}
	}
	for _, path := range []string{"/api/insights", "/api/insights/total", "/api/reports", "/api/report-schedules", "/api/activity"} {
		if status, answer := ana.call("GET", path+"?tag=shop&clientId="+acme, nil, nil); status != ok {
			t.Errorf("%s: %d %s", path, status, answer)
		}
		if status, answer := p.signIn("bo@example.com").call("GET", path+"?clientId="+acme, nil, nil); status != missing {
			t.Errorf("%s of a stranger's client: %d %s", path, status, answer)
		}
	}
	var page struct{ HTML string }
	if status, answer := ana.call("POST", "/api/reports/preview", map[string]any{"clientId": acme}, &page); status != ok || !strings.Contains(page.HTML, "Acme, 2 sites") || !strings.Contains(page.HTML, "#aa0000") {
		t.Errorf("%d %.300s", status, answer)
	}
	if status, _ := ana.call("DELETE", "/api/clients/"+acme, nil, nil); status != http.StatusNoContent {
		t.Errorf("delete: %d", status)
	}
	var left []struct{ ClientID string }
	if ana.call("GET", "/api/sites", nil, &left); len(left) != 3 || slices.ContainsFunc(left, func(one struct{ ClientID string }) bool { return one.ClientID != "" }) {
		t.Errorf("%+v", left)
	}
}

// Whatever changes while a client's person is signed in, they see within a second what the model says.
func TestASignedInClientSeesWhatTheirClientsHaveNow(t *testing.T) {
	t.Parallel()
	p := shared(t)
	ana := p.signIn("ana@example.com")
	own, _ := ana.accounts()
	sites, owned := make([]string, 4), map[string]string{} // site → client
	for i := range sites {
		sites[i] = ana.addSite(fmt.Sprintf("site-%d.example", i))
	}
	clients := []string{ana.addClient("Acme"), ana.addClient("Globex"), ana.addClient("Initech")}
	cy, cyID := ana.invite("cy@example.com", "client", sites[0])
	single, whole := []string{sites[0]}, []string{}
	random := rand.New(rand.NewPCG(8, 21))
	do := func(method, path string, body any) {
		t.Helper()
		if status, answer := ana.call(method, path, body, nil); status >= 300 {
			t.Fatalf("%s %s: %d %s", method, path, status, answer)
		}
	}
	for step := range 12 {
		site, client := sites[random.IntN(len(sites))], clients[random.IntN(len(clients))]
		switch what := random.IntN(4); {
		case what == 0:
			single, whole = []string{site}, []string{client}
			do("PATCH", "/api/members/"+cyID, map[string]any{"role": "client", "siteIds": single, "clientIds": whole})
		case what == 1:
			delete(owned, site)
			do("PATCH", "/api/sites/"+site, map[string]any{"clientId": nil})
		case what == 2 && step > 6 && len(clients) > 1:
			do("DELETE", "/api/clients/"+client, nil)
			whole = slices.DeleteFunc(whole, func(one string) bool { return one == client })
			clients = slices.DeleteFunc(clients, func(one string) bool { return one == client })
			for of, one := range owned {
				if one == client {
					delete(owned, of)
				}
			}
		default:
			owned[site] = client
			do("PATCH", "/api/sites/"+site, map[string]any{"clientId": client})
		}
		want := []string{}
		for _, site := range sites {
			if slices.Contains(single, site) || owned[site] != "" && slices.Contains(whole, owned[site]) {
				want = append(want, site)
			}
		}
		within(t, fmt.Sprintf("step %d: sees %v", step, want), func() bool {
			_, answer := cy.as(own, "GET", "/api/sites", "")
			var seen []struct{ ID string }
			if err := json.Unmarshal([]byte(answer), &seen); err != nil || len(seen) != len(want) {
				return false
			}
			for i, one := range seen {
				if one.ID != want[i] {
					return false
				}
			}
			return true
		})
		for _, site := range sites {
			if status, _ := cy.as(own, "GET", "/api/insights?siteId="+site, ""); (status == ok) != slices.Contains(want, site) {
				t.Errorf("step %d: %d for a site, seen are %v", step, status, want)
			}
		}
	}
}
