package upslope

import "time"

// SiteScale is what the values of a site in one unit are measured against, as docs/decisions/0014 has it.
type SiteScale struct {
	SiteID     string     `json:"-"`
	Unit       string     `json:"unit"`
	Currency   string     `json:"currency"` // ISO 4217, when Unit is currency
	Floor      float64    `json:"floor"`    // a month: what is worth next to nothing
	Top        float64    `json:"top"`      // a month: what is worth full marks
	Worth      float64    `json:"worth"`    // a month, of the whole site, without searches for its brand
	ClickValue float64    `json:"click_value"`
	RestsOn    []string   `json:"rests_on"`  // what was connected and said when it was worked out
	FrozenAt   *time.Time `json:"frozen_at"` // nil: it is worked out each time
}

// SiteScales are those that a site has, and what new ones would rest on.
type SiteScales struct {
	Scales  []SiteScale
	RestsOn []string
	Settled bool // its older days are in, so that new ones can be frozen
}

// ScaleChanges is what a recompute does to the scales of a site.
type ScaleChanges struct {
	Seen       []SiteScale // as they were when this was worked out
	Put        []SiteScale // those that are new, or as they are now
	Percentile float64     // 0 to 1, of the account's expected values: what counts as top
	Now        time.Time
}

// AccountScale is what the scale of all sites of an account in one unit is made of.
type AccountScale struct {
	Unit        string
	Currency    string
	Worth       float64 // a month, of all sites
	ClickValue  float64 // on average
	TopExpected float64 // a percentile of what insights are expected to bring a month
}
