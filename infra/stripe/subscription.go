package stripe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	sdk "github.com/stripe/stripe-go/v85"

	"upslope"
)

// Subscription returns a customer's current subscription at Stripe, the zero value when there is none.
func (c *Client) Subscription(ctx context.Context, customerID string) (upslope.Subscription, error) {
	bought := upslope.Subscription{CustomerID: customerID}
	params := &sdk.SubscriptionListParams{Customer: sdk.String(customerID), Status: sdk.String("all")}
	params.AddExpand("data.schedule")
	var found []*sdk.Subscription
	for one, err := range c.api.V1Subscriptions.List(ctx, params).All(ctx) {
		if err != nil {
			return bought, explain("read the subscriptions", err)
		}
		if item := itemOf(one); item != nil && c.plans[item.Price.ID] != "" {
			found = append(found, one)
		}
	}
	if len(found) == 0 {
		return bought, nil
	}
	return c.read(customerID, slices.MinFunc(found, better)), nil
}

// better sorts subscriptions of a customer: those that include a plan first, then the newest.
func better(a, b *sdk.Subscription) int {
	rank := func(s *sdk.Subscription) int {
		switch s.Status {
		case sdk.SubscriptionStatusActive, sdk.SubscriptionStatusTrialing:
			return 0
		case sdk.SubscriptionStatusPastDue:
			return 1
		default:
			return 2
		}
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(b.Created, a.Created))
}

func (c *Client) read(customerID string, from *sdk.Subscription) upslope.Subscription {
	item := itemOf(from)
	bought := upslope.Subscription{
		CustomerID: customerID, ID: from.ID, Status: string(from.Status), Plan: c.plans[item.Price.ID],
		PeriodEndsAt: at(item.CurrentPeriodEnd), CancelsAt: at(from.CancelAt),
	}
	if bought.CancelsAt == nil && from.CancelAtPeriodEnd {
		bought.CancelsAt = bought.PeriodEndsAt
	}
	if from.Schedule != nil && from.Schedule.Status == sdk.SubscriptionScheduleStatusActive {
		for _, phase := range from.Schedule.Phases {
			if phase.StartDate < item.CurrentPeriodEnd || len(phase.Items) == 0 || phase.Items[0].Price == nil {
				continue
			}
			if next := c.plans[phase.Items[0].Price.ID]; next != bought.Plan {
				bought.NextPlan = next
			}
			break
		}
	}
	return bought
}

// ChangePlan switches a subscription to another plan at its next period, or cancels a pending change when
// given the current plan.
func (c *Client) ChangePlan(ctx context.Context, subscriptionID, plan string) error {
	params := &sdk.SubscriptionRetrieveParams{}
	params.AddExpand("schedule")
	now, err := c.api.V1Subscriptions.Retrieve(ctx, subscriptionID, params)
	if err != nil {
		return explain("read the subscription", err)
	}
	item := itemOf(now)
	if item == nil {
		return explain("read the subscription", errors.New("it has no price"))
	}
	schedule := now.Schedule
	if item.Price.ID == c.config.Prices[plan] {
		if schedule == nil {
			return nil
		}
		_, err = c.api.V1SubscriptionSchedules.Release(ctx, schedule.ID, nil)
		return explained("take the change of plan back", err)
	}
	if schedule == nil {
		if schedule, err = c.api.V1SubscriptionSchedules.Create(ctx, &sdk.SubscriptionScheduleCreateParams{FromSubscription: sdk.String(now.ID)}); err != nil {
			return explain("plan the change", err)
		}
	}
	phase := func(price string, from, to int64) *sdk.SubscriptionScheduleUpdatePhaseParams {
		made := &sdk.SubscriptionScheduleUpdatePhaseParams{
			Items:             []*sdk.SubscriptionScheduleUpdatePhaseItemParams{{Price: sdk.String(price), Quantity: sdk.Int64(1)}},
			StartDate:         sdk.Int64(from),
			ProrationBehavior: sdk.String("none"),
		}
		if to > 0 {
			made.EndDate = sdk.Int64(to)
		}
		return made
	}
	begin := item.CurrentPeriodStart
	if len(schedule.Phases) > 0 {
		begin = schedule.Phases[0].StartDate // Stripe requires the start of the current phase unchanged
	}
	current := phase(item.Price.ID, begin, item.CurrentPeriodEnd)
	if now.Status == sdk.SubscriptionStatusTrialing && now.TrialEnd > 0 {
		current.TrialEnd = sdk.Int64(now.TrialEnd)
	}
	next := phase(c.config.Prices[plan], item.CurrentPeriodEnd, 0)
	next.Duration = &sdk.SubscriptionScheduleUpdatePhaseDurationParams{Interval: sdk.String("month"), IntervalCount: sdk.Int64(1)}
	_, err = c.api.V1SubscriptionSchedules.Update(ctx, schedule.ID, &sdk.SubscriptionScheduleUpdateParams{
		EndBehavior: sdk.String("release"), Phases: []*sdk.SubscriptionScheduleUpdatePhaseParams{current, next},
	})
	return explained("plan the change", err)
}

// Payment returns a payment as it is at Stripe now.
func (c *Client) Payment(ctx context.Context, chargeID string) (upslope.Payment, error) {
	charge, err := c.api.V1Charges.Retrieve(ctx, chargeID, nil)
	if err != nil {
		return upslope.Payment{}, explain("read a payment", err)
	}
	payment := upslope.Payment{
		Amount: charge.Amount, Refunded: charge.AmountRefunded, Currency: string(charge.Currency), Disputed: charge.Disputed, CreatedAt: time.Unix(charge.Created, 0).UTC(),
	}
	if charge.Customer != nil {
		payment.CustomerID = charge.Customer.ID
	}
	return payment, nil
}

// Cancel ends all of a customer's subscriptions immediately, and expires open checkouts.
func (c *Client) Cancel(ctx context.Context, customerID string) error {
	params := &sdk.SubscriptionListParams{Customer: sdk.String(customerID), Status: sdk.String("all")}
	for one, err := range c.api.V1Subscriptions.List(ctx, params).All(ctx) {
		if err != nil {
			return ended("look for the subscriptions", err)
		}
		if one.Status == sdk.SubscriptionStatusCanceled || one.Status == sdk.SubscriptionStatusIncompleteExpired {
			continue
		}
		if _, err := c.api.V1Subscriptions.Cancel(ctx, one.ID, nil); err != nil {
			if err := ended("cancel a subscription", err); err != nil {
				return err
			}
		}
	}
	return c.expireOtherCheckouts(ctx, customerID, "")
}

// ended distinguishes objects that are already gone, which is no error, permanent failures and outages.
func ended(what string, err error) error {
	var problem *sdk.Error
	switch {
	case errors.As(err, &problem) && problem.Code == sdk.ErrorCodeResourceMissing:
		return nil
	case refused(err):
		return fmt.Errorf("%s: %w", what, err)
	}
	return explain(what, err)
}

func explained(what string, err error) error {
	if err != nil {
		return explain(what, err)
	}
	return nil
}

func itemOf(s *sdk.Subscription) *sdk.SubscriptionItem {
	if s.Items == nil || len(s.Items.Data) == 0 || s.Items.Data[0].Price == nil {
		return nil
	}
	return s.Items.Data[0]
}

func at(unix int64) *time.Time {
	if unix == 0 {
		return nil
	}
	when := time.Unix(unix, 0).UTC()
	return &when
}
