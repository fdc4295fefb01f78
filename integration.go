package upslope

import "time"

// The states of a Connection.
const (
	Disconnected = "disconnected"
	Pending      = "pending" // credentials exist but are untested
	Connected    = "connected"
	Failing      = "error" // LastError says why
)

// Integration is a site's connection to a provider as people see it, whether it exists or not.
type Integration struct {
	ID              string     `json:"id"`
	SiteID          string     `json:"siteId"`
	Provider        string     `json:"provider"`
	Name            string     `json:"name"`
	Description     string     `json:"description"`
	Status          string     `json:"status"`
	LastSyncAt      *time.Time `json:"lastSyncAt"`
	LastError       *string    `json:"lastError"`
	RequiredEnvVars []string   `json:"requiredEnvVars"`
	MissingEnvVars  []string   `json:"missingEnvVars"`

	Property      string     `json:"property"`      // what is or would be read; "" unknown
	PropertyName  string     `json:"propertyName"`  // its name at the provider; "" unknown
	Warning       *string    `json:"warning"`       // when the property seems to be another site's
	SignedInAs    string     `json:"signedInAs"`    // whose credentials; "" = those of the settings
	SignIn        bool       `json:"signIn"`        // can be connected by signing in with Google
	NextSyncAt    *time.Time `json:"nextSyncAt"`    // nil when nothing is planned
	DaysRead      int64      `json:"daysRead"`      // complete days of its main table
	DaysWanted    int64      `json:"daysWanted"`    // days of history; above DaysRead during a backfill
	OldestDay     *string    `json:"oldestDay"`     // 2006-01-02, of what was read
	NewestDay     *string    `json:"newestDay"`     // 2006-01-02, of what was read
	TruncatedDays int64      `json:"truncatedDays"` // days cut off by the provider's row limit
}

// IntegrationResult is the outcome of testing, connecting or disconnecting.
type IntegrationResult struct {
	Success bool   `json:"success"`
	Message string `json:"message"` // a sentence
}

// AddedSites is the outcome of adding sites from Search Console.
type AddedSites struct {
	Added   []Site            `json:"added"`
	Skipped []SkippedProperty `json:"skipped"`
}

// SkippedProperty is a property that was not added, and why.
type SkippedProperty struct {
	Property string `json:"property"`
	Reason   string `json:"reason"` // a sentence
}

// DemoResult is the response of load-demo.
type DemoResult struct {
	SiteID  string `json:"siteId"`
	Message string `json:"message"`
}
