package upslope

import "time"

// AlertCheck is a site whose alerts are to be looked at.
type AlertCheck struct {
	AccountID string
	SiteID    string
	Version   int64 // of the wish; a higher one came during the check
}

// AlertRecords are what the system of record knows of an account's sites that are checked together.
type AlertRecords struct {
	Sites         []Site
	Connections   []Connection
	Rules         []AlertRule // of the account and these sites, without defaults
	Alerts        []Alert     // of these sites: open ones, and those of the last months
	Broken        []BrokenConnection
	Opportunities []AlertOpportunity
	Crawls        []AlertCrawl
	Forecasts     []AlertForecast
	OtherTests    []float64 // p-values of the account's other sites in the last two days
}

// BrokenConnection is a connection that has worked, and fails.
type BrokenConnection struct {
	SiteID   string
	Provider string
	Since    time.Time // it last worked
	Reason   string
	Revoked  bool
}

// AlertOpportunity is an open insight that came after a site's first ones.
type AlertOpportunity struct {
	ID, SiteID, Title, Currency string
	Value                       float64 // money a month
	CreatedAt                   time.Time
}

// AlertCrawl compares the newest crawl of a site with the one before.
type AlertCrawl struct {
	SiteID, ID, IDBefore      string
	ImportedAt                time.Time
	Pages, PagesBefore        int64
	Serious, SeriousBefore    int64 // critical and high issues
	Critical, CriticalBefore  int64
	ComparableChecks, IsWhole bool // both looked for the same types of issues; both read the whole site
}

// AlertForecast is a fix that was measured in the last weeks.
type AlertForecast struct {
	InsightID, SiteID, Title  string
	Worked                    bool
	FixedAt, MeasuredAt       time.Time
	Unit, Currency            string
	Forecast, Low, High, Gain *float64
}

// AlertChanges are what a check of a site found.
type AlertChanges struct {
	AlertCheck
	Opened   []Alert
	Resolved []Alert            // with Resolution, NewLevel and ResolvedDay
	Tests    map[string]float64 // p-values by metric
}
