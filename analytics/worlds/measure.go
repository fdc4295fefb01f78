package worlds

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// Figures are how well insights of worlds fit what is true, of one detector, family, or all of them.
type Figures struct {
	Worlds int `json:"worlds"`

	Found     int     `json:"found"`
	Real      int     `json:"real"`
	Precision float64 `json:"precision"` // of what was found

	Must   int     `json:"must"`
	Hit    int     `json:"hit"`
	Recall float64 `json:"recall"` // of what must be found

	Ranked int     `json:"ranked"` // worlds in which there was something to rank
	NDCG   float64 `json:"ndcg"`   // of the first 20, on average of these worlds

	Quiet     int     `json:"quiet"` // worlds without a plant
	QuietGood int     `json:"quietGood"`
	QuietRate float64 `json:"quietRate"` // of them with at most one false insight

	Ranged    int     `json:"ranged"`    // real ones whose true worth is known, and what they say of it
	Held      int     `json:"held"`      // between low and high
	Above     int     `json:"above"`     // above high
	RangeRate float64 `json:"rangeRate"` // that hold it; of 10th to 90th percentiles 80 % do

	Bins      []Bin   `json:"bins"`
	Deviation float64 `json:"deviation"` // of bins with at least 20, the most that they are apart
	Error     float64 `json:"error"`     // of all bins, weighted by what is in them

	ndcgSum float64
	bins    [binCount]Bin
}

// Bin are insights that are said to be real with about one probability.
type Bin struct {
	Said  float64 `json:"said"` // on average
	True  float64 `json:"true"` // share of them that is
	Count int     `json:"count"`
}

const (
	binCount  = 10
	binLeast  = 20 // as many of a bin tell something
	ranksSeen = 20
)

// Add counts what came of a world: what is true of it, and the verdicts on what was found, the best first. insightType is "" for all.
func (f *Figures) Add(w *World, verdicts []Verdict, insightType string) {
	f.Worlds++
	hit, wrong := map[int]bool{}, 0
	var found []Verdict
	for _, v := range verdicts {
		for _, i := range v.Cases {
			if v.Real {
				hit[i] = true
			}
		}
		if insightType == "" || v.Insight.Type == insightType {
			found = append(found, v)
		}
	}
	for _, v := range found {
		f.Found++
		if v.Real {
			f.Real++
			f.addRange(w, v)
		} else {
			wrong++
		}
		said, _ := v.Insight.Evidence["probabilityReal"].(float64)
		bin := &f.bins[min(int(said*binCount), binCount-1)]
		bin.Said, bin.Count = bin.Said+said, bin.Count+1
		if v.Real {
			bin.True++
		}
	}
	planted := false
	// Nobody finds a query twice: it is in the list as the larger of what it can be.
	rest, hitQuery := map[string]float64{}, map[string]bool{}
	var ideal []float64
	for i, c := range w.Cases {
		if insightType != "" && c.Type != insightType || c.Decoy {
			continue
		}
		planted = planted || c.Planted && c.Type != Keyword
		key := c.Type + c.Query + c.Page
		if c.Must {
			f.Must++
			if hit[i] || c.Type == Keyword && w.foundOtherwise(c, hit) {
				f.Hit++
			}
		}
		switch {
		case c.Type == Keyword:
			if c.Must {
				rest[key] = math.Max(rest[key], c.Expected())
			}
			hitQuery[key] = hitQuery[key] || hit[i]
		case c.Must && !hit[i]:
			ideal = append(ideal, c.Expected())
		}
	}
	for key, expected := range rest {
		if !hitQuery[key] {
			ideal = append(ideal, expected)
		}
	}
	var got []float64
	for _, v := range found {
		got, ideal = append(got, v.Expected), append(ideal, v.Expected)
	}
	if best := gain(ideal, true); best > 0 {
		f.Ranked++
		f.ndcgSum += gain(got, false) / best
	}
	if !planted && insightType != "" {
		f.Quiet++
		if wrong <= 1 {
			f.QuietGood++
		}
	}
}

// addRange asks whether what it is truly worth lies between low and high.
func (f *Figures) addRange(w *World, v Verdict) {
	value := v.Insight.Value
	if value == nil || v.Worth <= 0 || w.unit() != cmp.Or(value.Currency, value.Unit) {
		return
	}
	f.Ranged++
	switch {
	case v.Worth > value.High:
		f.Above++
	case v.Worth >= value.Low:
		f.Held++
	}
}

// foundOtherwise says whether a query is in the list as its other opportunity: it is one of the two, whichever is worth more.
func (w *World) foundOtherwise(c Case, hit map[int]bool) bool {
	for i, other := range w.Cases {
		if hit[i] && other.Type == c.Type && other.Query == c.Query && other.Page == c.Page {
			return true
		}
	}
	return false
}

// gain is what the first 20 bring, each counted less than those before it (discounted cumulative gain).
func gain(values []float64, sorted bool) float64 {
	if sorted {
		values = slices.Clone(values)
		sort.Sort(sort.Reverse(sort.Float64Slice(values)))
	}
	sum := 0.
	for i, value := range values[:min(ranksSeen, len(values))] {
		sum += value / math.Log2(float64(i+2))
	}
	return sum
}

// Finish works out the rates.
func (f *Figures) Finish() {
	f.Precision, f.Recall, f.QuietRate = share(f.Real, f.Found), share(f.Hit, f.Must), share(f.QuietGood, f.Quiet)
	f.RangeRate = share(f.Held, f.Ranged)
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
		if bin.Count >= binLeast {
			f.Deviation = math.Max(f.Deviation, math.Abs(bin.Said-bin.True))
		}
	}
}

// share is 1 of nothing: what was not asked for is not missed.
func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}
