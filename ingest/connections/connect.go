package connections

import (
	"context"
	"errors"
	"fmt"

	"upslope"
	"upslope/ingest/providers"
)

// Test checks the site's credentials and property, and connects the provider when they work.
func (s *Service) Test(ctx context.Context, accountID, siteID, provider string) (upslope.IntegrationResult, error) {
	site, present, err := s.find(ctx, accountID, siteID, provider)
	if err != nil {
		return upslope.IntegrationResult{}, err
	}
	return s.tryAndStore(ctx, site, present, present, nil)
}

// Connect tries new credentials and a new property; nil keeps the present ones. A failed attempt never
// replaces a working connection.
func (s *Service) Connect(ctx context.Context, accountID, siteID, provider string, property *string, credentials map[string]any) (upslope.IntegrationResult, error) {
	site, present, err := s.find(ctx, accountID, siteID, provider)
	if err != nil {
		return upslope.IntegrationResult{}, err
	}
	wanted := present
	var submitted *submission
	if site.Demo && (property != nil || len(credentials) > 0) {
		return failed("This is the demo site with sample data. Add your own site to connect it.")
	}
	if property != nil {
		if wanted.Property, err = parseProperty(s.provider(provider), *property); err != nil {
			return asResult(err)
		}
	}
	if len(credentials) > 0 { // no fields at all selects the credentials of the settings
		given, err := s.parseSubmission(s.provider(provider), credentials)
		if err != nil {
			return asResult(err)
		}
		if given.property != "" && property == nil {
			wanted.Property = given.property
		}
		if given.kind != "" {
			submitted = &given
		}
	}
	return s.tryAndStore(ctx, site, present, wanted, submitted)
}

// Disconnect stops syncing; imported data stays.
func (s *Service) Disconnect(ctx context.Context, accountID, siteID, provider string) (upslope.IntegrationResult, error) {
	site, _, err := s.find(ctx, accountID, siteID, provider)
	if err != nil {
		return upslope.IntegrationResult{}, err
	}
	name := s.provider(provider).Name
	unused, err := s.Records.Disconnect(ctx, accountID, siteID, provider, fmt.Sprintf("%s was disconnected from %s.", name, site.Name))
	if err != nil {
		return upslope.IntegrationResult{}, err
	}
	s.withdraw(ctx, unused)
	return upslope.IntegrationResult{Success: true, Message: name + " is disconnected. Its synced data stays."}, nil
}

// tryAndStore tries wanted and stores the result over present. Submitted credentials are tried before
// they are stored, and stored only when they work.
func (s *Service) tryAndStore(ctx context.Context, site upslope.Site, present, wanted upslope.Connection, submitted *submission) (upslope.IntegrationResult, error) {
	if submitted != nil && s.Keys == nil {
		return asResult(errNoKeys)
	}
	if wanted.CredentialID == "" && submitted == nil && !site.Demo {
		var err error
		if wanted.CredentialID, err = s.accountCredential(ctx, site.AccountID, wanted.Provider); err != nil {
			if present.Status == upslope.Disconnected {
				return asResult(err) // there was nothing to try, so nothing failed
			}
			return s.storeFailure(ctx, site, present, wanted, nil, err)
		}
	}
	trying, cancel := context.WithTimeout(ctx, interactiveTimeout)
	defer cancel()
	found, wanted, err := s.try(trying, site, wanted, submitted)
	if errors.Is(err, errNoProperty) && present.Status == upslope.Disconnected && s.initialStatus(s.provider(wanted.Provider), true) == upslope.Disconnected {
		return asResult(err) // incomplete settings: nothing was tried
	}
	if err != nil {
		return s.storeFailure(ctx, site, present, wanted, submitted, err)
	}
	if submitted != nil {
		if wanted.CredentialID, err = s.keep(ctx, site.AccountID, *submitted); err != nil {
			return asResult(err)
		}
	}
	wanted.Status, wanted.LastError = upslope.Connected, nil
	wanted.PropertyName, wanted.PropertyDomain = providers.Printable(found.Name), providers.Printable(found.Domain)
	wanted.Currency, wanted.TimeZone = providers.Printable(found.Currency), providers.Printable(found.TimeZone)
	activity, sync := "", present.LastSyncAt == nil
	if present.Status != upslope.Connected {
		activity, sync = fmt.Sprintf("%s was connected to %s.", s.provider(wanted.Provider).Name, site.Name), true
	}
	another := present.ID != "" && s.propertyOf(site, present) != s.propertyOf(site, wanted)
	unused, err := s.Records.KeepConnection(ctx, wanted, another, sync || another, activity)
	if err != nil {
		return asResult(err)
	}
	s.withdrawReplaced(ctx, unused)
	result := upslope.IntegrationResult{Success: true, Message: providers.Printable(found.Message)}
	if warning := warningOf(site, found.Domain); warning != nil {
		result.Message += " " + *warning
	}
	return result, nil
}

// storeFailure records a failed attempt. It leaves working credentials and properties in place, because
// replacing them would delete the credentials and the property's imported data.
func (s *Service) storeFailure(ctx context.Context, site upslope.Site, present, wanted upslope.Connection, submitted *submission, cause error) (upslope.IntegrationResult, error) {
	message, ours := s.explain(ctx, wanted.Provider, cause)
	if !ours {
		return upslope.IntegrationResult{}, cause
	}
	if submitted != nil {
		except := present
		if present.Status == upslope.Connected {
			except = upslope.Connection{} // keep a working connection as well
		}
		used, err := s.providersUsing(ctx, site.AccountID, *submitted, except)
		if err != nil {
			return asResult(err)
		}
		if len(used) > 0 && !submitted.proven {
			return failed(message)
		}
		if wanted.CredentialID, err = s.keep(ctx, site.AccountID, *submitted); err != nil {
			return asResult(err)
		}
	}
	another := present.ID != "" && s.propertyOf(site, present) != s.propertyOf(site, wanted)
	if present.Status == upslope.Connected && (another || present.CredentialID != wanted.CredentialID) {
		unused, err := s.Records.DropCredential(ctx, site.AccountID, wanted.CredentialID)
		if err != nil {
			return asResult(err)
		}
		s.withdraw(ctx, unused)
		return failed(message)
	}
	wanted.Status, wanted.LastError = upslope.Failing, &message
	unused, err := s.Records.KeepConnection(ctx, wanted, another, false, "")
	if err != nil {
		return asResult(err)
	}
	s.withdrawReplaced(ctx, unused)
	return failed(message)
}

// try tests the wanted connection. If the site's derived property is not readable and nobody chose one,
// it falls back to another property of the same domain.
func (s *Service) try(ctx context.Context, site upslope.Site, wanted upslope.Connection, submitted *submission) (providers.Found, upslope.Connection, error) {
	provider := s.provider(wanted.Provider)
	source, access, err := s.open(ctx, site, wanted, submitted, interactiveLimits(provider.Limits))
	if err != nil {
		return providers.Found{}, wanted, err
	}
	access.Pages = []string{access.Origin + "/"}
	var found providers.Found
	if access.Property == "" {
		err = providers.Errorf(providers.Refused, "%s", provider.Property.Missing).Because(errNoProperty)
	} else if found, err = source.Test(ctx, access); err == nil {
		if provider.Property.Pinned {
			wanted.Property = access.Property
		}
		return found, wanted, nil
	}
	var providerError *providers.Error
	if !provider.Google() || wanted.Property != "" || errors.As(err, &providerError) && providerError.Kind != providers.Denied && providerError.Kind != providers.Refused {
		return found, wanted, err
	}
	properties, listErr := source.Properties(ctx, access)
	if listErr != nil {
		return found, wanted, err
	}
	property, one := matchingProperty(site, properties)
	if !one {
		return found, wanted, err
	}
	wanted.Property, access.Property = property.ID, property.ID
	found, err = source.Test(ctx, access)
	return found, wanted, err
}

var errNoProperty = errors.New("nothing says which property to read")

// matchingProperty returns the first property on the site's domain, or the only property of unknown domain.
func matchingProperty(site upslope.Site, properties []providers.Property) (providers.Property, bool) {
	for _, property := range properties {
		if property.Domain == site.Domain {
			return property, true
		}
	}
	if len(properties) == 1 && properties[0].Domain == "" {
		return properties[0], true
	}
	return providers.Property{}, false
}

// accountCredential returns the account's default credential for a provider, "" for the settings' one.
func (s *Service) accountCredential(ctx context.Context, accountID, provider string) (credentialID string, err error) {
	if s.provider(provider).Google() && s.Settings.signIn() {
		credentials, err := s.Records.Credentials(ctx, accountID)
		if err != nil {
			return "", err
		}
		for _, credential := range credentials {
			if credential.Kind == upslope.GoogleOAuth && !credential.Revoked {
				return credential.ID, nil
			}
		}
	}
	_, err = s.grantOfSettings(s.provider(provider))
	return "", err
}

// explain turns an error into a message for the site's owner; ours is false for errors without one.
func (s *Service) explain(ctx context.Context, provider string, err error) (message string, known bool) {
	var providerError *providers.Error
	var problem *upslope.Error
	switch {
	case errors.As(err, &providerError):
		if cause := errors.Unwrap(providerError); cause != nil {
			s.Log.InfoContext(ctx, "a provider could not be reached or refused", "provider", provider, "kind", providerError.Kind, "error", cause)
		}
		return providers.Printable(providerError.Message), true
	case errors.As(err, &problem):
		return problem.Message, problem.Code != upslope.Internal && problem.Code != upslope.Unavailable
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("%s did not answer within %d seconds. Try again in a moment.", s.provider(provider).Name, int(interactiveTimeout.Seconds())), true
	}
	return "", false
}

func failed(message string) (upslope.IntegrationResult, error) {
	return upslope.IntegrationResult{Message: message}, nil
}

// asResult turns an error with a user message into a failed result; other errors stay errors.
func asResult(err error) (upslope.IntegrationResult, error) {
	var providerError *providers.Error
	var problem *upslope.Error
	switch {
	case errors.As(err, &providerError):
		return failed(providerError.Message)
	case errors.As(err, &problem) && (problem.Code == upslope.Invalid || problem.Code == upslope.Conflict):
		return failed(problem.Message)
	}
	return upslope.IntegrationResult{}, err
}
