package families

import (
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
