package analytics

import (
	"context"
	"fmt"
	"maps"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"upslope"
)

// Rules keeps what owners of sites say to the detectors.
type Rules struct {
	Engine  *Engine
	Records RulesRecords
}

// RulesRecords are where the rules of sites are kept.
type RulesRecords interface {
	// Site answers a site of the account, or NotFound.
	Site(ctx context.Context, accountID, siteID string) (upslope.Site, error)
	Rules(ctx context.Context, accountID, siteID string) (map[string]upslope.SiteRules, error)
	// EditRules also has the site scored again. It answers the account's version.
	EditRules(ctx context.Context, accountID, siteID string, edit upslope.SiteRulesEdit, now time.Time) (version int64, err error)
}

// SiteRules answers the rules of a site.
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
	known := brandOf(site)
	known.searched(rules.Searched)
	rules.KnownBrand = known.terms
	rules.SuspectedBrand = slices.DeleteFunc(slices.Clone(rules.Searched.Suspected), func(query string) bool {
		return slices.Contains(rules.NotBrand, query) || hasTerm(query, slices.Concat(known.terms, rules.BrandTerms))
	})
	for _, list := range []*[]string{&rules.BrandTerms, &rules.NotBrand, &rules.SuspectedBrand, &rules.KnownBrand, &rules.ExcludedPaths} {
		*list = notNil(*list)
	}
	if rules.Parameters == nil {
		rules.Parameters = map[string]map[string]float64{}
	}
	return rules, nil
}

// hasTerm says whether words of a query that stand side by side are one of the terms: nobody has to be asked what those name.
func hasTerm(query string, terms []string) bool {
	words, joined := wordsOfText(query), map[string]bool{}
	for _, term := range terms {
		joined[squashed(term)] = true
	}
	for from := range words {
		for to := from + 1; to <= min(from+mostJoined, len(words)); to++ {
			if joined[strings.Join(words[from:to], "")] {
				return true
			}
		}
	}
	return false
}

// EditSiteRules changes the rules of a site and answers them with the account's version.
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

// tryPattern refuses what ClickHouse, whose RE2 has limits of its own, cannot match: every recompute of the site would fail.
func (e *Engine) tryPattern(ctx context.Context, pattern string) error {
	whole := brand{patterns: []string{pattern}}.pattern()
	err := e.facts.Query(ctx, "select match({pattern:String}, {pattern:String})", map[string]any{"pattern": whole}, func([]string, []any) error { return nil })
	if err != nil && upslope.CodeOf(err) == upslope.Internal {
		return upslope.FieldErrorf("brandPattern", "The database cannot match this pattern. Make it shorter or simpler.")
	}
	return err
}

// checkParameters refuses numbers that a site may not say.
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

// shortNumber writes a number as people do: 0.05, 20, 1,000.
func shortNumber(n float64) string {
	if n == math.Trunc(n) {
		return separated(n)
	}
	return strings.TrimRight(fmt.Sprintf("%.6f", n), "0")
}

// isWhole says whether a constant is declared as a whole number, which its SQL may count on.
func (e *Engine) isWhole(kind, name string) bool {
	return slices.ContainsFunc(e.detectors, func(d *detector) bool {
		_, whole := d.Parameters[name].(int64)
		return d.Type == kind && whole
	})
}

// parameters are the numbers of a detector's SQL, as the site's owner has them.
func (g *ground) parameters(d *detector) map[string]any {
	numbers := maps.Clone(d.Parameters)
	for name, number := range g.rules.Parameters[d.Type] {
		switch numbers[name].(type) {
		case int64:
			numbers[name] = int64(number)
		case float64:
			numbers[name] = number
		}
	}
	return numbers
}

// addRules adds what the site's owner says.
func (e *Engine) addRules(ctx context.Context, g *ground, accountID string) error {
	all, err := e.store.Rules(ctx, accountID, g.site.ID)
	if err != nil {
		return fmt.Errorf("read the rules of the site: %w", err)
	}
	g.rules = all[g.site.ID]
	g.params["conversion_value"], g.params["excluded_pages"] = 0., g.rules.ExcludedPattern()
	if g.rules.ConversionValue != nil {
		g.params["conversion_value"] = *g.rules.ConversionValue
	}
	if pattern := g.rules.ExcludedPattern(); pattern != "" {
		if g.excluded, err = regexp.Compile(pattern); err != nil {
			return fmt.Errorf("read the excluded paths of the site: %w", err)
		}
	}
	return nil
}

// excludes says whether the site's owner does not want to hear of a candidate: its page, or all that its template names.
func (g *ground) excludes(c candidate) bool {
	if g.excluded == nil {
		return false
	}
	if folder, ok := strings.CutSuffix(c.entity.Template, "/*"); ok && folder != "" && g.excluded.MatchString(folder+"/any") && g.excluded.MatchString(folder+"/other/page") {
		return true
	}
	page := c.entity.Page
	if page == "" && c.entity.Query != "" {
		page = c.valuedPage()
	}
	if page == "" {
		return false
	}
	address, err := url.Parse(page)
	return err == nil && g.excluded.MatchString(address.Path)
}

// The constants of cpa_targets in definitions.sql, all (cal).
const (
	targetDays      = 180  // looked at, beside
	targetLag       = 7    // the newest of them, whose conversions are still to come
	targetNoCost    = 1e12 // of a conversion, in a campaign that has none
	targetMostApart = 5.   // times the account's average: what costs more is waste, not how things are
	targetAlike     = 4.   // times what a quarter of the money pays: where half of it pays more than this, some campaigns are wasteful
	targetBrand     = `(?i)(^|[^\pL])(brand(ed)?|marke|marque|marca|merk)([^\pL]|$)`
	targetNotBrand  = `(?i)(^|[^\pL])(non|not|no|ohne|sans|hors|sin|senza|niet)[ _-]*(brand(ed)?|marke|marque|marca|merk)`
)

// addTargets adds what cpa_targets in definitions.sql is worked out of, up to a day.
func addTargets(params map[string]any, rules map[string]upslope.SiteRules, to time.Time) {
	sites, targets := []string{}, []float64{}
	for _, site := range slices.Sorted(maps.Keys(rules)) {
		if target := rules[site].TargetCPA; target != nil {
			sites, targets = append(sites, site), append(targets, *target)
		}
	}
	if to.IsZero() {
		to = noDay().AddDate(0, 0, targetLag)
	}
	maps.Copy(params, map[string]any{
		"told_sites": sites, "told_targets": targets, "cpa_until": to.AddDate(0, 0, -targetLag), "cpa_days": targetDays,
		"cpa_no_cost": targetNoCost, "cpa_most_apart": targetMostApart, "cpa_alike": targetAlike,
		"cpa_brand": targetBrand, "cpa_not_brand": targetNotBrand,
	})
}
