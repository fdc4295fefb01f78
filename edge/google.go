package edge

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/url"

	"upslope/edge/problem"
	"upslope/edge/request"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// GoogleSignIn connects sites by signing in with Google. browser is a secret only the initiating browser has.
type GoogleSignIn interface {
	// Begin returns the address of Google's consent page.
	Begin(ctx context.Context, accountID, siteID, provider, browser string) (address string, err error)
	// Finish checks the state, connects, and returns the result. accountID is "" when the session has
	// expired. An Error means that this browser did not start the sign-in, or too long ago.
	Finish(ctx context.Context, accountID, browser string, answer upslope.GoogleCallback) (upslope.SignInResult, error)
}

const (
	// googleCookie ties a Google sign-in to its browser: Clerk sessions may expire on Google's page, and an
	// address from elsewhere must not connect somebody else's data to this account.
	googleCookie = "__upslope_google"
	googlePath   = "/api/integrations/google"
	// googleCookieAge bounds the time spent on Google's pages.
	googleCookieAge = 10 * 60
)

var errNoGoogle = upslope.Errorf(upslope.Conflict, "Google sign-in is not set up. Ask your administrator.")

// authorizeGoogle redirects to Google's consent page.
func (h *handlers) authorizeGoogle(c fiber.Ctx) error {
	if h.deps.Google == nil {
		return errNoGoogle
	}
	account := request.Of(c.Context()).Account()
	if err := account.MayRead(c.Query("provider"), h.deps.Now()); err != nil {
		return err
	}
	browser := rand.Text()
	address, err := h.deps.Google.Begin(c.Context(), account.ID, c.Query("siteId"), c.Query("provider"), browser)
	if err != nil {
		return err
	}
	h.setGoogleCookie(c, browser, googleCookieAge)
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.Redirect().Status(http.StatusSeeOther).To(address)
}

// finishGoogle handles Google's redirect. It passes the result to the Settings page in the parameters google
// (connected or failed), provider, siteId and message.
func (h *handlers) finishGoogle(c fiber.Ctx) error {
	signedIn, err := upslope.SignInResult{}, error(errNoGoogle)
	if h.deps.Google != nil {
		signedIn, err = h.deps.Google.Finish(c.Context(), request.AccountID(c.Context()), c.Cookies(googleCookie), upslope.GoogleCallback{
			State: c.Query("state"), Code: c.Query("code"), Failure: c.Query("error"),
		})
	}
	if err == nil && signedIn.Failure == "" {
		request.Of(c.Context()).Named = request.Named{SiteID: signedIn.SiteID, Detail: providerName(signedIn.Provider)}
		h.audit.Record(c, "connectIntegration", signedIn.Provider)
	}
	h.setGoogleCookie(c, "", -1)
	query := url.Values{"tab": {"integrations"}, "google": {"connected"}}
	switch code := upslope.CodeOf(err); {
	case err == nil:
	case code == upslope.Internal || code == upslope.Unavailable:
		return err
	default:
		signedIn.Failure = problem.Of(err).Detail
	}
	if signedIn.Failure != "" {
		query.Set("google", "failed")
		query.Set("message", signedIn.Failure)
	}
	if signedIn.Provider != "" {
		query.Set("provider", signedIn.Provider)
	}
	if signedIn.SiteID != "" {
		query.Set("siteId", signedIn.SiteID)
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set(fiber.HeaderReferrerPolicy, "no-referrer") // this address contains the code
	return c.Redirect().Status(http.StatusSeeOther).To("/settings?" + query.Encode())
}

func (h *handlers) setGoogleCookie(c fiber.Ctx, browser string, age int) {
	c.Cookie(&fiber.Cookie{
		Name: googleCookie, Value: browser, Path: googlePath, MaxAge: age,
		// Lax: sent on the redirect from Google.
		HTTPOnly: true, Secure: h.auth.Secure(), SameSite: fiber.CookieSameSiteLaxMode,
	})
}
