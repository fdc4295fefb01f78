package families

import (
	"math"
	"math/rand/v2"
	"strings"

	"upslope/simulator/warehouse"
)

// adsRun collects Google Ads' rows of all days.
type adsRun struct {
	*World
	r         *rand.Rand
	campaigns []warehouse.Campaign
	adGroups  []warehouse.AdGroup
	keywords  []warehouse.Keyword
	terms     []warehouse.SearchTerm
}

// runAds simulates the ad clicks.
func (w *World) runAds() {
	if w.adSpend == 0 {
		return
	}
	run := &adsRun{World: w, r: w.stream("run ads")}
	for _, c := range w.ads.campaigns {
		run.campaign(c)
	}
	if w.isMessy {
		w.corruptAds(run.r, run.terms, run.campaigns)
	}
	w.addTable("gads_campaigns", run.campaigns)
	w.addTable("gads_ad_groups", run.adGroups)
	w.addTable("gads_keywords", run.keywords)
	w.addTable("gads_search_terms", run.terms)
	w.addTable("gads_criteria", w.criteria())
	w.valueWaste()
	w.valuePrices()
}

func (a *adsRun) campaign(c *campaign) {
	days := make([]warehouse.AdFigures, history)
	for _, g := range c.groups {
		ofGroup := make([]warehouse.AdFigures, history)
		for _, t := range append(g.terms[:len(g.terms):len(g.terms)], g.unreported) {
			a.term(c, g, t, days, ofGroup)
		}
		for d, f := range ofGroup {
			if f.Clicks == 0 {
				continue
			}
			a.adGroups = append(a.adGroups, warehouse.AdGroup{
				Head: a.rowHead("gads", d), CampaignID: c.id, Campaign: c.name, AdGroupID: g.id, AdGroup: g.name, Status: "enabled", AdFigures: f,
			})
			a.keywords = append(a.keywords, warehouse.Keyword{
				Head: a.rowHead("gads", d), CampaignID: c.id, Campaign: c.name, AdGroupID: g.id, AdGroup: g.name,
				CriterionID: keywordIDs + g.id, Keyword: g.keyword, Match: "phrase", AdFigures: f,
			})
		}
	}
	for d := history - adDays; d < history; d++ {
		f := days[d]
		f.Currency = a.Site.Currency
		a.campaigns = append(a.campaigns, warehouse.Campaign{
			Head: a.rowHead("gads", d), CampaignID: c.id, Campaign: c.name, Status: c.status, Channel: "search", AdFigures: f,
		})
	}
}

// term adds a search term's days to those of its campaign and ad group.
func (a *adsRun) term(c *campaign, g *group, t *term, ofCampaign, ofGroup []warehouse.AdFigures) {
	status := "none"
	if t.excluded {
		status = "excluded"
	}
	for d := history - adDays; d < history; d++ {
		if d < t.startDay || t.excluded && d > history-20 || c.status == "paused" && d > history-15 {
			continue
		}
		f := a.day(t, d)
		if f.Clicks == 0 {
			continue
		}
		add(&ofCampaign[d], f)
		add(&ofGroup[d], f)
		if t != g.unreported {
			a.terms = append(a.terms, warehouse.SearchTerm{
				Head: a.rowHead("gads", d), CampaignID: c.id, Campaign: c.name, AdGroupID: g.id, AdGroup: g.name,
				Term: t.text, Match: "phrase", Status: status, AdFigures: f,
			})
		}
	}
}

// day draws a search term's clicks on a day, and their conversions reported so far.
func (a *adsRun) day(t *term, d int) warehouse.AdFigures {
	clicks := poisson(a.r, t.dailyClicks*t.group.clicksOn(d)*math.Sqrt(a.levels.site[d])*gamma(a.r, 4))
	if clicks == 0 {
		return warehouse.AdFigures{}
	}
	f := warehouse.AdFigures{
		Impressions: uint64(clicks * (8 + a.r.IntN(30))), Clicks: uint64(clicks),
		Cost: math.Round(100*noisy(a.r, float64(clicks)*t.cpc*t.group.campaign.priceOn(d), .15)) / 100, Currency: a.Site.Currency,
	}
	for range binomial(a.r, clicks, t.conversionRate) {
		if d+conversionLag(a.r, a.response.AdLag) < history {
			f.Conversions++
			f.Value += a.orderValue * lognormal(a.r, .6)
		}
	}
	return f
}

// conversionLag returns the days between a click and its conversion.
func conversionLag(r *rand.Rand, mean float64) int { return int(mean * r.ExpFloat64()) }

func add(sum *warehouse.AdFigures, f warehouse.AdFigures) {
	sum.Impressions, sum.Clicks, sum.Cost = sum.Impressions+f.Impressions, sum.Clicks+f.Clicks, sum.Cost+f.Cost
	sum.Conversions, sum.Value, sum.Currency = sum.Conversions+f.Conversions, sum.Value+f.Value, f.Currency
}

// criteria are the keywords, and one negative keyword for each word that excludes terms of a campaign.
func (w *World) criteria() []warehouse.Criterion {
	var out []warehouse.Criterion
	head := w.rowHead("gads", history-1)
	for _, c := range w.ads.campaigns {
		excluded := map[string]bool{}
		for _, g := range c.groups {
			out = append(out, warehouse.Criterion{
				Head: head, Level: "ad_group", CampaignID: c.id, AdGroupID: g.id, CriterionID: keywordIDs + g.id, Keyword: g.keyword,
				Match: "phrase", Status: "enabled", Currency: w.Site.Currency,
			})
			for _, t := range g.terms {
				words := strings.Fields(t.text)
				word := words[len(words)-1]
				if !t.excluded || excluded[word] {
					continue
				}
				excluded[word] = true
				out = append(out, warehouse.Criterion{
					Head: head, Level: "campaign", CampaignID: c.id, CriterionID: negativeIDs + g.id, Keyword: word,
					Match: "phrase", Negative: true, Status: "enabled", Currency: w.Site.Currency,
				})
			}
		}
	}
	return out
}
