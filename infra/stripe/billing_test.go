package stripe_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
	"upslope/infra/stripe"
	"upslope/infra/stripe/testmode"
)

func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }

// shop is an account, its Billing, and the fake Stripe.
type shop struct {
	*testing.T
	db      *postgres.DB
	account upslope.Account
	stripe  *testmode.Stripe
	billing *stripe.Billing
	clock   atomic.Int64
}

func (s *shop) now() time.Time { return time.Now().Add(time.Duration(s.clock.Load())) }

func (s *shop) later(by time.Duration) { s.clock.Add(int64(by)) }

func open(t *testing.T, publishableKey string) *shop {
	t.Helper()
	s := &shop{T: t, db: postgrestest.Open(t)}
	s.account = s.signUp("ana")
	webhook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		payload, err := io.ReadAll(r.Body)
		if err == nil {
			err = s.billing.HandleEvent(r.Context(), payload, r.Header.Get("Stripe-Signature"))
		}
		if err != nil {
			t.Error(err)
			w.WriteHeader(http.StatusInternalServerError)
		}
	}))
	t.Cleanup(webhook.Close)
	var api *httptest.Server
	standIn, err := testmode.New("", webhook.URL, func() string { return api.URL }, s.now)
	if err != nil {
		t.Fatal(err)
	}
	api = httptest.NewServer(standIn)
	t.Cleanup(api.Close)
	client, err := stripe.Open(stripe.Config{
		SecretKey: "sk_test_1", PublishableKey: publishableKey, Prices: testmode.Prices, BaseURL: api.URL, PublicURL: "https://upslope.example",
	}, api.Client())
	if err != nil {
		t.Fatal(err)
	}
	s.stripe, s.billing = standIn, &stripe.Billing{Records: s.db, Client: client, WebhookSecret: testmode.Secret, Now: s.now}
	return s
}

func (s *shop) signUp(name string) upslope.Account {
	s.Helper()
	user, err := s.db.SignIn(s.Context(), upslope.Identity{Subject: "user_" + name, Email: name + "@example.com"}, time.Now(), 14)
	if err != nil {
		s.Fatal(err)
	}
	return upslope.Account{ID: user.AccountID, TrialEndsAt: user.TrialEndsAt}
}

func (s *shop) checkout(plan string) upslope.Checkout {
	s.Helper()
	way, err := s.billing.Checkout(s.Context(), s.account, "ana@example.com", plan)
	if err != nil {
		s.Fatal(err)
	}
	return way
}

// pay opens a checkout's page and pays.
func (s *shop) pay(url string) {
	s.Helper()
	stay := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := stay.Post(url, "", nil)
	if err != nil {
		s.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusSeeOther || answer.Header.Get("Location") != "https://upslope.example/settings?success=true" {
		s.Fatalf("%s %s", answer.Status, answer.Header.Get("Location"))
	}
}

func (s *shop) bought() upslope.Subscription {
	s.Helper()
	bought, err := s.billing.Subscription(s.Context(), s.account.ID)
	if err != nil {
		s.Fatal(err)
	}
	return bought
}

// wantPlan checks the account's plan.
func (s *shop) wantPlan(plan string) {
	s.Helper()
	user, err := s.db.SignIn(s.Context(), upslope.Identity{Subject: "user_ana", Email: "ana@example.com"}, time.Now(), 14)
	if err != nil || user.Plan != plan {
		s.Errorf("plan %q, %v, want %q", user.Plan, err, plan)
	}
}

func TestPaymentActivatesThePlan(t *testing.T) {
	s := open(t, "")
	way := s.checkout("seo")
	if way.ClientSecret != "" || way.URL == "" {
		t.Fatalf("%+v", way)
	}
	if again := s.checkout("seo"); again.URL != way.URL {
		t.Errorf("a second click opens %s, not %s", again.URL, way.URL)
	}
	s.wantPlan("")
	s.pay(way.URL)
	s.wantPlan("seo")
	// The rest of the trial is not charged.
	if bought := s.bought(); bought.Status != "trialing" || bought.PeriodEndsAt == nil || bought.PeriodEndsAt.Sub(s.account.TrialEndsAt).Abs() > time.Second {
		t.Errorf("%+v, trial ends %s", bought, s.account.TrialEndsAt)
	}
	_, err := s.billing.Checkout(t.Context(), s.account, "ana@example.com", "seo")
	if upslope.CodeOf(err) != upslope.Conflict {
		t.Errorf("the same plan twice: %v", err)
	}
}

func TestAfterTheTrialPaymentStartsImmediately(t *testing.T) {
	s := open(t, "")
	s.later(15 * 24 * time.Hour)
	s.pay(s.checkout("both").URL)
	s.wantPlan("both")
	if bought := s.bought(); bought.Status != "active" {
		t.Errorf("%+v", bought)
	}
}

func TestEmbeddedCheckoutReturnsAClientSecret(t *testing.T) {
	if way := open(t, "pk_test_1").checkout("ads"); way.URL != "" || way.ClientSecret == "" {
		t.Errorf("%+v", way)
	}
}

func TestEarlierCheckoutCannotBePaidToo(t *testing.T) {
	s := open(t, "")
	early, late := s.checkout("seo"), s.checkout("both")
	s.pay(late.URL)
	answer, err := http.Post(early.URL, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	s.wantPlan("both")
	if bought := s.bought(); bought.Plan != "both" {
		t.Errorf("%+v", bought)
	}
}

func TestPlanChangeStartsWithTheNextPeriod(t *testing.T) {
	s := open(t, "")
	s.pay(s.checkout("seo").URL)
	if way := s.checkout("both"); way.URL != "https://upslope.example/settings?tab=billing&changed=both" {
		t.Errorf("%+v", way)
	}
	s.wantPlan("seo")
	if bought := s.bought(); bought.Plan != "seo" || bought.NextPlan != "both" {
		t.Errorf("%+v", bought)
	}
	// Choosing the current plan cancels the change.
	s.checkout("seo")
	if bought := s.bought(); bought.Plan != "seo" || bought.NextPlan != "" {
		t.Errorf("%+v", bought)
	}
}

func TestFailedPaymentKeepsThePlanForTheGracePeriod(t *testing.T) {
	s := open(t, "")
	s.pay(s.checkout("seo").URL)
	customer := s.bought().CustomerID
	change := func(status string) {
		t.Helper()
		if err := s.stripe.Change(t.Context(), customer, "invoice.payment_failed", map[string]any{"status": status}); err != nil {
			t.Fatal(err)
		}
	}
	change("past_due")
	s.wantPlan("seo")
	since := s.bought().PastDueSince
	s.later(13 * 24 * time.Hour)
	change("past_due")
	s.wantPlan("seo")
	if now := s.bought().PastDueSince; now == nil || !now.Equal(*since) {
		t.Errorf("due since %v, then %v", since, now)
	}
	s.later(2 * 24 * time.Hour)
	if _, err := s.billing.Reconcile(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.wantPlan("")
	change("active")
	s.wantPlan("seo")
	if due := s.bought().PastDueSince; due != nil {
		t.Errorf("still due since %v", due)
	}
	change("canceled")
	s.wantPlan("")
}

func TestEachAccountHasItsOwnCustomer(t *testing.T) {
	s := open(t, "")
	s.pay(s.checkout("seo").URL)
	ben := s.signUp("ben")
	bought, err := s.billing.Subscription(t.Context(), ben.ID)
	if err != nil || bought != (upslope.Subscription{}) {
		t.Errorf("%+v, %v", bought, err)
	}
	url, err := s.billing.Portal(t.Context(), ben.ID, "ben@example.com")
	if err != nil || url == "" {
		t.Fatal(err)
	}
	if bought, err = s.billing.Subscription(t.Context(), ben.ID); err != nil || bought.CustomerID == "" || bought.CustomerID == s.bought().CustomerID {
		t.Errorf("%+v, %v", bought, err)
	}
}

func TestConcurrentRequestsGetTheSameCustomer(t *testing.T) {
	s := open(t, "")
	for i := range 20 {
		account, customer := s.signUp(fmt.Sprintf("member%d", i)).ID, fmt.Sprintf("cus_%d", i)
		var asking sync.WaitGroup
		for range 8 {
			asking.Go(func() {
				kept, err := s.db.KeepCustomer(t.Context(), account, customer)
				if err != nil || kept != customer {
					t.Errorf("%q, %v, want %q", kept, err, customer)
				}
			})
		}
		asking.Wait()
	}
}

func TestReturningCustomerHasNoSecondTrial(t *testing.T) {
	s := open(t, "")
	s.pay(s.checkout("seo").URL)
	if bought := s.bought(); bought.Status != "trialing" {
		t.Fatalf("%+v", bought)
	}
	if err := s.billing.Client.Cancel(t.Context(), s.bought().CustomerID); err != nil {
		t.Fatal(err)
	}
	s.later(11 * time.Minute) // outside the window in which clicks share a checkout
	s.pay(s.checkout("seo").URL)
	if bought := s.bought(); bought.Status != "active" {
		t.Errorf("%+v", bought)
	}
}
