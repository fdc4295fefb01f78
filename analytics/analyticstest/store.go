package analyticstest

import (
	"cmp"
	"context"
	"slices"

	"upslope"
)

// Store is an in-memory store of one site; infra/postgres has the real one, with its own tests.
type Store struct {
	Of    string // owning account; AccountID unless set
	Crawl *upslope.Crawl
	Connected
	Fixed    []string
	Owner    upslope.SiteRules
	Waiting  []upslope.StoredOutcome
	Outcomes []upslope.StoredOutcome // of the last recompute
	Hits     []upslope.HitRate
	Others   []upslope.Target // entities of the site's other insights
	Plan     string           // "both" unless set
	Changes  []upslope.SiteChange
	Insights []upslope.StoredInsight // best first
	activity []upslope.Activity
	Message  string
	Added    int
	Updated  int
	scales   upslope.SiteScales
}

// OwnerID returns the account that owns the site.
func (m *Store) OwnerID() string { return cmp.Or(m.Of, AccountID) }

func (m *Store) Scales(context.Context, string, string) (upslope.SiteScales, error) {
	return m.scales, nil
}

func (m *Store) StartJob(context.Context, string, string, string) (upslope.Job, error) {
	return upslope.Job{SiteID: SiteID}, nil
}

func (m *Store) CurrentCrawl(context.Context, string, string) (*upslope.Crawl, error) {
	return m.Crawl, nil
}

func (m *Store) Account(context.Context, string) (upslope.Account, error) {
	return upslope.Account{ID: m.OwnerID(), Plan: cmp.Or(m.Plan, "both")}, nil
}

func (m *Store) Site(context.Context, string, string) (upslope.Site, error) {
	return upslope.Site{ID: SiteID, AccountID: m.OwnerID(), Name: "Example", Domain: "example.com", Currency: "EUR", TimeZone: "Europe/Berlin"}, nil
}

func (m *Store) Rules(context.Context, string, string) (map[string]upslope.SiteRules, error) {
	return map[string]upslope.SiteRules{SiteID: m.Owner}, nil
}

func (m *Store) KeepBrand(_ context.Context, _, _ string, brand upslope.SearchedBrand) error {
	m.Owner.Searched = brand
	return nil
}

func (m *Store) WaitingOutcomes(context.Context, string, string) ([]upslope.StoredOutcome, error) {
	return slices.Clone(m.Waiting), nil
}

func (m *Store) HitRates(context.Context, string, string) ([]upslope.HitRate, error) {
	return slices.Clone(m.Hits), nil
}

func (m *Store) Targets(context.Context, string, string) ([]upslope.Target, error) {
	return m.Others, nil
}

func (m *Store) SiteChanges(_ context.Context, _, _, from, to string, _, _ int) ([]upslope.SiteChange, int64, error) {
	changes := slices.DeleteFunc(slices.Clone(m.Changes), func(c upslope.SiteChange) bool { return c.Day < from || c.Day > to })
	return changes, int64(len(changes)), nil
}

func (m *Store) FixedIssues(context.Context, string, string) ([]string, error) { return m.Fixed, nil }

func (m *Store) ReplaceInsights(_ context.Context, _, _, _ string, decide func([]upslope.StoredInsight) (upslope.InsightChanges, error)) error {
	changes, err := decide(m.Insights)
	if err != nil {
		return err
	}
	for _, put := range changes.Scales.Put {
		m.scales.Scales = slices.DeleteFunc(m.scales.Scales, func(known upslope.SiteScale) bool {
			return known.Unit == put.Unit && known.Currency == put.Currency
		})
		m.scales.Scales = append(m.scales.Scales, put)
	}
	m.Outcomes = changes.Outcomes
	m.activity, m.Message, m.Added, m.Updated = changes.Activity, changes.Message, len(changes.Added), len(changes.Updated)
	for _, changed := range changes.Updated {
		i := slices.IndexFunc(m.Insights, func(known upslope.StoredInsight) bool { return known.ID == changed.ID })
		m.Insights[i] = changed
	}
	m.Insights = append(m.Insights, changes.Added...)
	slices.SortFunc(m.Insights, func(a, b upslope.StoredInsight) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.ExpectedValue, a.ExpectedValue), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Entity.Key(), b.Entity.Key()))
	})
	return nil
}

type Connected []upslope.Connection

func (c Connected) Connections(_ context.Context, accountID, siteID string) ([]upslope.Connection, error) {
	return slices.DeleteFunc(slices.Clone(c), func(connection upslope.Connection) bool {
		return connection.AccountID != accountID || siteID != "" && connection.SiteID != siteID
	}), nil
}
