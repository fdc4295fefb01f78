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

// series is one report's daily figures of a kind of entity, for charts and outcomes. series/<report>.sql
// returns them by entity key, series/near_<report>.sql the keys of entities of similar size.
type series struct {
	report  string
	metrics []upslope.Metric // in column order
}

var (
	searchMetrics = []upslope.Metric{
		{Name: "clicks", Title: "Clicks", Unit: "count", Better: "up"},
		{Name: "impressions", Title: "Impressions", Unit: "count", Better: "up"},
		{Name: "clickRate", Title: "CTR", Unit: "percent", Better: "up"},
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

// seriesOf returns the series of an insight; nil if nothing measures it daily.
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

// keysOf returns the keys of an insight in a series, and the key of the resulting rows: "" for several keys,
// such as queries with one intent; none where a filter selects them, such as the pages of a template.
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

// keyOf returns the key of an entity in the rows of a series.
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

// entityOf is the inverse of keyOf.
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

// filters returns the SQL parameters that select an insight's rows besides the keys.
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

// filtersOfOthers returns the filters of control entities.
func filtersOfOthers(insight upslope.Insight) map[string]any {
	params := filters(insight)
	params["pattern"], params["words"], params["is_one"] = "", "", false
	return params
}

// reading is the data of a series.
type reading struct {
	read  map[time.Time]bool
	of    map[string]map[time.Time][]float64 // figures by key and imported day; NaN: not measurable
	money string                             // the newest currency; days in another one are NaN
}

// read reads a series by keys, or without keys everything the filters select, between two days, both
// included.
func (t *Tracker) read(ctx context.Context, g *features.Context, s *series, filters map[string]any, keys []string, from, to time.Time) (*reading, error) {
	r := &reading{read: map[time.Time]bool{}, of: map[string]map[time.Time][]float64{}}
	params := g.With(filters, map[string]any{"keys": facts.NotNil(keys), "from": from, "to": to, "report": s.report})
	err := t.facts.Query(ctx, seriesSQL("days"), params, func(_ []string, values []any) error {
		day, ok := values[0].(time.Time)
		if !ok {
			return fmt.Errorf("a day is a %T", values[0])
		}
		r.read[facts.DateOf(day)] = true
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

// dropMoney sets the money of a day to unknown, since its currency is not the newest.
func (r *reading) dropMoney(s *series, key string, at time.Time) {
	for i, metric := range s.metrics {
		if metric.Unit == "currency" {
			r.of[key][at][i] = math.NaN()
		}
	}
}

// figure returns a metric of a key on a day; nil if the day was not imported or not measurable. Counts are 0
// on an imported day without rows.
func (r *reading) figure(s *series, key string, metric int, at time.Time) *float64 {
	figures, isThere := r.of[key][at]
	unit := s.metrics[metric].Unit
	switch {
	case !r.read[at]:
		return nil
	case isThere && !math.IsNaN(figures[metric]):
		return &figures[metric]
	case !isThere && (unit == "count" || unit == "currency"):
		return new(0.)
	}
	return nil
}

// sum adds up a metric over days, both ends included, and counts the days with a figure.
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
		panic(err) // a programming mistake: every series has its SQL
	}
	return facts.Given().Must(string(sql))
}

// hasWords reports whether a search term contains adjacent words.
func hasWords(term, words string) bool {
	parts := strings.FieldsFunc(strings.ToLower(term), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	return strings.Contains(" "+strings.Join(parts, " ")+" ", " "+words+" ")
}
