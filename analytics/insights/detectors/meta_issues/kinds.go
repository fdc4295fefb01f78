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
		example["adds"], example["says"], example["isProduct"] = lacking(kind, sells), saying(kind, sells), ""
		if kind == intent.Product {
			example["isProduct"] = "1"
		}
	}
	ofFirst := func(kind intent.PageKind) bool {
		return len(examples) > 0 && intent.PathKind(examples[0]["url"]) == kind
	}
	row["is_person"], row["is_product"] = ofFirst(intent.Person), ofFirst(intent.Product)
	kind := mostOf(examples, intent.PathKind(facts.Text(row, "section")))
	row["described_by"], row["described_pages"] = describedBy(kind, sells), describedPages[kind]
}

// leaveToHand lets people write the descriptions that a template could only take from the text of each page:
// search engines do that already. What the template knows of each of many pages it writes for all of them.
func leaveToHand(row map[string]any, sells bool) {
	kind := mostOf(examplesOf(row), intent.PathKind(facts.Text(row, "section")))
	isOneChange := facts.Number(row, "is_one_change") != 0
	isDescribed := describedBy(kind, sells) != ""
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

// describedBy is what a template knows of a page beyond its text; "" for nothing.
func describedBy(kind intent.PageKind, sells bool) string {
	switch {
	case kind == intent.Product:
		return "each product's name, price and delivery"
	case kind == intent.Category && sells:
		return "each category's name, number of products and price range"
	case kind == intent.Listing:
		return "each listing's title, price and place"
	case kind == intent.Location:
		return "each location's name, city and services"
	}
	return ""
}

// describedPages are what a template writes descriptions of, by what describedBy knows of them.
var describedPages = map[intent.PageKind]string{intent.Product: "product", intent.Category: "category", intent.Listing: "listing", intent.Location: "location"}

// saying is what a description written by hand names; "" where only the page itself tells.
func saying(kind intent.PageKind, sells bool) string {
	switch {
	case kind == intent.Product:
		return "the price, sizes and delivery"
	case kind == intent.Category && sells:
		return "the range, prices and delivery"
	case kind == intent.Listing:
		return "the price, place and condition"
	case kind == intent.Location:
		return "the address, hours and services"
	}
	return ""
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
