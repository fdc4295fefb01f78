package trackers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"upslope"
)

const maxAnswer = 1 << 20

// caller calls the API of a system.
type caller struct {
	client *http.Client
	name   string // of the system
}

// refusal is an answer that is no success.
type refusal struct {
	status int
	text   string // what it said, shortened
}

// Error implements error.
func (r *refusal) Error() string { return fmt.Sprintf("answered %d: %s", r.status, r.text) }

// call sends in as JSON, unless it is nil, and reads the answer into out. Its Error is about the token or an
// outage, for the owner; what depends on the request is a refusal.
func (c caller) call(ctx context.Context, method, address string, header http.Header, in, out any) error {
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return fmt.Errorf("encode a request to %s: %w", c.name, err)
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return fmt.Errorf("make a request to %s: %w", c.name, err)
	}
	request.Header = header.Clone()
	request.Header.Set("User-Agent", "Upslope")
	request.Header.Set("Content-Type", "application/json")
	response, err := c.client.Do(request)
	if err != nil {
		return c.unavailable()
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	switch status := response.StatusCode; {
	case err != nil, status == http.StatusTooManyRequests, status >= http.StatusInternalServerError,
		status == http.StatusForbidden && response.Header.Get("X-Ratelimit-Remaining") == "0":
		return c.unavailable()
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return upslope.FieldErrorf("token", "%s does not accept this token. Create a new one that may read and create issues.", c.name)
	case status < 200 || status > 299:
		return &refusal{status, shortened(string(text))}
	}
	if err := json.Unmarshal(text, out); err != nil {
		return c.unavailable()
	}
	return nil
}

func (c caller) unavailable() error {
	return upslope.Errorf(upslope.Unavailable, "%s did not answer. Try again in a minute.", c.name)
}

// explain turns a refusal of a new issue into an Error for people.
func (c caller) explain(err error) error {
	if refused, is := errors.AsType[*refusal](err); is {
		return upslope.Errorf(upslope.Unprocessable, "%s did not take the issue: it %v", c.name, refused)
	}
	return err
}

// isMissing reports whether what was asked for does not exist, or not for this token.
func isMissing(err error) bool {
	refused, is := errors.AsType[*refusal](err)
	return is && (refused.status == http.StatusNotFound || refused.status == http.StatusGone)
}

func shortened(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > 200 {
		return string(runes[:200]) + "…"
	}
	return text
}
