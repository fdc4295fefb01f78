package edge

import (
	"context"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// Billing sells plans.
type Billing interface {
	// Subscription returns the account's subscription.
	Subscription(ctx context.Context, accountID string) (upslope.Subscription, error)
	// Checkout starts the purchase of a plan: an address to visit or a secret for the form in the app. It
	// fails with Conflict for a plan that cannot be bought now.
	Checkout(ctx context.Context, account upslope.Account, email, plan string) (upslope.Checkout, error)
	// Portal returns the address for invoices, card changes and cancellation.
	Portal(ctx context.Context, accountID, email string) (url string, err error)
	// HandleEvent applies an event of the payment provider; Invalid unless the provider signed it.
	HandleEvent(ctx context.Context, payload []byte, signature string) error
}

var errNothingSold = upslope.Errorf(upslope.Unavailable, "Billing is not set up. Ask your administrator.")

// GetBilling returns the account's subscription and the plans.
func (h *handlers) GetBilling(ctx context.Context, _ api.GetBillingRequestObject) (api.GetBillingResponseObject, error) {
	account := request.Of(ctx).Account()
	var bought upslope.Subscription
	if h.deps.Billing != nil {
		var err error
		if bought, err = h.deps.Billing.Subscription(ctx, account.ID); err != nil {
			return nil, err
		}
	}
	state := upslope.Billing{
		Plan: account.Plan, Status: bought.Status, NextPlan: bought.NextPlan, PeriodEndsAt: bought.PeriodEndsAt, CancelsAt: bought.CancelsAt,
		Plans: upslope.Plans, Features: account.Features(h.deps.Now()), TestMode: h.config.StripeTest, PublishableKey: h.config.StripeKey,
	}
	if err := account.Entitled(h.deps.Now()); err != nil {
		state.Paused = "Syncing is paused: your free trial has ended. Everything you have stays readable; choose a plan to go on."
		if bought.Status != "" {
			state.Paused = "Syncing is paused: your plan has ended. Everything you have stays readable; choose a plan to go on."
		}
	}
	if bought.PastDueSince != nil {
		until := bought.PastDueSince.Add(upslope.PaymentGrace)
		state.GraceEndsAt = &until
	}
	return api.GetBilling200JSONResponse(state), nil
}

// CreateCheckoutSession starts the purchase of a plan.
func (h *handlers) CreateCheckoutSession(ctx context.Context, in api.CreateCheckoutSessionRequestObject) (api.CreateCheckoutSessionResponseObject, error) {
	if !upslope.IsPlan(in.Body.PlanType) {
		return nil, upslope.FieldErrorf("planType", "Choose seo, ads or both.")
	}
	if h.deps.Billing == nil {
		return nil, errNothingSold
	}
	r := request.Of(ctx)
	r.Named.Name = in.Body.PlanType
	checkout, err := h.deps.Billing.Checkout(ctx, r.Account(), r.User.Email, in.Body.PlanType)
	if err != nil {
		return nil, err
	}
	var answer api.CreateCheckoutSession200JSONResponse
	answer.Headers.XVersion = h.currentVersion(ctx)
	answer.Body.Url, answer.Body.ClientSecret = nonEmpty(checkout.URL), nonEmpty(checkout.ClientSecret)
	return answer, nil
}

// CreatePortalSession returns the address of the account's invoices.
func (h *handlers) CreatePortalSession(ctx context.Context, _ api.CreatePortalSessionRequestObject) (api.CreatePortalSessionResponseObject, error) {
	if h.deps.Billing == nil {
		return nil, errNothingSold
	}
	r := request.Of(ctx)
	url, err := h.deps.Billing.Portal(ctx, r.Account().ID, r.User.Email)
	var answer api.CreatePortalSession200JSONResponse
	answer.Headers.XVersion, answer.Body.Url = h.currentVersion(ctx), url
	return answer, err
}
