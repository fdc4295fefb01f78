package simulator

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2/google"

	"upslope/simulator/world"
)

// workbench is a running simulator and a client with a service account.
type workbench struct {
	*Server
	url    string
	client *http.Client
	now    time.Time
}

func start(t *testing.T, config Config) *workbench {
	t.Helper()
	b := &workbench{now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
	config.Now = func() time.Time { return b.now }
	if config.Worlds == nil {
		config.Worlds = []string{world.Small}
	}
	config.Seed = 7
	server, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	b.Server = server
	listener := httptest.NewServer(server.Handler())
	t.Cleanup(listener.Close)
	b.url = listener.URL
	b.signIn(t)
	return b
}

// request sends a request and returns status, body and headers.
func (b *workbench) request(t *testing.T, client *http.Client, method, path, body string, headers ...string) (int, string, http.Header) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, b.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if strings.HasPrefix(body, "{") || strings.HasPrefix(body, "[") {
		request.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return response.StatusCode, string(text), response.Header
}

// readJSON sends a request as the service account, expects 200 and decodes the response.
func (b *workbench) readJSON(t *testing.T, method, path, body string) map[string]any {
	t.Helper()
	status, text, _ := b.request(t, b.client, method, path, body)
	var out map[string]any
	if err := json.Unmarshal([]byte(text), &out); status != http.StatusOK || err != nil {
		t.Fatalf("%s %s: %d %s %v", method, path, status, text, err)
	}
	return out
}

// expectRefusal expects an error in Google's format.
func (b *workbench) expectRefusal(t *testing.T, method, path, body string, status int, code string) {
	t.Helper()
	got, text, _ := b.request(t, b.client, method, path, body)
	var out googleError
	if err := json.Unmarshal([]byte(text), &out); err != nil || got != status || out.Error.Code != status || out.Error.Status != code {
		t.Errorf("%s %s %s: %d %s, want %d %s", method, path, body, got, text, status, code)
	}
}

// searchPath returns the address of queries about a site, with the site fully escaped as in the generated
// clients.
func searchPath(site string) string {
	return "/webmasters/v3/sites/" + strings.ReplaceAll(url.PathEscape(site), ":", "%3A") + "/searchAnalytics/query"
}

func searchBody(day string, dimensions string, more string) string {
	return fmt.Sprintf(`{"startDate":%q,"endDate":%q,"dimensions":[%s]%s}`, day, day, dimensions, more)
}

// at walks down decoded JSON: names in maps, numbers in lists.
func at(t *testing.T, tree any, path ...any) any {
	t.Helper()
	for i, step := range path {
		switch step := step.(type) {
		case string:
			below, ok := tree.(map[string]any)
			if !ok || below[step] == nil {
				t.Fatalf("nothing at %v of %v", path[:i+1], tree)
			}
			tree = below[step]
		case int:
			below, ok := tree.([]any)
			if !ok || step >= len(below) {
				t.Fatalf("nothing at %v of %v", path[:i+1], tree)
			}
			tree = below[step]
		}
	}
	return tree
}

// signIn signs the service account in.
func (b *workbench) signIn(t *testing.T) {
	t.Helper()
	file, err := b.ServiceAccountJSON(b.url + "/token")
	if err != nil {
		t.Fatal(err)
	}
	account, err := google.JWTConfigFromJSON(file, "https://www.googleapis.com/auth/webmasters.readonly")
	if err != nil {
		t.Fatal(err)
	}
	b.client = account.Client(context.Background())
}
