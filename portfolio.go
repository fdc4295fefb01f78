package upslope

import "time"

// PortfolioSite summarizes one site of an account.
type PortfolioSite struct {
	SiteID   string     `json:"siteId"`
	Insights int        `json:"insights"` // open and in progress, not snoozed
	Unknown  int        `json:"unknown"`  // of unknown value
	Values   []Value    `json:"values"`   // total monthly value, as in InsightTotal
	Expected []Value    `json:"expected"` // likewise, × confidence
	Top      *Insight   `json:"top"`      // the best ranked insight; nil: none
	Fixed    int        `json:"fixed"`    // insights fixed in the last 90 days
	ScoredAt *time.Time `json:"scoredAt"` // last recompute; nil: never

	Traffic   *SiteTraffic `json:"traffic"`   // nil: neither clicks nor sessions are known
	Sources   []SiteSource `json:"sources"`   // its connections, in the order of the product
	CrawledAt *time.Time   `json:"crawledAt"` // when its newest crawl ran, else was imported; nil: none
}

// SiteTraffic is the recent traffic of a site, up to its newest final day.
type SiteTraffic struct {
	Metric     string     `json:"metric"`     // clicks, or sessions where no clicks are known
	Total      *float64   `json:"total"`      // of the last 28 days; nil: unknown
	Change     *float64   `json:"change"`     // in percent of the 28 days before
	WeekChange *float64   `json:"weekChange"` // the last 7 days in percent of the 7 before
	Weeks      []*float64 `json:"weeks"`      // the last eight, oldest first
}

// SiteSource is a connection of a site and its age.
type SiteSource struct {
	Provider   string     `json:"provider"`
	Status     string     `json:"status"`
	LastSyncAt *time.Time `json:"lastSyncAt"`
}

// InsightTotal is the value of all open and in-progress insights together, each click counted once.
type InsightTotal struct {
	Insights int     `json:"insights"`
	Unknown  int     `json:"unknown"`  // of unknown value
	Small    int     `json:"small"`    // open ones left out because they are below their site's floor
	Values   []Value `json:"values"`   // if every fix works: one per unit and currency, largest first
	Expected []Value `json:"expected"` // value × confidence, likewise
	// Computing reports that an import or a recompute is under way, so more insights may come.
	Computing bool `json:"computing"`
}

// AccountRanking holds the numbers with which the insights of all sites are scored on one scale.
type AccountRanking struct {
	Scales       []SiteScale        // Floor and Top for each unit
	Usual        SiteScale          // of a unit that has none
	Caps         map[string]float64 // site → the largest f, 0 to 1, of what has no known value there
	UsualCap     float64            // of a site that has none
	ImpactWeight float64
	EaseWeight   float64
	EaseExponent float64
	Ease         []float64 // of the effort classes, from 1
}
