package metaissues

import (
	"slices"
	"strings"

	"upslope/analytics/facts"
)

// addChanges tells the pages that get another text from those that keep a shared one. Titles and steps count
// the former, and name the latter last.
func addChanges(row map[string]any) {
	examples := examplesOf(row)
	row["pages_to_change"], row["to_change"], row["staying"], row["title_change"] = row["affected_pages"], examples, []map[string]string(nil), ""
	issue := facts.Text(row, "issue")
	if issue != "duplicate_title" && issue != "duplicate_description" || facts.Number(row, "copied_pages") > 0 && issue == "duplicate_title" {
		return
	}
	var changing, staying []map[string]string
	for _, example := range examples {
		if example["keeps"] != "" || issue == "duplicate_title" && example["stays"] != "" && example["twin"] == "" {
			staying = append(staying, example)
		} else {
			changing = append(changing, example)
		}
	}
	changes := int(facts.Number(row, "affected_pages")-facts.Number(row, "pages_to_leave")) - len(staying)
	row["examples"] = slices.Concat(changing, staying)
	row["pages_to_change"], row["to_change"], row["staying"] = changes, changing, staying
	row["pages_to_do"], row["not_named"] = changes, max(0, changes-namedInSteps)
	if issue == "duplicate_title" && changes == len(changing) {
		row["title_change"] = titleChange(changing)
	}
}

// titleChange is what the steps do with all pages of a shared title, or most, where that is no other title.
func titleChange(changing []map[string]string) string {
	redirects, comparisons, records := 0, 0, 0
	for _, example := range changing {
		switch {
		case example["twin"] != "":
			redirects++
		case example["recordOf"] != "":
			records++
		case example["proposal"] == "" && example["copyOf"] != "":
			comparisons++
		}
	}
	switch all := len(changing); {
	case all > 0 && redirects == all:
		return "redirects"
	case all > 0 && redirects+comparisons == all:
		return "comparisons"
	case all > 0 && records == all:
		return "records"
	case 2*records > all:
		return "mostly records"
	}
	return ""
}

// seeksLinks reports whether the step on one broken page says where its links are looked up: no crawl told.
func seeksLinks(row map[string]any, examples []map[string]string) bool {
	return facts.Text(row, "issue") == "broken_page" && facts.Number(row, "links_to_pages") > 0 && facts.Number(row, "is_template") == 0 &&
		len(examples) == 1 && facts.Number(row, "affected_pages") == 1 && examples[0]["sources"]+examples[0]["menu"]+examples[0]["malformed"]+examples[0]["isFile"] == ""
}

// addOwnPages lists the pages of a menu whose canonical names a page at another path: the canonical may be
// the mistake, not the links.
func addOwnPages(row map[string]any, examples []map[string]string) {
	own := []map[string]string{}
	for _, example := range examples {
		path := strings.ToLower(strings.TrimSuffix(pathOf(example["url"]), "/"))
		example["ownPage"] = ""
		if facts.Text(row, "issue") == "linked_canonicalized" && example["menu"] != "" && !strings.Contains(example["url"], "?") &&
			path != strings.ToLower(strings.TrimSuffix(pathOf(example["related"]), "/")) {
			example["ownPage"] = "1"
			own = append(own, example)
		}
	}
	row["own_pages"] = own
}
