package main

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"upslope/infra/outbound"
	"upslope/ingest/connections"
	"upslope/ingest/connections/secrets"
	"upslope/ingest/providers/registry"
)

// connect makes the service that ties sites to providers.
func connect(config Config, engines *engines, shop *demoShop, log *slog.Logger) (*connections.Service, error) {
	keys, err := openKeys(config)
	if err != nil {
		return nil, err
	}
	outside, err := outbound.Transport(config.operatorsAddresses()...)
	if err != nil {
		return nil, err
	}
	return connections.New(connections.Deps{
		Records: engines.records, Facts: engines.facts, Keys: keys,
		Providers: registry.All(),
		Settings: connections.Settings{
			PublicURL: config.PublicURL, ServiceAccountFile: config.GoogleCredentials,
			GoogleClientID: config.GoogleClientID, GoogleClientSecret: config.GoogleClientSecret, GoogleOAuthBaseURL: config.GoogleOAuthBaseURL,
			BackfillDays: config.SyncBackfillDays, Providers: config.Providers,
		},
		HTTP: outside, Demo: shop.providers, Today: config.today, Now: time.Now, Log: log,
	}), nil
}

// operatorsAddresses are where providers are by the settings, inside or outside; whatever else a provider or its credentials lead to has to be outside.
func (c Config) operatorsAddresses() []string {
	addresses := []string{c.GoogleOAuthBaseURL}
	for _, setting := range registry.All().Settings() {
		if setting.BaseURL {
			addresses = append(addresses, c.Providers[setting.Name])
		}
	}
	var account struct {
		TokenURI string `json:"token_uri"`
	}
	file, err := os.ReadFile(c.GoogleCredentials)
	if err == nil && json.Unmarshal(file, &account) == nil { // what is wrong with it is said to who connects
		addresses = append(addresses, account.TokenURI)
	}
	return addresses
}

// openKeys answers the keys that customers' credentials are encrypted with; nil in production without ENCRYPTION_KEYSET. That does not
// keep the program from starting: crawls and the credentials of the settings need no keys, and whoever connects is told.
func openKeys(config Config) (*secrets.Keyset, error) {
	if config.EncryptionKeyset == "" {
		if !config.development() {
			return nil, nil
		}
		return secrets.OpenFile(filepath.Join(config.DataDir, "keyset"))
	}
	keys, err := secrets.Parse(config.EncryptionKeyset)
	if err != nil {
		return nil, fmt.Errorf("ENCRYPTION_KEYSET: %w", err)
	}
	return keys, nil
}
