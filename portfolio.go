package upslope

import "time"

// PortfolioSite is one site of an account beside the others.
type PortfolioSite struct {
	SiteID   string     `json:"siteId"`
	Insights int        `json:"insights"` // open and in progress, not snoozed
	Unknown  int        `json:"unknown"`  // of them have no known value
	Values   []Value    `json:"values"`   // what they are worth a month together, as InsightTotal has it
	Expected []Value    `json:"expected"` // likewise, × confidence
	Top      *Insight   `json:"top"`      // the first in its ranking; nil: none
	Fixed    int        `json:"fixed"`    // insights fixed in the last 90 days
	ScoredAt *time.Time `json:"scoredAt"` // when its insights were last worked out; nil: never
}

// InsightTotal is what all insights that are still to be dealt with are worth together.
type InsightTotal struct {
	Insights int     `json:"insights"`
	Unknown  int     `json:"unknown"` // of them have no known value
	Values   []Value `json:"values"`  // one for each unit and currency, the largest first
}

// AccountRanking is by what the insights of all sites are scored together: the formula of the score is fixed, these are its numbers.
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
