package outcomes

import (
	"context"
	"embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/features"
)

//go:embed series/*.sql
var seriesFiles embed.FS

// series is one report that tells, day by day, how entities of a kind did. The chart of an insight and what came of its fix are both read
// from it.
//
// series/<report>.sql gives the figures of entities by their key, and series/near_<report>.sql the keys of those that are about as large.
type series struct {
	report  string
	metrics []upslope.Metric // in the order of the columns
}

// The series that there are.
var (
	searchMetrics = []upslope.Metric{
		{Name: "clicks", Title: "Clicks", Unit: "count", Better: "up"},
		{Name: "impressions", Title: "Impressions", Unit: "count", Better: "up"},
		{Name: "clickRate", Title: "Click rate", Unit: "percent", Better: "up"},
		{Name: "position", Title: "Position", Unit: "position", Better: "down"},
	}
	adMetrics = []upslope.Metric{
		{Name: "cost", Title: "Cost", Unit: "currency", Better: "down"},
		{Name: "clicks", Title: "Clicks on ads", Unit: "count", Better: "up"},
		{Name: "conversions", Title: "Conversions", Unit: "count", Better: "up"},
	}
	searchPages   = &series{"gsc_pages", searchMetrics}
	searchQueries = &series{"gsc_queries", searchMetrics}
	searchPairs   = &series{"gsc_query_pages", searchMetrics}
	adCampaigns   = &series{"gads_campaigns", adMetrics}
	adGroups      = &series{"gads_ad_groups", adMetrics}
	searchTerms   = &series{"gads_search_terms", adMetrics}
	visits        = &series{"ga4_pages", []upslope.Metric{
		{Name: "sessions", Title: "Visits", Unit: "count", Better: "up"},
		{Name: "conversions", Title: "Conversions", Unit: "count", Better: "up"},
		{Name: "revenue", Title: "Revenue", Unit: "currency", Better: "up"},
	}}
	speedTests = &series{"pagespeed_tests", []upslope.Metric{
		{Name: "lcp", Title: "Largest Contentful Paint", Unit: "seconds", Better: "down"},
		{Name: "inp", Title: "Interaction to Next Paint", Unit: "seconds", Better: "down"},
		{Name: "cls", Title: "Cumulative Layout Shift", Unit: "score", Better: "down"},
	}}
)

// seriesOf is the series that an insight is about; nil when nothing is counted of it day by day.
func (t *Tracker) seriesOf(insight upslope.Insight) *series {
	source := t.sourceOf(insight)
	if source == "" {
		return nil
	}
	entity := insight.Entity
	switch {
	case source == upslope.GAds:
		return map[string]*series{"campaign": adCampaigns, "ad_group": adGroups, "search_term": searchTerms, "ngram": searchTerms}[insight.EntityType]
	case source == upslope.GA4 && entity.Page != "":
		return visits
	case source == upslope.PageSpeed && entity.Page+entity.Template != "":
		return speedTests
	case entity.Query != "" && entity.Page != "":
		return searchPairs
	case entity.Query != "":
		return searchQueries
	case entity.Page+entity.Template != "":
		return searchPages
	}
	return nil
}

// keysOf are the keys of an insight in a series, and under which one its rows then come: ” where there are several, such as a query with
// those that ask the same of the page; none where a filter picks them, the pages of a template or the search terms with a word.
func (s *series) keysOf(insight upslope.Insight) (keys []string, key string) {
	entity := insight.Entity
	if entity.Template != "" || insight.EntityType == "ngram" {
		return nil, ""
	}
	keys = []string{s.keyOf(entity)}
	alike, _ := insight.Evidence["sameTask"].(string)
	if s != searchPairs || alike == "" {
		return keys, keys[0]
	}
	for query := range strings.SplitSeq(alike, ", ") {
		keys = append(keys, s.keyOf(upslope.Entity{Page: entity.Page, Query: query}))
	}
	return keys, ""
}

// keyOf is what an entity is called in the rows of a series.
func (s *series) keyOf(entity upslope.Entity) string {
	switch s {
	case searchQueries:
		return entity.Query
	case searchPairs:
		return entity.Page + " " + entity.Query
	case adCampaigns:
		return entity.CampaignID
	case adGroups:
		return entity.CampaignID + " " + entity.AdGroupID
	case searchTerms:
		return entity.CampaignID + " " + entity.Term
	}
	return entity.Page
}

// entityOf is the entity of a key.
func (s *series) entityOf(key string) upslope.Entity {
	first, second, _ := strings.Cut(key, " ")
	switch s {
	case searchQueries:
		return upslope.Entity{Query: key}
	case searchPairs:
		return upslope.Entity{Page: first, Query: second}
	case adCampaigns:
		return upslope.Entity{CampaignID: key}
	case adGroups:
		return upslope.Entity{CampaignID: first, AdGroupID: second}
	case searchTerms:
		return upslope.Entity{CampaignID: first, Term: second}
	}
	return upslope.Entity{Page: key}
}

// filters are the parameters of a series' SQL that say which part of its rows an insight is about, beside the keys.
func filters(insight upslope.Insight) map[string]any {
	entity := insight.Entity
	campaign, _ := strconv.ParseUint(entity.CampaignID, 10, 64)
	text := func(name string) string { s, _ := insight.Evidence[name].(string); return s }
	params := map[string]any{
		"pattern": facts.TemplatePattern(entity.Template), "words": "", "campaign": campaign, "query": entity.Query, "page": entity.Page,
		"segment": text("segment"), "device": text("device"), "is_lab": text("measuredBy") == "lab", "is_one": text("sameTask") != "",
	}
	if insight.EntityType == "ngram" {
		params["words"] = entity.Term
	}
	return params
}

// filtersOfOthers are those of single entities that the insight is compared with.
func filtersOfOthers(insight upslope.Insight) map[string]any {
	params := filters(insight)
	params["pattern"], params["words"], params["is_one"] = "", "", false
	return params
}

// reading is what a series says of entities.
type reading struct {
	came  map[time.Time]bool
	of    map[string]map[time.Time][]float64 // by key: the figures of the days on which it was there; NaN: nothing to measure
	money string                             // the newest currency; days in another have NaN
}

// read reads a series of keys, or with none of all that the filters let through, between two days, both included.
func (t *Tracker) read(ctx context.Context, g *features.Context, s *series, filters map[string]any, keys []string, from, to time.Time) (*reading, error) {
	r := &reading{came: map[time.Time]bool{}, of: map[string]map[time.Time][]float64{}}
	params := g.With(filters, map[string]any{"keys": facts.NotNil(keys), "from": from, "to": to, "report": s.report})
	err := t.facts.Query(ctx, seriesSQL("days"), params, func(_ []string, values []any) error {
		day, ok := values[0].(time.Time)
		if !ok {
			return fmt.Errorf("a day is a %T", values[0])
		}
		r.came[facts.DateOf(day)] = true
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("find the days of %s: %w", s.report, err)
	}
	moneyOn, newest := map[string]map[time.Time]string{}, time.Time{}
	err = t.facts.Query(ctx, seriesSQL(s.report), params, func(_ []string, values []any) error {
		key, isText := values[0].(string)
		at, isDay := values[1].(time.Time)
		money, isTextToo := values[len(values)-1].(string)
		if !isText || !isDay || !isTextToo {
			return fmt.Errorf("a row of %s is %v", s.report, values)
		}
		at = facts.DateOf(at)
		figures := make([]float64, len(s.metrics))
		for i := range figures {
			figure, ok := facts.Float(values[2+i])
			if !ok {
				figure = math.NaN()
			}
			figures[i] = figure
		}
		if r.of[key] == nil {
			r.of[key], moneyOn[key] = map[time.Time][]float64{}, map[time.Time]string{}
		}
		r.of[key][at], moneyOn[key][at] = figures, money
		if money != "" && at.After(newest) {
			r.money, newest = money, at
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", s.report, err)
	}
	for key, days := range moneyOn {
		for at, money := range days {
			if money != "" && money != r.money {
				r.dropMoney(s, key, at)
			}
		}
	}
	return r, nil
}

// dropMoney makes the money of a day unknown: it is in another currency than that of the newest.
func (r *reading) dropMoney(s *series, key string, at time.Time) {
	for i, metric := range s.metrics {
		if metric.Unit == "currency" {
			r.of[key][at][i] = math.NaN()
		}
	}
}

// figure is a metric of a key on a day; nil when the day did not come, or there was nothing to measure. What is counted is 0 on a day that
// came without it.
func (r *reading) figure(s *series, key string, metric int, at time.Time) *float64 {
	figures, isThere := r.of[key][at]
	unit := s.metrics[metric].Unit
	switch {
	case !r.came[at]:
		return nil
	case isThere && !math.IsNaN(figures[metric]):
		return &figures[metric]
	case !isThere && (unit == "count" || unit == "currency"):
		return new(0.)
	}
	return nil
}

// sum adds a metric up over days, both ends included, and counts those with a figure.
func (r *reading) sum(s *series, key string, metric int, from, to time.Time) (total float64, days int) {
	for at := from; !at.After(to); at = at.AddDate(0, 0, 1) {
		if figure := r.figure(s, key, metric, at); figure != nil {
			total += *figure
			days++
		}
	}
	return total, days
}

func seriesSQL(name string) string {
	sql, err := seriesFiles.ReadFile("series/" + name + ".sql")
	if err != nil {
		panic(err) // a mistake of this file: every series has its SQL
	}
	return facts.Given().Must(string(sql))
}

// hasWords says whether a search term has words side by side.
func hasWords(term, words string) bool {
	parts := strings.FieldsFunc(strings.ToLower(term), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	return strings.Contains(" "+strings.Join(parts, " ")+" ", " "+words+" ")
}
