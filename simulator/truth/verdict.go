package truth

import (
	"math"

	"upslope"
)

// Verdict is what the truth says of an insight.
type Verdict struct {
	Insight  upslope.StoredInsight
	Real     bool
	Reason   string
	Expected float64 // a month on average, without what a better insight of the type already claims
	Value    float64 // a month, of everything that it is about, once fixed; 0 unknown
	Cases    []int   // that it finds, as indexes of Record.Cases
}

// ByProcess judges an insight by the process itself where cases do not suffice; false leaves it to the cases.
type ByProcess func(*Verdict) bool

// Judge compares insights, the best first, with the truth.
func (r *Record) Judge(insights []upslope.StoredInsight, byProcess ByProcess) []Verdict {
	claimed := map[int]bool{}
	verdicts := make([]Verdict, len(insights))
	for i, insight := range insights {
		v := &verdicts[i]
		*v = Verdict{Insight: insight, Reason: "Nothing of the kind is wrong there."}
		if byProcess == nil || !byProcess(v) {
			r.judgeByCases(v, claimed)
		}
	}
	return verdicts
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
		v.Value += c.Value
		if !claimed[i] {
			claimed[i] = true
			v.Expected += c.Expected()
		}
	}
	// Of the pages that it names together, half have to be what it says.
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
