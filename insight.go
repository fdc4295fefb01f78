package upslope

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// RevenueOfVisits is the source of a click's value where Analytics reports revenue: an estimate of revenue,
// without margins.
const RevenueOfVisits = "Revenue of organic visits in Google Analytics"

// IsRevenue reports whether the value estimates revenue.
func (i Insight) IsRevenue() bool { return i.Evidence["clickValueSource"] == RevenueOfVisits }

// Insight is one opportunity: what is wrong, where, its monthly value, the confidence, and the steps.
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
	Resolution   string         `json:"resolution"` // of a done one: fixed (by the user) or gone (not found)
	SnoozedUntil *time.Time     `json:"snoozedUntil"`
	Assignee     string         `json:"assignee"`             // "" nobody
	AssigneeID   string         `json:"assigneeId,omitempty"` // when it is a member
	DueOn        *string        `json:"dueOn"`                // such as 2026-12-01
	Reason       string         `json:"reason"`               // the owner's reason for the status
	Outcome      *Outcome       `json:"outcome"`              // of a fixed insight; nil otherwise
	CreatedAt    time.Time      `json:"createdAt"`
	UpdatedAt    time.Time      `json:"updatedAt"`
	Actions      []Action       `json:"actions,omitempty"`     // what the steps ask for, as data
	Also         []Finding      `json:"also,omitempty"`        // other findings that the same fix settles
	LeftOut      []Action       `json:"-"`                     // what a stronger insight asks otherwise
	Small        bool           `json:"small,omitempty"`       // below the site's floor: hidden while open
	Hours        float64        `json:"hours"`                 // of work: the owner's figure, else the usual
	UsualHours   float64        `json:"usualHours"`            // of its kind and number of things to change
	DoneSteps    []string       `json:"doneSteps,omitempty"`   // the lines of Instructions marked as done
	StepPlans    []StepPlan     `json:"stepPlans,omitempty"`   // of those lines, who sees to them and by when
	LeadID       string         `json:"leadId,omitempty"`      // the insight it is grouped under; "" none
	FollowerIDs  []string       `json:"followerIds,omitempty"` // the insights grouped under it, best first
}

// Entity is what an insight is about. Its Key with the site and the type is the insight's identity.
type Entity struct {
	Query      string `json:"query,omitempty"`
	Page       string `json:"page,omitempty"` // the normalised URL
	Template   string `json:"template,omitempty"`
	CampaignID string `json:"campaignId,omitempty"`
	AdGroupID  string `json:"adGroupId,omitempty"`
	Term       string `json:"term,omitempty"`
	Issue      string `json:"issue,omitempty"` // technical issue type, since a page can have several
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

// InsightEdit is a requested change to an insight; nil leaves a field as it is.
type InsightEdit struct {
	SnoozedUntil **time.Time // a nil time ends the snooze
	Assignee     *string     // a member's id, email address or name; other text stays as it is
	DueOn        **string    // a nil day clears it
	Reason       *string
	Hours        **float64 // nil hours return to the usual ones
	DoneSteps    *[]string // all steps that are done, as Instructions words them
	StepPlans    *[]StepPlan
}

// maxSteps is the highest number of steps of one insight.
const maxSteps = 50

// maxAssignee is how many characters name whoever sees to an insight or to a step.
const maxAssignee = 100

// The hours of work that an owner can set.
const (
	minHours = 0.25
	maxHours = 400
)

// Clean trims the fields that are set and validates them. Its Error names the field.
func (e *InsightEdit) Clean(now time.Time) error {
	if e.SnoozedUntil != nil && *e.SnoozedUntil != nil && (!(*e.SnoozedUntil).After(now) || (*e.SnoozedUntil).After(now.AddDate(2, 0, 0))) {
		return FieldErrorf("snoozedUntil", "Choose a day after today, within two years.")
	}
	if e.Hours != nil && *e.Hours != nil && !(**e.Hours >= minHours && **e.Hours <= maxHours) {
		return FieldErrorf("hours", "Enter between %g and %g hours.", minHours, float64(maxHours))
	}
	if e.DueOn != nil && *e.DueOn != nil {
		if err := checkDay("dueOn", **e.DueOn); err != nil {
			return err
		}
	}
	if e.DoneSteps != nil && len(*e.DoneSteps) > maxSteps {
		return FieldErrorf("doneSteps", "Mark at most %d steps.", maxSteps)
	}
	if e.StepPlans != nil {
		if err := e.cleanStepPlans(); err != nil {
			return err
		}
	}
	for name, text := range map[string]*string{"assignee": e.Assignee, "reason": e.Reason} {
		if text == nil {
			continue
		}
		if err := cleanText(name, text, map[string]int{"assignee": maxAssignee, "reason": 1000}[name]); err != nil {
			return err
		}
	}
	return nil
}

// cleanText trims the text of a field and validates it.
func cleanText(field string, text *string, longest int) error {
	*text = strings.TrimSpace(*text)
	if utf8.RuneCountInString(*text) > longest {
		return FieldErrorf(field, "Use at most %d characters.", longest)
	}
	if !printable(strings.ReplaceAll(*text, "\n", " ")) {
		return FieldErrorf(field, "This has characters that cannot be shown.")
	}
	return nil
}

func checkDay(field, text string) error {
	if day, err := time.Parse(time.DateOnly, text); err != nil || day.Year() < 2000 || day.Year() > 2099 {
		return FieldErrorf(field, "Choose a day, such as 2026-12-01.")
	}
	return nil
}

// Says returns what an edit sets, in words, of an insight before and after it.
func (e *InsightEdit) Says(before, now Insight) (said []string) {
	say := func(set bool, words string) {
		if set {
			said = append(said, words)
		}
	}
	say(e.Assignee != nil && now.Assignee != "", "assigned to "+now.Assignee)
	say(e.Assignee != nil && now.Assignee == "", "assigned to nobody")
	if e.DueOn != nil && *e.DueOn != nil {
		say(true, "due "+**e.DueOn)
	}
	say(e.DueOn != nil && *e.DueOn == nil, "without a due date")
	if e.SnoozedUntil != nil && *e.SnoozedUntil != nil {
		say(true, "snoozed until "+(**e.SnoozedUntil).UTC().Format(time.DateOnly))
	}
	say(e.SnoozedUntil != nil && *e.SnoozedUntil == nil, "not snoozed")
	say(e.Reason != nil, "reason")
	say(e.Hours != nil, "hours")
	say(e.DoneSteps != nil, "steps")
	if e.StepPlans != nil {
		said = append(said, plansSaid(before.StepPlans, now.StepPlans)...)
	}
	return said
}

// InsightsEdit is one edit of many insights. Status "" leaves the status as it is.
type InsightsEdit struct {
	Status Status
	InsightEdit
}

// InsightsEdited is what an edit of many insights changed, and what it could not change.
type InsightsEdited struct {
	Changed []string
	Failed  []EditFailure
}

// EditFailure is an insight that an edit could not change, and why.
type EditFailure struct {
	ID  string
	Err error
}

// InsightSort is the order of a list of insights; the zero value is by status and score.
type InsightSort struct {
	Key        string // one of insightSortKeys
	Descending bool
}

var insightSortKeys = []string{"assignee", "confidence", "createdAt", "dueOn", "effort", "score", "status", "title", "type", "updatedAt", "value"}

// ParseInsightSort returns the order that a key names, descending after a minus sign, else an Invalid Error.
func ParseInsightSort(s string) (InsightSort, error) {
	key, descending := strings.CutPrefix(s, "-")
	if key == "due" {
		key = "dueOn"
	}
	if s != "" && !slices.Contains(insightSortKeys, key) {
		return InsightSort{}, FieldErrorf("sort", "Sort by one of: %s. A minus sign in front means descending.", strings.Join(insightSortKeys, ", "))
	}
	return InsightSort{Key: key, Descending: descending}, nil
}

// InsightFilter says which insights of an account to list.
type InsightFilter struct {
	SiteID   string   // "" = every site of the account
	ClientID string   // "" = whatever client
	Tag      string   // "" = with any tags
	Statuses []Status // none = every status
	Type     string   // "" = every type
	Query    string   // part of the title or summary, any case
	IDs      []string // none = any
	// Snoozed selects insights snoozed at Now: nil includes them, true has only them, false leaves them out.
	Snoozed *bool
	Now     time.Time
	// Assignee selects one person's insights, by the text on screen or a member's id, email or name; "" all.
	Assignee string
	// Small includes open insights below their site's floor.
	Small  bool
	Sort   InsightSort
	Limit  int
	Offset int
}

// Evidence is the rows behind an insight and the query that found them.
type Evidence struct {
	Columns    []string         `json:"columns"`
	Rows       []map[string]any `json:"rows"`
	SQL        string           `json:"sql"`
	Parameters map[string]any   `json:"parameters"`
}
