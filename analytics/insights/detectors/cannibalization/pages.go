package cannibalization

import (
	"slices"
	"strings"
	"unicode"

	"upslope/analytics/facts"
	"upslope/analytics/features/intent"
)

// choosePage puts the category first where the page to keep is its product, the query does not name that
// product and the category covers it, and reports whether any page should answer the query alone.
func choosePage(row map[string]any) bool {
	urls := facts.Texts(row, "page_urls")
	row["is_category_kept"], row["broad_category"], row["has_several"] = false, "", false
	if len(urls) == 0 || names(facts.Text(row, "query"), urls[0]) {
		return true
	}
	keep := folderOf(urls[0])
	category := slices.IndexFunc(urls, func(other string) bool {
		return other != urls[0] && strings.HasPrefix(keep+"/", pathOf(other)+"/") && pathOf(other) != ""
	})
	if category > 0 && !covers(row, category) { // one product may be all there is for the query
		row["broad_category"] = urls[category]
		row["has_several"] = len(urls) > 2 && slices.ContainsFunc(urls[1:], func(other string) bool { return folderOf(other) == keep })
		return true
	}
	if category > 0 {
		toFront(row, "page_urls", category)
		toFront(row, "page_titles", category)
		toFront(row, "page_headings", category)
		for _, column := range []string{"shares_of_pages", "clicks_of_pages", "places_of_pages"} {
			numberToFront(row, column, category)
		}
		numberToFront(row, "shares_of_query", category)
		row["is_category_kept"] = true
		return true
	}
	if keep != "" && intent.PathKind(urls[0]) == intent.Product {
		return false
	}
	areSiblings := !slices.ContainsFunc(urls, func(other string) bool { return folderOf(other) != keep })
	return keep == "" || !areSiblings || !slices.Contains([]intent.PageKind{intent.Unknown, intent.Offer, intent.Listing, intent.Person}, intent.PathKind(urls[0]))
}

// covers reports whether the address, title or H1 of a page has all words of the query.
func covers(row map[string]any, at int) bool {
	words := strings.Fields(strings.ToLower(facts.Text(row, "query")))
	for _, text := range []string{intent.PathText(facts.Texts(row, "page_urls")[at]), facts.Texts(row, "page_titles")[at], facts.Texts(row, "page_headings")[at]} {
		if namedIn(text, words) {
			return true
		}
	}
	return false
}

// isLinkedOnly reports whether links to the page to keep are all that is left to change: no other page is
// redirected or has words to drop, and the page names the query already.
func isLinkedOnly(params, row map[string]any) bool {
	urls, titles, headings := facts.Texts(row, "page_urls"), facts.Texts(row, "page_titles"), facts.Texts(row, "page_headings")
	words := strings.Fields(strings.ToLower(facts.Text(row, "query")))
	if row["broad_category"] != "" {
		return row["has_several"] == false
	}
	if row["is_category_kept"] == true || titles[0] == "" || !namedIn(titles[0], words) {
		return false
	}
	for i := 1; i < len(urls) && i <= int(facts.Number(params, "shown_pages")); i++ {
		if goesAway(params, row, i) || namedIn(titles[i], words) || i < len(headings) && namedIn(headings[i], words) {
			return false
		}
	}
	return true
}

// goesAway reports whether a page lives on the query and is about it, so that it is redirected: not one with
// another subject, nor a product.
func goesAway(params, row map[string]any, at int) bool {
	return facts.Numbers(row, "shares_of_pages")[at] >= facts.Number(params, "goes_share") && row["is_category_kept"] == false && row["broad_category"] == "" &&
		isAbout(intent.PathText(facts.Texts(row, "page_urls")[at])+" "+facts.Texts(row, "page_titles")[at], facts.Text(row, "query"))
}

// merges reports whether any of the pages shown is redirected to the one to keep, which gets its links and
// content.
func merges(params, row map[string]any) bool {
	pages := len(facts.Texts(row, "page_urls"))
	for i := 1; i < pages && i <= int(facts.Number(params, "shown_pages")); i++ {
		if goesAway(params, row, i) {
			return true
		}
	}
	return false
}

// names reports whether a query has all words of the last part of a page's path.
func names(query, page string) bool {
	path := pathOf(page)
	words := strings.Fields(strings.ToLower(query))
	for word := range strings.FieldsSeq(intent.PathText("/" + path[strings.LastIndexByte(path, '/')+1:])) {
		if !slices.ContainsFunc(words, func(of string) bool { return strings.TrimSuffix(of, "s") == strings.TrimSuffix(word, "s") }) {
			return false
		}
	}
	return true
}

// isAbout reports whether a text has more than half of the words of a query, in singular or plural.
func isAbout(text, query string) bool {
	words, shared := strings.Fields(strings.ToLower(query)), 0
	for _, word := range words {
		if namedIn(text, []string{word}) {
			shared++
		}
	}
	return 2*shared > len(words)
}

// naming says what of the first page names a query: its address, its title, or both together; “only” these
// where no other page has it in title or address.
func naming(query string, urls, titles []string) string {
	words := strings.Fields(strings.ToLower(query))
	address := intent.PathText("/" + pathOf(urls[0])[strings.LastIndexByte(pathOf(urls[0]), '/')+1:])
	switch {
	case namedIn(address, words) && len(strings.Fields(address)) == len(words):
		return "its URL matches the search"
	case namedIn(address, words):
		return "its URL names it"
	}
	only := "only "
	for i := range urls[1:] {
		if namedIn(titles[i+1]+" "+intent.PathText(urls[i+1]), words) {
			only = ""
		}
	}
	if namedIn(titles[0], words) {
		return only + "its title names it"
	}
	return only + "its URL and title name it"
}

// namedIn reports whether a text has all words, in the singular or the plural.
func namedIn(text string, words []string) bool {
	all := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r) })
	return !slices.ContainsFunc(words, func(word string) bool {
		return !slices.ContainsFunc(all, func(of string) bool { return strings.TrimSuffix(of, "s") == strings.TrimSuffix(word, "s") })
	})
}

// pathOf returns a URL's path without its trailing slash, and without a locale: "" for the home page.
func pathOf(page string) string {
	_, rest, _ := strings.Cut(page, "//")
	_, path, _ := strings.Cut(rest, "/")
	path, _, _ = strings.Cut(path, "?")
	path = strings.TrimSuffix("/"+path, "/")
	if first, tail, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/"); intent.IsLocale(first) {
		path = strings.TrimSuffix("/"+tail, "/")
	}
	return path
}

// folderOf returns the path above a page: "" at the top.
func folderOf(page string) string {
	path := pathOf(page)
	return path[:max(0, strings.LastIndexByte(path, '/'))]
}

func toFront(row map[string]any, column string, at int) {
	values := slices.Clone(facts.Texts(row, column))
	value := values[at]
	row[column] = slices.Insert(slices.Delete(values, at, at+1), 0, value)
}

func numberToFront(row map[string]any, column string, at int) {
	values := slices.Clone(facts.Numbers(row, column))
	value := values[at]
	row[column] = slices.Insert(slices.Delete(values, at, at+1), 0, value)
}

// maxQueryRunes is the length of a query within a title.
const maxQueryRunes = 45

// shortened cuts a long query.
func shortened(query string) string {
	if letters := []rune(query); len(letters) > maxQueryRunes {
		return strings.TrimRight(string(letters[:maxQueryRunes-1]), " ") + "…"
	}
	return query
}
