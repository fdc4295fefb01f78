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

	"upslope"
	"upslope/analytics/format"
)

// Insight is one opportunity of a report.
type Insight struct {
	Title, Summary string
	Worth          string // per month, with its range; "" if unknown
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

// besideFile matches the reference to a file in the app, which a client does not have.
var besideFile = regexp.MustCompile(`: see [a-z-]+\.csv\.$`)

func said(insight upslope.Insight) Insight {
	out := Insight{
		Title: insight.Title, Summary: insight.Summary, Score: insight.Score, Confidence: format.Percent(float64(insight.Confidence), 0),
		Impact: level(insight.Impact), Effort: level(insight.Effort),
	}
	if insight.Status == upslope.InProgress {
		out.Status = "In progress"
	}
	if insight.Value != nil {
		out.Worth = format.Worth(*insight.Value)
	}
	for line := range strings.Lines(insight.Instructions) {
		if line = strings.TrimSpace(line); line != "" {
			out.Steps = append(out.Steps, besideFile.ReplaceAllString(line, "."))
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
	var sums []string
	for _, value := range total.Values {
		sums = append(sums, format.Worth(value))
	}
	if len(sums) == 0 {
		return fmt.Sprintf("%s, whose worth is not known yet", counted(total.Insights, "opportunity", "opportunities"))
	}
	text := fmt.Sprintf("%s worth about %s", counted(total.Insights, "opportunity", "opportunities"), format.Joined(sums))
	if total.Unknown > 0 {
		text += fmt.Sprintf("; %d of them of unknown worth", total.Unknown)
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
	fixed := fmt.Sprintf("%s, fixed on %s: ", within(title), longDay(outcome.FixedAt))
	switch {
	case outcome.Status == "waiting" && !isCounted:
		return fixed + "no source that is connected counts by the day, so its effect cannot be measured."
	case outcome.Status == "waiting":
		return fixed + "its effect can be measured from " + longDay(outcome.DueAt) + "."
	case outcome.Status == "measured" && outcome.Gain != nil:
		gain := *outcome.Gain
		text := fixed + fmt.Sprintf("measured at %s a month (80%% sure of %s to %s)", format.Amount(gain.Mid, gain), format.Amount(gain.Low, gain), format.Amount(gain.High, gain))
		if outcome.Forecast != nil {
			text += ", forecast " + format.Amount(outcome.Forecast.Mid, *outcome.Forecast)
		}
		return text + "."
	}
	return fixed + "its effect cannot be told. " + outcome.Reason
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
		SiteID: settings.SiteID, From: got.period.From, To: got.period.To, Compare: upslope.ComparePrevious, Sort: "-clicks", Limit: moversOf,
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

// summarise describes what changed, why, and what is next.
func summarise(figures []Figure, causes []string, movers []mover, report *Report) Summary {
	var summary Summary
	clicksMoved := 0.
	for _, figure := range figures {
		if figure.Change == "" || math.Abs(figure.change) < worthSaying {
			continue
		}
		verb := "rose"
		if figure.change < 0 {
			verb = "fell"
		}
		if figure.Title == metrics[0].title {
			clicksMoved = figure.change
		}
		summary.Changed = append(summary.Changed, fmt.Sprintf("%s %s to %s, from %s (%s).", figure.Title, verb, figure.Value, figure.Before, figure.Change))
	}
	if len(figures) > 0 && len(summary.Changed) == 0 {
		summary.Changed = []string{"Nothing moved by more than two percent, or there is nothing to compare with."}
	}
	summary.Why = append(causes, why(movers, clicksMoved)...)
	summary.Why = append(summary.Why, report.Outcomes[:min(len(report.Outcomes), mostReasons)]...)
	if len(summary.Changed) > 0 && len(summary.Why) == 0 {
		summary.Why = []string{"No single page or figure explains it, and no fix has been measured in this time."}
	}
	for _, insight := range report.Insights[:min(len(report.Insights), mostReasons)] {
		text := within(insight.Title)
		if insight.Worth != "" {
			text += ": about " + insight.Worth
		}
		summary.Next = append(summary.Next, text+".")
	}
	return summary
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
	direction := "gained"
	if moved < 0 {
		direction = "lost"
	}
	return []string{fmt.Sprintf("Of the pages with most clicks, %s %s most.", format.Joined(with), direction)}
}
