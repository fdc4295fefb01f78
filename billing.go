package upslope

import (
	"slices"
	"time"
)

// BillingPlan is a monthly plan for sale.
type BillingPlan struct {
	ID    string `json:"id"` // a value of Account.Plan
	Name  string `json:"name"`
	Price int    `json:"price"` // USD a month
}

// Plans are the plans for sale.
var Plans = []BillingPlan{{"seo", "SEO", 49}, {"ads", "Ads", 79}, {"both", "Complete", 99}}

// IsPlan reports whether a plan with that ID is for sale.
func IsPlan(id string) bool {
	return slices.ContainsFunc(Plans, func(plan BillingPlan) bool { return plan.ID == id })
}

// Checkout is a page to pay on, or a client secret for the embedded form.
type Checkout struct {
	URL          string
	ClientSecret string
}

// PaymentGrace is how long a plan continues after a failed payment.
const PaymentGrace = 14 * 24 * time.Hour

// Subscription is an account's subscription as last read from the payment provider.
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

// PlanAt is the plan in force at that moment; "" none.
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

// Billing is an account's subscription and the plans for sale.
type Billing struct {
	Plan           string         `json:"plan"` // what the account has now; "" none
	Status         string         `json:"status"`
	NextPlan       string         `json:"nextPlan"`
	PeriodEndsAt   *time.Time     `json:"periodEndsAt"`
	CancelsAt      *time.Time     `json:"cancelsAt"`
	GraceEndsAt    *time.Time     `json:"graceEndsAt"` // end of the grace period after a failed payment
	Plans          []BillingPlan  `json:"plans"`
	Features       []FeatureState `json:"features"`
	Paused         string         `json:"paused"`   // why syncing is paused, one sentence; "" while it is not
	TestMode       bool           `json:"testMode"` // nothing is charged
	PublishableKey string         `json:"publishableKey"`
}

// BillingEvent is a webhook event of the payment provider.
type BillingEvent struct {
	ID, Type   string
	CustomerID string // "" of nobody
	ChargeID   string // the payment concerned; "" none
	CreatedAt  time.Time
}

// Payment is a payment as last read from the payment provider.
type Payment struct {
	CustomerID string
	Amount     int64  // minor units, such as cents
	Refunded   int64  // of it
	Currency   string // ISO 4217, lower case
	Disputed   bool
	CreatedAt  time.Time
}
