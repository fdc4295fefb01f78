package keywordopportunity

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"upslope/analytics/facts"
	"upslope/analytics/features/intent"
	"upslope/analytics/insights/snippets"
)

// minTitle is the width below which a title counts as short.
const minTitle = 30

// title proposes a title for a page's query, or "" if none is safe. The words of the page's main query, the
// one that most people see it for, always stay: a category's title is never narrowed to one of its products.
func (j judge) title(row map[string]any, query, title, heading string) string {
	own, end := snippets.SplitEnding(title)
	head, _ := cutTitle(own)
	asTitle := snippets.Sentence(query)
	if snippets.IsTitleCase(own) {
		asTitle = snippets.TitleCase(query)
	}
	stems, main := j.stems(query), j.stems(facts.Text(row, "main_query_of_page"))
	isMain := len(main) == 0 || hasAll(main, stems) && hasAll(stems, main)
	isCategory := kindOf(row) == intent.Category
	isGeneric := !hasAny(j.stems(title), stems)
	var proposals []string
	switch {
	case !isMain && isGeneric:
		return "" // another subject than most people see the page for
	case isGeneric && heading != title && j.hasWords(heading, stems): // "Products": the heading is better
		proposals = []string{snippets.WithClause(heading, snippets.FirstClause(facts.Text(row, "page_description"))), heading + end}
	case isGeneric && strings.Contains(title, ": "):
		proposals = []string{asTitle + " – " + title, asTitle + " – " + own}
	case isGeneric:
		proposals = []string{asTitle + ": " + title, asTitle + ": " + own}
	case isCategory && modifierOf(query, head) != "":
		for _, list := range modifierLists(query, facts.Texts(row, "headings_to_add"), head) {
			proposals = append(proposals, head+": "+snippets.TitleCase(list)+end)
		}
	}
	for _, proposal := range proposals {
		if width := snippets.Width(proposal); proposal != title && width >= min(minTitle, snippets.Width(title)) && width <= j.maxTitle {
			return proposal
		}
	}
	return ""
}

// modifierOf returns the word that a query has before a head term; "" if it is not just that. What comes
// after a head term, such as calculator, often changes the subject.
func modifierOf(query, head string) string {
	words, of := strings.Fields(strings.ToLower(query)), strings.Fields(strings.ToLower(head))
	if len(of) == 0 || len(words) != len(of)+1 {
		return ""
	}
	for i, word := range of {
		if strings.TrimSuffix(words[i+1], "s") != strings.TrimSuffix(word, "s") {
			return ""
		}
	}
	return words[0]
}

// modifierLists name what a category has, the longest list first: "waterproof, leather & wide" after "boots".
// The query alone would narrow it.
func modifierLists(query string, others []string, head string) (lists []string) {
	modifiers := []string{modifierOf(query, head)}
	for _, other := range others {
		if modifier := modifierOf(other, head); modifier != "" && !slices.Contains(modifiers, modifier) && len(modifiers) < 3 {
			modifiers = append(modifiers, modifier)
		}
	}
	for last := len(modifiers) - 1; last > 0; last-- {
		lists = append(lists, strings.Join(modifiers[:last], ", ")+" & "+modifiers[last])
	}
	return lists
}

// description proposes the query before the description, if all of it fits.
func (j judge) description(now, query, heading string, stems []string) string {
	if now == "" || j.hasWords(now, stems) {
		return ""
	}
	if heading != "" && strings.HasPrefix(strings.ToLower(now), strings.ToLower(heading)) && hasAll(stems, j.stems(heading)) {
		return "" // it would begin with the same words twice
	}
	proposal := snippets.Sentence(query) + ": " + now
	if snippets.Width(proposal) > j.maxDescription {
		return ""
	}
	return proposal
}

// figure matches what sets a page apart in a title: a price or a number, not a year.
var figure = regexp.MustCompile(`[$€£¥₴₽]|(^|\D)([1-9]\d?|[1-9]\d{2})(\D|$)`)

// clauseEnd matches what ends a clause, and not what is within a number or a range: $19.99, 10–12.
var clauseEnd = regexp.MustCompile(`[.;:!?](\s+|$)|\s[–—]\s|[。！？]`)

// fuller proposes a title for a page that is clicked too seldom though its title names the query: with the
// part of its description that has a price or a number; "" for none.
func (j judge) fuller(row map[string]any) string {
	title := facts.Text(row, "page_title")
	own, end := snippets.SplitEnding(title)
	head, rest := cutTitle(own)
	if figure.MatchString(rest) || !j.hasWords(head, j.subjects(facts.Text(row, "query"))) {
		return ""
	}
	for _, clause := range clauseEnd.Split(facts.Text(row, "page_description"), -1) {
		clause = strings.TrimSpace(clause)
		if !figure.MatchString(clause) {
			continue
		}
		text := snippets.WithClause(head, clause)
		for _, proposal := range []string{text + end, text} {
			if width := snippets.Width(proposal); text != "" && width >= minTitle && width <= j.maxTitle {
				return proposal
			}
		}
	}
	return ""
}

// leastWord is how many letters a word has that a title may lack.
const leastWord = 4

// missingWord is the one word of a query that the title of its page lacks, if it has room; "" for none or
// several.
func (j judge) missingWord(row map[string]any) (missing string) {
	query, title := facts.Text(row, "query"), facts.Text(row, "page_title")
	has, subjects := j.stems(title), j.subjects(query)
	if title == "" || unspaced.MatchString(query) || !hasAny(has, subjects) {
		return ""
	}
	for _, word := range strings.Fields(query) {
		stems := j.stems(word)
		if utf8.RuneCountInString(word) < leastWord || len(stems) == 0 || hasAll(has, stems) || !hasAll(subjects, stems) {
			continue
		}
		if missing != "" {
			return ""
		}
		missing = word
	}
	if snippets.Width(title)+1+snippets.Width(missing) > j.maxTitle {
		return ""
	}
	return missing
}

// cutTitle splits a title after what it names first.
func cutTitle(own string) (head, rest string) {
	at := strings.IndexAny(own, ":|–—")
	if at < 0 {
		return own, ""
	}
	return strings.TrimRight(own[:at], " "), own[at:]
}

// markedUp matches the paths of pages for which search results show more than text, by their markup.
var markedUp = []struct {
	kind string
	path *regexp.Regexp
}{
	{"Recipe", regexp.MustCompile(`(?i)/(recipes?|rezepte?|recettes?|recetas?|ricett[ae]|recept(en)?|receitas?)/`)},
	{"Event", regexp.MustCompile(`(?i)/(events?|veranstaltung(en)?|evenements?|eventos?|eventi|evento|evenement(en)?)/`)},
}

// markup returns the structured data that a page should have; "" where results show none of it.
func markup(row map[string]any) string {
	for _, one := range markedUp {
		if one.path.MatchString(facts.Text(row, "page")) {
			return one.kind
		}
	}
	if kindOf(row) == intent.Product {
		return "Product"
	}
	return ""
}
