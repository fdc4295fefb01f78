package world

import "fmt"

// fillParts makes a spare parts catalog with more daily queries than Search Console's row limit.
func (w *World) fillParts() {
	const pages, queriesPerPage = 2600, 24
	w.ctrScale = .8
	w.seasons = []season{{}}
	w.Withheld, w.Folded = false, true
	forms := [queriesPerPage]string{
		"%s", "%s price", "%s replacement", "%s manual", "%s diagram", "%s near me", "%s kit", "%s installation", "%s size", "%s weight", "%s compatible", "%s drawing",
		"buy %s", "%s in stock", "%s spare", "%s supplier", "%s repair", "%s seal", "%s oil", "%s torque", "%s dimensions", "%s catalog", "%s upgrade", "%s alternative",
	}
	kinds := [...]string{"gearbox", "bearing", "pump", "valve", "coupling", "chain", "sprocket", "bushing", "seal", "shaft"}
	for i := range pages {
		kind := kinds[i%len(kinds)]
		part := fmt.Sprintf("%s %c%d", kind, 'a'+rune(i%26), 1000+i*3)
		w.Pages = append(w.Pages, Page{
			Path: "/parts/" + slug(part) + "/", URL: w.Origin + "/parts/" + slug(part) + "/", Kind: Product, Section: kind, Title: title(part), H1: title(part),
			Description: "Specifications, price and stock of the " + part + ".", Words: 180, conversionFactor: 1, speedFactor: 1, price: 140, visits: .3,
		})
		for k, form := range forms {
			w.Queries = append(w.Queries, Query{Text: fmt.Sprintf(form, part), page: i, second: -1, volume: 4.5, position: 3 + float64(k)/3, snippet: 1, intent: "transactional", difficulty: 12})
		}
	}
	w.addAnonymous()
}
