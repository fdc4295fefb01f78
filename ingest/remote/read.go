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

// ErrTooLarge is the cause of the error about an answer of more than Limits.MaxBytes: a source that can ask for less may do so.
var ErrTooLarge = errors.New("the answer has more than the most bytes that are read")

// refusal is a body that says no under a status that says yes.
type refusal struct {
	code int
	body []byte
}

// Error names the status.
func (r *refusal) Error() string { return "the answer says that it is HTTP " + http.StatusText(r.code) }

// Refusal is what a decode returns about a body that, under a status of 200, is the answer of another status: it counts as that one.
func Refusal(code int, body []byte) error { return &refusal{code, bytes.Clone(body)} }

// FinalFailures makes an answer of 500 and above to a request of this context final: its source knows better when to ask again.
func FinalFailures(ctx context.Context) context.Context {
	return context.WithValue(ctx, finalKey{}, true)
}

// Read sends the request and gives decode the whole body of the answer, as one unit: when decode cannot make sense of it, because it
// was cut or damaged on the way, all of it is asked for again. A *providers.Error that decode returns stands for itself, and only a
// Temporary one is worth another try. decode may be called several times, must not keep the body, and forgets what it had read before.
func Read(client *http.Client, request *http.Request, decode func(body []byte) error) error {
	request = request.WithContext(context.WithValue(request.Context(), decoderKey{}, decode))
	response, err := client.Do(request) //nolint:gosec // addresses come from the settings
	if err != nil {
		return Failure(err)
	}
	return response.Body.Close()
}

// JSON is Read into a value that encoding/json understands. into is not touched before all of the answer is there.
func JSON(client *http.Client, request *http.Request, into any) error {
	return Read(client, request, func(body []byte) error { return json.Unmarshal(body, into) })
}

// Failure is what err says without the address that was asked for: what a client of NewClient returned, itself or through a generated
// client. It is a *providers.Error unless the context ended.
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
