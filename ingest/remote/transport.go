package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"

	"upslope/ingest/providers"
)

const (
	maxTries       = 5
	maxRequestBody = 1 << 20
)

// transport implements NewClient. It reads each body to the end before returning it, so that a truncated
// response is retried and never seen by the caller.
type transport struct {
	Options
	limiters []*Limiter
	buffers  sync.Pool // of *bytes.Buffer: a page has megabytes
}

// failure is the error of an attempt, and whether and when to retry.
type failure struct {
	err   *providers.Error
	again bool
	after time.Duration // the provider's Retry-After; 0: none
}

// RoundTrip sends the request, with retries, until it succeeds or fails for good.
func (t *transport) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx := request.Context()
	body, err := bodyOf(request)
	if err != nil {
		return nil, err
	}
	refreshed := false
	for try := 1; ; try++ {
		response, token, failed := t.try(request, body)
		if failed == nil {
			return response, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var answer *Answer
		answered := errors.As(failed.err, &answer)
		if token != nil && !refreshed && answered && answer.Code == http.StatusUnauthorized {
			// A token may be revoked early: a retry with a new token is not a new attempt.
			refreshed = true
			t.Tokens.drop(token)
			try--
			continue
		}
		wait := max(failed.after, t.Limits.Pause+rand.N(t.Limits.Backoff<<(try-1))) //nolint:gosec // spreads requests, guards nothing
		if failed.after == 0 {
			wait = min(wait, t.Limits.Patience)
		}
		final := answered && answer.Code >= http.StatusInternalServerError && ctx.Value(finalKey{}) != nil
		if !failed.again || final || try == maxTries || wait > t.Limits.Patience {
			return nil, failed.err
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// bodyOf reads the request's body, to send it with every attempt.
func bodyOf(request *http.Request) ([]byte, error) {
	if request.Body == nil {
		return nil, nil
	}
	defer request.Body.Close()
	body, err := io.ReadAll(io.LimitReader(request.Body, maxRequestBody+1))
	if err != nil {
		return nil, fmt.Errorf("read the body of the request: %w", err)
	}
	if len(body) > maxRequestBody {
		return nil, fmt.Errorf("the body of the request has more than %d bytes", maxRequestBody)
	}
	return body, nil
}

func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// try sends the request once, and returns the token used.
func (t *transport) try(request *http.Request, body []byte) (*http.Response, *oauth2.Token, *failure) {
	var token *oauth2.Token
	if t.Tokens != nil {
		var failed *failure
		if token, failed = t.Tokens.get(request.Context(), t.Provider, t.Now()); failed != nil {
			return nil, nil, failed
		}
	}
	buffer, _ := t.buffers.Get().(*bytes.Buffer)
	if buffer == nil {
		buffer = &bytes.Buffer{}
	}
	buffer.Reset()
	response, failed := t.exchange(request, body, token, buffer)
	if failed == nil {
		failed = t.check(request, response, buffer)
	}
	if failed != nil || response.Body == http.NoBody {
		t.buffers.Put(buffer)
	}
	if failed != nil {
		return nil, token, failed
	}
	return response, token, nil
}

// exchange waits for its turn, sends the request and reads the complete response into buffer, all within the
// timeout of an attempt.
func (t *transport) exchange(request *http.Request, body []byte, token *oauth2.Token, buffer *bytes.Buffer) (*http.Response, *failure) {
	for _, limiter := range t.limiters {
		leave, err := limiter.enter(request.Context())
		if err != nil {
			failed := t.unreachable(err)
			failed.again = false // the context would end before its turn
			return nil, failed
		}
		defer leave()
	}
	ctx, cancel := context.WithTimeout(request.Context(), t.Limits.Timeout)
	defer cancel()
	sent := request.Clone(ctx)
	if body != nil {
		sent.Body, sent.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		sent.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	}
	if token != nil {
		token.SetAuthHeader(sent)
	}
	response, err := t.Base.RoundTrip(sent)
	if err != nil {
		return nil, t.unreachable(err)
	}
	defer response.Body.Close()
	if response.ContentLength > 0 {
		buffer.Grow(int(min(response.ContentLength, t.Limits.MaxBytes)) + bytes.MinRead)
	}
	switch _, err = buffer.ReadFrom(io.LimitReader(response.Body, t.Limits.MaxBytes+1)); {
	case response.StatusCode < 200 || response.StatusCode > 299:
		// A truncated error message is better than none.
		return nil, t.refused(response, buffer.Bytes())
	case err != nil:
		return nil, t.broken(err)
	case int64(buffer.Len()) > t.Limits.MaxBytes:
		return nil, &failure{err: providers.Errorf(providers.Refused, "%s sent an answer of more than %d MB, which is not read.", t.Provider, t.Limits.MaxBytes>>20).Because(ErrTooLarge)}
	}
	return response, nil
}

// check lets the caller's decode verify the response, and sets the response's body.
func (t *transport) check(request *http.Request, response *http.Response, buffer *bytes.Buffer) *failure {
	response.Request = request // not the sent request, which contains the token
	if decode, ok := request.Context().Value(decoderKey{}).(func([]byte) error); ok {
		response.Body = http.NoBody
		return t.undecoded(decode(buffer.Bytes()))
	}
	if strings.Contains(response.Header.Get("Content-Type"), "json") && !json.Valid(buffer.Bytes()) {
		return t.broken(providers.ErrDamaged)
	}
	response.ContentLength, response.TransferEncoding = int64(buffer.Len()), nil
	response.Body = io.NopCloser(buffer)
	return nil
}

func (t *transport) undecoded(err error) *failure {
	var providerError *providers.Error
	var no *refusal
	switch {
	case err == nil:
		return nil
	case errors.As(err, &no):
		return t.refused(&http.Response{StatusCode: no.code}, no.body)
	case errors.As(err, &providerError):
		return &failure{err: providerError, again: providerError.Kind == providers.Temporary}
	}
	return t.broken(errors.Join(providers.ErrDamaged, err))
}

func (t *transport) unreachable(err error) *failure {
	providerError := providers.Errorf(providers.Temporary, "%s does not answer at the moment. Upslope will try again with the next sync.", t.Provider)
	return &failure{err: providerError.Because(errors.New(Scrub(err.Error()))), again: true}
}

func (t *transport) broken(err error) *failure {
	providerError := providers.Errorf(providers.Temporary, "%s sent an answer that was cut short or damaged. Upslope will try again with the next sync.", t.Provider)
	cause := errors.New(Scrub(err.Error()))
	if errors.Is(err, providers.ErrDamaged) {
		cause = fmt.Errorf("%w: %w", providers.ErrDamaged, cause)
	}
	return &failure{err: providerError.Because(cause), again: true}
}
