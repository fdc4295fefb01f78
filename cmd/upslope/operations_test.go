package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/jackc/pgx/v5"

	"upslope/edge"
	"upslope/infra/mail/mailtest"
	"upslope/ingest/simulator"
	"upslope/ingest/simulator/world"
)

// testAddress is the header in which tests say where a request comes from.
const testAddress = "X-Test-Address"

// caller is who makes a request: a session, a token, neither.
type caller struct{ session, token string }

// call is one operation of the contract.
type call struct {
	method, path string
	*openapi3.Operation
	item *openapi3.PathItem
	classified
}

func (c call) table() bool  { return slices.Contains(c.Tags, "table") }
func (c call) writes() bool { return c.method != http.MethodGet }
func (c call) public() bool { return c.Security != nil && len(*c.Security) == 0 }

// has says whether a parameter of that name is there.
func (c call) has(name string) bool {
	return slices.ContainsFunc(append(c.item.Parameters[:len(c.item.Parameters):len(c.item.Parameters)], c.Parameters...), func(p *openapi3.ParameterRef) bool { return p.Value.Name == name })
}

// names says whether it takes the id of anything.
func (c call) names() bool {
	return strings.Contains(c.path, "{") && !strings.Contains(c.path, "{token}") && !strings.Contains(c.path, "{type}") || c.has("siteId") || strings.Contains(c.body, "{site}")
}

// contractCalls are all operations, those that read first and those that end something last.
func contractCalls(t *testing.T) []call {
	t.Helper()
	contract, err := openapi3.NewLoader().LoadFromData(edge.Contract)
	if err != nil {
		t.Fatal(err)
	}
	var calls []call
	seen := map[string]bool{}
	for path, item := range contract.Paths.Map() {
		for method, operation := range item.Operations() {
			class, known := operations[operation.OperationID]
			if !known {
				t.Errorf("%s (%s %s) is not classified in operations: who may call it?", operation.OperationID, method, path)
			}
			seen[operation.OperationID] = true
			calls = append(calls, call{method, path, operation, item, class})
		}
	}
	for name := range operations {
		if !seen[name] {
			t.Errorf("operations classifies %s, which the contract does not have", name)
		}
	}
	turn := func(c call) int {
		switch {
		case c.ends:
			return 4
		case c.OperationID == "deleteSite":
			return 3
		case c.method == http.MethodDelete || c.OperationID == "disconnectIntegration":
			return 2
		case c.writes():
			return 1
		}
		return 0
	}
	slices.SortFunc(calls, func(a, b call) int {
		if turn(a) != turn(b) {
			return turn(a) - turn(b)
		}
		return strings.Compare(a.OperationID, b.OperationID)
	})
	return calls
}

// said is an answer.
type said struct {
	status int
	text   string // header and body
	body   string
}

// do makes the call with somebody's objects.
func (p *program) do(t *testing.T, who caller, c call, of *tenant, withSite bool) said {
	t.Helper()
	fill := strings.NewReplacer("{site}", of.ids["site"], "{email}", of.email, "{domain}", of.domain)
	path := strings.NewReplacer("{id}", of.ids[c.id], "{changeId}", of.ids["note"], "{uploadId}", of.ids["parts"], "{partNumber}", "1", "{provider}", "gsc",
		"{type}", of.kind, "{token}", "made-up").Replace(c.path)
	query, err := url.ParseQuery(fill.Replace(c.query))
	if err != nil {
		t.Fatal(err)
	}
	if c.has("siteId") && withSite {
		query.Set("siteId", of.ids["site"])
	}
	if c.has("key") {
		query.Set("key", of.ids["key"])
	}
	contentType, body := "application/json", io.Reader(strings.NewReader(fill.Replace(c.body)))
	switch {
	case c.method == http.MethodGet || c.RequestBody == nil:
		contentType, body = "", nil
	case c.OperationID == "uploadCrawl":
		contentType, body = form(t, "again.csv", crawlOf(of.domain, 3))
	case c.OperationID == "putCrawl":
		contentType, body = "text/csv", strings.NewReader(string(crawlOf(of.domain, 4)))
	case strings.Contains(c.path, "{token}"):
		contentType = "application/x-www-form-urlencoded"
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, c.method, p.url+path+"?"+query.Encode(), body)
	if err != nil {
		t.Fatal(err)
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	p.calls++
	request.Header.Set(testAddress, fmt.Sprintf("10.0.%d.%d", p.calls>>8, p.calls&0xff)) // so that no limit of an address is reached
	if who.session != "" {
		request.AddCookie(&http.Cookie{Name: "__session", Value: who.session})
	}
	if who.token != "" {
		request.Header.Set("Authorization", "Bearer "+who.token)
	}
	stay := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := stay.Do(request)
	if err != nil {
		t.Fatalf("%s: %v", c.OperationID, err)
	}
	defer func() { _ = response.Body.Close() }()
	if c.OperationID == "streamEvents" && response.StatusCode == ok {
		time.AfterFunc(500*time.Millisecond, cancel) // it has no end
	}
	read, err := io.ReadAll(response.Body)
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatalf("%s: %v", c.OperationID, err)
	}
	return said{response.StatusCode, fmt.Sprint(response.Header, string(read)), string(read)}
}

// want checks the status of an answer, 0 for any success.
func (s said) want(t *testing.T, who string, c call, want int) {
	t.Helper()
	if want == 0 && s.status < 300 || s.status == want {
		return
	}
	t.Errorf("%s (%s %s) answers %s %d, want %d: %.300s", c.OperationID, c.method, c.path, who, s.status, want, s.body)
}

// Every operation of the contract is called by everybody who may not, with ids that are not theirs: what is not classified fails.
func TestEveryOperationIsForThoseItIsFor(t *testing.T) {
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
	p.signIn("bo@example.com").addSite("bo.example") // who has none is told to add one first
	stranger := caller{session: p.session(t, "bo@example.com")}
	before := ana.all(t)

	for _, c := range calls {
		wanted := c.nobody
		if wanted == 0 {
			wanted = unknown
		}
		if c.public() != (c.nobody != 0) || c.people != (!c.public() && c.Security != nil) {
			t.Errorf("%s: the contract and the table differ on who may call it", c.OperationID)
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

	p.walkTokens(t, calls, ana, cal)
	p.walkAfterTheTrial(t, calls, cal, db)
}

// all is what the owner sees of everything that a stranger tried to change.
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

// walkTokens calls everything with tokens: one that was revoked, one that may only read, and a stranger's.
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

// walkAfterTheTrial has somebody whose trial has ended call everything: what costs is 402, what reads is as it was.
func (p *program) walkAfterTheTrial(t *testing.T, calls []call, cal *tenant, db *pgx.Conn) {
	t.Helper()
	if _, err := db.Exec(t.Context(), "update accounts set trial_ends_at = now() - interval '1 day' where id = $1", cal.accountID); err != nil {
		t.Fatal(err)
	}
	who := caller{session: p.session(t, cal.email)} // plans are remembered for a minute by session
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
