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

// connect creates the service that connects sites to providers.
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

// operatorsAddresses returns the configured provider addresses, which may be internal. Any other address in a
// provider's response or credentials must be public.
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
	if err == nil && json.Unmarshal(file, &account) == nil { // an invalid file is reported when connecting
		addresses = append(addresses, account.TokenURI)
	}
	return addresses
}

// openKeys returns the keys that encrypt customers' credentials, or nil in production without
// ENCRYPTION_KEYSET: no part starts then, but commands that need no keys run.
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
