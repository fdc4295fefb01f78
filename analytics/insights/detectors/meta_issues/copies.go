package metaissues

import (
	"slices"
	"strings"

	"upslope/analytics/facts"
)

// sameWords is how far the words of two pages may differ, as a share, that are one page at two addresses.
const sameWords = .02

// copiesOf finds pages that seem to be one at two addresses: they say the same, and one address has no words,
// or two are exactly as long. By address, it has the page to keep; that page has itself.
func copiesOf(rows []map[string]any, records map[string]string) map[string]string {
	type shown struct{ title, heading string }
	groups := map[shown][]page{}
	for p := range pagesWithSharedTitles(rows) {
		key := shown{strings.ToLower(p.title), strings.ToLower(p.heading)}
		groups[key] = append(groups[key], p)
	}
	copies := map[string]string{}
	for key, pages := range groups {
		at := slices.IndexFunc(pages, func(p page) bool { return isReadable(p.slug()) && p.isNamedBy(p.title) })
		if at < 0 {
			at = slices.IndexFunc(pages, func(p page) bool { return isReadable(p.slug()) })
		}
		if key.heading == "" || at < 0 || pages[at].isHome() {
			continue
		}
		for _, p := range pages {
			isOther := isReadable(p.slug()) && (p.pagesWithTitle != 2 || p.words != pages[at].words || records[p.url] != "")
			if p.url != pages[at].url && !isOther && p.folder() == pages[at].folder() && p.isAsLongAs(pages[at]) {
				copies[p.url], copies[pages[at].url] = pages[at].url, pages[at].url
			}
		}
	}
	return copies
}

// isAsLongAs reports whether two pages have nearly as many words.
func (p page) isAsLongAs(other page) bool {
	difference := float64(max(p.words, other.words) - min(p.words, other.words))
	return p.words > 0 && difference <= sameWords*float64(max(p.words, other.words))
}

// addCopies names the page to keep beside each copy of it, and tells a row that is about nothing else.
func addCopies(row map[string]any, copies map[string]string, examples []map[string]string) {
	isTitle, found := facts.Text(row, "issue") == "duplicate_title", 0
	for _, example := range examples {
		example["copyOf"], example["keepsCopy"] = "", ""
		switch kept := copies[example["url"]]; kept {
		case "":
			continue
		case example["url"]:
			example["keepsCopy"] = "1"
		default:
			example["copyOf"] = kept
		}
		found++
	}
	row["copied_pages"] = 0
	if found == 0 || found < len(examples) {
		return
	}
	row["copied_pages"] = countWith(examples, "keepsCopy")
	if isTitle {
		// Each copy is a step; the page that stays is named in it.
		slices.SortStableFunc(examples, func(a, b map[string]string) int { return btoi(b["copyOf"] != "") - btoi(a["copyOf"] != "") })
		row["not_named"] = max(0, countWith(examples, "copyOf")-namedInSteps)
	}
}

// isAboutCopies reports whether the descriptions that a row wants are those of copies, which one address
// settles.
func isAboutCopies(row map[string]any) bool {
	examples, _ := row["examples"].([]map[string]string)
	return facts.Text(row, "issue") == "duplicate_description" && facts.Number(row, "copied_pages") > 0 && facts.Number(row, "affected_pages") == float64(len(examples))
}
