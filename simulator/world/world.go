// Package world generates the simulator's sites: their pages, queries and ads, and the figures of each day.
//
// It owns a process whose days can be computed in any order: every figure is drawn from a hash of the seed,
// the entity and the day. It knows no wire format, limit or fault, and reads no clock.
package world

import "upslope/simulator/truth"

// World is one site and all its figures. Its Record has the plants of the demo; other sites have none.
type World struct {
	truth.Record
	Title    string // its owner's name for it
	Brand    string // one word
	Domain   string
	Origin   string // scheme and host of its pages
	GSCSite  string
	GA4ID    string
	AdsID    string // Ads customer; ten digits
	Manager  string // the only Ads manager with access to the customer; "" for direct access
	Currency string
	Cents    bool // the currency has cents
	Zone     string

	// Withheld: Analytics drops small rows by page for privacy; Folded: it reports them as "(other)".
	Withheld, Folded bool

	Pages     []Page
	Queries   []Query
	Campaigns []Campaign

	seed        uint64
	anchor      Day
	first       Day // no figures before it
	ctrScale    float64
	hasRefunds  bool // some days have refunds
	seasons     []season
	keywords    []Keyword
	adGroups    []AdGroup
	terms       []Term
	fixedSearch []Showing // the same for every day, in worlds without randomness
}

// Kinds of page.
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
	Section     string // its category
	Title       string
	Description string
	H1          string
	Words       int

	season            int
	clicks            float64 // mean daily clicks of all queries
	anonymous         float64 // mean daily impressions of anonymous queries
	anonymousPosition float64 // their mean position
	visits            float64 // mean daily visits from channels other than search
	conversionFactor  float64 // factor on the conversion rate of its kind
	price             float64 // of a mean order
	speedFactor       float64 // factor on its loading time
	fewLinks          bool    // with hardly any content links
	shifts            []shift
	fault             string // in the crawl, such as noindex
}

// Query is a search query.
type Query struct {
	Text  string
	Brand bool

	page         int
	second       int     // the site's second page that ranks for it, or -1
	alternates   bool    // the two alternate
	sharedChance float64 // probability that the second is shown below the first
	volume       float64 // mean daily impressions
	position     float64
	snippet      float64 // factor on the CTR
	season       int
	shifts       []shift
	intent       string
	difficulty   int // keyword difficulty
}

// shift is a lasting change of an entity, linear between two days.
type shift struct {
	from, to Day
	position float64 // added
	volume   float64 // factor; 0 means 1
	snippet  float64 // factor; 0 means 1
}

// at returns the shift's position and factors on a day.
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

// totalShift combines all shifts on a day.
func totalShift(shifts []shift, day Day) (position, volume, snippet float64) {
	volume, snippet = 1, 1
	for _, s := range shifts {
		p, v, c := s.at(day)
		position, volume, snippet = position+p, volume*v, snippet*c
	}
	return position, volume, snippet
}

// First returns the first day with figures.
func (w *World) First() Day { return w.first }

// Page finds a page by URL, with or without the trailing slash.
func (w *World) Page(url string) (Page, bool) {
	for _, page := range w.Pages {
		if page.URL == url || page.URL == url+"/" {
			return page, true
		}
	}
	return Page{}, false
}
