// Package pagerank ranks the pages of a site by the links between them.
//
// It owns the graph and the arithmetic, and knows neither URLs nor databases: a page is a 64-bit key. A graph
// of a million pages and ten million links takes 150 MB. Results are bit-identical for any order of the
// input.
package pagerank

import "slices"

// Page is a crawled page, as a node of the graph.
type Page struct {
	Key     uint64
	Ranked  bool   // indexable: links on it and to it count
	LeadsTo uint64 // of an unranked page: redirect or canonical target that inherits its inlinks; 0 for none
	Start   bool   // depth 0
}

// Place is the position of a link on its page.
type Place uint64

// The places of links, by descending weight. Several links between two pages count once, at the heaviest
// place: a menu entry adds nothing to a link in the text.
const (
	Content Place = iota // also for an unknown place
	Navigation
	Footer
	Uncounted // nofollow
)

// weight is the probability of following a link there, relative to one in the text; calibrated:
// docs/method.md#link-targets.
func (p Place) weight() float64 {
	return [...]float64{Content: 1, Navigation: .4, Footer: .2, Uncounted: 0}[p]
}

// Graph collects pages and links. It is not safe for concurrent use.
type Graph struct {
	keys      []uint64          // of ranked pages, ascending: a page is its index here
	index     map[uint64]uint32 // of ranked pages
	detours   map[uint64]uint32 // unranked pages that lead to a ranked one
	starts    []uint32
	links     []uint64 // destination, source and place, packed in this order
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

// New makes a graph with capacity for links. A page given more than once is ranked if any occurrence is.
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

// mostSteps is the maximum of redirects that browsers and search engines follow.
const mostSteps = 10

// follow resolves unranked pages to ranked ones.
func (g *Graph) follow(pages []Page) {
	next := map[uint64]uint64{}
	for _, page := range pages {
		if _, isRanked := g.index[page.Key]; !isRanked && page.LeadsTo != 0 {
			next[page.Key] = max(next[page.Key], page.LeadsTo) // independent of input order
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

// end returns the ranked page that a link reaches.
func (g *Graph) end(key uint64) (uint32, bool) {
	if page, ok := g.index[key]; ok {
		return page, true
	}
	page, ok := g.detours[key]
	return page, ok
}

// Link adds a link. It drops links of a page to itself and to unranked pages; links from unranked pages are
// only counted as uncounted.
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

// merge sorts the links and keeps the heaviest place of each pair of pages.
func (g *Graph) merge() {
	slices.Sort(g.links)
	g.links = slices.CompactFunc(g.links, func(a, b uint64) bool { return a>>placeBits == b>>placeBits })
}
