// Package connections ties sites to providers: which credentials open which property, and whether they do.
//
// It owns the states of a connection, what follows from settings and from the site, signing in with Google, and the credentials that
// customers hand over, which package secrets encrypts. It knows no wire format of a report (sources does), and neither when nor which
// days are read (sync does).
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

// interactiveTimeout is how long a person waits for a provider.
const interactiveTimeout = 20 * time.Second

// Deps are what a Service works with.
type Deps struct {
	Records   Records
	Facts     Facts
	Keys      *secrets.Keyset // nil: customers' credentials cannot be kept
	Providers providers.Registry
	Settings  Settings
	// HTTP is how providers are reached; http.DefaultTransport when nil.
	HTTP http.RoundTripper
	// Demo answers for a site that load-demo filled, in the place of all providers.
	Demo func(site upslope.Site) http.RoundTripper
	// Today is the date in a time zone, at midnight UTC.
	Today func(zone *time.Location) time.Time
	Now   func() time.Time
	Log   *slog.Logger
}

// Records keeps sites, connections and credentials.
type Records interface {
	Site(ctx context.Context, accountID, siteID string) (upslope.Site, error)
	Sites(ctx context.Context, accountID string) ([]upslope.Site, error)
	// AddSearchConsoleSites adds sites that are connected to Search Console, one for each domain and the property in the same place; domains
	// that the account has are left out.
	AddSearchConsoleSites(ctx context.Context, accountID, credentialID string, domains, properties []string, currency, timeZone string, now time.Time) ([]upslope.Site, error)

	// Connections answers those that were disconnected too; siteID "" is every site, also for NextSyncs, which has them by site.
	Connections(ctx context.Context, accountID, siteID string) ([]upslope.Connection, error)
	NextSyncs(ctx context.Context, accountID, siteID string) (map[string]time.Time, error)
	// KeepConnection keeps a connection after a try, unless it was changed meanwhile: Conflict. replace makes it another one. KeepConnection
	// and Disconnect answer the credential that nobody uses any more and that is forgotten now, nil when there is none.
	KeepConnection(ctx context.Context, connection upslope.Connection, replace, sync bool, activity string) (unused *upslope.Credential, err error)
	Disconnect(ctx context.Context, accountID, siteID, provider, activity string) (unused *upslope.Credential, err error)

	Credentials(ctx context.Context, accountID string) ([]upslope.Credential, error) // the newest first
	Credential(ctx context.Context, accountID, credentialID string) (upslope.Credential, error)
	// KeepCredential keeps a credential, in the place of one of the same kind and label; seal encrypts its secret for its id.
	KeepCredential(ctx context.Context, accountID, kind, label string, seal func(id string) (secret []byte, keyID int64, err error)) (id string, err error)
	// DropCredential forgets a credential that no connection uses, and answers it unless another account has the same one.
	DropCredential(ctx context.Context, accountID, credentialID string) (unused *upslope.Credential, err error)
	// UnusedCredentials answers those of all accounts that were kept before a moment and that no connection uses.
	UnusedCredentials(ctx context.Context, before time.Time) ([]upslope.Credential, error)
	// RevokeCredential says why on all connections that use it.
	RevokeCredential(ctx context.Context, accountID, credentialID, reason string) error

	AddGoogleSignIn(ctx context.Context, begun upslope.GoogleSignIn, now time.Time) error
	// TakeGoogleSignIn answers what was begun once, then NotFound.
	TakeGoogleSignIn(ctx context.Context, stateHash []byte) (upslope.GoogleSignIn, error)
}

// Facts is where rows of providers lie.
type Facts interface {
	// Select reads all rows of a query into *[]T, where T has the columns' names in `ch` tags.
	Select(ctx context.Context, rows any, sql string, params map[string]any) error
}

// Service connects sites to providers. It is safe for concurrent use.
type Service struct {
	Deps
	sources map[string]providers.Source // by provider

	mu       sync.Mutex
	tokens   map[string]cachedTokens    // by credential and provider
	limiters map[string]*remote.Limiter // by what the provider counts by
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

// provider answers the registration of a provider; a zero one for an id that nobody has.
func (s *Service) provider(id string) providers.Provider {
	provider, _ := s.Providers.Find(id)
	return provider
}

// find answers a site of the account, and its connection to a provider or an empty one.
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
