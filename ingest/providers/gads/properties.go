package gads

import (
	"cmp"
	"context"
	_ "embed" // the queries
	"slices"
	"strconv"
	"strings"

	"upslope/ingest/providers"
)

//go:embed queries/customer_clients.gaql
var customerClientsQuery string

// Test reads the customer's own data.
func (s *Source) Test(ctx context.Context, access providers.Access) (providers.Found, error) {
	reached, err := s.reach(ctx, access)
	if err != nil {
		return providers.Found{}, err
	}
	found := providers.Found{Name: reached.DescriptiveName, Currency: reached.CurrencyCode, TimeZone: reached.TimeZone}
	if found.Name == "" {
		found.Name = hyphened(reached.id)
	}
	found.Message = "Google Ads opened " + found.Name + ". Its figures are in " + found.Currency + " and by the days of " + found.TimeZone + "."
	return found, nil
}

// Properties lists the accessible active customers, including those of managers, but not the managers.
func (s *Source) Properties(ctx context.Context, access providers.Access) ([]providers.Property, error) {
	accounts := []string{notDigits.ReplaceAllString(access.Login, "")}
	if accounts[0] == "" {
		var err error
		if accounts, err = s.accessible(ctx, access.HTTP); err != nil {
			return nil, err
		}
	}
	found := map[string]providers.Property{}
	var failed error
	opened := 0
	for _, account := range accounts {
		clients, err := s.clients(ctx, access, account)
		if err != nil { // for example a canceled account: the others still count
			failed = err
			continue
		}
		opened++
		for _, client := range clients {
			found[client.ID] = client
		}
	}
	if opened == 0 && failed != nil {
		return nil, failed
	}
	properties := make([]providers.Property, 0, len(found))
	for _, property := range found {
		properties = append(properties, property)
	}
	slices.SortFunc(properties, func(a, b providers.Property) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(a.ID, b.ID))
	})
	return properties, nil
}

// clients lists the customers below an account; a customer that is not a manager lists itself.
func (s *Source) clients(ctx context.Context, access providers.Access, account string) ([]providers.Property, error) {
	var clients []providers.Property
	for r, err := range s.search(ctx, access.HTTP, account, account, customerClientsQuery) {
		if err != nil {
			return nil, err
		}
		client := r.CustomerClient
		if client.ID == 0 || client.Manager || client.Hidden || client.Status != "" && client.Status != "ENABLED" {
			continue
		}
		id := strconv.FormatUint(uint64(client.ID), 10)
		name := client.DescriptiveName
		if name == "" {
			name = hyphened(id)
		}
		clients = append(clients, providers.Property{ID: id, Name: name})
	}
	return clients, nil
}
