// Package keywordopportunity says what the detector proposes for a query and its page: titles, descriptions,
// headings and links.
//
// It owns the wording of proposals; which queries are found and what they are worth is in the SQL beside it.
package keywordopportunity

import (
	"fmt"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"upslope/analytics/insights/snippets"
)

// judge has the parameters of the detector that its proposals need.
type judge struct {
	empty, wish    *regexp.Regexp
	targets        []string
	maxTitle       float64
	maxDescription float64
}

// Judge adds to the rows of detector.sql what they propose, and drops those that another page of the site is
// to serve.
func Judge(params map[string]any, rows []map[string]any) ([]map[string]any, error) {
	empty, err := regexp.Compile(text(params, "empty_words"))
	if err != nil {
		return nil, fmt.Errorf("empty_words: %w", err)
	}
	wish, err := regexp.Compile(text(params, "wish_words"))
	if err != nil {
		return nil, fmt.Errorf("wish_words: %w", err)
	}
	targets, _ := params["targets"].([]string)
	j := judge{empty, wish, targets, number(params["max_title"]), number(params["max_description"])}
	return slices.DeleteFunc(rows, func(row map[string]any) bool { return !j.add(row) }), nil
}

// add adds what a row proposes, and says whether it stays.
func (j judge) add(row map[string]any) bool {
	query, page, title := text(row, "query"), text(row, "page"), text(row, "page_title")
	stems := j.stems(query)
	lacksWords := title != "" && !j.says(title, stems)
	isInAddress := func(page string) bool { return hasAll(j.stems(pathOf(page)), stems) }
	// Where another page bears the query's words in its address and this one does not, they compete: no task
	// is to make that worse.
	competes := slices.ContainsFunc(list(row, "often_showing"), func(other string) bool { return other != page && isInAddress(other) })
	if !isInAddress(page) && (title == "" || lacksWords) && competes {
		return false
	}
	row["lacks_words"] = lacksWords
	// What the title already says has to be said in the page.
	row["effort_class"] = 3
	if lacksWords || text(row, "text") == "gap" {
		row["effort_class"] = 2
	}
	heading := text(row, "page_heading")
	row["lacks_heading"] = heading != "" && !j.says(heading, j.subjects(query))
	j.addQuestions(row, query, title)
	row["query_as_sentence"] = snippets.Sentence(query)
	row["proposed_title"] = ""
	if owns := number(row["owns_title"]) != 0; lacksWords && owns {
		row["proposed_title"] = j.title(row, query, title, heading, stems)
	}
	row["proposed_description"] = j.description(text(row, "page_description"), query, heading, stems)
	row["other_pages"] = without(list(row, "showing"), func(other string) bool { return areTwins(other, page) })
	return true
}

// addQuestions adds what the page does not answer yet.
func (j judge) addQuestions(row map[string]any, query, title string) {
	said := query + " " + title
	unanswered := without(list(row, "siblings"), func(sibling string) bool { return title == "" || j.says(said, j.stems(sibling)) })
	headings := without(unanswered, func(sibling string) bool { return j.says(said, j.subjects(sibling)) })
	row["headings_to_add"] = headings
	row["wishes"] = without(unanswered, func(sibling string) bool { return slices.Contains(headings, sibling) })

	// Of what the page appears for further down, what it is about, and what is no task of its own.
	about, asked := append(j.stems(query), j.stems(title)...), list(row, "asked_alike")
	further, _ := row["further_down"].([]map[string]string)
	further = slices.DeleteFunc(slices.Clone(further), func(subject map[string]string) bool {
		other := subject["query"]
		return !hasAny(j.stems(other), about) || slices.Contains(asked, other) || slices.Contains(j.targets, other)
	})
	row["other_subjects"] = further[:min(3, len(further))]
}

// title is a title to start from: the query in the place of the words it goes further than, else in front;
// with the end that it has.
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
	// A title that says nothing of it, such as "Products", goes; the heading and the description know better.
	if !hasAny(j.stems(title), stems) && heading != title && j.says(heading, stems) {
		withClause := snippets.WithClause(heading, snippets.FirstClause(text(row, "page_description")))
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

// description puts the query in front, or in the place of a heading that it goes further than.
func (j judge) description(now, query, heading string, stems []string) string {
	if now == "" || j.says(now, stems) {
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

// stems are the words of a text without their endings, and without those that say nothing.
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

// subjects are what a query is about, without the words that say what people want to do with it.
func (j judge) subjects(query string) []string {
	return j.stems(strings.Join(without(snippets.Words(query), j.wish.MatchString), " "))
}

var unspaced = regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Arabic}\p{Hebrew}]`)

// says tells whether a text has all stems; scripts without spaces, or with articles before words, may have
// them inside of others.
func (j judge) says(text string, stems []string) bool {
	if hasAll(j.stems(text), stems) {
		return true
	}
	lower := strings.ToLower(text)
	return unspaced.MatchString(text) && !slices.ContainsFunc(stems, func(stem string) bool { return !strings.Contains(lower, stem) })
}

// pathOf is the decoded path of an address.
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

// areTwins says whether two addresses are of one page: with other parameters, or for another country or
// language.
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

// without is a list without what drop names; never nil, so that templates and JSON have a list.
func without(some []string, drop func(string) bool) []string {
	left := []string{}
	for _, one := range some {
		if !drop(one) {
			left = append(left, one)
		}
	}
	return left
}

func text(row map[string]any, name string) string { value, _ := row[name].(string); return value }

func list(row map[string]any, name string) []string { value, _ := row[name].([]string); return value }

func number(value any) float64 {
	switch value := value.(type) {
	case float64:
		return value
	case int64:
		return float64(value)
	case int:
		return float64(value)
	case uint8:
		return float64(value)
	case bool:
		if value {
			return 1
		}
		return 0
	}
	return math.NaN()
}
