package connections

import (
	"context"
	_ "embed"
	"fmt"
	"time"
	"upslope/ingest/providers"

	"upslope"
)

//go:embed coverage.sql
var coverageSQL string

// coverage is the imported part of a connection's main report.
type coverage struct {
	Connection    string    `ch:"connection"`
	DaysRead      int64     `ch:"days_read"`
	Oldest        time.Time `ch:"oldest"`
	Newest        time.Time `ch:"newest"`
	TruncatedDays int64     `ch:"truncated_days"`
}

// view is the state of the connections of one site or of a whole account.
type view struct {
	connections map[string]map[string]upslope.Connection // by site and provider
	coverage    map[string]coverage                      // by connection
	next        map[string]time.Time                     // by site
	labels      map[string]string                        // by credential
	signedIn    bool                                     // a valid Google sign-in exists
}

// List returns all integrations of a site in their fixed order; with an empty siteID, the account's
// existing ones.
func (s *Service) List(ctx context.Context, accountID, siteID string) ([]upslope.Integration, error) {
	var sites []upslope.Site
	var err error
	if siteID != "" {
		sites = make([]upslope.Site, 1)
		sites[0], err = s.Records.Site(ctx, accountID, siteID)
	} else {
		sites, err = s.Records.Sites(ctx, accountID)
	}
	if err != nil {
		return nil, err
	}
	loaded, err := s.loadView(ctx, accountID, siteID)
	if err != nil {
		return nil, err
	}
	integrations := []upslope.Integration{}
	for _, site := range sites {
		for _, provider := range s.Providers.Listed() {
			integration := s.integration(site, provider, loaded)
			connection, exists := loaded.connections[site.ID][provider.ID]
			if siteID != "" || exists && connection.Status != upslope.Disconnected {
				integrations = append(integrations, integration)
			}
		}
	}
	return integrations, nil
}

// Integration returns the integration of a site with one provider.
func (s *Service) Integration(ctx context.Context, accountID, siteID, provider string) (upslope.Integration, error) {
	site, _, err := s.find(ctx, accountID, siteID, provider)
	if err != nil {
		return upslope.Integration{}, err
	}
	loaded, err := s.loadView(ctx, accountID, siteID)
	return s.integration(site, s.provider(provider), loaded), err
}

// loadView uses one query per kind of data, however many sites there are.
func (s *Service) loadView(ctx context.Context, accountID, siteID string) (view, error) {
	loaded := view{connections: map[string]map[string]upslope.Connection{}, coverage: map[string]coverage{}, labels: map[string]string{}}
	connections, err := s.Records.Connections(ctx, accountID, siteID)
	if err != nil {
		return loaded, err
	}
	for _, connection := range connections {
		if loaded.connections[connection.SiteID] == nil {
			loaded.connections[connection.SiteID] = map[string]upslope.Connection{}
		}
		loaded.connections[connection.SiteID][connection.Provider] = connection
	}
	credentials, err := s.Records.Credentials(ctx, accountID)
	if err != nil {
		return loaded, err
	}
	for _, credential := range credentials {
		loaded.labels[credential.ID] = shownLabel(credential.Label)
		loaded.signedIn = loaded.signedIn || credential.Kind == upslope.GoogleOAuth && !credential.Revoked
	}
	if loaded.next, err = s.Records.NextSyncs(ctx, accountID, siteID); err != nil {
		return loaded, err
	}
	if err := s.measure(ctx, accountID, connections, loaded.coverage); err != nil {
		// Coverage is optional: the cards show the connection's state without it.
		s.Log.WarnContext(ctx, "how far the connections were read is not known", "account", accountID, "error", err)
	}
	return loaded, nil
}

func (s *Service) measure(ctx context.Context, accountID string, connections []upslope.Connection, into map[string]coverage) error {
	if len(connections) == 0 {
		return nil
	}
	ids, sites, reports := make([]string, len(connections)), make([]string, len(connections)), make([]string, 0, len(s.Providers))
	for i, connection := range connections {
		ids[i], sites[i] = connection.ID, connection.SiteID
	}
	for _, provider := range s.Providers {
		reports = append(reports, provider.MainTable)
	}
	var rows []coverage
	err := s.Facts.Select(ctx, &rows, coverageSQL, map[string]any{"account_id": accountID, "sites": sites, "connections": ids, "reports": reports})
	for _, row := range rows {
		into[row.Connection] = row
	}
	return err
}

// integration returns the display form of a connection, or of a missing one.
func (s *Service) integration(site upslope.Site, provider providers.Provider, loaded view) upslope.Integration {
	connection, exists := loaded.connections[site.ID][provider.ID]
	if !exists {
		connection = upslope.Connection{AccountID: site.AccountID, SiteID: site.ID, Provider: provider.ID, Status: s.initialStatus(provider, loaded.signedIn)}
	}
	shown := upslope.Integration{
		ID: site.ID + ":" + provider.ID, SiteID: site.ID, Provider: provider.ID, Name: provider.Name, Description: provider.Description,
		Status: connection.Status, LastSyncAt: connection.LastSyncAt,
		Property: s.propertyOf(site, connection), PropertyName: connection.PropertyName, SignedInAs: loaded.labels[connection.CredentialID],
		SignIn: provider.Google() && s.Settings.signIn(),
	}
	shown.RequiredEnvVars, shown.MissingEnvVars = s.Settings.variables(provider)
	if connection.Status == upslope.Failing {
		shown.LastError = connection.LastError
	}
	if connection.Status == upslope.Disconnected {
		return shown
	}
	shown.Warning = warningOf(site, connection.PropertyDomain)
	if !exists {
		return shown
	}
	if next, planned := loaded.next[site.ID]; planned {
		shown.NextSyncAt = &next
	}
	s.showCoverage(&shown, site, connection, loaded.coverage)
	return shown
}

// initialStatus returns the state of a site never connected: credentials may exist already.
func (s *Service) initialStatus(provider providers.Provider, signedIn bool) string {
	_, missing := s.Settings.variables(provider)
	if len(missing) > 0 || provider.Google() && s.Settings.signIn() && !signedIn {
		return upslope.Disconnected
	}
	return upslope.Pending
}

// showCoverage fills in the imported history. Days older than the wanted range count while they are stored.
func (s *Service) showCoverage(shown *upslope.Integration, site upslope.Site, connection upslope.Connection, read map[string]coverage) {
	have, any := read[connection.ID]
	shown.DaysRead, shown.TruncatedDays = have.DaysRead, have.TruncatedDays
	if any {
		oldest, newest := have.Oldest.Format(time.DateOnly), have.Newest.Format(time.DateOnly)
		shown.OldestDay, shown.NewestDay = &oldest, &newest
	}
	history, snapshot := s.history(s.provider(connection.Provider))
	if snapshot {
		shown.DaysWanted = max(1, have.DaysRead)
		return
	}
	today := s.Today(zoneOf(connection.TimeZone, site.TimeZone))
	from, to := today.AddDate(0, 0, -history), today.AddDate(0, 0, -1)
	if any {
		to = have.Newest // later days are not final, or are due with the next sync
		if have.Oldest.Before(from) {
			from = have.Oldest
		}
	}
	shown.DaysWanted = max(have.DaysRead, int64(to.Sub(from).Hours()/24)+1)
}

// history returns how many days of its main report a provider needs; a snapshot has none.
func (s *Service) history(provider providers.Provider) (days int, snapshot bool) {
	days = s.Settings.BackfillDays
	for _, report := range provider.Reports() {
		if report.Table != provider.MainTable {
			continue
		}
		if report.History > 0 {
			days = min(days, report.History)
		}
		return days, report.Snapshot
	}
	return days, false
}

func zoneOf(names ...string) *time.Location {
	for _, name := range names {
		if zone, err := time.LoadLocation(name); err == nil && name != "" {
			return zone
		}
	}
	return time.UTC
}

// warningOf returns a warning when a property seems to belong to another site.
func warningOf(site upslope.Site, domain string) *string {
	if domain == "" || upslope.HostBelongsTo(domain, site.Domain) && upslope.HostBelongsTo(site.Domain, domain) {
		return nil
	}
	warning := fmt.Sprintf("This property belongs to %s and not to %s. Check that it is the right one.", domain, site.Domain)
	return &warning
}
