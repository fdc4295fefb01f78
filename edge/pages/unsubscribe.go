package pages

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"html/template"
	"net/url"
	"time"

	"upslope/edge/request"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// UnsubscribePath is the path of the links in e-mails. E-mail programs POST to it from anywhere: the token
// authorizes them, not a session.
const UnsubscribePath = "/unsubscribe/"

// Unsubscribes stores the recipients who unsubscribed.
type Unsubscribes interface {
	// UnsubscribeLink returns a link by the SHA-256 of its token, or NotFound.
	UnsubscribeLink(ctx context.Context, tokenHash []byte) (upslope.Unsubscribe, error)
	Unsubscribe(ctx context.Context, link upslope.Unsubscribe, off bool, now time.Time) error
}

//go:embed unsubscribe.html
var unsubscribeHTML string

var unsubscribePage = template.Must(template.New("unsubscribe").Parse(unsubscribeHTML))

// Unsubscribe handles the links in e-mails that unsubscribe from reports, or from alerts.
type Unsubscribe struct {
	store   Unsubscribes
	notices *Notices
	now     func() time.Time
}

// NewUnsubscribe makes the page; wrong links count as guesses of notices.
func NewUnsubscribe(store Unsubscribes, notices *Notices, now func() time.Time) *Unsubscribe {
	return &Unsubscribe{store: store, notices: notices, now: now}
}

// Show asks for confirmation, because link scanners also open links.
func (u *Unsubscribe) Show(c fiber.Ctx) error {
	link, err := u.link(c)
	return u.send(c, link, err)
}

// Confirm unsubscribes, or with again=1 subscribes again.
func (u *Unsubscribe) Confirm(c fiber.Ctx) error {
	link, err := u.link(c)
	if err == nil {
		var form []byte
		if b := request.Of(c.Context()).Body; b != nil {
			var unreadable error
			if form, unreadable = request.ReadSmall(b); unreadable != nil {
				return unreadable
			}
		}
		values, _ := url.ParseQuery(string(form)) // e-mail programs send the body of RFC 8058, or none
		link.Unsubscribed = values.Get("again") == ""
		err = u.store.Unsubscribe(c.Context(), link, link.Unsubscribed, u.now())
	}
	return u.send(c, link, err)
}

func (u *Unsubscribe) link(c fiber.Ctx) (upslope.Unsubscribe, error) {
	hash := sha256.Sum256([]byte(c.Params("token")))
	return u.store.UnsubscribeLink(c.Context(), hash[:])
}

func (u *Unsubscribe) send(c fiber.Ctx, link upslope.Unsubscribe, err error) error {
	missing := upslope.CodeOf(err) == upslope.NotFound
	if err != nil && !missing {
		return err
	}
	if missing {
		if u.notices.limitGuess(c.RequestCtx()) {
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
