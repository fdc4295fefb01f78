package upslope

import "time"

// The providers of data, as every call and table names them.
const (
	GA4       = "ga4"
	GSC       = "gsc"
	GAds      = "gads"
	Semrush   = "semrush"
	Bing      = "bing"
	PageSpeed = "pagespeed" // a card of its own, not in the list of integrations
)

// Connection is what one site reads from one provider property. Another property has another ID.
type Connection struct {
	ID             string
	AccountID      string
	SiteID         string
	Provider       string
	Property       string // GA4 property, Search Console site, Ads customer; "" follows from site or settings
	PropertyName   string
	PropertyDomain string // as the provider tells it; "" unknown
	Currency       string // of the property; "" unknown
	TimeZone       string // of the property; "" unknown
	CredentialID   string // "" = the credentials of the settings
	Status         string
	LastError      *string
	LastSyncAt     *time.Time
	CreatedAt      time.Time
}

// The kinds of Credential.
const (
	GoogleOAuth          = "google_oauth"
	GoogleServiceAccount = "google_service_account"
	SemrushKey           = "semrush_key"
	PageSpeedKey         = "pagespeed_key"
	BingKey              = "bing_key"
)

// Property is something of a provider's account that a site can be connected to.
type Property struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Domain  string `json:"domain"`  // "" unknown
	Matches bool   `json:"matches"` // its domain is the site's
	SiteID  string `json:"siteId"`  // the account's site connected to it or with its domain; "" none
}

// SyncRun is one run of one connection.
type SyncRun struct {
	ID         string     `json:"id"`
	SiteID     string     `json:"siteId"`
	Provider   string     `json:"provider"`
	Kind       string     `json:"kind"`       // recent or backfill
	Status     string     `json:"status"`     // running, done or failed
	Days       int64      `json:"days"`       // days of reports that came whole
	DaysWanted int64      `json:"daysWanted"` // that were to be read
	Rows       int64      `json:"rows"`
	Error      *string    `json:"error"` // a sentence
	StartedAt  time.Time  `json:"startedAt"`
	FinishedAt *time.Time `json:"finishedAt"`
}
