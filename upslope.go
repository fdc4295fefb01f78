// Package upslope holds the nouns of the product: accounts, users, sites, crawls, insights, jobs
// and the rules that belong to them alone (what a valid domain is, which status may follow which).
// It knows no database, no HTTP and no other package of this module; every other package may import it.
package upslope

import "time"

// Account owns sites and pays. Every row, cache key and query carries its ID.
type Account struct {
	ID          string
	Plan        string // "" while on trial, else seo, ads or both
	TrialEndsAt time.Time
}

// Entitled returns nil while the account has a plan or its trial runs, else a PaymentRequired Error.
// Reading never asks this: after a trial everything stays readable.
func (a Account) Entitled(now time.Time) error {
	if a.Plan != "" || now.Before(a.TrialEndsAt) {
		return nil
	}
	return Errorf(PaymentRequired, "Your free trial has ended. Choose a plan to go on; everything you have stays readable.")
}

// Identity is what a verified session says about the person behind a request.
type Identity struct {
	Subject   string // Clerk's user id, user_…
	SessionID string // sess_…
	Email     string
	FirstName string
	LastName  string
	ImageURL  string
}

// User is a person who signs in; one account each, with the role owner.
type User struct {
	ID              string    `json:"id"`
	AccountID       string    `json:"-"`
	Email           string    `json:"email"`
	FirstName       string    `json:"firstName"`
	LastName        string    `json:"lastName"`
	ProfileImageURL string    `json:"profileImageUrl"`
	Role            string    `json:"role"`
	Plan            string    `json:"plan"`
	TrialEndsAt     time.Time `json:"trialEndsAt"`
}

// Activity is one thing that happened in an account, newest first on the Overview.
type Activity struct {
	ID        string    `json:"id"`
	SiteID    string    `json:"siteId,omitempty"`
	Kind      string    `json:"kind"` // what happened, as noun.verb: site.added, crawl.imported, insight.done
	Text      string    `json:"text"` // one sentence
	CreatedAt time.Time `json:"createdAt"`
}

// KPIs are the figures at the top of the Overview: the last 28 final days against the 28 before.
// Nil means unknown, which is not zero. Changes are in percent.
type KPIs struct {
	TotalSessions    *int64   `json:"totalSessions"`
	SessionsChange   *float64 `json:"sessionsChange"`
	ConversionRate   *float64 `json:"conversionRate"` // percent
	ConversionChange *float64 `json:"conversionChange"`
	AdSpend          *float64 `json:"adSpend"` // major units of Currency
	AdSpendChange    *float64 `json:"adSpendChange"`
	Currency         *string  `json:"currency"`     // nil when the sites differ
	AvgPageSpeed     *float64 `json:"avgPageSpeed"` // seconds, field p75 LCP weighted by sessions
	PageSpeedChange  *float64 `json:"pageSpeedChange"`
}

// Integration is the connection of a site to a provider of data.
type Integration struct {
	ID              string     `json:"id"`
	SiteID          string     `json:"siteId"`
	Provider        string     `json:"provider"` // ga4, gsc, gads or semrush
	Name            string     `json:"name"`
	Description     string     `json:"description"`
	Status          string     `json:"status"` // disconnected, pending, connected or error
	LastSyncAt      *time.Time `json:"lastSyncAt"`
	LastError       *string    `json:"lastError"`
	RequiredEnvVars []string   `json:"requiredEnvVars"`
	MissingEnvVars  []string   `json:"missingEnvVars"`
}
