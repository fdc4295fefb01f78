package connections

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
)

// minKeyLength is how many characters a key has at least that a customer gives; the settings may have any.
const minKeyLength = 8

// maxErrorBytes is the most bytes that an answer has which explains and is no data.
const maxErrorBytes = 8 << 10

// redactingTransport keeps a key out of what a provider says about it: those words reach logs and people.
type redactingTransport struct {
	key  string
	base http.RoundTripper
}

// RoundTrip sends the request and answers a short body without the key.
func (h redactingTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := h.base.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	start, err := io.ReadAll(io.LimitReader(response.Body, maxErrorBytes))
	// A short key may be a word of the data, which must stay what it is.
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

// failing goes on with an error where reading has met one.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
