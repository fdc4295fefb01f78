package main

import (
	"bufio"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// withToken returns an API client with a token and without cookies.
func (p *program) withToken(token string) *visitor {
	return &visitor{program: p, client: &http.Client{Transport: bearing(token)}}
}

// bearing adds a token to every request.
type bearing string

// RoundTrip implements http.RoundTripper.
func (b bearing) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(request)
}

// A token reads, subscribes and downloads on every edge; revoking it on one ends it on all.
func TestATokenWorksOnEveryEdgeUntilItIsRevokedOnOne(t *testing.T) {
	t.Parallel()
	nats, folder := startNATS(t), t.TempDir()
	shared := []string{"NATS_URL=" + nats.url(), "REPORTS_REPLICA_URL=file://" + filepath.Join(folder, "storage")}
	origin := start(t, filepath.Join(folder, "dev"), shared...)
	ana, bo := origin.signIn("ana@example.com"), origin.signIn("bo@example.com")
	ana.addSite("shop.example")
	if status, answer := ana.put(crawlOf("shop.example", 50)); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	alone := append([]string{"APP_ENV=development", "CLICKHOUSE_URL=clickhouse://" + nowhere + "/upslope", "DATABASE_URL=" + origin.databaseURL()}, shared...)
	other := launch(t, "edge", filepath.Join(folder, "edge"), alone...).awaitReady() // links come first
	eventually(t, "the other edge has reached PostgreSQL", func() bool {
		response, err := http.Get(other.url + "/api/sites")
		return err == nil && response.Body.Close() == nil && response.StatusCode != http.StatusServiceUnavailable
	})

	var made struct{ ID, Token string }
	if status, answer := ana.call("POST", "/api/tokens", map[string]any{"name": "Export", "scope": "write"}, &made); status != http.StatusCreated {
		t.Fatalf("%d %s", status, answer)
	}
	here, there := origin.withToken(made.Token), other.withToken(made.Token)
	for name, edge := range map[string]*visitor{"its own": here, "another": there} {
		if status, answer := edge.call("GET", "/api/sites", nil, nil); status != http.StatusOK || !strings.Contains(answer, "shop.example") {
			t.Errorf("%s edge: %d %s", name, status, answer)
		}
	}
	if status, file := here.call("GET", "/api/technical/sf-issues.csv", nil, nil); status != http.StatusOK || !strings.Contains(file, "https://shop.example/") {
		t.Errorf("the file: %d %.200s", status, file)
	}
	if status, answer := here.call("PATCH", "/api/account/branding", map[string]string{"name": "Agency"}, nil); status != http.StatusOK {
		t.Errorf("a write: %d %s", status, answer)
	}
	events, err := there.client.Get(other.url + "/api/events")
	if err != nil || events.StatusCode != http.StatusOK {
		t.Fatalf("%v %v", events, err)
	}
	defer func() { _ = events.Body.Close() }()
	if status, answer := bo.call("DELETE", "/api/tokens/"+made.ID, nil, nil); status != http.StatusNotFound {
		t.Errorf("a stranger revokes it: %d %s", status, answer)
	}
	if status, answer := ana.call("DELETE", "/api/tokens/"+made.ID, nil, nil); status != http.StatusNoContent {
		t.Fatalf("revoke: %d %s", status, answer)
	}
	for heard := bufio.NewScanner(events.Body); heard.Scan(); { // until the other edge hears of it and closes
		if heard.Text() == "event: tokens" {
			t.Error("a revoked token still listens")
		}
	}
	for name, edge := range map[string]*visitor{"its own": here, "another": there} {
		if status, answer := edge.call("GET", "/api/sites", nil, nil); status != http.StatusUnauthorized || !strings.Contains(answer, "Unauthorized") {
			t.Errorf("revoked, %s edge: %d %s", name, status, answer)
		}
	}
}

func TestATokenOfADeletedAccountAndOfAnEndedTrial(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "TRIAL_DAYS=0")
	ana := p.signIn("ana@example.com")
	var made struct{ ID, Token string }
	if status, answer := ana.call("POST", "/api/tokens", map[string]any{"name": "Export", "scope": "write"}, &made); status != http.StatusCreated {
		t.Fatalf("%d %s", status, answer)
	}
	ana.addSite("shop.example")
	program := p.withToken(made.Token)
	if status, answer := program.call("GET", "/api/insights", nil, nil); status != http.StatusOK {
		t.Errorf("reading after the trial: %d %s", status, answer)
	}
	if status, answer := program.call("POST", "/api/insights/recompute", nil, nil); status != http.StatusPaymentRequired {
		t.Errorf("work after the trial: %d %s", status, answer)
	}
	if status, answer := ana.call("DELETE", "/api/account", map[string]string{"confirm": "ana@example.com"}, nil); status != http.StatusNoContent {
		t.Fatalf("%d %s", status, answer)
	}
	if status, answer := program.call("GET", "/api/insights", nil, nil); status != http.StatusUnauthorized {
		t.Errorf("after the account was deleted: %d %s", status, answer)
	}
}
