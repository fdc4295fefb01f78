package contentdecay

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"upslope/analytics/facts"
	"upslope/analytics/features/intent"
	"upslope/analytics/format"
)

// outranked words the searches that other pages took, as many as a step has room for, counts the others, and
// reports whether one fell so steeply that something other than better pages may be to blame.
func outranked(named []map[string]string, steep float64) (words string, isSteep bool, others int) {
	var list []string
	for _, one := range named {
		if one["query"] == "" || one["cause"] != "rank" || one["far"] != "" || one["nowAt"] == "" {
			if one["query"] != "" {
				others++
			}
			continue
		}
		query := []rune(one["query"])
		if len(query) > longestQuery {
			query = append(query[:longestQuery], '…')
		}
		text := "“" + string(query) + "” (#" + one["thenAt"] + " → #" + one["nowAt"] + ", " + grouped(one["then"]) + " → " + grouped(one["now"]) + " clicks)"
		if len(list) == 0 || utf8.RuneCountInString(strings.Join(list, "")+text) <= roomOfQueries {
			list = append(list, text)
		}
		then, _ := strconv.ParseFloat(one["thenAt"], 64)
		now, _ := strconv.ParseFloat(one["nowAt"], 64)
		isSteep = isSteep || now-then >= steep
	}
	return format.Joined(list), isSteep, others
}

// joinFar merges the first two searches that fell so far that the page has to be inspected.
func joinFar(named []map[string]string) []map[string]string {
	named = slices.Clone(named)
	for i, one := range named {
		named[i] = maps.Clone(one)
		named[i]["andFar"] = ""
	}
	isFar := func(one map[string]string) bool {
		return one["query"] != "" && one["cause"] == "rank" && one["far"] != ""
	}
	first := slices.IndexFunc(named, isFar)
	if first < 0 {
		return named
	}
	second := first + 1 + slices.IndexFunc(named[first+1:], isFar)
	if second == first {
		return named
	}
	named[first]["andFar"] = named[second]["query"]
	named[first]["andThenAt"], named[first]["andNowAt"] = named[second]["thenAt"], named[second]["nowAt"]
	return slices.Delete(named, second, second+1)
}

// inspections counts the searches for which the page is inspected, as it fell far or is shown no more.
func inspections(named []map[string]string) (number int) {
	for _, one := range named {
		if one["query"] != "" && one["cause"] == "rank" && (one["far"] != "" || one["nowAt"] == "") {
			number++
		}
	}
	return number
}

// goneAtPlace is the share of its clicks that a search has left at most, of leastGone or more, if at an
// unchanged position something else on the results page took them.
const goneAtPlace, leastGone = .05, 10

// addRates adds how the CTR of each search fell, what on the results page may have taken its clicks, such as
// a map, and whether most of the loss is in searches that nothing names.
func addRates(row map[string]any, named []map[string]string) {
	lost, hasFeature := 0., false
	for _, one := range named {
		number := func(name string) float64 { n, _ := strconv.ParseFloat(one[name], 64); return n }
		one["rates"], one["feature"] = "", ""
		if then, now := number("rateThen"), number("rateNow"); one["rateNow"] != "" && now < then && rate(now) != rate(then) {
			one["rates"] = rate(then) + " to " + rate(now)
		}
		isKept := one["query"] != "" && one["cause"] == "snippet" && one["nowAt"] != ""
		switch then, now := number("then"), number("now"); {
		case !isKept:
		case intent.IsNearby(one["query"]):
			one["feature"] = "map"
		case then >= leastGone && now <= goneAtPlace*then:
			one["feature"] = "other"
		}
		hasFeature = hasFeature || one["feature"] != ""
		if one["query"] != "" && one["cause"] == "snippet" {
			lost += number("lost")
		}
	}
	row["has_feature"], row["is_mostly_rest"] = hasFeature, lost > 0 && 2*lost < facts.Number(row, "lost_by_snippet")
}

// rate writes a click rate: 12%, 3.4%, 0.8%.
func rate(share float64) string {
	if share < .1 {
		return format.Percent(100*share, 1)
	}
	return format.Percent(100*share, 0)
}

// grouped writes a whole number with separators.
func grouped(digits string) string {
	number, _ := strconv.ParseFloat(digits, 64)
	return format.Number(number, 0)
}

// roomOfQueries is how many characters a step has for the searches that a page lost, and longestQuery those
// of one.
const roomOfQueries, longestQuery = 90, 45
