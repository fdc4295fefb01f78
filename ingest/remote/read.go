package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"

	"upslope/ingest/providers"
)

type (
	decoderKey struct{}
	finalKey   struct{}
)

// ErrTooLarge is the cause when a response exceeds Limits.MaxBytes; the source may request less.
var ErrTooLarge = errors.New("the response exceeds the size limit")

// refusal is an error body sent with a success status.
type refusal struct {
	code int
	body []byte
}

// Error names the status.
func (r *refusal) Error() string { return "the answer says that it is HTTP " + http.StatusText(r.code) }

// Refusal is returned by a decode function for an error body with status 200; it counts as a response with
// the given code.
func Refusal(code int, body []byte) error { return &refusal{code, bytes.Clone(body)} }

// FinalFailures makes responses of 500 and above final for requests with this context: the source decides
// about retries.
func FinalFailures(ctx context.Context) context.Context {
	return context.WithValue(ctx, finalKey{}, true)
}

// Read sends the request and passes the complete body to decode. If decode fails on a damaged body, Read
// retries the request. A *providers.Error from decode is returned as is, and retried only if Temporary.
// decode may be called several times: it must not retain the body, and must reset its earlier result.
func Read(client *http.Client, request *http.Request, decode func(body []byte) error) error {
	request = request.WithContext(context.WithValue(request.Context(), decoderKey{}, decode))
	response, err := client.Do(request) //nolint:gosec // addresses come from the settings
	if err != nil {
		return Failure(err)
	}
	return response.Body.Close()
}

// JSON is Read into a value for encoding/json. into is set only from a complete response.
func JSON(client *http.Client, request *http.Request, into any) error {
	return Read(client, request, func(body []byte) error { return json.Unmarshal(body, into) })
}

// Failure removes the request's address from an error of NewClient's client, direct or through a generated
// client. The result is a *providers.Error unless the context ended.
func Failure(err error) error {
	var providerError *providers.Error
	var address *url.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &providerError):
		return providerError
	case errors.As(err, &address):
		err = address.Err
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return providers.Errorf(providers.Temporary, "The answer could not be read. Upslope will try again with the next sync.").Because(errors.New(Scrub(err.Error())))
}
