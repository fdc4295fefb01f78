package families

import (
	"math"
	"strings"

	"upslope/simulator/truth"
)

// dailySpend is what terms cost and convert a day.
func dailySpend(terms []*term) (cost, won float64) {
	for _, t := range terms {
		cost, won = cost+t.dailyClicks*t.cpc, won+t.dailyClicks*t.conversionRate
	}
	return cost, won
}

// costPerConversion is that of the account, of what still runs.
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

// termsOf are the search terms that an insight is about.
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

// containsPhrase compares whole words in order; a hyphen is a space, as it is to Google.
func containsPhrase(text, words string) bool {
	plain := strings.NewReplacer("-", " ")
	return strings.Contains(" "+plain.Replace(text)+" ", " "+plain.Replace(words)+" ")
}

// wasteOf is what terms cost a month beyond the account's cost of their conversions, and whether they bring
// less than two thirds of what pays.
func (w *World) wasteOf(terms []*term) (waste float64, bad bool) {
	cost, won := dailySpend(terms)
	per := w.costPerConversion()
	return daysPerMonth * w.adLevel() * (cost - won*per), cost > 1.5*won*per
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
		// Half a year of a term that brings half of what pays must be distinguishable from one that pays, and
		// worth a task.
		due := 170 * cost / (1.5 * per)
		c.Must = bad && per > 0 && due-1.645*math.Sqrt(due) >= .5*due+1.645*math.Sqrt(.5*due) && won*1.5*per <= .5*cost && 170*cost >= 2*per
	}
}
