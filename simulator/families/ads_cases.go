package families

import (
	"math"
	"strings"

	"upslope/simulator/truth"
)

// dailySpend returns the daily cost and conversions of terms.
func dailySpend(terms []*term) (cost, conversions float64) {
	for _, t := range terms {
		cost, conversions = cost+t.dailyClicks*t.cpc*t.group.campaign.meanPrice(history-window), conversions+t.dailyClicks*t.conversionRate
	}
	return cost, conversions
}

// costPerConversion is the CPA of all still running but brand campaigns, whose conversions cost a fraction:
// the one that lines name and price conversions by.
func (w *World) costPerConversion() float64 {
	var cost, conversions float64
	w.ads.each(func(t *term) {
		if t.startDay == 0 && !t.excluded && t.group.campaign.status == "enabled" && t.group.campaign.id < brandID {
			cost, conversions = cost+t.dailyClicks*t.cpc*t.group.campaign.meanPrice(history-window), conversions+t.dailyClicks*t.conversionRate
		}
	})
	if conversions == 0 {
		return 0
	}
	return cost / conversions
}

// termsOf returns the search terms of an insight.
func (w *World) termsOf(campaignID, groupID, phrase string) []*term {
	var found []*term
	w.ads.each(func(t *term) {
		if t.excluded || t.startDay > 0 || t.group.campaign.status != "enabled" ||
			campaignID != "" && formatID(t.group.campaign.id) != campaignID || groupID != "" && formatID(t.group.id) != groupID ||
			phrase != "" && !containsPhrase(t.text, phrase) {
			return
		}
		found = append(found, t)
	})
	return found
}

// containsPhrase compares words in order; like Google, it treats a hyphen as a space.
func containsPhrase(text, words string) bool {
	plain := strings.NewReplacer("-", " ")
	return strings.Contains(" "+plain.Replace(text)+" ", " "+plain.Replace(words)+" ")
}

// wasteOf returns the monthly cost of terms above the account's CPA, and whether they bring less than two
// thirds of the conversions that would pay.
func (w *World) wasteOf(terms []*term) (waste float64, bad bool) {
	cost, conversions := dailySpend(terms)
	costPerConversion := w.costPerConversion()
	return daysPerMonth * w.adLevel() * (cost - conversions*costPerConversion), cost > 1.5*conversions*costPerConversion
}

// adLevel is the factor on clicks in the window.
func (w *World) adLevel() float64 {
	sum := 0.
	for d := history - window; d < history; d++ {
		sum += math.Sqrt(w.levels.site[d])
	}
	return sum / window
}

// valueWaste sets the value of each plant.
func (w *World) valueWaste() {
	costPerConversion := w.costPerConversion()
	for i := range w.Cases {
		c := &w.Cases[i]
		if c.Type != truth.Waste || c.Decoy {
			continue
		}
		terms := w.termsOf(c.Campaign, c.Group, c.Term)
		waste, bad := w.wasteOf(terms)
		c.Value = math.Max(0, waste)
		cost, conversions := dailySpend(terms)
		// Half a year of a term at half the target must be distinguishable from one on target, and valuable
		// enough.
		expected := 170 * cost / (1.5 * costPerConversion)
		c.Must = bad && costPerConversion > 0 && expected-1.645*math.Sqrt(expected) >= .5*expected+1.645*math.Sqrt(.5*expected) && conversions*1.5*costPerConversion <= .5*cost && 170*cost >= 2*costPerConversion
	}
}
