package upslope

import "time"

// The providers of data, as every call and table names them.
const (
	GA4       = "ga4"
	GSC       = "gsc"
	GAds      = "gads"
	Semrush   = "semrush"
	PageSpeed = "pagespeed" // a card of its own, not in the list of integrations
)

// The states of a Connection.
const (
	Disconnected = "disconnected"
	Pending      = "pending" // there are credentials that nobody has tried yet
	Connected    = "connected"
	Failing      = "error" // LastError says why
)

// Connection is what one site reads from one provider. Another property is another connection, with another ID.
type Connection struct {
	ID             string
	AccountID      string
	SiteID         string
	Provider       string
	Property       string // GA4 property id, Search Console site, Ads customer id; "" follows from the site or the settings
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
)

// Credential opens a provider's account. Its secret is encrypted for its owner, kind and ID: see ingest/connections/secrets.
type Credential struct {
	ID        string
	AccountID string
	Kind      string
	Label     string // whose it is, for people: an e-mail address, the last characters of a key
	Secret    []byte
	KeyID     int64 // of the key that Secret is encrypted with
	Revoked   bool  // the provider said it is no longer good
	CreatedAt time.Time
}

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

// Property is something of a provider's account that a site can be connected to.
type Property struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Domain  string `json:"domain"`  // "" unknown
	Matches bool   `json:"matches"` // its domain is the site's
	SiteID  string `json:"siteId"`  // the site of the account that is connected to it or has its domain; "" none
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

// GoogleSignIn is one that was begun: who has its state and its browser's cookie may end it, once.
type GoogleSignIn struct {
	StateHash   []byte // SHA-256
	AccountID   string
	SiteID      string // "": for the account, to add sites from Search Console
	Provider    string
	BrowserHash []byte // SHA-256
	Verifier    string // of PKCE
	ExpiresAt   time.Time
}

// GoogleAnswer is what Google's page of consent sends the browser back with.
type GoogleAnswer struct {
	State   string
	Code    string // to be exchanged for tokens
	Failure string // Google's word for why there is no code
}

// SignedIn is what came of signing in with Google.
type SignedIn struct {
	Provider string // that was to be connected; "" unknown
	SiteID   string // that it was for; "" none
	Failure  string // a sentence; "" when it worked
}
