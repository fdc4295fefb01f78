package main

import (
	"context"
	"errors"
	"net/http"
	"time"

	"upslope/infra/clerk"
	"upslope/infra/nats"
)

// clerkTimeout bounds background requests to Clerk.
const clerkTimeout = 20 * time.Second

// userDirectory is the identity provider.
type userDirectory interface {
	DeleteUser(ctx context.Context, subject string) error
}

// directory returns the identity provider, or nil if it cannot delete users.
func (w *wiring) directory() userDirectory {
	if w.config.ClerkPublishableKey == "" || w.config.ClerkSecretKey == "" {
		return nil
	}
	return clerk.OpenUsers(w.config.ClerkSecretKey, w.config.ClerkBaseURL, &http.Client{Timeout: clerkTimeout})
}

// accountDeletions returns the consumers that clean up outside the database after an account is deleted. Jobs
// are retried until done, or end as dead letters.
func (w *wiring) accountDeletions() []nats.Consumer {
	directory := w.directory()
	return []nats.Consumer{
		cleanup("cancel-subscription", func(ctx context.Context, message jobMessage) error {
			if w.stripe == nil {
				return errors.New("STRIPE_SECRET_KEY is not set here: the subscription of a deleted account goes on")
			}
			return w.stripe.Cancel(ctx, message.CustomerID)
		}),
		cleanup("withdraw-credential", func(ctx context.Context, message jobMessage) error {
			return w.connections.Withdraw(ctx, message.Credential)
		}),
		cleanup("delete-user", func(ctx context.Context, message jobMessage) error {
			if directory == nil {
				return nil
			}
			return directory.DeleteUser(ctx, message.Subject)
		}),
	}
}
