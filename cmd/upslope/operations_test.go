package main

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"upslope/edge/auth"
	"upslope/infra/mail/mailtest"
	"upslope/simulator"
	"upslope/simulator/world"
)

// Calls every operation as every unauthorized caller, with other accounts' ids; unclassified operations fail.
func TestEveryOperationIsRestrictedToItsCallers(t *testing.T) {
	t.Parallel()
	calls := contractCalls(t)
	google := startSimulator(t, simulator.Config{Worlds: []string{world.Small, world.Odd}})
	p := start(t, t.TempDir(), append(google.settings(3), "GOOGLE_CLIENT_ID=id", "GOOGLE_CLIENT_SECRET=hush", "SMTP_URL="+mailtest.Start(t).URL+"?from=reports@example.com",
		"CLIENT_ADDRESS_HEADER="+testAddress, "COMPANION_URL=http://"+nowhere, "COMPANION_SECRET=a secret of the tests, long enough")...)
	db, err := pgx.Connect(t.Context(), p.databaseURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close(context.Background()) })
	ana := p.fill(t, google, db, "ana@example.com", "Quibblefox", google.World(world.Small))
	cal := p.fill(t, google, db, "cal@example.com", "Wobblegong", google.World(world.Odd))
	p.signIn("bo@example.com").addSite("bo.example") // with no site, the error would be to add one
	stranger := caller{session: p.session(t, "bo@example.com")}
	before := ana.all(t)
	if _, err := db.Exec(t.Context(), "update accounts set is_demo = true where id = $1", cal.accountID); err != nil {
		t.Fatal(err)
	}

	for _, c := range calls {
		wanted := c.nobody
		if wanted == 0 {
			wanted = unknown
		}
		if c.public() != (c.nobody != 0) || c.people != (!c.public() && c.Security != nil) {
			t.Errorf("%s: openapi.yaml and operations_table_test.go differ on who may call it", c.OperationID)
		}
		for who, nobody := range map[string]caller{"nobody": {}, "a made-up session": {session: "made.up.session"}, "a made-up token": {token: "up_made_up"}} {
			got := p.do(t, nobody, c, ana, true)
			got.want(t, who, c, wanted)
			if found := ana.shows(got.text); len(found) > 0 && got.status < 400 {
				t.Errorf("%s shows %s the %v of an account: %.500s", c.OperationID, who, found, got.text)
			}
		}
	}

	for _, c := range calls {
		if c.slow {
			continue
		}
		wanted := c.stranger
		if wanted == 0 && c.names() && !c.public() {
			wanted = missing
		} else if wanted == 0 {
			wanted = c.own
		}
		who := stranger
		if c.ends {
			who = caller{session: p.session(t, "di@example.com")}
		}
		got := p.do(t, who, c, ana, true)
		got.want(t, "a stranger", c, wanted)
		if found := ana.shows(got.text); len(found) > 0 {
			t.Errorf("%s shows a stranger the %v of an account: %.500s", c.OperationID, found, got.text)
		}
		if c.has("siteId") && !c.writes() && c.OperationID != "getIntegration" {
			got = p.do(t, who, c, ana, false)
			if found := ana.shows(got.text); len(found) > 0 {
				t.Errorf("%s without a site shows a stranger the %v of an account: %.500s", c.OperationID, found, got.text)
			}
			if c.table() && strings.Count(strings.TrimSpace(got.body), "\n") > 0 {
				t.Errorf("%s has rows for somebody who has none: %.300s", c.OperationID, got.body)
			}
		}
	}
	if after := ana.all(t); after != before {
		t.Errorf("strangers have changed an account\n%s\nbecame\n%s", before, after)
	}

	p.walkCrawls(t, calls, ana, cal)
	p.walkDemo(t, calls, ana, cal)
	p.walkRoles(t, calls, ana)
	p.walkTokens(t, calls, ana, cal)
	p.walkAfterTheTrial(t, calls, cal, db)
}

// walkDemo calls every operation as a visitor of the demo, which is cal's account: reads answer, writes are
// refused, and nothing of another account is shown.
func (p *program) walkDemo(t *testing.T, calls []call, ana, cal *tenant) {
	t.Helper()
	visitor, before := caller{demo: true}, cal.all(t)
	for _, c := range calls {
		switch {
		case c.public():
		case !auth.VisitorMay(c.method, c.OperationID):
			p.do(t, visitor, c, cal, true).want(t, "a visitor of the demo", c, forbidden)
		default:
			p.do(t, visitor, c, cal, true).want(t, "a visitor of the demo", c, c.own)
			if got := p.do(t, visitor, c, ana, true); got.status < 400 && len(ana.shows(got.text)) > 0 {
				t.Errorf("%s shows a visitor of the demo the %v of an account: %.500s", c.OperationID, ana.shows(got.text), got.text)
			}
		}
		if c.writes() && auth.VisitorMay(c.method, c.OperationID) && c.OperationID != "previewReport" {
			t.Errorf("%s is a write that visitors of the demo may call", c.OperationID)
		}
	}
	if after := cal.all(t); after != before {
		t.Errorf("visitors have changed the demo\n%s\nbecame\n%s", before, after)
	}
}

// all returns what the owner sees of everything that a stranger tried to change.
func (a *tenant) all(t *testing.T) string {
	t.Helper()
	var everything strings.Builder
	for _, path := range []string{
		"/api/sites", "/api/sites/" + a.ids["site"] + "/rules", "/api/sites/" + a.ids["site"] + "/changes", "/api/insights/" + a.ids["insight"], "/api/reports", "/api/report-schedules",
		"/api/account/branding", "/api/technical/uploads/" + a.ids["upload"], "/api/technical/sf-issues?limit=5", "/api/tokens",
		"/api/storage/s3/multipart/" + a.ids["parts"] + "?key=" + url.QueryEscape(a.ids["key"]),
	} {
		status, answer := a.call("GET", path, nil, nil)
		if status != ok {
			t.Fatalf("%s: %d %s", path, status, answer)
		}
		everything.WriteString(answer + "\n")
	}
	return everything.String()
}

// walkTokens calls every operation with a revoked, a read-only and a stranger's API token.
func (p *program) walkTokens(t *testing.T, calls []call, ana, cal *tenant) {
	t.Helper()
	for _, c := range calls {
		if c.public() {
			continue
		}
		p.do(t, caller{token: ana.revoked}, c, ana, true).want(t, "a revoked token", c, unknown)
		switch {
		case c.people:
			p.do(t, caller{token: ana.write}, c, ana, true).want(t, "a token", c, forbidden)
		case c.writes():
			p.do(t, caller{token: ana.read}, c, ana, true).want(t, "a token that reads", c, forbidden)
		case !c.paid:
			p.do(t, caller{token: ana.read}, c, ana, true).want(t, "a token that reads", c, c.own)
		}
		if !c.people && c.names() {
			got := p.do(t, caller{token: cal.write}, c, ana, true)
			wanted := c.stranger
			if wanted == 0 {
				wanted = missing
			}
			got.want(t, "a stranger's token", c, wanted)
			if found := ana.shows(got.text); len(found) > 0 {
				t.Errorf("%s shows a stranger's token the %v of an account: %.500s", c.OperationID, found, got.text)
			}
		}
	}
}

// walkAfterTheTrial calls every operation after the trial: paid ones return 402, reads still work.
func (p *program) walkAfterTheTrial(t *testing.T, calls []call, cal *tenant, db *pgx.Conn) {
	t.Helper()
	if _, err := db.Exec(t.Context(), "update accounts set trial_ends_at = now() - interval '1 day' where id = $1", cal.accountID); err != nil {
		t.Fatal(err)
	}
	who := caller{session: p.session(t, cal.email)} // plans are cached for a minute per session
	for _, c := range calls {
		switch {
		case c.ends, c.public():
		case c.paid:
			got := p.do(t, who, c, cal, true)
			got.want(t, "somebody whose trial has ended", c, http.StatusPaymentRequired)
			if !strings.Contains(got.body, "Choose a plan") {
				t.Errorf("%s does not say what to do: %s", c.OperationID, got.body)
			}
		default:
			p.do(t, who, c, cal, true).want(t, "somebody whose trial has ended", c, c.own)
		}
	}
}
