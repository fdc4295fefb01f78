package connections

import (
	"context"
	"fmt"
	"time"

	"upslope"
	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

// demoKey replaces keys and tokens in the demo, which checks none.
const demoKey = "demo"

// Open returns the source of a connection and its access. A *providers.Error, or an upslope.Error other
// than Unavailable, tells the owner what to do first.
func (s *Service) Open(ctx context.Context, site upslope.Site, connection upslope.Connection) (providers.Source, providers.Access, error) {
	return s.open(ctx, site, connection, nil, s.provider(connection.Provider).Limits)
}

// open is Open with the caller's limits, and with submitted credentials when given.
func (s *Service) open(ctx context.Context, site upslope.Site, connection upslope.Connection, submitted *submission, limits providers.Limits) (providers.Source, providers.Access, error) {
	provider, known := s.Providers.Find(connection.Provider)
	if !known {
		return nil, providers.Access{}, upslope.FieldErrorf("provider", "There is no provider %q.", connection.Provider)
	}
	access := providers.Access{Property: s.propertyOf(site, connection), Domain: site.Domain}
	if site.ID != "" && provider.NeedsOrigin {
		var err error
		if access.Origin, err = s.originOf(ctx, site); err != nil {
			return nil, access, fmt.Errorf("find the origin of site %s: %w", site.ID, err)
		}
	}
	options := remote.Options{Provider: provider.Name, Base: s.HTTP, Limits: limits, Now: s.Now}
	if site.Demo {
		// In this process there is no quota to protect.
		access.Key, options.Base, options.Limits = demoKey, s.Demo(site), providers.Limits{}
		access.HTTP = remote.NewClient(options)
		return s.sources[provider.ID], access, nil
	}
	var given grant
	var err error
	if submitted != nil {
		given, err = s.grantSubmitted(*submitted, provider)
	} else {
		given, err = s.grantFor(ctx, site.AccountID, connection.CredentialID, provider)
	}
	if err != nil {
		return nil, access, err
	}
	access.Account, access.Key, access.Login = given.account, given.key, given.login
	if manager := provider.Property.DefaultManager; access.Login == "" && manager != nil {
		access.Login = manager(s.Settings.Providers)
	}
	counted := access.Property // Google's quota is per property
	if given.key != "" {
		counted, options.Base = given.credentialID, redactingTransport{given.key, s.HTTP}
	}
	options.Tokens, options.Limiters = given.tokens, []*remote.Limiter{s.limiter(provider.ID+" "+counted, provider.Limits)}
	access.HTTP = remote.NewClient(options)
	return s.sources[provider.ID], access, nil
}

// limiter returns the limiter shared by all requests for a property or a key.
func (s *Service) limiter(counted string, limits providers.Limits) *remote.Limiter {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.limiters[counted]; known != nil {
		return known
	}
	if len(s.limiters) >= maxCached {
		clear(s.limiters)
	}
	s.limiters[counted] = remote.NewLimiter(limits)
	return s.limiters[counted]
}

// interactiveLimits suit a waiting user: fail early and let them retry.
func interactiveLimits(limits providers.Limits) providers.Limits {
	limits.Timeout = min(limits.Timeout, interactiveTimeout)
	if limits.Timeout == 0 {
		limits.Timeout = interactiveTimeout
	}
	limits.Patience = 5 * time.Second
	limits.Backoff = 500 * time.Millisecond
	return limits
}
