package upslope

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Insight is one opportunity: what is wrong, where, what fixing it is worth per month, how sure we are, and the steps.
type Insight struct {
	ID           string         `json:"id"`
	SiteID       string         `json:"siteId"`
	Type         string         `json:"type"` // the name of the detector that found it
	Title        string         `json:"title"`
	Summary      string         `json:"summary"`
	Instructions string         `json:"instructions"` // one step a line
	Evidence     map[string]any `json:"evidence"`     // name → value
	EntityType   string         `json:"entityType"`
	Entity       Entity         `json:"entity"`
	Impact       int            `json:"impact"`     // 0-100
	Effort       int            `json:"effort"`     // 0-100
	Confidence   int            `json:"confidence"` // percent: P(real) × P(the fix succeeds)
	Score        int            `json:"score"`      // 0-100
	Value        *Value         `json:"value"`      // nil: unknown, which is not zero
	Status       Status         `json:"status"`
	Resolution   string         `json:"resolution"` // of a done one: fixed (by the user) or gone (no longer found)
	SnoozedUntil *time.Time     `json:"snoozedUntil"`
	Assignee     string         `json:"assignee"` // who sees to it; "" nobody
	Reason       string         `json:"reason"`   // why its status is what it is, in its owner's words
	Outcome      *Outcome       `json:"outcome"`  // of one that was fixed; nil otherwise
	CreatedAt    time.Time      `json:"createdAt"`
	UpdatedAt    time.Time      `json:"updatedAt"`
	LeadID       string         `json:"leadId,omitempty"`      // the insight that it is one task with and stands under; "" none
	FollowerIDs  []string       `json:"followerIds,omitempty"` // those that stand under it, best first
}

// Entity is what an insight is about. Its Key with the site and the type is the insight's identity.
type Entity struct {
	Query      string `json:"query,omitempty"`
	Page       string `json:"page,omitempty"` // the normalised URL
	Template   string `json:"template,omitempty"`
	CampaignID string `json:"campaignId,omitempty"`
	AdGroupID  string `json:"adGroupId,omitempty"`
	Term       string `json:"term,omitempty"`
	Issue      string `json:"issue,omitempty"` // of a crawl: which issue, since a page can have several
}

// Key joins the parts of the entity in a fixed order.
func (e Entity) Key() string {
	return strings.Join([]string{e.Query, e.Page, e.Template, e.CampaignID, e.AdGroupID, e.Term, e.Issue}, "\x1f")
}

// Value is what fixing an insight is worth per month, if the fix succeeds. Low <= Mid <= High.
type Value struct {
	Low      float64 `json:"low"`
	Mid      float64 `json:"mid"`
	High     float64 `json:"high"`
	Unit     string  `json:"unit"`               // currency or clicks
	Currency string  `json:"currency,omitempty"` // ISO 4217, when Unit is currency
}

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

// InsightEdit is what a request wants to change about an insight; nil leaves a field as it is.
type InsightEdit struct {
	SnoozedUntil **time.Time // a nil time wakes it
	Assignee     *string
	Reason       *string
}

// Clean trims the fields that are set and validates them. Its Error names the field.
func (e *InsightEdit) Clean(now time.Time) error {
	if e.SnoozedUntil != nil && *e.SnoozedUntil != nil && (!(*e.SnoozedUntil).After(now) || (*e.SnoozedUntil).After(now.AddDate(2, 0, 0))) {
		return FieldErrorf("snoozedUntil", "Choose a day after today, within two years.")
	}
	for name, text := range map[string]*string{"assignee": e.Assignee, "reason": e.Reason} {
		if text == nil {
			continue
		}
		*text = strings.TrimSpace(*text)
		if longest := map[string]int{"assignee": 100, "reason": 1000}[name]; utf8.RuneCountInString(*text) > longest {
			return FieldErrorf(name, "Use at most %d characters.", longest)
		}
		if !printable(strings.ReplaceAll(*text, "\n", " ")) {
			return FieldErrorf(name, "This has characters that cannot be shown.")
		}
	}
	return nil
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

// Plan is the insights to do first in a number of hours: those with the most expected value together.
type Plan struct {
	Hours   float64    `json:"hours"`   // there are
	Used    float64    `json:"used"`    // of them
	Items   []PlanItem `json:"items"`   // in the order to do them
	Values  []Value    `json:"values"`  // what they are expected to bring a month together, each click once; by unit and currency, the largest first
	LeftOut int        `json:"leftOut"` // insights that do not fit
	Unknown int        `json:"unknown"` // of those that were taken have no known value
	Assumes string     `json:"assumes"` // in words: how long a task takes
}

// PlanItem is one insight of a plan.
type PlanItem struct {
	Insight  Insight `json:"insight"`
	Hours    float64 `json:"hours"`    // it takes, from its effort
	Expected *Value  `json:"expected"` // per month: its value × its confidence, as far as no other of the plan brings it; nil: unknown
}

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

// Status is where an insight stands in its owner's work.
type Status string

// The statuses an insight can have.
const (
	Open       Status = "open"
	InProgress Status = "in_progress"
	Done       Status = "done"
	Dismissed  Status = "dismissed"
)

// ParseStatus returns the Status that s names, else an Invalid Error.
func ParseStatus(s string) (Status, error) {
	switch status := Status(s); status {
	case Open, InProgress, Done, Dismissed:
		return status, nil
	}
	return "", FieldErrorf("status", "Unknown status %q. Use open, in_progress, done or dismissed.", s)
}

// CanBecome returns nil when next may follow s, else a Conflict Error that says what may.
// Open, done and dismissed may follow anything; in_progress only open and itself.
func (s Status) CanBecome(next Status) error {
	if next == InProgress && s != Open && s != InProgress {
		return Errorf(Conflict, "An insight that is %s cannot go straight to in_progress. Allowed: open, done, dismissed.", s)
	}
	return nil
}

// InsightFilter says which insights of an account to list.
type InsightFilter struct {
	SiteID string // "" = every site of the account
	Status Status // "" = every status
	Type   string // "" = every type
	Query  string // part of the title or summary, any case
	// Snoozed is whether those that sleep until a day after Now are listed: nil with the others, true alone, false not at all.
	Snoozed *bool
	Now     time.Time
	// Assignee lists those of one person; "" of anybody.
	Assignee string
	Limit    int
	Offset   int
}

// StoredInsight is an insight with what the lifecycle remembers of it.
type StoredInsight struct {
	Insight
	ExpectedValue    float64   // Value.Mid × confidence; 0 when unknown
	StatusAt         time.Time // when the status last changed
	DismissedAtValue *float64  // the expected value when the user dismissed it; nil when it is not dismissed
	FoundAt          time.Time // when a recompute last found it
}

// StoredOutcome is an outcome with what is needed to measure it.
type StoredOutcome struct {
	Outcome
	Insight        Insight  // type, entity and evidence, as they were when it was fixed
	ProbabilityFix *float64 // what the method assumed then; nil: it did not say
	Compared       []Entity // what it is compared with; nil: not chosen yet
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
}

// InsightSubject is what of an insight that waits says with which others it is one task.
type InsightSubject struct {
	ID     string
	SiteID string
	Type   string
	Entity Entity
	Keeps  string // of a query that several pages compete for, the one that is to answer it; "" of others
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

// SiteWork is what was done about the insights of a site.
type SiteWork struct {
	SiteID   string
	Fixed    int        // by its people, since a moment
	ScoredAt *time.Time // when they were last worked out; nil: never
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

// InsightType is a kind of insight: its words and its look, as its detector declares them.
type InsightType struct {
	Type  string `json:"type"`
	Title string `json:"title"`
	Icon  string `json:"icon"`
	Color string `json:"color"`
}

// InsightRule is how insights of a type are found, sized and ranked, for people who want to know or to tune it.
type InsightRule struct {
	InsightType
	Finds     string         `json:"finds"`     // what it looks for, in a few sentences
	Formula   string         `json:"formula"`   // how it is sized; lines
	LeavesOut []string       `json:"leavesOut"` // what looks like it and is not
	Needs     []string       `json:"needs"`     // the sources it looks at, in words
	Constants []RuleConstant `json:"constants"`
	Sources   []RuleSource   `json:"sources"` // what the method rests on
}

// RuleConstant is a number of a rule.
type RuleConstant struct {
	Name  string   `json:"name"`
	Title string   `json:"title"`
	Value float64  `json:"value"` // where a site says nothing else
	Unit  string   `json:"unit"`  // such as impressions or percent; "" none
	Least *float64 `json:"least"` // a site may say from
	Most  *float64 `json:"most"`  // to; nil both: it is not the site's to say
}

// RuleSource is something published that a method rests on.
type RuleSource struct {
	Title string `json:"title"`
	URL   string `json:"url"`
}

// Evidence is the rows behind an insight and the query that found them.
type Evidence struct {
	Columns    []string         `json:"columns"`
	Rows       []map[string]any `json:"rows"`
	SQL        string           `json:"sql"`
	Parameters map[string]any   `json:"parameters"`
}
