package insights

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"strings"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/features"
	"upslope/analytics/outcomes"
	"upslope/analytics/scoring"
	"upslope/analytics/stats"
)

// candidate is one row of a detector's SQL, read by the contract of detector.
type candidate struct {
	detector        *detector
	columns         map[string]any
	entityType      string
	entity          upslope.Entity
	value           *upslope.Value
	severity        string
	linkPercentile  *float64
	crawlReach      features.CrawlReach // what the crawl says of the whole site
	maxValue        *upslope.Value      // upper bound of an unknown value; nil for none
	effortClass     int
	probabilityReal float64
	probabilityFix  float64

	probabilityAssumed *float64        // the method's probabilityFix, if measured outcomes corrected it
	hits               upslope.HitRate // measured fixes of the type on this site

	also        []upslope.Finding // that the same fix settles
	rankingGain int               // its place among the gains of rankings alone, from 1; 0: none of them

	leftOut []upslope.Action // steps that contradict a stronger candidate

	inClicks         *upslope.Value // of a value converted to money: the clicks and the value of a click
	clickValue       float64
	clickValueSource string
}

func (c candidate) confidence() float64 {
	return stats.Clamp(c.probabilityReal) * stats.Clamp(c.probabilityFix)
}

// expectedValue is the value times the probabilities of real and fix; 0 if unknown.
func (c candidate) expectedValue() float64 {
	if c.value == nil {
		return 0
	}
	return c.value.Mid * c.confidence()
}

// candidateOf reads a row of a detector by column names.
func (d *detector) candidateOf(columns map[string]any) (candidate, error) {
	text := func(name string) string { return facts.Text(columns, name) }
	number := func(name string) *float64 {
		if n, ok := facts.Float(columns[name]); ok {
			return &n
		}
		return nil
	}
	c := candidate{
		detector:   d,
		columns:    columns,
		entityType: text("entity_type"),
		entity: upslope.Entity{
			Query: text("query"), Page: text("page"), Template: text("template"), CampaignID: text("campaign_id"),
			AdGroupID: text("ad_group_id"), Term: text("term"), Issue: text("issue"),
		},
		severity:       text("severity"),
		linkPercentile: number("link_percentile"),
	}
	effort, real, fix := number("effort_class"), number("probability_real"), number("probability_fix")
	if a, b, threshold := number("posterior_alpha"), number("posterior_beta"), number("posterior_threshold"); real == nil && a != nil && b != nil && threshold != nil {
		real = new(stats.BetaCDF(*threshold, *a, *b))
	}
	if c.entityType == "" || effort == nil || real == nil || fix == nil {
		return candidate{}, fmt.Errorf("a row has no entity_type, effort_class, probability_real (or the posterior that gives it) or probability_fix")
	}
	c.effortClass, c.probabilityReal, c.probabilityFix = int(*effort), *real, *fix
	if mid := number("value_mid"); mid != nil {
		c.value = valueOf(number("value_low"), *mid, number("value_high"), text("value_unit"), text("value_currency"))
		most := math.Inf(1) // that the figures of the line allow
		if limit := number("value_limit"); limit != nil {
			most = max(0, *limit)
		}
		c.value.Low, c.value.Mid, c.value.High = scoring.Within(c.value.Low, c.value.Mid, c.value.High, most)
	} else if _, known := scoring.SeverityFactor(c.severity); !known {
		return candidate{}, fmt.Errorf("a row has neither a value nor a severity that is known: %q", c.severity)
	} else if ceiling := number("value_most"); ceiling != nil {
		c.maxValue = valueOf(nil, *ceiling, nil, text("value_unit"), text("value_currency"))
	}
	return c, nil
}

// valueOf enforces low <= mid <= high, whatever a query computes from odd input.
func valueOf(low *float64, mid float64, high *float64, unit, currency string) *upslope.Value {
	value := upslope.Value{Mid: stats.Finite(mid), Unit: unit}
	value.Low, value.High = value.Mid, value.Mid
	if low != nil {
		value.Low = min(stats.Finite(*low), value.Mid)
	}
	if high != nil {
		value.High = max(stats.Finite(*high), value.Mid)
	}
	if unit == scoring.UnitCurrency {
		value.Currency = currency
	}
	return &value
}

// valuedPage is the page whose clicks are at stake: that of the entity, else the detector's value_page.
func (c candidate) valuedPage() string {
	if c.entity.Page != "" {
		return c.entity.Page
	}
	page, _ := c.columns["value_page"].(string)
	return page
}

// isInClicks reports whether the value, or its upper bound, is in clicks.
func (c candidate) isInClicks() bool {
	value := cmp.Or(c.value, c.maxValue)
	return value != nil && value.Unit == scoring.UnitClicks
}

// inMoney converts a value from clicks to money; the clicks stay in the evidence.
func (c *candidate) inMoney(values *features.ClickValues) {
	if !c.isInClicks() || values.Source == "" {
		return
	}
	page := c.valuedPage()
	if (c.detector.Type == landingPage || facts.Number(c.columns, "visits_each") > 0) && !values.Revenue {
		page = "" // what it lacks against others is worth what a click on others is; its own rate is counted
	}
	each := values.Per(page, c.entity.Query)
	if c.value == nil {
		c.maxValue = valueOf(nil, each*c.maxValue.Mid, nil, scoring.UnitCurrency, values.Currency)
		return
	}
	c.inClicks, c.clickValue, c.clickValueSource = c.value, each, values.SourceOf(page)
	if visits := facts.Number(c.columns, "visits_each"); visits > 0 {
		c.columns["conversion_worth"], c.columns["worth_currency"] = each*visits, values.Currency
	}
	low, high := scoring.ConvertRange(c.value.Low, c.value.Mid, c.value.High, each, values.Uncertainty(page, c.entity.Query), stats.Z90)
	c.value = valueOf(&low, each*c.value.Mid, &high, scoring.UnitCurrency, values.Currency)
}

// insight renders the candidate as an insight.
func (c candidate) insight(r ranking, from map[string]any) (upslope.Insight, error) {
	name, _ := c.columns["text"].(string)
	texts, ok := c.detector.Texts[name]
	if !ok {
		return upslope.Insight{}, fmt.Errorf("detector.toml has no texts.%s", name)
	}
	insight := upslope.Insight{
		Type: c.detector.Type, EntityType: c.entityType, Entity: c.entity, Value: c.value, Evidence: c.evidence(from),
		Effort: scoring.Effort(c.effort()), Confidence: scoring.ProbabilityPercent(c.confidence()),
	}
	share, impact := r.sharesOf(&c)
	insight.Impact = scoring.Percent(impact)
	insight.Small, insight.UsualHours = c.isSmall(r.site), c.hours()
	insight.Score = scoring.Score(share, c.effort())

	words := wordsOf(c.columns, c.entityType, c.entity.Template)
	words["odds_percent"] = float64(insight.Confidence)
	if clicks := cmp.Or(c.inClicks, c.value); clicks != nil {
		words["clicks_low"], words["clicks_high"] = math.RoundToEven(clicks.Low), math.RoundToEven(clicks.High)
	}
	var err error
	if insight.Title, insight.Summary, insight.Instructions, err = texts.render(words); err != nil {
		return upslope.Insight{}, fmt.Errorf("texts.%s: %w", name, err)
	}
	insight.Actions, insight.Also, insight.LeftOut = c.actions(), c.also, c.leftOut
	return insight, nil
}

// evidence returns the sources and the figures listed in detector.toml, without null or empty ones.
func (c candidate) evidence(from map[string]any) map[string]any {
	evidence := maps.Clone(from)
	evidence["probabilityReal"], evidence["probabilityFix"] = stats.Clamp(c.probabilityReal), stats.Clamp(c.probabilityFix)
	if c.probabilityAssumed != nil {
		evidence["probabilityFixAssumed"] = *c.probabilityAssumed
		evidence["pastFixes"] = fmt.Sprintf("%d of %d fixes of this kind worked here", c.hits.Worked, c.hits.Measured)
	}
	if clicks := c.inClicks; clicks != nil {
		evidence["clicksLow"], evidence["clicksMid"], evidence["clicksHigh"] = clicks.Low, clicks.Mid, clicks.High
		evidence["clickValue"], evidence["clickValueSource"] = c.clickValue, c.clickValueSource
	}
	if c.hasCrawlReach() {
		evidence["reach"] = c.reachText()
	}
	if currency := facts.Text(c.columns, "value_currency"); currency != "" && (c.value == nil || c.value.Currency == "") {
		evidence["currency"] = currency // of amounts among the figures, which a value would tell
	}
	for _, column := range c.detector.Evidence {
		value := c.columns[column]
		if number, ok := facts.Float(value); ok {
			evidence[camelCase(column)] = number
		} else if text, ok := value.(string); ok && text != "" {
			evidence[camelCase(column)] = text
		}
	}
	return evidence
}

// camelCase converts a column name for evidence: affected_pages becomes affectedPages.
func camelCase(column string) string {
	parts := strings.Split(column, "_")
	for i, part := range parts[1:] {
		if part != "" {
			parts[i+1] = strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return strings.Join(parts, "")
}

// learnFrom corrects probabilityFix with the success rate of such fixes on the site.
func (c *candidate) learnFrom(hits map[string]upslope.HitRate) {
	hit := hits[c.detector.Type]
	if hit.Measured == 0 || c.entityType == "site" {
		return
	}
	c.probabilityAssumed, c.hits = new(stats.Clamp(c.probabilityFix)), hit
	c.probabilityFix = outcomes.SuccessProbability(c.probabilityFix, hit)
}
