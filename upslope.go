// Package upslope holds the nouns of the product: accounts, users, sites, crawls, insights, jobs
// and the rules that belong to them alone (what a valid domain is, which status may follow which).
// It knows no database, no HTTP and no other package of this module; every other package may import it.
package upslope

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// Activity is one thing that happened in an account, newest first on the Overview.
type Activity struct {
	ID        string    `json:"id"`
	SiteID    string    `json:"siteId,omitempty"`
	Kind      string    `json:"kind"` // what happened, as noun.verb: site.added, crawl.imported, insight.done
	Text      string    `json:"text"` // one sentence
	CreatedAt time.Time `json:"createdAt"`
}

// JobStatus is where a job stands.
type JobStatus string

// The statuses a job can have; done and failed are final.
const (
	JobQueued  JobStatus = "queued"
	JobRunning JobStatus = "running"
	JobDone    JobStatus = "done"
	JobFailed  JobStatus = "failed"
)

// The kinds of job.
const (
	ImportCrawl       = "import"
	RecomputeInsights = "recompute"
	Backfill          = "backfill" // reads the older days of a site's providers
	LoadDemo          = "demo"
	SendReport        = "report" // of a schedule
)

// Job is work that outlives a request.
type Job struct {
	ID        string          `json:"id"`
	AccountID string          `json:"-"`
	SiteID    string          `json:"siteId,omitempty"`
	Kind      string          `json:"kind"`
	Status    JobStatus       `json:"status"`
	Progress  float64         `json:"progress"`          // 0 to 1
	Message   string          `json:"message"`           // one sentence: what is being done, what came of it, or why it failed
	Result    json.RawMessage `json:"result,omitempty"`  // the body a 200 would have had
	Problem   *Error          `json:"problem,omitempty"` // of a failed one
	CreatedAt time.Time       `json:"createdAt"`
	UpdatedAt time.Time       `json:"updatedAt"`
}

// Finished says whether nothing more will happen to the job.
func (j Job) Finished() bool { return j.Status == JobDone || j.Status == JobFailed }

// Event tells listeners of an account that something changed; it carries no data of its own.
type Event struct {
	SiteID   string    `json:"siteId,omitempty"`
	Kind     string    `json:"kind"` // what changed: sites, insights, issues, integrations, activity or job
	Version  int64     `json:"version,omitempty"`
	JobID    string    `json:"jobId,omitempty"`
	Status   JobStatus `json:"status,omitempty"`
	Progress float64   `json:"progress,omitempty"`
	Message  string    `json:"message,omitempty"`
}

// KPIs are the figures at the top of the Overview: the last 28 final days against the 28 before.
// Nil means unknown, which is not zero. Changes are in percent.
type KPIs struct {
	TotalSessions    *int64   `json:"totalSessions"`
	SessionsChange   *float64 `json:"sessionsChange"`
	ConversionRate   *float64 `json:"conversionRate"` // percent
	ConversionChange *float64 `json:"conversionChange"`
	AdSpend          *float64 `json:"adSpend"` // major units of Currency
	AdSpendChange    *float64 `json:"adSpendChange"`
	Currency         *string  `json:"currency"`     // nil when the sites differ
	AvgPageSpeed     *float64 `json:"avgPageSpeed"` // seconds, field p75 LCP weighted by sessions
	PageSpeedChange  *float64 `json:"pageSpeedChange"`
}

// Code says what kind of mistake an Error is; the edge maps it to an HTTP status.
type Code string

// The codes, each with the HTTP status the edge answers.
const (
	Invalid         Code = "invalid"          // 400
	Unauthenticated Code = "unauthenticated"  // 401
	PaymentRequired Code = "payment_required" // 402
	Forbidden       Code = "forbidden"        // 403
	NotFound        Code = "not_found"        // 404, also for what belongs to somebody else
	Conflict        Code = "conflict"         // 409
	TooLarge        Code = "too_large"        // 413
	Unsupported     Code = "unsupported"      // 415
	Unprocessable   Code = "unprocessable"    // 422
	TooMany         Code = "too_many"         // 429
	Unavailable     Code = "unavailable"      // 503
	Internal        Code = "internal"         // 500
)

// Error is an error for the person who made the request: Message is a sentence they can act on.
// Everything that is not an Error is ours to fix and shows them nothing but an apology.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	Field   string `json:"field,omitempty"` // the field of the request that is wrong, when one is
	Lines   []int  `json:"lines,omitempty"` // the lines of the file that are wrong, when some are

	UploadID string   `json:"uploadId,omitempty"` // the uploaded file that is wrong; it is kept
	Headers  []string `json:"headers,omitempty"`  // of a file whose columns are not known
}

// Errorf makes an Error whose Message is formatted.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// FieldErrorf makes an Invalid Error about one field of a request.
func FieldErrorf(field, format string, args ...any) *Error {
	return &Error{Code: Invalid, Field: field, Message: fmt.Sprintf(format, args...)}
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// CodeOf returns the code of the Error inside err, or Internal.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return Internal
}

// ReportSettings says what a report is about and what is in it.
type ReportSettings struct {
	SiteID                 string `json:"siteId"` // "" = every site of the account
	Title                  string `json:"title"`
	DateRange              string `json:"dateRange"` // a key of reportDays
	IncludeKPIs            bool   `json:"includeKPIs"`
	IncludeInsights        bool   `json:"includeInsights"`
	IncludeRecommendations bool   `json:"includeRecommendations"`
	Notes                  string `json:"notes"`
}

// reportDays are the ranges that a report can have, in days.
var reportDays = map[string]int{"last-7-days": 7, "last-30-days": 30, "last-90-days": 90, "last-6-months": 183, "last-12-months": 365}

// Days is how long the range of a clean report is.
func (s ReportSettings) Days() int { return reportDays[s.DateRange] }

// Clean trims the texts and validates them. Its Error names the field.
func (s *ReportSettings) Clean() error {
	s.Title, s.Notes = strings.TrimSpace(s.Title), strings.TrimSpace(strings.ReplaceAll(s.Notes, "\r\n", "\n"))
	switch {
	case s.Title == "":
		return FieldErrorf("title", "A report needs a title.")
	case utf8.RuneCountInString(s.Title) > 200:
		return FieldErrorf("title", "Use at most 200 characters for the title.")
	case !printable(s.Title):
		return FieldErrorf("title", "The title has characters that cannot be shown.")
	case reportDays[s.DateRange] == 0:
		return FieldErrorf("dateRange", "Choose last-7-days, last-30-days, last-90-days, last-6-months or last-12-months.")
	case utf8.RuneCountInString(s.Notes) > 10000:
		return FieldErrorf("notes", "Use at most 10,000 characters for the notes.")
	case !printable(strings.NewReplacer("\n", " ", "\t", " ").Replace(s.Notes)):
		return FieldErrorf("notes", "The notes have characters that cannot be shown.")
	case !s.IncludeKPIs && !s.IncludeInsights && !s.IncludeRecommendations && s.Notes == "":
		return FieldErrorf("includeKPIs", "Choose at least one section, or write notes: the report would be empty.")
	}
	return nil
}

// ReportTitle is how a report is called until somebody says otherwise.
const ReportTitle = "SEO & Ads Performance Report"

// ReportSchedule sends a report by e-mail, by itself.
type ReportSchedule struct {
	ID        string `json:"id"`
	AccountID string `json:"-"`
	ReportSettings
	Frequency    string     `json:"frequency"`    // weekly or monthly
	Weekday      int        `json:"weekday"`      // of a weekly one, 1 is Monday and 7 Sunday
	MonthDay     int        `json:"monthDay"`     // of a monthly one, 1 to 31; in shorter months the last day
	Hour         int        `json:"hour"`         // 0 to 23, in TimeZone
	TimeZone     string     `json:"timeZone"`     // of the site, IANA; of the account's first site where it is about all
	Recipients   []string   `json:"recipients"`   // e-mail addresses
	Unsubscribed []string   `json:"unsubscribed"` // those of them that want no reports; they get none
	Active       bool       `json:"active"`
	NextAt       *time.Time `json:"nextAt"`     // nil while it is paused, or about to be planned
	LastSentAt   *time.Time `json:"lastSentAt"` // nil: not sent yet
	LastError    string     `json:"lastError"`  // why the last one did not reach everybody; "" it did
	CreatedAt    time.Time  `json:"createdAt"`
}

// emailAddress is what HTML takes for one, with a dot in its domain: no name, no quotes, no line breaks.
var emailAddress = regexp.MustCompile("^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(" + label + `\.)+` + label + "$")

// mostRecipients of a schedule.
const mostRecipients = 10

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
			return FieldErrorf("recipients", "%q is not an e-mail address.", clip(strings.TrimSuffix(address, "@"), 100))
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
		return FieldErrorf("recipients", "Name at least one e-mail address.")
	case len(recipients) > mostRecipients:
		return FieldErrorf("recipients", "Name at most %d e-mail addresses.", mostRecipients)
	}
	return nil
}

// clip is the beginning of a text, for a message.
func clip(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
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
	ReplyTo   string // whom recipients answer: the owner of the account
	Branding  Branding
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
	Recipient    string // whose mails
	Agency       string // who sends them; "" it did not say
	Unsubscribed bool
}

// SharedReport is a link that opens a report, as it was when the link was made, for anybody who has it.
type SharedReport struct {
	ID           string     `json:"id"`
	SiteID       string     `json:"siteId,omitempty"` // "" = every site of the account
	Title        string     `json:"title"`
	DateRange    string     `json:"dateRange"`
	CreatedAt    time.Time  `json:"createdAt"`
	ExpiresAt    time.Time  `json:"expiresAt"`
	RevokedAt    *time.Time `json:"revokedAt"`
	Status       string     `json:"status"`       // active, expired or revoked
	ShareableURL string     `json:"shareableUrl"` // "" when the key that it was encrypted with is gone
	URL          string     `json:"url"`          // the same
	HasPassword  bool       `json:"hasPassword"`
	Views        int64      `json:"views"` // answers of the whole page, to people and programs alike
	LastViewedAt *time.Time `json:"lastViewedAt"`
}

// StatusAt is whether the link opens at that moment: active, or why it does not: expired or revoked.
func (r SharedReport) StatusAt(now time.Time) string {
	switch {
	case r.RevokedAt != nil:
		return "revoked"
	case !now.Before(r.ExpiresAt):
		return "expired"
	}
	return "active"
}

// StoredReport is a SharedReport as it is kept, without its address.
type StoredReport struct {
	SharedReport
	AccountID string
	Settings  ReportSettings
	TokenHash []byte // SHA-256 of the token in its address
	Token     []byte // encrypted for its owner
	KeyID     int64  // of the key that the token is encrypted with
	Body      []byte // the page, encrypted with a key that is made of the token; nil once it opens no more
	Revision  int64  // rises with every change that readers must see
	Published int64  // the revision that readers have; 0: it was never given out
	Position  uint64 // of the replica when it had that revision
}

// ReportViews is how often a link was opened.
type ReportViews struct {
	TokenHash []byte    `json:"hash"`
	Views     int64     `json:"views"`
	LastAt    time.Time `json:"lastAt"`
}

// ReportPage is what a link opens.
type ReportPage struct {
	TokenHash [32]byte
	Gzip      []byte // HTML
	Tag       string // of its content
}

// LinkTerms are how long a link opens, and for whom.
type LinkTerms struct {
	Days     int    // from now
	Password string // "" none
}

// Clean validates the terms. Its Error names the field.
func (t LinkTerms) Clean() error {
	length := utf8.RuneCountInString(t.Password)
	switch {
	case t.Days < 1 || t.Days > 365:
		return FieldErrorf("expirationDays", "A link opens for 1 to 365 days.")
	case t.Password != "" && (length < 8 || length > 200):
		return FieldErrorf("password", "Use 8 to 200 characters for the password.")
	}
	return nil
}
