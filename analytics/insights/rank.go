package insights

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/portfolio"
	"upslope/analytics/scoring"
)

// ranking places the candidates of one site between 0 and its top.
type ranking struct {
	scaleOf func(*upslope.Value) scoring.Scale
	site    scoring.SiteValue
	top     float64   // of severity × reach, where nothing has a value; 0 where values rank
	links   float64   // the most internal links of a candidate without a value
	doubted float64   // the largest f of a guess or a long shot
	chances []float64 // f of what may as well bring nothing
	repairs float64   // the least score of a quick repair, for descriptions of unknown value; 0: none
}

// newRanking ranks by severity × reach on the site's own scale if neither search nor anything else says what
// the site is worth.
func newRanking(measures *scoring.Scales, site scoring.SiteValue, candidates []candidate) ranking {
	r := ranking{scaleOf: measures.For, site: site}
	r.queueRankingGains(candidates)
	for i := range candidates {
		c := &candidates[i]
		if c.value == nil || !c.isGuess() && !c.isLongShot() && !c.isChance() {
			continue
		}
		share, _ := r.sharesOf(c)
		if c.isGuess() || c.isLongShot() {
			r.doubted = max(r.doubted, share)
		}
		r.chances = append(r.chances, share)
	}
	for i := range candidates {
		if c := &candidates[i]; c.value != nil && c.isQuickRepair() {
			share, _ := r.sharesOf(c)
			if score := scoring.ShareWithEase(share, c.effort()); r.repairs == 0 || score < r.repairs {
				r.repairs = score
			}
		}
	}
	for _, month := range site.Month {
		if month > 0 {
			return r
		}
	}
	for i := range candidates {
		if candidates[i].value != nil {
			return r
		}
		r.links = max(r.links, facts.Number(candidates[i].columns, "links_to_pages"))
	}
	top := 0.
	for i := range candidates {
		top = max(top, r.severityAndReach(&candidates[i]))
	}
	r.top = max(top, scoring.LeastTopOfSeverity)
	return r
}

// isGuess reports whether the gain may be zero, and the gap chance.
func (c *candidate) isGuess() bool { return isTrue(c.columns["is_unsure"]) }

// isChance reports whether work may as well bring nothing: a rewrite that helps half the time, or a page of
// which nobody knows yet what is wrong.
func (c *candidate) isChance() bool {
	return c.value != nil && (c.probabilityFix <= scoring.Chance || c.detector.Type == landingPage)
}

// isQuickRepair reports whether search still sends people to a page that fails or is kept out of the index:
// certain, done in minutes, and each day without it costs.
func (c *candidate) isQuickRepair() bool {
	return c.isSearched("server_error") || c.isSearched("hidden_page") || c.isSearched("broken_page") && !isTrue(c.columns["is_person"])
}

// aboveChances is f of a quick repair: just above that of chances which may bring up to three times as much.
func (r ranking) aboveChances(c *candidate, share float64) float64 {
	limit := r.scaleOf(c.value).Share(scoring.QuickRepair * c.expectedValue())
	for _, chance := range r.chances {
		if chance <= limit {
			share = max(share, chance+scoring.AboveChance)
		}
	}
	return share
}

// belowRepairs is f of descriptions of unknown value: less than that of any page with clicks that fails.
func (r ranking) belowRepairs(c *candidate, share float64) float64 {
	for r.repairs > 0 && c.value == nil && strings.HasSuffix(c.entity.Issue, "_description") && scoring.ShareWithEase(share, c.effort()) >= r.repairs {
		share *= 1 - scoring.AboveChance
	}
	return share
}

// isSearched reports whether search still sends visitors to the pages of this issue.
func (c *candidate) isSearched(issue string) bool {
	return c.detector.Type == portfolio.MetaIssues && c.entity.Issue == issue && !isTrue(c.columns["is_crumb"]) && facts.Number(c.columns, "clicks_month") >= scoring.LeastClicks
}

// queueRankingGains numbers the candidates that rest on better positions alone, the most valuable first: of
// similar value the easier, then the surer. Long shots are never among the first.
func (r ranking) queueRankingGains(candidates []candidate) {
	var gains []*candidate
	for i := range candidates {
		c := &candidates[i]
		if c.detector.Type == portfolio.LinkTargets && c.value != nil || c.detector.Type == portfolio.KeywordOpportunity && c.text("text") != "gap" {
			gains = append(gains, c)
		}
	}
	worth := func(c *candidate) float64 {
		return scoring.ShareWithEase(r.scaleOf(c.value).Share(c.expectedValue()), c.effort())
	}
	slices.SortStableFunc(gains, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(worth(b), worth(a)), cmp.Compare(b.confidence(), a.confidence()))
	})
	for i, c := range gains {
		c.rankingGain = i + 1
		if c.isLongShot() {
			c.rankingGain = max(c.rankingGain, scoring.FirstLongShot)
		}
	}
}

// isLongShot reports whether such work hardly ever succeeds, or only links from other sites would help.
func (c *candidate) isLongShot() bool {
	return c.confidence() <= scoring.LongShot || isTrue(c.columns["needs_links"])
}

// sharesOf returns f of the score, by what is expected, and of the impact, by what success brings.
func (r ranking) sharesOf(c *candidate) (share, impact float64) {
	scale := r.scaleOf(cmp.Or(c.value, c.maxValue))
	switch {
	case c.value != nil:
		share, impact = scale.Share(c.expectedValue()), scale.Share(c.value.Mid)
	case r.top > 0 && c.entityType != "site":
		share = r.severityAndReach(c) / r.top
		impact = share
	default:
		share = scoring.ShareOfSeverity(c.severity, c.reach(c.linkPercentile))
		if c.maxValue != nil {
			share = min(share, scale.Share(scoring.UnknownShare*c.maxValue.Mid*c.confidence()))
		}
		share = r.belowRepairs(c, share)
		impact = share
	}
	if c.rankingGain > scoring.MostRankingGains {
		share *= math.Pow(scoring.MostRankingGains/float64(c.rankingGain), scoring.RankingGainsExponent)
	}
	if c.isGuess() {
		share = min(share, scoring.UnsureShare)
	}
	if c.value != nil && c.isQuickRepair() {
		share = r.aboveChances(c, share)
	}
	least := r.leastShare(c)
	return max(share, least), max(impact, least)
}

// leastShare is f of a page that fails and matters whatever its clicks are worth, above what may be no fault:
// where visitors turn into customers, where most of the site links to, or where search sends people.
func (r ranking) leastShare(c *candidate) float64 {
	if c.isKeyFailure() {
		return scoring.KeyFailureShare
	}
	if c.detector.Type == portfolio.MetaIssues && (c.entity.Issue == "server_error" || c.entity.Issue == "broken_page" || c.entity.Issue == "redirect_loop") {
		links, pages := facts.Number(c.columns, "links_to_pages"), facts.Number(c.columns, "crawled_pages")
		if c.entity.Page != "" && pages >= scoring.LeastPagesOfSite && links >= scoring.SitewideShare*pages {
			return scoring.SitewideFailureShare
		}
	}
	switch {
	case (c.isSearched("server_error") || c.isSearched("broken_page") && !isTrue(c.columns["is_person"])) && !r.isCrumb(c):
		return max(r.doubted, scoring.SearchedFailureShare)
	case c.isSearched("server_error"):
		return min(scoring.SearchedFailureShare, r.sureShare(c, scoring.QuickRepair))
	case c.isSearched("broken_page"):
		return min(r.doubted, r.sureShare(c, scoring.SureRepair)) // sure and cheap
	case c.entity.Issue == "broken_page" && facts.Number(c.columns, "links_to_pages") > 0:
		return min(scoring.MuchLinkedFailureShare, scoring.LinkedFailureShare+scoring.ShareOfLink*(facts.Number(c.columns, "links_to_pages")-1))
	}
	return 0
}

// sureShare is f of what a sure repair is on a level with: what may bring several times as much, or nothing.
func (r ranking) sureShare(c *candidate, times float64) float64 {
	if c.value == nil {
		return 1
	}
	return r.scaleOf(c.value).Share(times * c.expectedValue())
}

// isCrumb reports whether next to nothing of what the site is worth hangs on a candidate.
func (r ranking) isCrumb(c *candidate) bool {
	return c.value != nil && c.value.Mid < scoring.CrumbOfSite*r.site.Month[scoring.UnitKey(c.value)]
}

// severityAndReach ranks candidates of a site of which only the crawl is known: severity × links and share of
// the pages. Many groups have more links than any page: half of their place is by the number of links.
func (r ranking) severityAndReach(c *candidate) float64 {
	affected, ok := facts.Float(c.columns["affected_pages"])
	pages := max(facts.Number(c.columns, "crawled_pages"), facts.Number(c.columns, "ranked_pages"))
	place := scoring.UnknownPercentile
	if c.linkPercentile != nil && !math.IsNaN(*c.linkPercentile) {
		place = *c.linkPercentile
	}
	if ok && pages > 0 {
		place = 1 - (1-place)*(1-min(1, affected/pages))
	}
	if links := facts.Number(c.columns, "links_to_pages"); links > 0 {
		place = (place + math.Log1p(links)/math.Log1p(r.links)) / 2
	}
	return scoring.ShareOfSeverity(c.severity, c.reach(&place)) * c.weightOfFault()
}

// weightOfFault orders faults of one severity by what they can cost: a wrong title stands above a missing H1.
func (c *candidate) weightOfFault() float64 {
	cost, known := facts.Float(c.columns["most_lost"])
	if !known {
		return 1
	}
	return 1 - scoring.CheapFault*(1-min(1, cost/scoring.CostlyFault))
}

// reach is the place of a candidate among those of the site: by its links and pages, which place is; where
// the crawl says how often pages are seen, by that first.
func (c *candidate) reach(place *float64) *float64 {
	if !c.hasCrawlReach() {
		return place
	}
	seen, _ := facts.Float(c.columns["seen_in_crawl"])
	return new(scoring.SeenPlace(place, seen, c.crawlReach.Total))
}

// hasCrawlReach reports whether only the crawl itself says how often pages like these are seen.
func (c *candidate) hasCrawlReach() bool {
	_, hasPages := c.columns["seen_in_crawl"]
	return hasPages && c.crawlReach.Measure != ""
}
