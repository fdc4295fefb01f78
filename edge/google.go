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

// GoogleSignIn connects by signing in with Google. Browser is a secret that only the browser which began has.
type GoogleSignIn interface {
	// Begin answers the address of Google's page of consent.
	Begin(ctx context.Context, accountID, siteID, provider, browser string) (address string, err error)
	// Finish checks the state, connects, and answers what came of it. accountID is "" when the session has
	// run out meanwhile. An Error of it says that the browser did not begin this, or too long ago.
	Finish(ctx context.Context, accountID, browser string, answer upslope.GoogleCallback) (upslope.SignInResult, error)
}

const (
	// googleCookie ties a sign-in with Google to the browser that began it: sessions of Clerk run out while
	// people read Google's page, and an address that was begun elsewhere must not connect somebody else's
	// data to this account.
	googleCookie = "__upslope_google"
	googlePath   = "/api/integrations/google"
	// googleCookieAge is how long people have for Google's pages.
	googleCookieAge = 10 * 60
)

var errNoGoogle = upslope.Errorf(upslope.Conflict, "Signing in with Google is not set up here: GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are missing.")

// authorizeGoogle sends the browser to Google's page of consent.
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

// finishGoogle is where Google sends the browser back to. What came of it is said on the page of Settings, in
// the parameters google (connected or failed), provider, siteId and message.
func (h *handlers) finishGoogle(c fiber.Ctx) error {
	signedIn, err := upslope.SignInResult{}, error(errNoGoogle)
	if h.deps.Google != nil {
		signedIn, err = h.deps.Google.Finish(c.Context(), request.AccountID(c.Context()), c.Cookies(googleCookie), upslope.GoogleCallback{
			State: c.Query("state"), Code: c.Query("code"), Failure: c.Query("error"),
		})
	}
	if err == nil && signedIn.Failure == "" {
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
	c.Set(fiber.HeaderReferrerPolicy, "no-referrer") // this address has the code
	return c.Redirect().Status(http.StatusSeeOther).To("/settings?" + query.Encode())
}

func (h *handlers) setGoogleCookie(c fiber.Ctx, browser string, age int) {
	c.Cookie(&fiber.Cookie{
		Name: googleCookie, Value: browser, Path: googlePath, MaxAge: age,
		HTTPOnly: true, Secure: h.auth.Secure(), SameSite: fiber.CookieSameSiteLaxMode, // Lax comes along from Google's page
	})
}
