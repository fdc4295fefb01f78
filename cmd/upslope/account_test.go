package main

import (
	"archive/zip"
	"net/http"
	"os"
	"path/filepath"
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
