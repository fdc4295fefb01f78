package edge

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"html/template"
	"net/url"
	"time"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// unsubscribePath is where the links of e-mails lead. Programs for e-mail POST to it from anywhere: what allows that is the token, not a
// session.
const unsubscribePath = "/unsubscribe/"

// Unsubscribes keeps who wants no more reports.
type Unsubscribes interface {
	// UnsubscribeLink answers whom a link is about, by the SHA-256 of its token; NotFound when there is no such link.
	UnsubscribeLink(ctx context.Context, tokenHash []byte) (upslope.Unsubscribe, error)
	Unsubscribe(ctx context.Context, link upslope.Unsubscribe, off bool, now time.Time) error
}

//go:embed unsubscribe.html
var unsubscribeHTML string

var unsubscribePage = template.Must(template.New("unsubscribe").Parse(unsubscribeHTML))

// showUnsubscribe asks; a link that a scanner opens ends nothing.
func (s *Server) showUnsubscribe(c fiber.Ctx) error {
	link, err := s.unsubscribeLink(c)
	return s.sendUnsubscribe(c, link, err)
}

// unsubscribe does it, or with again=1 undoes it.
func (s *Server) unsubscribe(c fiber.Ctx) error {
	link, err := s.unsubscribeLink(c)
	if err == nil {
		var form []byte
		if b := requestOf(c.Context()).body; b != nil {
			var unreadable error
			if form, unreadable = readSmall(b); unreadable != nil {
				return unreadable
			}
		}
		values, _ := url.ParseQuery(string(form)) // programs for e-mail send what RFC 8058 says, or nothing
		link.Unsubscribed = values.Get("again") == ""
		err = s.deps.Unsubscribes.Unsubscribe(c.Context(), link, link.Unsubscribed, s.deps.Now())
	}
	return s.sendUnsubscribe(c, link, err)
}

func (s *Server) unsubscribeLink(c fiber.Ctx) (upslope.Unsubscribe, error) {
	hash := sha256.Sum256([]byte(c.Params("token")))
	return s.deps.Unsubscribes.UnsubscribeLink(c.Context(), hash[:])
}

func (s *Server) sendUnsubscribe(c fiber.Ctx, link upslope.Unsubscribe, err error) error {
	missing := upslope.CodeOf(err) == upslope.NotFound
	if err != nil && !missing {
		return err
	}
	if missing {
		if wait := s.guesses.take(networkOf(s.clientAddress(c.RequestCtx())), s.deps.Now()); wait > 0 {
			s.sendTooMany(c.RequestCtx(), wait)
			return nil
		}
		c.Status(fiber.StatusNotFound)
	}
	var page bytes.Buffer
	if err := unsubscribePage.Execute(&page, struct {
		upslope.Unsubscribe
		Missing bool
	}{link, missing}); err != nil {
		return err
	}
	c.Set(fiber.HeaderContentSecurityPolicy, "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	c.Set(fiber.HeaderReferrerPolicy, "no-referrer")
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Set("X-Robots-Tag", "noindex")
	c.Type("html", "utf-8")
	return c.Send(page.Bytes())
}
