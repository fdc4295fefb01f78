package insights

import (
	"slices"

	"upslope"
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
