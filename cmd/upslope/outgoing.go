package main

import (
	"time"

	"upslope"
	"upslope/analytics/trackers"
	"upslope/analytics/webhooks"
	"upslope/ingest/connections/secrets"
)

// openOutgoing prepares what other tools are told: webhooks and issue trackers, at public addresses only.
func (w *wiring) openOutgoing() error {
	keys, err := openKeys(w.config)
	if err != nil {
		return err
	}
	w.webhooks = &webhooks.Service{
		Records: w.engines.records, Keys: toolKeys{keys, webhookSecret}, Client: webhooks.Client(w.crawling), PublicURL: w.config.PublicURL,
		Private: w.config.CrawlAllowPrivate, Now: time.Now, Log: w.log,
	}
	w.trackers = &trackers.Service{
		Records: w.engines.records, Keys: toolKeys{keys, trackerToken}, Client: trackers.Client(w.crawling), PublicURL: w.config.PublicURL,
		GitHubURL: trackers.GitHubURL, LinearURL: trackers.LinearURL, Private: w.config.CrawlAllowPrivate, Now: time.Now, Log: w.log,
	}
	return nil
}

// The kinds of secrets of other tools.
const (
	webhookSecret = "webhook"
	trackerToken  = "tracker"
)

// toolKeys encrypts secrets of other tools with the keys of credentials.
type toolKeys struct {
	*secrets.Keyset
	kind string
}

func (k toolKeys) owner(accountID, id string) secrets.Owner {
	return secrets.Owner{AccountID: accountID, CredentialID: id, Kind: k.kind}
}

// Seal encrypts the secret of an account's webhook or tracker.
func (k toolKeys) Seal(accountID, id, secret string) (sealed []byte, keyID int64, err error) {
	if k.Keyset == nil {
		return nil, 0, upslope.Errorf(upslope.Unavailable, "Connections to other tools are not set up. Ask your administrator.")
	}
	sealed, err = k.Keyset.Seal(secrets.Of(secret), k.owner(accountID, id))
	return sealed, k.Primary(), err
}

// Open decrypts the result of Seal.
func (k toolKeys) Open(accountID, id string, sealed []byte) (string, error) {
	if k.Keyset == nil {
		return "", errNoKeys
	}
	secret, err := k.Keyset.Open(sealed, k.owner(accountID, id))
	return secret.Reveal(), err
}
