package families

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// page is a page of the site, with what the process needs of it.
type page struct {
	url      string
	section  section
	about    string
	place    float64 // where it stands for what it is about
	rankings []*ranking
	born     int // the day of the history on which it came; negative: before
	gone     int // the day on which it went; history: never

	// As the crawl sees it.
	status               int
	noindex, blocked     bool
	canonical, redirect  string
	title, description   string
	h1, secondH1         string
	words                int
	isFixture            bool // a log-in, a cart: no content
	isHub                bool
	unlinked, contentful bool // no text links to it; others link to it from their texts
	depth                int

	// As visitors see it.
	converting float64            // times what its section makes
	onDevice   map[string]float64 // what is left of that on a device
	engaged    float64
	lcp        float64 // milliseconds that a quarter of visits wait longer than
	inp        float64
	shift      float64
	tested     bool    // however few open it
	mobile     float64 // share of visits
	paid       float64 // of other channels' visits, those from ads

	days []dayFigures // of the history, as Search Console has it
}

// dayFigures are what a page or the site has on a day.
type dayFigures struct {
	clicks, impressions int
	places              float64
}

func (f *dayFigures) add(clicks, impressions int, place float64) {
	f.clicks += clicks
	f.impressions += impressions
	f.places += place * float64(impressions)
}

func (w *World) url(path string) string { return "https://" + w.Site.Domain + path }

// buildPages lays the site out: the home page, sections with their pages, and pages without content.
func (w *World) buildPages() {
	r := w.stream("pages")
	w.home = w.addPage(r, w.url("/"), section{folder: "", converting: 1, depth: 0}, w.brand)
	w.home.isHub, w.home.place, w.home.title, w.home.born = true, 1, capital(w.brand)+": what we do and who we are", -1000
	taken := map[string]bool{}
	for _, s := range w.sections {
		for range s.pages {
			topic, kind := pick(r, topics(s.words)), pick(r, kindsOf(s.words))
			about := kind + " " + topic
			for n := 2; taken[about]; n++ {
				about = kind + " " + pick(r, kindsOf(s.words)) + " " + pick(r, topics(s.words))
			}
			taken[about] = true
			path := "/" + strings.ReplaceAll(about, " ", "-")
			if s.folder != "" {
				path = "/" + s.folder + path
			}
			p := w.addPage(r, w.url(path), s, about)
			if chance(r, .12) {
				p.born = r.IntN(history - 60)
			}
		}
		if s.folder != "" {
			hub := w.addPage(r, w.url("/"+s.folder), section{folder: "", converting: .4, depth: 1}, s.folder+" overview")
			hub.isHub, hub.born = true, -1000
		}
	}
	for _, fixture := range []string{"cart", "login", "thank-you", "privacy", "search"} {
		p := w.addPage(r, w.url("/"+fixture), section{folder: "", converting: 0, depth: 1}, fixture)
		p.isFixture, p.born, p.noindex = true, -1000, fixture != "privacy"
	}
}

func (w *World) addPage(r *rand.Rand, url string, s section, about string) *page {
	p := &page{
		url: url, section: s, about: about, born: -1 - r.IntN(900), gone: history, status: 200, words: 250 + r.IntN(1500), depth: s.depth,
		place: math.Max(1, w.middlePlace*about1(r, w.placeSpread)), converting: about1(r, .12), onDevice: map[string]float64{},
		engaged: between(r, .45, .65), mobile: between(r, .35, .75), paid: r.Float64(), contentful: true,
		title: fmt.Sprintf("%s: %s", capital(about), pick(r, []string{"what to know before you decide", "facts, figures and examples", "all you need in one place", "compared and explained"})),
		h1:    capital(about), days: make([]dayFigures, history),
	}
	if len(p.title) > 58 {
		p.title = capital(about) + ", compared"
	}
	p.description = capital(about) + ", explained by people who work with it every day: what it costs and what to look for."
	w.pages = append(w.pages, p)
	return p
}

// content are the pages that stand for something in search, in an order of chance.
func (w *World) content(r *rand.Rand) []*page {
	found := slices.DeleteFunc(slices.Clone(w.pages), func(p *page) bool { return p.isFixture || p.isHub })
	r.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	return found
}

// levels are what moves the whole site or a section from day to day.
type levels struct {
	site     []float64
	sections map[string][]float64
}

func (w *World) buildLevels() {
	r := w.stream("levels")
	w.levels = levels{site: make([]float64, history), sections: map[string][]float64{}}
	restless, drift := between(r, .01, .05), 0.
	struck := history - 30 - r.IntN(250)
	for d := range history {
		drift = .9*drift + restless*r.NormFloat64()
		level := drift + w.trend*float64(d-history)/365
		if d >= struck {
			level += w.shock
		}
		if weekday := w.day(d).Weekday(); weekday == 0 || weekday == 6 {
			level += math.Log(w.weekend)
		}
		w.levels.site[d] = math.Exp(level)
	}
	for _, s := range append(slices.Clone(w.sections), section{folder: "", words: "*"}) {
		swing, peak := w.season*r.Float64(), 365*r.Float64()
		days := make([]float64, history)
		for d := range days {
			at := float64(w.day(d).YearDay())
			days[d] = math.Exp(swing * math.Cos(2*math.Pi*(at-peak)/365))
		}
		w.levels.sections[s.folder] = days
	}
}
