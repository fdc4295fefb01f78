package connections

import (
	"context"
	"errors"
	"fmt"
	"time"

	"upslope"
)

// unusedFor is how long a credential is kept that nothing uses: who signs in to add sites may take their time.
const unusedFor = 24 * time.Hour

// Unused finds the credentials that nothing uses any more.
type Unused interface {
	UnusedCredentials(ctx context.Context, before time.Time) ([]upslope.Credential, error)
	// DropCredential answers what the provider is to be told of, nil when that is nothing.
	DropCredential(ctx context.Context, accountID, credentialID string) (*upslope.Credential, error)
}

// Sweep forgets credentials that nothing has used for a day, such as those of deleted sites, and withdraws the sign-ins among them.
func (s *Service) Sweep(ctx context.Context, records Unused) error {
	credentials, err := records.UnusedCredentials(ctx, s.Now().Add(-unusedFor))
	if err != nil {
		return err
	}
	var failures []error
	for _, credential := range credentials {
		unused, err := records.DropCredential(ctx, credential.AccountID, credential.ID)
		if err != nil {
			failures = append(failures, fmt.Errorf("forget credential %s: %w", credential.ID, err))
		}
		s.withdraw(ctx, unused)
	}
	return errors.Join(failures...)
}
