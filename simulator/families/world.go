// Package worlds makes up whole sites, of which it knows what is wrong with them, and judges by them what the engine finds.
//
// A world is the same for the same family and seed. It is a process first: people search, results stand somewhere, ads are clicked,
// visitors buy. Into that process problems are planted, and decoys, which look like problems and are none. Then it runs day by day and
// leaves the rows that providers and a crawler would give of it. What a problem costs is what the process would bring without it; none of
// the engine's formulas or constants is used here, and nothing here is known to the engine.
package families

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"upslope/simulator/truth"
	"upslope/simulator/warehouse"

	"github.com/google/uuid"

	"upslope"
)

const (
	history   = 480 // days of figures
	window    = 28  // the newest of them, which a month is computed from
	monthDays = 30.4
)

// World is a made-up site with all that is known of it.
type World struct {
	truth.Record
	Site  upslope.Site
	Today time.Time

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
	links   []warehouse.CrawledLink
	tables  []warehouse.Table
	unread  map[string]map[int]bool // days that did not come, by provider
	heads   map[string]warehouse.Head
	dates   []time.Time
	visited map[*page]float64
}

// New makes the world of a family and a seed.
func New(family string, seed uint64) (*World, error) {
	traits, ok := families()[family]
	if !ok {
		return nil, fmt.Errorf("%q is no family of worlds; there are %s", family, strings.Join(Names(), ", "))
	}
	w := &World{Record: truth.Record{Name: family, Seed: seed}, taken: map[string]bool{}, spared: map[string]bool{}, unread: map[string]map[int]bool{}, heads: map[string]warehouse.Head{}, visited: map[*page]float64{}}
	rng := w.stream("traits")
	w.traits = traits(rng)
	w.brand = brandName(rng)
	for _, detector := range truth.Measured() {
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
		w.heads[provider] = warehouse.Head{AccountID: w.Site.AccountID, SiteID: w.Site.ID, ConnectionID: w.connection(provider), SyncID: syncID}
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
	_, _ = h.Write([]byte(w.Name + "/" + part))
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
	w.Unit = w.unit()
	slices.SortStableFunc(w.Cases, func(a, b truth.Case) int { return strings.Compare(a.Type, b.Type) })
}

func (w *World) addTable(name string, all any) {
	w.tables = append(w.tables, warehouse.Table{Name: name, Rows: all})
}

// Summary says in a line what the site is.
func (w *World) Summary() string {
	return fmt.Sprintf("%s, %d pages, %d queries", w.Site.Domain, len(w.pages), len(w.queries))
}

// ImportParameters are those of the statement that finds the issues of an import.
func (w *World) ImportParameters() map[string]any {
	return map[string]any{"account_id": w.Site.AccountID, "site_id": w.Site.ID, "import_id": w.Crawl.ImportID, "imported_at": w.Today}
}

// Tables are the rows that providers and a crawler would give of the site.
func (w *World) Tables() []warehouse.Table { return w.tables }

// month turns what the newest days of a window bring into what a month brings.
func month(sum float64) float64 { return sum * monthDays / window }
