package upslope

import (
	"slices"
	"time"
)

// BillingPlan is something to buy, a month at a time.
type BillingPlan struct {
	ID    string `json:"id"` // a value of Account.Plan
	Name  string `json:"name"`
	Price int    `json:"price"` // USD a month
}

// Plans are what there is to buy.
var Plans = []BillingPlan{{"seo", "SEO", 49}, {"ads", "Ads", 79}, {"both", "Complete", 99}}

// IsPlan says whether there is such a plan to buy.
func IsPlan(id string) bool {
	return slices.ContainsFunc(Plans, func(plan BillingPlan) bool { return plan.ID == id })
}

// Checkout is where somebody pays: a page to go to, or a secret for the form in the app.
type Checkout struct {
	URL          string
	ClientSecret string
}

// PaymentGrace is how long a plan goes on after a payment failed.
const PaymentGrace = 14 * 24 * time.Hour

// Subscription is what an account has bought, as the payment provider said last.
type Subscription struct {
	CustomerID   string     `json:"-"` // "" before the first checkout
	ID           string     `json:"-"`
	Status       string     `json:"status"` // of Stripe: trialing, active, past_due, canceled …; "" none
	Plan         string     `json:"plan"`
	NextPlan     string     `json:"nextPlan"` // from the next period; "" the same
	PeriodEndsAt *time.Time `json:"periodEndsAt"`
	CancelsAt    *time.Time `json:"cancelsAt"`
	PastDueSince *time.Time `json:"pastDueSince"`
}

// PlanAt is the plan that a subscription gives, "" none.
func (s Subscription) PlanAt(now time.Time) string {
	switch s.Status {
	case "trialing", "active":
		return s.Plan
	case "past_due":
		if s.PastDueSince == nil || now.Before(s.PastDueSince.Add(PaymentGrace)) {
			return s.Plan
		}
	}
	return ""
}

// Billing is what an account has bought and what there is to buy.
type Billing struct {
	Plan           string         `json:"plan"` // what the account has now; "" none
	Status         string         `json:"status"`
	NextPlan       string         `json:"nextPlan"`
	PeriodEndsAt   *time.Time     `json:"periodEndsAt"`
	CancelsAt      *time.Time     `json:"cancelsAt"`
	GraceEndsAt    *time.Time     `json:"graceEndsAt"` // until when the plan goes on although a payment failed
	Plans          []BillingPlan  `json:"plans"`
	Features       []FeatureState `json:"features"`
	Paused         string         `json:"paused"`   // why nothing is synced, one sentence; "" while syncing goes on
	TestMode       bool           `json:"testMode"` // nothing is charged
	PublishableKey string         `json:"publishableKey"`
}

// BillingEvent is something that the payment provider says has happened to a customer.
type BillingEvent struct {
	ID, Type   string
	CustomerID string // "" of nobody
	ChargeID   string // the payment that it is about; "" none
	CreatedAt  time.Time
}

// Payment is one that was made, as the payment provider says now.
type Payment struct {
	CustomerID string
	Amount     int64  // minor units, such as cents
	Refunded   int64  // of it
	Currency   string // ISO 4217, lower case
	Disputed   bool
	CreatedAt  time.Time
}
