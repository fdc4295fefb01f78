package clerk_test

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/infra/clerk"
	"upslope/infra/clerk/clerktest"
)

// records is a fake of Records that remembers its calls.
type records struct {
	done    map[string]bool
	kept    []upslope.Identity
	erased  []string
	failure error
}

func (r *records) UserEventDone(_ context.Context, id, _ string, _ time.Time) (bool, error) {
	return r.done[id], nil
}

func (r *records) EndUserEvent(_ context.Context, id string, _ time.Time) error {
	r.done[id] = true
	return nil
}

func (r *records) KeepUser(_ context.Context, identity upslope.Identity, _ time.Time, _ int) error {
	r.kept = append(r.kept, identity)
	return r.failure
}

func (r *records) EraseUser(_ context.Context, subject string, _ time.Time) error {
	r.erased = append(r.erased, subject)
	return r.failure
}

func take(t *testing.T, kept *records, request *http.Request) error {
	t.Helper()
	webhook, err := clerk.NewWebhook(clerktest.WebhookSecret, kept, 14, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	payload, err := io.ReadAll(request.Body)
	if err != nil {
		t.Fatal(err)
	}
	return webhook.Handle(t.Context(), payload, request.Header)
}

func TestUserEventIsProcessedOnce(t *testing.T) {
	kept, now := &records{done: map[string]bool{}}, time.Now()
	at := now.Truncate(time.Millisecond)
	told := func(id, kind string, data map[string]any) {
		t.Helper()
		if err := take(t, kept, clerktest.WebhookRequest(t, origin, id, kind, now, data)); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
	told("msg_1", "user.created", clerktest.User("user_1", "ana@example.com", "Ana", "Lopez", at))
	told("msg_1", "user.created", clerktest.User("user_1", "ana@example.com", "Ana", "Lopez", at))
	told("msg_2", "user.updated", map[string]any{"id": "user_1", "first_name": nil, "last_name": nil, "updated_at": at.UnixMilli(), "email_addresses": []any{}})
	told("msg_3", "session.created", map[string]any{"id": "sess_1"})
	told("msg_4", "user.deleted", map[string]any{"id": "user_1", "object": "user", "deleted": true})
	want := []upslope.Identity{
		{Subject: "user_1", Email: "ana@example.com", FirstName: "Ana", LastName: "Lopez", ImageURL: "https://img.clerk.com/user_1", IssuedAt: at},
		{Subject: "user_1", IssuedAt: at},
	}
	same := func(a, b upslope.Identity) bool {
		when := a.IssuedAt.Equal(b.IssuedAt)
		a.IssuedAt, b.IssuedAt = time.Time{}, time.Time{}
		return when && a == b
	}
	if !slices.EqualFunc(kept.kept, want, same) || !slices.Equal(kept.erased, []string{"user_1"}) {
		t.Errorf("kept %+v, erased %v", kept.kept, kept.erased)
	}
}

func TestFailedUserEventIsProcessedOnRetry(t *testing.T) {
	kept := &records{done: map[string]bool{}, failure: errors.New("no database")}
	gone := map[string]any{"id": "user_1", "deleted": true}
	if err := take(t, kept, clerktest.WebhookRequest(t, origin, "msg_1", "user.deleted", time.Now(), gone)); err == nil {
		t.Error("a failure was taken for done")
	}
	kept.failure = nil
	if err := take(t, kept, clerktest.WebhookRequest(t, origin, "msg_1", "user.deleted", time.Now(), gone)); err != nil || len(kept.erased) != 2 {
		t.Errorf("erased %v, %v", kept.erased, err)
	}
}

func TestWebhookWithoutAFreshClerkSignatureIsRefused(t *testing.T) {
	gone := map[string]any{"id": "user_1", "deleted": true}
	now := time.Now()
	for name, change := range map[string]func(*http.Request){
		"without a signature": func(r *http.Request) { r.Header.Del("svix-signature") },
		"without an id":       func(r *http.Request) { r.Header.Del("svix-id") },
		"of another id":       func(r *http.Request) { r.Header.Set("svix-id", "msg_2") },
		"of another time":     func(r *http.Request) { r.Header.Set("svix-timestamp", "1790000000") },
		"with another body": func(r *http.Request) {
			r.Body = clerktest.WebhookRequest(t, origin, "msg_1", "user.deleted", now, map[string]any{"id": "user_2"}).Body
		},
		"in another version": func(r *http.Request) { r.Header.Set("svix-signature", "v2"+r.Header.Get("svix-signature")[2:]) },
		"told an hour ago": func(r *http.Request) {
			*r = *clerktest.WebhookRequest(t, origin, "msg_1", "user.deleted", now.Add(-time.Hour), gone)
		},
		"of the future": func(r *http.Request) {
			*r = *clerktest.WebhookRequest(t, origin, "msg_1", "user.deleted", now.Add(time.Hour), gone)
		},
		"of nobody": func(r *http.Request) {
			*r = *clerktest.WebhookRequest(t, origin, "msg_1", "user.deleted", now, map[string]any{"deleted": true})
		},
	} {
		kept, request := &records{done: map[string]bool{}}, clerktest.WebhookRequest(t, origin, "msg_1", "user.deleted", now, gone)
		change(request)
		if err := take(t, kept, request); upslope.CodeOf(err) != upslope.Invalid || len(kept.erased) != 0 {
			t.Errorf("%s: %v, erased %v", name, err, kept.erased)
		}
	}
}

func TestWebhookSecretMustBeValid(t *testing.T) {
	for _, wrong := range []string{"", "whsec_", "whsec_!!!", "whsec_" + base64.StdEncoding.EncodeToString([]byte("fifteen letters")), base64.StdEncoding.EncodeToString([]byte("without its prefix"))} {
		if _, err := clerk.NewWebhook(wrong, &records{}, 14, time.Now); err == nil || !strings.Contains(err.Error(), "CLERK_WEBHOOK_SECRET") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}
