package reports

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/url"
	"slices"

	"upslope"
)

// assistantPages is how many landing pages are added up.
const assistantPages = 1000

// assistants says how many visits AI assistants sent in the period, the most first; nil when none did.
func (m *Maker) assistants(ctx context.Context, accountID string, settings upslope.ReportSettings, period Period) ([]string, error) {
	if period.To.IsZero() {
		return nil, nil
	}
	table, err := m.Facts.Table(ctx, accountID, "seo/ai-assistants", upslope.TableFilter{
		SiteID: settings.SiteID, ClientID: settings.ClientID, From: period.From, To: period.To, Compare: upslope.CompareNone, Sort: "-sessions", Limit: assistantPages,
	})
	if err != nil {
		return nil, fmt.Errorf("read the visits of AI assistants: %w", err)
	}
	at := map[string]int{}
	for i, column := range table.Columns {
		at[column.Name] = i
	}
	if _, has := at["assistant"]; !has {
		return nil, nil
	}
	type visits struct {
		name, landing         string // the page that most of them open
		sessions, conversions float64
	}
	var found []visits
	for _, row := range table.Rows {
		name, _ := row[at["assistant"]].(string)
		sessions, _ := number(row[at["sessions"]])
		conversions, _ := number(row[at["conversions"]])
		i := slices.IndexFunc(found, func(one visits) bool { return one.name == name })
		if i < 0 {
			landing, _ := row[at["url"]].(string)
			found, i = append(found, visits{name: name, landing: landing}), len(found)
		}
		found[i].sessions, found[i].conversions = found[i].sessions+sessions, found[i].conversions+conversions
	}
	slices.SortStableFunc(found, func(a, b visits) int { return cmp.Compare(b.sessions, a.sessions) })
	var said []string
	for _, one := range found {
		line := fmt.Sprintf("%s: %s and %s", one.name, counted(int(math.Round(one.sessions)), "session", "sessions"), counted(int(math.Round(one.conversions)), "conversion", "conversions"))
		if one.landing != "" {
			line += ", most often on " + landingName(one.landing, settings.SiteID != "")
		}
		said = append(said, line)
	}
	return said, nil
}

// landingName is what a page is called: its path, with its host unless the report is about one site.
func landingName(address string, isOneSite bool) string {
	at, err := url.Parse(address)
	switch {
	case err != nil || at.Host == "":
		return address
	case !isOneSite:
		return at.Host + at.EscapedPath()
	case at.Path == "" || at.Path == "/":
		return "the home page"
	}
	return at.EscapedPath()
}
