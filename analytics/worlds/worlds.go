// Package worlds makes up whole sites, of which it knows what is wrong with them, and judges by them what the engine finds.
//
// A world is the same for the same family and seed. It is a process first: people search, results stand somewhere, ads are clicked,
// visitors buy. Into that process problems are planted, and decoys, which look like problems and are none. Then it runs day by day and
// leaves the rows that providers and a crawler would give of it. What a problem costs is what the process would bring without it; none of
// the engine's formulas or constants is used here, and nothing here is known to the engine.
package worlds

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"upslope"
)

// The detectors that worlds have plants and decoys for.
const (
	Keyword   = "keyword_opportunity"
	Landing   = "underperforming_landing"
	Slow      = "slow_page"
	Waste     = "wasted_ad_spend"
	Cannibal  = "cannibalization"
	Links     = "link_targets"
	Decay     = "content_decay"
	Meta      = "meta_issues"
	history   = 480 // days that a site has been read for
	window    = 28  // the newest of them, which a month is worked out of
	monthDays = 30.4
)

// Detectors lists them in the order of the method.
func Detectors() []string {
	return []string{Keyword, Cannibal, Decay, Waste, Landing, Slow, Links, Meta}
}

// World is a made-up site with all that is known of it.
type World struct {
	Family string
	Seed   uint64
	Site   upslope.Site
	Today  time.Time
	Cases  []Case // what is really wrong, planted or come about by itself, and the decoys

	Connections []upslope.Connection
	Crawl       *upslope.Crawl

	traits
	last    time.Time // the last final day
	brand   string
	taken   map[string]bool // texts of queries
	spared  map[string]bool // detectors that nothing is planted for
	pages   []*page
	home    *page
	queries []*query
	ads     *account
	levels  levels
	links   []linkRow
	tables  []table
	unread  map[string]map[int]bool // days that did not come, by provider
	heads   map[string]rowHead
	dates   []time.Time
	visited map[*page]float64
}

// Case is one truth of a world: a problem, or a decoy, with the entity that an insight of it would have.
type Case struct {
	Type     string
	Kind     string // such as reach, gap, rank, ngram
	Query    string
	Page     string
	Issue    string
	Campaign string
	Group    string
	Term     string

	Planted bool    // put there; others came about by themselves
	Must    bool    // the data hold enough of it to be found
	Decoy   bool    // it is none
	Reason  string  // of a plant what it is, of a decoy why it is none
	Value   float64 // a month, in the unit of the world, if it is fixed: what the process brings without it, less what it brings
	Fix     float64 // how often a fix of the kind works; given, because no data of a site can tell
}

// Expected is what working on it brings on average.
func (c Case) Expected() float64 { return c.Value * c.Fix }

// New makes the world of a family and a seed.
func New(family string, seed uint64) (*World, error) {
	traits, ok := families()[family]
	if !ok {
		return nil, fmt.Errorf("%q is no family of worlds; there are %s", family, strings.Join(Families(), ", "))
	}
	w := &World{Family: family, Seed: seed, taken: map[string]bool{}, spared: map[string]bool{}, unread: map[string]map[int]bool{}, heads: map[string]rowHead{}, visited: map[*page]float64{}}
	rng := w.stream("traits")
	w.traits = traits(rng)
	w.brand = brandName(rng)
	for _, detector := range Detectors() {
		w.spared[detector] = chance(rng, .25)
	}
	w.last = time.Date(2026, 11, 18, 0, 0, 0, 0, time.UTC).AddDate(0, 0, -rng.IntN(365))
	w.Today = w.last.AddDate(0, 0, 3).Add(9 * time.Hour)
	name := fmt.Sprintf("%s/%d", family, seed)
	w.Site = upslope.Site{
		ID: uuid.NewSHA1(uuid.NameSpaceURL, []byte("site/"+name)).String(), AccountID: uuid.NewSHA1(uuid.NameSpaceURL, []byte("account/"+name)).String(),
		Name: strings.ToUpper(w.brand[:1]) + w.brand[1:], Domain: w.brand + ".com", Currency: "EUR", TimeZone: "Europe/Berlin", CreatedAt: w.Today,
	}
	for _, provider := range []string{upslope.GSC, upslope.GA4, upslope.GAds, upslope.Semrush, upslope.PageSpeed} {
		w.heads[provider] = rowHead{AccountID: w.Site.AccountID, SiteID: w.Site.ID, ConnectionID: w.connection(provider), SyncID: syncID}
		w.Connections = append(w.Connections, upslope.Connection{
			ID: w.connection(provider), AccountID: w.Site.AccountID, SiteID: w.Site.ID, Provider: provider, Status: upslope.Connected,
		})
	}
	for d := range history {
		w.dates = append(w.dates, w.last.AddDate(0, 0, d-history+1))
	}
	w.missDays()
	w.build()
	w.run()
	return w, nil
}

func (w *World) connection(provider string) string {
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte(w.Site.ID+"/"+provider)).String()
}

// stream is chance for one part of a world, so that a change of one part leaves the others as they are.
func (w *World) stream(part string) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(w.Family + "/" + part))
	return rand.New(rand.NewPCG(w.Seed, h.Sum64())) //nolint:gosec // worlds are to be made again
}

// day is the date of a day, 0 the first of the history.
func (w *World) day(d int) time.Time { return w.dates[d] }

// build sets up the process: site, what people search for, ads, and in all of them plants and decoys.
func (w *World) build() {
	w.buildLevels()
	w.buildPages()
	w.buildQueries()
	w.plantSearch()
	w.buildVisits()
	w.buildAds()
	w.buildCrawl()
}

// run lets the process run and works out what is true.
func (w *World) run() {
	clear(w.visited)
	w.runSearch()
	w.runVisits()
	w.runAds()
	w.runSpeed()
	w.runCrawl()
	w.judgeSearch()
	w.judgeLinks()
	w.addDays()
	slices.SortStableFunc(w.Cases, func(a, b Case) int { return strings.Compare(a.Type, b.Type) })
}

func (w *World) plant(c Case) { c.Planted = true; w.Cases = append(w.Cases, c) }

func (w *World) decoy(c Case) { c.Decoy = true; w.Cases = append(w.Cases, c) }

// month turns what the newest days of a window bring into what a month brings.
func month(sum float64) float64 { return sum * monthDays / window }
