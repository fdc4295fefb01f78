package keywordopportunity

import (
	"fmt"
	"math"
	"slices"
	"strconv"
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
	maxSources    = 2  // pages to link from, where others are added to those that appear for the search
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
	row["query_as_sentence"] = snippets.Sentence(query)
	row["proposed_title"], row["proposed_description"], row["other_pages"] = "", "", []string{}
	row["missing_word"] = ""
	row["is_untitled"] = false // see mergeSameFixes
	row["sells_goods"] = slices.Contains([]intent.PageKind{intent.Product, intent.Category, intent.Listing}, kindOf(row))
	row["may_sell"] = !slices.Contains([]intent.PageKind{intent.Guide, intent.Person}, kindOf(row))
	// A category answers no search but those for products, and some of those want words about them.
	wantsWords := slices.ContainsFunc(append(facts.Texts(row, "siblings"), query), aboutProducts.MatchString)
	row["lists_products"] = kindOf(row) == intent.Category && !wantsWords
	row["effort_class"] = 4
	if text == "page" {
		clearParts(row)
		row["is_offer"] = kindOf(row) != intent.Unknown && kindOf(row) != intent.Category && kindOf(row) != intent.Home
		Settle(row)
		return facts.Number(row, "value_mid") > 0 // or it gains nothing where the site's pages usually stand
	}
	heading := facts.Text(row, "page_heading")
	row["proposed_description"] = j.description(facts.Text(row, "page_description"), query, heading, stems)
	j.addSources(row, isInAddress)
	j.addQuestions(row, query, title)
	if row["namesake"] != "" {
		row["other_subjects"] = []map[string]string{}
	}
	if row["namesake"] != "" || !kindOf(row).TakesSections() {
		clearParts(row)
		row["wishes"] = []string{}
	}
	if owns := facts.Number(row, "owns_title") != 0; lacksWords && owns && row["namesake"] == "" {
		row["proposed_title"] = j.title(row, query, title, heading)
	}
	if text == "gap" {
		row["effort_class"], row["markup"] = 2, markup(row)
		owns := facts.Number(row, "owns_title") != 0
		if owns && row["proposed_title"] == "" && row["namesake"] == "" {
			row["proposed_title"] = j.fuller(row)
		}
		if owns && row["proposed_title"] == "" && row["namesake"] == "" {
			row["missing_word"] = j.missingWord(row)
		}
		row["is_generic"] = facts.Text(row, "proposed_title") != "" && !hasAny(j.stems(title), stems)
		row["has_figure"] = figure.MatchString(facts.Text(row, "page_description"))
		carry(row)
		return true
	}
	j.addMissing(row)
	return facts.Number(row, "value_mid") > 0 && (row["needs_links"] != true || !j.isLeftOut(row, query))
}

// addMissing adds what the page lacks, the most effective first, at most maxSteps, and the effort of it.
func (j judge) addMissing(row map[string]any) {
	number := func(name string) float64 { return facts.Number(row, name) }
	isSet := func(name string) bool { return facts.Text(row, name) != "" }
	owns, isMain := number("owns_title") != 0, hasAll(j.stems(facts.Text(row, "main_query_of_page")), j.stems(facts.Text(row, "query")))
	row["check_title"] = !isSet("page_title") && !isSet("namesake")
	row["add_section"] = number("lacks_words") != 0 && !isSet("proposed_title") && !isSet("namesake")
	if row["add_section"] == true && (!kindOf(row).TakesSections() || j.hasWords(facts.Text(row, "page_title")+" "+wordsOf(row), j.stems(facts.Text(row, "query")))) {
		row["add_section"] = false
	}
	if query := facts.Text(row, "query"); row["add_section"] == true {
		parts := j.partsOf(row, []string{query})
		row["add_section"] = len(parts["headings_to_add"]) > 0
		for _, part := range NewParts[1:] {
			row[part] = append(parts[part], facts.Texts(row, part)...)
		}
	}
	row["change_heading"] = owns && isMain && !isSet("namesake") && number("lacks_heading") != 0 && !hasAny(j.stems(facts.Text(row, "page_heading")), j.stems(facts.Text(row, "query"))) &&
		hasAny(j.stems(intent.PathText(facts.Text(row, "page"))), j.stems(facts.Text(row, "query")))
	row["low_ctr"] = !isSet("namesake") && number("impressions_of_window") >= j.parameter("gap_min_impressions") && number("click_rate") < j.parameter("low_ctr_share")*number("expected_click_rate")
	lcp, _ := facts.Float(row["lcp_of_page"])
	row["is_slow"], row["lcp_seconds"] = lcp >= j.parameter("slow_lcp"), strconv.FormatFloat(math.Round(lcp/100)/10, 'f', 1, 64)
	usual, _ := facts.Float(row["usual_links"])
	links, areCounted := facts.Float(row["links_to_page"])
	hasPages := len(facts.Texts(row, "other_pages")) > 0
	row["few_links"] = areCounted && links < j.parameter("few_links_share")*usual
	difficulty, isKnown := facts.Float(row["difficulty"])
	row["is_difficult"] = isKnown && difficulty >= j.parameter("difficult")
	subjects, _ := row["other_subjects"].([]map[string]string)
	changesWords := isSet("proposed_title") || row["check_title"] == true || row["change_heading"] == true
	row["needs_links"] = !changesWords && !addsContent(row) && !hasPages && !isSet("namesake")
	row["earn_links"] = row["needs_links"] == true || row["is_difficult"] == true && !isSet("namesake")
	row["is_far"] = number("place")-topOf(number("place")) > j.parameter("far")
	row["check_sections"] = row["check_title"] == true && kindOf(row).TakesSections() && len(facts.Texts(row, "siblings")) > 0
	carry(row) // links from other sites are a step as well
	left := maxSteps
	for _, step := range []struct {
		has   bool
		clear func()
	}{
		{isSet("namesake"), nil},
		{isSet("namesake"), nil}, // two steps
		{isSet("proposed_title"), nil},
		{row["check_title"] == true, nil},
		{row["check_sections"] == true, nil},
		{row["add_section"] == true || len(facts.Texts(row, "headings_to_add")) > 0, nil}, // one step
		{row["change_heading"] == true, func() { row["change_heading"] = false }},
		{len(facts.Texts(row, "definitions")) > 0, func() { row["definitions"] = []string{} }},
		{len(facts.Texts(row, "tools")) > 0, func() { row["tools"] = []string{} }},
		{len(facts.Texts(row, "dated")) > 0, func() { row["dated"] = []string{} }},
		{len(facts.Texts(row, "reviews")) > 0, func() { row["reviews"] = []string{} }},
		{row["earn_links"] == true, nil},
		{hasPages, func() { row["other_pages"] = []string{} }},
		{row["low_ctr"] == true, func() { row["low_ctr"] = false }},
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
	Settle(row)
}

// answered lists the searches that the page is to answer with new content.
func answered(row map[string]any) []string {
	all := []string{}
	if row["add_section"] == true {
		all = append(all, facts.Text(row, "query"))
	}
	for _, part := range NewParts {
		for _, query := range facts.Texts(row, part) {
			if !slices.Contains(all, query) {
				all = append(all, query)
			}
		}
	}
	return all
}

func addsContent(row map[string]any) bool { return len(answered(row)) > 0 }

func effort(row map[string]any) int {
	switch {
	case row["earn_links"] == true || len(facts.Texts(row, "tools")) > 0:
		return 4
	case addsContent(row) || row["is_far"] == true:
		return 3
	}
	return 2
}

// Settle follows steps that were taken out of an opportunity or added to it: what is left to do, the effort,
// how far that carries the page, and what this is worth.
func Settle(row map[string]any) {
	isReach := facts.Text(row, "text") == "reach"
	if isReach && row["check_title"] != true && !addsContent(row) && !hasOtherSteps(row) {
		row["needs_links"], row["earn_links"] = true, true
	} else if len(facts.Texts(row, "other_pages")) > 0 {
		row["needs_links"] = false // another opportunity knows pages to link from
	}
	if facts.Text(row, "text") != "gap" {
		carry(row)
	}
	if isReach {
		row["effort_class"], row["answered"] = effort(row), answered(row)
		if addsContent(row) {
			row["answered"] = append(answered(row), facts.Texts(row, "wishes")...)
		}
	}
}

func carry(row map[string]any) {
	if settle, isKnown := row["carry"].(func()); isKnown {
		settle()
	}
}

// NeedsOthers reports whether an opportunity is for others to take: no work on the page answers its search,
// or only links from other sites are left and the page shows what somebody else wrote.
func NeedsOthers(row map[string]any) bool {
	return row["is_unanswered"] == true || row["needs_links"] == true && !kindOf(row).TakesSections()
}

// AnswersDeficit reports whether a step gives a page what it lacks for a search, or lacks beside other pages:
// one more link to a page that has its share proves nothing.
func AnswersDeficit(row map[string]any) bool {
	return facts.Number(row, "few_links") != 0 || ChangesPage(row)
}

// AddsSections reports whether a step asks for more to write, not only for what others wrote.
func AddsSections(row map[string]any) bool {
	return len(answered(row)) > len(facts.Texts(row, "reviews"))
}

// ChangesPage reports whether a step changes the page itself, or decides which page it is.
func ChangesPage(row map[string]any) bool {
	for _, name := range []string{"check_title", "change_heading", "low_ctr", "is_slow"} {
		if facts.Number(row, name) != 0 {
			return true
		}
	}
	return addsContent(row) || facts.Text(row, "proposed_title")+facts.Text(row, "namesake") != "" || len(facts.Texts(row, "wishes")) > 0
}

func hasOtherSteps(row map[string]any) bool {
	for _, name := range []string{"change_heading", "earn_links", "low_ctr", "is_slow", "ai_overview"} {
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
	around := "Create a page for “”"
	if facts.Text(row, "text") == "gap" {
		around = "Win more clicks for “” at #10.5 (1.5% CTR)"
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
