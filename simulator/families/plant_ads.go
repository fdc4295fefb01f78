package families

import (
	"slices"
	"strings"

	"upslope/simulator/truth"
)

// irrelevantWords indicate another search intent.
func irrelevantWords() []string {
	return strings.Fields("free jobs salary diy used second-hand torrent meaning wikipedia pdf course university lyrics game")
}

// plantAds plants words, terms, groups and campaigns with too few conversions, and decoys.
func (w *World) plantAds(conversionRate float64) {
	r := w.stream("plant ads")
	pool := &pool{w: w, r: r}
	irrelevant := irrelevantWords()
	r.Shuffle(len(irrelevant), func(i, j int) { irrelevant[i], irrelevant[j] = irrelevant[j], irrelevant[i] })
	daily := w.adSpend / daysPerMonth / w.costPerClick
	randomGroup := func() *group { return pick(r, pick(r, w.ads.campaigns[:max(1, len(w.ads.campaigns)-1)]).groups) }
	for range pool.plantCount(truth.Waste, 2) { // a word
		word := irrelevant[0]
		irrelevant = irrelevant[1:]
		c := pick(r, w.ads.campaigns[:max(1, len(w.ads.campaigns)-1)])
		size := daily * uniform(r, .02, .08)
		for range 5 + r.IntN(8) {
			g := pick(r, c.groups)
			g.terms = append(g.terms, &term{
				text:        pick(r, qualifiers(w.sections[0].topicKind)) + " " + strings.ToLower(strings.TrimPrefix(c.name, "Search | ")) + " " + word,
				dailyClicks: size * gamma(r, 2) / 8, cpc: w.costPerClick * lognormal(r, .1), conversionRate: conversionRate * uniform(r, 0, .2), group: g,
			})
		}
		w.Plant(truth.Case{Type: truth.Waste, Kind: "ngram", Term: word, Campaign: formatID(c.id), Fix: 1, Reason: "Who types this is after something else."})
	}
	for range pool.plantCount(truth.Waste, 2) { // a term
		g := randomGroup()
		t := &term{
			text: "buy " + pick(r, topics("tools")) + " " + pick(r, topics("subjects")), dailyClicks: daily * uniform(r, .02, .07), cpc: w.costPerClick * lognormal(r, .2),
			conversionRate: conversionRate * uniform(r, 0, .15), group: g,
		}
		g.terms = append(g.terms, t)
		w.Plant(truth.Case{Type: truth.Waste, Kind: "search_term", Term: t.text, Campaign: formatID(g.campaign.id), Fix: 1, Reason: "It hardly ever converts."})
	}
	if len(w.ads.campaigns) > 1 && chance(r, w.plantChance/2) && !w.unplanted[truth.Waste] { // a group
		c := w.ads.campaigns[r.IntN(len(w.ads.campaigns)-1)]
		g := c.groups[len(c.groups)-1]
		for _, t := range append(g.terms[:len(g.terms):len(g.terms)], g.unreported) {
			t.conversionRate *= .12
		}
		w.Plant(truth.Case{Type: truth.Waste, Kind: "ad_group", Campaign: formatID(c.id), Group: formatID(g.id), Fix: 1, Reason: "Nothing in it converts as elsewhere."})
	}
	if len(w.ads.campaigns) > 3 && chance(r, w.plantChance/3) && !w.unplanted[truth.Waste] { // a campaign
		c := w.ads.campaigns[0]
		for _, g := range c.groups {
			for _, t := range append(g.terms[:len(g.terms):len(g.terms)], g.unreported) {
				t.conversionRate *= .15
			}
		}
		w.Plant(truth.Case{Type: truth.Waste, Kind: "campaign", Campaign: formatID(c.id), Fix: 1, Reason: "Nothing in it converts as elsewhere."})
	}
	if len(irrelevant) > 3 {
		if chance(r, w.plantChance) { // it started a few days ago
			g := randomGroup()
			g.terms = append(g.terms, &term{text: "new " + g.keyword + " " + irrelevant[0], dailyClicks: daily * .2, cpc: w.costPerClick, conversionRate: conversionRate, startDay: history - 9, group: g})
			w.Decoy(truth.Case{Type: truth.Waste, Kind: "lag", Term: irrelevant[0], Campaign: formatID(g.campaign.id), Reason: "Its clicks are young; their conversions are still to come."})
		}
		if chance(r, w.plantChance) { // excluded by now
			g := randomGroup()
			for range 4 {
				g.terms = append(g.terms, &term{text: pick(r, qualifiers(w.sections[0].topicKind)) + " " + g.keyword + " " + irrelevant[1], dailyClicks: daily * .02, cpc: w.costPerClick, group: g, excluded: true})
			}
			w.Decoy(truth.Case{Type: truth.Waste, Kind: "excluded", Term: irrelevant[1], Campaign: formatID(g.campaign.id), Reason: "A negative keyword keeps it out by now."})
		}
		if chance(r, w.plantChance) { // paused by now
			c := &campaign{id: 1950, name: "Old | " + capitalize(irrelevant[2]), status: "paused"}
			g := &group{id: 19_500, name: "Old", campaign: c, keyword: irrelevant[2] + " offers", unreported: &term{dailyClicks: daily * .05, cpc: w.costPerClick}}
			g.unreported.group = g
			c.groups, w.ads.campaigns = []*group{g}, append(w.ads.campaigns, c)
			w.Decoy(truth.Case{Type: truth.Waste, Kind: "paused", Campaign: formatID(c.id), Reason: "The campaign is paused."})
		}
	}
}

// plantPrices lets the clicks of a campaign become more expensive, or lets it look as if they did.
func (w *World) plantPrices() {
	r := w.stream("plant prices")
	w.unplanted[truth.RisingCPC] = chance(r, .25)
	campaigns := slices.DeleteFunc(slices.Clone(w.ads.campaigns), func(c *campaign) bool { return c.status != "enabled" || c.id >= brandID })
	if len(campaigns) == 0 {
		return
	}
	c, of := pick(r, campaigns), r.Float64()
	from, days, rise := history-window-1-r.IntN(14), 3+r.IntN(15), uniform(r, .2, .7)
	decoy := func(kind, reason string, campaigns ...*campaign) {
		for _, c := range campaigns {
			w.Decoy(truth.Case{Type: truth.RisingCPC, Kind: kind, Campaign: formatID(c.id), Reason: reason})
		}
	}
	switch {
	case of < .4 && !w.unplanted[truth.RisingCPC]:
		c.prices = rising(from, days, rise)
		w.Plant(truth.Case{Type: truth.RisingCPC, Kind: "campaign", Campaign: formatID(c.id), Fix: .4, Reason: "Its clicks cost more than before."})
	case of < .4:
	case of < .6 && len(campaigns) > 1:
		for _, one := range w.ads.campaigns {
			one.prices = rising(from, days, rise)
		}
		decoy("market", "The clicks of all campaigns cost more.", campaigns...)
	case of < .75:
		c.prices = make([]float64, history)
		for d := range c.prices {
			if c.prices[d] = 1; d >= history-2*window && d < history-window {
				c.prices[d] = uniform(r, .62, .72)
			}
		}
		decoy("dip", "Its clicks were cheap for four weeks and cost what they always did.", c)
	case of < .95 && len(c.groups) > 1:
		g := c.groups[0]
		for _, t := range append(g.terms[:len(g.terms):len(g.terms)], g.unreported) {
			t.cpc *= 1.8
		}
		g.surge = uniform(r, 2, 4)
		decoy("mix", "Its expensive keywords get more of the clicks.", c)
	}
}

// rising is a factor on prices by day, which rises over some days.
func rising(from, days int, rise float64) []float64 {
	factors := make([]float64, history)
	for d := range factors {
		factors[d] = 1 + rise*min(1, max(0, float64(d-from)/float64(days)))
	}
	return factors
}

// priceOn is the factor on the campaign's prices of a day.
func (c *campaign) priceOn(d int) float64 {
	if c.prices == nil {
		return 1
	}
	return c.prices[d]
}

// meanPrice is its mean from a day on, for as many days as the window has.
func (c *campaign) meanPrice(from int) float64 {
	sum := 0.
	for d := from; d < from+window; d++ {
		sum += c.priceOn(d)
	}
	return sum / window
}

// clicksOn is the factor on the group's clicks of a day.
func (g *group) clicksOn(d int) float64 {
	if g.surge > 0 && d < history-window {
		return 1 / g.surge
	}
	return 1
}

const (
	certainRise   = .26 // rise that a month of clicks shows
	certainClicks = 60  // clicks of a keyword in four weeks that tell its price
)

// valuePrices sets the value of each plant: what the clicks cost more than in the window before.
func (w *World) valuePrices() {
	for i := range w.Cases {
		c := &w.Cases[i]
		if c.Type != truth.RisingCPC || c.Decoy {
			continue
		}
		at := slices.IndexFunc(w.ads.campaigns, func(one *campaign) bool { return formatID(one.id) == c.Campaign })
		of := w.ads.campaigns[at]
		now, before := of.meanPrice(history-window), of.meanPrice(history-2*window)
		spend, known := 0., 0.
		for _, g := range of.groups {
			clicks, cost := 0., 0.
			for _, t := range append(g.terms[:len(g.terms):len(g.terms)], g.unreported) {
				if t.startDay == 0 && !t.excluded {
					clicks, cost = clicks+t.dailyClicks, cost+t.dailyClicks*t.cpc
				}
			}
			if spend += cost; window*w.adLevel()*clicks >= certainClicks {
				known += cost
			}
		}
		c.Value = daysPerMonth * w.adLevel() * spend * (now - before)
		c.Must = now/before-1 >= certainRise && known >= .8*spend
	}
}
