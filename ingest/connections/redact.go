package connections

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
)

// minKeyLength is the minimum length of a customer's key; keys in the settings may be shorter.
const minKeyLength = 8

// maxErrorBytes bounds an error response; a longer body is data.
const maxErrorBytes = 8 << 10

// redactingTransport removes the key from provider messages, which reach logs and users.
type redactingTransport struct {
	key  string
	base http.RoundTripper
}

// RoundTrip sends the request and redacts the key from a short response.
func (h redactingTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := h.base.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	start, err := io.ReadAll(io.LimitReader(response.Body, maxErrorBytes))
	// A short key may also occur in the data, which must stay unchanged.
	refused := response.StatusCode >= http.StatusMultipleChoices || bytes.HasPrefix(start, []byte("ERROR"))
	complete := err == nil && len(start) < maxErrorBytes
	if complete && (refused || len(h.key) >= minKeyLength) {
		for _, written := range []string{h.key, url.QueryEscape(h.key)} {
			start = bytes.ReplaceAll(start, []byte(written), []byte("[redacted]"))
		}
	}
	rest := io.Reader(response.Body)
	if err != nil {
		rest = failing{err}
	}
	if complete {
		response.ContentLength = int64(len(start))
	}
	response.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(start), rest), response.Body}
	return response, nil
}

// failing replays a read error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
