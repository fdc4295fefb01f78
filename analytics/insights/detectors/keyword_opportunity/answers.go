package keywordopportunity

import (
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"upslope/analytics/facts"
	"upslope/analytics/features"
	"upslope/analytics/features/intent"
)

// categoryPages is the number of pages below a page that makes it a category.
const categoryPages = 3

// classify adds what a row's query wants and whether its page can answer it, and reports whether the site
// should do anything for it: nothing for other sites' names, and places where the site is not.
func (j judge) classify(row map[string]any) bool {
	query, heading := facts.Text(row, "query"), facts.Text(row, "page_heading")
	stems, title := j.stems(query), facts.Text(row, "page_title")
	kind, want := pageKind(row), intent.Of(query)
	if j.namesOthers(row, stems) {
		want = intent.Navigation
	}
	row["page_kind"], row["want"] = string(kind), string(want)
	path := intent.PathText(facts.Text(row, "page"))
	answers := kind.CanAnswer(want)
	switch want {
	case intent.Local, intent.Navigation, intent.Size: // unless the page is about this very place or size
		answers = answers || j.hasWords(title+" "+heading+" "+path, stems)
	case intent.Comparison, intent.Information, intent.Opinion, intent.Use:
		answers = answers || intent.Of(heading) == want || intent.Of(path) == want
	case intent.Subject, intent.Price:
	}
	needed := j.subjects(query)
	row["lacks_words"] = title != "" && !j.hasWords(title, needed)
	row["lacks_heading"] = heading != "" && !j.hasWords(heading+" "+facts.Text(row, "second_heading"), needed)
	row["is_covered"] = title != "" && row["lacks_words"] == false && row["lacks_heading"] == false
	row["needs_page"] = !answers
	row["is_guide_wanted"] = slices.Contains([]intent.Intent{intent.Comparison, intent.Information, intent.Opinion, intent.Use}, want)
	if want == intent.Opinion && kind.Sells() {
		return answers // nobody believes a guide in which a shop reviews what it sells
	}
	return answers || want != intent.Local && want != intent.Navigation
}

// pageKind returns what a page offers, by its path, else by the pages below it.
func pageKind(row map[string]any) intent.PageKind {
	kind := intent.PathKind(facts.Text(row, "page"))
	switch kind {
	case intent.Unknown, intent.Offer, intent.Listing, intent.Person:
		if facts.Number(row, "pages_below") >= categoryPages {
			return intent.Category
		}
	}
	return kind
}

// kindOf returns what classify found a row's page to be.
func kindOf(row map[string]any) intent.PageKind { return intent.PageKind(facts.Text(row, "page_kind")) }

// namesOthers reports whether a query names a competitor that the page does not, or is only navigational.
func (j judge) namesOthers(row map[string]any, stems []string) bool {
	page := strings.Join([]string{
		facts.Text(row, "page_title"), facts.Text(row, "page_heading"), intent.PathText(facts.Text(row, "page")), facts.Text(row, "main_query_of_page"),
	}, " ")
	if j.hasWords(page, stems) {
		return false
	}
	var names []string
	for _, domain := range facts.Texts(row, "competitors") {
		registered, err := publicsuffix.EffectiveTLDPlusOne(domain)
		if err != nil {
			registered = domain
		}
		name, _, _ := strings.Cut(registered, ".")
		if len(name) > 3 && !j.hasWords(page, j.stems(name)) {
			names = append(names, name)
		}
	}
	return features.HasTerm(facts.Text(row, "query"), names) || slices.Equal(facts.Texts(row, "intents"), []string{"navigational"})
}

// guideFor returns the site's guide about a query that its page cannot answer; "" for none.
func guideFor(row map[string]any) string {
	page := facts.Text(row, "page")
	for _, other := range facts.Texts(row, "showing") {
		if other != page && intent.PathKind(other) == intent.Guide && intent.IsOnSubject(other, "", page, facts.Text(row, "query"), facts.Text(row, "page_language")) {
			return other
		}
	}
	if guide := facts.Text(row, "guide_about_it"); guide != page {
		return guide
	}
	return ""
}
