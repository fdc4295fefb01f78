package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"upslope/edge"
	"upslope/infra/postgres"
	"upslope/infra/stripe"
	"upslope/infra/stripe/testmode"
)

// stripeTimeout bounds a request to Stripe that a user waits for.
const stripeTimeout = 20 * time.Second

// sell configures billing: through Stripe when configured, through a simulation in development, otherwise
// none.
func (w *wiring) sell(config *edge.Config, deps *edge.Deps) error {
	settings := w.config
	if settings.StripeSecretKey == "" {
		if !settings.development() {
			return nil
		}
		address, err := w.standInForStripe()
		if err != nil {
			return err
		}
		settings.StripeSecretKey, settings.StripePublishableKey, settings.StripeBaseURL, settings.StripeWebhookSecret = "sk_test_mode", "", address, testmode.Secret
		settings.StripePriceSEO, settings.StripePriceAds, settings.StripePriceBoth = testmode.Prices["seo"], testmode.Prices["ads"], testmode.Prices["both"]
	}
	billing, err := newBilling(settings, w.engines.records)
	if err != nil {
		return err
	}
	w.stripe = billing.Client
	deps.Billing = billing
	config.StripeKey, config.StripeTest = settings.StripePublishableKey, testKey(settings.StripeSecretKey)
	return nil
}

func newBilling(settings Config, records *postgres.DB) (*stripe.Billing, error) {
	if settings.StripeWebhookSecret == "" {
		return nil, errNoStripeWebhook
	}
	client, err := newStripeClient(settings)
	if err != nil {
		return nil, err
	}
	return &stripe.Billing{Records: records, Client: client, WebhookSecret: settings.StripeWebhookSecret, Now: time.Now}, nil
}

var errNoStripeWebhook = errors.New("STRIPE_SECRET_KEY is set, STRIPE_WEBHOOK_SECRET is not: nobody would hear of payments")

// newStripeClient creates the client of Stripe.
func newStripeClient(settings Config) (*stripe.Client, error) {
	return stripe.Open(stripe.Config{
		SecretKey: settings.StripeSecretKey, PublishableKey: settings.StripePublishableKey, BaseURL: settings.StripeBaseURL, PublicURL: settings.PublicURL,
		Prices: map[string]string{"seo": settings.StripePriceSEO, "ads": settings.StripePriceAds, "both": settings.StripePriceBoth},
	}, &http.Client{Timeout: stripeTimeout})
}

// testKey reports whether a key charges no money.
func testKey(key string) bool { return len(key) < 8 || key[:8] != "sk_live_" && key[:8] != "rk_live_" }

// standInForStripe starts the simulated Stripe of a development machine, and returns its URL.
func (w *wiring) standInForStripe() (address string, err error) {
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("stand in for Stripe: %w", err)
	}
	address = "http://" + listener.Addr().String()
	standIn, err := testmode.New(filepath.Join(w.config.DataDir, "stripe-test-mode.json"), "http://"+w.config.Addr+"/api/webhooks/stripe", func() string { return address }, time.Now)
	if err != nil {
		return "", errors.Join(err, listener.Close())
	}
	server := &http.Server{Handler: standIn, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = server.Serve(listener) }()
	w.engines.later(func() { _ = server.Close() })
	return address, nil
}

// reconcileBilling reads every customer's subscription from Stripe, in case webhooks were lost.
func reconcileBilling(ctx context.Context, config Config, stdout io.Writer, log *slog.Logger) error {
	if config.StripeSecretKey == "" {
		return errors.New("STRIPE_SECRET_KEY is not set: there is nobody to ask")
	}
	if err := needURLs(false, map[string]string{"DATABASE_URL": config.DatabaseURL}); err != nil {
		return err
	}
	opened := &engines{}
	defer opened.close()
	closer, err := opened.openRecords(ctx, config, log)
	if err != nil {
		return err
	}
	opened.later(closer)
	billing, err := newBilling(config, opened.records)
	if err != nil {
		return err
	}
	read, err := billing.Reconcile(ctx)
	_, _ = fmt.Fprintf(stdout, "Read what %d customers have bought.\n", read)
	return err
}
