package upslope

import (
	"slices"
	"strings"
	"time"
)

// Feature is something that plans have or have not.
type Feature string

// The features. What no feature names, such as Analytics, reports and reading, every plan has.
const (
	SearchConsoleFeature Feature = "search_console" // reading it, and what is found in it alone
	CrawlFeature         Feature = "crawl"          // technical SEO
	PageSpeedFeature     Feature = "pagespeed"
	SemrushFeature       Feature = "semrush"
	AdsFeature           Feature = "ads"
	CompetitorsFeature   Feature = "competitors"
)

// features says which plans have what (product.md, section 9), what each is called in a sentence, and what is read for it: the crawl, a
// provider, or one of its reports. Nothing else in the product says so again.
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
}

// Has says whether the account may use a feature now: a trial has them all. A nil error is yes, PaymentRequired says which plans have it.
func (a Account) Has(feature Feature, now time.Time) error {
	if err := a.Entitled(now); err != nil || a.Plan == "" {
		return err
	}
	for _, it := range features {
		if it.id == feature && !slices.Contains(it.plans, a.Plan) {
			return Errorf(PaymentRequired, "%s is part of %s. Change your plan in Settings, under Billing; what you have stays readable.", it.name, plansOf(it.plans))
		}
	}
	return nil
}

// MayRead says whether the account may have a source read now: the crawl, a provider, or one of its reports such as gsc_pages. What is no
// feature's every plan has. The error is that of Has.
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

// FeatureState is a feature as an account has it.
type FeatureState struct {
	ID     Feature `json:"id"`
	Source string  `json:"source"` // what is read for it: crawl, a provider, or one of its reports
	Has    bool    `json:"has"`
	PartOf string  `json:"partOf"` // the plans that have it, in words: Part of the SEO and Complete plans
	Why    string  `json:"why"`    // why the account has it not, one sentence; "" while it has
}

// Features are all features as the account has them now.
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

// plansOf names plans in a sentence.
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
