package pagerank

import (
	"cmp"
	"slices"
)

// Constants as published by Brin and Page (1998).
const (
	damping    = .85
	iterations = 30 // changes are then below damping^30, under 1 %
)

// Ranks has one entry per ranked page in every list, in the order of Keys.
type Ranks struct {
	Keys       []uint64  // ascending
	Rank       []float64 // PageRank; the sum is 1
	Percentile []float64 // share of the other pages with a lower rank
	Followed   []uint32  // pages that link to it
	Content    []uint32  // those of them that do so in their text
	Uncounted  []uint32  // nofollow links and links from unranked pages
	Depth      []int32   // clicks from the start; Unreached without a path
	Linked     int       // pages with a link from another page
}

// Unreached is the depth of a page without a path from the start.
const Unreached = -1

// Rank ranks the pages. It consumes the graph: no links can be added afterwards.
func (g *Graph) Rank() Ranks {
	g.merge()
	ranks := Ranks{
		Keys: g.keys, Rank: g.rank(), Uncounted: g.uncounted,
		Followed: make([]uint32, len(g.keys)), Content: make([]uint32, len(g.keys)),
	}
	for _, link := range g.links {
		_, to, place := unpack(link)
		if ranks.Followed[to]++; ranks.Followed[to] == 1 {
			ranks.Linked++
		}
		if place == Content {
			ranks.Content[to]++
		}
	}
	ranks.Percentile = percentiles(ranks.Rank)
	ranks.Depth = g.depths()
	return ranks
}

// rank computes PageRank by power iteration: a reader follows a link of the page by weight with the damping
// probability, and otherwise, or on a page without links, jumps to a random page.
func (g *Graph) rank() []float64 {
	n := float64(len(g.keys))
	rank, next := make([]float64, len(g.keys)), make([]float64, len(g.keys))
	weightOut := make([]float64, len(g.keys))
	for _, link := range g.links {
		from, _, place := unpack(link)
		weightOut[from] += place.weight()
	}
	for i := range rank {
		rank[i] = 1 / n
	}
	perWeight := make([]float64, len(g.keys))
	for range iterations {
		stuck := 0. // rank of pages without links
		for i, r := range rank {
			if weightOut[i] == 0 {
				stuck += r
			} else {
				perWeight[i] = damping * r / weightOut[i]
			}
		}
		anywhere := (1 - damping + damping*stuck) / n
		for i := range next {
			next[i] = anywhere
		}
		for _, link := range g.links {
			from, to, place := unpack(link)
			next[to] += perWeight[from] * place.weight()
		}
		rank, next = next, rank
	}
	return rank
}

// percentiles returns for each rank the share of lower ones. Ranks that differ only by rounding are equal.
func percentiles(ranks []float64) []float64 {
	order := make([]uint32, len(ranks))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Compare(ranks[a], ranks[b]) })
	percentiles := make([]float64, len(ranks))
	others := float64(max(len(ranks)-1, 1))
	less := 0
	for place, page := range order {
		if place > 0 && float32(ranks[page]) != float32(ranks[order[place-1]]) {
			less = place
		}
		percentiles[page] = float64(less) / others
	}
	return percentiles
}

// depths returns the clicks from the starts to each page.
func (g *Graph) depths() []int32 {
	depths := make([]int32, len(g.keys))
	for i := range depths {
		depths[i] = Unreached
	}
	if len(g.starts) == 0 {
		return depths
	}
	// Adjacency lists by source: those of page i are targets[ends[i-1]:ends[i]].
	ends := make([]uint32, len(g.keys)+1)
	for _, link := range g.links {
		from, _, _ := unpack(link)
		ends[from+1]++
	}
	for i := 1; i < len(ends); i++ {
		ends[i] += ends[i-1]
	}
	targets := make([]uint32, len(g.links))
	for _, link := range g.links {
		from, to, _ := unpack(link)
		targets[ends[from]] = to
		ends[from]++
	}
	queue := make([]uint32, 0, len(g.keys))
	for _, start := range g.starts {
		depths[start] = 0
		queue = append(queue, start)
	}
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		begin := uint32(0)
		if from > 0 {
			begin = ends[from-1]
		}
		for _, to := range targets[begin:ends[from]] {
			if depths[to] == Unreached {
				depths[to] = depths[from] + 1
				queue = append(queue, to)
			}
		}
	}
	return depths
}
