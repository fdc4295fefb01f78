package analyticstest

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"upslope"
	"upslope/analytics/scoring"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// Records is the system of record, on a real PostgreSQL server.
type Records struct {
	*postgres.DB
	T      testing.TB
	people int
}

func OpenRecords(t testing.TB) *Records {
	t.Helper()
	return &Records{DB: postgrestest.Open(t), T: t}
}

// Owner is a user with an account.
type Owner struct {
	*Records
	AccountID string
	sites     int
}

func (b *Records) NewOwner() *Owner {
	b.T.Helper()
	b.people++
	name := fmt.Sprint("person", b.people)
	user, err := b.SignIn(b.T.Context(), upslope.Identity{Subject: name, Email: name + "@example.com"}, Today, 14)
	if err != nil {
		b.T.Fatal(err)
	}
	return &Owner{Records: b, AccountID: user.AccountID}
}

// OwnedSite is a site and its owner.
type OwnedSite struct {
	*Owner
	ID string
}

func (o *Owner) NewSite(currency string) OwnedSite {
	o.T.Helper()
	o.sites++
	name, domain, zone := fmt.Sprint("Site ", o.sites), fmt.Sprintf("site%d.example", o.sites), "UTC"
	site, _, err := o.AddSite(o.T.Context(), o.AccountID, upslope.SiteEdit{Name: &name, Domain: &domain, Currency: &currency, TimeZone: &zone})
	if err != nil {
		o.T.Fatal(err)
	}
	return OwnedSite{o, site.ID}
}

// Put stores insights the way a recompute does, with defaults for empty fields.
func (s OwnedSite) Put(insights ...upslope.StoredInsight) {
	s.T.Helper()
	s.PutScaled(nil, insights...)
}

// PutScaled is Put with the scale that ranks the site's values.
func (s OwnedSite) PutScaled(scales []upslope.SiteScale, insights ...upslope.StoredInsight) {
	s.T.Helper()
	job, err := s.Recompute(s.T.Context(), s.AccountID, s.ID)
	if err != nil {
		s.T.Fatal(err)
	}
	for i := range insights {
		one := &insights[i]
		if one.ID == "" {
			one.ID = uuid.NewString()
		}
		if one.Type == "" {
			one.Type = "keyword_opportunity"
		}
		if one.Status == "" {
			one.Status = upslope.Open
		}
		if one.Status == upslope.Done && one.Resolution == "" {
			one.Resolution = "fixed"
		}
		if one.Effort == 0 {
			one.Effort = 10
		}
		if one.Confidence == 0 {
			one.Confidence = 50
		}
		if one.Evidence == nil {
			one.Evidence = map[string]any{}
		}
		if one.StatusAt.IsZero() {
			one.StatusAt = Today
		}
		one.EntityType, one.CreatedAt, one.UpdatedAt, one.FoundAt = "page", Today, Today, Today
		if one.Value != nil {
			one.ExpectedValue = one.Value.Mid * float64(one.Confidence) / 100
		}
	}
	known, err := s.Scales(s.T.Context(), s.AccountID, s.ID)
	if err != nil {
		s.T.Fatal(err)
	}
	changes := upslope.InsightChanges{Added: insights, Message: "Scored."}
	changes.Scales = upslope.ScaleChanges{Seen: known.Scales, Put: scales, Percentile: scoring.TopPercentile, Now: Today}
	err = s.ReplaceInsights(s.T.Context(), s.AccountID, s.ID, job.ID, func([]upslope.StoredInsight) (upslope.InsightChanges, error) { return changes, nil })
	if err != nil {
		s.T.Fatal(err)
	}
}
