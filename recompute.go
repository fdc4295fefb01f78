package upslope

import "time"

// StoredInsight is an insight with the state that its lifecycle needs.
type StoredInsight struct {
	Insight
	ExpectedValue    float64   // Value.Mid × confidence; 0 when unknown
	StatusAt         time.Time // when the status last changed
	DismissedAtValue *float64  // the expected value when the user dismissed it; nil when it is not dismissed
	FoundAt          time.Time // when a recompute last found it
}

// Target is what an insight is about that is not dismissed.
type Target struct {
	Entity  Entity
	FixedAt *time.Time // nil: it is not fixed
}

// InsightFigures is what of an insight ranks it and adds it up.
type InsightFigures struct {
	ID         string
	SiteID     string
	Status     Status
	Score      int // 0-100
	Effort     int // 0-100
	Value      *Value
	Confidence float64 // 0 to 1
	Claim      int64   // which clicks it would bring: those of a page, or its own
	ClaimQuery *int64  // of a page, only those of this query; nil: of all
	Small      bool    // below the site's floor
	Hours      float64 // of work
}

// InsightSubject is what of an insight that waits says with which others it is one task.
type InsightSubject struct {
	ID       string
	SiteID   string
	Type     string
	Entity   Entity
	Keeps    string // of a query that several pages compete for, the one that is to answer it; "" of others
	Score    int    // 0-100
	HasValue bool
}

// SiteWork is what was done about the insights of a site.
type SiteWork struct {
	SiteID   string
	Fixed    int        // by its people, since a moment
	ScoredAt *time.Time // when they were last worked out; nil: never

	Sources   []SiteSource
	CrawledAt *time.Time // of the newest crawl
}

// InsightChanges is what a recompute does to the insights of a site; whatever is not named stays as it is.
type InsightChanges struct {
	Added    []StoredInsight // new ones, with their ids
	Updated  []StoredInsight // known ones as they are now, whole
	Outcomes []StoredOutcome // waiting ones as they are now, whole
	Activity []Activity
	Changes  []SiteChange // kind, text, insight and moment; the day is the site's of that moment
	Message  string       // what came of it, in one sentence
	Crawl    *Crawl       // the newest one of the site when this was worked out, nil for none
	Scales   ScaleChanges
}
