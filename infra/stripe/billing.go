package stripe

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"upslope"
)

// Records keeps what accounts have bought.
type Records interface {
	Subscription(ctx context.Context, accountID string) (upslope.Subscription, error)
	// KeepCustomer ties a customer to an account and answers the one that is tied to it, which may be an
	// earlier one.
	KeepCustomer(ctx context.Context, accountID, customerID string) (string, error)
	// RefreshSubscription keeps what retrieve answers, while nobody else does so for this customer, and gives
	// the account its plan. Nothing happens for a customer of no account.
	RefreshSubscription(ctx context.Context, customerID string, now time.Time, retrieve func(context.Context) (upslope.Subscription, error)) error
	// BillingEventDone says whether an event was dealt with. One that it sees for the first time is kept.
	BillingEventDone(ctx context.Context, event upslope.BillingEvent, now time.Time) (bool, error)
	// TellPayment records what has become of a payment among what happened in the account of a customer, if
	// there is one.
	TellPayment(ctx context.Context, customerID, kind, text string) error
	EndBillingEvent(ctx context.Context, event upslope.BillingEvent, now time.Time) error
	// Customers answers every customer of an account.
	Customers(ctx context.Context) ([]string, error)
}

// Billing is what accounts do about their plans. It is safe for concurrent use.
type Billing struct {
	Records       Records
	Client        *Client
	WebhookSecret string
	Now           func() time.Time
}

// Subscription answers what an account has bought.
func (b *Billing) Subscription(ctx context.Context, accountID string) (upslope.Subscription, error) {
	return b.Records.Subscription(ctx, accountID) //nolint:wrapcheck // for who asked
}

// Checkout opens the way to a plan. An account that has another one changes to it at its next period and pays
// nothing now: then the address is that of the settings, which say so. Conflict for the plan that it has
// already.
func (b *Billing) Checkout(ctx context.Context, account upslope.Account, email, plan string) (upslope.Checkout, error) {
	customer, err := b.customer(ctx, account.ID, email)
	if err != nil {
		return upslope.Checkout{}, err
	}
	// As Stripe has it now: who paid a moment ago must not pay again because the news of it is on its way.
	bought, err := b.refresh(ctx, account.ID, customer)
	if err != nil {
		return upslope.Checkout{}, err
	}
	switch {
	case bought.Status != "active" && bought.Status != "trialing" && bought.Status != "past_due":
		if bought.Status != "" {
			account.TrialEndsAt = time.Time{} // who has bought before had what was left of the trial
		}
		return b.Client.Checkout(ctx, account.ID, customer, plan, account.TrialEndsAt, b.Now())
	case bought.Status == "past_due":
		return upslope.Checkout{}, upslope.Errorf(upslope.Conflict, "Your last payment failed. Open the billing portal and pay it first.")
	case bought.CancelsAt != nil:
		return upslope.Checkout{}, upslope.Errorf(upslope.Conflict, "Your plan is cancelled and ends by itself. Open the billing portal and renew it first.")
	case bought.Plan == plan && bought.NextPlan == "", bought.NextPlan == plan:
		return upslope.Checkout{}, upslope.Errorf(upslope.Conflict, "You have chosen this plan already.")
	}
	if err := b.Client.ChangePlan(ctx, bought.ID, plan); err != nil {
		return upslope.Checkout{}, err
	}
	if _, err := b.refresh(ctx, account.ID, customer); err != nil {
		return upslope.Checkout{}, err
	}
	return upslope.Checkout{URL: b.Client.config.PublicURL + "/settings?tab=billing&changed=" + plan}, nil
}

// Portal opens the page on which an account sees its invoices, changes its card and cancels.
func (b *Billing) Portal(ctx context.Context, accountID, email string) (url string, err error) {
	customer, err := b.customer(ctx, accountID, email)
	if err != nil {
		return "", err
	}
	return b.Client.Portal(ctx, customer)
}

// customer answers the customer that an account is to Stripe, and makes it the first time.
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

// Refresh reads what a customer has bought and keeps it.
func (b *Billing) Refresh(ctx context.Context, customer string) error {
	return b.Records.RefreshSubscription(ctx, customer, b.Now(), func(ctx context.Context) (upslope.Subscription, error) { //nolint:wrapcheck // for who asked
		return b.Client.Subscription(ctx, customer)
	})
}

// HandleEvent applies one signed event. Stripe sends it again after an error.
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

// reversalEvents are the events about refunded and disputed payments.
var reversalEvents = map[string]bool{"charge.refunded": true, "charge.dispute.created": true}

// applyReversal deals with a payment of which something was given back or is disputed, and answers whose it
// was. When that is all of what the present period cost, the plan ends: nobody pays for it.
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

// money writes an amount in minor units; Stripe sells in US dollars here, which have two.
func money(amount int64, currency string) string {
	return fmt.Sprintf("%d.%02d %s", amount/100, amount%100, strings.ToUpper(currency))
}

// Reconcile reads what every customer has bought, whatever news were lost, and answers how many were read. It
// goes on after an error.
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
