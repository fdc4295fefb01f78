package upslope

import "time"

// Outcome compares the forecast of a fixed insight with the gain measured since, against entities that nobody
// changed.
type Outcome struct {
	Status     string     `json:"status"` // waiting, measured, or unknown
	FixedAt    time.Time  `json:"fixedAt"`
	DueAt      time.Time  `json:"dueAt"`      // when enough data will exist
	MeasuredAt *time.Time `json:"measuredAt"` // nil: not yet
	Forecast   *Value     `json:"forecast"`   // per month, if the fix succeeds; nil: unknown
	Gain       *Value     `json:"gain"`       // per month, 80 % interval; negative: harm; nil: unmeasured
	Worked     *bool      `json:"worked"`     // nil: inconclusive
	Controls   int        `json:"controls"`   // number of control entities
	Reason     string     `json:"reason"`     // why it is unknown or inconclusive, in words
}

// MeasurableAt is when a fix can be measured: 28 days later plus the provider's lag, 3 days for search and 7
// for conversions of ads. False for a whole site, which has no controls.
func MeasurableAt(entityType string, fixed time.Time) (time.Time, bool) {
	const whole, search, ads = 28, 3, 7
	switch entityType {
	case "site":
		return time.Time{}, false
	case "campaign", "ad_group", "search_term", "ngram":
		return fixed.AddDate(0, 0, whole+ads), true
	}
	return fixed.AddDate(0, 0, whole+search), true
}

// HitRate is how often fixes of a type worked on a site, and the method's prior.
type HitRate struct {
	Type     string  `json:"type"`
	Measured int     `json:"measured"` // conclusive outcomes
	Worked   int     `json:"worked"`   // of them
	Prior    float64 `json:"prior"`    // P(the fix succeeds) of the method, 0 to 1
	Rate     float64 `json:"rate"`     // the prior updated by the measured outcomes
}

// Fix is a file made from an insight, ready to paste or to upload elsewhere.
type Fix struct {
	Kind      string `json:"kind"`  // ticket, titles, redirects, links, negatives, bids, …
	Title     string `json:"title"` // what it is, for people
	FileName  string `json:"fileName"`
	MediaType string `json:"mediaType"` // text/markdown or text/csv
	Content   string `json:"content"`
}

// Metric is a figure measured daily.
type Metric struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Unit   string `json:"unit"`               // count, currency, position, percent, seconds or score
	Better string `json:"better"`             // up or down
	Code   string `json:"currency,omitempty"` // ISO 4217, when Unit is currency
}

// MetricDay holds the figures of one day by metric name; nil: the day is missing, or had nothing to measure.
type MetricDay struct {
	Day    string              `json:"day"` // such as 2026-11-18
	Values map[string]*float64 `json:"values"`
}

// InsightDays is the daily history of an insight's entity, and the changes in those days.
type InsightDays struct {
	Metrics []Metric     `json:"metrics"` // the insight's own metric first
	Days    []MetricDay  `json:"days"`    // without gaps, the oldest first
	Changes []SiteChange `json:"changes"` // of the site in those days, the oldest first
}

// StoredOutcome is an outcome with the data needed to measure it.
type StoredOutcome struct {
	Outcome
	Insight        Insight  // type, entity and evidence, as they were when it was fixed
	ProbabilityFix *float64 // the method's prior at the time; nil: none
	Compared       []Entity // its controls; nil: not chosen yet
}
