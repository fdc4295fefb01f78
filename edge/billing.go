package edge

import (
	"context"
	"io"
	"net/http"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/api"
)

// Billing sells plans.
type Billing interface {
	// Subscription answers what the account has bought.
	Subscription(ctx context.Context, accountID string) (upslope.Subscription, error)
	// Checkout answers the way to pay for a plan: an address to go to or a secret for the form in the app. Conflict for what cannot be bought
	// now.
	Checkout(ctx context.Context, account upslope.Account, email, plan string) (upslope.Checkout, error)
	// Portal answers the page on which the account sees its invoices, changes its card and cancels.
	Portal(ctx context.Context, accountID, email string) (url string, err error)
	// Take takes what the payment provider says has happened; Invalid for what it did not sign.
	Take(ctx context.Context, payload []byte, signature string) error
}

// longestEvent is the most that an event of Stripe or Clerk has.
const longestEvent = 1 << 20

var errNothingSold = upslope.Errorf(upslope.Unavailable, "Plans cannot be bought here: the settings of Stripe are missing. Tell who runs this installation.")

// GetBilling answers what the account has bought and what there is to buy.
func (h *handlers) GetBilling(ctx context.Context, _ api.GetBillingRequestObject) (api.GetBillingResponseObject, error) {
	account := requestOf(ctx).account()
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

// CreateCheckoutSession answers the way to pay for a plan.
func (h *handlers) CreateCheckoutSession(ctx context.Context, in api.CreateCheckoutSessionRequestObject) (api.CreateCheckoutSessionResponseObject, error) {
	if !upslope.IsPlan(in.Body.PlanType) {
		return nil, upslope.FieldErrorf("planType", "Choose seo, ads or both.")
	}
	if h.deps.Billing == nil {
		return nil, errNothingSold
	}
	r := requestOf(ctx)
	way, err := h.deps.Billing.Checkout(ctx, r.account(), r.user.Email, in.Body.PlanType)
	if err != nil {
		return nil, err
	}
	var answer api.CreateCheckoutSession200JSONResponse
	answer.Headers.XVersion = h.versionNow(ctx)
	answer.Body.Url, answer.Body.ClientSecret = known(way.URL), known(way.ClientSecret)
	return answer, nil
}

// known is a text, or nil for none.
func known(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// CreatePortalSession answers the page of the account's invoices.
func (h *handlers) CreatePortalSession(ctx context.Context, _ api.CreatePortalSessionRequestObject) (api.CreatePortalSessionResponseObject, error) {
	if h.deps.Billing == nil {
		return nil, errNothingSold
	}
	r := requestOf(ctx)
	url, err := h.deps.Billing.Portal(ctx, r.account().ID, r.user.Email)
	var answer api.CreatePortalSession200JSONResponse
	answer.Headers.XVersion, answer.Body.Url = h.versionNow(ctx), url
	return answer, err
}

// takeStripeEvent takes what Stripe says has happened.
func (s *Server) takeStripeEvent(c fiber.Ctx) error {
	if s.deps.Billing == nil {
		return errNothingSold
	}
	payload, err := eventOf(c)
	if err != nil {
		return err
	}
	if err := s.deps.Billing.Take(c.Context(), payload, c.Get("Stripe-Signature")); err != nil {
		return err
	}
	s.UsersChanged()
	return c.SendStatus(http.StatusOK)
}

// eventOf reads what somebody says has happened, as it came: signatures are of its bytes.
func eventOf(c fiber.Ctx) ([]byte, error) {
	b := requestOf(c.Context()).body
	if b == nil {
		return nil, upslope.Errorf(upslope.Invalid, "There is no event in this request.")
	}
	if err := b.atMost(longestEvent, upslope.Errorf(upslope.TooLarge, "No event is that large.")); err != nil {
		return nil, err
	}
	return io.ReadAll(b) //nolint:wrapcheck // it says what was wrong with the request
}
