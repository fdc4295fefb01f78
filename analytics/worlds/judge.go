package worlds

import (
	"math"
	"slices"
	"strings"

	"upslope"
)

// Verdict is what a world says of an insight.
type Verdict struct {
	Insight  upslope.StoredInsight
	Real     bool
	Reason   string
	Expected float64 // a month on average, of what no better insight of its type claims
	Worth    float64 // a month, of all that it is about, if it is fixed; 0 unknown
	Cases    []int   // those that it finds, by their place in World.Cases
}

// Judge holds insights, the best first, against what is true.
func (w *World) Judge(insights []upslope.StoredInsight) []Verdict {
	claimed, spent := map[int]bool{}, map[*term]bool{}
	var verdicts []Verdict
	for _, insight := range insights {
		v := Verdict{Insight: insight, Reason: "Nothing of the kind is wrong there."}
		if insight.Type == Waste && insight.EntityType != "site" {
			w.judgeWaste(&v, spent)
			verdicts = append(verdicts, v)
			continue
		}
		if insight.Type == dataWarning {
			w.judgeWarning(&v)
			verdicts = append(verdicts, v)
			continue
		}
		all := 0
		for i, c := range w.Cases {
			if c.Type != insight.Type || !covers(insight, c) {
				continue
			}
			if c.Decoy {
				v.Reason = c.Reason
				continue
			}
			all++
			v.Cases = append(v.Cases, i)
			v.Worth += c.Value
			if !claimed[i] {
				claimed[i] = true
				v.Expected += c.Expected()
			}
		}
		// Of pages that it names together, half have to be what it says.
		affected, _ := insight.Evidence["affectedPages"].(float64)
		v.Real = all > 0 && float64(all) >= .5*math.Min(affected, w.testable(insight))
		if v.Real {
			v.Reason = w.Cases[v.Cases[0]].Reason
		} else {
			v.Expected = 0
		}
		verdicts = append(verdicts, v)
	}
	return verdicts
}

// dataWarning is the type of insights about what came of the data, which every world has its share of.
const dataWarning = "data_warning"

// judgeWarning asks whether days are missing of the window, or the currency changed, or rows cannot be; nothing else is ever wrong with the data of a world.
func (w *World) judgeWarning(v *Verdict) {
	kind, source, _ := strings.Cut(v.Insight.Entity.Issue, "_")
	missing := 0
	for d := history - window; d < history; d++ {
		if w.unread[source][d] {
			missing++
		}
	}
	if v.Real = kind == "missing" && missing > 1 || (kind == "money" && source == "ga4" || kind == "impossible") && w.messy; v.Real {
		v.Reason = "So it came."
	}
}

// testable is how many pages an insight can name at most and be judged; without a template one.
func (w *World) testable(insight upslope.StoredInsight) float64 {
	if insight.Entity.Template == "" {
		return 1
	}
	return math.Inf(1)
}

// covers says whether an insight is about a case.
func covers(insight upslope.StoredInsight, c Case) bool {
	e := insight.Entity
	switch insight.Type {
	case Keyword:
		kind := "gap"
		if _, hasTarget := insight.Evidence["targetPosition"]; hasTarget {
			kind = "reach"
		}
		if c.Page != e.Page {
			return false
		}
		alike, _ := insight.Evidence["sameTask"].(string) // other queries of the page that the same work serves
		return c.Query == e.Query && (c.Kind == kind || c.Decoy) || !c.Decoy && slices.Contains(strings.Split(alike, ", "), c.Query)
	case Cannibal:
		return c.Query == e.Query
	case Landing:
		return e.Page == c.Page && (c.Kind == "unmeasured") == (insight.EntityType == "site")
	case Waste:
		return c.Kind == "unmeasured"
	case Links, Meta:
		if c.Issue != e.Issue && !c.Decoy {
			return false
		}
	}
	if e.Page != "" {
		return e.Page == c.Page
	}
	return e.Template != "" && within(c.Page, e.Template)
}

// within says whether a page lies in a template such as /blog/*.
func within(page, template string) bool {
	_, rest, _ := strings.Cut(page, "://")
	_, path, _ := strings.Cut(rest, "/")
	return strings.HasPrefix("/"+path, strings.TrimSuffix(template, "*"))
}

// judgeWaste asks the terms that an insight of ads is about what they bring; what a better one claims already counts no more.
func (w *World) judgeWaste(v *Verdict, spent map[*term]bool) {
	e := v.Insight.Entity
	terms := w.termsOf(e.CampaignID, e.AdGroupID, e.Term)
	if v.Insight.EntityType == "search_term" {
		terms = slices.DeleteFunc(terms, func(t *term) bool { return !hasWords(e.Term, t.text) })
	}
	for _, c := range w.Cases {
		if c.Type == Waste && c.Decoy && (c.Term != "" && hasWords(e.Term, c.Term) || c.Term == "" && c.Campaign == e.CampaignID) {
			v.Reason = c.Reason
		}
	}
	if len(terms) == 0 {
		return
	}
	if v.Worth, v.Real = w.wasteOf(terms); !v.Real {
		return
	}
	v.Reason = "What it brings is worth less than two thirds of what it costs."
	var left []*term
	for _, t := range terms {
		if !spent[t] {
			spent[t], left = true, append(left, t)
		}
	}
	waste, _ := w.wasteOf(left)
	v.Expected = math.Max(0, waste)
	for i, c := range w.Cases {
		if c.Type != Waste || c.Decoy {
			continue
		}
		all, covered := 0., 0.
		for _, t := range w.termsOf(c.Campaign, c.Group, c.Term) {
			all += t.clicks * t.cost
			if spent[t] {
				covered += t.clicks * t.cost
			}
		}
		if all > 0 && covered >= .5*all {
			v.Cases = append(v.Cases, i)
		}
	}
}
