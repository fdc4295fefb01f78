package analytics

import (
	"cmp"
	"context"
	"slices"

	"upslope"
)

// memory is a Store of one site; infra/postgres has the real one, with its own tests.
type memory struct {
	crawl *upslope.Crawl
	connected
	fixed    []string
	rules    upslope.SiteRules
	waiting  []upslope.StoredOutcome
	outcomes []upslope.StoredOutcome // of the last recompute
	hits     []upslope.HitRate
	targets  []upslope.Target
	plan     string // both unless set
	changes  []upslope.SiteChange
	insights []upslope.StoredInsight // the best first
	activity []upslope.Activity
	message  string
	added    int
	updated  int
	scales   upslope.SiteScales
}

func (m *memory) Scales(context.Context, string, string) (upslope.SiteScales, error) {
	return m.scales, nil
}

func (m *memory) StartJob(context.Context, string, string, string) (upslope.Job, error) {
	return upslope.Job{SiteID: site}, nil
}

func (m *memory) CurrentCrawl(context.Context, string, string) (*upslope.Crawl, error) {
	return m.crawl, nil
}

func (m *memory) Account(context.Context, string) (upslope.Account, error) {
	return upslope.Account{ID: account, Plan: cmp.Or(m.plan, "both")}, nil
}

func (m *memory) Site(context.Context, string, string) (upslope.Site, error) {
	return upslope.Site{ID: site, AccountID: account, Name: "Example", Domain: "example.com", Currency: "EUR", TimeZone: "Europe/Berlin"}, nil
}

func (m *memory) Rules(context.Context, string, string) (map[string]upslope.SiteRules, error) {
	return map[string]upslope.SiteRules{site: m.rules}, nil
}

func (m *memory) KeepBrand(_ context.Context, _, _ string, brand upslope.SearchedBrand) error {
	m.rules.Searched = brand
	return nil
}

func (m *memory) WaitingOutcomes(context.Context, string, string) ([]upslope.StoredOutcome, error) {
	return slices.Clone(m.waiting), nil
}

func (m *memory) HitRates(context.Context, string, string) ([]upslope.HitRate, error) {
	return slices.Clone(m.hits), nil
}

func (m *memory) Targets(context.Context, string, string) ([]upslope.Target, error) {
	return m.targets, nil
}

func (m *memory) SiteChanges(_ context.Context, _, _, from, to string, _, _ int) ([]upslope.SiteChange, int64, error) {
	changes := slices.DeleteFunc(slices.Clone(m.changes), func(c upslope.SiteChange) bool { return c.Day < from || c.Day > to })
	return changes, int64(len(changes)), nil
}

func (m *memory) FixedIssues(context.Context, string, string) ([]string, error) { return m.fixed, nil }

func (m *memory) ReplaceInsights(_ context.Context, _, _, _ string, decide func([]upslope.StoredInsight) (upslope.InsightChanges, error)) error {
	changes, err := decide(m.insights)
	if err != nil {
		return err
	}
	for _, put := range changes.Scales.Put {
		m.scales.Scales = slices.DeleteFunc(m.scales.Scales, func(known upslope.SiteScale) bool {
			return known.Unit == put.Unit && known.Currency == put.Currency
		})
		m.scales.Scales = append(m.scales.Scales, put)
	}
	m.outcomes = changes.Outcomes
	m.activity, m.message, m.added, m.updated = changes.Activity, changes.Message, len(changes.Added), len(changes.Updated)
	for _, changed := range changes.Updated {
		i := slices.IndexFunc(m.insights, func(known upslope.StoredInsight) bool { return known.ID == changed.ID })
		m.insights[i] = changed
	}
	m.insights = append(m.insights, changes.Added...)
	slices.SortFunc(m.insights, func(a, b upslope.StoredInsight) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.ExpectedValue, a.ExpectedValue), cmp.Compare(identity(a.Insight), identity(b.Insight)))
	})
	return nil
}
