package edge

import (
	"context"
	"net/http"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// UserNews takes what the identity provider tells of users.
type UserNews interface {
	// Take takes one event with the headers that sign it; Invalid for what the provider did not sign.
	Take(ctx context.Context, payload []byte, signed http.Header) error
}

var errNoUserNews = upslope.Errorf(upslope.Unavailable, "Nothing is heard of users here: set CLERK_WEBHOOK_SECRET.")

// takeClerkEvent takes what Clerk says has happened to a user.
func (s *Server) takeClerkEvent(c fiber.Ctx) error {
	if s.deps.UserNews == nil {
		return errNoUserNews
	}
	payload, err := eventOf(c)
	if err != nil {
		return err
	}
	signed := http.Header{}
	for _, name := range []string{"svix-id", "svix-timestamp", "svix-signature"} {
		signed.Set(name, c.Get(name))
	}
	if err := s.deps.UserNews.Take(c.Context(), payload, signed); err != nil {
		return err
	}
	s.UsersChanged()
	return c.SendStatus(http.StatusOK)
}
