package truth

import (
	"math"

	"upslope"
)

// Verdict is the truth about an insight.
type Verdict struct {
	Insight  upslope.StoredInsight
	Real     bool
	Reason   string
	Expected float64 // mean monthly value, without what a better insight of the type already claims
	Value    float64 // monthly value of everything it covers, once fixed; 0 unknown
	Cases    []int   // cases found, as indexes of Record.Cases
	Finding  bool    // of the insight before it: the same fix settles both
}

// ByProcess judges an insight from the process where cases do not suffice; false falls back to the cases.
type ByProcess func(*Verdict) bool

// Judge compares insights, best first, with the truth.
func (r *Record) Judge(insights []upslope.StoredInsight, byProcess ByProcess) []Verdict {
	claimed := map[int]bool{}
	verdicts := withFindings(insights)
	for i := range verdicts {
		v := &verdicts[i]
		v.Reason = "Nothing of the kind is wrong there."
		if byProcess == nil || !byProcess(v) {
			r.judgeByCases(v, claimed)
		}
	}
	return verdicts
}

// withFindings puts what else an insight says that its fix settles behind it, so that it is judged like the
// others. Its value is part of the insight's, and so is its place in the list.
func withFindings(insights []upslope.StoredInsight) []Verdict {
	var all []Verdict
	for _, insight := range insights {
		all = append(all, Verdict{Insight: insight})
		for _, finding := range insight.Also {
			one := upslope.StoredInsight{Insight: upslope.Insight{Type: finding.Type, Entity: finding.Entity, EntityType: "page"}}
			one.Title, one.Evidence = finding.Reason, map[string]any{"probabilityReal": insight.Evidence["probabilityReal"], "affectedPages": 1.}
			all = append(all, Verdict{Insight: one, Finding: true})
		}
	}
	return all
}

func (r *Record) judgeByCases(v *Verdict, claimed map[int]bool) {
	for i, c := range r.Cases {
		if !covers(v.Insight, c) {
			continue
		}
		if c.Decoy {
			v.Reason = c.Reason
			continue
		}
		v.Cases = append(v.Cases, i)
		// A template does without the pages that a better insight covers.
		if !claimed[i] || v.Insight.Entity.Template == "" {
			v.Value += c.valueSaid(v.Insight)
		}
		if !claimed[i] {
			claimed[i] = true
			v.Expected += c.Expected()
		}
	}
	// At least half of the named pages must be affected.
	affected, _ := v.Insight.Evidence["affectedPages"].(float64)
	if v.Insight.Entity.Template == "" {
		affected = math.Min(affected, 1)
	}
	v.Real = len(v.Cases) > 0 && float64(len(v.Cases)) >= .5*affected
	if v.Real {
		v.Reason = r.Cases[v.Cases[0]].Reason
	} else {
		v.Expected = 0
	}
}
