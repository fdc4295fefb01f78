package main

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"upslope"
	"upslope/ingest/connections"
	"upslope/ingest/connections/secrets"
	"upslope/ingest/sources/ga4"
	"upslope/ingest/sources/gads"
	"upslope/ingest/sources/gsc"
	"upslope/ingest/sources/pagespeed"
	"upslope/ingest/sources/semrush"
)

// connect makes the service that ties sites to providers.
func connect(config Config, engines *engines, shop *demoShop, log *slog.Logger) (*connections.Service, error) {
	keys, err := openKeys(config)
	if err != nil {
		return nil, err
	}
	return connections.New(connections.Deps{
		Records: engines.records, Facts: engines.facts, Keys: keys,
		Providers: map[string]connections.Provider{
			upslope.GA4:  {Source: ga4.New(config.GA4BaseURL, config.GA4AdminBaseURL, time.Now), Limits: ga4.Limits()},
			upslope.GSC:  {Source: gsc.New(config.GSCBaseURL, config.today), Limits: gsc.Limits()},
			upslope.GAds: {Source: gads.New(config.GoogleAdsBaseURL, config.GoogleAdsVersion, config.today), Limits: gads.Limits()},

			upslope.Semrush:   {Source: semrush.New(config.SemrushBaseURL, time.Now), Limits: semrush.Limits()},
			upslope.PageSpeed: {Source: pagespeed.New(config.PageSpeedBaseURL, pagespeed.Sleep), Limits: pagespeed.Limits()},
		},
		Settings: connections.Settings{
			PublicURL: config.PublicURL, ServiceAccountFile: config.GoogleCredentials,
			GoogleClientID: config.GoogleClientID, GoogleClientSecret: config.GoogleClientSecret, GoogleOAuthBaseURL: config.GoogleOAuthBaseURL,
			AdsCustomerID: config.GoogleAdsCustomerID, AdsLoginID: config.GoogleAdsLoginID,
			SemrushKey: config.SemrushKey, SemrushDatabase: config.SemrushDatabase, PageSpeedKey: config.PageSpeedKey,
			BackfillDays: config.SyncBackfillDays,
		},
		Demo: shop.providers, Today: config.today, Now: time.Now, Log: log,
	}), nil
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
