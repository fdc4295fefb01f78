package analytics

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// book is the system of record, on a real server.
type book struct {
	*postgres.DB
	t      testing.TB
	people int
}

func openBook(t testing.TB) *book {
	t.Helper()
	return &book{DB: postgrestest.Open(t), t: t}
}

// bookOwner is somebody with an account.
type bookOwner struct {
	*book
	account string
	sites   int
}

func (b *book) owner() *bookOwner {
	b.t.Helper()
	b.people++
	name := fmt.Sprint("person", b.people)
	user, err := b.SignIn(b.t.Context(), upslope.Identity{Subject: name, Email: name + "@example.com"}, today, 14)
	if err != nil {
		b.t.Fatal(err)
	}
	return &bookOwner{book: b, account: user.AccountID}
}

// bookSite is a site of an owner.
type bookSite struct {
	*bookOwner
	id string
}

func (o *bookOwner) site(currency string) bookSite {
	o.t.Helper()
	o.sites++
	name, domain, zone := fmt.Sprint("Site ", o.sites), fmt.Sprintf("site%d.example", o.sites), "UTC"
	site, _, err := o.AddSite(o.t.Context(), o.account, upslope.SiteEdit{Name: &name, Domain: &domain, Currency: &currency, TimeZone: &zone})
	if err != nil {
		o.t.Fatal(err)
	}
	return bookSite{o, site.ID}
}

// put keeps insights as a recompute does; what they leave empty is filled in.
func (s bookSite) put(insights ...upslope.StoredInsight) {
	s.t.Helper()
	s.putScaled(nil, insights...)
}

// putScaled is put with what the site's values are measured against.
func (s bookSite) putScaled(scales []upslope.SiteScale, insights ...upslope.StoredInsight) {
	s.t.Helper()
	job, err := s.Recompute(s.t.Context(), s.account, s.id)
	if err != nil {
		s.t.Fatal(err)
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
			one.StatusAt = today
		}
		one.EntityType, one.CreatedAt, one.UpdatedAt, one.FoundAt = "page", today, today, today
		if one.Value != nil {
			one.ExpectedValue = one.Value.Mid * float64(one.Confidence) / 100
		}
	}
	known, err := s.Scales(s.t.Context(), s.account, s.id)
	if err != nil {
		s.t.Fatal(err)
	}
	changes := upslope.InsightChanges{Added: insights, Message: "Scored."}
	changes.Scales = upslope.ScaleChanges{Seen: known.Scales, Put: scales, Percentile: topPercentile, Now: today}
	err = s.ReplaceInsights(s.t.Context(), s.account, s.id, job.ID, func([]upslope.StoredInsight) (upslope.InsightChanges, error) { return changes, nil })
	if err != nil {
		s.t.Fatal(err)
	}
}
