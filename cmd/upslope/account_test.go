package main

import (
	"archive/zip"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// subscribe buys a plan in test mode.
func (v *visitor) subscribe(plan string) {
	v.t.Helper()
	var way struct{ URL string }
	if status, answer := v.call("POST", "/api/stripe/create-checkout-session", map[string]string{"planType": plan}, &way); status != http.StatusOK {
		v.t.Fatalf("%d %s", status, answer)
	}
	answer, err := v.client.Post(way.URL, "", nil)
	if err != nil {
		v.t.Fatal(err)
	}
	_ = answer.Body.Close()
	v.wantPlan(plan)
}

func (v *visitor) wantPlan(plan string) {
	v.t.Helper()
	var user struct{ Plan string }
	if v.call("GET", "/api/auth/user", nil, &user); user.Plan != plan {
		v.t.Fatalf("plan %q, want %q", user.Plan, plan)
	}
}

func TestADeletedAccountIsGoneEverywhere(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	ana, elsewhere := p.signIn("ana@example.com"), p.signIn("ana@example.com")
	var before, after struct {
		ID          string
		TrialEndsAt time.Time
	}
	ana.call("GET", "/api/auth/user", nil, &before)
	elsewhere.call("GET", "/api/auth/user", nil, nil)
	ana.addSite("shop.example")
	if status, answer := ana.post("shop.csv", titled("", "A title that is long enough to be one"), nil); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	folders, err := filepath.Glob(filepath.Join(p.data, "objects", "uploads", "*"))
	if err != nil || len(folders) != 1 {
		t.Fatalf("%q, %v", folders, err)
	}
	account := filepath.Base(folders[0])
	link := ana.createLink("What a client sees")
	p.opens(link)
	ana.subscribe("both")
	if status, export := ana.call("GET", "/api/account/export", nil, nil); status != http.StatusOK {
		t.Errorf("export: %d %s", status, export)
	} else if archive, err := zip.NewReader(strings.NewReader(export), int64(len(export))); err != nil || archive.File[len(archive.File)-1].Name != "complete.txt" {
		t.Errorf("export: %v", err)
	}
	var done []struct{ Action string }
	if ana.call("GET", "/api/audit", nil, &done); len(done) < 4 || done[0].Action != "exportAccount" || done[1].Action != "createCheckoutSession" {
		t.Errorf("%+v", done)
	}
	// tokens have a resolution of one second: makes the other session older
	time.Sleep(1100 * time.Millisecond)
	if status, answer := ana.call("DELETE", "/api/account", map[string]string{"confirm": "ana@example.com"}, nil); status != http.StatusNoContent {
		t.Fatalf("%d %s\n%s", status, answer, p.stderr)
	}
	for name, browser := range map[string]*visitor{"this": ana, "the other": elsewhere} {
		for range 2 {
			if status, answer := browser.call("GET", "/api/sites", nil, nil); status != http.StatusUnauthorized {
				t.Errorf("%s browser is answered %d %s", name, status, answer)
			}
		}
	}
	eventually(t, "the link opens no more", func() bool { response, _ := p.open(link); return response.StatusCode == http.StatusNotFound })
	eventually(t, "the uploaded files are deleted", func() bool { return p.uploadedFiles() == 0 })
	eventually(t, "the subscription is cancelled", func() bool {
		kept, err := os.ReadFile(filepath.Join(p.data, "stripe-test-mode.json"))
		return err == nil && strings.Contains(string(kept), `"status":"canceled"`)
	})
	back := p.signIn("ana@example.com")
	if back.call("GET", "/api/auth/user", nil, &after); after.ID == before.ID || !after.TrialEndsAt.Equal(before.TrialEndsAt) {
		t.Errorf("was %+v, comes back as %+v", before, after)
	}
	back.wantPlan("")
	var sites []any
	if back.call("GET", "/api/sites", nil, &sites); len(sites) != 0 {
		t.Errorf("%v", sites)
	}
	if err := p.interrupt(); err != nil {
		t.Fatal(err)
	}
	settings := []string{"APP_ENV=development", "DATA_DIR=" + p.data}
	printed, err := command(t, settings, "doctor", "--audit", account)
	for tries := 0; err != nil && tries < 3; tries++ { // its rows may have been on their way out
		again := start(t, p.data)
		time.Sleep(5 * time.Second)
		if err := again.interrupt(); err != nil {
			t.Fatal(err)
		}
		printed, err = command(t, settings, "doctor", "--audit", account)
	}
	if err != nil || strings.Contains(printed, "FAIL") || !strings.Contains(printed, "ok  ClickHouse pages ") {
		t.Errorf("the audit of the deleted account: %v\n%s", err, printed)
	}
	if printed, err := command(t, settings, "doctor", "--audit", "ana@example.com"); err == nil || !strings.Contains(printed, "is no account id") {
		t.Errorf("%v %s", err, printed)
	}
}

func TestTheAuditLogNamesWhatWasChangedAlsoWhenItIsGone(t *testing.T) {
	t.Parallel()
	ana := shared(t).signIn("ana@example.com")
	site := ana.addSite("names.example")
	client := ana.addClient("Acme", site)
	_, bo := ana.invite("bo@example.com", "viewer")
	ana.call("PATCH", "/api/members/"+bo, map[string]string{"role": "member"}, nil)
	ana.call("DELETE", "/api/members/"+bo, nil, nil)
	ana.call("PATCH", "/api/sites/"+site+"/rules", map[string]any{"targetCpa": 20}, nil)
	ana.call("POST", "/api/sites/"+site+"/changes", map[string]string{"day": "2026-11-20", "text": "New menu"}, nil)
	ana.call("POST", "/api/tokens", map[string]string{"name": "Sheet", "scope": "read"}, nil)
	ana.call("POST", "/api/webhooks/outgoing", map[string]any{"name": "Chat", "url": "https://hooks.example.com/1", "kind": "slack", "events": []string{"site.added"}}, nil)
	ana.call("POST", "/api/alert-rules", map[string]any{"rule": "clicks", "siteId": site, "enabled": false}, nil)
	ana.call("DELETE", "/api/clients/"+client, nil, nil)
	ana.call("DELETE", "/api/sites/"+site, nil, nil)
	var entries []struct{ Text string }
	ana.call("GET", "/api/audit", nil, &entries)
	var said []string
	for _, entry := range slices.Backward(entries) {
		said = append(said, strings.ReplaceAll(entry.Text, ana.tag, ""))
	}
	want := []string{
		"Added a site: names.example (names.example)", "Added a client: Acme", "Invited somebody: bo@example.com, viewer",
		"Joined the account: viewer", "Changed the role of a member: bo@example.com, member", "Removed a member: bo@example.com, member",
		"Changed the rules of a site: names.example (names.example)", "Added a note to a site: New menu (names.example)",
		"Created an API token: Sheet, read", "Added a webhook: Chat", "Changed a rule of alerts: clicks (names.example), off",
		"Deleted a client: Acme", "Deleted a site with all its data: names.example (names.example)",
	}
	if !slices.Equal(said, want) {
		t.Errorf("%q,\nwant %q", said, want)
	}
}
