package underperforminglanding

import (
	"math"
	"testing"

	"upslope/analytics/facts"
)

func TestAFaultIsAsLikelyAsPagesDifferAndBidsFollowWhatIsTold(t *testing.T) {
	t.Parallel()
	params := map[string]any{"below": .8, "reach": .9, "paid_hopeless": .35, "paid_told": 10., "least_probability": .95, "nothing_below": .75, "closed": .5}
	for name, c := range map[string]struct {
		spread, likely, seen, due float64
		real                      float64 // at most
		unsure, pauses, told      bool
	}{
		"pages that are alike":               {.002, .002, 1, 40, 1, false, true, true},
		"pages that differ":                  {.012, .008, 1, 5, .9, false, false, false},
		"pages that differ much":             {.02, .02, 1, 5, .75, true, false, false},
		"half of what is due":                {.002, .002, 10, 20, 1, false, false, true},
		"none of as few as may be by chance": {.002, .002, 0, 5, 1, false, false, false},
	} {
		row := map[string]any{"rate_of_part": .015, "rate_of_others": .03, "deviation": c.spread, "likely_deviation": c.likely, "blames_ads": uint8(1), "paid_seen": c.seen, "paid_due": c.due}
		describe(params, row, .99)
		real := facts.Number(row, "probability_real")
		if real > c.real || real < .5 || row["is_unsure"] != c.unsure || row["is_paid_hopeless"] != c.pauses || row["is_paid_told"] != c.told {
			t.Errorf("%s: real %.2f, unsure %v, pauses %v, told %v", name, real, row["is_unsure"], row["is_paid_hopeless"], row["is_paid_told"])
		}
	}
}

// Whoever mends a real fault gains at least what makes it one.
func TestTheLowEndIsThatOfARealFault(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ mean, deviation, want float64 }{
		"surely a fault": {.02, .001, .02 - 1.2816*.001},
		"perhaps":        {.01, .01, .0053},
		"known exactly":  {.01, 0, .01},
	} {
		if got := lowOfReal(c.mean, c.deviation, .003); math.Abs(got-c.want) > 2e-4 {
			t.Errorf("%s: %.4f", name, got)
		}
	}
}

func TestOnlyPagesOfGoodsTakeOrders(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]bool{
		"https://example.com/realtime-templates": false, "https://example.com/integrations/bulk-billing": false, "https://example.com/features/reports": false, "https://example.com/pricing": false,
		"https://example.com/request-a-demo": false, "https://example.com/products/tent": true, "https://example.com/trekking-poles": true,
	} {
		if got := takesOrders(page, page == "https://example.com/trekking-poles"); got != want {
			t.Errorf("%s: %v", page, got)
		}
	}
}

// A form is checked only where the address says that there is one.
func TestAFormIsKnownByTheAddress(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]bool{
		"https://a.example/treatments/skin": true, "https://a.example/locations/york": true, "https://a.example/free-quote": true,
		"https://a.example/reviews/steel-lamp": false, "https://a.example/news/beekeeping": false, "https://a.example/gadget": false,
	} {
		if got := takesInquiries(page); got != want {
			t.Errorf("%s: %v", page, got)
		}
	}
}

// A visitor of software's contact page asks for something, and does not sign up.
func TestNobodySignsUpOnAPageForInquiries(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]bool{"https://a.example/integrations/x": true, "https://a.example/contact": false, "https://a.example/request-a-demo": false} {
		row := map[string]any{"page": page}
		describe(map[string]any{"folders": []string{"/integrations", "/features", "/docs"}}, row, .99)
		if row["signs_up"] != want {
			t.Errorf("%s: signs up is %v", page, row["signs_up"])
		}
	}
}

// A gap is a guess where its range starts at nothing, however much similar pages vary.
func TestAGapIsAGuessOnlyWhileItMayBeChance(t *testing.T) {
	t.Parallel()
	params := map[string]any{"paid_told": 10., "paid_hopeless": .35, "least_probability": .95, "reach": .9, "below": .8, "nothing_below": .75, "closed": .5}
	for real, want := range map[float64]bool{.99: false, .8: false, .7: true} {
		row := map[string]any{"page": "https://a.example/a", "rate_of_part": .003, "rate_of_others": .015, "deviation": .012}
		if describe(params, row, real); row["is_unsure"] != want {
			t.Errorf("%v likely: %v", real, row["is_unsure"])
		}
	}
}

// The sentence gives the value and its range in conversions, so that no high end stands above what it tells.
func TestTheRangeIsToldInConversions(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		low, mid, high, limit any
		want                  string
	}{
		"of a fault":               {960., 2262., 4100., nil, "about 174 (74 to 315)"},
		"of what may be nothing":   {0., 2262., 4100., nil, "about 174 (up to 315)"},
		"within the best page":     {960., 2262., 4100., 3000., "about 174 (74 to 231)"},
		"of less than one":         {0., 3., 6., nil, ""},
		"of hardly one":            {0., 6., 12., nil, "up to 1"},
		"of a single number":       {12., 13., 13., nil, "about 1"},
		"without a value":          {nil, nil, nil, nil, ""},
		"with thousands of visits": {9600., 22620., 41000., nil, "about 1,740 (738 to 3,154)"},
	} {
		row := map[string]any{"each": 13., "value_low": c.low, "value_mid": c.mid, "value_high": c.high, "value_limit": c.limit}
		if got := moreConversions(row); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Of a gap that is chance more often than once in four times, nothing may come.
func TestTheRangeOfAnUnlikelyGapStartsAtNothing(t *testing.T) {
	t.Parallel()
	params := map[string]any{"paid_told": 10., "paid_hopeless": .35, "least_probability": .95, "reach": .9, "below": .8, "nothing_below": .75, "closed": .5}
	for real, isNothing := range map[float64]bool{.61: true, .84: false} {
		row := map[string]any{"page": "https://a.example/a", "rate_of_part": .003, "rate_of_others": .015, "deviation": .004, "to_month": 1., "visits_seen": 1000., "each": 10.}
		if describe(params, row, real); (row["value_low"] == 0.) != isNothing {
			t.Errorf("%v likely: at least %v", real, row["value_low"])
		}
	}
}

// Nobody knows what causes a gap: the line promises half of it, and says how likely that is.
func TestHalfOfAGapIsPromised(t *testing.T) {
	t.Parallel()
	low := func(closed float64) float64 {
		row := map[string]any{"page": "https://a.example/a", "rate_of_part": .003, "rate_of_others": .015, "deviation": .004, "to_month": 1., "visits_seen": 1000., "each": 10., "probability_fix": .5}
		describe(map[string]any{"reach": .9, "below": .8, "nothing_below": .75, "closed": closed}, row, .84)
		if row["likely_percent"] != 42. {
			t.Errorf("%v%% likely", row["likely_percent"])
		}
		return row["value_low"].(float64)
	}
	if half, all := low(.5), low(1); half <= 0 || 2*half != all {
		t.Errorf("half of %v is %v", all, half)
	}
}
