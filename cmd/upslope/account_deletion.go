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

const (
	// filesSweptEvery plus abandonedAfter is below an hour, the longest that a file may outlive its upload.
	filesSweptEvery = 5 * time.Minute
	// abandonedAfter is far above the time between writing a file and queueing its import.
	abandonedAfter = 45 * time.Minute
)

// sweepFiles deletes files that belong to no upload or to no account.
func (w *wiring) sweepFiles(ctx context.Context) error {
	for {
		now := time.Now()
		err := errors.Join(
			w.engines.records.SweepObjects(ctx, now.Add(-abandonedAfter), w.engines.files.Delete),
			w.engines.files.SweepUnfinished(now.Add(-abandonedAfter)),
			w.engines.records.EraseAccountsAgain(ctx, now, w.eraseFiles),
		)
		if err != nil && ctx.Err() == nil {
			w.log.WarnContext(ctx, "not every file without an upload was swept", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(filesSweptEvery):
		}
	}
}

// eraseFiles deletes everything that a deleted account has in object storage.
func (w *wiring) eraseFiles(ctx context.Context, accountID string) error {
	if accountID == "" {
		return errors.New("erase the files of an account: it has no id") // the prefix would be everybody's
	}
	return w.engines.files.Erase(ctx, "uploads/"+accountID+"/")
}

// accountDeletions returns the consumers that clean up outside the database after an account is deleted. Jobs
// are retried until done, or end as dead letters.
func (w *wiring) accountDeletions() []nats.Consumer {
	directory := w.directory()
	return []nats.Consumer{
		cleanup("erase-files", func(ctx context.Context, message jobMessage) error {
			return w.eraseFiles(ctx, message.AccountID)
		}),
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
