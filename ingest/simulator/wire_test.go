package simulator

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2/google"
)

// bench is a running simulator and a client that a service account signed in.
type bench struct {
	*Server
	url    string
	client *http.Client
	now    time.Time
}

func start(t *testing.T, config Config) *bench {
	t.Helper()
	b := &bench{now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
	if config.Now == nil {
		config.Now = func() time.Time { return b.now }
	}
	if config.Worlds == nil {
		config.Worlds = []string{"small"}
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
	file, err := server.ServiceAccountJSON(b.url + "/token")
	if err != nil {
		t.Fatal(err)
	}
	account, err := google.JWTConfigFromJSON(file, "https://www.googleapis.com/auth/webmasters.readonly")
	if err != nil {
		t.Fatal(err)
	}
	b.client = account.Client(context.Background())
	return b
}

// ask sends a request and answers status and body.
func (b *bench) ask(t *testing.T, client *http.Client, method, path, body string) (int, string, http.Header) {
	t.Helper()
	request, err := http.NewRequest(method, b.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(body, "{") || strings.HasPrefix(body, "[") {
		request.Header.Set("Content-Type", "application/json")
	} else if body != "" {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
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

// read sends a request as the service account, wants 200 and decodes the answer into a tree.
func (b *bench) read(t *testing.T, method, path, body string) map[string]any {
	t.Helper()
	status, text, _ := b.ask(t, b.client, method, path, body)
	if status != http.StatusOK {
		t.Fatalf("%s %s: %d %s", method, path, status, text)
	}
	var out map[string]any
	if err := json.NewDecoder(bytes.NewReader([]byte(text))).Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

func sitePath(site string) string {
	return "/webmasters/v3/sites/" + url.PathEscape(site) + "/searchAnalytics/query"
}

func TestSearchConsoleAnswersInItsDocumentedForm(t *testing.T) {
	b := start(t, Config{})
	w := b.World("small")
	sites := b.read(t, "GET", "/webmasters/v3/sites", "")["siteEntry"].([]any)
	if first := sites[0].(map[string]any); first["siteUrl"] != w.GSCSite || first["permissionLevel"] != "siteFullUser" {
		t.Fatalf("sites: %v", sites)
	}
	answer := b.read(t, "POST", strings.Replace(sitePath(w.GSCSite), ":", "%3A", 1), `{"startDate":"2026-11-10","endDate":"2026-11-10","dimensions":["query","page"],"rowLimit":5}`)
	if answer["responseAggregationType"] != "byPage" {
		t.Fatalf("answer: %v", answer)
	}
	rows := answer["rows"].([]any)
	if len(rows) != 5 {
		t.Fatalf("%d rows", len(rows))
	}
	row := rows[0].(map[string]any)
	keys := row["keys"].([]any)
	clicks, impressions, ctr, position := row["clicks"].(float64), row["impressions"].(float64), row["ctr"].(float64), row["position"].(float64)
	if len(keys) != 2 || !strings.HasPrefix(keys[1].(string), w.Origin) || clicks < 1 || impressions < clicks || ctr != clicks/impressions || position < 1 {
		t.Fatalf("row: %v", row)
	}
}
