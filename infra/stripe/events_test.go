package stripe_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope"
)

func TestEventsCountOnceInAnyOrderAndOnlyWhenSignedByStripe(t *testing.T) {
	s := open(t, "")
	s.pay(s.checkout("seo").URL)
	customer := s.bought().CustomerID
	// An old event reports the end of the subscription; Stripe's current state differs.
	old := map[string]any{"object": "subscription", "id": "sub_old", "customer": customer, "status": "canceled"}
	body, signature, err := s.stripe.Event("evt_old", "customer.subscription.deleted", old)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := s.billing.HandleEvent(t.Context(), body, signature); err != nil {
			t.Error(err)
		}
	}
	s.wantPlan("seo")
	for name, forged := range map[string]string{"none": "", "of another secret": "t=1,v1=00", "of another body": signature} {
		payload := body
		if name == "of another body" {
			payload = append([]byte(" "), body...)
		}
		if err := s.billing.HandleEvent(t.Context(), payload, forged); upslope.CodeOf(err) != upslope.Invalid {
			t.Errorf("signature %s: %v", name, err)
		}
	}
	body, signature, err = s.stripe.Event("evt_nobody", "customer.subscription.updated", map[string]any{"object": "subscription", "customer": "cus_of_nobody"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.billing.HandleEvent(t.Context(), body, signature); err != nil {
		t.Errorf("an event of no account: %v", err)
	}
}

func TestFailedEventIsProcessedOnRetry(t *testing.T) {
	s := open(t, "")
	s.pay(s.checkout("seo").URL)
	customer := s.bought().CustomerID
	s.stripe.WebhookURL = ""
	if err := s.stripe.Change(t.Context(), customer, "", map[string]any{"status": "canceled"}); err != nil {
		t.Fatal(err)
	}
	body, signature, err := s.stripe.Event("evt_1", "customer.subscription.deleted", map[string]any{"object": "subscription", "customer": customer})
	if err != nil {
		t.Fatal(err)
	}
	cut, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.billing.HandleEvent(cut, body, signature); err == nil || !errors.Is(err, context.Canceled) {
		t.Errorf("cut short: %v", err)
	}
	s.wantPlan("seo")
	if err := s.billing.HandleEvent(t.Context(), body, signature); err != nil {
		t.Fatal(err)
	}
	s.wantPlan("")
}

func TestReconcilingFindsMissedEvents(t *testing.T) {
	s := open(t, "")
	s.pay(s.checkout("seo").URL)
	s.stripe.WebhookURL = ""
	if err := s.stripe.Change(t.Context(), s.bought().CustomerID, "", map[string]any{"status": "canceled"}); err != nil {
		t.Fatal(err)
	}
	s.wantPlan("seo")
	if read, err := s.billing.Reconcile(t.Context()); err != nil || read != 1 {
		t.Errorf("%d, %v", read, err)
	}
	s.wantPlan("")
}

func TestCancelEndsEverythingAndIsIdempotent(t *testing.T) {
	s := open(t, "")
	s.pay(s.checkout("seo").URL)
	customer := s.bought().CustomerID
	if err := s.stripe.Change(t.Context(), customer, "customer.subscription.updated", map[string]any{"status": "past_due"}); err != nil {
		t.Fatal(err)
	}
	ben := s.signUp("ben")
	way, err := s.billing.Checkout(t.Context(), ben, "ben@example.com", "ads")
	if err != nil {
		t.Fatal(err)
	}
	bens, err := s.billing.Subscription(t.Context(), ben.ID)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		for _, one := range []string{customer, bens.CustomerID} {
			if err := s.billing.Client.Cancel(t.Context(), one); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := s.billing.Refresh(t.Context(), customer); err != nil {
		t.Fatal(err)
	}
	s.wantPlan("")
	if bought := s.bought(); bought.Status != "canceled" {
		t.Errorf("%+v", bought)
	}
	answer, err := http.Post(way.URL, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if bought, err := s.billing.Client.Subscription(t.Context(), bens.CustomerID); err != nil || bought.Status != "" {
		t.Errorf("a checkout that was open could still be paid: %+v, %v", bought, err)
	}
}

// news returns the account's billing activity, newest last.
func (s *shop) news() (said []string) {
	s.Helper()
	activity, _, err := s.db.Activity(s.Context(), s.account.ID, upslope.Scope{}, 100, 0)
	if err != nil {
		s.Fatal(err)
	}
	for _, one := range activity {
		said = append([]string{one.Kind + " " + one.Text}, said...)
	}
	return said
}

func TestReversedPaymentEndsThePlan(t *testing.T) {
	for name, c := range map[string]struct {
		refunded int64
		disputed bool
		plan     string
		told     string
	}{
		"a part":    {1000, false, "seo", "billing.refunded A part of your payment was refunded: 10.00 USD."},
		"all of it": {4900, false, "", "billing.refunded Your payment of 49.00 USD was refunded."},
		"by a bank": {0, true, "", "billing.disputed Your bank has taken back a payment of 49.00 USD."},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, "")
			s.later(15 * 24 * time.Hour)
			s.pay(s.checkout("seo").URL)
			if err := s.stripe.ReversePayment(t.Context(), s.bought().CustomerID, 4900, c.refunded, c.disputed); err != nil {
				t.Fatal(err)
			}
			s.wantPlan(c.plan)
			if news := s.news(); !slices.Contains(news, c.told) || news[0] != "billing.subscribed You subscribed to the SEO plan." {
				t.Errorf("%q", news)
			}
			if c.plan == "" {
				if news := s.news(); news[len(news)-1] != "billing.ended Your SEO plan has ended." {
					t.Errorf("%q", news)
				}
			}
		})
	}
}

func TestPlanChangesAppearInActivity(t *testing.T) {
	s := open(t, "")
	s.pay(s.checkout("seo").URL)
	s.checkout("both")
	for _, change := range []map[string]any{{"cancel_at_period_end": true}, {"status": "past_due", "cancel_at_period_end": false}} {
		if err := s.stripe.Change(t.Context(), s.bought().CustomerID, "customer.subscription.updated", change); err != nil {
			t.Fatal(err)
		}
	}
	var kinds []string
	for _, one := range s.news() {
		kinds = append(kinds, strings.Fields(one)[0])
	}
	if want := []string{"billing.subscribed", "billing.changed", "billing.cancelled", "billing.failed"}; !slices.Equal(kinds, want) {
		t.Errorf("%q", s.news())
	}
}
