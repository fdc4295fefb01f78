package clerk

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	svix "github.com/svix/svix-webhooks/go"

	"upslope"
)

// Records stores users.
type Records interface {
	// UserEventDone reports whether an event has been processed, and stores a new one.
	UserEventDone(ctx context.Context, eventID, kind string, now time.Time) (bool, error)
	EndUserEvent(ctx context.Context, eventID string, now time.Time) error
	// KeepUser stores a user's profile, unless a newer one is known or the user was erased.
	KeepUser(ctx context.Context, identity upslope.Identity, now time.Time, trialDays int) error
	// EraseUser permanently erases a user with the account and its data. An unknown user can no longer sign
	// up with this id.
	EraseUser(ctx context.Context, subject string, now time.Time) error
}

// Webhook applies Clerk's user events. It implements edge.ClerkWebhook.
type Webhook struct {
	records   Records
	signature *svix.Webhook
	trialDays int
	now       func() time.Time
}

// NewWebhook creates a Webhook with the signing secret from Clerk's dashboard.
func NewWebhook(secret string, records Records, trialDays int, now func() time.Time) (*Webhook, error) {
	if err := CheckWebhookSecret(secret); err != nil {
		return nil, err
	}
	webhook, err := svix.NewWebhook(secret)
	if err != nil {
		return nil, fmt.Errorf("read CLERK_WEBHOOK_SECRET: %w", err)
	}
	return &Webhook{records: records, signature: webhook, trialDays: trialDays, now: now}, nil
}

// minSecretBytes is 128 bits; Clerk's secrets have 192. The library takes any, even none.
const minSecretBytes = 16

// CheckWebhookSecret rejects a signing secret that is none of Clerk's, or that somebody could guess.
func CheckWebhookSecret(secret string) error {
	encoded, found := strings.CutPrefix(secret, "whsec_")
	key, err := base64.StdEncoding.DecodeString(encoded)
	if !found || err != nil || len(key) < minSecretBytes {
		return errors.New("CLERK_WEBHOOK_SECRET is too short, or none of Clerk's, so anybody could sign events; copy it from Clerk's dashboard, where it begins with whsec_")
	}
	return nil
}

// event is a webhook payload.
type event struct {
	Type string   `json:"type"`
	Data userData `json:"data"`
}

type userData struct {
	ID             string    `json:"id"`
	FirstName      string    `json:"first_name"`
	LastName       string    `json:"last_name"`
	ImageURL       string    `json:"image_url"`
	UpdatedAt      int64     `json:"updated_at"` // Unix milliseconds
	PrimaryEmail   string    `json:"primary_email_address_id"`
	EmailAddresses []address `json:"email_addresses"`
}

type address struct {
	ID           string `json:"id"`
	EmailAddress string `json:"email_address"`
}

// Handle applies one signed event. Clerk retries it after an error.
func (w *Webhook) Handle(ctx context.Context, payload []byte, signed http.Header) error {
	if err := w.signature.Verify(payload, signed); err != nil {
		return fmt.Errorf("%w: %w", upslope.Errorf(upslope.Invalid, "This event is not signed by Clerk, or not of now."), err)
	}
	var received event
	if err := json.Unmarshal(payload, &received); err != nil {
		return fmt.Errorf("%w: %w", upslope.Errorf(upslope.Invalid, "This event cannot be read."), err)
	}
	id := signed.Get("svix-id")
	if done, err := w.records.UserEventDone(ctx, id, received.Type, w.now()); err != nil || done {
		return err //nolint:wrapcheck // for who asked
	}
	if err := w.apply(ctx, received); err != nil {
		return err
	}
	return w.records.EndUserEvent(ctx, id, w.now()) //nolint:wrapcheck // for who asked
}

func (w *Webhook) apply(ctx context.Context, received event) error {
	switch received.Type {
	case "user.created", "user.updated", "user.deleted":
	default:
		return nil // an event type that we do not need
	}
	if received.Data.ID == "" {
		return fmt.Errorf("%w: %w", upslope.Errorf(upslope.Invalid, "This event names no user."), errors.New(received.Type))
	}
	if received.Type == "user.deleted" {
		return w.records.EraseUser(ctx, received.Data.ID, w.now()) //nolint:wrapcheck // for who asked
	}
	return w.records.KeepUser(ctx, received.Data.identity(), w.now(), w.trialDays) //nolint:wrapcheck // for who asked
}

func (u userData) identity() upslope.Identity {
	identity := upslope.Identity{
		Subject: u.ID, FirstName: u.FirstName, LastName: u.LastName, ImageURL: u.ImageURL, IssuedAt: time.UnixMilli(u.UpdatedAt),
	}
	for _, one := range u.EmailAddresses {
		if one.ID == u.PrimaryEmail {
			identity.Email = one.EmailAddress
		}
	}
	return identity
}
