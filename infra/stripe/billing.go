package stripe

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"upslope"
)

// Records stores subscriptions.
type Records interface {
	Subscription(ctx context.Context, accountID string) (upslope.Subscription, error)
	// KeepCustomer links a customer to an account and returns the linked customer, which may be an earlier
	// one.
	KeepCustomer(ctx context.Context, accountID, customerID string) (string, error)
	// RefreshSubscription stores what retrieve returns and updates the account's plan, serialized per
	// customer. Customers without an account are ignored.
	RefreshSubscription(ctx context.Context, customerID string, now time.Time, retrieve func(context.Context) (upslope.Subscription, error)) error
	// BillingEventDone reports whether an event has been processed, and stores a new one.
	BillingEventDone(ctx context.Context, event upslope.BillingEvent, now time.Time) (bool, error)
	// TellPayment records what happened to a payment in the activity of the customer's account, if there is
	// one.
	TellPayment(ctx context.Context, customerID, kind, text string) error
	EndBillingEvent(ctx context.Context, event upslope.BillingEvent, now time.Time) error
	// Customers returns the customers of all accounts.
	Customers(ctx context.Context) ([]string, error)
}

// Billing manages the plans of accounts. It is safe for concurrent use.
type Billing struct {
	Records       Records
	Client        *Client
	WebhookSecret string
	Now           func() time.Time
}

// Subscription returns the account's subscription.
func (b *Billing) Subscription(ctx context.Context, accountID string) (upslope.Subscription, error) {
	return b.Records.Subscription(ctx, accountID) //nolint:wrapcheck // for who asked
}

// Checkout returns the URL where an account buys a plan. An account with another plan changes to it at its
// next period and pays nothing now: the URL is then that of the billing settings. Conflict for the current
// plan.
func (b *Billing) Checkout(ctx context.Context, account upslope.Account, email, plan string) (upslope.Checkout, error) {
	customer, err := b.customer(ctx, account.ID, email)
	if err != nil {
		return upslope.Checkout{}, err
	}
	// Read from Stripe: somebody who paid a moment ago must not pay again because the webhook is late.
	bought, err := b.refresh(ctx, account.ID, customer)
	if err != nil {
		return upslope.Checkout{}, err
	}
	switch {
	case bought.Status != "active" && bought.Status != "trialing" && bought.Status != "past_due":
		if bought.Status != "" {
			account.TrialEndsAt = time.Time{} // the trial ended with the first purchase
		}
		return b.Client.Checkout(ctx, account.ID, customer, plan, account.TrialEndsAt, b.Now())
	case bought.Status == "past_due":
		return upslope.Checkout{}, upslope.Errorf(upslope.Conflict, "Your last payment failed. Pay it in the billing portal first.")
	case bought.CancelsAt != nil:
		return upslope.Checkout{}, upslope.Errorf(upslope.Conflict, "Your plan is canceled. Renew it in the billing portal first.")
	case bought.Plan == plan && bought.NextPlan == "", bought.NextPlan == plan:
		return upslope.Checkout{}, upslope.Errorf(upslope.Conflict, "You already have this plan.")
	}
	if err := b.Client.ChangePlan(ctx, bought.ID, plan); err != nil {
		return upslope.Checkout{}, err
	}
	if _, err := b.refresh(ctx, account.ID, customer); err != nil {
		return upslope.Checkout{}, err
	}
	return upslope.Checkout{URL: b.Client.config.PublicURL + "/settings?tab=billing&changed=" + plan}, nil
}

// Portal returns the URL where a customer sees invoices, changes the card and cancels.
func (b *Billing) Portal(ctx context.Context, accountID, email string) (url string, err error) {
	customer, err := b.customer(ctx, accountID, email)
	if err != nil {
		return "", err
	}
	return b.Client.Portal(ctx, customer)
}

// customer returns the account's Stripe customer, and creates it the first time.
func (b *Billing) customer(ctx context.Context, accountID, email string) (string, error) {
	bought, err := b.Records.Subscription(ctx, accountID)
	if err != nil || bought.CustomerID != "" {
		return bought.CustomerID, err //nolint:wrapcheck // for who asked
	}
	customer, err := b.Client.Customer(ctx, accountID, email)
	if err != nil {
		return "", err
	}
	return b.Records.KeepCustomer(ctx, accountID, customer) //nolint:wrapcheck // for who asked
}

func (b *Billing) refresh(ctx context.Context, accountID, customer string) (upslope.Subscription, error) {
	if err := b.Refresh(ctx, customer); err != nil {
		return upslope.Subscription{}, err
	}
	return b.Records.Subscription(ctx, accountID) //nolint:wrapcheck // for who asked
}

// Refresh reads a customer's subscription from Stripe and stores it.
func (b *Billing) Refresh(ctx context.Context, customer string) error {
	return b.Records.RefreshSubscription(ctx, customer, b.Now(), func(ctx context.Context) (upslope.Subscription, error) { //nolint:wrapcheck // for who asked
		return b.Client.Subscription(ctx, customer)
	})
}

// HandleEvent applies one signed event. Stripe retries it after an error.
func (b *Billing) HandleEvent(ctx context.Context, payload []byte, signature string) error {
	event, err := ReadEvent(payload, signature, b.WebhookSecret)
	if err != nil {
		return err
	}
	done, err := b.Records.BillingEventDone(ctx, event, b.Now())
	if err != nil || done {
		return err //nolint:wrapcheck // for who asked
	}
	if event.ChargeID != "" && reversalEvents[event.Type] {
		if event.CustomerID, err = b.applyReversal(ctx, event.ChargeID); err != nil {
			return err
		}
	}
	if event.CustomerID != "" {
		if err := b.Refresh(ctx, event.CustomerID); err != nil {
			return err
		}
	}
	return b.Records.EndBillingEvent(ctx, event, b.Now()) //nolint:wrapcheck // for who asked
}

// reversalEvents are the events about refunds and disputes.
var reversalEvents = map[string]bool{"charge.refunded": true, "charge.dispute.created": true}

// applyReversal handles a refunded or disputed payment, and returns its customer. The plan ends when the
// whole payment of the current period is reversed.
func (b *Billing) applyReversal(ctx context.Context, chargeID string) (customer string, err error) {
	payment, err := b.Client.Payment(ctx, chargeID)
	if err != nil || payment.CustomerID == "" {
		return "", err
	}
	bought, err := b.Client.Subscription(ctx, payment.CustomerID)
	if err != nil {
		return "", err
	}
	present := bought.PeriodEndsAt != nil && payment.CreatedAt.After(bought.PeriodEndsAt.AddDate(0, -1, -2))
	kind, text := "billing.refunded", "A part of your payment was refunded: "+money(payment.Refunded, payment.Currency)+"."
	switch whole := payment.Refunded >= payment.Amount; {
	case payment.Disputed:
		kind, text = "billing.disputed", "Your bank has taken back a payment of "+money(payment.Amount, payment.Currency)+"."
	case whole:
		text = "Your payment of " + money(payment.Refunded, payment.Currency) + " was refunded."
	default:
		present = false
	}
	if present {
		if err := b.Client.Cancel(ctx, payment.CustomerID); err != nil {
			return "", err
		}
	}
	return payment.CustomerID, b.Records.TellPayment(ctx, payment.CustomerID, kind, text) //nolint:wrapcheck // for who asked
}

// money formats an amount in minor units; all prices are in US dollars, which have two decimals.
func money(amount int64, currency string) string {
	return fmt.Sprintf("%d.%02d %s", amount/100, amount%100, strings.ToUpper(currency))
}

// Reconcile reads every customer's subscription, in case webhooks were lost, and returns how many it read. It
// continues after an error.
func (b *Billing) Reconcile(ctx context.Context) (read int, err error) {
	customers, err := b.Records.Customers(ctx)
	if err != nil {
		return 0, fmt.Errorf("list the customers: %w", err)
	}
	for _, customer := range customers {
		if one := b.Refresh(ctx, customer); one != nil {
			err = errors.Join(err, fmt.Errorf("customer %s: %w", customer, one))
			continue
		}
		read++
	}
	return read, err
}
