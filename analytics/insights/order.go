package insights

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"upslope/analytics/facts"
	"upslope/analytics/portfolio"
)

// innerQuotes are those of a title that is quoted.
var innerQuotes = strings.NewReplacer("“", "‘", "”", "’")

// wasteTold is the share of the value of a CPC rise from which other waste in its campaign is named.
const wasteTold = .25

// nameWaste lets a rise of CPC and what else wastes money in its campaign name each other: whoever does one
// saves less by the other. The rise names what wastes most, and how many there are.
func nameWaste(candidates []candidate, titleOf func(*candidate) (string, error)) error {
	wasting := map[string][]*candidate{} // by campaign
	for i := range candidates {
		if c := &candidates[i]; c.detector.Type == wastedAdSpend && c.value != nil && c.entity.CampaignID != "" {
			wasting[c.entity.CampaignID] = append(wasting[c.entity.CampaignID], c)
		}
	}
	for i := range candidates {
		c := &candidates[i]
		waste, all := wasting[c.entity.CampaignID], 0.
		for _, one := range waste {
			all += one.value.Mid
		}
		if c.detector.Type != risingCPC || c.value == nil || len(waste) == 0 || all < wasteTold*c.value.Mid {
			continue
		}
		largest := slices.MaxFunc(waste, func(a, b *candidate) int { return cmp.Compare(a.value.Mid, b.value.Mid) })
		title, err := titleOf(largest)
		if err != nil {
			return err
		}
		rise, err := titleOf(c)
		if err != nil {
			return err
		}
		c.columns["wasted_too"], c.columns["wasted_more"] = innerQuotes.Replace(title), len(waste)-1
		for _, one := range waste {
			one.columns["prices_too"] = innerQuotes.Replace(rise)
		}
	}
	return nil
}

// orderWork lets more visitors of a page wait for its sure repair, and pages for that of the tracking. Speed
// is a task of its own where a page has one.
func orderWork(candidates []candidate) error {
	repairs, isSlow, tracking := map[string]string{}, map[string]bool{}, "" // by page
	// slow has the templates of pages that one task makes quick.
	var slow []string
	titleOf := func(c *candidate) (string, error) {
		words := wordsOf(c.columns, c.entityType, c.entity.Template)
		words["odds_percent"] = 0. // of summaries
		title, _, _, err := c.detector.Texts[c.text("text")].render(words)
		if err != nil {
			return "", fmt.Errorf("name the task that another refers to: %w", err)
		}
		return title, nil
	}
	for i := range candidates {
		c := &candidates[i]
		var err error
		switch {
		case c.detector.Type == landingPage && c.text("text") == "device":
			tracking, err = titleOf(c)
		case c.detector.Type == slowPage && c.entity.Template != "":
			slow = append(slow, c.entity.Template)
		case c.entity.Page == "":
		case c.detector.Type == slowPage:
			isSlow[c.entity.Page] = true
		case c.detector.Type == landingPage && !isTrue(c.columns["is_unsure"]) && c.includesOrganicSearch():
			repairs[c.entity.Page], err = titleOf(c)
		}
		if err != nil {
			return err
		}
	}
	for i := range candidates {
		c := &candidates[i]
		if c.detector.Type == landingPage && c.entity.Page != "" {
			c.columns["after"] = tracking
		}
		if c.detector.Type != portfolio.KeywordOpportunity {
			continue
		}
		c.columns["after"] = repairs[c.entity.Page]
		isOfThem := func(template string) bool { return facts.MatchesTemplate(template, c.entity.Page) }
		if isTrue(c.columns["is_slow"]) && (isSlow[c.entity.Page] || slices.ContainsFunc(slow, isOfThem)) {
			c.columns["is_slow"] = false
			c.settleKeyword()
		}
	}
	if err := nameSpeed(candidates, titleOf); err != nil {
		return err
	}
	return nameWaste(candidates, titleOf)
}

// nameSpeed lets a page that converts too seldom wait for the one that makes it quick, and that name what it
// overlaps with: waiting may be why visitors leave.
func nameSpeed(candidates []candidate, titleOf func(*candidate) (string, error)) error {
	landings := map[string]*candidate{} // by page
	for i := range candidates {
		if c := &candidates[i]; c.detector.Type == landingPage && c.entity.Page != "" {
			landings[c.entity.Page] = c
		}
	}
	for i := range candidates {
		slow := &candidates[i]
		if slow.detector.Type != slowPage || slow.text("text") != "slow" {
			continue
		}
		var waiting []*candidate
		for _, page := range facts.Texts(slow.columns, "slow_pages") {
			if landing := landings[page]; landing != nil {
				waiting = append(waiting, landing)
			}
		}
		if len(waiting) == 0 {
			continue
		}
		title, err := titleOf(slices.MaxFunc(waiting, func(a, b *candidate) int { return cmp.Compare(a.expectedValue(), b.expectedValue()) }))
		if err != nil {
			return err
		}
		speed, err := titleOf(slow)
		if err != nil {
			return err
		}
		slow.columns["landing_too"] = innerQuotes.Replace(title)
		for _, landing := range waiting {
			landing.columns["is_slow_too"] = true
			landing.columns["after"] = cmp.Or(landing.text("after"), innerQuotes.Replace(speed))
		}
	}
	return nil
}
