package main

import (
	"net/http"
	"strings"
	"testing"

	"upslope"
)

// Development uses the simulated Stripe, whose payments survive a restart.
func TestPlanPaidInTestModePersists(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	p := start(t, data)
	ana, bo := p.signIn("ana@example.com"), p.signIn("bo@example.com")
	var way struct{ URL string }
	if status, answer := ana.call("POST", "/api/stripe/create-checkout-session", map[string]string{"planType": "gold"}, nil); status != http.StatusBadRequest {
		t.Errorf("a plan that there is not: %d %s", status, answer)
	}
	if status, answer := ana.call("POST", "/api/stripe/create-checkout-session", map[string]string{"planType": "both"}, &way); status != http.StatusOK || way.URL == "" {
		t.Fatalf("checkout: %d %s", status, answer)
	}
	stay := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	paid, err := stay.Post(way.URL, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = paid.Body.Close()
	if to := paid.Header.Get("Location"); paid.StatusCode != http.StatusSeeOther || to != p.url+"/settings?success=true" {
		t.Fatalf("paying leads to %q with %s", to, paid.Status)
	}
	has := func(who *visitor, plan, status string) {
		t.Helper()
		var user struct{ Plan string }
		var billing upslope.Billing
		who.call("GET", "/api/auth/user", nil, &user)
		who.call("GET", "/api/billing", nil, &billing)
		if user.Plan != plan || billing.Plan != plan || billing.Status != status || !billing.TestMode {
			t.Errorf("user %+v, billing %+v: want plan %q and status %q", user, billing, plan, status)
		}
	}
	has(ana, "both", "trialing")
	has(bo, "", "")
	if status, answer := ana.send("POST", "/api/webhooks/stripe", "application/json", strings.NewReader(`{"id":"evt_1","object":"event"}`), nil); status != http.StatusBadRequest {
		t.Errorf("an event that Stripe did not sign: %d %s", status, answer)
	}

	p.kill()
	p = start(t, data)
	ana = p.signIn("ana@example.com")
	if status, answer := ana.call("POST", "/api/stripe/create-checkout-session", map[string]string{"planType": "seo"}, &way); status != http.StatusOK {
		t.Fatalf("another plan: %d %s", status, answer)
	}
	var billing upslope.Billing
	if ana.call("GET", "/api/billing", nil, &billing); billing.Plan != "both" || billing.NextPlan != "seo" || billing.PeriodEndsAt == nil {
		t.Errorf("%+v", billing)
	}
}
