// Package connections ties sites to providers: which credentials open which property, and whether they work.
//
// It owns the states of a connection, the defaults derived from settings and the site, the Google sign-in,
// and the customers' credentials, which package secrets encrypts. Report formats belong to package
// providers; the choice of days and the schedule belong to package sync.
package connections

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"upslope"
	"upslope/ingest/connections/secrets"
	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

// interactiveTimeout bounds a provider call while a user waits.
const interactiveTimeout = 20 * time.Second

// Deps are the dependencies of a Service.
type Deps struct {
	Records   Records
	Facts     Facts
	Keys      *secrets.Keyset // nil: customers' credentials cannot be stored
	Providers providers.Registry
	Settings  Settings
	// HTTP is the transport to the providers; nil means http.DefaultTransport.
	HTTP http.RoundTripper
	// Demo replaces all providers for a site filled by load-demo.
	Demo func(site upslope.Site) http.RoundTripper
	// Today returns the date in a time zone, at midnight UTC.
	Today func(zone *time.Location) time.Time
	Now   func() time.Time
	Log   *slog.Logger
}

// Records stores sites, connections and credentials.
type Records interface {
	Site(ctx context.Context, accountID, siteID string) (upslope.Site, error)
	Sites(ctx context.Context, accountID string) ([]upslope.Site, error)
	// AddSearchConsoleSites adds sites connected to Search Console; domains[i] belongs to properties[i].
	// It skips domains the account already has.
	AddSearchConsoleSites(ctx context.Context, accountID, credentialID string, domains, properties []string, currency, timeZone string, now time.Time) ([]upslope.Site, error)

	// Connections includes disconnected ones; an empty siteID means all sites. The same holds for
	// NextSyncs, which is keyed by site.
	Connections(ctx context.Context, accountID, siteID string) ([]upslope.Connection, error)
	NextSyncs(ctx context.Context, accountID, siteID string) (map[string]time.Time, error)
	// KeepConnection stores a connection after an attempt, or fails with Conflict if it changed meanwhile;
	// replace makes it a new connection. Like Disconnect, it returns the credential it deleted as unused, or
	// nil.
	KeepConnection(ctx context.Context, connection upslope.Connection, replace, sync bool, activity string) (unused *upslope.Credential, err error)
	Disconnect(ctx context.Context, accountID, siteID, provider, activity string) (unused *upslope.Credential, err error)

	Credentials(ctx context.Context, accountID string) ([]upslope.Credential, error) // newest first
	Credential(ctx context.Context, accountID, credentialID string) (upslope.Credential, error)
	// KeepCredential stores a credential, replacing one of the same kind and label; seal encrypts its
	// secret for its id.
	KeepCredential(ctx context.Context, accountID, kind, label string, seal func(id string) (secret []byte, keyID int64, err error)) (id string, err error)
	// DropCredential deletes a credential no connection uses, and returns it unless another account shares
	// it.
	DropCredential(ctx context.Context, accountID, credentialID string) (unused *upslope.Credential, err error)
	// UnusedCredentials returns credentials of all accounts, stored before a time, that no connection uses.
	UnusedCredentials(ctx context.Context, before time.Time) ([]upslope.Credential, error)
	// RevokeCredential sets the reason on every connection that uses the credential.
	RevokeCredential(ctx context.Context, accountID, credentialID, reason string) error

	AddGoogleSignIn(ctx context.Context, begun upslope.GoogleSignIn, now time.Time) error
	// TakeGoogleSignIn returns a pending sign-in once, then NotFound.
	TakeGoogleSignIn(ctx context.Context, stateHash []byte) (upslope.GoogleSignIn, error)
}

// Facts reads imported provider rows.
type Facts interface {
	// Select reads all rows of a query into *[]T; T maps columns by `ch` tags.
	Select(ctx context.Context, rows any, sql string, params map[string]any) error
}

// Service connects sites to providers. It is safe for concurrent use.
type Service struct {
	Deps
	sources map[string]providers.Source // by provider

	mu       sync.Mutex
	tokens   map[string]cachedTokens    // by credential and provider
	limiters map[string]*remote.Limiter // by the provider's quota unit
}

// New makes a Service.
func New(deps Deps) *Service {
	if deps.HTTP == nil {
		deps.HTTP = http.DefaultTransport
	}
	sources := map[string]providers.Source{}
	for _, provider := range deps.Providers {
		sources[provider.ID] = provider.NewSource(providers.Environment{Settings: deps.Settings.Providers, Today: deps.Today, Now: deps.Now})
	}
	return &Service{Deps: deps, sources: sources, tokens: map[string]cachedTokens{}, limiters: map[string]*remote.Limiter{}}
}

// provider returns the registration of a provider, or the zero value for an unknown id.
func (s *Service) provider(id string) providers.Provider {
	provider, _ := s.Providers.Find(id)
	return provider
}

// find returns a site of the account and its connection to a provider, or an empty connection.
func (s *Service) find(ctx context.Context, accountID, siteID, provider string) (site upslope.Site, present upslope.Connection, err error) {
	if _, known := s.Providers.Find(provider); !known {
		return site, present, upslope.FieldErrorf("provider", "There is no provider %q.", provider)
	}
	if site, err = s.Records.Site(ctx, accountID, siteID); err != nil {
		return site, present, err
	}
	connections, err := s.Records.Connections(ctx, accountID, siteID)
	for _, connection := range connections {
		if connection.Provider == provider {
			return site, connection, err
		}
	}
	return site, upslope.Connection{AccountID: accountID, SiteID: siteID, Provider: provider, Status: upslope.Disconnected}, err
}
