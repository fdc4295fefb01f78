package main

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"upslope"
	"upslope/edge"
	"upslope/infra/clerk"
	"upslope/infra/localidp"
	"upslope/infra/mail"
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

// welcome adds what people see who are not signed in.
func (w *wiring) welcome(deps *edge.Deps) {
	if w.config.demo() {
		deps.Demo = w.engines.records
	}
	if w.config.LegalDir != "" {
		deps.Legal = os.DirFS(w.config.LegalDir)
	}
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

// publishingMembers notifies every edge of changed members, so that what they may do changes within a second.
type publishingMembers struct {
	*postgres.DB
	bus *nats.Bus
}

func (m publishingMembers) changed(err error) {
	if err == nil {
		_ = m.bus.Publish(usersChanged, nil) // an edge that misses it finds out within a minute
	}
}

// EditMember implements edge.Members.
func (m publishingMembers) EditMember(ctx context.Context, by upslope.User, userID string, change upslope.MemberChange) (upslope.Member, int64, error) {
	member, version, err := m.DB.EditMember(ctx, by, userID, change)
	m.changed(err)
	return member, version, err
}

// RemoveMember implements edge.Members.
func (m publishingMembers) RemoveMember(ctx context.Context, by upslope.User, userID string) (int64, error) {
	version, err := m.DB.RemoveMember(ctx, by, userID)
	m.changed(err)
	return version, err
}

// AcceptInvitation implements edge.Members.
func (m publishingMembers) AcceptInvitation(ctx context.Context, by upslope.User, hash []byte, now time.Time) (upslope.Membership, int64, error) {
	membership, version, err := m.DB.AcceptInvitation(ctx, by, hash, now)
	m.changed(err)
	return membership, version, err
}

// invitationMailer mails invitations.
type invitationMailer struct{ *mail.Sender }

// SendInvitation implements edge.Mailer.
func (m invitationMailer) SendInvitation(ctx context.Context, invitation upslope.Invitation, accountName, address string) error {
	text := fmt.Sprintf("%s invites you to Upslope, as %s of %s.\n\nAccept the invitation by %s:\n%s\n\nIf you do not know the sender, ignore this email.\n",
		invitation.InvitedBy, invitation.Role, accountName, invitation.ExpiresAt.UTC().Format("January 2, 2006"), address)
	return m.Send(ctx, mail.Message{
		ID: "invitation-" + invitation.ID + "-" + strconv.FormatInt(invitation.ExpiresAt.Unix(), 10), FromName: "Upslope", ReplyTo: invitation.InvitedBy,
		To: invitation.Email, Subject: "Join " + accountName + " on Upslope", Text: text, HTML: "<p>" + strings.ReplaceAll(html.EscapeString(text), "\n", "<br>") + "</p>",
	})
}
