package upslope

import (
	"slices"
	"strings"
	"time"
)

// Alert says that something happened on a site: what, where, since when, and how much against what was
// expected. It is open until it recovers.
type Alert struct {
	ID          string     `json:"id"`
	AccountID   string     `json:"-"`
	SiteID      string     `json:"siteId"`
	Rule        string     `json:"rule"`
	Subject     string     `json:"-"`     // "" the whole site, or a page, a provider, an opportunity
	Onset       string     `json:"onset"` // its first day, such as 2026-11-18
	Title       string     `json:"title"`
	Detail      string     `json:"detail"`
	URL         string     `json:"url"`  // the path of the app that shows what it is about
	Unit        string     `json:"unit"` // of the figures: count, currency, or "" without any
	Currency    string     `json:"currency"`
	Actual      *float64   `json:"actual"`   // nil: the rule compares nothing
	Expected    *float64   `json:"expected"` // of the same days
	Low         *float64   `json:"low"`      // 90 % prediction interval of the expected
	High        *float64   `json:"high"`
	Channels    []string   `json:"-"`
	Status      string     `json:"status"`     // open or resolved
	Resolution  string     `json:"resolution"` // how it ended, one sentence
	NewLevel    bool       `json:"-"`          // it ended since what it is about has lasted
	ResolvedDay *time.Time `json:"-"`          // the last day of data when it ended
	OpenedAt    time.Time  `json:"openedAt"`
	ResolvedAt  *time.Time `json:"resolvedAt"`

	// Of who asks.
	Read         bool       `json:"read"`
	SnoozedUntil *time.Time `json:"snoozedUntil"`
	Dismissed    bool       `json:"dismissed"`
}

// The states of an alert.
const (
	AlertOpen     = "open"
	AlertResolved = "resolved"
)

// The rules of alerts. The first five watch a metric.
const (
	ClicksRule      = "clicks"
	SessionsRule    = "sessions"
	ConversionsRule = "conversions"
	RevenueRule     = "revenue"
	SpendRule       = "spend"
	PageRule        = "page"
	ConnectionRule  = "connection"
	OpportunityRule = "opportunity"
	CrawlRule       = "crawl"
	ForecastRule    = "forecast"
)

// AlertRule says whether a rule applies, from which size on, and where its alerts go besides the inbox.
type AlertRule struct {
	ID       string   `json:"id,omitempty"` // "": the default
	SiteID   string   `json:"siteId,omitempty"`
	Rule     string   `json:"rule"`
	Enabled  bool     `json:"enabled"`
	Percent  *float64 `json:"percent"` // smaller changes are not told; nil: the rule has none
	Value    *float64 `json:"value"`   // smaller values, or fewer issues, are not told; nil: it has none
	Channels []string `json:"channels"`
}

// The channels of alerts besides the inbox.
const (
	EmailChannel   = "email"
	WebhookChannel = "webhook"
)

// DefaultAlertRules are the rules that apply unless an account or a site has its own.
func DefaultAlertRules() []AlertRule {
	all := func() []string { return []string{EmailChannel, WebhookChannel} }
	rule := func(name string, percent, value *float64) AlertRule {
		return AlertRule{Rule: name, Enabled: true, Percent: percent, Value: value, Channels: all()}
	}
	return []AlertRule{
		rule(ClicksRule, new(20.), nil), rule(SessionsRule, new(20.), nil), rule(ConversionsRule, new(20.), nil), rule(RevenueRule, new(20.), nil),
		rule(SpendRule, new(30.), nil), rule(PageRule, nil, nil), rule(ConnectionRule, nil, nil), rule(OpportunityRule, nil, new(1000.)),
		rule(CrawlRule, nil, new(10.)), rule(ForecastRule, nil, nil),
	}
}

// Clean validates a rule against its default. Its Error names the field.
func (r *AlertRule) Clean() error {
	defaults := DefaultAlertRules()
	at := slices.IndexFunc(defaults, func(one AlertRule) bool { return one.Rule == r.Rule })
	names := make([]string, len(defaults))
	for i, one := range defaults {
		names[i] = one.Rule
	}
	if at < 0 {
		return FieldErrorf("rule", "There is no rule %q. The rules are: %s.", clip(r.Rule, 50), strings.Join(names, ", "))
	}
	known := defaults[at]
	switch {
	case known.Percent == nil && r.Percent != nil:
		return FieldErrorf("percent", "The rule %q has no percentage. Leave percent out.", r.Rule)
	case known.Value == nil && r.Value != nil:
		return FieldErrorf("value", "The rule %q has no value. Leave value out.", r.Rule)
	case r.Percent != nil && !(*r.Percent >= 5 && *r.Percent <= 95):
		return FieldErrorf("percent", "Enter a percentage from 5 to 95.")
	case r.Value != nil && !(*r.Value >= 0 && *r.Value <= 1e12):
		return FieldErrorf("value", "Enter a number that is not negative.")
	}
	if r.Percent == nil {
		r.Percent = known.Percent
	}
	if r.Value == nil {
		r.Value = known.Value
	}
	slices.Sort(r.Channels)
	r.Channels = slices.Compact(r.Channels)
	for _, channel := range r.Channels {
		if channel != EmailChannel && channel != WebhookChannel {
			return FieldErrorf("channels", "Choose channels from email and webhook. The inbox always has alerts.")
		}
	}
	if r.Channels == nil {
		r.Channels = []string{}
	}
	return nil
}

// EffectiveAlertRules returns the rules that apply to a site, in the order of the defaults: its own, else the
// account's, else the defaults. siteID "" is the account.
func EffectiveAlertRules(own []AlertRule, siteID string) []AlertRule {
	rules := DefaultAlertRules()
	for i := range rules {
		for _, scope := range []string{"", siteID} {
			for _, one := range own {
				if one.Rule == rules[i].Rule && one.SiteID == scope {
					rules[i] = one
				}
			}
		}
	}
	return rules
}

// AlertFilter selects alerts for a list.
type AlertFilter struct {
	UserID  string
	SiteID  string   // "": all sites
	SiteIDs []string // of a client: the sites they see; nil: all
	Client  bool     // alerts about settings are left out
	Status  string   // open, resolved or all
	Unread  bool
	Now     time.Time
	Limit   int
	Offset  int
}

// AlertEdit is what a person does with alerts; nil leaves a field as it is.
type AlertEdit struct {
	IDs          []string // nil: all that the filter selects
	Read         *bool
	Dismissed    *bool
	SnoozedUntil **time.Time // a pointer to nil ends it
}

// MaxAlertEdits is how many alerts one edit may name.
const MaxAlertEdits = 500
