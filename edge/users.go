package edge

import (
	"context"
	"net/http"
	"time"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/auth"
	"upslope/edge/request"
)

// Logout ends the session, if there is one.
func (h *handlers) Logout(ctx context.Context, _ api.LogoutRequestObject) (api.LogoutResponseObject, error) {
	if r := request.Of(ctx); r.SignedIn {
		if err := h.auth.SignOut(ctx); err != nil {
			return nil, err
		}
	}
	return signedOut{h.auth}, nil
}

type signedOut struct{ auth *auth.Authenticator }

// VisitLogoutResponse implements api.LogoutResponseObject.
func (o signedOut) VisitLogoutResponse(c fiber.Ctx) error {
	o.auth.ClearCookies(c)
	c.Status(http.StatusNoContent)
	return nil
}

// GetUser returns the signed-in user.
func (h *handlers) GetUser(ctx context.Context, _ api.GetUserRequestObject) (api.GetUserResponseObject, error) {
	user := request.Of(ctx).User
	return api.GetUser200JSONResponse{
		Id: user.ID, Email: user.Email, FirstName: user.FirstName, LastName: user.LastName, ProfileImageUrl: user.ProfileImageURL,
		Role: user.Role, AccountId: user.AccountID, SiteIds: list(user.SiteIDs), Accounts: list(user.Memberships), Plan: user.Plan, TrialEndsAt: user.TrialEndsAt,
		DaysLeft: daysLeft(user.TrialEndsAt, h.deps.Now()), TrialDays: h.config.TrialDays, Environment: h.config.Environment,
		SupportEmail: h.config.SupportEmail, GoogleSignIn: h.deps.Google != nil, Demo: user.Demo,
	}, nil
}

// openDemo lets a visitor read the demo, and fills it the first time.
func (h *handlers) openDemo(c fiber.Ctx) error {
	account, err := h.auth.OpenDemo(c)
	if err != nil {
		return err
	}
	to := "/overview"
	_, found, err := h.deps.Insights.Insights(c.Context(), account, upslope.InsightFilter{Small: true, Limit: 1, Now: h.deps.Now()})
	if err != nil {
		return err
	}
	if found == 0 {
		job, err := h.deps.Jobs.LoadDemo(c.Context(), account)
		if err != nil {
			return err
		}
		to += "?preparing=" + job.ID
	}
	return c.Redirect().Status(http.StatusSeeOther).To(to)
}

// daysLeft counts the days until end, rounded up.
func daysLeft(end, now time.Time) int {
	const day = 24 * time.Hour
	return max(0, int((end.Sub(now)+day-1)/day))
}

// SavedViews stores how users want to see lists.
type SavedViews interface {
	Views(ctx context.Context, accountID, userID string) ([]upslope.View, error)
	// SetViews returns the account's version.
	SetViews(ctx context.Context, accountID, userID string, views []upslope.View) (int64, error)
}

// ListViews returns the caller's saved views.
func (h *handlers) ListViews(ctx context.Context, _ api.ListViewsRequestObject) (api.ListViewsResponseObject, error) {
	if request.Of(ctx).User.Demo {
		return api.ListViews200JSONResponse{Body: []upslope.View{}}, nil
	}
	views, err := h.deps.SavedViews.Views(ctx, request.AccountID(ctx), request.Of(ctx).User.ID)
	return api.ListViews200JSONResponse{Body: list(views), Headers: api.ListViews200ResponseHeaders{XTotalCount: count(views)}}, err
}

// SetViews replaces the caller's saved views.
func (h *handlers) SetViews(ctx context.Context, in api.SetViewsRequestObject) (api.SetViewsResponseObject, error) {
	views := in.Body.Views
	if err := upslope.CleanViews(views); err != nil {
		return nil, err
	}
	now, err := h.deps.SavedViews.SetViews(ctx, request.AccountID(ctx), request.Of(ctx).User.ID, views)
	return api.SetViews200JSONResponse{
		Body: api.Views{Views: list(views)}, Headers: api.SetViews200ResponseHeaders{XVersion: version(now)},
	}, err
}
