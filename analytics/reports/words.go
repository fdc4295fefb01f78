package reports

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"upslope"
	"upslope/analytics/format"
)

// Insight is one opportunity of a report.
type Insight struct {
	Title, Summary string
	Amount         string // value per month; "" if unknown
	Worth          string // Amount with its range
	Range          *Range // Worth as a bar; nil if unknown
	Confidence     string
	Impact, Effort string // High, Medium or Low
	Score          int
	Status         string // "" if open
	Steps          []string
	With           []Insight // related opportunities in the same task
}

// Range is a value with its range, in percent of the report's largest in the same unit.
type Range struct{ From, Mid, To float64 }

// Width is the width of the bar.
func (r Range) Width() float64 { return math.Round(10*(r.To-r.From)) / 10 }

// addRanges sets the range of each insight's value.
func addRanges(insights []Insight, values []*upslope.Value) {
	largest := map[string]float64{}
	for _, value := range values {
		if value != nil {
			largest[value.Unit+value.Currency] = max(largest[value.Unit+value.Currency], value.High)
		}
	}
	for i, value := range values {
		if value == nil || largest[value.Unit+value.Currency] <= 0 {
			continue
		}
		share := func(v float64) float64 { return math.Round(1000*max(0, v)/largest[value.Unit+value.Currency]) / 10 }
		insights[i].Range = &Range{share(value.Low), share(value.Mid), share(value.High)}
	}
}

// besideFile matches a step that takes pages from a file in the app, which a client does not have.
var besideFile = regexp.MustCompile(`^See [a-z-]+\.csv for (the .*)\.$`)

func said(insight upslope.Insight) Insight {
	out := Insight{
		Title: insight.Title, Summary: insight.Summary, Score: insight.Score, Confidence: format.Percent(float64(insight.Confidence), 0),
		Impact: level(insight.Impact), Effort: level(insight.Effort),
	}
	if insight.Status == upslope.InProgress {
		out.Status = "In progress"
	}
	if insight.Value != nil {
		out.Amount, out.Worth = format.Amount(insight.Value.Mid, *insight.Value), format.Worth(*insight.Value)
		if insight.IsRevenue() {
			out.Worth += " in estimated revenue"
		}
	}
	for line := range strings.Lines(insight.Instructions) {
		line = besideFile.ReplaceAllString(strings.TrimSpace(line), "Do the same for $1.")
		if line != "" && !strings.Contains(line, ".csv") {
			out.Steps = append(out.Steps, line)
		}
	}
	return out
}

// level is the label of an impact or an effort.
func level(n int) string {
	switch {
	case n >= 70:
		return "High"
	case n >= 40:
		return "Medium"
	}
	return "Low"
}

func totalSaid(total upslope.InsightTotal) string {
	if total.Insights == 0 {
		return ""
	}
	var sums, expected []string
	for _, value := range total.Values {
		sums = append(sums, format.Amount(value.Mid, value))
	}
	for _, value := range total.Expected {
		expected = append(expected, format.Amount(value.Mid, value))
	}
	if len(sums) == 0 {
		return counted(total.Insights, "opportunity", "opportunities") + ", not yet valued"
	}
	var text string
	if len(expected) > 0 {
		text = "Expected value: about " + format.Joined(expected) + " a month"
	}
	text += fmt.Sprintf(" from %s, up to %s if every fix works", counted(total.Insights, "opportunity", "opportunities"), format.Joined(sums))
	if total.Unknown > 0 {
		text += fmt.Sprintf("; %d not yet valued", total.Unknown)
	}
	return text
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return format.Number(float64(n), 0) + " " + many
}

// outcomeSaid describes the outcome of a fix, or when it can be measured: only if a source reports daily.
func outcomeSaid(title string, outcome upslope.Outcome, isCounted bool) string {
	fixed := fmt.Sprintf("%s (fixed %s): ", within(title), longDay(outcome.FixedAt))
	switch {
	case outcome.Status == "waiting" && !isCounted:
		return fixed + "no connected source has daily data, so the result can’t be measured."
	case outcome.Status == "waiting":
		return fixed + "result expected on " + longDay(outcome.DueAt) + "."
	case outcome.Status == "measured" && outcome.Gain != nil:
		gain := *outcome.Gain
		text := fixed + fmt.Sprintf("measured gain about %s a month (80%% interval %s to %s)", format.Amount(gain.Mid, gain), format.Amount(gain.Low, gain), format.Amount(gain.High, gain))
		if outcome.Forecast != nil {
			text += ", forecast " + format.Amount(outcome.Forecast.Mid, *outcome.Forecast)
		}
		return text + "."
	}
	return fixed + "the result can’t be measured. " + outcome.Reason
}

// mostDone is the maximum of completed opportunities named.
const mostDone = 5

// doneSince names the opportunities completed since a day; what is no longer found was nobody's work.
func doneSince(fixed []upslope.Insight, since time.Time) []string {
	var done []string
	for _, insight := range fixed {
		if insight.Resolution == "gone" {
			continue
		}
		at := insight.UpdatedAt
		if insight.Outcome != nil {
			at = insight.Outcome.FixedAt
		}
		if !at.Before(since) && len(done) < mostDone {
			done = append(done, within(insight.Title)+".")
		}
	}
	return done
}

// mover is a page with a large change in clicks.
type mover struct {
	page string
	more float64 // change in clicks
}

// moversOf is the number of top pages considered.
const moversOf = 200

// movers returns the pages with the largest changes, those in the direction of the site first.
func (m *Maker) movers(ctx context.Context, accountID string, settings upslope.ReportSettings, got measurement) ([]mover, error) {
	if got.period.To.IsZero() {
		return nil, nil
	}
	table, err := m.Facts.Table(ctx, accountID, "seo/pages", upslope.TableFilter{
		SiteID: settings.SiteID, ClientID: settings.ClientID, From: got.period.From, To: got.period.To, Compare: upslope.ComparePrevious, Sort: "-clicks", Limit: moversOf,
	})
	if err != nil {
		return nil, fmt.Errorf("read the pages: %w", err)
	}
	at := map[string]int{}
	for i, column := range table.Columns {
		at[column.Name] = i
	}
	var movers []mover
	for _, row := range table.Rows {
		page, _ := row[at["url"]].(string)
		if at, err := url.Parse(page); err == nil && settings.SiteID != "" {
			if page = at.RequestURI(); page == "/" {
				page = "the home page"
			}
		}
		clicks, known := number(row[at["clicks"]])
		percent, compared := number(row[at["clicksChange"]])
		if known && compared && percent > -100 {
			movers = append(movers, mover{page, clicks - clicks/(1+percent/100)})
		}
	}
	slices.SortFunc(movers, func(a, b mover) int {
		return cmp.Or(cmp.Compare(math.Abs(b.more), math.Abs(a.more)), cmp.Compare(a.page, b.page))
	})
	return movers, nil
}

// Thresholds of the summary.
const (
	worthSaying = 2. // percent: smaller changes are not mentioned
	partOfWhole = .1 // of the change of all clicks: minimum for a page to explain it
)

// summarize describes what was done, what changed, why, and what is next.
func summarize(figures []Figure, causes []string, movers []mover, report *Report) Summary {
	summary := Summary{Done: report.Done}
	clicksMoved := 0.
	for _, figure := range figures {
		if figure.Change == "" || math.Abs(figure.change) < worthSaying {
			continue
		}
		if figure.Title == metrics[0].title {
			clicksMoved = figure.change
		}
		summary.Changed = append(summary.Changed, figure.sentence())
	}
	if len(figures) > 0 && len(summary.Changed) == 0 {
		summary.Changed = []string{"No significant change (under 2%)."}
		if !slices.ContainsFunc(figures, func(figure Figure) bool { return figure.Before != "" }) {
			summary.Changed = []string{"There is no data for the previous period yet."}
		}
	}
	summary.Why = append(causes, why(movers, clicksMoved)...)
	if len(summary.Changed) > 0 && len(summary.Why) == 0 {
		summary.Why = []string{"No single page or metric explains the change."}
	}
	for _, insight := range report.Insights[:min(len(report.Insights), mostReasons)] {
		text := within(insight.Title)
		if insight.Worth != "" {
			text += " (about " + insight.Amount + " a month if it works)"
		}
		summary.Next = append(summary.Next, text+".")
	}
	return summary
}

// sentence says how a figure changed: "Sessions rose 20% to 3,600 (from 3,000)."
func (f Figure) sentence() string {
	if f.ordinal { // #1 is best
		verb := "improved"
		if f.change > 0 {
			verb = "slipped"
		}
		return fmt.Sprintf("%s %s to #%s (from #%s).", f.Title, verb, f.Value, f.Before)
	}
	verb := "rose"
	if f.change < 0 {
		verb = "fell"
	}
	return fmt.Sprintf("%s %s %s to %s (from %s).", f.Title, verb, strings.TrimLeft(f.Change, "+−"), f.Value, f.Before)
}

// why names the pages that moved in the direction of the site.
func why(movers []mover, moved float64) []string {
	var with []string
	all := 0.
	for _, mover := range movers {
		all += mover.more
	}
	for _, mover := range movers {
		if mover.more*moved > 0 && math.Abs(mover.more) >= max(1, partOfWhole*math.Abs(all)) && len(with) < mostReasons {
			with = append(with, fmt.Sprintf("%s (%s clicks)", within(mover.page), signed(mover.more, 0, "")))
		}
	}
	if len(with) == 0 {
		return nil
	}
	direction := "Biggest gains"
	if moved < 0 {
		direction = "Biggest losses"
	}
	return []string{direction + ": " + format.Joined(with) + "."}
}
