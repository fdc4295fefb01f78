package upslope

import (
	"strings"
	"time"
	"unicode/utf8"
)

// SiteChange is a change to a site that may show in its figures.
type SiteChange struct {
	ID        string    `json:"id"`
	SiteID    string    `json:"siteId"`
	Day       string    `json:"day"`  // such as 2026-11-18, in the site's time zone
	Kind      string    `json:"kind"` // note, status (of an insight) or crawl (what a new crawl found)
	Text      string    `json:"text"`
	InsightID string    `json:"insightId,omitempty"`
	CreatedAt time.Time `json:"createdAt"`
}

// CleanNote trims a note and validates it with its day, such as 2026-11-18; now is in the site's time zone.
// Its Error names the field.
func CleanNote(day, text string, now time.Time) (string, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return "", FieldErrorf("text", "Describe the change.")
	case utf8.RuneCountInString(text) > 1000:
		return "", FieldErrorf("text", "Use at most 1000 characters.")
	case !printable(strings.ReplaceAll(text, "\n", " ")):
		return "", FieldErrorf("text", "This has characters that cannot be shown.")
	}
	date, err := time.Parse(time.DateOnly, day)
	switch {
	case err != nil:
		return "", FieldErrorf("day", "Use a day such as 2026-11-18.")
	case date.Year() < 2015:
		return "", FieldErrorf("day", "Choose a day since 2015.")
	case day > now.AddDate(0, 0, 1).Format(time.DateOnly):
		return "", FieldErrorf("day", "Choose a day until tomorrow.")
	}
	return text, nil
}
