package crawl

import "upslope"

// Fields lists the targets of Options.Mapping: the fields of pages, then those of links.
func Fields() []upslope.CrawlField {
	var list []upslope.CrawlField
	for _, kind := range []Kind{Pages, Links} {
		for _, f := range fieldsOf(kind) {
			list = append(list, upslope.CrawlField{Name: string(f.name), Label: f.label, Kind: string(kind)})
		}
	}
	return list
}
