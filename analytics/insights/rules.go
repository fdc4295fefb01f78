package insights

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/features"
)

// Rules manages the owners' rules for the detectors.
type Rules struct {
	Engine  *Engine
	Records RulesRecords
}

// RulesRecords stores the rules of sites.
type RulesRecords interface {
	// Site returns a site of the account, or NotFound.
	Site(ctx context.Context, accountID, siteID string) (upslope.Site, error)
	Rules(ctx context.Context, accountID, siteID string) (map[string]upslope.SiteRules, error)
	// EditRules also requests a recompute of the site's scores. It returns the account's version.
	EditRules(ctx context.Context, accountID, siteID string, edit upslope.SiteRulesEdit, now time.Time) (version int64, err error)
}

// SiteRules returns the rules of a site.
func (r *Rules) SiteRules(ctx context.Context, accountID, siteID string) (upslope.SiteRules, error) {
	site, err := r.Records.Site(ctx, accountID, siteID)
	if err != nil {
		return upslope.SiteRules{}, err
	}
	all, err := r.Records.Rules(ctx, accountID, siteID)
	if err != nil {
		return upslope.SiteRules{}, err
	}
	rules := all[siteID]
	if rules.HitRates, err = r.Engine.HitRates(ctx, accountID, siteID); err != nil {
		return upslope.SiteRules{}, err
	}
	known := features.NewBrand(site)
	known.AddSearched(rules.Searched)
	rules.KnownBrand = known.Terms
	rules.SuspectedBrand = slices.DeleteFunc(slices.Clone(rules.Searched.Suspected), func(query string) bool {
		return slices.Contains(rules.NotBrand, query) || features.HasTerm(query, slices.Concat(known.Terms, rules.BrandTerms))
	})
	for _, list := range []*[]string{&rules.BrandTerms, &rules.NotBrand, &rules.SuspectedBrand, &rules.KnownBrand, &rules.ExcludedPaths} {
		*list = facts.NotNil(*list)
	}
	if rules.Parameters == nil {
		rules.Parameters = map[string]map[string]float64{}
	}
	return rules, nil
}

// EditSiteRules changes the rules of a site and returns them with the account's version.
func (r *Rules) EditSiteRules(ctx context.Context, accountID, siteID string, edit upslope.SiteRulesEdit, now time.Time) (upslope.SiteRules, int64, error) {
	if _, err := r.Records.Site(ctx, accountID, siteID); err != nil {
		return upslope.SiteRules{}, 0, err
	}
	if err := edit.Clean(); err != nil {
		return upslope.SiteRules{}, 0, err
	}
	if err := r.Engine.checkParameters(edit.Parameters); err != nil {
		return upslope.SiteRules{}, 0, err
	}
	if edit.BrandPattern != nil && *edit.BrandPattern != "" {
		if err := r.Engine.tryPattern(ctx, *edit.BrandPattern); err != nil {
			return upslope.SiteRules{}, 0, err
		}
	}
	version, err := r.Records.EditRules(ctx, accountID, siteID, edit, now)
	if err != nil {
		return upslope.SiteRules{}, 0, err
	}
	rules, err := r.SiteRules(ctx, accountID, siteID)
	return rules, version, err
}

// tryPattern rejects patterns that exceed the RE2 limits of ClickHouse: every recompute of the site would
// fail.
func (e *Engine) tryPattern(ctx context.Context, pattern string) error {
	whole := features.AnyPattern(pattern)
	err := e.facts.Query(ctx, "select match({pattern:String}, {pattern:String})", map[string]any{"pattern": whole}, func([]string, []any) error { return nil })
	if err != nil && upslope.CodeOf(err) == upslope.Internal {
		return upslope.FieldErrorf("brandPattern", "The database cannot match this pattern. Make it shorter or simpler.")
	}
	return err
}

// checkParameters rejects constants that a site may not change, or outside their bounds.
func (e *Engine) checkParameters(edits map[string]map[string]*float64) error {
	for _, kind := range slices.Sorted(maps.Keys(edits)) {
		rule := slices.IndexFunc(e.InsightRules(), func(rule upslope.InsightRule) bool { return rule.Type == kind })
		if rule < 0 {
			return upslope.FieldErrorf("parameters", "There is no type of insight %q.", kind)
		}
		constants := e.InsightRules()[rule].Constants
		for _, name := range slices.Sorted(maps.Keys(edits[kind])) {
			number := edits[kind][name]
			at := slices.IndexFunc(constants, func(constant upslope.RuleConstant) bool { return constant.Name == name && constant.Least != nil })
			if at < 0 {
				return upslope.FieldErrorf("parameters", "%s has no constant %q that a site can set.", kind, name)
			}
			if number == nil {
				continue
			}
			constant := constants[at]
			if !(*number >= *constant.Least && *number <= *constant.Most) {
				return upslope.FieldErrorf("parameters", "%s of %s must be between %s and %s.", name, kind, shortNumber(*constant.Least), shortNumber(*constant.Most))
			}
			if e.isWhole(kind, name) && *number != math.Trunc(*number) {
				return upslope.FieldErrorf("parameters", "%s of %s must be a whole number.", name, kind)
			}
		}
	}
	return nil
}

// shortNumber formats a number: 0.05, 20, 1,000.
func shortNumber(n float64) string {
	if n == math.Trunc(n) {
		return separated(n)
	}
	return strings.TrimRight(fmt.Sprintf("%.6f", n), "0")
}

// isWhole reports whether a constant is an integer, which its SQL may depend on.
func (e *Engine) isWhole(kind, name string) bool {
	return slices.ContainsFunc(e.detectors, func(d *detector) bool {
		_, whole := d.Parameters[name].(int64)
		return d.Type == kind && whole
	})
}

// parameters returns the constants of its SQL with the owner's changes.
func (d *detector) parameters(rules upslope.SiteRules) map[string]any {
	numbers := maps.Clone(d.Parameters)
	for name, number := range rules.Parameters[d.Type] {
		switch numbers[name].(type) {
		case int64:
			numbers[name] = int64(number)
		case float64:
			numbers[name] = number
		}
	}
	return numbers
}
