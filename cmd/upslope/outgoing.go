package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"upslope"
	"upslope/analytics/trackers"
	"upslope/analytics/webhooks"
	"upslope/infra/outbound"
	"upslope/infra/postgres"
	"upslope/ingest/connections/secrets"
)

// toolTimeout bounds a request to another tool.
const toolTimeout = 10 * time.Second

// openOutgoing prepares what other tools are told: webhooks and issue trackers, at public addresses only.
func (w *wiring) openOutgoing() error {
	keys, err := openKeys(w.config)
	if err != nil {
		return err
	}
	client := outbound.Client(w.crawling, toolTimeout)
	w.webhooks = &webhooks.Service{
		Records: w.engines.records, Keys: toolKeys{keys, webhookSecret}, Client: client, PublicURL: w.config.PublicURL,
		Private: w.config.CrawlAllowPrivate, Now: time.Now, Log: w.log,
	}
	w.trackers = &trackers.Service{
		Records: w.engines.records, Keys: toolKeys{keys, trackerToken}, Client: client, PublicURL: w.config.PublicURL,
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

// errNoKey is that no key opens a secret.
var errNoKey = errors.New("no key opens it")

// again encrypts a secret with the newest key; errNoKey when no key opens it.
func (k toolKeys) again(accountID, id string, sealed []byte) (renewed []byte, keyID int64, err error) {
	secret, err := k.Open(accountID, id, sealed)
	if err != nil {
		return nil, 0, fmt.Errorf("%w: %w", errNoKey, err)
	}
	return k.Seal(accountID, id, secret)
}

// rotateTools encrypts the secrets of webhooks and trackers with the newest key and counts what no key opens.
func rotateTools(ctx context.Context, records *postgres.DB, keys *secrets.Keyset, stdout io.Writer) error {
	hooks, err := records.WebhooksToRotate(ctx, keys.Primary())
	if err != nil {
		return fmt.Errorf("find secrets of webhooks: %w", err)
	}
	found, err := records.TrackersToRotate(ctx, keys.Primary())
	if err != nil {
		return fmt.Errorf("find tokens of trackers: %w", err)
	}
	lost := 0
	settle := func(what string, err error) error {
		switch {
		case errors.Is(err, errNoKey):
			lost++
		case err != nil:
			return fmt.Errorf("encrypt the secret of %s again: %w", what, err)
		}
		return nil
	}
	for _, hook := range hooks {
		if hook.Secret, hook.KeyID, err = (toolKeys{keys, webhookSecret}).again(hook.AccountID, hook.ID, hook.Secret); err == nil {
			err = records.RotateWebhook(ctx, hook)
		}
		if err := settle("a webhook", err); err != nil {
			return err
		}
	}
	for _, tracker := range found {
		if tracker.Secret, tracker.KeyID, err = (toolKeys{keys, trackerToken}).again(tracker.AccountID, tracker.ID, tracker.Secret); err == nil {
			err = records.RotateTracker(ctx, tracker)
		}
		if err := settle("a tracker", err); err != nil {
			return err
		}
	}
	if lost == 0 {
		return nil
	}
	_, err = fmt.Fprintf(stdout, "%d webhooks and trackers open with no key of ENCRYPTION_KEYSET: their owners have to add them again.\n", lost)
	return err //nolint:wrapcheck // of the terminal
}
