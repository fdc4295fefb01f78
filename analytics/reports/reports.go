// Package reports makes the reports for clients: their content and their HTML.
//
// It owns the words and the look. Figures come from the tables of analytics and the account's insights at the
// time of creation; a report is a snapshot. It knows neither PDF nor links.
package reports

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"upslope"
	"upslope/analytics/format"
)

// Facts reads tables of analytics.
type Facts interface {
	Table(ctx context.Context, accountID, name string, filter upslope.TableFilter) (upslope.Table, error)
}

// Records reads the account's data.
type Records interface {
	Sites(ctx context.Context, accountID string) ([]upslope.Site, error)
	Site(ctx context.Context, accountID, siteID string) (upslope.Site, error)
	Insights(ctx context.Context, accountID string, filter upslope.InsightFilter) ([]upslope.Insight, int64, error)
	// ReportSender returns whose name reports of a site, a client, or the whole account bear.
	ReportSender(ctx context.Context, accountID, siteID, clientID string) (upslope.ReportSender, error)
}

// Portfolio ranks insights across the sites of an account, and groups them into tasks.
type Portfolio interface {
	Insights(ctx context.Context, accountID string, filter upslope.InsightFilter) ([]upslope.Insight, int64, error)
	AddLeads(ctx context.Context, accountID string, insights []upslope.Insight, now time.Time) error
	Followers(ctx context.Context, accountID string, leads []upslope.Insight) (map[string][]upslope.Insight, error)
}

// Totals adds up the values of insights.
type Totals interface {
	InsightTotal(ctx context.Context, accountID string, scope upslope.Scope, small bool) (upslope.InsightTotal, error)
}

// Maker makes reports. It is safe for concurrent use.
type Maker struct {
	Facts     Facts
	Records   Records
	Portfolio Portfolio
	Totals    Totals
	Now       func() time.Time
}

// Report is the content of a report.
type Report struct {
	Title    string
	Branding upslope.Branding
	About    string // the site's domain, the client, or the number of sites
	MadeAt   time.Time
	Demo     bool // its figures are generated
	Shared   bool // it is the page of a link, which has a PDF

	Period   Period
	Figures  []Figure // nil: not requested, or no data
	Summary  Summary
	Insights []Insight // nil: not requested, or none
	Total    string    // formatted value of all opportunities; "" if unknown
	Steps    bool      // show steps
	Listed   bool      // show the list
	Outcomes []string
	AIVisits []string // visits that AI assistants sent, the most first; nil: not requested, or none
	Done     []string // opportunities completed in the period, newest first
	Contact  string   // e-mail address to answer; "" if unknown
	Home     string   // https:// and the domain of the only site; "" for several
	Sources  []string // sources, age and completeness of the figures
	Notes    string
}

// Period is the days of a report and the compared ones; zero without data.
type Period struct {
	From, To             time.Time
	BeforeFrom, BeforeTo time.Time
}

// Summary is the executive summary.
type Summary struct{ Done, Changed, Why, Next []string }

// Maximum numbers of items.
const (
	mostInsights = 10
	mostOutcomes = 10
	mostReasons  = 3

	batch = 50 // insights read at once: several can form one task
)

// Make makes a report of validated settings; NotFound for a site of another account.
func (m *Maker) Make(ctx context.Context, accountID string, settings upslope.ReportSettings) (Report, error) {
	report := Report{
		Title: settings.Title, Notes: settings.Notes, MadeAt: m.Now().UTC(), Listed: settings.IncludeInsights, Steps: settings.IncludeRecommendations,
	}
	if err := m.addSubject(ctx, accountID, settings, &report); err != nil {
		return report, err
	}
	measured, err := m.measure(ctx, accountID, settings)
	if err != nil {
		return report, err
	}
	report.Period, report.Sources = measured.period, measured.said()
	figures := measured.figures()
	if settings.IncludeKPIs {
		report.Figures = figures
		if report.AIVisits, err = m.assistants(ctx, accountID, settings, measured.period); err != nil {
			return report, err
		}
	}
	if err := m.addInsights(ctx, accountID, settings, &report); err != nil {
		return report, err
	}
	if len(report.Insights) > 0 && measured.period.To.IsZero() {
		report.Sources = []string{"The opportunities are from a crawl of the site. There is no search, analytics or ads data yet."}
	}
	movers, err := m.movers(ctx, accountID, settings, measured)
	if err != nil {
		return report, err
	}
	if measured.clickPrices, err = m.clickPrices(ctx, accountID, settings, measured); err != nil {
		return report, err
	}
	report.Summary = summarize(figures, measured.causes(), movers, &report)
	return report, nil
}

func (m *Maker) addSubject(ctx context.Context, accountID string, settings upslope.ReportSettings, report *Report) error {
	sender, err := m.Records.ReportSender(ctx, accountID, settings.SiteID, settings.ClientID)
	if err != nil {
		return fmt.Errorf("read the sender: %w", err)
	}
	report.Branding, report.Contact = sender.Branding, sender.Contact
	if settings.SiteID != "" {
		site, err := m.Records.Site(ctx, accountID, settings.SiteID)
		report.About, report.Demo, report.Home = format.Domain(site.Domain), site.Demo, homeOf(site.Domain)
		return err // NotFound is for who asked
	}
	sites, err := m.Records.Sites(ctx, accountID)
	if err != nil {
		return fmt.Errorf("read the sites: %w", err)
	}
	if settings.ClientID != "" {
		sites = slices.DeleteFunc(sites, func(site upslope.Site) bool { return site.ClientID != settings.ClientID })
	}
	report.About = fmt.Sprintf("%d sites", len(sites))
	if settings.ClientID != "" {
		report.About = fmt.Sprintf("%s, %s", sender.Client, report.About)
	}
	if len(sites) == 1 {
		report.About = format.Domain(sites[0].Domain)
	}
	for _, site := range sites {
		report.Demo = report.Demo || site.Demo
	}
	return nil
}

// addInsights adds the next tasks and the outcomes of fixes.
func (m *Maker) addInsights(ctx context.Context, accountID string, settings upslope.ReportSettings, report *Report) error {
	if !settings.IncludeInsights && !settings.IncludeRecommendations {
		return nil
	}
	tasks, err := m.tasks(ctx, accountID, settings, report.MadeAt)
	if err != nil {
		return err
	}
	followers, err := m.Portfolio.Followers(ctx, accountID, tasks)
	if err != nil {
		return fmt.Errorf("read what stands under the insights: %w", err)
	}
	var values []*upslope.Value
	for _, insight := range tasks {
		one := said(insight)
		for _, follower := range followers[insight.ID] {
			one.With = append(one.With, said(follower))
		}
		report.Insights, values = append(report.Insights, one), append(values, insight.Value)
	}
	addRanges(report.Insights, values)
	total, err := m.Totals.InsightTotal(ctx, accountID, upslope.Scope{SiteID: settings.SiteID, ClientID: settings.ClientID}, false)
	if err != nil {
		return fmt.Errorf("add up the insights: %w", err)
	}
	report.Total = totalSaid(total)
	fixed, _, err := m.Records.Insights(ctx, accountID, upslope.InsightFilter{
		SiteID: settings.SiteID, ClientID: settings.ClientID, Statuses: []upslope.Status{upslope.Done}, Now: report.MadeAt, Limit: 1000,
	})
	if err != nil {
		return fmt.Errorf("read what was fixed: %w", err)
	}
	report.Done = doneSince(fixed, report.MadeAt.AddDate(0, 0, -settings.Days()))
	since := report.MadeAt.AddDate(0, 0, -max(settings.Days(), 90)) // an outcome takes a month to show
	report.Outcomes, err = m.outcomes(ctx, accountID, fixed, since, map[string]time.Time{settings.SiteID: report.Period.To})
	return err
}

// outcomes describes the results of fixes since a day; newest has the newest imported days by site.
func (m *Maker) outcomes(ctx context.Context, accountID string, fixed []upslope.Insight, since time.Time, newest map[string]time.Time) ([]string, error) {
	var said []string
	for _, insight := range fixed {
		if insight.Outcome == nil || insight.Outcome.FixedAt.Before(since) || len(said) == mostOutcomes {
			continue
		}
		if _, known := newest[insight.SiteID]; !known {
			day, err := m.newestDay(ctx, accountID, upslope.ReportSettings{SiteID: insight.SiteID})
			if err != nil {
				return nil, err
			}
			newest[insight.SiteID] = day
		}
		said = append(said, outcomeSaid(insight.Title, *insight.Outcome, !newest[insight.SiteID].IsZero()))
	}
	return said, nil
}

// chosen returns the insights that were chosen for the report, in that order and in its words.
func (m *Maker) chosen(ctx context.Context, accountID string, of upslope.ReportSettings, now time.Time) ([]upslope.Insight, error) {
	filter := upslope.InsightFilter{
		SiteID: of.SiteID, ClientID: of.ClientID, Statuses: []upslope.Status{upslope.InProgress, upslope.Open}, Small: true, Now: now, Limit: len(of.Insights),
	}
	for _, one := range of.Insights {
		filter.IDs = append(filter.IDs, one.ID)
	}
	found, _, err := m.Records.Insights(ctx, accountID, filter)
	if err != nil {
		return nil, fmt.Errorf("read the chosen insights: %w", err)
	}
	tasks := make([]upslope.Insight, len(of.Insights))
	for i, one := range of.Insights {
		at := slices.IndexFunc(found, func(insight upslope.Insight) bool { return insight.ID == one.ID })
		if at < 0 {
			return nil, upslope.FieldErrorf("insights", "A chosen opportunity is done or gone. Choose the opportunities again.")
		}
		tasks[i] = found[at]
		tasks[i].Title, tasks[i].Summary = cmp.Or(one.Title, tasks[i].Title), cmp.Or(one.Summary, tasks[i].Summary)
	}
	return tasks, nil
}

// tasks returns the insights to do next: the chosen ones, or the first, those in progress before all. Grouped
// insights are part of another task.
func (m *Maker) tasks(ctx context.Context, accountID string, of upslope.ReportSettings, now time.Time) ([]upslope.Insight, error) {
	if len(of.Insights) > 0 {
		return m.chosen(ctx, accountID, of, now)
	}
	awake, ranked := false, m.Records.Insights
	if of.SiteID == "" {
		ranked = m.Portfolio.Insights
	}
	var tasks []upslope.Insight
	for _, status := range []upslope.Status{upslope.InProgress, upslope.Open} {
		filter := upslope.InsightFilter{SiteID: of.SiteID, ClientID: of.ClientID, Statuses: []upslope.Status{status}, Snoozed: &awake, Now: now, Limit: batch}
		for more := true; more && len(tasks) < mostInsights; filter.Offset += batch {
			insights, _, err := ranked(ctx, accountID, filter)
			if err != nil {
				return nil, fmt.Errorf("read the insights: %w", err)
			}
			if err := m.Portfolio.AddLeads(ctx, accountID, insights, now); err != nil {
				return nil, fmt.Errorf("read which insights are one task: %w", err)
			}
			for _, insight := range insights {
				if insight.LeadID == "" {
					tasks = append(tasks, insight)
				}
			}
			more = len(insights) == batch
		}
	}
	return tasks[:min(len(tasks), mostInsights)], nil
}
