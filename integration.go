package upslope

import "time"

// The states of a Connection.
const (
	Disconnected = "disconnected"
	Pending      = "pending" // there are credentials that nobody has tried yet
	Connected    = "connected"
	Failing      = "error" // LastError says why
)

// Integration is how people see the connection of a site to a provider, whether it exists or not.
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

	Property      string     `json:"property"`      // what is or would be read; "" when nothing says
	PropertyName  string     `json:"propertyName"`  // what its owner calls it; "" unknown
	Warning       *string    `json:"warning"`       // a sentence, when the property does not seem to be this site's
	SignedInAs    string     `json:"signedInAs"`    // whose credentials; "" = those of the settings
	SignIn        bool       `json:"signIn"`        // can be connected by signing in with Google
	NextSyncAt    *time.Time `json:"nextSyncAt"`    // nil when nothing is planned
	DaysRead      int64      `json:"daysRead"`      // days of its main report that came whole
	DaysWanted    int64      `json:"daysWanted"`    // of those the history has; more than DaysRead while it is being read
	OldestDay     *string    `json:"oldestDay"`     // 2006-01-02, of what was read
	NewestDay     *string    `json:"newestDay"`     // 2006-01-02, of what was read
	TruncatedDays int64      `json:"truncatedDays"` // days whose tail the provider's cap cut
}

// IntegrationResult is what came of testing, connecting or disconnecting.
type IntegrationResult struct {
	Success bool   `json:"success"`
	Message string `json:"message"` // a sentence
}

// AddedSites is what came of adding sites from Search Console.
type AddedSites struct {
	Added   []Site            `json:"added"`
	Skipped []SkippedProperty `json:"skipped"`
}

// SkippedProperty is one that became no site, and why.
type SkippedProperty struct {
	Property string `json:"property"`
	Reason   string `json:"reason"` // a sentence
}

// DemoResult is what load-demo answers.
type DemoResult struct {
	SiteID  string `json:"siteId"`
	Message string `json:"message"`
}
