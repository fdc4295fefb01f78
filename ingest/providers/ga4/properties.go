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

// maxDomains is for how many properties their streams are asked for too, one request each: only to know which site they may belong to.
const maxDomains = 100

// Properties lists what the credentials may read.
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

// describe answers the name and the domain of a property; "" where the Admin API does not tell in time, which the reports do not need.
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

// domainOf is the domain of the property's first web stream as sites have it; "" when it has none or the Admin API does not tell.
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
