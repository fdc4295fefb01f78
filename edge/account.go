package edge

import (
	"context"
	"net/http"
	"strings"
	"time"

	"upslope/edge/contract"
	"upslope/edge/request"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// Accounts keeps accounts.
type Accounts interface {
	// DeleteAccount deletes an account with all that belongs to it. What is elsewhere follows, whatever is away now.
	DeleteAccount(ctx context.Context, accountID string, now time.Time) error
	// ExportAccount gives everything that is kept of an account: it calls begin for every kind of row, with what one is, and each for its rows,
	// which are JSON. An error of either ends it and is returned.
	ExportAccount(ctx context.Context, accountID string, begin func(kind, what string) error, each func(row []byte) error) error
}

// deleteAccount deletes the account of who is signed in, and signs them out.
func (h *handlers) deleteAccount(c fiber.Ctx) error {
	r := request.Of(c.Context())
	said, _ := c.Locals(contract.ValidatedBody).(map[string]any)
	confirm, _ := said["confirm"].(string)
	if !strings.EqualFold(strings.TrimSpace(confirm), r.User.Email) {
		return upslope.FieldErrorf("confirm", "This is not the e-mail address of the account, so nothing was deleted. Type %s.", r.User.Email)
	}
	if err := h.deps.Accounts.DeleteAccount(c.Context(), r.User.AccountID, h.deps.Now()); err != nil {
		return err
	}
	h.auth.UsersChanged()
	if err := h.auth.SignOut(c.Context()); err != nil {
		return err // the account is gone all the same, and the session is refused as one from before that
	}
	h.auth.ClearCookies(c)
	return c.SendStatus(http.StatusNoContent)
}
