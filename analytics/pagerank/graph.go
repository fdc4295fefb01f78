// Package pagerank ranks the pages of a site by the links between them.
//
// It owns the graph and the arithmetic, and knows neither URLs nor databases: a page is a 64-bit key. A graph of a million pages and ten
// million links takes 150 MB, and the same pages and links give the same bits in whatever order they come.
package pagerank

import "slices"

// Page is what the graph has to know of a crawled page.
type Page struct {
	Key     uint64
	Ranked  bool   // search engines may keep it: the links on it and to it count
	LeadsTo uint64 // for a page that is not ranked: its redirect's or canonical's target, which gets the links to it; 0 is none
	Start   bool   // clicks are counted from here
}

// Place is where on its page a link stands.
type Place uint64

// The places of links, the heaviest first. Several links from one page to another count once, at the heaviest of their places: a menu
// that repeats a link of the text adds nothing to it.
const (
	Content Place = iota // also where the place is unknown
	Navigation
	Footer
	Uncounted // a link that search engines are told not to follow
)

// weight is how likely readers follow a link there, against one in the text; (cal).
func (p Place) weight() float64 {
	return [...]float64{Content: 1, Navigation: .4, Footer: .2, Uncounted: 0}[p]
}

// Graph collects pages and links. It is for one goroutine.
type Graph struct {
	keys      []uint64          // of the ranked pages, ascending: a page is its index here
	index     map[uint64]uint32 // of the ranked pages
	detours   map[uint64]uint32 // of the pages that lead to a ranked one
	starts    []uint32
	links     []uint64 // destination, source and place, packed in this order of bits
	uncounted []uint32 // by destination
}

const (
	placeBits  = 2
	sourceBits = 31
	sourceMask = 1<<sourceBits - 1
)

func pack(source, destination uint32, place Place) uint64 {
	return uint64(destination)<<(sourceBits+placeBits) | uint64(source)<<placeBits | uint64(place)
}

func unpack(link uint64) (source, destination uint32, place Place) {
	return uint32(link >> placeBits & sourceMask), uint32(link >> (sourceBits + placeBits)), Place(link & (1<<placeBits - 1))
}

// New makes the graph of a site's pages, with room for some links. A page may be given more than once: it is ranked if one of them is.
func New(pages []Page, links int) *Graph {
	g := &Graph{links: make([]uint64, 0, links)}
	for _, page := range pages {
		if page.Ranked {
			g.keys = append(g.keys, page.Key)
		}
	}
	slices.Sort(g.keys)
	g.keys = slices.Compact(g.keys)
	g.index = make(map[uint64]uint32, len(g.keys))
	for i, key := range g.keys {
		g.index[key] = uint32(i)
	}
	g.uncounted = make([]uint32, len(g.keys))
	g.follow(pages)
	for _, page := range pages {
		if start, ok := g.end(page.Key); ok && page.Start {
			g.starts = append(g.starts, start)
		}
	}
	slices.Sort(g.starts)
	g.starts = slices.Compact(g.starts)
	return g
}

// mostSteps is how far browsers and search engines follow redirects.
const mostSteps = 10

// follow finds the pages that lead to a ranked one.
func (g *Graph) follow(pages []Page) {
	next := map[uint64]uint64{}
	for _, page := range pages {
		if _, isRanked := g.index[page.Key]; !isRanked && page.LeadsTo != 0 {
			next[page.Key] = max(next[page.Key], page.LeadsTo) // the same one in whatever order they come
		}
	}
	g.detours = make(map[uint64]uint32, len(next))
	for key, target := range next {
		for step := 1; step < mostSteps && next[target] != 0; step++ {
			target = next[target]
		}
		if end, ok := g.index[target]; ok {
			g.detours[key] = end
		}
	}
}

// end finds the ranked page that a link to a page reaches.
func (g *Graph) end(key uint64) (uint32, bool) {
	if page, ok := g.index[key]; ok {
		return page, true
	}
	page, ok := g.detours[key]
	return page, ok
}

// Link adds a link. Those of a page to itself and to pages that are not ranked are dropped; those on pages that are not ranked are only
// remembered as uncounted.
func (g *Graph) Link(source, destination uint64, place Place) {
	to, ok := g.end(destination)
	if !ok {
		return
	}
	from, isRanked := g.index[source]
	switch {
	case isRanked && from == to:
	case isRanked && place != Uncounted:
		g.links = append(g.links, pack(from, to, place))
	default:
		g.uncounted[to]++
	}
}

// merge sorts the links and leaves one for each pair of pages, at the heaviest of its places.
func (g *Graph) merge() {
	slices.Sort(g.links)
	g.links = slices.CompactFunc(g.links, func(a, b uint64) bool { return a>>placeBits == b>>placeBits })
}
