package insights

import (
	"math"
	"slices"
	"strings"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/format"
	"upslope/analytics/portfolio"
	"upslope/analytics/stats"
)

// mergeSameFixes merges candidates with the same fix into one, which gives all reasons and counts the clicks
// once. The candidate with the higher expected value leads; the others become its findings.
func mergeSameFixes(candidates []candidate) []candidate {
	m := merger{candidates: candidates, falls: make([]bool, len(candidates)), byPage: map[string][]int{}}
	for i, one := range candidates {
		if one.entity.Page != "" && one.detector.Type != slowPage {
			m.byPage[one.entity.Page] = append(m.byPage[one.entity.Page], i)
		}
	}
	for i := range candidates {
		if candidates[i].detector.Type == portfolio.KeywordOpportunity && !m.falls[i] {
			m.joinSnippets(i) // searches of one page that one new snippet serves
		}
	}
	for i := range candidates {
		if candidates[i].detector.Type == portfolio.KeywordOpportunity && !m.falls[i] {
			m.joinLinks(i) // links to a page, with the search that wants them
			m.joinDecay(i) // the decay of a page, with an opportunity of the same searches
		}
	}
	m.leaveMissingTitles() // a missing title, to the issue about it
	m.joinChains()         // a chain of canonicals, with the links to its middle
	m.joinIssues()         // issues of titles and descriptions, with what changes these
	m.joinPrices()         // the rising CPC of a campaign, with the money that it wastes
	var left []candidate
	for i, one := range candidates {
		if !m.falls[i] {
			left = append(left, one)
		}
	}
	return left
}

type merger struct {
	candidates []candidate
	falls      []bool
	byPage     map[string][]int // those about one page
}

// onPage calls do for the other candidates of a type about the page of a candidate.
func (m *merger) onPage(i int, kind string, do func(j int, other *candidate)) {
	for _, j := range m.byPage[m.candidates[i].entity.Page] {
		if j != i && !m.falls[i] && !m.falls[j] && m.candidates[j].detector.Type == kind {
			do(j, &m.candidates[j])
		}
	}
}

// absorb makes the other candidate a finding of one, with its findings.
func (m *merger) absorb(i, j int, reason string) {
	one, other := &m.candidates[i], &m.candidates[j]
	one.also = append(one.also, upslope.Finding{Type: other.detector.Type, Entity: other.entity, Reason: reason})
	one.also = append(one.also, other.also...)
	m.falls[j] = true
}

// joinSnippets adds up the gaps of one page, which one new snippet closes.
func (m *merger) joinSnippets(i int) {
	c := &m.candidates[i]
	if c.text("text") != "gap" {
		return
	}
	m.onPage(i, portfolio.KeywordOpportunity, func(j int, other *candidate) {
		if other.text("text") != "gap" || other.expectedValue() > c.expectedValue() || other.value == nil || c.value == nil {
			return
		}
		expected := c.expectedValue() + other.expectedValue()
		c.value = valueOf(new(c.value.Low+other.value.Low), c.value.Mid+other.value.Mid, new(c.value.High+other.value.High), c.value.Unit, c.value.Currency)
		if of := c.value.Mid * c.probabilityReal; of > 0 {
			c.probabilityFix = stats.Clamp(expected / of)
		}
		c.columns["more_clicks_of_all"] = math.RoundToEven(c.value.Mid)
		c.columns["queries"] = facts.Number(c.columns, "queries") + facts.Number(other.columns, "queries")
		same := slices.Concat(facts.Texts(c.columns, "siblings"), []string{other.entity.Query}, facts.Texts(other.columns, "siblings"))
		c.columns["same_task"] = strings.Join(same, ", ")
		m.absorb(i, j, "“"+other.entity.Query+"” is clicked too seldom, too")
	})
}

// joinDecay makes one of a search opportunity and the decay of its page by the same searches. The fall of a
// snippet whose position held explains its gap.
func (m *merger) joinDecay(i int) {
	c := &m.candidates[i]
	m.onPage(i, portfolio.ContentDecay, func(j int, decay *candidate) {
		lost := decay.items("worst_queries")
		ofSame := slices.ContainsFunc(lost, func(one map[string]string) bool {
			return slices.ContainsFunc([]string{one["query"], one["andFar"]}, func(query string) bool {
				return query != "" && (query == c.entity.Query || slices.Contains(facts.Texts(c.columns, "siblings"), query))
			})
		})
		switch {
		case !ofSame:
		case decay.expectedValue() > c.expectedValue() || c.text("text") == "gap" && decay.text("text") == "snippet" && !isTrue(decay.columns["moved_along"]):
			reason := "the same work helps “" + c.entity.Query + "” at #" + strings.TrimSuffix(format.Number(facts.Number(c.columns, "position"), 1), ".0")
			if c.text("text") == "gap" {
				reason = "“" + c.entity.Query + "” is clicked too seldom for its position"
			}
			m.absorb(j, i, reason)
		default:
			drop, _ := facts.Float(decay.columns["drop_percent"])
			m.absorb(i, j, "the page gets "+format.Percent(drop, 0)+" fewer clicks than usual")
		}
	})
}

// leaveMissingTitles leaves a missing title to the issue about it, which is certain.
func (m *merger) leaveMissingTitles() {
	for i := range m.candidates {
		if issue := &m.candidates[i]; issue.detector.Type == portfolio.MetaIssues && issue.entity.Issue == "missing_title" {
			for _, example := range issue.items("examples") {
				for _, j := range m.byPage[normalized(example["url"])] {
					m.candidates[j].columns["is_untitled"] = true
					if m.candidates[j].detector.Type == portfolio.KeywordOpportunity {
						m.candidates[j].settleKeyword()
					}
				}
			}
		}
	}
}

// joinPrices merges the rising CPC of a campaign into the finding that the campaign wastes money: lower bids
// fix both.
func (m *merger) joinPrices() {
	for i := range m.candidates {
		waste := &m.candidates[i]
		if m.falls[i] || waste.detector.Type != wastedAdSpend || waste.text("text") != "campaign" {
			continue
		}
		for j := range m.candidates {
			prices := &m.candidates[j]
			if prices.detector.Type == risingCPC && !m.falls[j] && prices.entity.CampaignID == waste.entity.CampaignID {
				m.absorb(i, j, "its CPC is up "+format.Percent(facts.Number(prices.columns, "rise_percent"), 0))
			}
		}
	}
}

// joinIssues drops issues of titles and descriptions that search opportunities or lost snippets change.
func (m *merger) joinIssues() {
	owners := map[string]int{} // page and kind → the strongest candidate that changes it
	for i := range m.candidates {
		c := &m.candidates[i]
		// A snippet is the title and the description.
		isSnippet := c.detector.Type == portfolio.ContentDecay && c.text("text") == "snippet"
		if m.falls[i] || c.detector.Type != portfolio.KeywordOpportunity && !isSnippet {
			continue
		}
		steps := c.steps()
		if isSnippet {
			steps = append(steps, step{Action: upslope.Action{Kind: upslope.ActionDescription, Page: c.entity.Page}})
		}
		for _, one := range steps {
			if one.Kind != upslope.ActionTitle && one.Kind != upslope.ActionDescription {
				continue
			}
			key := one.Kind + one.Page
			if before, known := owners[key]; !known || c.expectedValue() > m.candidates[before].expectedValue() {
				owners[key] = i
			}
		}
	}
	for j := range m.candidates {
		issue := &m.candidates[j]
		if issue.detector.Type != portfolio.MetaIssues {
			continue
		}
		for _, one := range issue.steps() {
			i, known := owners[one.Kind+one.Page]
			if !known || one.Kind != upslope.ActionTitle && one.Kind != upslope.ActionDescription {
				continue
			}
			owner := &m.candidates[i]
			owner.also = append(owner.also, upslope.Finding{
				Type: issue.detector.Type, Entity: upslope.Entity{Page: one.Page, Issue: issue.entity.Issue}, Reason: issueReason(issue.entity.Issue),
			})
			owner.raiseTo(issue.gapOf(one.Page) - m.claimedBeside(i))
			one.drop()
			issue.dropGap(one.Page)
		}
		m.falls[j] = m.falls[j] || issue.isHollow()
	}
}

// gapOf returns the monthly clicks that a page of an issue is missing; 0 if no loss is proven.
func (c *candidate) gapOf(page string) float64 {
	gaps, _ := c.columns["gap_clicks"].(map[string]float64)
	return gaps[page]
}

// claimedBeside returns the monthly clicks that other search opportunities claim on the page of one; the
// page's gap includes them.
func (m *merger) claimedBeside(i int) (clicks float64) {
	if m.candidates[i].detector.Type == portfolio.KeywordOpportunity {
		m.onPage(i, portfolio.KeywordOpportunity, func(_ int, other *candidate) {
			if other.isInClicks() && other.value != nil {
				clicks += other.value.Mid
			}
		})
	}
	return clicks
}

// raiseTo lets a value be at least these clicks, and its text say so: of two findings with one fix, the
// larger counts.
func (c *candidate) raiseTo(clicks float64) {
	if c.value != nil && c.value.Mid > 0 && clicks > c.value.Mid {
		told := "more_clicks_of_all"
		if c.detector.Type == portfolio.ContentDecay {
			told = "more_clicks"
		}
		if _, says := c.columns[told]; says {
			c.columns[told] = math.RoundToEven(clicks)
		}
		factor := clicks / c.value.Mid
		c.value = valueOf(new(c.value.Low), clicks, new(factor*c.value.High), c.value.Unit, c.value.Currency)
	}
}

// dropGap takes the clicks of a page out of the value of an issue, which is unknown without any.
func (c *candidate) dropGap(page string) {
	gaps, _ := c.columns["gap_clicks"].(map[string]float64)
	if c.value == nil || gaps[page] == 0 {
		return
	}
	all, most, worst := 0., 0., ""
	for name, clicks := range gaps {
		all += clicks
		if name != page && clicks > most {
			most, worst = clicks, name
		}
	}
	share := stats.Clamp(1 - gaps[page]/all)
	left := map[string]float64{}
	for name, clicks := range gaps {
		if name != page {
			left[name] = clicks
		}
	}
	c.columns["gap_clicks"], c.columns["gap_page"], c.columns["gap_pages"] = left, worst, uint64(len(left))
	if more, ok := facts.Float(c.columns["more_clicks"]); ok {
		c.columns["more_clicks"] = share * more
	}
	if len(left) > 0 {
		c.value = valueOf(new(share*c.value.Low), share*c.value.Mid, new(share*c.value.High), c.value.Unit, c.value.Currency)
		return
	}
	c.value, c.columns["more_clicks"], c.columns["gap_pages"] = nil, nil, nil
	if most, ok := facts.Float(c.columns["value_most"]); ok {
		c.maxValue = valueOf(nil, most, nil, facts.Text(c.columns, "value_unit"), "")
	}
}

// issueReason words an issue of one page as a reason for another task.
func issueReason(issue string) string {
	kind, text, _ := strings.Cut(issue, "_")
	switch kind {
	case "short", "long":
		return "its " + text + " is too " + kind
	case "missing":
		return "it has no " + text
	case "duplicate":
		return "it shares its " + text + " with other pages"
	}
	return "its " + strings.ReplaceAll(issue, "_", " ") + " needs work"
}
