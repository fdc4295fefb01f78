package auth

import (
	"net"
	"net/http"
	"net/url"
	"strings"

	"upslope/edge/request"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// Login redirects to the sign-in, and afterwards to the requested page.
func (a *Authenticator) Login(c fiber.Ctx) error {
	next := localPath(c.Query("next"))
	a.leaveDemo(c)
	if a.deps.Local == nil {
		return c.Redirect().Status(http.StatusSeeOther).To(a.signInURL(next))
	}
	if !a.ownHost(c.Host()) {
		return upslope.Errorf(upslope.Forbidden, "The local sign-in works on this machine only. Open %s.", a.config.PublicURL.String())
	}
	token, err := a.deps.Local.SignIn(c.Query("as"))
	if err != nil {
		return err
	}
	a.setLocalCookie(c, token)
	return c.Redirect().Status(http.StatusSeeOther).To(next)
}

func (a *Authenticator) signInURL(next string) string {
	if next == "/" {
		next = overviewPath // same screen: at / a browser without a session gets the landing page
	}
	to, err := url.Parse(a.config.SignInURL)
	if err != nil {
		return a.config.SignInURL
	}
	query := to.Query()
	query.Set("redirect_url", a.config.PublicURL.String()+next)
	to.RawQuery = query.Encode()
	return to.String()
}

// ownHost rejects a foreign domain that resolves to this machine (DNS rebinding).
func (a *Authenticator) ownHost(host string) bool {
	if host == a.config.PublicURL.Host {
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

// localPath returns next if it is a path of this site, else the Overview, to prevent open redirects.
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
	if err != nil || to.Host != "" || to.Scheme != "" || request.IsAPI(to.Path) {
		return overviewPath
	}
	return to.String()
}
