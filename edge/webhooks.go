package edge

import (
	"context"
	"io"
	"net/http"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/request"
)

// ClerkWebhook applies Clerk's events about users.
type ClerkWebhook interface {
	// Handle applies one event with its signature headers; Invalid unless Clerk signed it.
	Handle(ctx context.Context, payload []byte, signed http.Header) error
}

// maxEvent bounds an event of Stripe or Clerk.
const maxEvent = 1 << 20

var errNoClerkWebhook = upslope.Errorf(upslope.Unavailable, "User webhooks are not set up.")

// handleClerkEvent handles an event about a user.
func (h *handlers) handleClerkEvent(c fiber.Ctx) error {
	if h.deps.ClerkWebhook == nil {
		return errNoClerkWebhook
	}
	payload, err := readEvent(c)
	if err != nil {
		return err
	}
	signed := http.Header{}
	for _, name := range []string{"svix-id", "svix-timestamp", "svix-signature"} {
		signed.Set(name, c.Get(name))
	}
	if err := h.deps.ClerkWebhook.Handle(c.Context(), payload, signed); err != nil {
		return err
	}
	h.auth.ForgetUsers() // other edges hear of it
	return c.SendStatus(http.StatusOK)
}

// handleStripeEvent handles an event about a subscription or a payment.
func (h *handlers) handleStripeEvent(c fiber.Ctx) error {
	if h.deps.Billing == nil {
		return errNothingSold
	}
	payload, err := readEvent(c)
	if err != nil {
		return err
	}
	if err := h.deps.Billing.HandleEvent(c.Context(), payload, c.Get("Stripe-Signature")); err != nil {
		return err
	}
	h.auth.ForgetUsers() // other edges hear of it
	return c.SendStatus(http.StatusOK)
}

// readEvent reads an event unchanged, because its bytes are signed.
func readEvent(c fiber.Ctx) ([]byte, error) {
	b := request.Of(c.Context()).Body
	if b == nil {
		return nil, upslope.Errorf(upslope.Invalid, "There is no event in this request.")
	}
	if err := b.Limit(maxEvent, upslope.Errorf(upslope.TooLarge, "No event is that large.")); err != nil {
		return nil, err
	}
	return io.ReadAll(b) //nolint:wrapcheck // it says what was wrong with the request
}
