package crawl

import (
	"strings"

	"upslope"
)

// maxHops bounds the hops of a chain; crawlers stop earlier.
const maxHops = 20

// redirectChain is one row of a report of redirects.
type redirectChain struct {
	hops    [maxHops]hop
	end     string
	endCode upslope.Optional[int]
}

// hop is one step of a chain: where it leads, how, and the status code that says so.
type hop struct {
	target, kind string
	code         upslope.Optional[int]
}

// chainPages returns the pages of the row's chain: those that lead on, and the end of it when that is broken.
func (r *rowReader) chainPages() []upslope.Page {
	var pages []upslope.Page
	page := upslope.Page{URL: r.page.URL, Key: r.page.Key}
	for _, hop := range r.chain.hops {
		if hop.target == "" {
			break
		}
		page.StatusCode = hop.code
		if strings.Contains(strings.ToLower(hop.kind), "canonical") {
			page.Canonical = upslope.Known(hop.target)
		} else {
			page.RedirectURL, page.RedirectType = hop.target, hop.kind
		}
		deriveIndexability(&page, true)
		pages = append(pages, page)
		key, err := upslope.NormalizeURL(hop.target)
		if err != nil {
			return pages
		}
		page = upslope.Page{URL: hop.target, Key: key}
	}
	if key, err := upslope.NormalizeURL(r.chain.end); err == nil && r.chain.endCode.Value >= 400 {
		page = upslope.Page{URL: r.chain.end, Key: key, StatusCode: r.chain.endCode}
		deriveIndexability(&page, true)
		pages = append(pages, page)
	}
	return pages
}
