package connections

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"upslope"
	"upslope/ingest/providers"
)

// Properties lists the properties of a site's credentials, those on the site's domain first; an empty
// siteID means the account's default credentials.
func (s *Service) Properties(ctx context.Context, accountID, siteID, provider string) ([]upslope.Property, error) {
	var site upslope.Site
	connection := upslope.Connection{AccountID: accountID, Provider: provider}
	site.AccountID = accountID
	if siteID != "" {
		var err error
		if site, connection, err = s.find(ctx, accountID, siteID, provider); err != nil {
			return nil, err
		}
	}
	if !s.provider(provider).Google() {
		return nil, upslope.FieldErrorf("provider", "%s goes by the site's domain: there are no properties to choose from.", s.provider(provider).Name)
	}
	found, _, err := s.list(ctx, site, connection)
	if err != nil {
		return nil, err
	}
	siteByProperty, err := s.sitesByProperty(ctx, accountID, provider)
	if err != nil {
		return nil, err
	}
	properties := make([]upslope.Property, len(found))
	for i, property := range found {
		of := siteByProperty[property.ID]
		if of == "" {
			of = siteByProperty[domainKey(property.Domain)]
		}
		properties[i] = upslope.Property{
			ID: property.ID, Name: property.Name, Domain: property.Domain, SiteID: of,
			Matches: site.Domain != "" && property.Domain == site.Domain,
		}
	}
	slices.SortStableFunc(properties, func(a, b upslope.Property) int {
		return cmp.Or(-compareBool(a.Matches, b.Matches), cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.ID, b.ID))
	})
	return properties, nil
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// list asks the provider for the properties of a connection's credentials, and names the credentials used.
func (s *Service) list(ctx context.Context, site upslope.Site, connection upslope.Connection) (found []providers.Property, credentialID string, err error) {
	if connection.CredentialID == "" && !site.Demo {
		if connection.CredentialID, err = s.accountCredential(ctx, site.AccountID, connection.Provider); err != nil {
			return nil, "", s.problem(ctx, connection.Provider, err)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, interactiveTimeout)
	defer cancel()
	source, access, err := s.open(ctx, site, connection, nil, interactiveLimits(s.provider(connection.Provider).Limits))
	if err != nil {
		return nil, "", s.problem(ctx, connection.Provider, err)
	}
	if found, err = source.Properties(ctx, access); err != nil {
		return nil, "", s.problem(ctx, connection.Provider, err)
	}
	return found, connection.CredentialID, nil
}

// problem turns a provider's error into a request error.
func (s *Service) problem(ctx context.Context, provider string, err error) error {
	message, known := s.explain(ctx, provider, err)
	if !known {
		return err
	}
	code := upslope.Conflict
	var providerError *providers.Error
	if errors.Is(err, context.DeadlineExceeded) || errors.As(err, &providerError) && (providerError.Kind == providers.Temporary || providerError.Kind == providers.Quota) {
		code = upslope.Unavailable
	}
	return upslope.Errorf(code, "%s", message)
}

// sitesByProperty maps each property, and each domain by domainKey, to the account's site.
func (s *Service) sitesByProperty(ctx context.Context, accountID, provider string) (map[string]string, error) {
	sites, err := s.Records.Sites(ctx, accountID)
	if err != nil {
		return nil, err
	}
	connections, err := s.Records.Connections(ctx, accountID, "")
	if err != nil {
		return nil, err
	}
	siteByProperty, bySite := map[string]string{}, map[string]upslope.Site{}
	for _, site := range sites {
		siteByProperty[domainKey(site.Domain)], bySite[site.ID] = site.ID, site
	}
	for _, connection := range connections {
		if connection.Provider == provider && connection.Status != upslope.Disconnected {
			siteByProperty[s.propertyOf(bySite[connection.SiteID], connection)] = connection.SiteID
		}
	}
	return siteByProperty, nil
}

// domainKey keeps domains apart from properties: no provider's property has this prefix.
func domainKey(domain string) string { return "domain " + domain }

// AddSites adds a connected site for each given Search Console property of the account's credentials.
func (s *Service) AddSites(ctx context.Context, accountID string, properties []string, currency, timeZone string) (upslope.AddedSites, error) {
	result := upslope.AddedSites{}
	open, credentialID, err := s.list(ctx, upslope.Site{AccountID: accountID}, upslope.Connection{AccountID: accountID, Provider: upslope.GSC})
	if err != nil {
		return result, err
	}
	accessible := map[string]bool{}
	for _, property := range open {
		accessible[property.ID] = true
	}
	skip := func(property, reason string, args ...any) {
		result.Skipped = append(result.Skipped, upslope.SkippedProperty{Property: property, Reason: fmt.Sprintf(reason, args...)})
	}
	wanted := map[string]string{} // by domain
	var domains, chosen []string
	for _, property := range properties {
		domain, err := domainOf(property)
		switch {
		case err != nil:
			skip(property, "This is not the property of a website with a domain.")
		case !accessible[property]:
			skip(property, "The connected Google account cannot read this property.")
		case wanted[domain] != "":
			skip(property, "%s was already added, with %s.", domain, wanted[domain])
		default:
			wanted[domain] = property
			domains, chosen = append(domains, domain), append(chosen, property)
		}
	}
	if result.Added, err = s.Records.AddSearchConsoleSites(ctx, accountID, credentialID, domains, chosen, currency, timeZone, s.Now()); err != nil {
		return upslope.AddedSites{}, err
	}
	for _, site := range result.Added {
		delete(wanted, site.Domain)
	}
	for _, domain := range domains {
		if property := wanted[domain]; property != "" {
			skip(property, "You already have a site with the domain %s.", domain)
		}
	}
	return result, nil
}

// domainOf returns the domain of a Search Console property in the form sites use.
func domainOf(property string) (string, error) {
	host, isDomain := strings.CutPrefix(property, "sc-domain:")
	if !isDomain {
		address, err := url.Parse(property)
		if err != nil {
			return "", err
		}
		host = address.Hostname()
	}
	return upslope.CleanDomain(host)
}
