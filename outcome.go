package upslope

import "time"

// Outcome is what came of a fix: what was forecast when the insight was marked as done, beside what its clicks, money or conversions did
// since, against entities that nobody changed.
type Outcome struct {
	Status     string     `json:"status"` // waiting, measured, or unknown
	FixedAt    time.Time  `json:"fixedAt"`
	DueAt      time.Time  `json:"dueAt"`      // when there is enough to measure
	MeasuredAt *time.Time `json:"measuredAt"` // nil: not yet
	Forecast   *Value     `json:"forecast"`   // per month, if the fix succeeds; nil: unknown
	Gain       *Value     `json:"gain"`       // per month, measured; below zero is harm; low and high are its 80 % interval; nil: not measured
	Worked     *bool      `json:"worked"`     // nil: cannot be told
	Controls   int        `json:"controls"`   // how many entities it was compared with
	Reason     string     `json:"reason"`     // why it is unknown or cannot be told, in words
}

// MeasurableAt is when what came of a fix of such an entity can be measured: once 28 days after it are in. Search Console takes three days
// for one; ads are given a week, in which conversions still come. False: a site as a whole has nothing to be compared with.
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

// HitRate is how often fixes of a type worked on a site, against what the method assumes before any was measured.
type HitRate struct {
	Type     string  `json:"type"`
	Measured int     `json:"measured"` // outcomes that say whether the fix worked
	Worked   int     `json:"worked"`   // of them
	Prior    float64 `json:"prior"`    // P(the fix succeeds) of the method, 0 to 1
	Rate     float64 `json:"rate"`     // what is used now: the prior corrected by what was measured
}

// Fix is something of an insight that is ready to paste or to upload elsewhere.
type Fix struct {
	Kind      string `json:"kind"`  // ticket, titles, redirects, links, negatives, bids, …
	Title     string `json:"title"` // what it is, for people
	FileName  string `json:"fileName"`
	MediaType string `json:"mediaType"` // text/markdown or text/csv
	Content   string `json:"content"`
}

// Metric is a figure that is measured day by day.
type Metric struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Unit   string `json:"unit"`               // count, currency, position, percent, seconds or score
	Better string `json:"better"`             // up or down
	Code   string `json:"currency,omitempty"` // ISO 4217, when Unit is currency
}

// MetricDay is the figures of one day by the names of their metrics; nil: the day did not come, or there was nothing to measure.
type MetricDay struct {
	Day    string              `json:"day"` // such as 2026-11-18
	Values map[string]*float64 `json:"values"`
}

// InsightDays is how what an insight is about did, day by day, and what was changed meanwhile.
type InsightDays struct {
	Metrics []Metric     `json:"metrics"` // the one that the insight is about first
	Days    []MetricDay  `json:"days"`    // without gaps, the oldest first
	Changes []SiteChange `json:"changes"` // of the site in those days, the oldest first
}

// StoredOutcome is an outcome with what is needed to measure it.
type StoredOutcome struct {
	Outcome
	Insight        Insight  // type, entity and evidence, as they were when it was fixed
	ProbabilityFix *float64 // what the method assumed then; nil: it did not say
	Compared       []Entity // what it is compared with; nil: not chosen yet
}
