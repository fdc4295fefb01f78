package world_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope/simulator/truth"
	"upslope/simulator/world"
)

func anchor() world.Day { return world.DayOf(time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)) }

func newWorld(t *testing.T, name string, seed uint64) *world.World {
	t.Helper()
	w, err := world.New(name, seed, anchor())
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestDaysAreTheSameInAnyOrder(t *testing.T) {
	for _, name := range []string{world.Demo, world.Small, world.Odd, "agency/499"} {
		first, second := newWorld(t, name, 3), newWorld(t, name, 3)
		type day struct {
			search []world.Showing
			visits []world.Visit
			ads    []world.AdRow
		}
		read := func(w *world.World, d world.Day) day { return day{w.Search(d, 1), w.Visits(d, 1), w.Ads(d, 40)} }
		days := map[world.Day]day{}
		for d := anchor() - 60; d < anchor(); d += 7 {
			days[d] = read(first, d)
		}
		for d := anchor() - 1; d > anchor()-61; d-- {
			if want, known := days[d]; known && !reflect.DeepEqual(read(second, d), want) {
				t.Errorf("%s: %s differs", name, d)
			}
		}
		if name != world.Odd && reflect.DeepEqual(newWorld(t, name, 4).Search(anchor()-4, 1), days[anchor()-4].search) {
			t.Errorf("%s: another seed makes the same day", name)
		}
		if got := first.Search(first.First()-1, 1); len(got) != 0 {
			t.Errorf("%s: %d rows before the first day", name, len(got))
		}
	}
}

func TestPiecesAddUpToTheWhole(t *testing.T) {
	w := newWorld(t, world.Demo, 1)
	showings := w.Search(anchor()-10, 1)
	type sum struct{ impressions, clicks, shared, positions int }
	var whole, parts sum
	for _, s := range showings {
		whole = sum{whole.impressions + s.Impressions, whole.clicks + s.Clicks, whole.shared + s.Shared, whole.positions + s.PositionSum}
		if s.Clicks > s.Impressions || s.Shared > s.Impressions || s.PositionSum < s.Impressions || s.Impressions == 0 {
			t.Fatalf("impossible: %+v", s)
		}
	}
	for _, p := range w.Pieces(anchor()-10, showings, true, true) {
		parts = sum{parts.impressions + p.Impressions, parts.clicks + p.Clicks, parts.shared + p.Shared, parts.positions + p.PositionSum}
		if p.Clicks > p.Impressions || p.Shared > p.Impressions || p.PositionSum < p.Impressions || p.Device == "" || p.Country == "" {
			t.Fatalf("impossible piece: %+v", p)
		}
	}
	if whole != parts {
		t.Errorf("whole %+v, parts %+v", whole, parts)
	}
}

func TestDemoHasItsDocumentedSize(t *testing.T) {
	w := newWorld(t, world.Demo, 0)
	if len(w.Pages) != 400 || len(w.Queries) != 6000 || len(w.Campaigns) != 12 {
		t.Errorf("%d pages, %d queries, %d campaigns", len(w.Pages), len(w.Queries), len(w.Campaigns))
	}
	texts, addresses := map[string]bool{}, map[string]bool{}
	for _, q := range w.Queries {
		texts[q.Text] = true
	}
	for _, p := range w.Pages {
		addresses[p.URL] = true
	}
	if len(texts) != 6000 || len(addresses) != 400 {
		t.Errorf("%d different queries, %d different pages", len(texts), len(addresses))
	}
	took := time.Hour // of the fastest day: others may run on a busy machine
	for d := anchor() - 100; d < anchor(); d++ {
		begun := time.Now()
		w.Search(d, 1)
		w.Visits(d, 1)
		w.Ads(d, 40)
		took = min(took, time.Since(begun))
	}
	if took > 20*time.Millisecond {
		t.Errorf("a day takes %v to make up", took)
	}
}

// figures are the sums of a 28-day window for a page or one of its queries.
type figures struct{ clicks, impressions, positions float64 }

func (f figures) position() float64 { return f.positions / f.impressions }

func window(w *world.World, to world.Day) (queries, pages map[string]figures) {
	queries, pages = map[string]figures{}, map[string]figures{}
	add := func(into map[string]figures, key string, s world.Showing) {
		f := into[key]
		into[key] = figures{f.clicks + float64(s.Clicks), f.impressions + float64(s.Impressions), f.positions + float64(s.PositionSum)}
	}
	for d := to - 27; d <= to; d++ {
		for _, s := range w.Search(d, 1) {
			add(pages, w.Pages[s.Page].Path, s)
			if s.Query != world.Hidden {
				add(queries, w.Queries[s.Query].Text+" "+w.Pages[s.Page].Path, s)
			}
		}
	}
	return queries, pages
}

func TestDemoShowsItsPlants(t *testing.T) {
	for _, seed := range []uint64{0, 1, 99} {
		w := newWorld(t, world.Demo, seed)
		queries, pages := window(w, anchor()-3)
		_, before := window(w, anchor()-3-364)
		for key, at := range map[string]float64{
			"waterproof hiking boots /hiking-boots/": 6.4, "ultralight backpack /backpacks/": 11.5, "down jacket for winter /down-jackets/": 8.3,
			"best water filters for backpacking /guides/best-water-filters-for-backpacking/": 8.7, "sleeping pad size guide /guides/sleeping-pad-sizes-explained/": 10.5,
		} {
			if f := queries[key]; f.impressions < 1000 || f.position() < at-1 || f.position() > at+1 {
				t.Errorf("seed %d: %s has %v impressions at %.1f", seed, key, f.impressions, f.position())
			}
		}
		if f := queries["camping stove /camping-stoves/"]; f.clicks > .6*.8*.1*f.impressions || f.impressions < 2000 {
			t.Errorf("seed %d: no CTR gap: %+v", seed, f)
		}
		for page, drop := range map[string]float64{"/guides/how-to-choose-a-rain-jacket/": .45, "/guides/trail-running-shoes-for-beginners/": .45} {
			if now, then := pages[page].clicks, before[page].clicks; then < 50 || now > then*(1-drop) {
				t.Errorf("seed %d: %s has %v clicks after %v", seed, page, now, then)
			}
		}
		for query, competing := range map[string][2]string{"best sleeping bags for winter": {"/guides/best-sleeping-bags-for-winter/", "/sleeping-bags/"}, "4 season tent": {"/tents/", "/tents/esker-4-season-tent/"}} {
			if a, b := queries[query+" "+competing[0]].impressions, queries[query+" "+competing[1]].impressions; a < 200 || b < 200 {
				t.Errorf("seed %d: %s has %v and %v impressions", seed, query, a, b)
			}
		}
		for _, broken := range []string{"/guides/how-to-clean-hiking-boots/", "/backpacks/wren-65l-backpack/", "/headlamps/fell-tactical-headlamp/", "/rain-jackets/esker-cycling-rain-jacket/", "/sleeping-bags/yarrow-double-sleeping-bag/", "/sleeping-bags/dunmore-compact-sleeping-bag/"} {
			if pages[broken].impressions < 50 {
				t.Errorf("seed %d: nobody finds %s", seed, broken)
			}
		}
		wasted := 0
		for d := anchor() - 37; d < anchor()-7; d++ {
			for _, row := range w.Ads(d, 40) {
				if row.Term >= 0 && (strings.Contains(w.Terms()[row.Term].Text, "free") || strings.Contains(w.Terms()[row.Term].Text, "repair kit")) {
					wasted += row.Clicks
					if row.Conversions > 0 {
						t.Fatalf("seed %d: %q converts", seed, w.Terms()[row.Term].Text)
					}
				}
			}
		}
		if wasted < 500 {
			t.Errorf("seed %d: %d wasted clicks", seed, wasted)
		}
	}
}

func TestDemoRecordsAPlantOfEveryDetector(t *testing.T) {
	w := newWorld(t, world.Demo, 0)
	planted := map[string]int{}
	for _, c := range w.Cases {
		if _, isPage := w.Page(c.Page); c.Page != "" && !isPage {
			t.Errorf("%s: there is no such page", c)
		}
		if c.Planted {
			planted[c.Type]++
		}
	}
	for _, detector := range truth.Measured() {
		if planted[detector] == 0 {
			t.Errorf("the demo has nothing for %s", detector)
		}
	}
	if small := newWorld(t, world.Small, 0); len(small.Cases) != 0 {
		t.Errorf("nothing is planted in the small shop, but it records %v", small.Cases)
	}
}

func TestAgencyClientsAllDiffer(t *testing.T) {
	seen := map[string]bool{}
	for i := range world.AgencyClients {
		w := newWorld(t, fmt.Sprintf("%s/%d", world.Agency, i), 0)
		for _, id := range []string{w.GSCSite, w.GA4ID, w.AdsID} {
			if seen[id] {
				t.Fatalf("%s is there twice", id)
			}
			seen[id] = true
		}
	}
	if _, err := world.New("agency/500", 0, anchor()); err == nil {
		t.Error("there is a 501st client")
	}
	if _, err := world.New("mars", 0, anchor()); err == nil || !strings.Contains(err.Error(), strings.Join(world.Names(), ", ")) {
		t.Errorf("an unknown world: %v", err)
	}
	if !slices.Contains(world.Names(), world.Demo) {
		t.Error("no demo")
	}
}
