package edge_test

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"upslope"
)

func (m *memory) Preview(ctx context.Context, accountID string, settings upslope.ReportSettings) ([]byte, error) {
	return []byte("<!doctype html><title>" + settings.Title), m.ofSite(ctx, accountID, settings)
}

func (m *memory) PDF(ctx context.Context, accountID string, settings upslope.ReportSettings) ([]byte, string, error) {
	return []byte("%PDF-1.7"), strings.ReplaceAll(settings.Title, " ", "_") + "_2026-11-21.pdf", m.ofSite(ctx, accountID, settings)
}

func (m *memory) PrintPage(_ context.Context, html []byte) ([]byte, string, error) {
	defer m.lock()()
	m.printed++
	return []byte("%PDF of " + string(html)), "Q3.pdf", m.down
}

func (m *memory) printedPages() int { defer m.lock()(); return m.printed }

func (m *memory) ofSite(ctx context.Context, accountID string, settings upslope.ReportSettings) error {
	if settings.SiteID == "" {
		return nil
	}
	_, err := m.Site(ctx, accountID, settings.SiteID)
	return err
}

func (m *memory) Logo(picture []byte) ([]byte, error) { return picture, nil }

func (m *memory) Branding(_ context.Context, accountID string) (upslope.Branding, error) {
	defer m.lock()()
	return m.branding[accountID], nil
}

func (m *memory) EditBranding(_ context.Context, accountID string, edit upslope.BrandingEdit) (upslope.Branding, int64, error) {
	defer m.lock()()
	branding := m.branding[accountID]
	if edit.Name != nil {
		branding.Name = *edit.Name
	}
	if edit.Color != nil {
		branding.Color = *edit.Color
	}
	if edit.LinkDomain != nil {
		branding.LinkDomain = *edit.LinkDomain
	}
	if edit.Logo != nil {
		branding.Logo = *edit.Logo
	}
	m.branding[accountID] = branding
	return branding, 15, nil
}

// CreateLink, Links, ExtendLink and RevokeLink store links that open nothing.
func (m *memory) CreateLink(ctx context.Context, accountID string, settings upslope.ReportSettings, terms upslope.LinkTerms) (upslope.SharedReport, int64, error) {
	if err := m.ofSite(ctx, accountID, settings); err != nil {
		return upslope.SharedReport{}, 0, err
	}
	now := m.now()
	link := upslope.SharedReport{
		ID: uuid.NewString(), SiteID: settings.SiteID, Title: settings.Title, DateRange: settings.DateRange, CreatedAt: now,
		ExpiresAt: now.AddDate(0, 0, terms.Days), Status: "active", HasPassword: terms.Password != "",
	}
	defer m.lock()()
	m.links[accountID] = append([]upslope.SharedReport{link}, m.links[accountID]...)
	return link, 1, m.down
}

func (m *memory) Links(_ context.Context, accountID string, scope upslope.Scope, limit, offset int) ([]upslope.SharedReport, int64, error) {
	defer m.lock()()
	var found []upslope.SharedReport
	for _, link := range m.links[accountID] {
		if scope.SiteID == "" || link.SiteID == scope.SiteID {
			found = append(found, link)
		}
	}
	return slice(found, limit, offset), int64(len(found)), m.down
}

func (m *memory) ExtendLink(_ context.Context, accountID, id string, days int) (upslope.SharedReport, int64, error) {
	return m.changeLink(accountID, id, func(link *upslope.SharedReport) { link.ExpiresAt = m.now().AddDate(0, 0, days) })
}

func (m *memory) RevokeLink(_ context.Context, accountID, id string) (int64, error) {
	_, version, err := m.changeLink(accountID, id, func(link *upslope.SharedReport) { link.Status = "revoked" })
	return version, err
}

func (m *memory) changeLink(accountID, id string, change func(*upslope.SharedReport)) (upslope.SharedReport, int64, error) {
	defer m.lock()()
	for i := range m.links[accountID] {
		if link := &m.links[accountID][i]; link.ID == id {
			change(link)
			return *link, 1, m.down
		}
	}
	return upslope.SharedReport{}, 0, missing("report")
}

// ReportSchedules and the following methods store schedules that send nothing.
func (m *memory) ReportSchedules(_ context.Context, accountID string, scope upslope.Scope, limit, offset int) ([]upslope.ReportSchedule, int64, error) {
	defer m.lock()()
	var found []upslope.ReportSchedule
	for _, schedule := range m.schedules[accountID] {
		if scope.SiteID == "" || schedule.SiteID == scope.SiteID {
			found = append(found, schedule)
		}
	}
	return slice(found, limit, offset), int64(len(found)), m.down
}

func (m *memory) AddReportSchedule(_ context.Context, accountID string, schedule upslope.ReportSchedule, now time.Time) (upslope.ReportSchedule, int64, error) {
	defer m.lock()()
	schedule.ID, schedule.CreatedAt, schedule.TimeZone, schedule.Unsubscribed = uuid.NewString(), now, "UTC", []string{}
	m.schedules[accountID] = append([]upslope.ReportSchedule{schedule}, m.schedules[accountID]...)
	return schedule, 1, m.down
}

func (m *memory) EditReportSchedule(
	_ context.Context, accountID, id string, edit func(*upslope.ReportSchedule) error, _ time.Time,
) (upslope.ReportSchedule, int64, error) {
	m.mu.Lock()
	schedules := m.schedules[accountID]
	m.mu.Unlock()
	for i := range schedules {
		if schedules[i].ID == id {
			changed := schedules[i]
			if err := edit(&changed); err != nil {
				return changed, 0, err
			}
			schedules[i] = changed
			return changed, 1, nil
		}
	}
	return upslope.ReportSchedule{}, 0, missing("schedule")
}

func (m *memory) DeleteReportSchedule(_ context.Context, accountID, id string) (int64, error) {
	defer m.lock()()
	left := slices.DeleteFunc(slices.Clone(m.schedules[accountID]), func(s upslope.ReportSchedule) bool { return s.ID == id })
	if len(left) == len(m.schedules[accountID]) {
		return 0, missing("schedule")
	}
	m.schedules[accountID] = left
	return 1, nil
}

func (m *memory) QueueReport(_ context.Context, accountID, id string, _ time.Time) (upslope.Job, error) {
	defer m.lock()()
	if !slices.ContainsFunc(m.schedules[accountID], func(s upslope.ReportSchedule) bool { return s.ID == id }) {
		return upslope.Job{}, missing("schedule")
	}
	return m.addJob(accountID, upslope.SendReport), nil
}

func (m *memory) UnsubscribeLink(_ context.Context, hash []byte) (upslope.Unsubscribe, error) {
	defer m.lock()()
	link, found := m.unsubscribes[string(hash)]
	if !found {
		return link, missing("link")
	}
	return link, m.down
}

func (m *memory) Unsubscribe(_ context.Context, link upslope.Unsubscribe, off bool, _ time.Time) error {
	defer m.lock()()
	for hash, kept := range m.unsubscribes {
		if kept.Recipient == link.Recipient {
			kept.Unsubscribed = off
			m.unsubscribes[hash] = kept
		}
	}
	return m.down
}
