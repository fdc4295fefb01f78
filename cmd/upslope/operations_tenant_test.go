package main

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"upslope/simulator"
	"upslope/simulator/world"
)

// tenant is an account with one object of each type, marked so that a leak of any of them is detected.
type tenant struct {
	*visitor
	email, marker, domain, accountID string
	kind                             string // of one of its insights
	ids                              map[string]string
	write, read, revoked             string // API tokens; "" before creation
}

// session signs a user in and returns the session token.
func (p *program) session(t *testing.T, email string) string {
	t.Helper()
	v := p.signIn(email)
	address, err := url.Parse(p.url)
	if err != nil {
		t.Fatal(err)
	}
	for _, cookie := range v.client.Jar.Cookies(address) {
		if cookie.Name == "__session" {
			return cookie.Value
		}
	}
	t.Fatal("signing in gave no session")
	return ""
}

// fill creates an account with one object of each type.
func (p *program) fill(t *testing.T, google *simulated, db *pgx.Conn, email, marker string, of *world.World) *tenant {
	t.Helper()
	a := &tenant{visitor: p.signIn(email), email: email, marker: marker, domain: of.Domain, ids: map[string]string{}}
	made := func(what, method, path string, in any) map[string]any {
		t.Helper()
		out := map[string]any{}
		if status, answer := a.call(method, path, in, &out); status >= 300 {
			t.Fatalf("%s: %d %s", what, status, answer)
		}
		if id, _ := out["id"].(string); id != "" {
			a.ids[what] = id
		}
		return out
	}
	site := made("site", "POST", "/api/sites", map[string]any{"name": marker + " shop", "domain": of.Domain})["id"].(string)
	file, err := os.ReadFile(google.key)
	if err != nil {
		t.Fatal(err)
	}
	for provider, credentials := range map[string]string{"gsc": string(file), "ga4": string(file), "gads": string(file), "semrush": fmt.Sprintf(`{"apiKey":%q}`, simulator.SemrushKey)} {
		property := ""
		if provider == "ga4" || provider == "gads" {
			property = fmt.Sprintf(`"property":%q,`, properties(of)[provider])
		}
		var result struct {
			Success bool
			Message string
		}
		eventually(t, provider+" is connected", func() bool {
			status, answer := a.send("POST", "/api/integrations/"+provider+"/connect", "application/json", strings.NewReader(fmt.Sprintf(`{"siteId":%q,%s"credentials":%s}`, site, property, credentials)), &result)
			if status != ok || !result.Success {
				t.Logf("%s: %d %s", provider, status, answer)
			}
			return result.Success
		})
	}
	broken := append(crawlOf(of.Domain, 40), []byte("https://"+of.Domain+"/"+marker+",text/html,404,Not Found,Non-Indexable,"+marker+",,,12\nno address,text/html\n")...)
	var imported struct{ UploadID string }
	if status, answer := a.send("PUT", "/api/upload/sf-csv?siteId="+site+"&filename="+marker+".csv", "text/csv", strings.NewReader(string(broken)), &imported); status != ok {
		t.Fatalf("upload: %d %s", status, answer)
	}
	a.ids["upload"] = imported.UploadID
	made("note", "POST", "/api/sites/"+site+"/changes", map[string]any{"day": "2026-11-02", "text": marker + " was noted"})
	made("rules", "PATCH", "/api/sites/"+site+"/rules", map[string]any{"brandTerms": []string{strings.ToLower(marker)}})
	made("client", "POST", "/api/clients", map[string]any{"name": marker + " client", "siteIds": []string{site}})
	made("tags", "PATCH", "/api/sites/"+site, map[string]any{"tags": []string{marker + " tag"}})
	made("branding", "PATCH", "/api/account/branding", map[string]any{"name": marker})
	made("report", "POST", "/api/reports/create-shareable-link", map[string]any{"siteId": site, "title": marker + " report"})
	made("schedule", "POST", "/api/report-schedules", map[string]any{
		"siteId": site, "title": marker + " weekly", "dateRange": "last-7-days", "frequency": "weekly", "weekday": 1, "hour": 8, "recipients": []string{marker + "@example.com"},
	})
	made("schedule", "PATCH", "/api/report-schedules/"+a.ids["schedule"], map[string]any{"active": false})
	parts := made("multipart", "POST", "/api/storage/s3/multipart", map[string]any{"filename": marker + ".csv", "type": "text/csv", "metadata": map[string]any{"siteId": site}})
	a.ids["parts"], a.ids["key"] = parts["uploadId"].(string), parts["key"].(string)
	a.makeTokens(made)
	a.addPeople()
	var issues []struct{ ID string }
	a.call("GET", "/api/technical/sf-issues?siteId="+site, nil, &issues)
	if len(issues) == 0 {
		t.Fatal("the crawl has no issues")
	}
	a.ids["issue"], a.ids["insight"] = issues[0].ID, a.insights(1)[0].ID
	a.kind, _ = made("insight", "GET", "/api/insights/"+a.ids["insight"], nil)["type"].(string)
	made("comment", "POST", "/api/insights/"+a.ids["insight"]+"/comments", map[string]any{"text": marker + " says so"})
	made("edit", "PATCH", "/api/insights/"+a.ids["insight"], map[string]any{"assignee": marker})
	for name, query := range map[string]string{"job": "select id::text from jobs where account_id = $1 limit 1", "connection": "select id::text from connections where account_id = $1 limit 1", "crawl": "select id::text from crawls where account_id = $1 limit 1"} {
		if a.accountID == "" {
			a.accountID = accountOf(t, db, email)
		}
		var id string
		if err := db.QueryRow(t.Context(), query, a.accountID).Scan(&id); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		a.ids[name] = id
	}
	a.addTracker(db)
	a.awaitHistory("gsc", site, maxWait)
	return a
}

func accountOf(t *testing.T, db *pgx.Conn, email string) (id string) {
	t.Helper()
	if err := db.QueryRow(t.Context(), "select account_id::text from users where email = $1", email).Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}

// addTracker gives the account an issue tracker, which cannot be reached.
func (a *tenant) addTracker(db *pgx.Conn) {
	a.t.Helper()
	var id string
	if err := db.QueryRow(a.t.Context(), "insert into trackers (account_id, name, kind, project, secret, key_id) values ($1, $2, 'github', 'acme/site', 'x', 1) returning id::text",
		a.accountID, a.marker+" tracker").Scan(&id); err != nil {
		a.t.Fatal(err)
	}
	a.ids["tracker"] = id
}

// addPeople gives the account a member and an invitation.
func (a *tenant) addPeople() {
	_, a.ids["member"] = a.invite("lee-of-"+strings.ToLower(a.marker)+"@example.com", "viewer")
	a.sendInvitation("new-at-"+strings.ToLower(a.marker)+"@example.com", "viewer")
	var invitations []struct{ ID string }
	a.call("GET", "/api/invitations", nil, &invitations)
	a.ids["invitation"] = invitations[0].ID
	var added struct{ Webhook struct{ ID string } }
	hook := map[string]any{"name": a.marker + " hook", "url": "https://hooks.invalid/" + a.marker, "events": []string{"crawl.imported"}}
	if status, answer := a.call("POST", "/api/webhooks/outgoing", hook, &added); status != http.StatusCreated {
		a.t.Fatalf("add a webhook: %d %s", status, answer)
	}
	a.ids["webhook"] = added.Webhook.ID
	var rule struct{ ID string }
	if status, answer := a.call("POST", "/api/alert-rules", map[string]any{"rule": "spend"}, &rule); status != http.StatusCreated {
		a.t.Fatalf("add a rule of alerts: %d %s", status, answer)
	}
	a.ids["alertRule"], a.ids["noAlert"] = rule.ID, a.ids["invitation"]
	var tested struct{ ID string }
	a.call("POST", "/api/webhooks/outgoing/"+a.ids["webhook"]+"/test", nil, &tested)
	a.ids["delivery"] = tested.ID
}

// walkCrawls calls every operation that compares crawls with a crawl of another account: it is as if there
// were none.
func (p *program) walkCrawls(t *testing.T, calls []call, ana, cal *tenant) {
	t.Helper()
	hers, his, compared := ana.ids["crawl"], cal.ids["crawl"], 0
	for _, c := range calls {
		if !c.has("against") {
			continue
		}
		compared++
		c.query = "against=" + hers
		p.do(t, caller{token: ana.read}, c, ana, true).want(t, "who compares a crawl with itself", c, bad)
		for _, query := range []string{"against=" + hers, "crawl=" + hers + "&against=" + his, "crawl=" + his + "&against=" + hers} {
			c.query = query
			for who, stranger := range map[string]caller{"a stranger": {session: p.session(t, cal.email)}, "a stranger's token": {token: cal.read}} {
				got := p.do(t, stranger, c, cal, true)
				got.want(t, who+" with "+query, c, missing)
				if found := ana.shows(got.text); len(found) > 0 {
					t.Errorf("%s with %s shows %s the %v of an account: %.500s", c.OperationID, query, who, found, got.text)
				}
			}
		}
	}
	if compared < 3 {
		t.Errorf("%d operations compare crawls", compared)
	}
}

// makeTokens creates an API token of each kind.
func (a *tenant) makeTokens(made func(what, method, path string, in any) map[string]any) {
	for name, scope := range map[string]string{"write": "write", "read": "read", "revoked": "write"} {
		token := made("token", "POST", "/api/tokens", map[string]any{"name": a.marker + " " + name, "scope": scope})
		switch secret := token["token"].(string); name {
		case "write":
			a.write = secret
			a.ids["kept token"] = token["id"].(string)
		case "read":
			a.read = secret
		default:
			a.revoked = secret
			if status, answer := a.call("DELETE", "/api/tokens/"+token["id"].(string), nil, nil); status != http.StatusNoContent {
				a.t.Fatalf("revoke a token: %d %s", status, answer)
			}
		}
	}
	a.ids["token"] = a.ids["kept token"]
}

// shows returns the account's marks found in a text.
func (a *tenant) shows(text string) (found []string) {
	words := maps.Clone(a.ids)
	words["mark"], words["domain"], words["e-mail"], words["account"] = a.marker, a.domain, a.email, a.accountID
	for name, word := range words {
		if strings.Contains(strings.ToLower(text), strings.ToLower(word)) {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return found
}
