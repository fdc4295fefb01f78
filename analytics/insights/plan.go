package insights

import (
	"cmp"
	"slices"
	"strings"

	"upslope"
	"upslope/analytics/portfolio"
	"upslope/analytics/scoring"
)

// settle compares what all candidates ask for over the whole site, and leaves out what contradicts a stronger
// one: the step, or the candidate if nothing is left of it. Links yield to everything else.
func settle(candidates []candidate) []candidate {
	order := make([]int, len(candidates))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return compareStrength(&candidates[i], &candidates[j]) })
	made := sitePlan{candidates: candidates, texts: map[textOf]entry{}, titles: map[string]string{}, answers: map[string]string{}, anchors: map[string]string{}}
	made.links, made.pages, made.targets = map[[2]string]bool{}, map[string]bool{}, map[string]bool{}
	made.removed, made.added = map[string][]string{}, map[string][]string{}
	falls := make([]bool, len(candidates))
	for _, i := range order {
		falls[i] = !made.add(i)
	}
	made.followTitles()
	made.followCanonicals(falls)
	var left []candidate
	for i, one := range candidates {
		if !falls[i] {
			left = append(left, one)
		}
	}
	return left
}

// compareStrength orders candidates by expected value, then severity, then confidence; links come last.
func compareStrength(a, b *candidate) int {
	isLink := func(c *candidate) int {
		if c.detector.Type == portfolio.LinkTargets {
			return 1
		}
		return 0
	}
	severity := func(c *candidate) float64 { return scoring.ShareOfSeverity(c.severity, c.reach(c.linkPercentile)) }
	return cmp.Or(
		cmp.Compare(isLink(a), isLink(b)), cmp.Compare(b.expectedValue(), a.expectedValue()), cmp.Compare(severity(b), severity(a)),
		cmp.Compare(b.confidence(), a.confidence()), cmp.Compare(a.detector.Type, b.detector.Type), cmp.Compare(a.entity.Key(), b.entity.Key()))
}

// textOf is a part of a page that can have one value only.
type textOf struct{ kind, page string }

// entry is the planned value of such a part, and the candidate that set it.
type entry struct {
	to        string
	candidate int
}

// sitePlan is what the candidates added so far ask for.
type sitePlan struct {
	candidates []candidate
	texts      map[textOf]entry
	targets    map[string]bool     // pages that links or canonicals of others are to lead to
	titles     map[string]string   // new title → its page
	answers    map[string]string   // query → the page that is to answer it
	anchors    map[string]string   // anchor → the page that it leads to
	links      map[[2]string]bool  // from and to
	pages      map[string]bool     // pages that are worked on
	removed    map[string][]string // page → texts to take out
	added      map[string][]string // page → texts to cover
}

// add enters a candidate without the steps that contradict the plan, and reports whether anything is left.
func (p *sitePlan) add(i int) bool {
	c := &p.candidates[i]
	if c.detector.Type == portfolio.LinkTargets && p.isElsewhere(c.entity.Page) {
		return false
	}
	for {
		steps := c.steps()
		at := slices.IndexFunc(steps, func(one step) bool { return p.contradicts(i, one.Action) })
		if at < 0 {
			if len(steps) == 0 && c.isHollow() {
				return false
			}
			for _, one := range steps {
				p.enter(i, one.Action)
			}
			return true
		}
		p.nameIn(i, steps[at].Action)
		c.leftOut = append(c.leftOut, steps[at].Action)
		if steps[at].drop == nil {
			return false
		}
		steps[at].drop()
		if c.isHollow() || slices.ContainsFunc(c.steps(), func(one step) bool { return one.Action == steps[at].Action }) {
			return false
		}
	}
}

// leaveOut drops steps that a stronger candidate contradicted when the plan was settled.
func (c *candidate) leaveOut(actions []upslope.Action) {
	for _, action := range actions {
		steps := c.steps()
		if at := slices.IndexFunc(steps, func(one step) bool { return one.Action == action }); at >= 0 && steps[at].drop != nil {
			steps[at].drop()
		}
	}
}

// isHollow reports whether a task lost all pages that it was about.
func (c *candidate) isHollow() bool {
	switch c.detector.Type {
	case portfolio.MetaIssues:
		return c.columns["examples"] != nil && len(c.items("examples")) == 0
	case portfolio.LinkTargets:
		return len(c.items("examples"))+len(c.items("linked_from")) == 0 && len(c.leftOut) > 0
	case portfolio.Cannibalization:
		return c.columns["others"] != nil && len(c.items("others")) == 0
	}
	return false
}

// nameIn lets the task that already sets a text name the issue of the same text that falls.
func (p *sitePlan) nameIn(i int, action upslope.Action) {
	c := &p.candidates[i]
	if holder, ok := p.texts[textOf{action.Kind, action.Page}]; ok && c.detector.Type == portfolio.MetaIssues && holder.candidate != i {
		other := &p.candidates[holder.candidate]
		other.also = append(other.also, upslope.Finding{
			Type: c.detector.Type, Entity: upslope.Entity{Page: action.Page, Issue: c.entity.Issue}, Reason: issueReason(c.entity.Issue),
		})
	}
}

// contradicts reports whether an action of a candidate contradicts the plan so far.
func (p *sitePlan) contradicts(i int, a upslope.Action) bool {
	_, isRedirected := p.texts[textOf{upslope.ActionRedirect, a.Page}]
	_, leadsToRedirect := p.texts[textOf{upslope.ActionRedirect, a.To}]
	switch a.Kind {
	case upslope.ActionTitle:
		owner, taken := p.titles[a.To]
		return isRedirected || p.isSetBy(i, a) || a.To != "" && taken && owner != a.Page || p.hasRemoved(a)
	case upslope.ActionHeading, upslope.ActionDescription:
		return isRedirected || p.isSetBy(i, a)
	case upslope.ActionCanonical:
		return isRedirected || p.isSetBy(i, a) || leadsAway(a) && (p.isElsewhere(a.To) || p.targets[normalized(a.Page)])
	case upslope.ActionRedirect:
		return p.isSetBy(i, a) || p.pages[a.Page] || leadsToRedirect
	case upslope.ActionRelink:
		return p.isSetBy(i, a) || a.To != "" && (leadsToRedirect || p.isElsewhere(a.To))
	case upslope.ActionAnswer:
		page, known := p.answers[keyOf(a.To)]
		return isRedirected || known && page != a.Page
	case upslope.ActionAddText:
		return isRedirected || p.hasRemoved(a)
	case upslope.ActionRemoveText:
		return isRedirected || slices.ContainsFunc(p.added[a.Page], func(text string) bool { return hasWords(text, a.To) })
	case upslope.ActionLink:
		key := keyOf(a.Anchor)
		target, taken := p.anchors[key]
		page, answered := p.answers[key]
		return isRedirected || leadsToRedirect || p.isElsewhere(a.To) || a.Page == a.To || taken && target != a.To || answered && page != a.To || p.links[[2]string{a.Page, a.To}]
	}
	return isRedirected && a.Page != ""
}

// isSetBy reports whether another candidate sets the same part of the page to something else.
func (p *sitePlan) isSetBy(i int, a upslope.Action) bool {
	known, ok := p.texts[textOf{a.Kind, a.Page}]
	return ok && known.candidate != i && (known.to != a.To || a.To == "")
}

func (p *sitePlan) hasRemoved(a upslope.Action) bool {
	return slices.ContainsFunc(p.removed[a.Page], func(query string) bool { return hasWords(a.To, query) })
}

func (p *sitePlan) enter(i int, a upslope.Action) {
	switch a.Kind {
	case upslope.ActionLink:
		p.anchors[keyOf(a.Anchor)], p.links[[2]string{a.Page, a.To}], p.pages[a.To] = a.To, true, true
	case upslope.ActionAnswer:
		p.answers[keyOf(a.To)] = a.Page
		p.added[a.Page] = append(p.added[a.Page], a.To)
	case upslope.ActionAddText:
		p.added[a.Page] = append(p.added[a.Page], a.To)
	case upslope.ActionRemoveText:
		p.removed[a.Page] = append(p.removed[a.Page], a.To)
	case upslope.ActionTitle, upslope.ActionHeading, upslope.ActionDescription, upslope.ActionCanonical, upslope.ActionRedirect, upslope.ActionRelink:
		p.texts[textOf{a.Kind, a.Page}] = entry{a.To, i}
		if a.Kind == upslope.ActionTitle && a.To != "" {
			p.titles[a.To] = a.Page
			p.added[a.Page] = append(p.added[a.Page], a.To)
		}
	}
	if leadsAway(a) {
		p.targets[normalized(a.To)] = true
	}
	switch {
	case a.Kind == upslope.ActionRelink:
		p.pages[a.To] = true
	case a.Kind != upslope.ActionRedirect:
		p.pages[a.Page] = true
	}
}

// followTitles lets what quotes the title of a page quote its new one; what would copy one that is still to
// be written quotes none.
func (p *sitePlan) followTitles() {
	for i := range p.candidates {
		c := &p.candidates[i]
		switch c.entity.Issue {
		case "missing_h1", "missing_description", "duplicate_description", "long_description", "short_description":
			for _, example := range c.items("examples") {
				title, changes := p.texts[textOf{upslope.ActionTitle, normalized(example["url"])}]
				if changes && (title.to != "" || strings.HasPrefix(c.entity.Issue, "missing_")) {
					example["title"] = title.to
				}
			}
		}
	}
}

// includesOrganicSearch reports whether the visitors whom a landing page fails include those from search.
func (c *candidate) includesOrganicSearch() bool {
	segment := c.text("segment")
	return segment == "" || strings.HasPrefix(segment, "Organic Search")
}
