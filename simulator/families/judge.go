package families

import (
	"math"
	"slices"
	"strings"

	"upslope"
	"upslope/simulator/truth"
)

// Judge compares insights, best first, with the world's truth.
func (w *World) Judge(insights []upslope.StoredInsight) []truth.Verdict {
	claimed := map[*term]bool{}
	return w.Record.Judge(insights, func(v *truth.Verdict) bool {
		switch {
		case v.Insight.Type == truth.DataWarning:
			w.judgeWarning(v)
		case v.Insight.Type == truth.Waste && v.Insight.EntityType != "site":
			w.judgeWaste(v, claimed)
		default:
			return false
		}
		return true
	})
}

// judgeWarning: missing days, a changed currency and impossible rows are the only data problems of a world.
func (w *World) judgeWarning(v *truth.Verdict) {
	kind, source, _ := strings.Cut(v.Insight.Entity.Issue, "_")
	missing := 0
	for d := history - window; d < history; d++ {
		if w.missingDays[source][d] {
			missing++
		}
	}
	if v.Real = kind == "missing" && missing > 1 || (kind == "money" && source == "ga4" || kind == "impossible") && w.isMessy; v.Real {
		v.Reason = "So it came."
	}
}

// judgeWaste judges an insight by its search terms, except those claimed by a better insight.
func (w *World) judgeWaste(v *truth.Verdict, claimed map[*term]bool) {
	e := v.Insight.Entity
	terms := w.termsOf(e.CampaignID, e.AdGroupID, e.Term)
	if v.Insight.EntityType == "search_term" {
		terms = slices.DeleteFunc(terms, func(t *term) bool { return !containsPhrase(e.Term, t.text) })
	}
	for _, c := range w.Cases {
		if c.Type == truth.Waste && c.Decoy && (c.Term != "" && containsPhrase(e.Term, c.Term) || c.Term == "" && c.Campaign == e.CampaignID) {
			v.Reason = c.Reason
		}
	}
	if len(terms) == 0 {
		return
	}
	if v.Value, v.Real = w.wasteOf(terms); !v.Real {
		return
	}
	v.Reason = "What it brings is worth less than two thirds of what it costs."
	var left []*term
	for _, t := range terms {
		if !claimed[t] {
			claimed[t], left = true, append(left, t)
		}
	}
	waste, _ := w.wasteOf(left)
	v.Expected = math.Max(0, waste)
	for i, c := range w.Cases {
		if c.Type != truth.Waste || c.Decoy {
			continue
		}
		all, covered := 0., 0.
		for _, t := range w.termsOf(c.Campaign, c.Group, c.Term) {
			all += t.dailyClicks * t.cpc
			if claimed[t] {
				covered += t.dailyClicks * t.cpc
			}
		}
		if all > 0 && covered >= .5*all {
			v.Cases = append(v.Cases, i)
		}
	}
}
