package edge

import (
	"context"
	"time"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

const (
	sessionCookie = "__session"
	// localCookieAge is how long a development machine keeps people signed in without a visit.
	localCookieAge = 30 * 24 * 60 * 60
	// pageSignIn is how long a page waits to learn whether a session was signed out.
	pageSignIn = 200 * time.Millisecond
)

// identify finds out who is behind a request, once. Its error is Unauthenticated when nobody is.
func (s *Server) identify(c fiber.Ctx) error {
	r := requestOf(c.Context())
	session, err := s.session(c)
	if upslope.CodeOf(err) == upslope.Unauthenticated && err != nil {
		return s.refuseSession(c)
	}
	if err != nil {
		return err
	}
	r.session = session
	if r.user, err = s.people.userOf(c.Context(), session); err != nil {
		if s.deps.Local != nil && upslope.CodeOf(err) == upslope.Unauthenticated {
			s.clearCookies(c) // the renewed token would be one from after the account was deleted
		}
		return err
	}
	r.signedIn = true
	return nil
}

// session reads the session out of the cookies: the first that is valid counts.
func (s *Server) session(c fiber.Ctx) (Session, error) {
	for _, name := range s.config.SessionCookies {
		token := c.Cookies(name)
		if token == "" {
			continue
		}
		session, err := s.verify(c, token)
		if err == nil || upslope.CodeOf(err) != upslope.Unauthenticated {
			return session, err
		}
	}
	return Session{}, errUnauthorized
}

func (s *Server) verify(c fiber.Ctx, token string) (Session, error) {
	if s.deps.Local == nil {
		return s.deps.Verifier.Verify(c.Context(), token)
	}
	session, fresh, err := s.deps.Local.Renew(c.Context(), token)
	if err != nil {
		return session, err
	}
	ended, err := s.people.ended(c.Context(), session)
	if err != nil {
		return session, err
	}
	if ended {
		return session, errUnauthorized
	}
	s.setLocalCookie(c, fresh)
	return session, nil
}

// renewLocal keeps a development machine's session alive on pages too, where nobody has to be signed in. The page comes
// also while the database does not answer.
func (s *Server) renewLocal(c fiber.Ctx) {
	if s.deps.Local == nil {
		return
	}
	whole := c.Context()
	defer c.SetContext(whole)
	bounded, cancel := context.WithTimeout(whole, pageSignIn)
	defer cancel()
	c.SetContext(bounded)
	_, _ = s.session(c) // setting the cookie is all that is wanted
}

func (s *Server) setLocalCookie(c fiber.Ctx, token string) {
	c.Cookie(&fiber.Cookie{
		Name: sessionCookie, Value: token, Path: "/", MaxAge: localCookieAge,
		HTTPOnly: true, Secure: s.secureTransport(), SameSite: fiber.CookieSameSiteLaxMode,
	})
}

// clearCookies takes the session's tokens out of the browser.
func (s *Server) clearCookies(c fiber.Ctx) {
	for _, name := range s.config.SessionCookies {
		c.Cookie(&fiber.Cookie{
			Name: name, Path: "/", Expires: time.Unix(1, 0),
			Secure: s.secureTransport(), SameSite: fiber.CookieSameSiteLaxMode,
		})
	}
}

var errUnauthorized = upslope.Errorf(upslope.Unauthenticated, "Unauthorized")
