package upslope

import (
	"slices"
	"strings"
	"time"
)

// Feature is a capability that some plans include.
type Feature string

// The features. Everything else, such as Analytics, reports and reading, is in every plan.
const (
	SearchConsoleFeature Feature = "search_console" // syncing it, and the insights that need only it
	CrawlFeature         Feature = "crawl"          // technical SEO
	PageSpeedFeature     Feature = "pagespeed"
	SemrushFeature       Feature = "semrush"
	AdsFeature           Feature = "ads"
	CompetitorsFeature   Feature = "competitors"
	TeamFeature          Feature = "team"    // inviting people
	ClientsFeature       Feature = "clients" // clients with sites, branding and access of their own
)

// features is the one table of which plans include what, its name in a sentence, and its source:
// the crawl, a provider, or one of a provider's tables.
var features = []struct {
	id     Feature
	name   string
	plans  []string
	source string
}{
	{SearchConsoleFeature, "Search Console", []string{"seo", "both"}, GSC},
	{CrawlFeature, "Technical SEO analysis", []string{"seo", "both"}, "crawl"},
	{PageSpeedFeature, "PageSpeed", []string{"seo", "both"}, PageSpeed},
	{SemrushFeature, "Semrush", []string{"seo", "both"}, Semrush},
	{AdsFeature, "Google Ads", []string{"ads", "both"}, GAds},
	{CompetitorsFeature, "Competitor analysis", []string{"both"}, Semrush + "_competitors"},
	{TeamFeature, "Team", []string{"both"}, "team"},
	{ClientsFeature, "Client management", []string{"both"}, "clients"},
}

// CrawlAllowance is how much an account may crawl with Upslope's own crawler.
type CrawlAllowance struct {
	Pages int  // at a time
	Daily bool // by itself every day, not only every week
}

// maxCrawl is the most pages that any plan crawls at a time.
const maxCrawl = 10_000

// crawlAllowances is the one table of how much plans may crawl; a trial has none of them.
var crawlAllowances = map[string]CrawlAllowance{
	"seo":  {Pages: maxCrawl, Daily: true},
	"both": {Pages: maxCrawl, Daily: true},
}

// CrawlAllowance returns how much the account may crawl. Whether it may at all is CrawlFeature.
func (a Account) CrawlAllowance() CrawlAllowance {
	if allowance, found := crawlAllowances[a.Plan]; found {
		return allowance
	}
	return CrawlAllowance{Pages: 500}
}

// Has returns nil when the account may use a feature now (a trial may use all), else a PaymentRequired Error
// that names the plans which include it.
func (a Account) Has(feature Feature, now time.Time) error {
	if err := a.Entitled(now); err != nil || a.Plan == "" {
		return err
	}
	for _, it := range features {
		if it.id == feature && !slices.Contains(it.plans, a.Plan) {
			return Errorf(PaymentRequired, "%s is part of %s. Change your plan in Settings under Billing; your data stays readable.", it.name, plansOf(it.plans))
		}
	}
	return nil
}

// MayRead returns nil when a source may be synced for the account now: the crawl, a provider, or one of its
// tables such as gsc_pages. Sources outside every feature are in every plan. The error is that of Has.
func (a Account) MayRead(source string, now time.Time) error {
	if err := a.Entitled(now); err != nil {
		return err
	}
	for _, it := range features {
		if source == it.source || strings.HasPrefix(source, it.source+"_") {
			if err := a.Has(it.id, now); err != nil {
				return err
			}
		}
	}
	return nil
}

// FeatureState is a feature and whether an account has it.
type FeatureState struct {
	ID     Feature `json:"id"`
	Source string  `json:"source"` // crawl, a provider, or one of its tables
	Has    bool    `json:"has"`
	PartOf string  `json:"partOf"` // the plans that have it, in words: Part of the SEO and Complete plans
	Why    string  `json:"why"`    // why the account lacks it, one sentence; "" when it has it
}

// Features lists every feature with the account's current access.
func (a Account) Features(now time.Time) []FeatureState {
	states := make([]FeatureState, len(features))
	for i, it := range features {
		states[i] = FeatureState{ID: it.id, Source: it.source, Has: true, PartOf: "Part of " + plansOf(it.plans)}
		if err := a.Has(it.id, now); err != nil {
			states[i].Has, states[i].Why = false, err.Error()
		}
	}
	return states
}

// plansOf formats plan names for a sentence.
func plansOf(ids []string) string {
	var names []string
	for _, plan := range Plans {
		if slices.Contains(ids, plan.ID) {
			names = append(names, plan.Name)
		}
	}
	if len(names) == 1 {
		return "the " + names[0] + " plan"
	}
	return "the " + strings.Join(names, " and ") + " plans"
}
