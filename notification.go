package upslope

import (
	"slices"
	"time"
)

// NotificationSettings say how a member hears of alerts by e-mail.
type NotificationSettings struct {
	Email     string   `json:"email"`     // off, instant, daily or weekly
	Hour      int      `json:"hour"`      // of a digest, 0 to 23, in TimeZone
	Weekday   int      `json:"weekday"`   // of a weekly one, 1 is Monday and 7 Sunday
	TimeZone  string   `json:"timeZone"`  // IANA
	QuietFrom *int     `json:"quietFrom"` // no mails at once from this hour
	QuietTo   *int     `json:"quietTo"`   // to this one; nil: never quiet
	Rules     []string `json:"rules"`     // empty: all
	SiteIDs   []string `json:"siteIds"`   // empty: all that they see
}

// How e-mails of alerts come.
const (
	EmailOff     = "off"
	EmailInstant = "instant"
	EmailDaily   = "daily"
	EmailWeekly  = "weekly"
)

// DefaultNotifications apply until a member chooses: a morning digest for those who work in the account.
func DefaultNotifications(role Role, timeZone string) NotificationSettings {
	settings := NotificationSettings{Email: EmailDaily, Hour: 8, Weekday: 1, TimeZone: timeZone, Rules: []string{}, SiteIDs: []string{}}
	if !role.AtLeast(Editor) {
		settings.Email = EmailOff
	}
	return settings
}

// Clean validates settings. Its Error names the field.
func (n *NotificationSettings) Clean() error {
	site := SiteEdit{TimeZone: &n.TimeZone}
	if err := site.Clean(); err != nil {
		return err
	}
	hour := func(h *int) bool { return h == nil || *h >= 0 && *h <= 23 }
	switch {
	case !slices.Contains([]string{EmailOff, EmailInstant, EmailDaily, EmailWeekly}, n.Email):
		return FieldErrorf("email", "Choose off, instant, daily or weekly.")
	case !hour(&n.Hour):
		return FieldErrorf("hour", "Choose an hour from 0 to 23.")
	case n.Weekday < 1 || n.Weekday > 7:
		return FieldErrorf("weekday", "Choose a day of the week from 1, Monday, to 7, Sunday.")
	case (n.QuietFrom == nil) != (n.QuietTo == nil):
		return FieldErrorf("quietTo", "Quiet hours need a first and a last hour.")
	case !hour(n.QuietFrom):
		return FieldErrorf("quietFrom", "Choose an hour from 0 to 23.")
	case !hour(n.QuietTo):
		return FieldErrorf("quietTo", "Choose an hour from 0 to 23.")
	}
	slices.Sort(n.Rules)
	n.Rules = slices.Compact(n.Rules)
	for _, name := range n.Rules {
		if rule := (AlertRule{Rule: name}); rule.Clean() != nil {
			return FieldErrorf("rules", "There is no rule %q.", clip(name, 50))
		}
	}
	n.SiteIDs = slices.Compact(slices.Sorted(slices.Values(n.SiteIDs)))
	if n.Rules == nil {
		n.Rules = []string{}
	}
	if n.SiteIDs == nil {
		n.SiteIDs = []string{}
	}
	return nil
}

// Next is when a digest is due after a moment. An hour that the clock skips is the one beside it.
func (n NotificationSettings) Next(after time.Time) time.Time {
	schedule := ReportSchedule{Frequency: "weekly", Weekday: n.Weekday, Hour: n.Hour, TimeZone: n.TimeZone}
	if n.Email != EmailWeekly {
		zone := n.zone()
		schedule.Weekday = int(after.In(zone).Weekday()+6)%7 + 1
		if next := schedule.Next(after); next.Sub(after) <= 25*time.Hour {
			return next
		}
		schedule.Weekday = schedule.Weekday%7 + 1
	}
	return schedule.Next(after)
}

// Quiet reports whether mails have to wait at a moment.
func (n NotificationSettings) Quiet(at time.Time) bool {
	if n.QuietFrom == nil || n.QuietTo == nil || *n.QuietFrom == *n.QuietTo {
		return false
	}
	hour := at.In(n.zone()).Hour()
	if *n.QuietFrom < *n.QuietTo {
		return hour >= *n.QuietFrom && hour < *n.QuietTo
	}
	return hour >= *n.QuietFrom || hour < *n.QuietTo
}

func (n NotificationSettings) zone() *time.Location {
	zone, err := time.LoadLocation(n.TimeZone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// AlertMail is an e-mail about alerts to one member.
type AlertMail struct {
	ID        string
	AccountID string
	UserID    string
	Recipient string
	Kind      string // instant, daily or weekly
	Attempts  int
	CreatedAt time.Time
}

// AlertPreview is the e-mail about alerts that a member gets next.
type AlertPreview struct {
	Alerts  int        `json:"alerts"`  // in the e-mail; 0 if nothing is to be sent, without texts
	Quiet   bool       `json:"quiet"`   // it waits for the end of the quiet hours
	CanSend bool       `json:"canSend"` // false without a mail server
	Subject string     `json:"subject"`
	HTML    string     `json:"html"`
	Text    string     `json:"text"`
	SendsAt *time.Time `json:"sendsAt"` // of a digest; nil: mails go out as alerts open, or not at all
}

// AlertReader is a member who still has to be mailed about alerts.
type AlertReader struct {
	AccountID string
	UserID    string
	NotificationSettings
	Since time.Time // the oldest of them opened
}

// Due reports whether to mail these alerts now: at once unless quiet, or at the digest after the oldest.
func (r AlertReader) Due(now time.Time) bool {
	switch r.Email {
	case EmailInstant:
		return !r.Quiet(now)
	case EmailDaily, EmailWeekly:
		return !now.Before(r.Next(r.Since))
	}
	return false
}
