package contentdecay

import (
	"cmp"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/format"
	"upslope/analytics/stats"
)

// minLoss is the share of its usual clicks that a page has lost at least if its decay is real.
const minLoss = .1

// Judge adds values and figures to the rows of detector.sql and drops pages that cannot win enough back.
func Judge(params map[string]any, rows []map[string]any) ([]map[string]any, error) {
	targets := decayedPages(params)
	rows = slices.DeleteFunc(rows, func(row map[string]any) bool {
		target, ok := targets[facts.Text(row, "page")]
		return !ok || !target.addValue(params, row)
	})
	for _, row := range rows {
		target := targets[facts.Text(row, "page")]
		target.addFigures(params, row)
	}
	slices.SortFunc(rows, func(a, b map[string]any) int {
		return cmp.Or(
			cmp.Compare(facts.Number(b, "value_mid"), facts.Number(a, "value_mid")), cmp.Compare(facts.Text(a, "page"), facts.Text(b, "page")))
	})
	return rows[:min(len(rows), int(facts.Number(params, "max_insights")))], nil
}

// decayedPage is a page that targets.sql found, with what it is measured against.
type decayedPage struct {
	clicks, clicksThen float64 // of the window, and of the reference window
	trend              float64 // of similar pages
	variation, apart   float64 // overdispersion, and how much trends of similar pages differ
	span               int64   // of the reference window: 13 is the same days a year before
	isYearly           bool
	control, section   string
}

func decayedPages(params map[string]any) map[string]decayedPage {
	spans, _ := params["target_spans"].([]int64)
	clicks, _ := params["target_clicks"].([]int64)
	clicksThen, _ := params["target_clicks_then"].([]int64)
	yearly, _ := params["target_yearly"].([]uint32)
	controls, sections := facts.Texts(params, "target_controls"), facts.Texts(params, "target_sections")
	trends, variations, apart := facts.Numbers(params, "target_trends"), facts.Numbers(params, "target_variations"), facts.Numbers(params, "target_trends_apart")
	pages := map[string]decayedPage{}
	for i, page := range facts.Texts(params, "targets") {
		pages[page] = decayedPage{
			clicks: float64(clicks[i]), clicksThen: float64(clicksThen[i]), trend: trends[i], variation: variations[i], apart: apart[i],
			span: spans[i], isYearly: yearly[i] == 1, control: controls[i], section: sections[i],
		}
	}
	return pages
}

// usual returns the clicks of the window at the trend of similar pages.
func (p decayedPage) usual() float64 { return p.trend * p.clicksThen }

// addValue adds the clicks that can be won back, and reports whether they are enough.
func (p decayedPage) addValue(params, row map[string]any) bool {
	parameter := func(name string) float64 { return facts.Number(params, name) }
	number := func(name string) float64 { return facts.Number(row, name) }
	lost, loss := number("lost_in_all"), p.usual()-p.clicks
	if !(lost > 0) {
		return false
	}
	recoverable := stats.Clamp((number("lost_by_rank") + number("lost_by_snippet")) / lost)
	wonBack := recoverable * loss
	row["lost_to_others"] = wonBack
	wonAtBest := min(1, recoverable+number("lost_left_open")/lost) * loss
	// Where demand rose meanwhile, rank and snippet cost more than the page lost.
	atDemand := min(parameter("most_demand"), (number("lost_by_rank")+number("lost_by_snippet"))/lost) * loss
	deviation := math.Sqrt(p.variation * (p.clicks + p.trend*p.trend*p.clicksThen))
	// The loss is tested against the trend of similar pages; what the page would have today is known only as
	// well as their trends agree.
	spread := stats.Z90 * recoverable * math.Hypot(deviation, p.apart*p.usual())
	toMonth := parameter("month_days") / parameter("gsc_pages_days")
	// What similar pages grew by since it never had: a page that fell is valued by the way back to its own
	// level, and does as well as they did at best.
	own := p.clicksThen - p.clicks
	row["is_own_level"] = p.trend > 1 && own >= parameter("min_drop")*p.clicksThen && wonAtBest > own
	valued := 1.
	if row["is_own_level"] == true {
		valued = own / wonAtBest
	}
	row["value_low"], row["value_mid"], row["value_high"] = toMonth*valued*max(0, min(wonBack-spread, parameter("min_recovered")*wonBack)), toMonth*valued*wonAtBest, toMonth*(max(wonAtBest, atDemand)+spread)
	row["probability_fix"], row["effort_class"] = parameter("fix"), 3
	real := stats.NormalCDF((wonBack - minLoss*p.usual()) / deviation)
	if p.control == "" {
		real *= parameter("real_without_control")
	}
	row["probability_real"] = real
	row["clicks_month"], row["usual_clicks_month"] = math.RoundToEven(p.clicks*toMonth), math.RoundToEven(p.usual()*toMonth)
	row["more_clicks"] = math.RoundToEven(toMonth * valued * wonAtBest)
	// Compared with what the page would have today: fewer searches for it hide no fall.
	return toMonth*wonBack >= parameter("min_gain") && wonBack >= parameter("min_drop")*(p.clicks+wonBack) &&
		wonBack >= -parameter("max_deviation")*deviation
}

var yearPattern = regexp.MustCompile(`\b20[0-9]{2}\b`)

// addFigures adds the cause, the comparison and the causes of the loss in percent.
func (p decayedPage) addFigures(params, row map[string]any) {
	number := func(name string) float64 { return facts.Number(row, name) }
	until, _ := params["gsc_to"].(time.Time)
	switch {
	case number("is_unseen") != 0 && p.clicks == 0:
		row["text"] = "gone"
	case number("lost_by_rank") >= number("lost_by_snippet"):
		row["text"] = "rank"
	default:
		row["text"], row["effort_class"] = "snippet", 2 // as a title for clicks has: keyword_opportunity
		if number("moved_along") == 0 {
			row["probability_fix"] = facts.Number(params, "fix_snippet")
		}
		row["value_low"] = 0. // what stands above the result may have taken the clicks for good
	}
	addCauses(row)
	row["clicks_reference"], row["drop_percent"] = p.clicksThen, format.RoundPercent(1-p.clicks/p.usual(), 0)
	change := math.RoundToEven(100 * (p.trend - 1))
	row["control_change_percent"], row["control_percent"], row["control_fell"] = change, math.Abs(change), change < 0
	row["has_control"], row["compared_with"] = p.control != "", p.comparedWith()
	// Whoever looks it up sees the clicks of then, not what a trend leaves of them. Without similar pages,
	// the trend has the days of both windows only.
	row["is_adjusted"], row["clicks_then_month"] = p.control != "" && change != 0, row["usual_clicks_month"]
	if p.control != "" {
		row["clicks_then_month"] = math.RoundToEven(p.clicksThen * facts.Number(params, "month_days") / facts.Number(params, "gsc_pages_days"))
	}
	// Less than that is no fall that a title can speak of: the page fell behind others.
	row["has_fallen"] = number("clicks_month") < (1-minLoss)*number("clicks_then_month")
	row["has_grown"] = number("clicks_month") > (1+minLoss)*number("clicks_then_month")
	row["fall_percent"] = row["drop_percent"]
	if p.control != "" {
		row["fall_percent"] = format.RoundPercent(1-p.clicks/p.clicksThen, 0)
	}
	last := until.AddDate(0, 0, -28*int(p.span))
	row["reference_window"] = window(last.AddDate(0, 0, -27), last)
	row["since"], row["last_month"] = "since "+last.Format("Jan 2006"), last.Format("January 2006")
	row["then"] = "in the 28 days to " + last.Format(upslope.DateFormat)
	if p.isYearly {
		row["since"], row["then"] = "in a year", "a year ago ("+facts.Text(row, "reference_window")+")"
	}
	row["last_changed"] = ""
	if number("content_age") >= facts.Number(params, "old_content") {
		row["last_changed"] = facts.Text(row, "modified_month")
	}
	named, _ := row["worst_queries"].([]map[string]string)
	if row["text"] == "rank" {
		named = joinFar(named)
		row["worst_queries"] = named
	}
	addRates(row, named)
	row["searched"] = ""
	isOfSnippet := func(query map[string]string) bool {
		return query["query"] != "" && query["cause"] == "snippet" && query["feature"] == ""
	}
	if at := slices.IndexFunc(named, isOfSnippet); at >= 0 {
		row["searched"] = named[at]["query"]
	}
	row["names_snippet"] = row["searched"] != ""
	outranked, isSteep, others := outranked(named, facts.Number(params, "steep_fall"))
	row["outranked"], row["is_sudden"] = outranked, isSteep || p.fellFar(params, row) || fellAlike(params, row)
	// Five steps at most.
	row["is_full"] = row["is_sudden"] == true && (others > 2 || others == 2 && outranked != "")
	row["has_named"] = slices.ContainsFunc(named, func(query map[string]string) bool { return query["query"] != "" })
	// Nothing says yet what to write: the page has to be looked at first.
	row["only_inspects"] = row["has_named"] == true && outranked == "" && others == inspections(named) &&
		(row["is_adjusted"] != true || row["has_fallen"] == true)
	row["old_year"] = ""
	if year, err := strconv.Atoi(yearPattern.FindString(facts.Text(row, "page_title"))); err == nil && year < until.Year() {
		row["old_year"] = strconv.Itoa(year)
	}
}

// window words a span of days: June 3 to 30, 2025.
func window(first, last time.Time) string {
	from, to := first.Format("January 2"), last.Format(upslope.DateFormat)
	switch {
	case first.Year() != last.Year():
		from = first.Format(upslope.DateFormat)
	case first.Month() == last.Month():
		to = last.Format("2, 2006")
	}
	return from + " to " + to
}

// fellFar reports whether a page lost so many of its clicks that it may have changed: not to lower demand.
func (p decayedPage) fellFar(params, row map[string]any) bool {
	before := p.usual()
	if p.control != "" {
		before = min(before, p.clicksThen)
	}
	return min(before-p.clicks, facts.Number(row, "lost_to_others")) > facts.Number(params, "large_fall")*before
}

// fellAlike reports whether all searches lost about as many positions: better pages seldom take all.
func fellAlike(params, row map[string]any) bool {
	falls := facts.Numbers(row, "falls")
	return len(falls) >= int(facts.Number(params, "min_alike")) && slices.Min(falls) >= facts.Number(params, "min_places") &&
		slices.Max(falls)-slices.Min(falls) <= facts.Number(params, "alike_apart")
}

// addCauses splits the loss, as the text tells it, between what took clicks, so that the parts add up to it.
// What brought some, such as more people who search, made up for a part of each.
func addCauses(row map[string]any) {
	lost, split := facts.Number(row, "usual_clicks_month")-facts.Number(row, "clicks_month"), 0.
	row["lost_month"], row["has_one_cause"] = lost, false
	gross := 0.
	for _, cause := range causes {
		gross += max(0, facts.Number(row, "lost_by_"+cause))
	}
	for _, cause := range causes {
		share := max(0, facts.Number(row, "lost_by_"+cause)) / gross
		part := math.RoundToEven((split+share)*lost) - math.RoundToEven(split*lost)
		split += share
		row["lost_by_"+cause+"_percent"], row[cause+"_month"] = format.RoundPercent(share, 0), 0.
		if share >= leastCause {
			row[cause+"_month"] = part
		}
		row["has_one_cause"] = row["has_one_cause"] == true || part == lost
	}
}

// leastCause is the share of a loss from which a text names its cause.
const leastCause = .05

var causes = []string{"rank", "snippet", "demand"}

func (p decayedPage) comparedWith() string {
	switch {
	case p.control == "site":
		return "the other pages of the site"
	case p.control == "":
		return "nothing: too few clicks elsewhere"
	case p.section == "":
		return "the other top-level pages"
	}
	section := p.section
	if decoded, err := url.PathUnescape(section); err == nil {
		section = decoded
	}
	return "the other pages under /" + strings.ToValidUTF8(section, "\uFFFD")
}
