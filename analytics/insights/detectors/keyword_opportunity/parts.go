package keywordopportunity

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"upslope/analytics/facts"
	"upslope/analytics/features/intent"
)

// addSources names pages to link from: those on the subject that appear for the search, else lists and guides
// about it.
func (j judge) addSources(row map[string]any, isInAddress func(string) bool) {
	query, page := facts.Text(row, "query"), facts.Text(row, "page")
	isSource := func(other, title string) bool {
		// Where another address has the search, that page is the one about it.
		return row["namesake"] == "" && !areTwins(other, page) && (!isInAddress(other) || isInAddress(page)) &&
			intent.IsOnSubject(other, title, page, query, facts.Text(row, "page_language"))
	}
	sources, titles := []string{}, facts.Texts(row, "showing_titles")
	for i, other := range facts.Texts(row, "showing") {
		if i < len(titles) && isSource(other, titles[i]) || i >= len(titles) && isSource(other, "") {
			sources = append(sources, other)
		}
	}
	row["sources_appear"] = true // for the same search; see mergeSameFixes
	about, _ := row["pages_about_it"].([]map[string]string)
	for _, other := range about {
		if len(sources) < maxSources && !slices.Contains(sources, other["page"]) && isSource(other["page"], other["title"]) {
			sources, row["sources_appear"] = append(sources, other["page"]), false
		}
	}
	row["other_pages"] = sources
}

// anchorOf returns the anchor of links to a page: the search that gains most, or a shorter one within it.
// Where every search has the words of the slug, only these are kept.
func (j judge) anchorOf(row map[string]any, main string, ofMain float64, gains []gainOf) string {
	anchor := main
	if gains[0].clicks > ofMain {
		anchor = gains[0].query
	}
	for _, one := range gains {
		if words, own := j.stems(one.query), j.stems(anchor); len(words) > 0 && len(words) < len(own) && hasAll(own, words) {
			anchor = one.query
		}
	}
	slug, words := j.stems(slugOf(facts.Text(row, "page"))), strings.Fields(anchor)
	if len(slug) < 2 || slices.ContainsFunc(gains, func(one gainOf) bool { return !hasAll(j.stems(one.query), slug) }) {
		return anchor
	}
	isOfSlug := func(word string) bool { own := j.stems(word); return len(own) > 0 && hasAll(slug, own) }
	first := slices.IndexFunc(words, isOfSlug)
	last := len(words)
	for last > 0 && !isOfSlug(words[last-1]) {
		last--
	}
	if first < 0 || first >= last || !hasAll(slug, j.stems(strings.Join(words[first:last], " "))) {
		return anchor // other words stand between them
	}
	return strings.Join(words[first:last], " ")
}

// definition matches what a search has beside its subject that asks what this is: an article begins with it.
var definition = regexp.MustCompile(`(?i)(^| )(explained|what (is|are)( an?| the)?|meaning|definition|was ist|was sind|bedeutung|qu'est[- ]ce que|définition|qué es|significado|cos'è|significato|wat is|betekenis|co to jest)( |$)`)

// isForBuyers reports whether a search is for what buyers say. A page of what they bought shows it; no
// heading of an article answers it.
func isForBuyers(query string) bool { return intent.Of(query) == intent.Opinion }

// price matches what a description that says prices has.
var price = regexp.MustCompile(`([$€£¥₴₽]|zł)\s?\d|\d\s?([$€£¥₴₽]|zł|USD|EUR|GBP|CHF)`)

// isDated reports whether a search is for what holds in this or the next year: other years name versions and
// models.
func (j judge) isDated(query string) bool {
	until, _ := j.params["gsc_to"].(time.Time)
	return slices.ContainsFunc(strings.Fields(query), func(word string) bool {
		return word == strconv.Itoa(until.Year()) || word == strconv.Itoa(until.Year()+1)
	})
}

// addQuestions adds questions that the page does not answer yet.
func (j judge) addQuestions(row map[string]any, query, title string) {
	covered := query + " " + title + " " + wordsOf(row)
	clicks, _ := row["clicks_by_query"].(map[string]float64)
	least := 0. // clicks from which a search repays words of its own
	for _, gain := range clicks {
		least = max(least, j.parameter("section_share")*gain)
	}
	unanswered := without(facts.Texts(row, "siblings"), func(sibling string) bool {
		return title == "" || clicks[sibling] < least || j.hasWords(covered, j.stems(sibling))
	})
	headings := without(unanswered, func(sibling string) bool { return j.hasWords(covered, j.subjects(sibling)) })
	clearParts(row)
	for part, list := range j.partsOf(row, headings) {
		row[part] = list
	}
	// Pages that sell show prices anyway.
	saysPrices := kindOf(row).Sells() || price.MatchString(facts.Text(row, "page_description"))
	asked := unanswered
	if said := title + " " + wordsOf(row); title != "" && !j.hasWords(said, j.stems(query)) && j.hasWords(said, j.subjects(query)) {
		asked = append([]string{query}, unanswered...)
	}
	row["wishes"] = without(asked, func(sibling string) bool {
		return saysPrices || slices.Contains(headings, sibling) || intent.Of(sibling) == intent.Local
	})

	// Related queries for which the page ranks lower, on its subject, that it can answer.
	kind := kindOf(row)
	about, merged := append(j.stems(query), j.stems(title)...), facts.Texts(row, "merged_queries")
	further, _ := row["further_down"].([]map[string]string)
	further = slices.DeleteFunc(slices.Clone(further), func(subject map[string]string) bool {
		other := subject["query"]
		return !kind.TakesSections() || !hasAny(j.stems(other), about) || slices.Contains(merged, other) || slices.Contains(j.targets, other) || !kind.CanAnswer(intent.Of(other))
	})
	row["other_subjects"] = further[:min(2, len(further))]
}

// wordsOf returns the headings of a page and the words of its address: a review under /reviews/ needs no
// section of reviews.
func wordsOf(row map[string]any) string {
	return facts.Text(row, "page_heading") + " " + facts.Text(row, "second_heading") + " " + intent.PathText(facts.Text(row, "page"))
}

// isAboutRest reports whether a page is about what a search for a tool or a definition has besides it: on a
// page of boards, a calculator for boards calculates; on one for school, a graphing calculator is a product.
func (j judge) isAboutRest(row map[string]any, query string) bool {
	rest := definition.ReplaceAllString(intent.WithoutTool(query), " ")
	return j.hasWords(facts.Text(row, "page_title")+" "+facts.Text(row, "page_heading"), j.stems(rest))
}

// isLeftOut reports whether no work on a page answers a search: its tool would cost more than it brings, or
// it asks for this year's, which only what has a date can be.
func (j judge) isLeftOut(row map[string]any, query string) bool {
	if intent.IsForTool(query) && !kindOf(row).Sells() {
		clicks, _ := row["clicks_by_query"].(map[string]float64)
		return clicks[query] < j.parameter("tools_from")
	}
	return j.isDated(query) && !kindOf(row).IsDated()
}

// withoutYear returns a search without the year that it asks for: what a link that is to stay says.
func (j judge) withoutYear(query string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(query), j.isDated), " ")
}

// aboutProducts matches searches that a list of products does not answer.
var aboutProducts = regexp.MustCompile(`(?i)\b(warrant(y|ies)|guarantees?|returns?|care|cleaning|maintenance|repairs?|siz(e|es|ing)|setup|installation|instructions?|manuals?|problems?)\b`)

// NewParts are the columns of a row with the searches that new content answers, by the part of the page.
var NewParts = []string{"headings_to_add", "definitions", "tools", "dated", "reviews"}

// clearParts leaves a row without new content.
func clearParts(row map[string]any) {
	for _, part := range NewParts {
		row[part] = []string{}
	}
}

// partsOf splits searches by the part of a page that answers them; some have none.
func (j judge) partsOf(row map[string]any, queries []string) map[string][]string {
	parts := map[string][]string{}
	for _, query := range queries {
		part := "headings_to_add"
		switch {
		case j.isLeftOut(row, query), intent.IsForTool(query) && kindOf(row).Sells() && j.isAboutRest(row, query):
			continue
		case intent.IsForTool(query) && !kindOf(row).Sells():
			part = "tools"
		case j.isDated(query):
			part = "dated"
		case kindOf(row) == intent.Guide && definition.MatchString(query) && j.isAboutRest(row, query):
			part = "definitions"
		case isForBuyers(query) && kindOf(row) == intent.Guide:
			continue
		case isForBuyers(query):
			part = "reviews"
		}
		parts[part] = append(parts[part], query)
	}
	return parts
}
