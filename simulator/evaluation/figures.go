package evaluation

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"upslope/simulator/truth"
)

// Figures measure how well insights match the truth: for one detector, one family, or all.
type Figures struct {
	Worlds int `json:"worlds"`

	Found     int     `json:"found"`
	Real      int     `json:"real"`
	Precision float64 `json:"precision"` // of Found

	Must   int     `json:"must"`
	Hit    int     `json:"hit"`
	Recall float64 `json:"recall"` // of Must

	Ranked int     `json:"ranked"` // worlds with something to rank
	NDCG   float64 `json:"ndcg"`   // of the first 20, mean over these worlds

	Quiet     int     `json:"quiet"` // worlds without a plant
	QuietGood int     `json:"quietGood"`
	QuietRate float64 `json:"quietRate"` // of Quiet, with at most one false insight

	Ranged    int     `json:"ranged"`    // real insights with a value range and a known true value
	Held      int     `json:"held"`      // true value between low and high
	Above     int     `json:"above"`     // above high
	RangeRate float64 `json:"rangeRate"` // Held of Ranged: 0.8 if the range is of percentiles 10 to 90
	Ratio     float64 `json:"ratio"`     // median of true by stated middle: 1 unbiased, above conservative

	Bins      []Bin   `json:"bins"`
	Deviation float64 `json:"deviation"` // maximum over bins with at least minBinCount insights
	Error     float64 `json:"error"`     // expected calibration error: mean over all bins, weighted by count

	ndcgSum float64
	ratios  []float64
	bins    [binCount]Bin
}

// Bin groups insights with a similar stated probability of being real.
type Bin struct {
	Said  float64 `json:"said"` // mean stated probability
	True  float64 `json:"true"` // the share that is real
	Count int     `json:"count"`
}

const (
	binCount    = 10
	minBinCount = 20
	ranked      = 20 // insights considered by NDCG
)

// Add counts one world: its verdicts, the best insight first. An empty insightType counts all types.
func (f *Figures) Add(record *truth.Record, verdicts []truth.Verdict, insightType string) {
	f.Worlds++
	hit, wrong := map[int]bool{}, 0
	var gains []float64
	isRanked := false // the insight before the findings
	for _, v := range verdicts {
		for _, i := range v.Cases {
			if v.Real {
				hit[i] = true
			}
		}
		isOfType := insightType == "" || v.Insight.Type == insightType
		switch {
		case !v.Finding:
			if isRanked = isOfType; isOfType {
				gains = append(gains, v.Expected)
			}
		case isRanked: // one line of the list, and one fix
			gains[len(gains)-1] += v.Expected
		}
		if !isOfType {
			continue
		}
		f.addVerdict(record, v)
		if !v.Real {
			wrong++
		}
	}
	missed, planted := f.addCases(record, hit, insightType)
	if best := discountedGain(append(missed, gains...), true); best > 0 {
		f.Ranked++
		f.ndcgSum += discountedGain(gains, false) / best
	}
	if !planted && insightType != "" {
		f.Quiet++
		if wrong <= 1 {
			f.QuietGood++
		}
	}
}

func (f *Figures) addVerdict(record *truth.Record, v truth.Verdict) {
	f.Found++
	stated, _ := v.Insight.Evidence["probabilityReal"].(float64)
	bin := &f.bins[min(int(stated*binCount), binCount-1)]
	bin.Said, bin.Count = bin.Said+stated, bin.Count+1
	if v.Real {
		f.Real++
		bin.True++
		f.addRange(record, v)
	}
}

// addRange checks whether the true value is between low and high.
func (f *Figures) addRange(record *truth.Record, v truth.Verdict) {
	value := v.Insight.Value
	if value == nil || v.Value <= 0 || record.Unit != cmp.Or(value.Currency, value.Unit) {
		return
	}
	f.Ranged++
	if value.Mid > 0 {
		f.ratios = append(f.ratios, v.Value/value.Mid)
	}
	switch {
	case v.Value > value.High:
		f.Above++
	case v.Value >= value.Low:
		f.Held++
	}
}

// addCases counts the cases that must be found. It returns the gains of missed ones, and whether any were
// planted.
func (f *Figures) addCases(record *truth.Record, hit map[int]bool, insightType string) (missed []float64, planted bool) {
	// Two opportunities of one query count as one, the more valuable.
	queryGain, queryHit := map[string]float64{}, map[string]bool{}
	for i, c := range record.Cases {
		if insightType != "" && c.Type != insightType || c.Decoy {
			continue
		}
		isQuery := c.Type == truth.Keyword
		planted = planted || c.Planted && !isQuery
		if c.Must {
			f.Must++
			if hit[i] || isQuery && record.FoundAs(c, hit) {
				f.Hit++
			}
		}
		key := c.Query + c.Page
		switch {
		case isQuery:
			if c.Must {
				queryGain[key] = math.Max(queryGain[key], c.Expected())
			}
			queryHit[key] = queryHit[key] || hit[i]
		case c.Must && !hit[i]:
			missed = append(missed, c.Expected())
		}
	}
	for key, gain := range queryGain {
		if !queryHit[key] {
			missed = append(missed, gain)
		}
	}
	return missed, planted
}

// discountedGain returns the discounted cumulative gain of the first 20 values.
func discountedGain(values []float64, sorted bool) float64 {
	if sorted {
		values = slices.Clone(values)
		sort.Sort(sort.Reverse(sort.Float64Slice(values)))
	}
	sum := 0.
	for i, value := range values[:min(ranked, len(values))] {
		sum += value / math.Log2(float64(i+2))
	}
	return sum
}

// Finish computes the rates once all worlds are counted.
func (f *Figures) Finish() {
	f.Precision, f.Recall, f.QuietRate = share(f.Real, f.Found), share(f.Hit, f.Must), share(f.QuietGood, f.Quiet)
	f.RangeRate = share(f.Held, f.Ranged)
	if n := len(f.ratios); n > 0 {
		slices.Sort(f.ratios)
		f.Ratio = (f.ratios[(n-1)/2] + f.ratios[n/2]) / 2
	}
	if f.Ranked > 0 {
		f.NDCG = f.ndcgSum / float64(f.Ranked)
	}
	f.Bins, f.Deviation, f.Error = []Bin{}, 0, 0
	for _, bin := range f.bins {
		if bin.Count == 0 {
			continue
		}
		n := float64(bin.Count)
		bin.Said, bin.True = bin.Said/n, bin.True/n
		f.Bins = append(f.Bins, bin)
		f.Error += n / float64(f.Found) * math.Abs(bin.Said-bin.True)
		if bin.Count >= minBinCount {
			f.Deviation = math.Max(f.Deviation, math.Abs(bin.Said-bin.True))
		}
	}
}

// share returns 1 for an empty whole: without cases, nothing is missed.
func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}
