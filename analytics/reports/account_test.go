package reports_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/reports"
)

var today = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

// account answers what an account has: days from the newest back, with holes where there is none.
type account struct {
	sites    []upslope.Site
	insights []upslope.Insight
	branding upslope.Branding
	days     map[string][]any // by column, the newest first; nil did not come
	pages    [][]any
	newest   time.Time // zero: nothing was read
	owner    string
	rising   [][]any // rows of rising CPCs
	client   upslope.ReportSender

	assistants [][]any // rows of visits from AI assistants

	crawled string // the site of which only a crawl was read
}

func (a *account) Sites(context.Context, string) ([]upslope.Site, error) { return a.sites, nil }

func (a *account) Site(_ context.Context, _, id string) (upslope.Site, error) {
	for _, site := range a.sites {
		if site.ID == id {
			return site, nil
		}
	}
	return upslope.Site{}, upslope.Errorf(upslope.NotFound, "This site does not exist.")
}

func (a *account) ReportSender(_ context.Context, _, _, clientID string) (upslope.ReportSender, error) {
	if clientID != "" {
		return a.client, nil
	}
	return upslope.ReportSender{Branding: a.branding, Contact: a.owner}, nil
}

func (a *account) Insights(_ context.Context, _ string, filter upslope.InsightFilter) (found []upslope.Insight, total int64, err error) {
	for _, insight := range a.insights {
		if slices.Contains(filter.Statuses, insight.Status) && (len(filter.IDs) == 0 || slices.Contains(filter.IDs, insight.ID)) {
			found = append(found, insight)
		}
	}
	total = int64(len(found))
	found = found[min(filter.Offset, len(found)):]
	return found[:min(filter.Limit, len(found))], total, nil
}

// AddLeads finds them as they are.
func (a *account) AddLeads(context.Context, string, []upslope.Insight, time.Time) error { return nil }

func (a *account) Followers(_ context.Context, _ string, leads []upslope.Insight) (map[string][]upslope.Insight, error) {
	followers := map[string][]upslope.Insight{}
	for _, lead := range leads {
		for _, insight := range a.insights {
			if slices.Contains(lead.FollowerIDs, insight.ID) {
				followers[lead.ID] = append(followers[lead.ID], insight)
			}
		}
	}
	return followers, nil
}

func (a *account) InsightTotal(context.Context, string, upslope.Scope, bool) (upslope.InsightTotal, error) {
	total := upslope.InsightTotal{Insights: len(a.insights)}
	for _, insight := range a.insights {
		if insight.Value != nil {
			total.Values, total.Expected = append(total.Values, *insight.Value), append(total.Expected, *insight.Value)
		} else {
			total.Unknown++
		}
	}
	return total, nil
}

func (a *account) Table(_ context.Context, _, name string, filter upslope.TableFilter) (upslope.Table, error) {
	table := upslope.Table{TableScope: upslope.TableScope{Source: "Google Search Console", From: filter.From, To: filter.To}}
	if a.newest.IsZero() || a.crawled != "" && filter.SiteID == a.crawled {
		return table, nil
	}
	if table.To.IsZero() {
		table.To = a.newest
	}
	if name == "seo/pages" {
		table.Columns = []upslope.TableColumn{{Name: "url"}, {Name: "clicks"}, {Name: "clicksChange"}}
		table.Rows = a.pages
		return table, nil
	}
	if name == "seo/ai-assistants" {
		table.Columns = []upslope.TableColumn{{Name: "assistant"}, {Name: "url"}, {Name: "sessions"}, {Name: "conversions"}}
		table.Rows = a.assistants
		return table, nil
	}
	if name == "ads/rising-cpc" {
		table.Columns = []upslope.TableColumn{{Name: "campaign"}, {Name: "clicks"}, {Name: "currentCpc"}, {Name: "extraSpend"}}
		table.Rows = a.rising
		return table, nil
	}
	names := []string{}
	for name := range a.days {
		names = append(names, name)
	}
	slices.Sort(names)
	table.Columns = []upslope.TableColumn{{Name: "day"}}
	for _, name := range names {
		table.Columns = append(table.Columns, upslope.TableColumn{Name: name})
	}
	for day := filter.From; !day.IsZero() && !day.After(filter.To); day = day.AddDate(0, 0, 1) {
		row := []any{day.Format(time.DateOnly)}
		for _, name := range names {
			back := int(a.newest.Sub(day).Hours() / 24)
			if back < len(a.days[name]) {
				row = append(row, a.days[name][back])
			} else {
				row = append(row, nil)
			}
		}
		table.Rows = append(table.Rows, row)
	}
	return table, nil
}

// each gives n days one value.
func each(value any, n int) []any {
	days := make([]any, n)
	for i := range days {
		days[i] = value
	}
	return days
}

func shop() *account {
	return &account{
		sites:  []upslope.Site{{ID: "shop", Domain: "shop.example", Name: "Shop"}},
		newest: time.Date(2026, 11, 18, 0, 0, 0, 0, time.UTC),
		days:   map[string][]any{"clicks": append(each(int64(120), 30), each(int64(100), 30)...)},
	}
}

func settings() upslope.ReportSettings {
	return upslope.ReportSettings{SiteID: "shop", Title: "Report", DateRange: "last-30-days", IncludeKPIs: true, IncludeInsights: true, IncludeRecommendations: true}
}

func made(t *testing.T, a *account, s upslope.ReportSettings) reports.Report {
	t.Helper()
	maker := reports.Maker{Facts: a, Records: a, Portfolio: a, Totals: a, Now: func() time.Time { return today }}
	report, err := maker.Make(t.Context(), "account", s)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func page(t *testing.T, report reports.Report) string {
	t.Helper()
	text, err := report.HTML()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
