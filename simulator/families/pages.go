package families

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// page is a page of the site and its parameters in the process.
type page struct {
	url        string
	section    section
	topic      string
	position   float64 // typical ranking for its topic
	rankings   []*ranking
	createdDay int // negative: before the history
	removedDay int // history: never

	// In the crawl.
	status              int
	noindex, blocked    bool
	canonical, redirect string
	twin                string // what its address does with a slash at its end; "": not linked
	title, description  string
	h1, secondH1        string
	wordCount           int
	depth               int  // clicks from the home page; negative: unreachable
	isHub               bool // home page or section overview
	isFixture           bool // without content, such as a cart
	isUnlinked          bool // no content links to it
	inFooter            bool // of a fixture: linked from every page, not only the home page

	// For visitors.
	conversionFactor float64            // on the rate of its section
	deviceFactors    map[string]float64 // on its conversion rate; absent: 1
	engagementRate   float64
	lcp, inp         float64 // milliseconds, 75th percentile
	cls              float64
	alwaysTested     bool    // by PageSpeed, however few its visits
	mobileShare      float64 // of visits
	paidSocialFactor float64 // factor on visits from paid social

	searchDays []dayFigures // as in Search Console
}

// dayFigures are Search Console's figures of a page or the site on a day.
type dayFigures struct {
	clicks, impressions int
	positionSum         float64
}

func (f *dayFigures) add(clicks, impressions int, position float64) {
	f.clicks += clicks
	f.impressions += impressions
	f.positionSum += position * float64(impressions)
}

func (f *dayFigures) position() float64 { return f.positionSum / float64(f.impressions) }

func (w *World) url(path string) string { return "https://" + w.Site.Domain + path }

// buildPages creates the home page, sections with their pages, and pages without content.
func (w *World) buildPages() {
	r := w.stream("pages")
	w.home = w.addPage(r, w.url("/"), section{folder: "", conversionFactor: 1, depth: 0}, w.brand)
	w.home.isHub, w.home.position, w.home.title, w.home.createdDay = true, 1, capitalize(w.brand)+": what we do and who we are", beforeHistory
	taken := map[string]bool{}
	for _, s := range w.sections {
		for range s.pages {
			topic := newTopic(r, s.topicKind, taken)
			path := "/" + strings.ReplaceAll(topic, " ", "-")
			if s.folder != "" {
				path = "/" + s.folder + path
			}
			p := w.addPage(r, w.url(path), s, topic)
			if chance(r, .12) {
				p.createdDay = r.IntN(history - 60)
			}
		}
		if s.folder != "" {
			hub := w.addPage(r, w.url("/"+s.folder), section{folder: "", conversionFactor: .4, depth: 1}, s.folder+" overview")
			hub.isHub, hub.createdDay = true, beforeHistory
		}
	}
	for _, fixture := range []string{"cart", "login", "thank-you", "privacy", "search"} {
		p := w.addPage(r, w.url("/"+fixture), section{folder: "", conversionFactor: 0, depth: 1}, fixture)
		p.isFixture, p.createdDay, p.noindex = true, beforeHistory, fixture != "privacy"
	}
}

const beforeHistory = -1000 // a day long before the first

// newTopic returns an unused topic.
func newTopic(r *rand.Rand, kind string, taken map[string]bool) string {
	noun, qualifier := pick(r, topics(kind)), pick(r, qualifiers(kind))
	topic := qualifier + " " + noun
	for taken[topic] {
		topic = qualifier + " " + pick(r, qualifiers(kind)) + " " + pick(r, topics(kind))
	}
	taken[topic] = true
	return topic
}

func (w *World) addPage(r *rand.Rand, url string, s section, topic string) *page {
	p := &page{
		url: url, section: s, topic: topic, createdDay: -1 - r.IntN(900), removedDay: history, status: 200, wordCount: 250 + r.IntN(1500), depth: s.depth,
		position: math.Max(1, w.medianPosition*lognormal(r, w.positionSpread)), conversionFactor: lognormal(r, .12), deviceFactors: map[string]float64{},
		engagementRate: uniform(r, .45, .65), mobileShare: uniform(r, .35, .75), paidSocialFactor: r.Float64(), inFooter: true,
		title: fmt.Sprintf("%s: %s", capitalize(topic), pick(r, []string{"what to know before you decide", "facts, figures and examples", "all you need in one place", "compared and explained"})),
		h1:    capitalize(topic), searchDays: make([]dayFigures, history),
	}
	if len(p.title) > 58 {
		p.title = capitalize(topic) + ", compared"
	}
	p.description = capitalize(topic) + ", explained by people who work with it every day: what it costs and what to look for."
	w.pages = append(w.pages, p)
	return p
}

// content returns the pages with a topic, in random order.
func (w *World) content(r *rand.Rand) []*page {
	found := slices.DeleteFunc(slices.Clone(w.pages), func(p *page) bool { return p.isFixture || p.isHub })
	r.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	return found
}

// levels are factors on the traffic of the site and of its sections, by day.
type levels struct {
	site     []float64
	sections map[string][]float64
}

func (w *World) buildLevels() {
	r := w.stream("levels")
	w.levels = levels{site: make([]float64, history), sections: map[string][]float64{}}
	volatility, drift := uniform(r, .01, .05), 0.
	shockDay := history - 30 - r.IntN(250)
	for d := range history {
		drift = .9*drift + volatility*r.NormFloat64()
		level := drift + w.trend*float64(d-history)/365
		if d >= shockDay {
			level += w.shock
		}
		if weekday := w.day(d).Weekday(); weekday == 0 || weekday == 6 {
			level += math.Log(w.weekendFactor)
		}
		w.levels.site[d] = math.Exp(level)
	}
	for _, s := range append(slices.Clone(w.sections), section{folder: "", topicKind: "*"}) {
		swing, peak := w.maxSwing*r.Float64(), 365*r.Float64()
		days := make([]float64, history)
		for d := range days {
			at := float64(w.day(d).YearDay())
			days[d] = math.Exp(swing * math.Cos(2*math.Pi*(at-peak)/365))
		}
		w.levels.sections[s.folder] = days
	}
}
