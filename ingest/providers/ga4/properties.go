package ga4

import (
	"context"
	"net/url"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
	analyticsadmin "google.golang.org/api/analyticsadmin/v1beta"

	"upslope"
	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

// maxDomains bounds the properties whose streams are read for their domain, one request each; the domain is
// only a hint for the matching site.
const maxDomains = 100

// Properties lists the readable properties.
func (s *Source) Properties(ctx context.Context, access providers.Access) ([]providers.Property, error) {
	service, err := s.administration(ctx, access)
	if err != nil {
		return nil, err
	}
	properties, err := summaries(ctx, service)
	if err != nil {
		return nil, err
	}
	var streams errgroup.Group
	streams.SetLimit(8)
	for i := range min(len(properties), maxDomains) {
		streams.Go(func() error {
			properties[i].Domain = domainOf(ctx, service, "properties/"+properties[i].ID)
			return nil
		})
	}
	return properties, streams.Wait()
}

func summaries(ctx context.Context, service *analyticsadmin.Service) ([]providers.Property, error) {
	var properties []providers.Property
	err := service.AccountSummaries.List().PageSize(200).Pages(ctx, func(answer *analyticsadmin.GoogleAnalyticsAdminV1betaListAccountSummariesResponse) error {
		for _, account := range answer.AccountSummaries {
			for _, property := range account.PropertySummaries {
				properties = append(properties, providers.Property{ID: strings.TrimPrefix(property.Property, "properties/"), Name: property.DisplayName})
			}
		}
		return nil
	})
	return properties, remote.Failure(err)
}

// describe returns the name and domain of a property; "" where the Admin API is slow, as reports need
// neither.
func (s *Source) describe(ctx context.Context, access providers.Access) (name, domain string) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	service, err := s.administration(ctx, access)
	if err != nil {
		return "", ""
	}
	properties, err := summaries(ctx, service)
	if err != nil {
		return "", ""
	}
	for _, property := range properties {
		if property.ID == propertyOf(access) {
			return property.Name, domainOf(ctx, service, "properties/"+property.ID)
		}
	}
	return "", ""
}

// domainOf returns the domain of the property's first web stream, or "" without one or on an error.
func domainOf(ctx context.Context, service *analyticsadmin.Service, property string) string {
	streams, err := service.Properties.DataStreams.List(property).Context(ctx).Do()
	if err != nil {
		return ""
	}
	for _, stream := range streams.DataStreams {
		if stream.WebStreamData == nil {
			continue
		}
		address, err := url.Parse(stream.WebStreamData.DefaultUri)
		if err != nil {
			continue
		}
		if domain, err := upslope.CleanDomain(address.Hostname()); err == nil {
			return domain
		}
	}
	return ""
}
