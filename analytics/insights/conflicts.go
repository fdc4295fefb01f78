package insights

import (
	"slices"
	"strconv"

	"upslope"
	"upslope/analytics/facts"
	keywordopportunity "upslope/analytics/insights/detectors/keyword_opportunity"
	"upslope/analytics/portfolio"
)

// followCanonicals takes the links out of search opportunities whose page is to name another one as the
// canonical, though they are worth more than that repair. What asks for links only falls.
func (p *sitePlan) followCanonicals(falls []bool) {
	for i := range p.candidates {
		c := &p.candidates[i]
		if falls[i] || c.detector.Type != portfolio.KeywordOpportunity || !p.isElsewhere(c.entity.Page) {
			continue
		}
		for _, one := range c.steps() {
			if one.Kind == upslope.ActionLink {
				c.leftOut = append(c.leftOut, one.Action)
				one.drop()
			}
		}
		falls[i] = !keywordopportunity.ChangesPage(c.columns)
	}
}

// isElsewhere reports whether the canonical of a page is set to another one, which links should lead to.
func (p *sitePlan) isElsewhere(page string) bool {
	canonical, known := p.texts[textOf{upslope.ActionCanonical, page}]
	return known && canonical.to != "" && normalized(canonical.to) != normalized(page)
}

// leadsAway reports whether an action makes links or the canonical of a page lead to another one.
func leadsAway(a upslope.Action) bool {
	return a.To != "" && (a.Kind == upslope.ActionCanonical || a.Kind == upslope.ActionRelink) && normalized(a.To) != normalized(a.Page)
}

// dropConflicts drops what contradicts a cannibalization finding: only the page to keep is improved for its
// query, and pages to redirect get no work. A page kept for one query is not redirected for another.
func dropConflicts(candidates []candidate) []candidate {
	answers, isKept := map[string]string{}, map[string]bool{} // the page that is to answer a query
	for _, one := range candidates {
		if one.detector.Type == portfolio.Cannibalization {
			answers[one.entity.Query], isKept[one.valuedPage()] = one.valuedPage(), true
		}
	}
	if len(answers) == 0 {
		return candidates
	}
	goes := map[string]bool{}
	for _, one := range candidates {
		if one.detector.Type != portfolio.Cannibalization {
			continue
		}
		others, _ := one.columns["others"].([]map[string]string)
		for _, other := range others {
			if isKept[other["url"]] {
				other["goes"] = ""
			} else if other["goes"] != "" {
				goes[other["url"]] = true
			}
		}
	}
	return slices.DeleteFunc(candidates, func(one candidate) bool {
		query := one.entity.Query
		switch one.detector.Type {
		case portfolio.LinkTargets:
			query, _ = one.columns["main_query"].(string)
		case portfolio.KeywordOpportunity, portfolio.ContentDecay:
		default:
			return false
		}
		answer, competing := answers[query]
		return goes[one.entity.Page] || competing && answer != one.entity.Page
	})
}

// dropExample takes a page out of the task of an issue, and out of the number of its pages and links.
func (c *candidate) dropExample(page string) {
	links := 0.
	for _, example := range c.items("examples") {
		if example["url"] == page {
			links, _ = strconv.ParseFloat(example["links"], 64)
		}
	}
	if !c.dropItem("examples", "url", page) {
		return
	}
	if all, ok := facts.Float(c.columns["links_to_pages"]); ok {
		c.columns["links_to_pages"] = max(0, all-links)
	}
	counts := []string{"affected_pages", "pages_to_do", "not_named"}
	if c.dropItem("to_change", "url", page) {
		counts = append(counts, "pages_to_change")
	}
	c.dropItem("staying", "url", page)
	if !slices.ContainsFunc(c.items("examples"), func(example map[string]string) bool { return example["hop"] == "" }) {
		c.columns["examples"] = []map[string]string{} // what is behind a chain goes with it
	}
	for _, column := range counts {
		if n, ok := facts.Float(c.columns[column]); ok && n > 0 {
			c.columns[column] = uint64(n) - 1
		}
	}
}

// dropHeading takes the proposal of a heading out of a task, and then the page, which is elsewhere.
func (c *candidate) dropHeading(example map[string]string) {
	if example["title"] == "" {
		c.dropExample(example["url"])
	}
	example["title"] = ""
}
