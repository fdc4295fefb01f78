package trackers

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"upslope"
)

const (
	maxAnswer    = 1 << 20
	maxRedirects = 3
	// shortestWait is also that of a limit that says nothing of its end, as GitHub documents.
	shortestWait, longestWait = time.Minute, time.Hour
)

// caller calls the API of a system.
type caller struct {
	client *http.Client
	name   string // of the system
}

// reply is an answer that was read.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// refusal is an answer that is no success.
type refusal struct {
	reply
	text string // what it said, shortened
}

// Error implements error.
func (r *refusal) Error() string { return fmt.Sprintf("answered %d: %s", r.status, r.text) }

// busy is an Error of a system that allows no more requests for a while.
type busy struct {
	error
	wait time.Duration
}

// Unwrap returns the Error.
func (b *busy) Unwrap() error { return b.error }

// call sends in as JSON, unless it is nil, and reads the answer into out. Its Error is about the token or an
// outage, for the owner; what depends on the request is a refusal.
func (c caller) call(ctx context.Context, method, address string, header http.Header, in, out any) error {
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return fmt.Errorf("encode a request to %s: %w", c.name, err)
		}
	}
	said, err := c.send(ctx, method, address, header, body)
	if err != nil {
		return err
	}
	switch status := said.status; {
	case said.isLimit():
		return c.busy(said.header)
	case status >= http.StatusInternalServerError:
		return c.unavailable()
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return upslope.FieldErrorf("token", "%s does not accept this token. Create a new one that may read and create issues.", c.name)
	case status < 200 || status > 299:
		return &refusal{said, shortened(reason(said.body))}
	}
	if err := json.Unmarshal(said.body, out); err != nil {
		return c.unavailable()
	}
	return nil
}

// send sends a request, and follows redirects within the system: GitHub redirects to what was renamed or
// transferred.
func (c caller) send(ctx context.Context, method, address string, header http.Header, body []byte) (reply, error) {
	for redirects := 0; ; redirects++ {
		request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
		if err != nil {
			return reply{}, fmt.Errorf("make a request to %s: %w", c.name, err)
		}
		request.Header = header.Clone()
		request.Header.Set("User-Agent", "Upslope")
		request.Header.Set("Content-Type", "application/json")
		response, err := c.client.Do(request)
		if err != nil {
			return reply{}, c.unavailable()
		}
		text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
		_ = response.Body.Close()
		if err != nil {
			return reply{}, c.unavailable()
		}
		to := redirected(request, response)
		if to == "" || redirects == maxRedirects {
			return reply{response.StatusCode, response.Header, text}, nil
		}
		address = to
	}
}

// redirected is the address that an answer redirects a request to; "" if none, or not with the token and the
// method.
func redirected(request *http.Request, response *http.Response) string {
	switch response.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound:
		if request.Method != http.MethodGet {
			return ""
		}
	case http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		return ""
	}
	to, err := response.Location()
	if err != nil || to.Scheme != request.URL.Scheme || to.Host != request.URL.Host {
		return ""
	}
	return to.String()
}

// isLimit reports whether a limit of requests is reached. GitHub answers 403 for its limits, with one of
// three signs.
func (r reply) isLimit() bool {
	switch r.status {
	case http.StatusTooManyRequests:
		return true
	case http.StatusForbidden:
		return r.header.Get("X-Ratelimit-Remaining") == "0" || r.header.Get("Retry-After") != "" || bytes.Contains(r.body, []byte("rate limit"))
	case http.StatusServiceUnavailable:
		return r.header.Get("Retry-After") != ""
	}
	return false
}

// busy is the Error of a limit that is reached, with how long the answer asks to wait.
func (c caller) busy(header http.Header) error {
	wait := shortestWait
	if seconds, err := strconv.Atoi(header.Get("Retry-After")); err == nil {
		wait = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(header.Get("Retry-After")); err == nil {
		wait = time.Until(at)
	} else if reset, err := strconv.ParseInt(header.Get("X-Ratelimit-Reset"), 10, 64); err == nil {
		wait = time.Until(time.Unix(reset, 0))
	}
	wait = min(max(wait, shortestWait), longestWait)
	minutes := "a minute"
	if wait > time.Minute {
		minutes = fmt.Sprintf("%d minutes", (wait+time.Minute-1)/time.Minute)
	}
	return &busy{upslope.Errorf(upslope.Unavailable, "%s allows no more requests at the moment. Try again in %s.", c.name, minutes), wait}
}

// reason is what an answer gives as the reason of a refusal: GitHub and Jira say it in fields of their own.
func reason(text []byte) string {
	var said struct {
		Message  string          `json:"message"`
		Messages []string        `json:"errorMessages"`
		Errors   json.RawMessage `json:"errors"`
	}
	if json.Unmarshal(text, &said) != nil {
		return string(text)
	}
	parts := append([]string{said.Message}, said.Messages...)
	var byField map[string]string                    // Jira's
	var list []struct{ Field, Code, Message string } // GitHub's
	if json.Unmarshal(said.Errors, &byField) == nil {
		for _, field := range slices.Sorted(maps.Keys(byField)) {
			parts = append(parts, field+": "+byField[field])
		}
	} else if json.Unmarshal(said.Errors, &list) == nil {
		for _, one := range list {
			parts = append(parts, strings.TrimSpace(one.Field+" "+cmp.Or(one.Message, one.Code)))
		}
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	if len(parts) == 0 {
		return string(text)
	}
	return strings.Join(parts, "; ")
}

func (c caller) unavailable() error {
	return upslope.Errorf(upslope.Unavailable, "%s did not answer. Try again in a minute.", c.name)
}

// explain turns a refusal of a new issue into an Error for people.
func (c caller) explain(err error) error {
	if refused, is := errors.AsType[*refusal](err); is {
		if refused.status >= 300 && refused.status < 400 {
			return upslope.Errorf(upslope.Unprocessable, "%s says that the project has moved. Disconnect the tracker, and connect it at its new address.", c.name)
		}
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
