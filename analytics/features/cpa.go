package features

import (
	"maps"
	"slices"
	"time"
	"upslope"
	"upslope/analytics/facts"
)

// The constants of the view cpa_targets of facts, all (cal).
const (
	cpaDays     = 180  // looked at, beside
	cpaLagDays  = 7    // the newest of them, whose conversions are still to come
	cpaNoCost   = 1e12 // of a conversion, in a campaign that has none
	cpaMaxRatio = 5.   // times the account's average: what costs more is waste, not how things are
	cpaAlike    = 4.   // times what a quarter of the money pays: where half of it pays more than this, some campaigns are wasteful
	cpaBrand    = `(?i)(^|[^\pL])(brand(ed)?|marke|marque|marca|merk)([^\pL]|$)`
	cpaNotBrand = `(?i)(^|[^\pL])(non|not|no|ohne|sans|hors|sin|senza|niet)[ _-]*(brand(ed)?|marke|marque|marca|merk)`
)

// AddCPATargets adds what the view cpa_targets of facts is worked out of, up to a day.
func AddCPATargets(params map[string]any, rules map[string]upslope.SiteRules, to time.Time) {
	sites, targets := []string{}, []float64{}
	for _, site := range slices.Sorted(maps.Keys(rules)) {
		if target := rules[site].TargetCPA; target != nil {
			sites, targets = append(sites, site), append(targets, *target)
		}
	}
	if to.IsZero() {
		to = facts.NoDay().AddDate(0, 0, cpaLagDays)
	}
	maps.Copy(params, map[string]any{
		"told_sites": sites, "told_targets": targets, "cpa_until": to.AddDate(0, 0, -cpaLagDays), "cpa_days": cpaDays,
		"cpa_no_cost": cpaNoCost, "cpa_most_apart": cpaMaxRatio, "cpa_alike": cpaAlike,
		"cpa_brand": cpaBrand, "cpa_not_brand": cpaNotBrand,
	})
}
