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
	counts, most := map[intent.PageKind]int{}, intent.PathKind(facts.Text(row, "section"))
	for _, example := range examples {
		kind := intent.PathKind(example["url"])
		counts[kind]++
		example["adds"] = lacking(kind, sells)
	}
	for kind, pages := range counts {
		if 2*pages > len(examples) {
			most = kind
		}
	}
	row["described_by"] = describedBy(most, sells)
}

func describedBy(kind intent.PageKind, sells bool) string {
	switch {
	case kind == intent.Guide:
		return "each page's excerpt or first sentence"
	case kind == intent.Product:
		return "each product's name, key feature and price"
	case kind == intent.Category && sells:
		return "each category's name, number of products and price range"
	}
	return "the first sentence of each page's own text"
}

func lacking(kind intent.PageKind, sells bool) string {
	switch {
	case kind == intent.Guide:
		return "say which question it answers"
	case kind == intent.Product:
		return "add its key feature and price"
	case kind == intent.Category && sells:
		return "add the number of products and the price range"
	}
	return "take the words from its first paragraph"
}
