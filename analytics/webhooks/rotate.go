package webhooks

import (
	"context"
	"fmt"

	"upslope"
)

// Secrets are the stored secrets of all webhooks.
type Secrets interface {
	// WebhooksToRotate returns the webhooks whose secret another key than this one encrypts.
	WebhooksToRotate(ctx context.Context, keyID int64) ([]upslope.Webhook, error)
	RotateWebhook(ctx context.Context, hook upslope.Webhook) error
}

// Rotate encrypts every secret with the primary key. Lost are those that no key opens.
func Rotate(ctx context.Context, stored Secrets, keys Keys, primary int64) (rotated, lost int, err error) {
	hooks, err := stored.WebhooksToRotate(ctx, primary)
	if err != nil {
		return 0, 0, fmt.Errorf("find secrets of webhooks: %w", err)
	}
	for _, hook := range hooks {
		secret, err := keys.Open(hook.AccountID, hook.ID, hook.Secret)
		if err != nil {
			lost++
			continue
		}
		if hook.Secret, hook.KeyID, err = keys.Seal(hook.AccountID, hook.ID, secret); err != nil {
			return rotated, lost, fmt.Errorf("encrypt the secret of a webhook: %w", err)
		}
		if err := stored.RotateWebhook(ctx, hook); err != nil {
			return rotated, lost, fmt.Errorf("store the secret of a webhook: %w", err)
		}
		rotated++
	}
	return rotated, lost, nil
}
