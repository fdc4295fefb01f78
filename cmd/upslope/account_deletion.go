package main

import (
	"context"
	"errors"
	"net/http"
	"time"

	"upslope/infra/clerk"
	"upslope/infra/nats"
)

// clerkTimeout bounds a request to Clerk that nobody waits for.
const clerkTimeout = 20 * time.Second

// userDirectory is who signs people in.
type userDirectory interface {
	DeleteUser(ctx context.Context, subject string) error
}

// directory answers who signs people in, nil where users cannot be deleted there.
func (w *wiring) directory() userDirectory {
	if w.config.ClerkPublishableKey == "" || w.config.ClerkSecretKey == "" {
		return nil
	}
	return clerk.OpenUsers(w.config.ClerkSecretKey, w.config.ClerkBaseURL, &http.Client{Timeout: clerkTimeout})
}

// accountDeletions makes the consumers of what is left to do elsewhere when an account is gone. Each is tried until it is done, or kept among what was
// given up.
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
