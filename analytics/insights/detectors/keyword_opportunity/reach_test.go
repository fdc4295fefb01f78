package keywordopportunity

import (
	"math"
	"testing"

	"upslope/analytics/facts"
)

// covered is a query at position 8 that title and H1 of its page name already.
func covered(change map[string]any) map[string]any {
	r := row("tents", map[string]any{"page_title": "Tents | Example", "page_heading": "Tents", "place": 8., "expected_rate": .0125, "clicks_of_window": 125.})
	for column, value := range change {
		r[column] = value
	}
	return r
}

func TestTheTargetIsAsFarAsTheStepsCarryThePage(t *testing.T) {
	t.Parallel()
	list, guide := map[string]string{"page": "https://example.com/category/tents"}, map[string]string{"page": "https://example.com/guides/choose-tents"}
	hard := map[string]any{"difficulty": 69., "pages_about_it": []map[string]string{list}}
	for name, c := range map[string]struct {
		rows   []map[string]any
		target float64
	}{
		"one link":                      {[]map[string]any{covered(map[string]any{"pages_about_it": []map[string]string{list}})}, 7},
		"two links":                     {[]map[string]any{covered(map[string]any{"pages_about_it": []map[string]string{list, guide}})}, 6},
		"a link against difficult ones": {[]map[string]any{covered(hard)}, 7},
		"links from others":             {[]map[string]any{covered(nil)}, 6},
		"links and a section":           {[]map[string]any{covered(map[string]any{"pages_about_it": []map[string]string{list, guide}}), covered(map[string]any{"query": "tents for winter", "impressions_of_month": 4000.})}, 5},
		"a title of its own":            {[]map[string]any{covered(map[string]any{"page_title": "Shop | Example"})}, 5},
		"a title and links":             {[]map[string]any{covered(map[string]any{"page_title": "Shop | Example", "pages_about_it": []map[string]string{list, guide}})}, 3},
		"near the top":                  {[]map[string]any{covered(map[string]any{"place": 4.2, "expected_rate": .1 / 4.2, "pages_about_it": []map[string]string{list}})}, 3},
	} {
		got := judged(t, c.rows...)
		if len(got) != 1 || got[0]["target_number"] != c.target || (got[0]["is_limited"] == true) != (c.target > 3) {
			t.Errorf("%s: %v, want #%v", name, got, c.target)
		}
	}
}

func TestTheValueIsThatOfTheTargetSaid(t *testing.T) {
	t.Parallel()
	link := []map[string]string{{"page": "https://example.com/category/tents"}}
	got := judged(t, covered(map[string]any{"pages_about_it": link}))[0]
	mid, fix := facts.Number(got, "value_mid"), facts.Number(got, "probability_fix")
	if want := 10_000 * (.1/7 - .1/8); math.Abs(mid-want) > .01*want || got["more_clicks_of_all"] != math.RoundToEven(mid) {
		t.Errorf("%v clicks at #7, want %v", mid, want)
	}
	if want := .5 * math.Exp(-1./8) * (1.3 - 42./83) * .6; math.Abs(fix-want) > .01 {
		t.Errorf("one place succeeds with %v, want %v", fix, want)
	}
	if low, high := facts.Number(got, "value_low"), facts.Number(got, "value_high"); low >= mid || high <= mid {
		t.Errorf("%v to %v around %v", low, high, mid)
	}
	hard := judged(t, covered(map[string]any{"pages_about_it": link, "difficulty": 69.}))[0]
	if easier := .59 * (1.3 - 69./83) / (1.3 - 42./83) * fix * 8 / 7; facts.Number(hard, "probability_fix") > easier*1.01 {
		t.Errorf("a step of less than a place succeeds with %v, want at most %v", hard["probability_fix"], easier)
	}
}

func TestAStepTakenOutTakesItsPlacesAlong(t *testing.T) {
	t.Parallel()
	got := judged(t, covered(map[string]any{"pages_about_it": []map[string]string{{"page": "https://example.com/category/tents"}, {"page": "https://example.com/guides/choose-tents"}}}))[0]
	before := facts.Number(got, "value_mid")
	got["other_pages"] = facts.Texts(got, "other_pages")[:1]
	Settle(got)
	if got["target_number"] != 7. || facts.Number(got, "value_mid") >= before {
		t.Errorf("#%v for %v clicks, before %v", got["target_number"], got["value_mid"], before)
	}
	byLink := facts.Number(got, "probability_fix")
	got["other_pages"], got["low_ctr"] = []string{}, true
	if Settle(got); got["target_number"] != 7. || facts.Number(got, "probability_fix") > .6*byLink {
		t.Errorf("a description alone moves it to #%v with %v, a link with %v", got["target_number"], got["probability_fix"], byLink)
	}
}
