package connections

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestAKeyIsHiddenWhereAProviderExplainsAndDataStaysWhatItIs(t *testing.T) {
	const long = "0123456789abcdef"
	for _, test := range []struct {
		key, body, want string
		status          int
	}{
		{"test", "Keyword;Url\na test;https://test.example/", "Keyword;Url\na test;https://test.example/", http.StatusOK},
		{"test", "ERROR 120 :: WRONG KEY test", "ERROR 120 :: WRONG KEY [redacted]", http.StatusOK},
		{"test", "no key test", "no key [redacted]", http.StatusForbidden},
		{long, "Your key " + long + " is on hold.", "Your key [redacted] is on hold.", http.StatusOK},
		{long, strings.Repeat("x", maxErrorBytes) + long, strings.Repeat("x", maxErrorBytes) + long, http.StatusOK},
	} {
		provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(test.status)
			_, _ = io.WriteString(w, test.body)
		}))
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, provider.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := redactingTransport{test.key, http.DefaultTransport}.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(response.Body)
		if err != nil || string(got) != test.want {
			t.Errorf("%.60q is read as %.60q: %v", test.body, got, err)
		}
		_ = response.Body.Close()
		provider.Close()
	}
}
