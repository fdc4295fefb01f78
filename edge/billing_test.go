package edge_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestAPlanIsBoughtByItsCodeAndForTheOwnAccount(t *testing.T) {
	r := start(t)
	ana, bo := r.signIn("ana@example.com"), r.signIn("bo@example.com")
	buy := func(who *person) string {
		return decode[struct{ URL string }](who.do("POST", "/api/stripe/create-checkout-session", `{"planType":"seo"}`, asJSON).want(http.StatusOK)).URL
	}
	if first, second := buy(ana), buy(bo); !strings.HasSuffix(first, "/seo") || first == second {
		t.Errorf("%q and %q", first, second)
	}
	for _, body := range []string{`{"planType":"gold"}`, `{"planType":""}`} {
		ana.do("POST", "/api/stripe/create-checkout-session", body, asJSON).wantProblem(http.StatusBadRequest, "Choose seo, ads or both.", "planType")
	}
}

func TestWhatIsNoEventOfStripeIsRefused(t *testing.T) {
	visitor := start(t).visitor()
	visitor.do("POST", "/api/webhooks/stripe", "{}", asJSON).wantProblem(http.StatusBadRequest, "This is not signed by Stripe.", "")
	visitor.do("POST", "/api/webhooks/stripe", strings.Repeat("x", 2<<20), asJSON, "Stripe-Signature: good").wantProblem(http.StatusRequestEntityTooLarge, "", "")
}
