package wastedadspend

import (
	"math"

	"upslope/analytics/facts"
)

// affordableClick is what a click may cost at the target.
func affordableClick(row map[string]any) float64 {
	return (facts.Number(row, "rate") + facts.Number(row, "conversions_by_value")/facts.Number(row, "clicks")) * facts.Number(row, "target")
}

// measuredClick is what a click was worth at the target: what anybody can recompute.
func measuredClick(row map[string]any) float64 {
	return (facts.Number(row, "conversions") + facts.Number(row, "conversions_by_value")) / facts.Number(row, "clicks") * facts.Number(row, "target")
}

// each is the cost of a conversion; nil where there are no two of them.
func each(spend, conversions float64) any {
	if math.Round(conversions) < 2 {
		return nil
	}
	return math.Round(100*spend/conversions) / 100
}

// isHopeless reports whether no lower bid would make it pay: without conversions, or with far too few.
func isHopeless(row map[string]any, pauseBelow float64) bool {
	return facts.Number(row, "conversions") == 0 || affordableClick(row) < pauseBelow*facts.Number(row, "spent")/facts.Number(row, "clicks")
}
