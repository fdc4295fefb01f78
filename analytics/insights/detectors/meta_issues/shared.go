package metaissues

import (
	"cmp"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"upslope/analytics/facts"
	"upslope/analytics/insights/snippets"
)

// isNoFinding reports whether a row is the length of one page's description, which is not proven to cost
// anything, or a heading that a few pages alone leave empty.
func isNoFinding(row map[string]any) bool {
	issue := facts.Text(row, "issue")
	if toDo, known := facts.Float(row["pages_to_do"]); known && toDo == 0 {
		return true // search shows none of the many pages
	}
	if issue == "empty_h1" && facts.Number(row, "is_few") != 0 {
		return true // no layout writes it
	}
	return (issue == "long_description" || issue == "short_description") && facts.Number(row, "affected_pages") == 1 && row["more_clicks"] == nil
}

// leaveRest keeps the pages of a task that are to be done: the first ones, by what people see.
func leaveRest(row map[string]any) []map[string]string {
	examples, _ := row["examples"].([]map[string]string)
	if facts.Number(row, "pages_to_leave") > 0 {
		examples = examples[:min(len(examples), int(facts.Number(row, "pages_to_do")))]
		row["examples"] = examples
	}
	return examples
}

// isTrifle reports whether a row is right but, without a value, not worth a reader's time: a text to write
// that few proposals help with, headings beside the real one, few links, or descriptions of lists.
func isTrifle(row map[string]any) bool {
	examples, _ := row["examples"].([]map[string]string)
	areReady := func(column string) bool { return 2*countWith(examples, column) >= len(examples) }
	isOne := facts.Number(row, "affected_pages") == 1 && facts.Number(row, "links_to_pages") <= 1
	switch facts.Text(row, "issue") {
	case "several_h1":
		return true
	case "short_title":
		return !areReady("saysMore") // the site's name alone is no gain
	case "long_title":
		return !areReady("proposal") || row["is_ending_enough"] == true || row["own_words_show"] == true
	case "short_description":
		return true
	case "long_description":
		return !areReady("newDescription") && facts.Number(row, "is_one_change") == 0 || 2*countLists(examples) > len(examples)
	case "missing_description":
		return isOne && row["impressions_month"] == nil && row["sessions_month"] == nil
	case "canonical_chain":
		return isOne && row["links_to_pages"] != nil && facts.Number(row, "impressions_month")+facts.Number(row, "sessions_month") == 0
	case "linked_redirect":
		links, known := facts.Float(row["links_to_pages"])
		return known && links < fewLinks && facts.Number(row, "menu_entries") == 0 && !leadsToError(examples)
	case "redirect_chain":
		links, known := facts.Float(row["links_to_pages"])
		return known && links < fewChainLinks && !leadsToError(examples)
	case "empty_h1":
		return true // the real one stands behind it
	}
	return false
}

// fewLinks is how many links to redirects are worth somebody's time where no menu or footer has them.
const fewLinks = 20

// fewChainLinks is the same of links through a redirect chain, of which each costs two hops or more.
const fewChainLinks = 10

func leadsToError(examples []map[string]string) bool {
	return slices.ContainsFunc(examples, func(example map[string]string) bool { return example["end"] == "broken" })
}

// listed are pages that list what others wrote: of an author, with a tag, of a month.
var listed = regexp.MustCompile(`(?i)/(authors?|autor(es|en)?|auteurs?|autor[ei]|tags?|schlagw(o|oe|ö)rter|etiquetas?|archiv(es?|os?)?|contributors?)(/|$)|/(19|20)\d\d(/\d\d?){0,2}/?$`)

func countLists(examples []map[string]string) (count int) {
	for _, example := range examples {
		count += btoi(listed.MatchString(pathOf(example["url"])))
	}
	return count
}

// countWith counts the pages that have something in a column.
func countWith(examples []map[string]string, column string) (count int) {
	for _, example := range examples {
		count += btoi(example[column] != "")
	}
	return count
}

// namedInSteps is how many pages steps name.
const namedInSteps = 3

// sortByProposal puts the titles to paste first, and leaves those that somebody has to write to the file,
// unless clicks are known to be lost.
func sortByProposal(row map[string]any) {
	row["has_proposals"] = false
	issue := facts.Text(row, "issue")
	examples, _ := row["examples"].([]map[string]string)
	if issue == "duplicate_title" && row["more_clicks"] == nil {
		slices.SortStableFunc(examples, func(a, b map[string]string) int { return btoi(isToldWhat(b)) - btoi(isToldWhat(a)) })
	}
	if issue != "short_title" && issue != "long_title" || row["more_clicks"] != nil {
		return
	}
	slices.SortStableFunc(examples, func(a, b map[string]string) int { return btoi(b["proposal"] != "") - btoi(a["proposal"] != "") })
	if ready := countWith(examples, "proposal"); ready > 0 {
		row["has_proposals"] = true
		row["not_named"] = int64(facts.Number(row, "affected_pages")) - int64(min(ready, namedInSteps))
	}
}

// isToldWhat reports whether a step says what to do with a page that shares its title, beyond a text of its
// own.
func isToldWhat(example map[string]string) bool {
	return cmp.Or(example["proposal"], example["twin"], example["recordOf"], example["copyOf"], example["lead"]) != ""
}

// addSharedWords finds the ending that most long titles share. Where most of them fit without it, it proposes
// them without it: one change, whether the layout writes the words or search and replace finds them.
func (j judge) addSharedWords(row map[string]any, examples []map[string]string) {
	row["shared_words"], row["is_ending_enough"], row["own_words_show"] = "", false, false
	for _, example := range examples {
		example["withoutShared"] = ""
	}
	if facts.Text(row, "issue") != "long_title" || len(examples) < j.minPages {
		return
	}
	row["own_words_show"] = j.ownWordsShow(examples)
	shared, most, words := map[string][]int{}, 0, ""
	ends := map[string]int{} // titles by what they end with, whether they fit without it or not
	short := make([]string, len(examples))
	in := titleContext{suffix: j.suffix}
	for i, example := range examples {
		title := tidy(example["title"])
		own := in.own(title)
		parts := splitTitle(own)
		last := parts[len(parts)-1]
		short[i] = strings.TrimSuffix(own, last.separator+last.text) + strings.TrimPrefix(title, own)
		ending := last.separator + last.text
		if len(parts) > 1 {
			ends[ending]++
		}
		if len(parts) == 1 || snippets.TitlePixels(short[i]) > maxTitlePixels {
			continue
		}
		if shared[ending] = append(shared[ending], i); len(shared[ending]) > most {
			most, words = len(shared[ending]), ending
		}
	}
	minTitles := j.oneCauseShare * float64(len(examples))
	if float64(most) < minTitles {
		for _, ending := range slices.Sorted(maps.Keys(ends)) {
			if float64(ends[ending]) >= minTitles {
				row["shared_words"] = sharedText(ending)
			}
		}
		return
	}
	row["is_ending_enough"] = true
	for _, i := range shared[words] {
		if snippets.TitlePixels(short[i]) >= minTitlePixels {
			examples[i]["withoutShared"] = short[i]
		}
	}
	row["shared_words"] = sharedText(words)
	row["is_one_change"], row["effort_class"] = true, 1
}

// sharedText is what titles end with, without the separator in front of it.
func sharedText(ending string) string { return strings.TrimLeft(ending, " |–—·•:-") }

// ownWordsShow reports whether all that search results cut off most titles is an ending that most share.
func (j judge) ownWordsShow(examples []map[string]string) bool {
	in := titleContext{suffix: j.suffix}
	own := make([]string, len(examples))
	for i, example := range examples {
		own[i] = in.own(tidy(example["title"]))
	}
	most := int(math.Ceil(j.oneCauseShare * float64(len(examples))))
	for {
		with := map[string][]int{} // titles by what they end with
		for i, title := range own {
			if parts := splitTitle(title); len(parts) > 1 {
				last := parts[len(parts)-1]
				with[last.separator+last.text] = append(with[last.separator+last.text], i)
			}
		}
		isShared := false
		for ending, titles := range with {
			if len(titles) >= most {
				isShared = true
				for _, i := range titles {
					own[i] = strings.TrimSuffix(own[i], ending)
				}
			}
		}
		if !isShared {
			break
		}
	}
	shown := 0
	for _, title := range own {
		shown += btoi(snippets.TitlePixels(title) <= maxTitlePixels)
	}
	return shown >= most
}

// claim is the page that a shared text is most likely of, and how likely: 0 if no address says so.
type claim struct {
	page
	rank int
}

// claims picks the first page with the best claim to each text: the home page, else the section's head or the
// folder of another page with it, else one whose address has its words.
func claims(pages []page, text func(page) string) map[string]claim {
	best := map[string]claim{}
	for _, p := range pages {
		one := claim{page: p}
		switch {
		case p.isHome():
			one.rank = 3
		case p.isSectionHead, isAboveOne(p, pages, text):
			one.rank = 2
		case p.isNamedBy(text(p)):
			one.rank = 1
		}
		key := strings.ToLower(text(p))
		if before, known := best[key]; !known || one.rank > before.rank {
			best[key] = one
		}
	}
	return best
}

// isAboveOne reports whether a page is the folder of another one with the same text.
func isAboveOne(p page, pages []page, text func(page) string) bool {
	folder := strings.TrimSuffix(pathOf(p.url), "/") + "/"
	return slices.ContainsFunc(pages, func(other page) bool {
		return strings.EqualFold(text(other), text(p)) && pathOf(other.url) != folder && strings.HasPrefix(pathOf(other.url), folder)
	})
}
