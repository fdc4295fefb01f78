package upslope

import (
	"regexp"
	"strings"
	"time"
)

// ReportSchedule emails a report regularly.
type ReportSchedule struct {
	ID        string `json:"id"`
	AccountID string `json:"-"`
	ReportSettings
	Frequency    string     `json:"frequency"`    // weekly or monthly
	Weekday      int        `json:"weekday"`      // of a weekly one, 1 is Monday and 7 Sunday
	MonthDay     int        `json:"monthDay"`     // of a monthly one, 1 to 31; in shorter months the last day
	Hour         int        `json:"hour"`         // 0 to 23, in TimeZone
	TimeZone     string     `json:"timeZone"`     // IANA: the site's, else that of the account's first site
	Recipients   []string   `json:"recipients"`   // e-mail addresses
	Unsubscribed []string   `json:"unsubscribed"` // recipients who unsubscribed
	Active       bool       `json:"active"`
	NextAt       *time.Time `json:"nextAt"`     // nil while paused or not planned yet
	LastSentAt   *time.Time `json:"lastSentAt"` // nil: never
	LastError    string     `json:"lastError"`  // why the last one did not reach everybody; "" otherwise
	CreatedAt    time.Time  `json:"createdAt"`
}

// emailAddress follows HTML's definition, with a dot in the domain: no names, quotes or line breaks.
var emailAddress = regexp.MustCompile("^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(" + label + `\.)+` + label + "$")

// maxRecipients of a schedule.
const maxRecipients = 10

// Clean trims and validates a schedule. Its Error names the field.
func (s *ReportSchedule) Clean() error {
	if err := s.ReportSettings.Clean(); err != nil {
		return err
	}
	seen := map[string]bool{}
	recipients := []string{}
	for _, address := range s.Recipients {
		name, domain, _ := strings.Cut(strings.TrimSpace(address), "@")
		address = name + "@" + strings.ToLower(domain)
		if len(address) > 254 || !emailAddress.MatchString(address) {
			return FieldErrorf("recipients", "%q is not an email address.", clip(strings.TrimSuffix(address, "@"), 100))
		}
		if key := strings.ToLower(address); !seen[key] {
			seen[key] = true
			recipients = append(recipients, address)
		}
	}
	s.Recipients = recipients
	switch {
	case s.Frequency != "weekly" && s.Frequency != "monthly":
		return FieldErrorf("frequency", "Choose weekly or monthly.")
	case s.Weekday < 1 || s.Weekday > 7:
		return FieldErrorf("weekday", "Choose a day of the week from 1, Monday, to 7, Sunday.")
	case s.MonthDay < 1 || s.MonthDay > 31:
		return FieldErrorf("monthDay", "Choose a day of the month from 1 to 31.")
	case s.Hour < 0 || s.Hour > 23:
		return FieldErrorf("hour", "Choose an hour from 0 to 23.")
	case len(recipients) == 0:
		return FieldErrorf("recipients", "Enter at least one email address.")
	case len(recipients) > maxRecipients:
		return FieldErrorf("recipients", "Enter at most %d email addresses.", maxRecipients)
	}
	return nil
}

// Next is when a clean schedule is due after a moment. An hour that the clock skips is the one beside it.
func (s ReportSchedule) Next(after time.Time) time.Time {
	zone, err := time.LoadLocation(s.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	year, month, day := after.In(zone).Date()
	for ; ; day++ {
		if at := time.Date(year, month, day, s.Hour, 0, 0, 0, zone); s.falls(at) && at.After(after) {
			return at
		}
	}
}

// falls says whether a day is one of the schedule's.
func (s ReportSchedule) falls(day time.Time) bool {
	if s.Frequency == "weekly" {
		return (int(day.Weekday())+6)%7+1 == s.Weekday
	}
	return day.Day() == min(s.MonthDay, time.Date(day.Year(), day.Month()+1, 0, 0, 0, 0, 0, time.UTC).Day())
}

// ReportSending is one report of a schedule on its way to its recipients.
type ReportSending struct {
	ID        string
	AccountID string
	Schedule  ReportSchedule
	DueAt     time.Time
	Attempt   int    // 1 the first time
	Made      []byte // what its mails say, as whoever made it wrote it; nil: not made yet
	File      []byte // the PDF; nil: it could not be printed, or is not made yet
	FileName  string
	Mails     []ReportMail
	Sender    ReportSender
}

// ReportMail is a report on its way to one recipient.
type ReportMail struct {
	ID        string
	Recipient string
	Status    string // waiting, sending, sent, failed or unsubscribed
}

// Unsubscribe is what the unsubscribe link of a mail is about.
type Unsubscribe struct {
	AccountID    string
	UserID       string // of a member: the mails are about what concerns them, or alerts; "" they are reports
	Alerts       bool   // the mails are about alerts
	Recipient    string // whose mails
	Agency       string // who sends them; "" it did not say
	Unsubscribed bool
}
