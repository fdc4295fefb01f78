package insights

import (
	"fmt"
	"strings"

	"upslope/analytics/portfolio"
)

// innerQuotes are those of a title that is quoted.
var innerQuotes = strings.NewReplacer("“", "‘", "”", "’")

// waste returns the title of what wastes most in each campaign: bids are judged by the clicks that stay.
func waste(candidates []candidate, titleOf func(*candidate) (string, error)) (map[string]string, error) {
	titles, most := map[string]string{}, map[string]float64{}
	for i := range candidates {
		c := &candidates[i]
		of := c.entity.CampaignID
		if c.detector.Type != wastedAdSpend || of == "" || c.value == nil || c.value.Mid <= most[of] {
			continue
		}
		most[of] = c.value.Mid
		title, err := titleOf(c)
		if err != nil {
			return nil, err
		}
		titles[of] = innerQuotes.Replace(title)
	}
	return titles, nil
}

// orderWork lets more visitors of a page wait for its sure repair, and pages for that of the tracking. Speed
// is a task of its own where a page has one.
func orderWork(candidates []candidate) error {
	repairs, isSlow, tracking := map[string]string{}, map[string]bool{}, "" // by page
	titleOf := func(c *candidate) (string, error) {
		title, _, _, err := c.detector.Texts[c.text("text")].render(wordsOf(c.columns, c.entityType, c.entity.Template))
		if err != nil {
			return "", fmt.Errorf("name the repair of a page: %w", err)
		}
		return title, nil
	}
	for i := range candidates {
		c := &candidates[i]
		var err error
		switch {
		case c.detector.Type == landingPage && c.text("text") == "device":
			tracking, err = titleOf(c)
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
	wasted, err := waste(candidates, titleOf)
	if err != nil {
		return err
	}
	for i := range candidates {
		c := &candidates[i]
		if c.detector.Type == landingPage && c.entity.Page != "" {
			c.columns["after"] = tracking
		}
		if c.detector.Type == risingCPC {
			c.columns["after"] = wasted[c.entity.CampaignID]
		}
		if c.detector.Type != portfolio.KeywordOpportunity {
			continue
		}
		c.columns["after"] = repairs[c.entity.Page]
		if isSlow[c.entity.Page] && isTrue(c.columns["is_slow"]) {
			c.columns["is_slow"] = false
			c.settleKeyword()
		}
	}
	return nil
}
