package metaissues

import (
	"slices"

	"upslope/analytics/facts"
	"upslope/analytics/features/intent"
)

// sellsProducts reports whether the pages of any task are those of products: else a category lists articles.
func sellsProducts(rows []map[string]any) bool {
	return slices.ContainsFunc(rows, func(row map[string]any) bool {
		return slices.ContainsFunc(examplesOf(row), func(example map[string]string) bool { return intent.PathKind(example["url"]) == intent.Product })
	})
}

// addKinds adds what a template can make descriptions of, by what most of the pages are, and what a text that
// is too short has to say, by what each page is.
func addKinds(row map[string]any, examples []map[string]string, sells bool) {
	for _, example := range examples {
		kind := intent.PathKind(example["url"])
		example["adds"], example["says"], example["isProduct"] = lacking(kind, sells), descriptionsOf(kind, sells).saying, ""
		if kind == intent.Product {
			example["isProduct"] = "1"
		}
	}
	ofFirst := func(kind intent.PageKind) bool {
		return len(examples) > 0 && intent.PathKind(examples[0]["url"]) == kind
	}
	row["is_person"], row["is_product"] = ofFirst(intent.Person), ofFirst(intent.Product)
	kind := mostOf(examples, intent.PathKind(facts.Text(row, "section")))
	descriptions := descriptionsOf(kind, sells)
	row["described_by"], row["described_pages"] = descriptions.by, descriptions.pages
}

// leaveToHand lets people write the descriptions that a template could only take from the text of each page:
// search engines do that already. What the template knows of each of many pages it writes for all of them.
func leaveToHand(row map[string]any, sells bool) {
	kind := mostOf(examplesOf(row), intent.PathKind(facts.Text(row, "section")))
	isOneChange := facts.Number(row, "is_one_change") != 0
	isDescribed := descriptionsOf(kind, sells).by != ""
	areMany := facts.Text(row, "section") != "" && facts.Number(row, "affected_pages") > manyTexts
	switch {
	case facts.Text(row, "issue") != "missing_description", !isOneChange && !(isDescribed && areMany):
	case !isDescribed:
		row["is_one_change"], row["effort_class"] = false, 2+btoi(facts.Number(row, "pages_to_do") > manyTexts)
	default:
		row["is_one_change"], row["effort_class"] = true, 1
		row["pages_to_do"], row["pages_to_leave"], row["most_seen_by"] = row["affected_pages"], 0, ""
		row["not_named"] = max(0, int(facts.Number(row, "affected_pages"))-namedInSteps)
	}
}

// manyTexts is how many texts take more than an afternoon.
const manyTexts = 20

// mostOf is the kind of most pages, else the usual one.
func mostOf(examples []map[string]string, usual intent.PageKind) intent.PageKind {
	counts := map[intent.PageKind]int{}
	for _, example := range examples {
		kind := intent.PathKind(example["url"])
		if counts[kind]++; 2*counts[kind] > len(examples) {
			return kind
		}
	}
	return usual
}

// described is how the descriptions of a kind of page are written.
type described struct {
	pages  string // what a template writes them of
	by     string // what it knows of each page beyond its text
	saying string // what one written by hand names
}

// descriptionsOf returns how the descriptions of a kind are written; empty where only the page itself tells.
func descriptionsOf(kind intent.PageKind, sells bool) described {
	switch {
	case kind == intent.Product:
		return described{"product", "each product's name, price and delivery", "the price, sizes and delivery"}
	case kind == intent.Category && sells:
		return described{"category", "each category's name, number of products and price range", "the range, prices and delivery"}
	case kind == intent.Listing:
		return described{"listing", "each listing's title, price and place", "the price, place and condition"}
	case kind == intent.Location:
		return described{"location", "each location's name, city and services", "the address, hours and services"}
	}
	return described{}
}

func lacking(kind intent.PageKind, sells bool) string {
	switch {
	case kind == intent.Guide:
		return "sum up its main points"
	case kind == intent.Product:
		return "add its key feature and price"
	case kind == intent.Category && sells:
		return "add the number of products and the price range"
	}
	return "take the words from its first paragraph"
}
