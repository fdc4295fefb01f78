package world

import (
	"fmt"
	"strings"
	"upslope/simulator/truth"
)

// Names of the worlds.
const (
	Demo   = "demo"   // a shop with one plant of every type of insight
	Small  = "small"  // a shop of forty pages
	Empty  = "empty"  // no visitors
	Capped = "capped" // more than 50,000 rows a day by query and page
	Odd    = "odd"    // awkward keys, money and figures
	Agency = "agency" // AgencyClients small shops, agency/0 and so on
)

// AgencyClients is the number of the agency's clients.
const AgencyClients = 500

// History is the number of days with figures before the anchor: sixteen months.
const History = 486

// New makes a world by name. Its plants and figures end at the anchor, and its figures start History days
// before. The same seed and anchor give the same world.
func New(name string, seed uint64, anchor Day) (*World, error) {
	kind, number, _ := strings.Cut(name, "/")
	w := &World{
		Record: truth.Record{Name: name, Seed: seed, Unit: "USD"},
		seed:   splitMix(seed), anchor: anchor, first: anchor - History, Currency: "USD", Cents: true, Zone: "America/New_York",
	}
	switch kind {
	case Demo:
		w.identify("Larkspur Outdoor", "Larkspur", "larkspur-outdoor.example", 1)
		w.fillShop(plan{categories: 16, products: 18, guides: 5, staticPages: 16, queries: 6000, scale: 1, campaigns: 12, adGroupsPerSearch: 4, keywordsPerGroup: 5, termsPerKeyword: 8, tailExponent: 2.35})
		w.plant()
	case Small:
		w.identify("Fernhill Camping", "Fernhill", "fernhill-camping.example", 2)
		w.fillShop(plan{from: 3, categories: 2, products: 12, guides: 3, staticPages: 8, queries: 300, scale: .4, campaigns: 3, adGroupsPerSearch: 2, keywordsPerGroup: 3, termsPerKeyword: 4})
	case Empty:
		w.identify("Nobody Comes", "Nobody", "nobody-comes.example", 3)
		w.first = 1 << 30
	case Capped:
		w.identify("Cogwheel Parts", "Cogwheel", "cogwheel-parts.example", 4)
		w.fillParts()
	case Odd:
		w.identify("Odd Goods", "Odd", "odd-goods.example", 5)
		w.fillOdd()
	case Agency:
		var client int
		if _, err := fmt.Sscanf(number, "%d", &client); err != nil || client < 0 || client >= AgencyClients {
			return nil, fmt.Errorf("%q is not a client of the agency", name)
		}
		w.identify(agencyClient(client))
		w.Manager = AgencyManager
		w.fillShop(plan{from: client, categories: 1, products: 6, guides: 2, staticPages: 3, queries: 50, scale: .06, campaigns: 2, adGroupsPerSearch: 1, keywordsPerGroup: 3, termsPerKeyword: 2})
	default:
		return nil, fmt.Errorf("%q is not a world; there are %s", name, strings.Join(Names(), ", "))
	}
	return w, nil
}

// AgencyManager is the Ads manager account with access to the agency's clients.
const AgencyManager = "5550000001"

// Names returns the names of all worlds, without the agency's clients.
func Names() []string { return []string{Demo, Small, Empty, Capped, Odd, Agency} }

// identify sets a world's provider properties.
func (w *World) identify(title, brand, domain string, number int) {
	w.Title, w.Brand, w.Domain = title, brand, domain
	w.Origin = "https://www." + domain
	w.GSCSite = "sc-domain:" + domain
	w.GA4ID = fmt.Sprintf("4210%05d", number)
	w.AdsID = fmt.Sprintf("42100%05d", number)
}

// agencyClient returns a client's name: five hundred distinct pairs of words.
func agencyClient(i int) (title, brand, domain string, number int) {
	first := strings.Fields("North South East West Silver Golden Green Blue Bright Quiet Stone River Maple Cedar Birch Summit Valley Harbor Meadow Canyon Willow Amber Frost Copper Ember")
	second := strings.Fields("Ridge Trail Camp Pack Peak Creek Path Field Gear Works Supply Outfit Lodge Base Point House Market Corner Post Yard")
	brand = first[i%len(first)] + strings.ToLower(second[i/len(first)%len(second)])
	return first[i%len(first)] + " " + second[i/len(first)%len(second)], brand, strings.ToLower(brand) + ".example", 1000 + i
}
