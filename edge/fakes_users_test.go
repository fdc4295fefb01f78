package edge_test

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"upslope"
)

func (m *memory) SignIn(_ context.Context, identity upslope.Identity, now time.Time, trialDays int) (upslope.User, error) {
	defer m.lock()()
	m.signIns++
	m.trips++
	user, ok := m.users[identity.Subject]
	if !ok {
		user = upslope.User{
			ID: uuid.NewString(), AccountID: uuid.NewString(), Email: identity.Email, FirstName: identity.FirstName, Role: "owner",
			TrialEndsAt: now.AddDate(0, 0, trialDays), Plan: m.plan,
		}
		m.users[identity.Subject] = user
	}
	return user, m.down
}

func (m *memory) Version(context.Context, string) (int64, error) {
	defer m.lock()()
	m.trips++
	if !m.steady {
		m.version++
	}
	return m.version, m.down
}

func (m *memory) FactsVersion(ctx context.Context, account string) (string, error) {
	version, err := m.Version(ctx, account)
	return strconv.FormatInt(version, 10) + ".1", err
}

func (m *memory) EndSession(_ context.Context, sessionID string, until time.Time) error {
	defer m.lock()()
	m.ended[sessionID] = until
	return m.down
}

func (m *memory) SessionEnded(ctx context.Context, sessionID string, now time.Time) (bool, error) {
	m.mu.Lock()
	m.trips++
	ended := now.Before(m.ended[sessionID])
	hung, down := m.hung, m.down
	m.mu.Unlock()
	if hung {
		<-ctx.Done()
		return false, ctx.Err()
	}
	return ended, down
}

// refuseAll is a Verifier that rejects every token.
type refuseAll struct{}

func (refuseAll) Verify(context.Context, string) (upslope.Session, error) {
	return upslope.Session{}, upslope.Errorf(upslope.Unauthenticated, "Unauthorized")
}

// clerkWebhook accepts events with the signature "good"; infra/clerk tests real signatures.
type clerkWebhook struct{ *memory }

func (w clerkWebhook) Handle(_ context.Context, _ []byte, signed http.Header) error {
	if signed.Get("svix-signature") != "good" {
		return upslope.Errorf(upslope.Invalid, "This event is not signed.")
	}
	return w.down
}

// recording rejects every token too, and records them.
type recording struct {
	refuseAll
	tokens []string
}

func (r *recording) Verify(ctx context.Context, token string) (upslope.Session, error) {
	r.tokens = append(r.tokens, token)
	return r.refuseAll.Verify(ctx, token)
}

// Subscription implements edge.Billing: no account has a subscription.
func (m *memory) Subscription(context.Context, string) (upslope.Subscription, error) {
	return upslope.Subscription{}, nil
}

// Checkout implements edge.Billing.
func (m *memory) Checkout(_ context.Context, account upslope.Account, _, plan string) (upslope.Checkout, error) {
	return upslope.Checkout{URL: "https://pay.example/" + account.ID + "/" + plan}, nil
}

// Portal implements edge.Billing.
func (m *memory) Portal(_ context.Context, accountID, _ string) (string, error) {
	return "https://pay.example/" + accountID, nil
}

// HandleEvent implements edge.Billing: the signature "good" is valid.
func (m *memory) HandleEvent(_ context.Context, _ []byte, signature string) error {
	if signature != "good" {
		return upslope.Errorf(upslope.Invalid, "This is not signed by Stripe.")
	}
	return nil
}

// userOf returns the user with an address.
func (m *memory) userOf(email string) upslope.User {
	defer m.lock()()
	for _, user := range m.users {
		if user.Email == email {
			return user
		}
	}
	return upslope.User{}
}
