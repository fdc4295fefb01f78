// Package keywordopportunity values queries in striking distance or with a CTR gap, and proposes changes of
// their pages: titles, descriptions, headings and links.
//
// It owns the test of gaps, the value and the wording of proposals; the SQL beside it has the figures.
package keywordopportunity

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"upslope/analytics/facts"
	"upslope/analytics/insights/snippets"
)

// judge has the detector parameters that its proposals need.
type judge struct {
	empty, wish    *regexp.Regexp
	targets        []string
	maxTitle       float64
	maxDescription float64
}

// Judge values the rows of detector.sql, merges queries with the same intent and adds proposals. It drops
// queries that are worth too little or that another page of the site should serve.
func Judge(params map[string]any, rows []map[string]any) ([]map[string]any, error) {
	empty, err := regexp.Compile(facts.Text(params, "empty_words"))
	if err != nil {
		return nil, fmt.Errorf("empty_words: %w", err)
	}
	wish, err := regexp.Compile(facts.Text(params, "wish_words"))
	if err != nil {
		return nil, fmt.Errorf("wish_words: %w", err)
	}
	targets, _ := params["targets"].([]string)
	j := judge{empty, wish, targets, facts.Number(params, "max_title"), facts.Number(params, "max_description")}
	rows = j.tasks(newRates(params), rows)
	rows = rows[:min(len(rows), int(facts.Number(params, "max_insights")))]
	return slices.DeleteFunc(rows, func(row map[string]any) bool { return !j.add(row) }), nil
}

// add adds the proposals of a row, and reports whether to keep it.
func (j judge) add(row map[string]any) bool {
	query, page, title := facts.Text(row, "query"), facts.Text(row, "page"), facts.Text(row, "page_title")
	stems := j.stems(query)
	lacksWords := title != "" && !j.hasWords(title, stems)
	isInAddress := func(page string) bool { return hasAll(j.stems(pathOf(page)), stems) }
	// Another page has the query's words in its URL and this one does not: they compete, and a task must not
	// make that worse.
	competes := slices.ContainsFunc(facts.Texts(row, "often_showing"), func(other string) bool { return other != page && isInAddress(other) })
	if !isInAddress(page) && (title == "" || lacksWords) && competes {
		return false
	}
	row["lacks_words"] = lacksWords
	// The title already covers the query, so the content has to change.
	row["effort_class"] = 3
	if lacksWords || facts.Text(row, "text") == "gap" {
		row["effort_class"] = 2
	}
	heading := facts.Text(row, "page_heading")
	row["lacks_heading"] = heading != "" && !j.hasWords(heading, j.subjects(query))
	j.addQuestions(row, query, title)
	row["query_as_sentence"] = snippets.Sentence(query)
	row["proposed_title"] = ""
	if owns := facts.Number(row, "owns_title") != 0; lacksWords && owns {
		row["proposed_title"] = j.title(row, query, title, heading, stems)
	}
	row["proposed_description"] = j.description(facts.Text(row, "page_description"), query, heading, stems)
	row["other_pages"] = without(facts.Texts(row, "showing"), func(other string) bool { return areTwins(other, page) })
	return true
}

// addQuestions adds questions that the page does not answer yet.
func (j judge) addQuestions(row map[string]any, query, title string) {
	covered := query + " " + title
	unanswered := without(facts.Texts(row, "siblings"), func(sibling string) bool { return title == "" || j.hasWords(covered, j.stems(sibling)) })
	headings := without(unanswered, func(sibling string) bool { return j.hasWords(covered, j.subjects(sibling)) })
	row["headings_to_add"] = headings
	row["wishes"] = without(unanswered, func(sibling string) bool { return slices.Contains(headings, sibling) })

	// Related queries for which the page ranks lower, on its subject and without a task of their own.
	about, merged := append(j.stems(query), j.stems(title)...), facts.Texts(row, "merged_queries")
	further, _ := row["further_down"].([]map[string]string)
	further = slices.DeleteFunc(slices.Clone(further), func(subject map[string]string) bool {
		other := subject["query"]
		return !hasAny(j.stems(other), about) || slices.Contains(merged, other) || slices.Contains(j.targets, other)
	})
	row["other_subjects"] = further[:min(3, len(further))]
}

// title proposes a title: the query replaces the words that it extends, or else comes first; the ending
// stays.
func (j judge) title(row map[string]any, query, title, heading string, stems []string) string {
	own, end := snippets.SplitEnding(title)
	head := own
	if at := strings.IndexAny(own, ":|–—"); at >= 0 {
		head = own[:at]
	}
	asTitle := snippets.Sentence(query)
	if snippets.IsTitleCase(own) {
		asTitle = snippets.TitleCase(query)
	}
	var proposals []string
	// A generic title such as "Products" is replaced, since the heading describes the page better.
	if !hasAny(j.stems(title), stems) && heading != title && j.hasWords(heading, stems) {
		withClause := snippets.WithClause(heading, snippets.FirstClause(facts.Text(row, "page_description")))
		if withClause == "" {
			withClause = heading + end
		}
		proposals = append(proposals, withClause)
	}
	switch {
	case hasAll(stems, j.stems(head)):
		proposals = append(proposals, asTitle+strings.TrimPrefix(own, head)+end)
	case strings.Contains(title, ": "):
		proposals = append(proposals, asTitle+" – "+title)
	default:
		proposals = append(proposals, asTitle+": "+title)
	}
	for _, proposal := range append(proposals, asTitle+end, asTitle) {
		if proposal != "" && snippets.Width(proposal) <= j.maxTitle {
			return proposal
		}
	}
	return ""
}

// description proposes the query first, or in place of a heading that it extends.
func (j judge) description(now, query, heading string, stems []string) string {
	if now == "" || j.hasWords(now, stems) {
		return ""
	}
	sentence := snippets.Sentence(query)
	if heading != "" && strings.HasPrefix(strings.ToLower(now), strings.ToLower(heading)) && hasAll(stems, j.stems(heading)) {
		letters := []rune(now)
		return snippets.Shorten(sentence+string(letters[min(len(letters), len([]rune(heading))):]), j.maxDescription)
	}
	return snippets.Shorten(sentence+": "+now, j.maxDescription)
}

var endings = regexp.MustCompile(`(e?s|e)$`)

// stems returns the stemmed words of a text, without stop words.
func (j judge) stems(text string) []string {
	var stems []string
	for _, word := range snippets.Words(text) {
		if j.empty.MatchString(word) {
			continue
		}
		if len([]rune(word)) > 3 {
			word = endings.ReplaceAllString(word, "")
		}
		if word != "" && !slices.Contains(stems, word) {
			stems = append(stems, word)
		}
	}
	return stems
}

// subjects returns the stems of a query without words of intent.
func (j judge) subjects(query string) []string {
	return j.stems(strings.Join(without(snippets.Words(query), j.wish.MatchString), " "))
}

var unspaced = regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Arabic}\p{Hebrew}]`)

// hasWords reports whether a text contains all stems, as substrings in scripts without spaces or with
// attached articles.
func (j judge) hasWords(text string, stems []string) bool {
	if hasAll(j.stems(text), stems) {
		return true
	}
	lower := strings.ToLower(text)
	return unspaced.MatchString(text) && !slices.ContainsFunc(stems, func(stem string) bool { return !strings.Contains(lower, stem) })
}

// pathOf returns the decoded path of a URL.
func pathOf(page string) string {
	_, rest, _ := strings.Cut(page, "//")
	slash := strings.IndexByte(rest, '/')
	if slash < 0 {
		return ""
	}
	path := rest[slash:]
	if end := strings.IndexAny(path, "?#"); end >= 0 {
		path = path[:end]
	}
	if decoded, err := url.PathUnescape(path); err == nil {
		return decoded
	}
	return path
}

var localeFolder = regexp.MustCompile(`^(https?://[^/]+)/(?:[a-z]{2}(?:[-_][a-zA-Z]{2})?)(?:/|$)`)

// areTwins reports whether two URLs are variants of one page: other parameters, country or language.
func areTwins(one, other string) bool {
	bare := func(page string) string {
		page, _, _ = strings.Cut(page, "?")
		return localeFolder.ReplaceAllString(page, "$1/")
	}
	return bare(one) == bare(other)
}

func hasAll(some, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(one string) bool { return !slices.Contains(some, one) })
}

func hasAny(some, wanted []string) bool {
	return slices.ContainsFunc(wanted, func(one string) bool { return slices.Contains(some, one) })
}

// without filters a list; never nil, so that templates and JSON get a list.
func without(some []string, drop func(string) bool) []string {
	left := []string{}
	for _, one := range some {
		if !drop(one) {
			left = append(left, one)
		}
	}
	return left
}
