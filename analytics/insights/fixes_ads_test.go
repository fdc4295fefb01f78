package insights

import (
	"slices"
	"strings"
	"testing"
)

// Changes for Google Ads and slow pages are available row by row.
func TestFixesOfAdsAndSlowPagesAreReadyToUpload(t *testing.T) {
	t.Parallel()
	for _, one := range []struct{ name, insightType, kind, head, rows string }{
		{"wasted_ad_spend/testdata/settled", "wasted_ad_spend", "negatives", "Campaign,Keyword,Criterion Type",
			"Tools,second hand,Campaign Negative Phrase\nTools,second-hand,Campaign Negative Phrase\n"},
		{"slow_page/testdata/template", "slow_page", "checklist", "Page,Device,LCP in s,INP in ms,CLS,What to do,Saves in s,Files", "https://example.com/"},
	} {
		insight, fixes := fixesOf(t, one.name, one.insightType)
		made, ok := fixes[one.kind]
		head, rows, _ := strings.Cut(made.Content, "\n")
		if !ok || head != one.head || !strings.Contains(rows, one.rows) {
			t.Errorf("%s (%s): %s is %+v", one.name, insight.Title, one.kind, made)
		}
	}
}

func TestAnAdGroupIsPausedWhenNothingComesOfItElseItsBidsFall(t *testing.T) {
	t.Parallel()
	detectors, err := loadDetectors(detectorFiles)
	if err != nil {
		t.Fatal(err)
	}
	fixes := detectors[slices.IndexFunc(detectors, func(d *detector) bool { return d.Type == "wasted_ad_spend" })].Fixes
	for conversions, want := range map[float64]map[string]string{
		0: {"pauses": "Campaign,Ad Group,Ad Group Status\nTents,Prices,Paused\n"},
		3: {"bids": "Campaign,Ad Group,Max CPC\nTents,Prices,0.19\n"},
	} {
		for _, kind := range []string{"pauses", "bids"} {
			columns := map[string]any{"text": "ad_group", "campaign": "Tents", "ad_group": "Prices", "is_pause": conversions == 0, "bidding": "manual", "bid_now": "0.19"}
			made, err := fixes[kind].fill(candidate{columns: columns}, addresses{}.of)
			if err != nil || (made == nil) != (want[kind] == "") || made != nil && made.Content != want[kind] {
				t.Errorf("%v conversions: %s is %+v, %v", conversions, kind, made, err)
			}
		}
	}
}

func TestOnlyWithoutATargetTheMethodSaysThatAnAverageStandsForIt(t *testing.T) {
	t.Parallel()
	for name, isSaid := range map[string]bool{"wasted_ad_spend/testdata/settled": true, "wasted_ad_spend/testdata/bidding": false} {
		insight, _ := fixesOf(t, name, "wasted_ad_spend")
		text, _ := insight.Evidence["targetBasis"].(string)
		if (text != "") != isSaid || isSaid && !strings.Contains(text, "set in Settings") {
			t.Errorf("%s (%s): %q", name, insight.Title, text)
		}
	}
}
