package edge_test

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"upslope"
)

func (m *memory) Sites(_ context.Context, accountID string) ([]upslope.Site, error) {
	defer m.lock()()
	return slices.Clone(m.sites[accountID]), m.down
}

func (m *memory) Site(_ context.Context, accountID, siteID string) (upslope.Site, error) {
	defer m.lock()()
	for _, site := range m.sites[accountID] {
		if site.ID == siteID {
			return site, nil
		}
	}
	return upslope.Site{}, missing("site")
}

func (m *memory) AddSite(_ context.Context, accountID string, edit upslope.SiteEdit) (upslope.Site, int64, error) {
	defer m.lock()()
	for _, site := range m.sites[accountID] {
		if site.Domain == *edit.Domain {
			return upslope.Site{}, 0, upslope.Errorf(upslope.Conflict, "You already have a site with this domain.")
		}
	}
	site := upslope.Site{ID: uuid.NewString(), Name: *edit.Name, Domain: *edit.Domain, Currency: *edit.Currency, TimeZone: *edit.TimeZone, CreatedAt: m.now()}
	if edit.GA4PropertyID != nil {
		site.GA4PropertyID = *edit.GA4PropertyID
	}
	m.sites[accountID] = append(m.sites[accountID], site)
	return site, 7, nil
}

func (m *memory) EditSite(_ context.Context, accountID, siteID string, edit upslope.SiteEdit) (upslope.Site, int64, error) {
	defer m.lock()()
	m.edits++
	for i, site := range m.sites[accountID] {
		if site.ID != siteID {
			continue
		}
		for _, change := range []struct{ to, from *string }{
			{&site.Name, edit.Name}, {&site.Domain, edit.Domain}, {&site.GA4PropertyID, edit.GA4PropertyID},
			{&site.Currency, edit.Currency}, {&site.TimeZone, edit.TimeZone},
		} {
			if change.from != nil {
				*change.to = *change.from
			}
		}
		m.sites[accountID][i] = site
		return site, 8, nil
	}
	return upslope.Site{}, 0, missing("site")
}

func (m *memory) DeleteSite(_ context.Context, accountID, siteID string) (int64, error) {
	defer m.lock()()
	before := len(m.sites[accountID])
	m.sites[accountID] = slices.DeleteFunc(m.sites[accountID], func(site upslope.Site) bool { return site.ID == siteID })
	if len(m.sites[accountID]) == before {
		return 0, missing("site")
	}
	return 9, nil
}

func (m *memory) SiteRules(ctx context.Context, accountID, siteID string) (upslope.SiteRules, error) {
	_, err := m.Site(ctx, accountID, siteID)
	return upslope.SiteRules{}, err
}

func (m *memory) EditSiteRules(ctx context.Context, accountID, siteID string, _ upslope.SiteRulesEdit, _ time.Time) (upslope.SiteRules, int64, error) {
	rules, err := m.SiteRules(ctx, accountID, siteID)
	return rules, 12, err
}

func (m *memory) SiteChanges(ctx context.Context, accountID, siteID, from, to string, limit, offset int) ([]upslope.SiteChange, int64, error) {
	_, err := m.Site(ctx, accountID, siteID)
	defer m.lock()()
	m.filter = [2]string{from, to}
	changes := make([]upslope.SiteChange, 5) // the total
	for i := range changes {
		changes[i] = upslope.SiteChange{ID: strconv.Itoa(i), SiteID: siteID, Kind: "note"}
	}
	return changes[min(offset, 5):min(offset+limit, 5)], 5, err
}

func (m *memory) AddSiteNote(ctx context.Context, accountID, siteID, day, text string, now time.Time) (upslope.SiteChange, int64, error) {
	_, err := m.Site(ctx, accountID, siteID)
	return upslope.SiteChange{SiteID: siteID, Day: day, Text: text, CreatedAt: now}, 13, err
}

func (m *memory) DeleteSiteNote(ctx context.Context, accountID, siteID, _ string) (int64, error) {
	_, err := m.Site(ctx, accountID, siteID)
	return 14, err
}

// portfolio is the memory under another type where method names collide.
type portfolio struct{ *memory }

func (p portfolio) Sites(_ context.Context, accountID string, _ upslope.Scope, _, _ int, _ time.Time) ([]upslope.PortfolioSite, int64, error) {
	defer p.lock()()
	var sites []upslope.PortfolioSite
	for _, site := range p.sites[accountID] {
		sites = append(sites, upslope.PortfolioSite{SiteID: site.ID})
	}
	return sites, int64(len(sites)), nil
}
