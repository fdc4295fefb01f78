package keywordopportunity

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"upslope/analytics/facts"
	"upslope/analytics/features/intent"
	"upslope/analytics/format"
	"upslope/analytics/insights/snippets"
)

// Limits of what an opportunity says.
const (
	maxSteps      = 5
	maxTitleRunes = 70
	maxQueryRunes = 40 // of a query within a title
)

// add adds the proposals of a row, and reports whether to keep it.
func (j judge) add(row map[string]any) bool {
	query, page, title := facts.Text(row, "query"), facts.Text(row, "page"), facts.Text(row, "page_title")
	stems, text := j.stems(query), facts.Text(row, "text")
	lacksWords, _ := row["lacks_words"].(bool)
	isInAddress := func(page string) bool { return hasAll(j.stems(intent.PathText(page)), stems) }
	// Another page has the query's words in its URL and this one does not: they compete, and a task must not
	// make that worse.
	competes := slices.ContainsFunc(facts.Texts(row, "often_showing"), func(other string) bool { return other != page && isInAddress(other) })
	if !isInAddress(page) && (title == "" || lacksWords) && competes {
		return false
	}
	if text == "page" && (guideFor(row) != "" && row["is_guide_wanted"] == true || competes) {
		return false // the site has a page for it
	}
	row["namesake"] = ""
	if !isInAddress(page) && (title == "" || lacksWords) {
		// Rarely shown, but its address makes it the page for this: no other should become a second one.
		for _, other := range facts.Texts(row, "showing") {
			if row["namesake"] == "" && !areTwins(other, page) && isInAddress(other) {
				row["namesake"] = other
			}
		}
	}
	if row["namesake"] != "" && text != "reach" {
		return false // neither a page of its own nor another's snippet
	}
	row["query_as_sentence"], row["short_query"] = snippets.Sentence(query), shortened(query)
	row["related"] = related(row)
	row["proposed_title"], row["proposed_description"], row["other_pages"] = "", "", []string{}
	row["is_untitled"] = false // see mergeSameFixes
	row["main_query"] = facts.Text(row, "main_query_of_page")
	row["effort_class"] = 4
	if text == "page" {
		row["headings_to_add"], row["tools"], row["dated"] = []string{}, []string{}, []string{}
		return true
	}
	heading := facts.Text(row, "page_heading")
	row["proposed_description"] = j.description(facts.Text(row, "page_description"), query, heading, stems)
	row["other_pages"] = without(facts.Texts(row, "showing"), func(other string) bool {
		// That page is the one about it.
		return row["namesake"] != "" || areTwins(other, page) || isInAddress(other) && !isInAddress(page)
	})
	j.addQuestions(row, query, title)
	if row["namesake"] != "" {
		for _, name := range []string{"headings_to_add", "tools", "dated", "wishes"} {
			row[name] = []string{}
		}
		row["other_subjects"] = []map[string]string{}
	}
	if owns := facts.Number(row, "owns_title") != 0; lacksWords && owns && row["namesake"] == "" {
		row["proposed_title"] = j.title(row, query, title, heading)
	}
	if text == "gap" {
		row["effort_class"] = 2
		return true
	}
	j.addMissing(row)
	return true
}

// tool matches searches for something that calculates. Converters and generators are also devices: only those
// online are meant.
var tool = regexp.MustCompile(`(?i)(^| )(calculators?|rechner|calculatrice|calculadora|calcolatore|калькулятор|online (\S+ )*(converters?|generators?))( |$)`)

// isForTool reports whether a search is for something that calculates, which no section of text answers. On a
// page that sells, it is for a device.
func isForTool(row map[string]any, query string) bool { return !sells(row) && tool.MatchString(query) }

func sells(row map[string]any) bool {
	kind := intent.PageKind(facts.Text(row, "page_kind"))
	return kind == intent.Category || kind == intent.Product
}

// isDated reports whether a search is for this year or the next; other years name versions and models.
func (j judge) isDated(query string) bool {
	until, _ := j.params["gsc_to"].(time.Time)
	return slices.ContainsFunc(strings.Fields(query), func(word string) bool {
		return word == strconv.Itoa(until.Year()) || word == strconv.Itoa(until.Year()+1)
	})
}

// addQuestions adds questions that the page does not answer yet.
func (j judge) addQuestions(row map[string]any, query, title string) {
	covered := query + " " + title + " " + facts.Text(row, "page_heading") + " " + facts.Text(row, "second_heading")
	unanswered := without(facts.Texts(row, "siblings"), func(sibling string) bool { return title == "" || j.hasWords(covered, j.stems(sibling)) })
	headings := without(unanswered, func(sibling string) bool { return j.hasWords(covered, j.subjects(sibling)) })
	row["headings_to_add"] = without(headings, func(sibling string) bool { return isForTool(row, sibling) || j.isDated(sibling) })
	row["tools"] = without(headings, func(sibling string) bool { return !isForTool(row, sibling) })
	row["dated"] = without(headings, func(sibling string) bool { return isForTool(row, sibling) || !j.isDated(sibling) })
	row["wishes"] = without(unanswered, func(sibling string) bool {
		return slices.Contains(headings, sibling) || intent.Of(sibling) == intent.Local
	})

	// Related queries for which the page ranks lower, on its subject, that it can answer.
	kind := intent.PageKind(facts.Text(row, "page_kind"))
	about, merged := append(j.stems(query), j.stems(title)...), facts.Texts(row, "merged_queries")
	further, _ := row["further_down"].([]map[string]string)
	further = slices.DeleteFunc(slices.Clone(further), func(subject map[string]string) bool {
		other := subject["query"]
		return !hasAny(j.stems(other), about) || slices.Contains(merged, other) || slices.Contains(j.targets, other) || !kind.CanAnswer(intent.Of(other))
	})
	row["other_subjects"] = further[:min(2, len(further))]
}

// addMissing adds what the page lacks, the most effective first, at most maxSteps, and the effort of it.
func (j judge) addMissing(row map[string]any) {
	number := func(name string) float64 { return facts.Number(row, name) }
	isSet := func(name string) bool { return facts.Text(row, name) != "" }
	owns, isMain := number("owns_title") != 0, hasAll(j.stems(facts.Text(row, "main_query_of_page")), j.stems(facts.Text(row, "query")))
	row["check_title"] = !isSet("page_title") && !isSet("namesake")
	row["add_section"] = number("lacks_words") != 0 && !isSet("proposed_title") && !isSet("namesake")
	if query := facts.Text(row, "query"); row["add_section"] == true {
		switch {
		case isForTool(row, query):
			row["add_section"], row["tools"] = false, append([]string{query}, facts.Texts(row, "tools")...)
		case j.isDated(query):
			row["add_section"], row["dated"] = false, append([]string{query}, facts.Texts(row, "dated")...)
		}
	}
	row["sells"] = sells(row)
	row["change_heading"] = owns && isMain && !isSet("namesake") && number("lacks_heading") != 0 && !hasAny(j.stems(facts.Text(row, "page_heading")), j.stems(facts.Text(row, "query"))) &&
		hasAny(j.stems(intent.PathText(facts.Text(row, "page"))), j.stems(facts.Text(row, "query")))
	row["low_ctr"] = number("impressions_of_window") >= j.parameter("gap_min_impressions") && number("click_rate") < j.parameter("low_ctr_share")*number("expected_click_rate")
	lcp, _ := facts.Float(row["lcp_of_page"])
	row["is_slow"], row["lcp_seconds"] = lcp >= j.parameter("slow_lcp"), strconv.FormatFloat(math.Round(lcp/100)/10, 'f', 1, 64)
	usual, _ := facts.Float(row["usual_links"])
	links, areCounted := facts.Float(row["links_to_page"])
	hasPages := len(facts.Texts(row, "other_pages")) > 0
	row["few_links"] = !isSet("namesake") && !hasPages && areCounted && links < j.parameter("few_links_share")*usual
	row["inlinks"], row["usual_inlinks"] = links, math.Round(usual)
	difficulty, isKnown := facts.Float(row["difficulty"])
	row["is_difficult"] = isKnown && difficulty >= j.parameter("difficult")
	subjects, _ := row["other_subjects"].([]map[string]string)
	changesWords := isSet("proposed_title") || row["check_title"] == true || row["change_heading"] == true
	row["needs_links"] = !changesWords && !addsContent(row) && !isSet("namesake")
	row["earn_links"] = row["needs_links"] == true || row["is_difficult"] == true && !isSet("namesake")
	row["is_far"] = number("place")-number("target_position") > j.parameter("far")

	// Sections for related searches alone seldom move a page: what the results above it have comes first.
	row["compare"] = row["check_title"] == true || addsContent(row) && !hasPages && !isSet("proposed_title")
	left := maxSteps
	for _, step := range []struct {
		has   bool
		clear func()
	}{
		{isSet("namesake"), nil},
		{isSet("namesake"), nil}, // two steps
		{isSet("proposed_title"), nil},
		{row["check_title"] == true, nil},
		{row["compare"] == true, nil},
		{row["add_section"] == true || len(facts.Texts(row, "headings_to_add")) > 0, nil}, // one step
		{row["change_heading"] == true, func() { row["change_heading"] = false }},
		{len(facts.Texts(row, "tools")) > 0, func() { row["tools"] = []string{} }},
		{len(facts.Texts(row, "dated")) > 0, func() { row["dated"] = []string{} }},
		{row["earn_links"] == true, nil},
		{hasPages, func() { row["other_pages"] = []string{} }},
		{row["low_ctr"] == true, func() { row["low_ctr"] = false }},
		{row["few_links"] == true, func() { row["few_links"] = false }},
		{row["is_slow"] == true, func() { row["is_slow"] = false }},
		{len(facts.Texts(row, "wishes")) > 0, func() { row["wishes"] = []string{} }},
		{len(subjects) > 0, func() { row["other_subjects"] = []map[string]string{} }},
		{number("ai_overview") != 0, func() { row["ai_overview"] = false }},
	} {
		switch {
		case !step.has:
		case left > 0:
			left--
		case step.clear != nil:
			step.clear()
		}
	}
	row["effort_class"] = effort(row)
}

func addsContent(row map[string]any) bool {
	return row["add_section"] == true || len(facts.Texts(row, "tools"))+len(facts.Texts(row, "headings_to_add"))+len(facts.Texts(row, "dated")) > 0
}

func effort(row map[string]any) int {
	switch {
	case row["earn_links"] == true || len(facts.Texts(row, "tools")) > 0:
		return 4
	case addsContent(row) || row["is_far"] == true:
		return 3
	}
	return 2
}

// Settle follows steps that were taken out of an opportunity: what there is to compare, and the effort. The
// comparison stays where nothing else does.
func Settle(row map[string]any) {
	if facts.Text(row, "text") != "reach" {
		return
	}
	if row["check_title"] != true && !addsContent(row) && hasOtherSteps(row) {
		row["compare"] = false
	}
	row["effort_class"] = effort(row)
}

func hasOtherSteps(row map[string]any) bool {
	for _, name := range []string{"change_heading", "earn_links", "low_ctr", "few_links", "is_slow", "ai_overview"} {
		if facts.Number(row, name) != 0 {
			return true
		}
	}
	subjects, _ := row["other_subjects"].([]map[string]string)
	return facts.Text(row, "proposed_title")+facts.Text(row, "namesake") != "" || len(facts.Texts(row, "other_pages"))+len(facts.Texts(row, "wishes"))+len(subjects) > 0
}

// related says how many related queries a title is about, in the words that fit.
func related(row map[string]any) string {
	n := len(facts.Texts(row, "siblings"))
	if n == 0 {
		return ""
	}
	around := "Move “” from #10 to the top 3"
	if facts.Text(row, "text") == "gap" {
		around = "Win more clicks for “” at #10 (1.5% CTR)"
	}
	noun := "searches"
	if n == 1 {
		noun = "search"
	}
	rest := utf8.RuneCountInString(facts.Text(row, "short_query")) + utf8.RuneCountInString(around)
	for _, kind := range []string{"related ", ""} {
		text := fmt.Sprintf(" (+%s %s%s)", format.Number(float64(n), 0), kind, noun)
		if rest+utf8.RuneCountInString(text) <= maxTitleRunes {
			return text
		}
	}
	return ""
}

// shortened cuts a long query after a word.
func shortened(query string) string {
	letters := []rune(query)
	if len(letters) <= maxQueryRunes {
		return query
	}
	cut := letters[:maxQueryRunes-1]
	for i := len(cut) - 1; i > maxQueryRunes/2; i-- {
		if cut[i] == ' ' {
			cut = cut[:i]
			break
		}
	}
	return string(cut) + "…"
}
