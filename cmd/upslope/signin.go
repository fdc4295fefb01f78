package main

import (
	"context"
	"net/http"
	"time"

	"upslope/edge"
	"upslope/infra/clerk"
	"upslope/infra/localidp"
	"upslope/infra/nats"
	"upslope/infra/postgres"
)

// clerkSignInTimeout bounds a request to Clerk that a user waits for.
const clerkSignInTimeout = 5 * time.Second

// signIn chooses the session verifier: Clerk when configured, else the local provider, which refuses
// production.
func (w *wiring) signIn(config *edge.Config, deps *edge.Deps) (err error) {
	c := w.config
	if c.development() && c.ClerkPublishableKey == "" {
		deps.Local, err = localidp.New(c.localSignIn(), time.Now)
		return err
	}
	instance, err := c.openClerk()
	if err != nil {
		return err
	}
	deps.Verifier, deps.Handshake = instance.Verifier, instance
	config.SignInURL, config.ClerkOrigin, config.ClerkKey, config.SessionCookies = c.ClerkSignInURL, instance.Origin, c.ClerkPublishableKey, instance.Cookies
	if c.ClerkWebhookSecret == "" {
		w.log.Warn("CLERK_WEBHOOK_SECRET is not set: who deletes their user at Clerk is not erased here")
		return nil
	}
	webhook, err := clerk.NewWebhook(c.ClerkWebhookSecret, w.engines.records, c.TrialDays, time.Now)
	deps.ClerkWebhook = publishingWebhook{webhook, w.engines.bus}
	return err
}

// sessionsEnded notifies edges of a session that was signed out at another.
const sessionsEnded = "sessions.ended"

// publishingSessions notifies the other edges of ended sessions.
type publishingSessions struct {
	*postgres.DB
	bus *nats.Bus
}

// EndSession implements edge.Sessions.
func (s publishingSessions) EndSession(ctx context.Context, sessionID string, until time.Time) error {
	err := s.DB.EndSession(ctx, sessionID, until)
	if err == nil {
		// an edge that misses it finds out within a minute
		_ = s.bus.Publish(sessionsEnded, []byte(sessionID))
	}
	return err
}

// publishingWebhook notifies the other edges of changed users.
type publishingWebhook struct {
	*clerk.Webhook
	bus *nats.Bus
}

// Handle implements edge.ClerkWebhook.
func (w publishingWebhook) Handle(ctx context.Context, payload []byte, signed http.Header) error {
	err := w.Webhook.Handle(ctx, payload, signed)
	if err == nil {
		_ = w.bus.Publish(usersChanged, nil) // an edge that misses it finds out within a minute
	}
	return err
}
