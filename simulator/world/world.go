// Package world generates the sites that the simulator serves: their pages, queries and ads, and what each
// day brought.
//
// It owns a process whose days can be computed in any order: every figure is drawn from a hash of the seed,
// the entity and the day. It knows no wire format, limit or fault, and reads no clock.
package world

import "upslope/simulator/truth"

// World is one site and everything that happens to it. Its Record has the plants of the demo; the other sites
// have none.
type World struct {
	truth.Record
	Title    string // what its owner calls it
	Brand    string // one word
	Domain   string
	Origin   string // scheme and host of its pages
	GSCSite  string
	GA4ID    string
	AdsID    string // Ads customer; ten digits
	Manager  string // the Ads manager through which alone the customer is reached; "" directly
	Currency string
	Cents    bool // whether the currency has any
	Zone     string

	// Withheld says that Analytics leaves small rows out of reports by page, for privacy; Folded that it
	// shows them as "(other)".
	Withheld, Folded bool

	Pages     []Page
	Queries   []Query
	Campaigns []Campaign

	seed        uint64
	anchor      Day
	first       Day // no figures before it
	ctrScale    float64
	hasRefunds  bool // money goes back on some days
	seasons     []season
	keywords    []Keyword
	adGroups    []AdGroup
	terms       []Term
	fixedSearch []Showing // of every day alike, in worlds that are not rolled
}

// The kinds of page.
const (
	Home     = "home"
	Category = "category"
	Product  = "product"
	Guide    = "guide"
	Other    = "other"
)

// Page is one address of the site.
type Page struct {
	URL         string
	Path        string
	Kind        string
	Section     string // the category it belongs to
	Title       string
	Description string
	H1          string
	Words       int

	season            int
	clicks            float64 // of visible and hidden queries together, a day in the long run
	anonymous         float64 // impressions of its hidden queries, a day in the long run
	anonymousPosition float64 // their mean position
	visits            float64 // from channels other than search, a day in the long run
	conversionFactor  float64 // factor on the conversion rate of its kind
	price             float64 // of a mean order
	speedFactor       float64 // factor on its loading time
	fewLinks          bool    // hardly any page links to it in its text
	shifts            []shift
	fault             string // of its crawl, such as noindex
}

// Query is what people type into the search engine.
type Query struct {
	Text  string
	Brand bool

	page         int
	second       int     // another page of the site that is found for it; -1 none
	alternates   bool    // the two take turns
	sharedChance float64 // how often the second is shown below the first
	volume       float64 // impressions a day in the long run
	position     float64
	snippet      float64 // factor on the click-through rate
	season       int
	shifts       []shift
	intent       string
	difficulty   int // keyword difficulty
}

// shift changes an entity for good, in a straight line between two days.
type shift struct {
	from, to Day
	position float64 // added
	volume   float64 // factor; 0 means 1
	snippet  float64 // factor; 0 means 1
}

// at is how much of the shift has happened by a day, and what its factors are then.
func (s shift) at(day Day) (position, volume, snippet float64) {
	part := 0.0
	switch {
	case day >= s.to:
		part = 1
	case day > s.from:
		part = float64(day-s.from) / float64(s.to-s.from)
	}
	volume, snippet = 1, 1
	if s.volume > 0 {
		volume += part * (s.volume - 1)
	}
	if s.snippet > 0 {
		snippet += part * (s.snippet - 1)
	}
	return part * s.position, volume, snippet
}

// totalShift adds up the shifts of a day.
func totalShift(shifts []shift, day Day) (position, volume, snippet float64) {
	volume, snippet = 1, 1
	for _, s := range shifts {
		p, v, c := s.at(day)
		position, volume, snippet = position+p, volume*v, snippet*c
	}
	return position, volume, snippet
}

// First is the first day that has figures.
func (w *World) First() Day { return w.first }

// Page finds a page by its address, with or without the final slash.
func (w *World) Page(url string) (Page, bool) {
	for _, page := range w.Pages {
		if page.URL == url || page.URL == url+"/" {
			return page, true
		}
	}
	return Page{}, false
}
