package clerk

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	sdk "github.com/clerk/clerk-sdk-go/v2"
	"github.com/clerk/clerk-sdk-go/v2/user"
)

// Users manages the users of a Clerk instance.
type Users struct{ client *user.Client }

// OpenUsers creates Users with a secret key; apiURL "" is Clerk's own.
func OpenUsers(secretKey, apiURL string, client *http.Client) *Users {
	backend := sdk.BackendConfig{HTTPClient: client, Key: &secretKey}
	if apiURL != "" {
		backend.URL = &apiURL
	}
	return &Users{client: user.NewClient(&sdk.ClientConfig{BackendConfig: backend})}
}

// DeleteUser deletes a user, which ends their sessions. Deleting a missing user is not an error.
func (u *Users) DeleteUser(ctx context.Context, subject string) error {
	_, err := u.client.Delete(ctx, subject)
	var refused *sdk.APIErrorResponse
	if errors.As(err, &refused) && refused.HTTPStatusCode == http.StatusNotFound {
		return nil
	}
	if err != nil {
		return fmt.Errorf("delete a user at Clerk: %w", err)
	}
	return nil
}
