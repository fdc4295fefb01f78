package pagerank

import (
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"
)

type link struct {
	from, to uint64
	place    Place
}

// ranked returns pages 1 to n, with page 1 as the start.
func ranked(n int) []Page {
	pages := make([]Page, n)
	for i := range pages {
		pages[i] = Page{Key: uint64(i + 1), Ranked: true, Start: i == 0}
	}
	return pages
}

func rank(pages []Page, links ...link) Ranks {
	g := New(pages, len(links))
	for _, l := range links {
		g.Link(l.from, l.to, l.place)
	}
	return g.Rank()
}

// By hand: 1 and 2 link to each other, 3 links to 1, nothing to 3. Then r3 = .05, r1 = .05+.85(r2+r3), r2 =
// .05+.85 r1; so r1 = .135/.2775 = .4864864…, r2 = .4635135….
func TestRanksAreThoseWorkedOutByHand(t *testing.T) {
	ranks := rank(ranked(3), link{1, 2, Content}, link{2, 1, Content}, link{3, 1, Content})
	for i, want := range []float64{.135 / .2775, .05 + .85*.135/.2775, .05} {
		if math.Abs(ranks.Rank[i]-want) > .003 {
			t.Errorf("page %d has %.5f, want %.5f", i+1, ranks.Rank[i], want)
		}
	}
	if !slices.Equal(ranks.Percentile, []float64{1, .5, 0}) || !slices.Equal(ranks.Depth, []int32{0, 1, Unreached}) || ranks.Linked != 2 {
		t.Errorf("got %+v", ranks)
	}
}

// By hand: 1 links to 2 in its text, to 3 in its menu, to 4 in its footer, and these link back. They share
// the rank that 1 passes on as 1 : .4 : .2.
func TestPlacesShareALinksRankByWeight(t *testing.T) {
	ranks := rank(ranked(4), link{1, 2, Content}, link{1, 3, Navigation}, link{1, 4, Footer}, link{2, 1, Content}, link{3, 1, Content}, link{4, 1, Content})
	passed := func(page int) float64 { return ranks.Rank[page-1] - .15/4 }
	if math.Abs(passed(3)/passed(2)-.4) > 1e-9 || math.Abs(passed(4)/passed(2)-.2) > 1e-9 {
		t.Errorf("got %v", ranks.Rank)
	}
	if !slices.Equal(ranks.Content, []uint32{3, 1, 0, 0}) || !slices.Equal(ranks.Followed, []uint32{3, 1, 1, 1}) {
		t.Errorf("content %v, followed %v", ranks.Content, ranks.Followed)
	}
}

func TestSeveralLinksCountOnceAtTheHeaviestPlace(t *testing.T) {
	once := rank(ranked(3), link{1, 2, Content}, link{1, 3, Footer}, link{2, 1, Content})
	often := rank(ranked(3), link{1, 3, Footer}, link{1, 2, Footer}, link{1, 2, Content}, link{1, 2, Navigation}, link{1, 2, Content}, link{1, 3, Footer}, link{2, 1, Content})
	if !slices.Equal(once.Rank, often.Rank) || often.Followed[1] != 1 || often.Content[1] != 1 {
		t.Errorf("once %v, often %v", once, often)
	}
}

func TestLinksOfAPageToItselfAndUncountedOnesDoNotCount(t *testing.T) {
	pages := append(ranked(3), Page{Key: 9})
	with := rank(pages, link{1, 2, Content}, link{1, 1, Content}, link{2, 3, Uncounted}, link{9, 3, Content}, link{9, 3, Footer}, link{1, 77, Content}, link{77, 1, Content})
	without := rank(pages, link{1, 2, Content})
	if !slices.Equal(with.Rank, without.Rank) || !slices.Equal(with.Followed, []uint32{0, 1, 0}) {
		t.Errorf("got %+v", with)
	}
	if !slices.Equal(with.Uncounted, []uint32{1, 0, 3}) {
		t.Errorf("uncounted %v", with.Uncounted)
	}
}

func TestALinkToARedirectReachesItsEnd(t *testing.T) {
	pages := append(ranked(2), Page{Key: 10, LeadsTo: 11, Start: true}, Page{Key: 11, LeadsTo: 2}, Page{Key: 20, LeadsTo: 21}, Page{Key: 21, LeadsTo: 20}, Page{Key: 1})
	ranks := rank(pages, link{1, 10, Content}, link{1, 20, Content})
	if !slices.Equal(ranks.Followed, []uint32{0, 1}) || !slices.Equal(ranks.Depth, []int32{0, 0}) {
		t.Errorf("got %+v", ranks)
	}
}

func TestPagesWithoutLinksPassTheirRankToAll(t *testing.T) {
	ranks := rank(ranked(2), link{1, 2, Content})
	// r1 = .075 + .425 r2, r2 = r1 + .85 r1.
	if math.Abs(sum(ranks.Rank)-1) > 1e-12 || math.Abs(ranks.Rank[0]-.075/(1-.425*1.85)) > .003 {
		t.Errorf("got %v", ranks.Rank)
	}
	if none := rank(ranked(4)); !slices.Equal(none.Rank, []float64{.25, .25, .25, .25}) || !slices.Equal(none.Percentile, make([]float64, 4)) {
		t.Errorf("without links %v", none)
	}
}

func TestASiteWithoutPagesOrWithOneIsNormalInput(t *testing.T) {
	if ranks := rank(nil, link{1, 2, Content}); len(ranks.Rank) != 0 {
		t.Errorf("got %+v", ranks)
	}
	if ranks := rank(ranked(1), link{1, 1, Content}); !slices.Equal(ranks.Rank, []float64{1}) || ranks.Percentile[0] != 0 || ranks.Depth[0] != 0 {
		t.Errorf("got %+v", ranks)
	}
}

// Random graphs, with repeated links, menus, dead ends and loops, against PageRank by dense matrix.
func TestRanksAreThoseOfTheDenseMatrix(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + random.IntN(30)
		links := make([]link, random.IntN(4*n))
		weight := make([][]float64, n)
		for i := range weight {
			weight[i] = make([]float64, n)
		}
		for i := range links {
			l := link{uint64(1 + random.IntN(n)), uint64(1 + random.IntN(n)), Place(random.IntN(4))}
			links[i] = l
			if l.from != l.to {
				weight[l.from-1][l.to-1] = max(weight[l.from-1][l.to-1], []float64{1, .4, .2, 0}[l.place])
			}
		}
		got := rank(ranked(n), links...)
		for i, want := range dense(weight) {
			if math.Abs(got.Rank[i]-want) > 1e-12 {
				t.Fatalf("%v: page %d has %v, want %v", links, i+1, got.Rank[i], want)
			}
		}
		if math.Abs(sum(got.Rank)-1) > 1e-12 {
			t.Fatalf("%v: ranks add up to %v", links, sum(got.Rank))
		}
		random.Shuffle(len(links), func(i, j int) { links[i], links[j] = links[j], links[i] })
		if again := rank(ranked(n), links...); !slices.Equal(got.Rank, again.Rank) || !slices.Equal(got.Depth, again.Depth) {
			t.Fatalf("%v: another order gives other ranks", links)
		}
	}
}

func dense(weight [][]float64) []float64 {
	n := len(weight)
	rank := make([]float64, n)
	for i := range rank {
		rank[i] = 1 / float64(n)
	}
	for range 30 {
		next := make([]float64, n)
		for to := range next {
			next[to] = .15 / float64(n)
			for from := range rank {
				if out := sum(weight[from]); out > 0 {
					next[to] += .85 * rank[from] * weight[from][to] / out
				} else {
					next[to] += .85 * rank[from] / float64(n)
				}
			}
		}
		rank = next
	}
	return rank
}

func sum(values []float64) float64 {
	total := 0.
	for _, value := range values {
		total += value
	}
	return total
}

func TestDepthIsTheFewestClicks(t *testing.T) {
	ranks := rank(ranked(6), link{1, 2, Footer}, link{2, 3, Content}, link{1, 4, Content}, link{4, 3, Content}, link{3, 5, Content}, link{5, 1, Content}, link{6, 1, Content})
	if !slices.Equal(ranks.Depth, []int32{0, 1, 2, 1, 3, Unreached}) {
		t.Errorf("got %v", ranks.Depth)
	}
	pages := ranked(2)
	pages[0].Start = false
	if ranks := rank(pages, link{1, 2, Content}); !slices.Equal(ranks.Depth, []int32{Unreached, Unreached}) {
		t.Errorf("without a start %v", ranks.Depth)
	}
}

// A million pages and ten million links, distributed as on most sites: some pages linked from everywhere, the
// others at random.
func TestAMillionPagesTakeLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const pages, links, most = 1_000_000, 10_000_000, 350 << 20
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	peak := peakHeap(func() {
		random := rand.New(rand.NewPCG(3, 4))
		site := make([]Page, pages)
		for i := range site {
			site[i] = Page{Key: random.Uint64(), Ranked: true, Start: i == 0}
		}
		g := New(site, links)
		for i := range links {
			to := random.IntN(pages)
			if i%3 == 0 {
				to = i % 50
			}
			g.Link(site[i%pages].Key, site[to].Key, Place(i%3))
		}
		if ranks := g.Rank(); math.Abs(sum(ranks.Rank)-1) > 1e-9 || ranks.Linked < pages*9/10 {
			t.Errorf("ranks add up to %v, %d are linked", sum(ranks.Rank), ranks.Linked)
		}
	})
	if peak > most {
		t.Errorf("the heap grew by %d MB, at most %d MB are allowed", peak>>20, most>>20)
	}
	t.Logf("the heap grew by %d MB", peak>>20)
}

// peakHeap returns the peak growth of the heap during work.
func peakHeap(work func()) uint64 {
	runtime.GC()
	heap := func() uint64 {
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	before, done, result := heap(), make(chan struct{}), make(chan uint64)
	go func() {
		peak := before
		for {
			peak = max(peak, heap())
			select {
			case <-done:
				result <- peak
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	}()
	work()
	close(done)
	return <-result - before
}
