package connections_test

import (
	"encoding/json"
	"html"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"upslope/ingest/connections"
)

// signingIn enables Google sign-in for customers.
func signingIn(deps *connections.Deps) {
	deps.Settings.GoogleClientID, deps.Settings.GoogleClientSecret = "client-of-upslope", "hush-client-secret"
}

// keyFile writes the key file of the simulator's service account.
func (w *workbench) keyFile(tokenURI string) string {
	w.t.Helper()
	content, err := w.provider.ServiceAccountJSON(tokenURI)
	if err != nil {
		w.t.Fatal(err)
	}
	path := filepath.Join(w.t.TempDir(), "key.json")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		w.t.Fatal(err)
	}
	return path
}

// handedOver is the same key file in the form a customer submits it.
func (w *workbench) handedOver(tokenURI string) map[string]any {
	w.t.Helper()
	content, err := w.provider.ServiceAccountJSON(tokenURI)
	if err != nil {
		w.t.Fatal(err)
	}
	var file map[string]any
	if err := json.Unmarshal(content, &file); err != nil {
		w.t.Fatal(err)
	}
	w.secrets = append(w.secrets, strings.Split(file["private_key"].(string), "\n")[3])
	return file
}

// base proxies the simulator's Google addresses, but exchanges codes for the given tokens.
func (w *workbench) base(t *testing.T, tokens string) (address string) {
	mux := http.NewServeMux()
	mux.Handle("/", w.provider.Handler())
	mux.HandleFunc("/token", func(out http.ResponseWriter, _ *http.Request) {
		out.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(out, tokens)
	})
	return w.serve(t, mux)
}

// visit acts as a browser on Google's consent page; with allow it follows the link that grants
// access, and returns the redirect's query.
func (w *workbench) visit(address string, allow bool) url.Values {
	w.t.Helper()
	response, err := http.Get(address)
	if err != nil {
		w.t.Fatal(err)
	}
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		w.t.Fatalf("%d %s %v", response.StatusCode, page, err)
	}
	id := "deny"
	if allow {
		id = "allow"
	}
	_, after, found := strings.Cut(string(page), `id="`+id+`" href="`)
	link, _, _ := strings.Cut(after, `"`)
	back, err := url.Parse(html.UnescapeString(link))
	if err != nil || !found {
		w.t.Fatalf("no link on %s", page)
	}
	return back.Query()
}
