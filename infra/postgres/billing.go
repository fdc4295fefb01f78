package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Subscription returns the account's subscription, the zero value when it has none.
func (db *DB) Subscription(ctx context.Context, accountID string) (upslope.Subscription, error) {
	return one[upslope.Subscription](ctx, db, "subscription", pgx.NamedArgs{"account_id": accountID})
}

// KeepCustomer links a customer of the payment provider to an account, unless one is linked, and returns the
// linked one.
func (db *DB) KeepCustomer(ctx context.Context, accountID, customerID string) (string, error) {
	return one[string](ctx, db, "subscription_customer", pgx.NamedArgs{"account_id": accountID, "customer_id": customerID})
}

// RefreshSubscription stores what retrieve returns for a customer and updates the account's plan. Concurrent
// calls for one customer are serialized before they retrieve, so the newest state wins. Unknown customers are
// ignored.
func (db *DB) RefreshSubscription(ctx context.Context, customerID string, now time.Time, retrieve func(context.Context) (upslope.Subscription, error)) error {
	return db.Tx(ctx, func(tx *Tx) error {
		accounts, err := many[string](ctx, tx, "subscription_lock", pgx.NamedArgs{"customer_id": customerID})
		if err != nil || len(accounts) == 0 {
			return err
		}
		account := pgx.NamedArgs{"account_id": accounts[0]}
		before, err := one[upslope.Subscription](ctx, tx, "subscription", account)
		if err != nil {
			return err
		}
		bought, err := retrieve(ctx)
		if err != nil {
			return err
		}
		after, err := one[upslope.Subscription](ctx, tx, "subscription_put", pgx.NamedArgs{
			"customer_id": customerID, "id": bought.ID, "status": bought.Status, "plan": bought.Plan, "next_plan": bought.NextPlan,
			"period_ends_at": bought.PeriodEndsAt, "cancels_at": bought.CancelsAt, "now": now,
		})
		if err != nil {
			return err
		}
		if err := exec(ctx, tx, "account_plan", pgx.NamedArgs{"account_id": accounts[0], "plan": after.PlanAt(now)}); err != nil {
			return err
		}
		if sameTerms(before, after) {
			return nil
		}
		for _, change := range planChanges(before, after, now) {
			if err := addActivity(ctx, tx, accounts[0], "", change.kind, change.text); err != nil {
				return err
			}
		}
		return exec(ctx, tx, "account_touch", account)
	})
}

type planChange struct{ kind, text string }

// planChanges describes the difference between two states of a plan, as sentences for the activity list.
func planChanges(before, after upslope.Subscription, now time.Time) (changes []planChange) {
	add := func(kind, format string, args ...any) {
		changes = append(changes, planChange{"billing." + kind, fmt.Sprintf(format, args...)})
	}
	had, has := before.PlanAt(now), after.PlanAt(now)
	switch {
	case had == "" && has != "":
		add("subscribed", "You subscribed to the %s plan.", planName(has))
	case had != "" && has == "":
		add("ended", "Your %s plan has ended.", planName(had))
	case had != has:
		add("changed", "Your plan is the %s plan now.", planName(has))
	}
	if after.NextPlan != "" && after.NextPlan != before.NextPlan && after.PeriodEndsAt != nil {
		add("changed", "Your plan changes to %s on %s.", planName(after.NextPlan), after.PeriodEndsAt.Format(upslope.DateFormat))
	}
	if has != "" && before.CancelsAt == nil && after.CancelsAt != nil {
		add("cancelled", "Your plan was canceled and ends on %s.", after.CancelsAt.Format(upslope.DateFormat))
	}
	if after.PastDueSince != nil && before.PastDueSince == nil {
		add("failed", "A payment failed. Your plan goes on until %s: pay in the billing portal to keep it.", after.PastDueSince.Add(upslope.PaymentGrace).Format(upslope.DateFormat))
	}
	return changes
}

func planName(id string) string {
	for _, plan := range upslope.Plans {
		if plan.ID == id {
			return plan.Name
		}
	}
	return id
}

// TellPayment records what happened to a payment in the activity of the customer's account, if there is one.
func (db *DB) TellPayment(ctx context.Context, customerID, kind, text string) error {
	accounts, err := many[string](ctx, db, "subscription_account", pgx.NamedArgs{"customer_id": customerID})
	if err != nil || len(accounts) == 0 {
		return err
	}
	return db.write(ctx, accounts[0], func(tx *Tx) error { return addActivity(ctx, tx, accounts[0], "", kind, text) })
}

// sameTerms reports whether two subscriptions look the same to the customer.
func sameTerms(a, b upslope.Subscription) bool {
	same := func(a, b *time.Time) bool { return a == nil && b == nil || a != nil && b != nil && a.Equal(*b) }
	return a.Status == b.Status && a.Plan == b.Plan && a.NextPlan == b.NextPlan && same(a.PeriodEndsAt, b.PeriodEndsAt) && same(a.CancelsAt, b.CancelsAt)
}

// BillingEventDone reports whether an event has been processed, and stores a new one.
func (db *DB) BillingEventDone(ctx context.Context, event upslope.BillingEvent, now time.Time) (bool, error) {
	return one[bool](ctx, db, "billing_event_add", pgx.NamedArgs{
		"id": event.ID, "type": event.Type, "customer_id": event.CustomerID, "created_at": event.CreatedAt, "now": now,
	})
}

// EndBillingEvent marks an event as processed.
func (db *DB) EndBillingEvent(ctx context.Context, event upslope.BillingEvent, now time.Time) error {
	return exec(ctx, db, "billing_event_end", pgx.NamedArgs{"id": event.ID, "now": now})
}

// Customers returns every customer, least recently read first.
func (db *DB) Customers(ctx context.Context) ([]string, error) {
	return many[string](ctx, db, "subscription_customers", pgx.NamedArgs{})
}

// EndUnpaidPlans ends the plans of accounts whose payment is overdue for longer than the grace period.
func (db *DB) EndUnpaidPlans(ctx context.Context, now time.Time) error {
	return exec(ctx, db, "plans_unpaid_end", pgx.NamedArgs{"since": now.Add(-upslope.PaymentGrace)})
}
