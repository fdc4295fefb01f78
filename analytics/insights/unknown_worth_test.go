package insights

import (
	"testing"
	"time"

	"upslope"
	"upslope/analytics/scoring"
)

// However many people see them, texts whose worth nobody knows stand below what is known to be worth more.
func TestTextsOfUnknownWorthDoNotLeadWhatIsValued(t *testing.T) {
	t.Parallel()
	site := scoring.SiteValue{Month: map[string]float64{scoring.UnitClicks: 10_000}}
	known := searchCandidate(tentsPage, "tents", 400, map[string]any{})
	for issue, isHeld := range map[string]bool{"missing_description": true, "long_title": true, "server_error": false, "hidden_page": false} {
		unknown := issueCandidate(issue, map[string]string{"url": bagsPage})
		unknown.severity, unknown.maxValue = "critical", valueOf(nil, 8000, nil, scoring.UnitClicks, "")
		scales := scoring.NewScales(upslope.SiteScales{}, time.Now())
		scales.Fit(site, []scoring.Estimate{{Value: known.value, Expected: known.expectedValue()}})
		r := newRanking(scales, site, []candidate{known, unknown})
		ofKnown, _ := r.sharesOf(&known)
		ofUnknown, _ := r.sharesOf(&unknown)
		if (ofUnknown <= ofKnown/2) != isHeld {
			t.Errorf("%s: %.2f beside %.2f", issue, ofUnknown, ofKnown)
		}
	}
}
