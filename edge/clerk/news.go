package clerk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	svix "github.com/svix/svix-webhooks/go"

	"upslope"
)

// Records keeps users.
type Records interface {
	// UserEventDone says whether an event was dealt with. One that it sees for the first time is kept.
	UserEventDone(ctx context.Context, eventID, kind string, now time.Time) (bool, error)
	EndUserEvent(ctx context.Context, eventID string, now time.Time) error
	// KeepUser keeps who somebody is, unless something newer is known or they were erased.
	KeepUser(ctx context.Context, identity upslope.Identity, now time.Time, trialDays int) error
	// EraseUser erases a user with the account and all that belongs to it, for good. One who is not known stays away.
	EraseUser(ctx context.Context, subject string, now time.Time) error
}

// News is what Clerk tells of users. It implements edge.UserNews.
type News struct {
	records   Records
	webhook   *svix.Webhook
	trialDays int
	now       func() time.Time
}

// NewNews takes the secret that Clerk's dashboard shows of the webhook.
func NewNews(secret string, records Records, trialDays int, now func() time.Time) (*News, error) {
	webhook, err := svix.NewWebhook(secret)
	if err != nil {
		return nil, fmt.Errorf("read CLERK_WEBHOOK_SECRET, which begins with whsec_: %w", err)
	}
	return &News{records: records, webhook: webhook, trialDays: trialDays, now: now}, nil
}

// event is what Clerk says has happened.
type event struct {
	Type string `json:"type"`
	Data person `json:"data"`
}

type person struct {
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

// Take takes one event. After an error Clerk tells it again.
func (n *News) Take(ctx context.Context, payload []byte, signed http.Header) error {
	if err := n.webhook.Verify(payload, signed); err != nil {
		return fmt.Errorf("%w: %w", upslope.Errorf(upslope.Invalid, "This event is not signed by Clerk, or not of now."), err)
	}
	var told event
	if err := json.Unmarshal(payload, &told); err != nil {
		return fmt.Errorf("%w: %w", upslope.Errorf(upslope.Invalid, "This event cannot be read."), err)
	}
	id := signed.Get("svix-id")
	if done, err := n.records.UserEventDone(ctx, id, told.Type, n.now()); err != nil || done {
		return err //nolint:wrapcheck // for who asked
	}
	if err := n.apply(ctx, told); err != nil {
		return err
	}
	return n.records.EndUserEvent(ctx, id, n.now()) //nolint:wrapcheck // for who asked
}

func (n *News) apply(ctx context.Context, told event) error {
	switch told.Type {
	case "user.created", "user.updated", "user.deleted":
	default:
		return nil // something else was chosen in the dashboard
	}
	if told.Data.ID == "" {
		return fmt.Errorf("%w: %w", upslope.Errorf(upslope.Invalid, "This event names no user."), errors.New(told.Type))
	}
	if told.Type == "user.deleted" {
		return n.records.EraseUser(ctx, told.Data.ID, n.now()) //nolint:wrapcheck // for who asked
	}
	return n.records.KeepUser(ctx, told.Data.identity(), n.now(), n.trialDays) //nolint:wrapcheck // for who asked
}

func (p person) identity() upslope.Identity {
	identity := upslope.Identity{
		Subject: p.ID, FirstName: p.FirstName, LastName: p.LastName, ImageURL: p.ImageURL, IssuedAt: time.UnixMilli(p.UpdatedAt),
	}
	for _, one := range p.EmailAddresses {
		if one.ID == p.PrimaryEmail {
			identity.Email = one.EmailAddress
		}
	}
	return identity
}
