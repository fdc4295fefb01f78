package edge

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/api"
)

// login sends a browser to sign in and then to where it wanted to go.
func (s *Server) login(c fiber.Ctx) error {
	next := localPath(c.Query("next"))
	if s.deps.Local == nil {
		return c.Redirect().Status(http.StatusSeeOther).To(s.signInURL(next))
	}
	if !s.ownHost(c.Host()) {
		return upslope.Errorf(upslope.Forbidden, "The local sign-in works on this machine only. Open %s.", s.config.PublicURL)
	}
	token, err := s.deps.Local.SignIn(c.Query("as"))
	if err != nil {
		return err
	}
	s.setLocalCookie(c, token)
	return c.Redirect().Status(http.StatusSeeOther).To(next)
}

func (s *Server) signInURL(next string) string {
	if next == "/" {
		next = overviewPath // the same screen; at / who has no session yet is shown the landing page
	}
	to, err := url.Parse(s.config.SignInURL)
	if err != nil {
		return s.config.SignInURL
	}
	query := to.Query()
	query.Set("redirect_url", s.config.PublicURL+next)
	to.RawQuery = query.Encode()
	return to.String()
}

// ownHost keeps a site whose name was pointed at this machine from signing in here.
func (s *Server) ownHost(host string) bool {
	if "http://"+host == s.config.PublicURL || "https://"+host == s.config.PublicURL {
		return true
	}
	name := host
	if split, _, err := net.SplitHostPort(host); err == nil {
		name = split
	}
	ip := net.ParseIP(strings.Trim(name, "[]"))
	return name == "localhost" || ip != nil
}

const overviewPath = "/overview"

// localPath returns next when it is a path of this site, else the Overview: a sign-in must not lead elsewhere.
func localPath(next string) string {
	if !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || strings.ContainsRune(next, '\\') || len(next) > 2000 {
		return overviewPath
	}
	for _, r := range next {
		if r < 0x20 || r == 0x7f {
			return overviewPath
		}
	}
	to, err := url.Parse(next)
	if err != nil || to.Host != "" || to.Scheme != "" || isAPI(to.Path) {
		return overviewPath
	}
	return to.String()
}

// Logout ends the session; without one there is nothing to end.
func (h *handlers) Logout(ctx context.Context, _ api.LogoutRequestObject) (api.LogoutResponseObject, error) {
	if r := requestOf(ctx); r.signedIn {
		if err := h.people.end(ctx, r.session); err != nil {
			return nil, err
		}
	}
	return signedOut{h.Server}, nil
}

type signedOut struct{ server *Server }

// VisitLogoutResponse implements api.LogoutResponseObject.
func (o signedOut) VisitLogoutResponse(c fiber.Ctx) error {
	o.server.clearCookies(c)
	c.Status(http.StatusNoContent)
	return nil
}

// GetUser answers who is signed in.
func (h *handlers) GetUser(ctx context.Context, _ api.GetUserRequestObject) (api.GetUserResponseObject, error) {
	user := requestOf(ctx).user
	return api.GetUser200JSONResponse{
		Id: user.ID, Email: user.Email, FirstName: user.FirstName, LastName: user.LastName, ProfileImageUrl: user.ProfileImageURL,
		Role: api.UserRole(user.Role), Plan: user.Plan, TrialEndsAt: user.TrialEndsAt,
		DaysLeft: daysLeft(user.TrialEndsAt, h.deps.Now()), TrialDays: h.config.TrialDays, Environment: h.config.Environment,
		SupportEmail: h.config.SupportEmail, GoogleSignIn: h.deps.Google != nil,
	}, nil
}

// daysLeft counts the days until end, a begun one as whole.
func daysLeft(end, now time.Time) int {
	const day = 24 * time.Hour
	return max(0, int((end.Sub(now)+day-1)/day))
}
