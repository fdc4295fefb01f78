package clerk_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"upslope/infra/clerk"
)

func TestDeletingAUserAsksClerkAndIsDoneWhenTheyAreGone(t *testing.T) {
	status, asked := http.StatusOK, ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.Method + " " + r.URL.Path + " " + r.Header.Get("Authorization")
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(`{"errors":[{"code":"some_error"}],"id":"user_1","deleted":true}`))
	}))
	t.Cleanup(server.Close)
	users := clerk.OpenUsers("sk_test_x", server.URL, server.Client())
	for _, c := range []struct {
		status int
		done   bool
	}{{http.StatusOK, true}, {http.StatusNotFound, true}, {http.StatusUnauthorized, false}, {http.StatusInternalServerError, false}} {
		status = c.status
		if err := users.DeleteUser(t.Context(), "user_1"); (err == nil) != c.done {
			t.Errorf("answered %d: %v", c.status, err)
		}
		if asked != "DELETE /users/user_1 Bearer sk_test_x" {
			t.Error(asked)
		}
	}
}
