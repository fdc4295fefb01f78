package upslope

import (
	"strings"
	"time"
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
	CreatedAt    time.Time      `json:"createdAt"`
	UpdatedAt    time.Time      `json:"updatedAt"`
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
	Limit  int
	Offset int
}

// StoredInsight is an insight with what the lifecycle remembers of it.
type StoredInsight struct {
	Insight
	ExpectedValue    float64   // Value.Mid × confidence; 0 when unknown
	StatusAt         time.Time // when the status last changed
	DismissedAtValue *float64  // the expected value when the user dismissed it; nil when it is not dismissed
	FoundAt          time.Time // when a recompute last found it
}

// InsightChanges is what a recompute does to the insights of a site; whatever is not named stays as it is.
type InsightChanges struct {
	Added    []StoredInsight // new ones, with their ids
	Updated  []StoredInsight // known ones as they are now, whole
	Activity []Activity
	Message  string // what came of it, in one sentence
	Crawl    *Crawl // the newest one of the site when this was worked out, nil for none
}

// InsightType is a kind of insight: its words and its look, as its detector declares them.
type InsightType struct {
	Type  string `json:"type"`
	Title string `json:"title"`
	Icon  string `json:"icon"`
	Color string `json:"color"`
}

// Evidence is the rows behind an insight and the query that found them.
type Evidence struct {
	Columns    []string         `json:"columns"`
	Rows       []map[string]any `json:"rows"`
	SQL        string           `json:"sql"`
	Parameters map[string]any   `json:"parameters"`
}
