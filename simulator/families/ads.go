package families

import (
	"math"
	"math/rand/v2"
	"strings"
	"upslope/simulator/truth"
	"upslope/simulator/warehouse"
)

const (
	adDays = 200 // of history in Google Ads

	// Where the criterion ids of keywords and of negative keywords begin.
	keywordIDs  = 5_000_000
	negativeIDs = 6_000_000
)

// account is what a site spends on ads.
type account struct {
	campaigns []*campaign
}

type campaign struct {
	id     uint64
	name   string
	status string
	groups []*group
}

type group struct {
	id         uint64
	name       string
	campaign   *campaign
	terms      []*term
	keyword    string
	unreported *term // what Google does not tell
}

// term is what people type before they click an ad.
type term struct {
	text           string
	dailyClicks    float64 // a day
	cpc            float64 // of a click
	conversionRate float64 // of clicks that convert, in the end
	startDay       int     // the day
	group          *group
	excluded       bool // kept out by a negative keyword by now
	brand          bool
}

// meanCost is what a click on an ad costs.
func (a *account) meanCPC() float64 {
	clicks, cost := 0., 0.
	a.each(func(t *term) { clicks, cost = clicks+t.dailyClicks, cost+t.dailyClicks*t.cpc })
	if clicks == 0 {
		return 0
	}
	return cost / clicks
}

func (a *account) each(do func(*term)) {
	for _, c := range a.campaigns {
		for _, g := range c.groups {
			for _, t := range g.terms {
				do(t)
			}
			do(g.unreported)
		}
	}
}

// idle words are those that people type who are after something else.
func irrelevantWords() []string {
	return strings.Fields("free jobs salary diy used second-hand torrent meaning wikipedia pdf course university lyrics game")
}

func (w *World) buildAds() {
	w.ads = &account{}
	if w.adSpend == 0 {
		return
	}
	r := w.stream("ads")
	kind := w.sections[0].topicKind
	perConversion := w.costPerClick / math.Max(.02, uniform(r, .03, .09))
	usual := w.costPerClick / perConversion
	names := topics(kind)
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	n := 3 + r.IntN(4)
	if w.adSpend < 1000 {
		n = 1
	}
	for i := range n {
		c := &campaign{id: uint64(1000 + i), name: "Search | " + capitalize(names[i]), status: "enabled"}
		w.ads.campaigns = append(w.ads.campaigns, c)
		rate := usual * lognormal(r, .2)
		share := w.adSpend / float64(n) * lognormal(r, .4) / daysPerMonth / w.costPerClick // clicks a day
		groups := 2 + r.IntN(3)
		for j := range groups {
			g := &group{id: uint64(10_000 + 100*i + j), campaign: c, keyword: pick(r, qualifiers(kind)) + " " + names[i]}
			g.name = capitalize(g.keyword)
			c.groups = append(c.groups, g)
			told := 12 + r.IntN(40)
			weights, sum := make([]float64, told), 0.
			for k := range told {
				weights[k] = lognormal(r, 1.3)
				sum += weights[k]
			}
			for k := range told {
				text := g.keyword
				if k > 0 {
					text = strings.TrimSpace(pick(r, qualifiers(kind)) + " " + names[i] + " " + pick(r, modifiers()))
				}
				g.terms = append(g.terms, &term{
					text: text, dailyClicks: .6 * share / float64(groups) * weights[k] / sum, cpc: w.costPerClick * lognormal(r, .2),
					conversionRate: math.Min(.5, rate*gamma(r, uniform(r, 3, 12))), group: g,
				})
			}
			g.unreported = &term{dailyClicks: .4 * share / float64(groups), cpc: w.costPerClick, conversionRate: rate, group: g}
		}
	}
	if n > 1 { // people who look for the brand buy, for little
		c := &campaign{id: 1900, name: "Brand", status: "enabled"}
		g := &group{id: 19_000, name: "Brand", campaign: c, keyword: w.brand, unreported: &term{}}
		g.unreported.group = g
		g.terms = []*term{{text: w.brand, dailyClicks: .05 * w.adSpend / daysPerMonth / w.costPerClick, cpc: w.costPerClick / 6, conversionRate: .15, group: g, brand: true}}
		c.groups, w.ads.campaigns = []*group{g}, append(w.ads.campaigns, c)
	}
	w.plantAds(usual)
}

// plantAds: words, terms, groups and campaigns that bring too little; and such that only seem to.
func (w *World) plantAds(usual float64) {
	r := w.stream("plant ads")
	seed := &pool{w: w, r: r}
	idle := irrelevantWords()
	r.Shuffle(len(idle), func(i, j int) { idle[i], idle[j] = idle[j], idle[i] })
	daily := w.adSpend / daysPerMonth / w.costPerClick
	groupOf := func() *group { return pick(r, pick(r, w.ads.campaigns[:max(1, len(w.ads.campaigns)-1)]).groups) }
	for range seed.plantCount(truth.Waste, 2) { // a word
		word := idle[0]
		idle = idle[1:]
		c := pick(r, w.ads.campaigns[:max(1, len(w.ads.campaigns)-1)])
		size := daily * uniform(r, .02, .08)
		for range 5 + r.IntN(8) {
			g := pick(r, c.groups)
			g.terms = append(g.terms, &term{
				text:        pick(r, qualifiers(w.sections[0].topicKind)) + " " + strings.ToLower(strings.TrimPrefix(c.name, "Search | ")) + " " + word,
				dailyClicks: size * gamma(r, 2) / 8, cpc: w.costPerClick * lognormal(r, .1), conversionRate: usual * uniform(r, 0, .2), group: g,
			})
		}
		w.Plant(truth.Case{Type: truth.Waste, Kind: "ngram", Term: word, Campaign: formatID(c.id), Fix: 1, Reason: "Who types this is after something else."})
	}
	for range seed.plantCount(truth.Waste, 2) { // a term
		g := groupOf()
		t := &term{
			text: "buy " + pick(r, topics("tools")) + " " + pick(r, topics("subjects")), dailyClicks: daily * uniform(r, .02, .07), cpc: w.costPerClick * lognormal(r, .2),
			conversionRate: usual * uniform(r, 0, .15), group: g,
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
	if len(idle) > 3 {
		if chance(r, w.plantChance) { // it began a few days ago: its conversions are still to come
			g := groupOf()
			g.terms = append(g.terms, &term{text: "new " + g.keyword + " " + idle[0], dailyClicks: daily * .2, cpc: w.costPerClick, conversionRate: usual, startDay: history - 9, group: g})
			w.Decoy(truth.Case{Type: truth.Waste, Kind: "lag", Term: idle[0], Campaign: formatID(g.campaign.id), Reason: "Its clicks are young; their conversions are still to come."})
		}
		if chance(r, w.plantChance) { // kept out by now
			g := groupOf()
			for range 4 {
				g.terms = append(g.terms, &term{text: pick(r, qualifiers(w.sections[0].topicKind)) + " " + g.keyword + " " + idle[1], dailyClicks: daily * .02, cpc: w.costPerClick, group: g, excluded: true})
			}
			w.Decoy(truth.Case{Type: truth.Waste, Kind: "excluded", Term: idle[1], Campaign: formatID(g.campaign.id), Reason: "A negative keyword keeps it out by now."})
		}
		if chance(r, w.plantChance) { // stopped by now
			c := &campaign{id: 1950, name: "Old | " + capitalize(idle[2]), status: "paused"}
			g := &group{id: 19_500, name: "Old", campaign: c, keyword: idle[2] + " offers", unreported: &term{dailyClicks: daily * .05, cpc: w.costPerClick}}
			g.unreported.group = g
			c.groups, w.ads.campaigns = []*group{g}, append(w.ads.campaigns, c)
			w.Decoy(truth.Case{Type: truth.Waste, Kind: "paused", Campaign: formatID(c.id), Reason: "The campaign is paused."})
		}
	}
}

// lag is how many days after a click its conversion comes.
func conversionLag(r *rand.Rand) int { return int(2.5 * r.ExpFloat64()) }

// runAds lets people click on ads.
func (w *World) runAds() {
	if w.adSpend == 0 {
		return
	}
	r := w.stream("run ads")
	var campaigns []warehouse.Campaign
	var groups []warehouse.AdGroup
	var keywords []warehouse.Keyword
	var terms []warehouse.SearchTerm
	for _, c := range w.ads.campaigns {
		days := make([]warehouse.AdFigures, history)
		for _, g := range c.groups {
			ofGroup := make([]warehouse.AdFigures, history)
			for _, t := range append(g.terms[:len(g.terms):len(g.terms)], g.unreported) {
				for d := history - adDays; d < history; d++ {
					if d < t.startDay || t.excluded && d > history-20 || c.status == "paused" && d > history-15 {
						continue
					}
					clicks := poisson(r, t.dailyClicks*math.Sqrt(w.levels.site[d])*gamma(r, 4))
					if clicks == 0 {
						continue
					}
					f := warehouse.AdFigures{Impressions: uint64(clicks * (8 + r.IntN(30))), Clicks: uint64(clicks), Cost: math.Round(100*noisy(r, float64(clicks)*t.cpc, .15)) / 100, Currency: w.Site.Currency}
					for range binomial(r, clicks, t.conversionRate) {
						if d+conversionLag(r) < history {
							f.Conversions++
							f.Value += w.orderValue * lognormal(r, .6)
						}
					}
					add(&days[d], f)
					add(&ofGroup[d], f)
					if t.text != "" {
						status := "none"
						if t.excluded {
							status = "excluded"
						}
						terms = append(terms, warehouse.SearchTerm{
							Head: w.rowHead("gads", d), CampaignID: c.id, Campaign: c.name, AdGroupID: g.id, AdGroup: g.name,
							Term: t.text, Match: "phrase", Status: status, AdFigures: f,
						})
					}
				}
			}
			for d, f := range ofGroup {
				if f.Clicks > 0 {
					groups = append(groups, warehouse.AdGroup{
						Head: w.rowHead("gads", d), CampaignID: c.id, Campaign: c.name, AdGroupID: g.id, AdGroup: g.name, Status: "enabled", AdFigures: f,
					})
					keywords = append(keywords, warehouse.Keyword{
						Head: w.rowHead("gads", d), CampaignID: c.id, Campaign: c.name, AdGroupID: g.id, AdGroup: g.name,
						CriterionID: keywordIDs + g.id, Keyword: g.keyword, Match: "phrase", AdFigures: f,
					})
				}
			}
		}
		for d := history - adDays; d < history; d++ {
			f := days[d]
			f.Currency = w.Site.Currency
			campaigns = append(campaigns, warehouse.Campaign{Head: w.rowHead("gads", d), CampaignID: c.id, Campaign: c.name, Status: c.status, Channel: "search", AdFigures: f})
		}
	}
	if w.isMessy {
		w.corruptAds(r, terms, campaigns)
	}
	w.addTable("gads_campaigns", campaigns)
	w.addTable("gads_ad_groups", groups)
	w.addTable("gads_keywords", keywords)
	w.addTable("gads_search_terms", terms)
	w.addTable("gads_criteria", w.criteria())
	w.valueWaste()
}

func add(to *warehouse.AdFigures, f warehouse.AdFigures) {
	to.Impressions, to.Clicks, to.Cost = to.Impressions+f.Impressions, to.Clicks+f.Clicks, to.Cost+f.Cost
	to.Conversions, to.Value, to.Currency = to.Conversions+f.Conversions, to.Value+f.Value, f.Currency
}

func (w *World) criteria() []warehouse.Criterion {
	var out []warehouse.Criterion
	head := w.rowHead("gads", history-1)
	for _, c := range w.ads.campaigns {
		shut := map[string]bool{}
		for _, g := range c.groups {
			out = append(out, warehouse.Criterion{
				Head: head, Level: "ad_group", CampaignID: c.id, AdGroupID: g.id, CriterionID: keywordIDs + g.id, Keyword: g.keyword,
				Match: "phrase", Status: "enabled", Currency: w.Site.Currency,
			})
			for _, t := range g.terms {
				if words := strings.Fields(t.text); t.excluded && !shut[words[len(words)-1]] {
					shut[words[len(words)-1]] = true
					out = append(out, warehouse.Criterion{
						Head: head, Level: "campaign", CampaignID: c.id, CriterionID: negativeIDs + g.id, Keyword: words[len(words)-1],
						Match: "phrase", Negative: true, Status: "enabled", Currency: w.Site.Currency,
					})
				}
			}
		}
	}
	return out
}

// spendOf is what terms cost and bring a day.
func dailySpend(terms []*term) (cost, won float64) {
	for _, t := range terms {
		cost, won = cost+t.dailyClicks*t.cpc, won+t.dailyClicks*t.conversionRate
	}
	return cost, won
}

// perConversion is what a conversion of the account costs.
func (w *World) costPerConversion() float64 {
	var cost, won float64
	w.ads.each(func(t *term) {
		if t.startDay == 0 && !t.excluded && t.group.campaign.status == "enabled" {
			cost, won = cost+t.dailyClicks*t.cpc, won+t.dailyClicks*t.conversionRate
		}
	})
	if won == 0 {
		return 0
	}
	return cost / won
}

// termsOf are those that an insight of ads is about.
func (w *World) termsOf(campaignID, groupID, word string) []*term {
	var found []*term
	w.ads.each(func(t *term) {
		if t.excluded || t.startDay > 0 || t.group.campaign.status != "enabled" ||
			campaignID != "" && formatID(t.group.campaign.id) != campaignID || groupID != "" && formatID(t.group.id) != groupID ||
			word != "" && !containsPhrase(t.text, word) {
			return
		}
		found = append(found, t)
	})
	return found
}

// hasWords says whether words stand in a text, in that order and without others between them. A hyphen is a space, to Google too.
func containsPhrase(text, words string) bool {
	plain := strings.NewReplacer("-", " ")
	return strings.Contains(" "+plain.Replace(text)+" ", " "+plain.Replace(words)+" ")
}

// wasteOf is what terms cost a month beyond what their conversions are worth, and whether they bring less than two thirds of what pays.
func (w *World) wasteOf(terms []*term) (waste float64, bad bool) {
	cost, won := dailySpend(terms)
	per := w.costPerConversion()
	return daysPerMonth * w.adLevel() * (cost - won*per), cost > 1.5*won*per
}

// adLevel is how much more than usual people click on ads in the newest days.
func (w *World) adLevel() float64 {
	sum := 0.
	for d := history - window; d < history; d++ {
		sum += math.Sqrt(w.levels.site[d])
	}
	return sum / window
}

// judgeAds works out what each plant costs.
func (w *World) valueWaste() {
	per := w.costPerConversion()
	for i := range w.Cases {
		c := &w.Cases[i]
		if c.Type != truth.Waste || c.Decoy {
			continue
		}
		terms := w.termsOf(c.Campaign, c.Group, c.Term)
		waste, bad := w.wasteOf(terms)
		c.Value = math.Max(0, waste)
		cost, won := dailySpend(terms)
		// What half a year of a term that makes half of what pays must differ from it by; and it must be worth a task.
		due := 170 * cost / (1.5 * per)
		c.Must = bad && per > 0 && due-1.645*math.Sqrt(due) >= .5*due+1.645*math.Sqrt(.5*due) && won*1.5*per <= .5*cost && 170*cost >= 2*per
	}
}
