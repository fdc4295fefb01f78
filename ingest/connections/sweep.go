package connections

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// unusedCredentialAge is how long a credential is kept that nothing uses: who signs in to add sites may take their time.
const unusedCredentialAge = 24 * time.Hour

// Sweep forgets credentials that nothing has used for a day, such as those of deleted sites, and withdraws the sign-ins among them.
func (s *Service) Sweep(ctx context.Context) error {
	credentials, err := s.Records.UnusedCredentials(ctx, s.Now().Add(-unusedCredentialAge))
	if err != nil {
		return err
	}
	var failures []error
	for _, credential := range credentials {
		unused, err := s.Records.DropCredential(ctx, credential.AccountID, credential.ID)
		if err != nil {
			failures = append(failures, fmt.Errorf("forget credential %s: %w", credential.ID, err))
		}
		s.withdraw(ctx, unused)
	}
	return errors.Join(failures...)
}
