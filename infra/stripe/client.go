// Package stripe sells plans through Stripe: it opens Stripe's pages, reads subscriptions and changes them.
// Stripe is the source of truth: webhook payloads are not trusted, and this package keeps no state.
package stripe

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	sdk "github.com/stripe/stripe-go/v85"

	"upslope"
)

const (
	// minTrial is the shortest trial that Stripe accepts.
	minTrial = 48 * time.Hour
	// checkoutWindow is how long the same choice opens the same page, so that a double click does not pay
	// twice.
	checkoutWindow = 10 * time.Minute
)

// Config configures a Stripe account and its prices.
type Config struct {
	SecretKey string
	// the app then embeds the payment form; without it people pay on Stripe's page
	PublishableKey string
	Prices         map[string]string // plan → price
	BaseURL        string            // "" for Stripe's own
	PublicURL      string            // origin of the product
}

// Client calls Stripe.
type Client struct {
	config Config
	api    *sdk.Client
	plans  map[string]string // price → plan
}

// Open checks the settings without calling Stripe.
func Open(config Config, client *http.Client) (*Client, error) {
	plans := map[string]string{}
	for _, plan := range upslope.Plans {
		price := config.Prices[plan.ID]
		if price == "" {
			return nil, fmt.Errorf("selling plans needs STRIPE_PRICE_%s", strings.ToUpper(plan.ID))
		}
		if sold, twice := plans[price]; twice {
			return nil, fmt.Errorf("the plans %s and %s have the same price %s", sold, plan.ID, price)
		}
		plans[price] = plan.ID
	}
	backend := &sdk.BackendConfig{HTTPClient: client, LeveledLogger: &sdk.LeveledLogger{Level: sdk.LevelNull}, EnableTelemetry: sdk.Bool(false)}
	if config.BaseURL != "" {
		backend.URL = sdk.String(strings.TrimSuffix(config.BaseURL, "/"))
	}
	return &Client{config: config, plans: plans, api: sdk.NewClient(config.SecretKey, sdk.WithBackends(sdk.NewBackendsWithConfig(backend)))}, nil
}

// Customer creates the account's customer. Repeated calls return the same one.
func (c *Client) Customer(ctx context.Context, accountID, email string) (id string, err error) {
	params := &sdk.CustomerCreateParams{Metadata: map[string]string{"account_id": accountID}}
	if email != "" {
		params.Email = sdk.String(email)
	}
	params.SetIdempotencyKey(idempotencyKey("customer", accountID, email))
	customer, err := c.api.V1Customers.Create(ctx, params)
	if err != nil {
		return "", explain("make a customer", err)
	}
	return customer.ID, nil
}

// Checkout returns the URL where a customer pays for a plan. The rest of a trial stays free when it is long
// enough for Stripe. Open checkouts are expired, so that nobody pays twice.
func (c *Client) Checkout(ctx context.Context, accountID, customerID, plan string, trialEndsAt, now time.Time) (upslope.Checkout, error) {
	price := c.config.Prices[plan]
	params := &sdk.CheckoutSessionCreateParams{
		Mode:              sdk.String(string(sdk.CheckoutSessionModeSubscription)),
		Customer:          sdk.String(customerID),
		ClientReferenceID: sdk.String(accountID),
		LineItems:         []*sdk.CheckoutSessionCreateLineItemParams{{Price: sdk.String(price), Quantity: sdk.Int64(1)}},
		SubscriptionData:  &sdk.CheckoutSessionCreateSubscriptionDataParams{Metadata: map[string]string{"account_id": accountID}},
	}
	back := c.config.PublicURL + "/settings?success=true"
	if c.config.PublishableKey != "" {
		params.UIMode = sdk.String(string(sdk.CheckoutSessionUIModeElements))
		params.ReturnURL = sdk.String(back)
	} else {
		params.UIMode = sdk.String(string(sdk.CheckoutSessionUIModeHostedPage))
		params.SuccessURL, params.CancelURL = sdk.String(back), sdk.String(c.config.PublicURL+"/subscribe")
	}
	trial := ""
	if trialEndsAt.Sub(now) >= minTrial {
		params.SubscriptionData.TrialEnd = sdk.Int64(trialEndsAt.Unix())
		trial = strconv.FormatInt(trialEndsAt.Unix(), 10)
	}
	params.SetIdempotencyKey(idempotencyKey("checkout", customerID, price, trial, c.config.PublishableKey, c.config.PublicURL, strconv.FormatInt(now.Unix()/int64(checkoutWindow.Seconds()), 10)))
	session, err := c.api.V1CheckoutSessions.Create(ctx, params)
	if err != nil {
		return upslope.Checkout{}, explain("open the checkout", err)
	}
	if err := c.expireOtherCheckouts(ctx, customerID, session.ID); err != nil {
		return upslope.Checkout{}, err
	}
	return upslope.Checkout{URL: session.URL, ClientSecret: session.ClientSecret}, nil
}

func (c *Client) expireOtherCheckouts(ctx context.Context, customerID, except string) error {
	open := c.api.V1CheckoutSessions.List(ctx, &sdk.CheckoutSessionListParams{Customer: sdk.String(customerID), Status: sdk.String(string(sdk.CheckoutSessionStatusOpen))})
	for session, err := range open.All(ctx) {
		if err != nil {
			return explain("look for an earlier checkout", err)
		}
		if session.ID == except || session.Status != sdk.CheckoutSessionStatusOpen {
			continue
		}
		// already paid or expired
		if _, err := c.api.V1CheckoutSessions.Expire(ctx, session.ID, nil); err != nil && !refused(err) {
			return explain("close an earlier checkout", err)
		}
	}
	return nil
}

// Portal returns the URL of Stripe's page for invoices, cards and cancellation.
func (c *Client) Portal(ctx context.Context, customerID string) (url string, err error) {
	session, err := c.api.V1BillingPortalSessions.Create(ctx, &sdk.BillingPortalSessionCreateParams{
		Customer: sdk.String(customerID), ReturnURL: sdk.String(c.config.PublicURL + "/settings?tab=billing"),
	})
	if err != nil {
		return "", explain("open the billing portal", err)
	}
	return session.URL, nil
}

// idempotencyKey returns the same key for the same words.
func idempotencyKey(words ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(words, "\x00")))
	return "upslope-" + hex.EncodeToString(sum[:16])
}

// refused reports whether Stripe rejected a request permanently.
func refused(err error) bool {
	var problem *sdk.Error
	return errors.As(err, &problem) && problem.HTTPStatusCode >= 400 && problem.HTTPStatusCode < 500 && problem.HTTPStatusCode != http.StatusTooManyRequests
}

// explain returns an error for users; Stripe's own message is for the log.
func explain(what string, err error) error {
	return fmt.Errorf("%w: %s: %w", upslope.Errorf(upslope.Unavailable, "Stripe cannot be reached or refused this right now. Nothing was charged; try again in a moment."), what, err)
}
