package ga4

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"upslope"
	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

// maxDomains bounds the properties whose streams are read for their domain, one request each; the domain is
// only a hint for the matching site.
const maxDomains = 100

// Properties lists the readable properties.
func (s *Source) Properties(ctx context.Context, access providers.Access) ([]providers.Property, error) {
	properties, err := s.summaries(ctx, access)
	if err != nil {
		return nil, err
	}
	var streams errgroup.Group
	streams.SetLimit(8)
	for i := range min(len(properties), maxDomains) {
		streams.Go(func() error {
			properties[i].Domain = s.domainOf(ctx, access, "properties/"+properties[i].ID)
			return nil
		})
	}
	return properties, streams.Wait()
}

func (s *Source) summaries(ctx context.Context, access providers.Access) (properties []providers.Property, err error) {
	for token := ""; ; {
		var page summariesPage
		if err := s.administer(ctx, access, "accountSummaries?pageSize=200&pageToken="+url.QueryEscape(token), &page); err != nil {
			return nil, err
		}
		for _, account := range page.AccountSummaries {
			for _, property := range account.PropertySummaries {
				properties = append(properties, providers.Property{ID: strings.TrimPrefix(string(property.Property), "properties/"), Name: string(property.DisplayName)})
			}
		}
		if token = string(page.NextPageToken); token == "" {
			return properties, nil
		}
	}
}

// administer reads something of the Admin API.
func (s *Source) administer(ctx context.Context, access providers.Access, path string, into any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.admin+"v1beta/"+path, nil)
	if err != nil {
		return fmt.Errorf("make a request: %w", err)
	}
	return remote.JSON(access.HTTP, request, into)
}

// describe returns the name and domain of a property; "" where the Admin API is slow, as reports need
// neither.
func (s *Source) describe(ctx context.Context, access providers.Access) (name, domain string) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	properties, err := s.summaries(ctx, access)
	if err != nil {
		return "", ""
	}
	for _, property := range properties {
		if property.ID == propertyOf(access) {
			return property.Name, s.domainOf(ctx, access, "properties/"+property.ID)
		}
	}
	return "", ""
}

// domainOf returns the domain of the property's first web stream, or "" without one or on an error.
func (s *Source) domainOf(ctx context.Context, access providers.Access, property string) string {
	var found streams
	if err := s.administer(ctx, access, property+"/dataStreams", &found); err != nil {
		return ""
	}
	for _, stream := range found.DataStreams {
		address, err := url.Parse(string(stream.WebStreamData.Value.DefaultURI))
		if err != nil || address.Hostname() == "" {
			continue
		}
		if domain, err := upslope.CleanDomain(address.Hostname()); err == nil {
			return domain
		}
	}
	return ""
}
