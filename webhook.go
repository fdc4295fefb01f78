package upslope

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Webhook is an address that is told of an account's events.
type Webhook struct {
	ID             string     `json:"id"`
	AccountID      string     `json:"-"`
	Name           string     `json:"name"`
	URL            string     `json:"url"`
	Kind           string     `json:"kind"`    // WebhookStandard, WebhookSlack or WebhookTeams
	Events         []string   `json:"events"`  // kinds of Activity
	SiteIDs        []string   `json:"siteIds"` // empty: all sites
	Enabled        bool       `json:"enabled"`
	DisabledReason string     `json:"disabledReason"` // why we disabled it; "" when its owner did
	Secret         []byte     `json:"-"`              // encrypted
	KeyID          int64      `json:"-"`
	FailingSince   *time.Time `json:"failingSince"`
	CreatedAt      time.Time  `json:"createdAt"`
}

// The kinds of webhooks: what they are sent.
const (
	WebhookStandard = "standard" // JSON, signed as Standard Webhooks
	WebhookSlack    = "slack"    // an incoming webhook of Slack
	WebhookTeams    = "teams"    // a workflow of Microsoft Teams
)

// WebhookEvents are the events that a webhook can be told of, and TestEvent.
var WebhookEvents = []string{
	"insight.found", "insight.reopened", "insight.gone", "insight.in_progress", "insight.done", "insight.dismissed", "insight.open",
	"insight.assigned", "insight.commented", "insight.mentioned",
	"crawl.imported", "crawl.deleted", "page.changed", "integration.connected", "integration.failed", "integration.synced", "integration.disconnected",
	"alert.opened", "alert.resolved", "report.sent", "report.failed", "site.added", "site.deleted",
}

// TestEvent is sent on request only.
const TestEvent = "webhook.test"

// MaxWebhooks is how many webhooks an account may have.
const MaxWebhooks = 10

// Clean trims and validates what its owner says. Local addresses are refused unless private allows them.
func (w *Webhook) Clean(private bool) error {
	w.Name, w.URL = strings.TrimSpace(w.Name), strings.TrimSpace(w.URL)
	slices.Sort(w.Events)
	w.Events, w.SiteIDs = slices.Compact(w.Events), slices.Compact(slices.Sorted(slices.Values(w.SiteIDs)))
	switch {
	case w.Name == "" || utf8.RuneCountInString(w.Name) > 100 || !printable(w.Name):
		return FieldErrorf("name", "Enter a name of at most 100 characters.")
	case !slices.Contains([]string{WebhookStandard, WebhookSlack, WebhookTeams}, w.Kind):
		return FieldErrorf("kind", "Choose a kind: standard, slack or teams.")
	case len(w.Events) == 0:
		return FieldErrorf("events", "Choose at least one event.")
	}
	for _, event := range w.Events {
		if !slices.Contains(WebhookEvents, event) {
			return FieldErrorf("events", "There is no event %q. The events are: %s.", event, strings.Join(WebhookEvents, ", "))
		}
	}
	target, err := url.Parse(w.URL)
	switch {
	case err != nil || target.Hostname() == "" || target.User != nil || len(w.URL) > 2000 || target.Scheme != "https" && !(private && target.Scheme == "http"):
		return FieldErrorf("url", "Enter an address that starts with https:// and has no password in it.")
	case !private && internalHost(target.Hostname()):
		return FieldErrorf("url", "This address is inside a network. Enter one that the internet can reach.")
	}
	return nil
}

// internalHost reports whether a host plainly is no public one. Names are checked when they are connected to.
func internalHost(host string) bool {
	address, err := netip.ParseAddr(host)
	if err != nil {
		return host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".internal") || !strings.Contains(host, ".")
	}
	return !address.IsGlobalUnicast() || address.IsPrivate()
}

// Delivery is one event on its way to a webhook.
type Delivery struct {
	ID            string     `json:"id"`
	WebhookID     string     `json:"webhookId"`
	AccountID     string     `json:"-"`
	SiteID        string     `json:"siteId,omitempty"`
	Event         string     `json:"event"`
	Text          string     `json:"text"`
	Actor         string     `json:"-"`      // who did it; "" the program
	InsightID     string     `json:"-"`      // which opportunity
	URL           string     `json:"-"`      // where the app shows it; "" by the event
	Status        string     `json:"status"` // waiting, delivered or failed
	Attempts      int        `json:"attempts"`
	Code          int        `json:"code"`       // HTTP status of the last attempt; 0 without an answer
	Problem       string     `json:"problem"`    // of the last attempt, a sentence; "" when it was delivered
	Answer        string     `json:"answer"`     // the first characters of what the receiver said
	DurationMs    int        `json:"durationMs"` // of the last attempt
	NextAttemptAt *time.Time `json:"nextAttemptAt"`
	CreatedAt     time.Time  `json:"createdAt"`
	DeliveredAt   *time.Time `json:"deliveredAt"`
}

// The states of a delivery.
const (
	DeliveryWaiting = "waiting"
	Delivered       = "delivered"
	DeliveryFailed  = "failed"
)
