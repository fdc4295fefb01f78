package clerk

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	sdk "github.com/clerk/clerk-sdk-go/v2"
	"github.com/clerk/clerk-sdk-go/v2/user"
)

// Users are the people whom Clerk signs in.
type Users struct{ client *user.Client }

// OpenUsers reaches them with a secret key; apiURL "" is Clerk's own.
func OpenUsers(secretKey, apiURL string, client *http.Client) *Users {
	backend := sdk.BackendConfig{HTTPClient: client, Key: &secretKey}
	if apiURL != "" {
		backend.URL = &apiURL
	}
	return &Users{client: user.NewClient(&sdk.ClientConfig{BackendConfig: backend})}
}

// DeleteUser deletes who has a subject, which ends their sessions; nobody is deleted already.
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
