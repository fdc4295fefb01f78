package upslope

import "time"

// SiteScale is the scale of a site's values in one unit (docs/method.md#score, decision 14).
type SiteScale struct {
	SiteID     string     `json:"-"`
	Unit       string     `json:"unit"`
	Currency   string     `json:"currency"` // ISO 4217, when Unit is currency
	Floor      float64    `json:"floor"`    // v0, per month
	Top        float64    `json:"top"`      // V95, per month
	Worth      float64    `json:"worth"`    // per month, of the whole site, without brand searches
	ClickValue float64    `json:"click_value"`
	RestsOn    []string   `json:"rests_on"`  // sources and rules at the time
	FrozenAt   *time.Time `json:"frozen_at"` // nil: computed anew each time
}

// SiteScales are a site's scales, and the basis of new ones.
type SiteScales struct {
	Scales  []SiteScale
	RestsOn []string
	Settled bool // the backfill is complete, so scales can be frozen
}

// ScaleChanges is what a recompute changes about the scales of a site.
type ScaleChanges struct {
	Seen       []SiteScale // as they were when the recompute read them
	Put        []SiteScale // new or updated
	Percentile float64     // 0 to 1, of the account's expected values, for V95
	Now        time.Time
}

// AccountScale holds what the scale of an account's sites in one unit is made of.
type AccountScale struct {
	Unit        string
	Currency    string
	Worth       float64 // per month, of all sites
	ClickValue  float64 // on average
	TopExpected float64 // a percentile of expected monthly values
}
