package features

import (
	"maps"
	"slices"
	"time"
	"upslope"
	"upslope/analytics/facts"
)

// Constants of the facts view cpa_targets, calibrated: docs/method.md#wasted-ad-spend.
const (
	cpaDays     = 180
	cpaLagDays  = 7    // the newest days, whose conversions are still to come
	cpaNoCost   = 1e12 // cost per conversion of a campaign without conversions
	cpaMaxRatio = 5.   // × the account's average: above it, campaigns are wasteful
	cpaAlike    = 4.   // × the lower quartile of CPA by spend: above it, some campaigns are wasteful
	cpaBrand    = `(?i)(^|[^\pL])(brand(ed)?|marke|marque|marca|merk)([^\pL]|$)`
	cpaNotBrand = `(?i)(^|[^\pL])(non|not|no|ohne|sans|hors|sin|senza|niet)[ _-]*(brand(ed)?|marke|marque|marca|merk)`
)

// AddCPATargets adds the inputs of the facts view cpa_targets, up to a day.
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
