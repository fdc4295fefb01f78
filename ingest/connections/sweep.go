package connections

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// unusedCredentialAge gives a user who signs in to add sites time to choose them.
const unusedCredentialAge = 24 * time.Hour

// Sweep deletes credentials unused for a day, for example of deleted sites, and revokes their sign-ins.
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
