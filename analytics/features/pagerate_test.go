package features

import (
	"math"
	"strings"
	"testing"
)

func TestAPageThatConvertsLessIsWorthLessOfAnAdsClick(t *testing.T) {
	t.Parallel()
	const page = "https://example.com/team/anna"
	for name, c := range map[string]struct {
		own  visitors
		want float64
	}{
		"a quarter of the others": {visitors{5000, 25}, (25. + 4) / 5200 / .02},
		"as many":                 {visitors{5000, 100}, 1},
		"more":                    {visitors{5000, 200}, 1},
		"chance":                  {visitors{5000, 85}, 1},
		"too few to tell":         {visitors{400, 0}, 1},
	} {
		v := &ClickValues{Source: "Media equivalent", Mean: 2, queries: map[string]float64{"anna": 3}, shares: map[string]float64{}}
		v.visitors = map[string]visitors{"team": {10_000 + c.own.sessions, 200 + c.own.conversions}}
		v.shares[page] = v.shareOf(page, c.own)
		if got := v.Per(page, ""); math.Abs(got-2*c.want) > 1e-9 || math.Abs(v.Per(page, "anna")-3*c.want) > 1e-9 {
			t.Errorf("%s: a click is worth %v, want %v", name, got, 2*c.want)
		}
		if says := strings.Contains(v.SourceOf(page), "convert less"); says != (c.want < 1) {
			t.Errorf("%s: %s", name, v.SourceOf(page))
		}
		if other := v.Per("https://example.com/team/ben", ""); other != 2 {
			t.Errorf("%s: another page is worth %v", name, other)
		}
	}
	all := &ClickValues{visitors: map[string]visitors{"team": {5000, 25}, "*": {15_000, 225}}}
	if got := all.shareOf(page, visitors{5000, 25}); got > .4 {
		t.Errorf("the only page of its type, beside the site: %v", got)
	}
}
