package trial

import (
	"cmp"
	"context"
	"slices"

	"upslope"
	"upslope/analytics/insights"
)

// store is the Store of a site that was never scored.
type store struct {
	insights.Store // methods that a first recompute never calls panic
	site           Site
	insights       []upslope.StoredInsight // best first
}

func (s *store) StartJob(context.Context, string, string, string) (upslope.Job, error) {
	return upslope.Job{SiteID: s.site.ID}, nil
}

func (s *store) CurrentCrawl(context.Context, string, string) (*upslope.Crawl, error) {
	return s.site.Crawl, nil
}

func (s *store) Account(context.Context, string) (upslope.Account, error) {
	return upslope.Account{ID: s.site.AccountID, Plan: "both"}, nil
}

func (s *store) Site(context.Context, string, string) (upslope.Site, error) {
	return s.site.Site, nil
}

func (s *store) Connections(context.Context, string, string) ([]upslope.Connection, error) {
	return s.site.Connections, nil
}

func (s *store) Rules(context.Context, string, string) (map[string]upslope.SiteRules, error) {
	return map[string]upslope.SiteRules{}, nil
}

func (s *store) KeepBrand(context.Context, string, string, upslope.SearchedBrand) error { return nil }

func (s *store) Scales(context.Context, string, string) (upslope.SiteScales, error) {
	return upslope.SiteScales{}, nil
}

func (s *store) WaitingOutcomes(context.Context, string, string) ([]upslope.StoredOutcome, error) {
	return nil, nil
}

func (s *store) HitRates(context.Context, string, string) ([]upslope.HitRate, error) { return nil, nil }

func (s *store) Targets(context.Context, string, string) ([]upslope.Target, error) { return nil, nil }

func (s *store) SiteChanges(context.Context, string, string, string, string, int, int) ([]upslope.SiteChange, int64, error) {
	return nil, 0, nil
}

func (s *store) FixedIssues(context.Context, string, string) ([]string, error) { return nil, nil }

func (s *store) ReplaceInsights(_ context.Context, _, _, _ string, decide func([]upslope.StoredInsight) (upslope.InsightChanges, error)) error {
	changes, err := decide(nil)
	s.insights = changes.Added
	slices.SortStableFunc(s.insights, func(a, b upslope.StoredInsight) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.ExpectedValue, a.ExpectedValue), cmp.Compare(a.Type+a.Entity.Key(), b.Type+b.Entity.Key()))
	})
	return err
}
