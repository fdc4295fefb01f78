package insights

import (
	"math"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/portfolio"
	"upslope/analytics/scoring"
)

// A page that search still clicks and that fails comes before a value that may as well be nothing.
func TestErrorsThatSearchClicksRankAboveGuesses(t *testing.T) {
	t.Parallel()
	guess := candidate{detector: &detector{Type: landingPage}, columns: map[string]any{"is_unsure": true}, effortClass: 3, probabilityReal: 1, probabilityFix: .9}
	guess.value = valueOf(new(0.), 5000, new(9000.), scoring.UnitClicks, "")
	failing := candidate{detector: &detector{Type: portfolio.MetaIssues}, columns: map[string]any{"clicks_month": 35.}, effortClass: 2, probabilityReal: .95, probabilityFix: .9}
	failing.entity, failing.value = upslope.Entity{Page: bagsPage, Issue: "server_error"}, valueOf(new(20.), 35, new(60.), scoring.UnitClicks, "")
	site := scoring.SiteValue{Month: map[string]float64{scoring.UnitClicks: 1000}}
	for _, c := range []struct {
		name   string
		change func()
		above  bool
	}{
		{"a guess", func() {}, true},
		{"an error nobody clicks", func() { failing.columns["clicks_month"] = 1. }, false},
		{"a sure find", func() { failing.columns["clicks_month"], guess.columns["is_unsure"] = 35., false }, false},
		{"a sure find of little value", func() { guess.value = valueOf(new(0.), 5, new(9.), scoring.UnitClicks, "") }, true},
	} {
		c.change()
		scales := scoring.NewScales(upslope.SiteScales{}, time.Now())
		scales.Fit(site, []scoring.Estimate{{Value: guess.value, Expected: guess.expectedValue()}})
		r := newRanking(scales, site, []candidate{guess, failing})
		ofGuess, _ := r.sharesOf(&guess)
		ofFailing, _ := r.sharesOf(&failing)
		if (ofFailing > ofGuess) != c.above {
			t.Errorf("%s: %.2f, the error %.2f", c.name, ofGuess, ofFailing)
		}
	}
}

// Of a site of 10,000 clicks, an error with fewer than 100 is one repair among others.
func TestAnErrorThatNextToNothingHangsOnDoesNotLead(t *testing.T) {
	t.Parallel()
	site := scoring.SiteValue{Month: map[string]float64{scoring.UnitClicks: 10_000}}
	for _, c := range []struct {
		issue  string
		clicks float64
		leads  bool
	}{{"server_error", 99, false}, {"server_error", 100, true}, {"broken_page", 99, false}, {"broken_page", 100, true}, {"missing_title", 100, false}} {
		failing := candidate{detector: &detector{Type: portfolio.MetaIssues}, columns: map[string]any{"clicks_month": c.clicks}, effortClass: 2, probabilityReal: .95, probabilityFix: .9}
		failing.entity, failing.value = upslope.Entity{Page: bagsPage, Issue: c.issue}, valueOf(nil, c.clicks, nil, scoring.UnitClicks, "")
		scales := scoring.NewScales(upslope.SiteScales{}, time.Now())
		scales.Fit(site, []scoring.Estimate{{Value: valueOf(nil, 5000, nil, scoring.UnitClicks, ""), Expected: 4500}})
		share, _ := newRanking(scales, site, []candidate{failing}).sharesOf(&failing)
		if (share >= scoring.SearchedFailureShare) != c.leads {
			t.Errorf("%s, %v clicks: %.2f", c.issue, c.clicks, share)
		}
	}
}

// A page that is gone and still clicked comes no later than guesses and long shots of up to ten times its
// value, and passes no sure find that is worth much more.
func TestPagesThatAreGoneAndClickedRankBesideWhatMayBeNothing(t *testing.T) {
	t.Parallel()
	gone := candidate{detector: &detector{Type: portfolio.MetaIssues}, columns: map[string]any{"clicks_month": 8.}, effortClass: 1, probabilityReal: .95, probabilityFix: .8}
	gone.entity = upslope.Entity{Page: bagsPage, Issue: "broken_page"}
	guess := candidate{detector: &detector{Type: landingPage}, columns: map[string]any{"is_unsure": true}, effortClass: 3, probabilityReal: 1, probabilityFix: .9}
	sure := candidate{detector: &detector{Type: landingPage}, columns: map[string]any{}, effortClass: 3, probabilityReal: 1, probabilityFix: .9}
	longShot := searchCandidate(tentsPage, "tents", 100, map[string]any{"text": "reach", "needs_links": true})
	for _, c := range []struct {
		name   string
		other  candidate
		clicks float64
		value  float64
		above  bool
	}{
		{"a guess", guess, 8, 60, true},
		{"a guess of a hundred times the value", guess, 8, 4, false},
		{"a guess, and few clicks", guess, 4, 60, false},
		{"a long shot", longShot, 8, 60, true},
		{"a sure find", sure, 8, 60, false},
	} {
		gone.columns["clicks_month"], gone.value = c.clicks, valueOf(new(2.), c.value, new(2*c.value), scoring.UnitClicks, "")
		c.other.value = valueOf(new(0.), 500, new(900.), scoring.UnitClicks, "")
		scales := scoring.NewScales(upslope.SiteScales{}, time.Now())
		scales.Fit(scoring.SiteValue{Month: map[string]float64{scoring.UnitClicks: 1000}}, []scoring.Estimate{{Value: c.other.value, Expected: c.other.expectedValue()}})
		both := []candidate{c.other, gone}
		r := newRanking(scales, scoring.SiteValue{Month: map[string]float64{scoring.UnitClicks: 1000}}, both)
		of, _ := r.sharesOf(&both[0])
		ofGone, _ := r.sharesOf(&both[1])
		if (scoring.Score(ofGone, gone.effort()) >= scoring.Score(of, c.other.effort())) != c.above {
			t.Errorf("%s: %.2f, the page that is gone %.2f", c.name, of, ofGone)
		}
	}
}

// Even with few clicks, a sure repair ranks above work that may bring three times as much, and no higher.
func TestAnErrorThatSearchClicksCountsThreeTimes(t *testing.T) {
	t.Parallel()
	site := scoring.SiteValue{Month: map[string]float64{scoring.UnitClicks: 10_000}}
	shares := map[string]float64{}
	for _, issue := range []string{"server_error", "missing_title"} {
		c := candidate{detector: &detector{Type: portfolio.MetaIssues}, columns: map[string]any{"clicks_month": 20.}, effortClass: 2, probabilityReal: 1, probabilityFix: 1}
		c.entity, c.value = upslope.Entity{Page: bagsPage, Issue: issue}, valueOf(nil, 20, nil, scoring.UnitClicks, "")
		scales := scoring.NewScales(upslope.SiteScales{}, time.Now())
		scales.Fit(site, []scoring.Estimate{{Value: valueOf(nil, 5000, nil, scoring.UnitClicks, ""), Expected: 5000}})
		shares[issue], _ = newRanking(scales, site, []candidate{c}).sharesOf(&c)
		if want := scales.For(c.value).Share(60); issue == "server_error" && math.Abs(shares[issue]-want) > 1e-9 {
			t.Errorf("%.3f, want %.3f as for 60 clicks", shares[issue], want)
		}
		if more := scales.For(c.value).Share(50); issue == "server_error" && shares[issue] <= more {
			t.Errorf("%.3f, what brings twice as much %.3f", shares[issue], more)
		}
		c.value.Mid = 99
		if share, _ := newRanking(scales, site, []candidate{c}).sharesOf(&c); issue == "server_error" && share > scoring.SearchedFailureShare {
			t.Errorf("%.3f, more than an error that matters to the site", share)
		}
	}
	if shares["server_error"] <= shares["missing_title"] {
		t.Errorf("%v", shares)
	}
}

// A page is made indexable in a minute: before a rewrite that helps half the time or a page of which no one
// knows what is wrong, if these bring up to three times as much, and never before a sure find.
func TestAQuickRepairRanksAboveChancesOfUpToThreeTimesItsValue(t *testing.T) {
	t.Parallel()
	rewrite := candidate{detector: &detector{Type: portfolio.ContentDecay}, columns: map[string]any{}, effortClass: 2, probabilityReal: 1, probabilityFix: .5}
	check := candidate{detector: &detector{Type: landingPage}, columns: map[string]any{}, effortClass: 2, probabilityReal: 1, probabilityFix: .8}
	sure := candidate{detector: &detector{Type: wastedAdSpend}, columns: map[string]any{}, effortClass: 2, probabilityReal: 1, probabilityFix: 1}
	for _, c := range []struct {
		name     string
		other    candidate
		issue    string
		expected float64
		above    bool
	}{
		{"a rewrite", rewrite, "hidden_page", 290, true}, {"a check", check, "hidden_page", 290, true}, {"a rewrite worth more", rewrite, "hidden_page", 310, false},
		{"a sure find", sure, "hidden_page", 110, false}, {"a missing title", rewrite, "missing_title", 290, false},
	} {
		repair := issueCandidate(c.issue, map[string]string{"url": bagsPage})
		repair.probabilityReal, repair.probabilityFix, repair.effortClass = 1, 1, 2
		repair.value, repair.columns["clicks_month"], repair.columns["is_one_change"] = valueOf(nil, 100, nil, scoring.UnitClicks, ""), 100., true
		c.other.value = valueOf(nil, c.expected/c.other.probabilityFix, nil, scoring.UnitClicks, "")
		site := scoring.SiteValue{Month: map[string]float64{scoring.UnitClicks: 100_000}}
		scales := scoring.NewScales(upslope.SiteScales{}, time.Now())
		scales.Fit(site, []scoring.Estimate{{Value: valueOf(nil, 5000, nil, scoring.UnitClicks, ""), Expected: 5000}})
		both := []candidate{c.other, repair}
		r := newRanking(scales, site, both)
		of, _ := r.sharesOf(&both[0])
		ofRepair, _ := r.sharesOf(&both[1])
		if (scoring.Score(ofRepair, 2) > scoring.Score(of, 2)) != c.above {
			t.Errorf("%s: %.3f, the repair %.3f", c.name, of, ofRepair)
		}
	}
}

// A broken page with links stands above a fault that no visitor meets, whatever search brings there.
func TestABrokenPageWithLinksIsNeverTheLast(t *testing.T) {
	t.Parallel()
	broken := issueCandidate("broken_page", map[string]string{"url": bagsPage})
	broken.maxValue = valueOf(nil, .5, nil, scoring.UnitClicks, "")
	site := scoring.SiteValue{Month: map[string]float64{scoring.UnitClicks: 10_000}}
	scales := scoring.NewScales(upslope.SiteScales{}, time.Now())
	scales.Fit(site, []scoring.Estimate{{Value: valueOf(nil, 5000, nil, scoring.UnitClicks, ""), Expected: 5000}})
	for links, want := range map[float64]float64{1: .06, 4: .12, 14: .3, 90: .3} {
		broken.columns["links_to_pages"] = links
		if share, _ := newRanking(scales, site, []candidate{broken}).sharesOf(&broken); math.Abs(share-want) > 1e-9 {
			t.Errorf("%v links: %.3f, want %.2f", links, share, want)
		}
	}
}

// Nobody knows what descriptions are worth: a page with clicks that fails stands above them.
func TestDescriptionsStandBelowPagesThatFail(t *testing.T) {
	t.Parallel()
	repair := issueCandidate("broken_page", map[string]string{"url": bagsPage})
	repair.probabilityReal, repair.probabilityFix, repair.effortClass = 1, .9, 2
	repair.value, repair.columns["clicks_month"] = valueOf(nil, 12, nil, scoring.UnitClicks, ""), 12.
	site := scoring.SiteValue{Month: map[string]float64{scoring.UnitClicks: 100_000}}
	scales := scoring.NewScales(upslope.SiteScales{}, time.Now())
	scales.Fit(site, []scoring.Estimate{{Value: valueOf(nil, 5000, nil, scoring.UnitClicks, ""), Expected: 5000}})
	for issue, below := range map[string]bool{"missing_description": true, "missing_title": false} {
		texts := issueCandidate(issue, map[string]string{"url": tentsPage})
		texts.columns["is_one_change"] = true
		both := []candidate{repair, texts}
		r := newRanking(scales, site, both)
		ofRepair, _ := r.sharesOf(&both[0])
		ofTexts, _ := r.sharesOf(&both[1])
		if (scoring.ShareWithEase(ofTexts, texts.effort()) < scoring.ShareWithEase(ofRepair, repair.effort())) != below {
			t.Errorf("%s: %.3f, the repair %.3f", issue, ofTexts, ofRepair)
		}
	}
}
