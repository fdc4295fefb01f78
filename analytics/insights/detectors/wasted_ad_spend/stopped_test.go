package wastedadspend

import (
	"slices"
	"testing"
)

// “lyrics” stops “coastal catering lyrics” in the campaign of both: the list of “coastal” has the others.
func TestASearchThatAnotherRowStopsIsNotExcludedOrValuedAgain(t *testing.T) {
	t.Parallel()
	lyrics := func(campaign string) map[string]any {
		return part("ngram", "lyrics", map[string]any{
			"text": "ngram", "names": []string{campaign}, "cell_keys": []uint64{7, 8}, "terms": uint64(2),
			"dearest_terms": []string{"coastal catering lyrics", "song lyrics"}, "dearest_spend": []float64{550, 450}, "dearest_conversions": []float64{0, 0},
		})
	}
	coastal := func() map[string]any {
		return part("ngram", "coastal", map[string]any{
			"text": "ngram", "terms": uint64(3), "is_sold": uint8(1), "wasted": 500.,
			"dearest_terms": []string{"coastal catering lyrics", "coastal examples", "coastal for seniors"}, "dearest_spend": []float64{550, 250, 200}, "dearest_conversions": []float64{0, 0, 0},
		})
	}
	for campaign, want := range map[string][]string{
		"Tents": {"coastal examples", "coastal for seniors"},
		"Boots": {"coastal catering lyrics", "coastal examples", "coastal for seniors"},
	} {
		rows := judged(t, lyrics(campaign), coastal())
		at := slices.IndexFunc(rows, func(row map[string]any) bool { return row["term"] == "coastal" })
		if at < 0 {
			t.Fatalf("%s: %v", campaign, rows)
		}
		var got []string
		for _, one := range rows[at]["negatives"].([]map[string]string) {
			got = append(got, one["keyword"])
		}
		if !slices.Equal(got, want) {
			t.Errorf("“lyrics” in %s: %q, want %q", campaign, got, want)
		}
		if spend := rows[at]["exact_spend"]; campaign == "Tents" && (spend != 450. || rows[at]["value_high"].(float64) > 450) {
			t.Errorf("%v spent, up to %v saved: what “lyrics” stops is counted again", spend, rows[at]["value_high"])
		}
	}
}
