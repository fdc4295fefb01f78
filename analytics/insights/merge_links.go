package insights

import (
	"slices"

	"upslope/analytics/facts"
	"upslope/analytics/features/intent"
	keywordopportunity "upslope/analytics/insights/detectors/keyword_opportunity"
	"upslope/analytics/portfolio"
)

// joinLinks leaves the links to a page to the search opportunity that wants them for one of its searches, or
// whose page has few.
func (m *merger) joinLinks(i int) {
	c := &m.candidates[i]
	m.onPage(i, portfolio.LinkTargets, func(j int, links *candidate) {
		query := links.text("main_query")
		isSame := query == c.entity.Query || slices.Contains(facts.Texts(c.columns, "siblings"), query)
		if query != "" && c.text("text") == "reach" && len(links.items("linked_from")) == 0 {
			// Nothing is left to do in a task of their own.
			m.absorb(i, j, fewLinks)
			return
		}
		if query == "" || c.text("text") != "reach" && query != c.entity.Query || !isSame && !isTrue(c.columns["few_links"]) {
			return
		}
		if links.expectedValue() > c.expectedValue() && !c.gainsMore(links) {
			if isSame && c.text("text") == "reach" && !keywordopportunity.ChangesPage(c.columns) {
				m.absorb(j, i, "the same links help “"+c.entity.Query+"”") // neither asks for more
			}
			return
		}
		sources := facts.Texts(c.columns, "other_pages")
		fitting := slices.DeleteFunc(slices.Clone(links.items("linked_from")), func(link map[string]string) bool {
			return !c.mayBeAnchorOf(link)
		})
		if len(fitting) == 0 && len(links.items("linked_from")) > 0 {
			return // they stay a task of their own, with their own anchor
		}
		for _, link := range fitting {
			if c.text("namesake") != "" || slices.Contains(sources, link["source"]) || len(sources) >= maxMergedLinks {
				continue
			}
			sources = append(slices.Clone(sources), link["source"])
			if link["folder"] != "" || keyOf(link["anchor"]) != keyOf(c.entity.Query) {
				c.columns["sources_appear"] = false
			}
		}
		c.columns["other_pages"] = sources
		c.settleKeyword()
		reason := fewLinks
		if len(sources) == 0 && c.text("namesake") == "" {
			reason += ", and no related page to link from was found" // or a reader looks for the step
		}
		m.absorb(i, j, reason)
	})
}

// joinChains makes the canonical that names a page, whose own one names another, a step of the task about the
// links to that page: one decision settles both.
func (m *merger) joinChains() {
	for i := range m.candidates {
		links := &m.candidates[i]
		if m.falls[i] || links.entity.Issue != "linked_canonicalized" {
			continue
		}
		for j := range m.candidates {
			chain := m.candidates[j].items("examples")
			if m.falls[j] || m.candidates[j].entity.Issue != "canonical_chain" || len(chain) != 1 || len(links.items("chained")) > 0 {
				continue
			}
			if slices.ContainsFunc(links.items("examples"), func(link map[string]string) bool { return normalized(link["url"]) == normalized(chain[0]["ending"]) }) {
				links.columns["chained"] = chain
				m.absorb(i, j, "another page names it as its canonical")
			}
		}
	}
}

// gainsMore reports whether a search opportunity that asks for links itself brings more, where it works, than
// the links to its page alone.
func (c *candidate) gainsMore(links *candidate) bool {
	return len(facts.Texts(c.columns, "other_pages")) > 0 && c.value != nil && links.value != nil && c.value.Mid > links.value.Mid
}

// mayBeAnchorOf reports whether the query of a search opportunity fits a link that was found for another.
func (c *candidate) mayBeAnchorOf(link map[string]string) bool {
	return keyOf(link["anchor"]) == keyOf(c.entity.Query) ||
		intent.IsOnSubject(link["source"], link["title"], c.entity.Page, c.entity.Query, c.text("page_language"))
}

// fewLinks is a reason that the summary of a search opportunity may give with a figure.
const fewLinks = "the page also has few internal links"

// maxMergedLinks keeps a step that names pages to link from short.
const maxMergedLinks = 3

func without(list []string, one string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(other string) bool { return other == one })
}
