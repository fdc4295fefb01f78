package insights

import (
	"cmp"
	"maps"
	"slices"

	"upslope"
	"upslope/analytics/facts"
	keywordopportunity "upslope/analytics/insights/detectors/keyword_opportunity"
	"upslope/analytics/portfolio"
	"upslope/analytics/scoring"
	"upslope/analytics/stats"
)

// brokenIssues fail visitors: they are told however few come.
var brokenIssues = []string{"server_error", "broken_page", "redirect_loop", "hidden_page", "canonical_to_broken_page", "canonical_to_noindex"}

// isSmall reports whether a candidate is below the floor of its site: too little to tell unless asked for.
func (c *candidate) isSmall(site scoring.SiteValue) bool {
	value := cmp.Or(c.value, c.maxValue)
	switch {
	case c.value == nil && (isTrue(c.columns["is_trifle"]) || c.isRarelySeen()), c.mayBeNoGap():
		return true
	case value == nil, c.entityType == "site", c.isKeyFailure():
		return false
	case c.detector.Type == portfolio.MetaIssues && slices.Contains(brokenIssues, c.entity.Issue):
		return false
	case c.entity.Issue == "canonical_to_redirect" && facts.Number(c.columns, "impressions_month") > 0:
		return false // it stands for a hidden page
	case c.isBeyondSite(), c.endsOnPageTwo(), c.value != nil && (c.confidence() < scoring.LongShot || !c.repaysHours()):
		return true
	}
	return value.Mid < site.SmallBelow(scoring.UnitKey(value))
}

// leastRepair is the work, in hours, that the repair of a removed page returns at least in half a year, or it
// tells no amount: about 10 dollars a month.
const leastRepair = .75

// leaveCrumb tells no amount of a broken page that brings next to nothing: visitors meet it, and that is all.
func (c *candidate) leaveCrumb() {
	if c.entity.Issue != "broken_page" || c.value == nil {
		return
	}
	if least, isKnown := scoring.MonthOfHours(leastRepair, *c.value); isKnown && c.value.Mid < least {
		c.maxValue, c.value, c.inClicks = c.value, nil, nil
		c.columns["is_crumb"] = true
	}
}

// leastOutreach is the work, in hours, that links from other sites have to return in half a year to be asked
// for: about 1,000 dollars a month.
const leastOutreach = 80

// leaveOutreach takes the step that earns links out of a search opportunity where it brings too little. What
// nothing else moves is dear.
func (c *candidate) leaveOutreach() {
	if !isTrue(c.columns["earn_links"]) || c.detector.Type != portfolio.KeywordOpportunity || c.value == nil || c.text("text") != "reach" {
		return
	}
	value := c.value
	least, isKnown := scoring.MonthOfHours(leastOutreach, *value)
	if !isKnown && c.inClicks != nil {
		value = c.inClicks
		least, _ = scoring.MonthOfHours(leastOutreach, *value)
	}
	before, columns := *c, maps.Clone(c.columns)
	c.columns["leaves_outreach"] = true
	c.settleKeyword()
	left := facts.Number(c.columns, "value_mid") / max(1e-9, facts.Number(columns, "value_mid"))
	if (1-left)*value.Mid < least && left > 0 {
		return
	}
	*c = before
	clear(c.columns)
	maps.Copy(c.columns, columns)
	c.columns["is_dear"] = value.Mid < least
}

// seenPerHour is the least impressions a month for each hour of work on texts of unknown value. Missing and
// duplicate titles need none: they leave search engines to guess what a page is.
const seenPerHour = 250

// isRarelySeen reports whether texts are seen too seldom to be worth their hours.
func (c *candidate) isRarelySeen() bool {
	seen, isKnown := facts.Float(c.columns["impressions_month"])
	return isKnown && seen < seenPerHour*c.hours() &&
		slices.Contains([]string{"long_title", "missing_description", "duplicate_description", "long_description"}, c.entity.Issue)
}

// nextToNothing is the share of a value below which the low end of its range says that there may be none.
const nextToNothing = 0.05

// mayBeNoGap reports whether the range of a CTR gap begins next to nothing, and no title explains the gap.
func (c *candidate) mayBeNoGap() bool {
	return c.detector.Type == portfolio.KeywordOpportunity && c.text("text") == "gap" && c.value != nil && c.value.Low < nextToNothing*c.value.Mid && !isTrue(c.columns["is_generic"])
}

// farDown is the mean position, by clicks to gain, of searches that new sections seldom lift far enough.
const farDown = 8.5

// repaysHours reports whether half a year of what is expected pays for the work. Only better positions are
// asked: they come late and seldom. Links from others, and sections for what ranks far down, have to clearly.
func (c *candidate) repaysHours() bool {
	if !c.isSearchGain() {
		return true
	}
	hours, least, expected, value := c.hours(), 0., c.expectedValue(), *c.value
	if value.Unit == scoring.UnitCurrency {
		least = scoring.LeastTaskHours
	}
	times := 1.
	isFar := facts.Number(c.columns, "mean_place") >= farDown && keywordopportunity.AddsSections(c.columns)
	if isFar || isTrue(c.columns["needs_links"]) {
		times = scoring.ClearlyRepaid
	}
	month, isKnown := scoring.MonthOfHours(times*max(hours, least), value)
	if !isKnown && c.inClicks != nil {
		month, _ = scoring.MonthOfHours(times*hours, *c.inClicks)
		expected = c.inClicks.Mid * c.confidence()
	}
	return expected >= month
}

// isSearchGain reports whether a candidate rests on more clicks by better texts, links or pages.
func (c *candidate) isSearchGain() bool {
	return slices.Contains([]string{portfolio.KeywordOpportunity, portfolio.LinkTargets, portfolio.Cannibalization}, c.detector.Type)
}

// isBeyondSite reports whether nothing that a page lacks can be begun on the site, so that it is no task:
// others show the page, it has its share of links, or no page on its subject is there to link from.
func (c *candidate) isBeyondSite() bool {
	switch c.detector.Type {
	case portfolio.KeywordOpportunity:
		return isTrue(c.columns["is_dear"]) || keywordopportunity.NeedsOthers(c.columns) || c.text("text") == "reach" && !keywordopportunity.AnswersDeficit(c.columns)
	case portfolio.LinkTargets:
		return c.entity.Issue == "ranking_page" && (len(c.items("linked_from")) == 0 || facts.Number(c.columns, "weakest_percent") > fewLinksPercent)
	}
	return false
}

// fewLinksPercent is the percentile of links above which a page has about as many as others.
const fewLinksPercent = 25

// endsOnPageTwo reports whether a search still stands where hardly anybody looks once the work is done.
func (c *candidate) endsOnPageTwo() bool {
	return c.detector.Type == portfolio.KeywordOpportunity && c.text("text") == "reach" && !isTrue(c.columns["is_by_page"]) &&
		facts.Number(c.columns, "target_number") > lastOfPageOne
}

// lastOfPageOne is the last position of the first page of results.
const lastOfPageOne = 10

// isKeyFailure reports whether a page fails where visitors turn into customers.
func (c *candidate) isKeyFailure() bool { return isTrue(c.columns["is_key_failure"]) }

// isTrue reads a boolean column, which ClickHouse may return as a number.
func isTrue(value any) bool {
	if flag, ok := value.(bool); ok {
		return flag
	}
	number, _ := facts.Float(value)
	return number != 0
}

// effort is the class of effort: of texts and overviews that are made one by one, as many hours as they take
// together.
func (c *candidate) effort() int {
	if c.detector.Type == portfolio.MetaIssues && !isTrue(c.columns["is_one_change"]) || isTrue(c.columns["hubs"]) {
		return max(c.effortClass, scoring.ClassOfHours(c.hours()))
	}
	return c.effortClass
}

// hours estimates the work from what the steps ask for and how many things that is. Links from other sites
// and new pages, if only perhaps, take what their effort says, whatever the title beside them takes.
func (c *candidate) hours() float64 {
	if c.detector.Type == slowPage || c.detector.Type == landingPage || c.effortClass >= scoring.HighEffort || c.text("broad_category") != "" {
		return scoring.HoursOfClass(c.effortClass)
	}
	switch {
	case c.detector.Type == portfolio.LinkTargets && isTrue(c.columns["is_template"]):
		hubs, _ := facts.Float(c.columns["hubs"])
		return scoring.RoundHours(scoring.StartHours + scoring.TemplateHours + hubs*scoring.HoursOfAction(upslope.ActionAddText))
	}
	total, each := 0., 0.
	for _, one := range c.steps() {
		hours := scoring.HoursOfAction(one.Kind)
		total, each = total+hours, max(each, hours)
	}
	if c.detector.Type == portfolio.MetaIssues {
		for _, example := range c.items("examples") {
			if example["stays"] != "" && example["twin"] == "" {
				total -= scoring.HoursOfAction(upslope.ActionTitle) // the page keeps its title
			}
		}
		pages := facts.Number(c.columns, "pages_to_do")
		total += each * max(0, pages-float64(len(c.items("examples"))))
		total += facts.Number(c.columns, "images") * scoring.AltTextHours
		if isTrue(c.columns["is_one_change"]) {
			total = min(total, c.hoursOfTemplate(pages))
		}
		if c.entity.Issue == "missing_h1" {
			total = min(total, fewTemplates*scoring.TemplateHours)
		}
	}
	total += c.hoursBeside()
	if total == 0 {
		return scoring.HoursOfClass(c.effortClass)
	}
	return scoring.RoundHours(scoring.StartHours + total)
}

// fewTemplates write the pages of a section: none of them gets its H1 by hand where there are many.
const fewTemplates = 2

// hoursOfTemplate is the work on one change that settles many pages, and on the texts beside it.
func (c *candidate) hoursOfTemplate(pages float64) float64 {
	switch c.entity.Issue {
	case "linked_redirect", "linked_canonicalized":
		return min(pages*scoring.MenuEntryHours, scoring.TemplateHours) // by search and replace
	case "repeated_suffix":
		return scoring.StartHours // words to delete
	case "broken_page":
		return scoring.TemplateHours + pages*scoring.LookHours
	case "duplicate_description", "missing_description":
		return scoring.TemplateHours + scoring.NamedTexts*scoring.HoursOfAction(upslope.ActionDescription)
	}
	return scoring.TemplateHours
}

// hoursBeside is the work on a search opportunity, or on a snippet, that no action of the plan stands for.
func (c *candidate) hoursBeside() (hours float64) {
	if c.detector.Type == portfolio.ContentDecay && c.text("text") == "snippet" {
		return scoring.ReviewHours + scoring.HoursOfAction(upslope.ActionDescription)
	}
	if c.detector.Type != portfolio.KeywordOpportunity {
		return 0
	}
	isGap := c.text("text") == "gap"
	subjects, _ := c.columns["other_subjects"].([]map[string]string)
	for _, work := range []struct {
		isAsked bool
		hours   float64
	}{
		{isGap && c.text("proposed_description") == "" || isTrue(c.columns["low_ctr"]), scoring.HoursOfAction(upslope.ActionDescription)},
		{isGap && c.text("markup") != "", scoring.MarkupHours},
		{!isGap && isTrue(c.columns["is_slow"]), scoring.HoursOfAction(upslope.ActionImprove)},
		{!isGap && isTrue(c.columns["ai_overview"]), scoring.HoursOfAction(upslope.ActionAddText)},
		{!isGap, float64(len(subjects)) * scoring.HoursOfAction(upslope.ActionAddText)},
	} {
		if work.isAsked {
			hours += work.hours
		}
	}
	return hours
}

// settleKeyword lets the effort, the target and the value of a search opportunity follow its steps.
func (c *candidate) settleKeyword() {
	before, fix := facts.Number(c.columns, "value_mid"), facts.Number(c.columns, "probability_fix")
	if before == 0 { // steps that were added since may carry it again: c.value is still that of before
		before, fix = facts.Number(c.columns, "valued_mid"), facts.Number(c.columns, "valued_fix")
	}
	c.columns["valued_mid"], c.columns["valued_fix"] = before, fix
	keywordopportunity.Settle(c.columns)
	if effort, known := facts.Float(c.columns["effort_class"]); known {
		c.effortClass = int(effort)
	}
	if c.value == nil || before == 0 || fix == 0 {
		return
	}
	factor := facts.Number(c.columns, "value_mid") / before
	if factor == 0 {
		return
	}
	scaled := func(v *upslope.Value) *upslope.Value {
		return valueOf(new(factor*v.Low), factor*v.Mid, new(factor*v.High), v.Unit, v.Currency)
	}
	if c.value = scaled(c.value); c.inClicks != nil {
		c.inClicks = scaled(c.inClicks)
	}
	likelier := facts.Number(c.columns, "probability_fix") / fix
	if c.probabilityFix *= likelier; c.probabilityAssumed != nil {
		c.probabilityAssumed = new(stats.Clamp(likelier * *c.probabilityAssumed))
	}
}
