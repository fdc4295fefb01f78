package world

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// plan is the size and assortment of a shop.
type plan struct {
	from, categories  int // range of the vocabulary, which wraps around
	products, guides  int // per category
	staticPages       int
	queries           int     // maximum
	scale             float64 // of its traffic
	campaigns         int
	keywordsPerGroup  int
	termsPerKeyword   int
	tailExponent      float64 // exponent of the query distribution's tail; 0 means 1, a gentle one
	adGroupsPerSearch int
}

// shop fills a world with the pages, queries and ads of a shop.
type shop struct {
	*World
	plan
	words      vocabulary
	dice       dice
	queryTexts map[string]bool // queries
	termKeys   map[string]bool // search terms by ad group
}

func (w *World) fillShop(p plan) {
	s := &shop{World: w, plan: p, words: readVocabulary(), dice: newDice(w.seed, rollBuild, hashName(w.Name), 0), queryTexts: map[string]bool{}, termKeys: map[string]bool{}}
	w.ctrScale = .8
	w.seasons = []season{{peak: 345, swing: .12}} // of the whole shop: gifts
	s.addStatics()
	for i := range p.categories {
		s.addCategory(s.words.assortments[(p.from+i)%len(s.words.assortments)], i)
	}
	s.steepenTail()
	s.keepLargest()
	s.addAnonymous()
	s.addCampaigns()
}

func (s *shop) addPage(p Page) int {
	p.URL = s.Origin + p.Path
	p.conversionFactor, p.speedFactor = 1, 1
	s.Pages = append(s.Pages, p)
	return len(s.Pages) - 1
}

// brandCTRFactor: about half of brand searches click the brand's result.
const brandCTRFactor = 2.2

// addQuery makes a page rank for a query, unless another page already does.
func (s *shop) addQuery(text string, page int, volume, position float64, intent string) {
	if s.queryTexts[text] {
		return
	}
	s.queryTexts[text] = true
	volume *= s.scale * math.Exp(.35*s.dice.normal())
	if position > 1.1 { // a brand always ranks first
		position = max(1, position*math.Exp(.3*s.dice.normal()))
	}
	brand, snippet := strings.Contains(text, strings.ToLower(s.Brand)), math.Exp(.12*s.dice.normal())
	if brand {
		volume, snippet = volume/brandCTRFactor, snippet*brandCTRFactor
	}
	s.Queries = append(s.Queries, Query{
		Text: text, Brand: brand, page: page, second: -1, volume: volume, position: position, snippet: snippet,
		season: s.Pages[page].season, intent: intent, difficulty: clamp(s.dice.round(20+12*math.Log1p(volume)+10*s.dice.normal()), 3, 94),
	})
}

func (s *shop) addStatics() {
	fill := strings.NewReplacer("{Brand}", s.Brand, "{brand}", strings.ToLower(s.Brand))
	for i, static := range s.words.statics[:s.staticPages] {
		kind, visits := Other, 2.0
		if static.path == "/" {
			kind, visits = Home, 210
		}
		if strings.HasPrefix(static.path, "/sale") {
			visits = 45
		}
		page := s.addPage(Page{Path: static.path, Kind: kind, Title: fill.Replace(static.title), Description: fill.Replace(static.description), H1: firstPart(fill.Replace(static.title)), Words: 180 + 40*i, visits: visits * s.scale, price: 96})
		for k, query := range static.queries {
			s.addQuery(query, page, 14/float64(k+1), 9, "commercial")
		}
	}
	for i, query := range s.words.brand {
		s.addQuery(fill.Replace(query), 0, 150*math.Pow(float64(i+1), -1.1), 1.02, "navigational")
	}
}

func firstPart(title string) string {
	first, _, _ := strings.Cut(title, ":")
	return first
}

func (s *shop) addCategory(a assortment, number int) {
	s.seasons = append(s.seasons, a.season)
	season := len(s.seasons) - 1
	weight := math.Pow(float64(number+1), -.35)
	category := s.addPage(Page{
		Path: "/" + a.folder + "/", Kind: Category, Section: a.folder, season: season, price: (a.low + a.high) / 2.4, visits: 16 * weight * s.scale, Words: 420,
		Title: title(a.many) + ": Compare and Buy | " + s.Brand, H1: title(a.many), Description: fmt.Sprintf("Compare %d %s from $%.0f to $%.0f, tested on our own trips. Free delivery over $60 and 60 days to return.", s.products, a.many, a.low, a.high),
	})
	for i, form := range []string{"{many}", "{one}", "best {many}", "buy {many}", "{many} for sale", "cheap {many}", "{many} near me", "{many} online", "{one} sale", "{one} brands", "{one} reviews", "quality {many}"} {
		s.addQuery(a.fill(form), category, 150*weight*math.Pow(float64(i+1), -.95), 9, "commercial")
	}
	for i, feature := range a.features {
		for k, form := range []string{"%s %s", "best %s %s", "%s %s sale", "buy %s %s"} {
			s.addQuery(fmt.Sprintf(form, feature, a.one), category, 30*weight*math.Pow(float64(i+1), -.7)*math.Pow(float64(k+1), -1.3), 8.5, "commercial")
		}
		s.addQuery(feature+" "+a.many, category, 16*weight*math.Pow(float64(i+1), -.7), 9, "commercial")
	}
	for i, use := range a.uses {
		s.addQuery(a.one+" for "+use, category, 12*weight*math.Pow(float64(i+1), -.7), 11, "commercial")
		s.addQuery("lightweight "+a.one+" for "+use, category, 3*weight*math.Pow(float64(i+1), -.7), 12, "commercial")
	}
	for i := range s.guides {
		s.addGuide(a, s.words.guides[i], season, weight, i)
	}
	for i := range s.products {
		s.addProduct(a, season, weight, number, i)
	}
}

func (s *shop) addGuide(a assortment, form guideForm, season int, weight float64, number int) {
	text := a.fill(form.title)
	page := s.addPage(Page{
		Path: "/guides/" + slug(a.fill(form.slug)) + "/", Kind: Guide, Section: "guides", season: season, price: 60, visits: 1.3 * s.scale, Words: 1100 + 130*number,
		Title: text, H1: text, Description: text + ": what our workshop and our testers have learned, what matters and what does not, and what to look at first.",
	})
	for i, query := range form.queries {
		s.addQuery(a.fill(query), page, 34*weight*math.Pow(float64(number+1), -.3)*math.Pow(float64(i+1), -.9), 6, "informational")
	}
}

func (s *shop) addProduct(a assortment, season int, weight float64, category, number int) {
	model := s.words.names[(number*7+category*5)%len(s.words.names)]
	feature := a.features[number%len(a.features)]
	use, otherUse := a.uses[number%len(a.uses)], a.uses[(number*3+1)%len(a.uses)]
	colour, otherColour := s.words.colours[number%len(s.words.colours)], s.words.colours[(number*5+2)%len(s.words.colours)]
	price := math.Floor(a.low+(a.high-a.low)*s.dice.uniform()*s.dice.uniform()) + .95
	full := fmt.Sprintf("%s %s %s", model, title(feature), title(a.one))
	page := s.addPage(Page{
		Path: "/" + a.folder + "/" + slug(model+" "+feature+" "+a.one) + "/", Kind: Product, Section: a.folder, season: season, price: price, visits: .45 * s.scale, Words: 240 + s.dice.below(300),
		Title: full + " | " + s.Brand, H1: full, Description: fmt.Sprintf("The %s for %s: $%.2f, in %s and %s. In stock, free delivery over $60, 60 days to return.", full, use, price, colour, otherColour),
	})
	low, seen := strings.ToLower(model), weight*math.Pow(float64(number+1), -.6)
	for i, query := range []string{
		low + " " + feature + " " + a.one, low + " " + a.one, strings.ToLower(s.Brand) + " " + low + " " + a.one, low + " " + a.one + " review", low + " " + a.one + " " + colour,
		"buy " + low + " " + a.one, low + " " + a.one + " weight", low + " " + feature,
	} {
		position := 2.4
		if strings.Contains(query, strings.ToLower(s.Brand)) {
			position = 1.05
		}
		s.addQuery(query, page, 7*seen*math.Pow(float64(i+1), -1.2), position, "transactional")
	}
	for i, query := range []string{
		feature + " " + a.one + " for " + use, colour + " " + feature + " " + a.one, fmt.Sprintf("%s %s under %d", feature, a.one, int(price/50+1)*50),
		feature + " " + a.one + " " + s.words.modifiers[number%len(s.words.modifiers)], otherColour + " " + a.one + " for " + otherUse, feature + " " + a.one + " for " + otherUse, colour + " " + a.one,
		low + " " + a.one + " " + otherColour, low + " " + feature + " " + a.one + " " + s.words.modifiers[(number+3)%len(s.words.modifiers)], otherColour + " " + feature + " " + a.many,
	} {
		s.addQuery(query, page, 5*seen*math.Pow(float64(i+1), -1), 13, "commercial")
	}
}

// steepenTail makes rare queries even rarer: most are searched once in weeks, as for real shops.
func (s *shop) steepenTail() {
	if s.tailExponent == 0 {
		return
	}
	for i := range s.Queries {
		if q := &s.Queries[i]; !q.Brand {
			q.volume = .0042 * math.Pow(q.volume, s.tailExponent)
		}
	}
}

// keepLargest drops the rarest queries beyond the plan, and gives some others a second page.
func (s *shop) keepLargest() {
	if len(s.Queries) > s.queries {
		slices.SortStableFunc(s.Queries, func(a, b Query) int { return cmp.Compare(b.volume, a.volume) })
		s.Queries = s.Queries[:s.queries]
	}
	for i := range s.Queries {
		q := &s.Queries[i]
		if from := s.Pages[q.page]; from.Kind != Category || q.Brand || !s.dice.chance(.12) {
			continue
		}
		// A product of the category ranks below it.
		q.second, q.sharedChance = q.page+s.guides+1+s.dice.below(max(1, s.products)), .7
		if q.second >= len(s.Pages) {
			q.second = -1
		}
	}
}

// addAnonymous gives every page slightly more clicks from anonymous than from named queries, the home page
// fewer.
func (w *World) addAnonymous() {
	volume, positions, clicks := make([]float64, len(w.Pages)), make([]float64, len(w.Pages)), make([]float64, len(w.Pages))
	for _, q := range w.Queries {
		volume[q.page] += q.volume
		positions[q.page] += q.volume * q.position
		clicks[q.page] += q.volume * w.ctrScale * ctrAt(q.position) * q.snippet
	}
	for i := range w.Pages {
		page := &w.Pages[i]
		if volume[i] == 0 {
			continue
		}
		at := positions[i] / volume[i]
		if page.Kind == Home {
			page.anonymous, page.anonymousPosition = volume[i]*.25, 1.3
		} else {
			page.anonymousPosition = at * .9
			// Slightly more clicks than the named ones.
			page.anonymous = 1.2 * clicks[i] / (w.ctrScale * ctrAt(page.anonymousPosition))
		}
		page.clicks = clicks[i] + page.anonymous*w.ctrScale*ctrAt(page.anonymousPosition)
	}
}
