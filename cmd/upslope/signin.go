package main

import (
	"context"
	"fmt"
	"html"
	"os"
	"strconv"
	"strings"
	"time"

	"upslope"
	"upslope/edge"
	"upslope/infra/clerk"
	"upslope/infra/localidp"
	"upslope/infra/mail"
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
	deps.ClerkWebhook, err = clerk.NewWebhook(c.ClerkWebhookSecret, w.engines.records, c.TrialDays, time.Now)
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

// withArticle says a role as one of several: an admin, a member.
func withArticle(role upslope.Role) string {
	if strings.ContainsRune("aeio", rune(role[0])) {
		return "an " + string(role)
	}
	return "a " + string(role)
}

// invitationHTML makes the text of an invitation a page, with its address as a link.
func invitationHTML(text, address string) string {
	escaped := html.EscapeString(address)
	page := strings.Replace(html.EscapeString(text), escaped, `<a href="`+escaped+`">Accept the invitation</a>`, 1)
	return "<p>" + strings.ReplaceAll(page, "\n", "<br>") + "</p>"
}

// invitationMailer mails invitations.
type invitationMailer struct{ *mail.Sender }

// SendInvitation implements edge.Mailer.
func (m invitationMailer) SendInvitation(ctx context.Context, invitation upslope.Invitation, accountName, address string) error {
	text := fmt.Sprintf("%s invites you to Upslope, as %s of %s.\n\nAccept the invitation by %s:\n%s\n\nIf you do not know the sender, ignore this email.\n",
		invitation.InvitedBy, withArticle(invitation.Role), accountName, invitation.ExpiresAt.UTC().Format(upslope.DateFormat), address)
	return m.Send(ctx, mail.Message{
		ID: "invitation-" + invitation.ID + "-" + strconv.FormatInt(invitation.ExpiresAt.Unix(), 10), FromName: "Upslope", ReplyTo: invitation.InvitedBy,
		To: invitation.Email, Subject: "Join " + accountName + " on Upslope", Text: text, HTML: invitationHTML(text, address),
	})
}
