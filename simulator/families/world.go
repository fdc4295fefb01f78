// Package families generates random sites of two sets of families with their known problems.
//
// It owns the process behind a site: searches, rankings, ad clicks, conversions. Problems and decoys are
// planted into the process; it then runs day by day and produces the rows of providers and a crawler. A
// problem's value is the difference the process shows without it. It uses none of the engine's formulas or
// constants.
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
	window       = 28  // newest days, the base of monthly figures
	daysPerMonth = 30.4
)

// World is a generated site and its truth. The same family and seed give the same world.
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
	unplanted   map[string]bool // detectors without plants
	canonicals  float64         // share of the pages that name one
	pages       []*page
	home        *page
	queries     []*query
	queryTexts  map[string]bool
	ads         *account
	levels      levels
	linkRows    []warehouse.CrawledLink
	tables      []warehouse.Table
	missingDays map[string]map[int]bool // missing days by provider
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
		if detector != truth.RisingCPC { // its own stream leaves the worlds of a seed as they were
			w.unplanted[detector] = chance(rng, .25)
		}
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

// stream returns the random source of one part, so that changing a part does not affect others.
func (w *World) stream(part string) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(w.Name + "/" + part))
	return rand.New(rand.NewPCG(w.Seed, h.Sum64())) //nolint:gosec // worlds must be reproducible
}

// day is the date of a day, 0 the first of the history.
func (w *World) day(d int) time.Time { return w.dates[d] }

// build sets up the process with all plants and decoys.
func (w *World) build() {
	w.buildLevels()
	w.buildPages()
	w.buildQueries()
	w.plantSearch()
	w.plantVisits()
	w.buildAds()
	w.plantCrawl()
}

// run runs the process and derives the truth.
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

// Summary describes the site in one line.
func (w *World) Summary() string {
	return fmt.Sprintf("%s, %d pages, %d queries", w.Site.Domain, len(w.pages), len(w.queries))
}

// ImportParameters returns the parameters of the statement that finds an import's issues.
func (w *World) ImportParameters() map[string]any {
	return map[string]any{"account_id": w.Site.AccountID, "site_id": w.Site.ID, "import_id": w.Crawl.ImportID, "imported_at": w.Today}
}

// Tables returns the rows of providers and a crawler.
func (w *World) Tables() []warehouse.Table { return w.tables }

func (w *World) addTable(name string, rows any) {
	w.tables = append(w.tables, warehouse.Table{Name: name, Rows: rows})
}

const currentSync = 2000 // id of the current reads

// rowHead returns the first columns of a provider's row on a day.
func (w *World) rowHead(provider string, d int) warehouse.Head {
	head := w.rowHeads[provider]
	head.Day = w.dates[d]
	return head
}

// perMonth scales a sum over the window to a month.
func perMonth(sum float64) float64 { return sum * daysPerMonth / window }
