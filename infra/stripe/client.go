// Package stripe sells plans through Stripe: it opens Stripe's pages, reads what an account has bought, and
// changes it. What Stripe says of a subscription counts; nothing here believes a payload or remembers a state
// of its own.
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
	// minTrial is what Stripe takes for a trial's rest at the least.
	minTrial = 48 * time.Hour
	// checkoutWindow is how long the same choice opens the same page: who presses twice pays once.
	checkoutWindow = 10 * time.Minute
)

// Config names a Stripe account and what it sells.
type Config struct {
	SecretKey      string
	PublishableKey string            // the app then shows the payment form itself; without it people pay on Stripe's page
	Prices         map[string]string // plan → price
	BaseURL        string            // "": Stripe's own
	PublicURL      string            // the origin of the product
}

// Client speaks to Stripe.
type Client struct {
	config Config
	api    *sdk.Client
	plans  map[string]string // price → plan
}

// Open checks the settings. It does not ask Stripe anything yet.
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

// Customer makes the customer of an account; asked again, it answers the same one.
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

// Checkout opens the way to pay for a plan. What is left of the trial stays free when Stripe can count it.
// Earlier ways that were not gone to the end are closed, so that nobody pays twice.
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
		if _, err := c.api.V1CheckoutSessions.Expire(ctx, session.ID, nil); err != nil && !refused(err) { // it was paid or ran out meanwhile
			return explain("close an earlier checkout", err)
		}
	}
	return nil
}

// Portal opens Stripe's page on which a customer sees invoices, changes the card, and cancels.
func (c *Client) Portal(ctx context.Context, customerID string) (url string, err error) {
	session, err := c.api.V1BillingPortalSessions.Create(ctx, &sdk.BillingPortalSessionCreateParams{
		Customer: sdk.String(customerID), ReturnURL: sdk.String(c.config.PublicURL + "/settings?tab=billing"),
	})
	if err != nil {
		return "", explain("open the billing portal", err)
	}
	return session.URL, nil
}

// idempotencyKey is an idempotency key: the same words are the same request.
func idempotencyKey(words ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(words, "\x00")))
	return "upslope-" + hex.EncodeToString(sum[:16])
}

// refused says whether Stripe took a request for wrong, which trying again does not change.
func refused(err error) bool {
	var problem *sdk.Error
	return errors.As(err, &problem) && problem.HTTPStatusCode >= 400 && problem.HTTPStatusCode < 500 && problem.HTTPStatusCode != http.StatusTooManyRequests
}

// explain says what could not be done, to people; what Stripe said of it is for the log.
func explain(what string, err error) error {
	return fmt.Errorf("%w: %s: %w", upslope.Errorf(upslope.Unavailable, "Stripe cannot be reached or refused this right now. Nothing was charged; try again in a moment."), what, err)
}
