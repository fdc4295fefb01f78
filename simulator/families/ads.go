package families

import (
	"math"
	"math/rand/v2"
	"strings"
)

const (
	adDays = 200 // of history in Google Ads

	// Where the criterion ids of keywords and of negative keywords begin.
	keywordIDs  = 5_000_000
	negativeIDs = 6_000_000

	brandID = 1900 // of the brand campaign; those that others add have greater ones
)

// account is the site's Google Ads account.
type account struct {
	campaigns []*campaign
}

type campaign struct {
	id     uint64
	name   string
	status string
	groups []*group
	prices []float64 // factor on its prices by day; nil: 1
}

type group struct {
	id         uint64
	name       string
	campaign   *campaign
	terms      []*term
	keyword    string
	unreported *term   // everything Google does not report
	surge      float64 // factor on its clicks in the newest window; 0: none
}

// term is a search term with ad clicks.
type term struct {
	text           string
	dailyClicks    float64 // a day
	cpc            float64 // of a click
	conversionRate float64 // after all conversions are reported
	startDay       int
	group          *group
	excluded       bool // by a negative keyword, by now
}

// meanCPC is the average cost of a click.
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

func (w *World) buildAds() {
	w.ads = &account{}
	if w.adSpend == 0 {
		return
	}
	r := w.stream("ads")
	costPerConversion := w.costPerClick / math.Max(.02, uniform(r, .03, .09))
	conversionRate := w.costPerClick / costPerConversion
	topics := topics(w.sections[0].topicKind)
	r.Shuffle(len(topics), func(i, j int) { topics[i], topics[j] = topics[j], topics[i] })
	n := 3 + r.IntN(4)
	if w.adSpend < 1000 {
		n = 1
	}
	for i := range n {
		w.addCampaign(r, i, n, topics[i], conversionRate)
	}
	if n > 1 {
		w.addBrandCampaign()
	}
	w.plantAds(conversionRate)
	w.plantPrices()
}

// addCampaign adds one of n campaigns, about a topic.
func (w *World) addCampaign(r *rand.Rand, i, n int, topic string, accountRate float64) {
	c := &campaign{id: uint64(1000 + i), name: "Search | " + capitalize(topic), status: "enabled"}
	w.ads.campaigns = append(w.ads.campaigns, c)
	rate := accountRate * lognormal(r, w.response.CampaignRates)
	dailyClicks := w.adSpend / float64(n) * lognormal(r, .4) / daysPerMonth / w.costPerClick
	groups := 2 + r.IntN(3)
	for j := range groups {
		g := &group{id: uint64(10_000 + 100*i + j), campaign: c, keyword: pick(r, qualifiers(w.sections[0].topicKind)) + " " + topic}
		g.name = capitalize(g.keyword)
		c.groups = append(c.groups, g)
		w.addTerms(r, g, topic, dailyClicks/float64(groups), rate)
	}
}

// addTerms distributes an ad group's clicks over its search terms; two fifths are not reported.
func (w *World) addTerms(r *rand.Rand, g *group, topic string, dailyClicks, rate float64) {
	weights, sum := make([]float64, 12+r.IntN(40)), 0.
	for k := range weights {
		weights[k] = lognormal(r, 1.3)
		sum += weights[k]
	}
	for k, weight := range weights {
		text := g.keyword
		if k > 0 {
			text = strings.TrimSpace(pick(r, qualifiers(w.sections[0].topicKind)) + " " + topic + " " + pick(r, modifiers()))
		}
		g.terms = append(g.terms, &term{
			text: text, dailyClicks: .6 * dailyClicks * weight / sum, cpc: w.costPerClick * lognormal(r, .2),
			conversionRate: math.Min(.5, rate*gamma(r, uniform(r, w.response.TermShapes[0], w.response.TermShapes[1]))), group: g,
		})
	}
	g.unreported = &term{dailyClicks: .4 * dailyClicks, cpc: w.costPerClick, conversionRate: rate, group: g}
}

// addBrandCampaign adds cheap clicks that convert well.
func (w *World) addBrandCampaign() {
	c := &campaign{id: brandID, name: "Brand", status: "enabled"}
	g := &group{id: 19_000, name: "Brand", campaign: c, keyword: w.brand, unreported: &term{}}
	g.unreported.group = g
	g.terms = []*term{{text: w.brand, dailyClicks: .05 * w.adSpend / daysPerMonth / w.costPerClick, cpc: w.costPerClick / 6, conversionRate: .15, group: g}}
	c.groups, w.ads.campaigns = []*group{g}, append(w.ads.campaigns, c)
}
