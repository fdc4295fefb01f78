package simulator

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"
)

// failure is an error response.
type failure struct {
	code       int
	status     string // canonical status, such as RESOURCE_EXHAUSTED
	reason     string // legacy reason, such as rateLimitExceeded
	message    string
	retryAfter time.Duration // sent as a header
	adsError   [2]string     // kind and code of a Google Ads error, such as queryError, UNRECOGNIZED_FIELD
}

func badRequest(message string) *failure {
	return &failure{code: http.StatusBadRequest, status: "INVALID_ARGUMENT", reason: "invalidParameter", message: message}
}

type googleError struct {
	Error googleErrorBody `json:"error"`
}

type googleErrorBody struct {
	Code    int               `json:"code"`
	Message string            `json:"message"`
	Errors  []googleErrorItem `json:"errors,omitempty"`
	Status  string            `json:"status,omitempty"`
	Details []any             `json:"details,omitempty"`
}

type googleErrorItem struct {
	Message string `json:"message"`
	Domain  string `json:"domain"`
	Reason  string `json:"reason"`
}

// writeGoogleError writes the error format of Search Console, Analytics and PageSpeed.
func writeGoogleError(w http.ResponseWriter, f failure) {
	body := googleErrorBody{Code: f.code, Message: f.message, Status: f.status}
	if f.reason != "" {
		body.Errors = []googleErrorItem{{Message: f.message, Domain: "global", Reason: f.reason}}
	}
	writeFailure(w, f, googleError{body})
}

func writeFailure(w http.ResponseWriter, f failure, body any) {
	if f.retryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(f.retryAfter/time.Second)))
	}
	if f.code == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="https://accounts.google.com/", error="invalid_token"`)
	}
	writeJSON(w, f.code, body)
}

// writeJSON responds with a body whose type cannot fail to encode.
func writeJSON(w http.ResponseWriter, code int, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	writeBody(w, code, "application/json; charset=UTF-8", text)
}

func writeBody(w http.ResponseWriter, code int, contentType string, body []byte) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(code)
	_, _ = w.Write(body) // the client may have disconnected
}
