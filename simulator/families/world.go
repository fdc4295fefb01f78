// Package families generates random sites of seven families, together with everything that is wrong with
// them.
//
// It owns the process behind such a site: people search, results have positions, ads are clicked, visitors
// convert. Problems and decoys are planted into that process; then it runs day by day and leaves the rows
// that providers and a crawler would give. The value of a problem is what the process brings without it. None
// of the engine's formulas or constants is used.
package families

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/simulator/truth"
	"upslope/simulator/warehouse"
)

const (
	history      = 480 // days of figures
	window       = 28  // the newest of them, which a month is computed from
	daysPerMonth = 30.4
)

// World is a generated site with everything that is known of it. The same family and seed make the same
// world.
type World struct {
	truth.Record
	Site        upslope.Site
	Today       time.Time
	Connections []upslope.Connection
	Crawl       *upslope.Crawl

	traits
	lastDay     time.Time // the last final day
	dates       []time.Time
	brand       string
	unplanted   map[string]bool // detectors that nothing is planted for
	pages       []*page
	home        *page
	queries     []*query
	queryTexts  map[string]bool
	ads         *account
	levels      levels
	linkRows    []warehouse.CrawledLink
	tables      []warehouse.Table
	missingDays map[string]map[int]bool // days that no sync read, by provider
	rowHeads    map[string]warehouse.Head
	visitCache  map[*page]float64
}

// New generates the world of a family and a seed.
func New(family string, seed uint64) (*World, error) {
	traits, ok := families()[family]
	if !ok {
		return nil, fmt.Errorf("%q is no family of worlds; there are %s", family, strings.Join(Names(), ", "))
	}
	w := &World{
		Record: truth.Record{Name: family, Seed: seed}, queryTexts: map[string]bool{}, unplanted: map[string]bool{},
		missingDays: map[string]map[int]bool{}, rowHeads: map[string]warehouse.Head{}, visitCache: map[*page]float64{},
	}
	rng := w.stream("traits")
	w.traits = traits(rng)
	w.brand = brandName(rng)
	for _, detector := range truth.Measured() {
		w.unplanted[detector] = chance(rng, .25)
	}
	w.lastDay = time.Date(2026, 11, 18, 0, 0, 0, 0, time.UTC).AddDate(0, 0, -rng.IntN(365))
	w.Today = w.lastDay.AddDate(0, 0, 3).Add(9 * time.Hour)
	for d := range history {
		w.dates = append(w.dates, w.lastDay.AddDate(0, 0, d-history+1))
	}
	w.identify()
	w.dropDays()
	w.build()
	w.run()
	return w, nil
}

// identify names the site and connects its providers.
func (w *World) identify() {
	name := fmt.Sprintf("%s/%d", w.Name, w.Seed)
	w.Site = upslope.Site{
		ID: newID("site/" + name), AccountID: newID("account/" + name), Name: capitalize(w.brand), Domain: w.brand + ".com",
		Currency: "EUR", TimeZone: "Europe/Berlin", CreatedAt: w.Today,
	}
	for _, provider := range []string{upslope.GSC, upslope.GA4, upslope.GAds, upslope.Semrush, upslope.PageSpeed} {
		id := newID(w.Site.ID + "/" + provider)
		w.rowHeads[provider] = warehouse.Head{AccountID: w.Site.AccountID, SiteID: w.Site.ID, ConnectionID: id, SyncID: currentSync}
		w.Connections = append(w.Connections, upslope.Connection{
			ID: id, AccountID: w.Site.AccountID, SiteID: w.Site.ID, Provider: provider, Status: upslope.Connected,
		})
	}
}

func newID(name string) string { return uuid.NewSHA1(uuid.NameSpaceURL, []byte(name)).String() }

// stream is the randomness of one part of a world, so that changing a part leaves the others as they are.
func (w *World) stream(part string) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(w.Name + "/" + part))
	return rand.New(rand.NewPCG(w.Seed, h.Sum64())) //nolint:gosec // worlds must be reproducible
}

// day is the date of a day, 0 the first of the history.
func (w *World) day(d int) time.Time { return w.dates[d] }

// build sets the process up, with plants and decoys in every part of it.
func (w *World) build() {
	w.buildLevels()
	w.buildPages()
	w.buildQueries()
	w.plantSearch()
	w.plantVisits()
	w.buildAds()
	w.plantCrawl()
}

// run lets the process run, then derives from it what is true.
func (w *World) run() {
	clear(w.visitCache)
	w.runSearch()
	w.runVisits()
	w.runAds()
	w.runSpeed()
	w.runCrawl()
	w.findSearchCases()
	w.findWeakLinks()
	w.recordReads()
	w.Unit = w.unit()
	slices.SortStableFunc(w.Cases, func(a, b truth.Case) int { return strings.Compare(a.Type, b.Type) })
}

// Summary describes the site in a line.
func (w *World) Summary() string {
	return fmt.Sprintf("%s, %d pages, %d queries", w.Site.Domain, len(w.pages), len(w.queries))
}

// ImportParameters are those of the statement that finds the issues of an import.
func (w *World) ImportParameters() map[string]any {
	return map[string]any{"account_id": w.Site.AccountID, "site_id": w.Site.ID, "import_id": w.Crawl.ImportID, "imported_at": w.Today}
}

// Tables are the rows that providers and a crawler would give of the site.
func (w *World) Tables() []warehouse.Table { return w.tables }

func (w *World) addTable(name string, rows any) {
	w.tables = append(w.tables, warehouse.Table{Name: name, Rows: rows})
}

const currentSync = 2000 // of the reads that count

// rowHead begins a row of a provider on a day.
func (w *World) rowHead(provider string, d int) warehouse.Head {
	head := w.rowHeads[provider]
	head.Day = w.dates[d]
	return head
}

// perMonth scales a sum over the window to a month.
func perMonth(sum float64) float64 { return sum * daysPerMonth / window }
