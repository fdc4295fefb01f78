package remote

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Answer is a provider's error response, without secrets.
type Answer struct { //nolint:errname // an answer first, an error only as the cause of one
	Code    int      // HTTP status code
	Status  string   // Google's, such as INVALID_ARGUMENT, or OAuth's, such as invalid_grant; "" if missing
	Reasons []string // all nested reasons and codes, such as rateLimitExceeded or RESOURCE_EXHAUSTED
	Message string   // at most a few hundred characters, on one line
	Wait    time.Duration
}

// Error returns the provider's message.
func (a *Answer) Error() string {
	return fmt.Sprintf("HTTP %d %s %v: %s", a.Code, a.Status, a.Reasons, a.Message)
}

// Has reports whether the status or a reason is one of these.
func (a *Answer) Has(reasons ...string) bool {
	return slices.ContainsFunc(reasons, func(reason string) bool { return a.Status == reason || slices.Contains(a.Reasons, reason) })
}

// googleError covers both the old and the new error format of Google's APIs.
type googleError struct {
	Message string `json:"message"`
	Status  string `json:"status"`
	Errors  []struct {
		Reason  string `json:"reason"`
		Message string `json:"message"`
	} `json:"errors"`
	Details []struct {
		Reason     string     `json:"reason"`     // ErrorInfo
		RetryDelay string     `json:"retryDelay"` // RetryInfo
		Errors     []struct { // Google Ads
			ErrorCode map[string]string `json:"errorCode"`
			Message   string            `json:"message"`
			Details   struct {
				QuotaErrorDetails struct {
					RetryDelay string `json:"retryDelay"`
				} `json:"quotaErrorDetails"`
			} `json:"details"`
		} `json:"errors"`
	} `json:"details"`
}

// parseAnswer parses an error body: Google's object, the same in an array, OAuth's or Microsoft's format,
// plain text or HTML.
func parseAnswer(code int, header http.Header, body []byte, now time.Time) *Answer {
	answer := &Answer{Code: code, Wait: retryAfter(header.Get("Retry-After"), now)}
	body = bytes.TrimSpace(body)
	var several []json.RawMessage
	if json.Unmarshal(body, &several) == nil && len(several) > 0 {
		body = several[0]
	}
	var envelope struct {
		Error       json.RawMessage `json:"error"`
		Description string          `json:"error_description"`
		ErrorCode   *int            `json:"ErrorCode"` // Microsoft's
		Message     string          `json:"Message"`
	}
	if json.Unmarshal(body, &envelope) == nil && envelope.ErrorCode != nil {
		answer.because(fmt.Sprintf("ErrorCode %d", *envelope.ErrorCode))
		answer.Message = sentence(envelope.Message)
	} else if len(envelope.Error) > 0 {
		var google googleError
		if json.Unmarshal(envelope.Error, &answer.Status) == nil { // {"error": "invalid_grant"}
			answer.Message = sentence(envelope.Description)
		} else if json.Unmarshal(envelope.Error, &google) == nil {
			answer.google(&google)
		}
	} else if !bytes.HasPrefix(body, []byte("<")) && !bytes.HasPrefix(body, []byte("{")) {
		answer.Message = sentence(string(body[:min(len(body), 4096)]))
	}
	if answer.Message == "" {
		answer.Message = http.StatusText(code)
	}
	return answer
}

func (a *Answer) google(google *googleError) {
	a.Status, a.Message = google.Status, google.Message
	for _, detail := range google.Errors {
		a.because(detail.Reason)
	}
	for _, detail := range google.Details {
		a.because(detail.Reason)
		a.wait(detail.RetryDelay)
		for _, of := range detail.Errors {
			for _, code := range of.ErrorCode {
				a.because(code)
			}
			a.wait(of.Details.QuotaErrorDetails.RetryDelay)
			if of.Message != "" {
				a.Message = of.Message // the outer message only says that the request is invalid
			}
		}
	}
	a.Message = sentence(a.Message)
}

func (a *Answer) because(reason string) {
	if reason != "" && !slices.Contains(a.Reasons, reason) {
		a.Reasons = append(a.Reasons, reason)
	}
}

// wait parses a delay like "3.5s" and keeps the longest.
func (a *Answer) wait(delay string) {
	if retryDelay, err := time.ParseDuration(delay); err == nil {
		a.Wait = max(a.Wait, retryDelay)
	}
}

// retryAfter parses the Retry-After header: seconds or a date.
func retryAfter(value string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil {
		return time.Duration(max(0, min(seconds, 30*24*3600)) * float64(time.Second))
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}
