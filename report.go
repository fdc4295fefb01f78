package upslope

import (
	"strings"
	"unicode/utf8"
)

// ReportSettings are the subject and sections of a report.
type ReportSettings struct {
	SiteID                 string `json:"siteId"` // "" = every site of the account, or of the client
	ClientID               string `json:"clientId,omitempty"`
	Title                  string `json:"title"`
	DateRange              string `json:"dateRange"` // a key of reportDays
	IncludeKPIs            bool   `json:"includeKPIs"`
	IncludeInsights        bool   `json:"includeInsights"`
	IncludeRecommendations bool   `json:"includeRecommendations"`
	Notes                  string `json:"notes"`
	// Insights are chosen and ordered by hand; none takes the first of the list, as schedules do.
	Insights []ReportInsight `json:"insights,omitempty" db:"-"`
}

// ReportInsight is an insight that was chosen for a report. A title or summary replaces the insight's own.
type ReportInsight struct {
	ID      string `json:"id"`
	Title   string `json:"title,omitempty"`
	Summary string `json:"summary,omitempty"`
}

// MaxReportInsights is how many insights can be chosen for a report.
const MaxReportInsights = 20

// reportDays are the date ranges of reports, in days.
var reportDays = map[string]int{"last-7-days": 7, "last-30-days": 30, "last-90-days": 90, "last-6-months": 183, "last-12-months": 365}

// Days is the length of the date range of validated settings.
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
		return FieldErrorf("includeKPIs", "Choose at least one section or add notes, or the report would be empty.")
	}
	return s.cleanInsights()
}

func (s *ReportSettings) cleanInsights() error {
	if len(s.Insights) > MaxReportInsights {
		return FieldErrorf("insights", "Choose at most %d opportunities.", MaxReportInsights)
	}
	seen := map[string]bool{}
	for i := range s.Insights {
		one := &s.Insights[i]
		one.Title, one.Summary = strings.TrimSpace(one.Title), strings.TrimSpace(one.Summary)
		switch {
		case seen[one.ID]:
			return FieldErrorf("insights", "Choose each opportunity once.")
		case utf8.RuneCountInString(one.Title) > 200 || utf8.RuneCountInString(one.Summary) > 1000:
			return FieldErrorf("insights", "Use at most 200 characters for the title of an opportunity, and 1,000 for what it says.")
		case !printable(one.Title) || !printable(strings.ReplaceAll(one.Summary, "\n", " ")):
			return FieldErrorf("insights", "An opportunity has characters that cannot be shown.")
		}
		seen[one.ID] = true
	}
	return nil
}

// ReportTitle is the default title of a report.
const ReportTitle = "SEO & Ads Performance Report"

// StoredReport is a SharedReport as stored, without its URL.
type StoredReport struct {
	SharedReport
	AccountID string
	Settings  ReportSettings
	TokenHash []byte // SHA-256 of the token in its address
	Token     []byte // encrypted for its owner
	KeyID     int64  // of the key that the token is encrypted with
	Body      []byte // the page, encrypted with a key derived from the token; nil once the link is closed
	Revision  int64  // increases with every change that readers must see
	Published int64  // the revision that readers have; 0: never published
	Position  uint64 // replica position of that revision
	// LinkDomain is the domain that the link has now; "" the product's.
	LinkDomain string
	// Hosts are the domains that the link opens under beside the product's, for its publisher.
	Hosts []string
}
