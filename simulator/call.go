package simulator

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// The sources named in rules and counters.
const (
	sourceToken     = "token"
	sourceAdmin     = "ga4admin"
	sourceGSC       = "gsc"
	sourceGA4       = "ga4"
	sourceAds       = "gads"
	sourceBing      = "bing"
	sourceSemrush   = "semrush"
	sourcePageSpeed = "pagespeed"
)

// call is one request as seen by rules and counters.
type call struct {
	Source   string
	Property string
	Report   string // dimensions, resource of a query, type of report, or end of the path
	Day      string // first day of the range
	Page     int    // 1 is the first

	contentType string                                 // of a successful response; default JSON
	fail        func(w http.ResponseWriter, f failure) // writes a failure in the provider's format
	allowed     func() *failure                        // checks credentials and limits; nil: always allowed
	answer      func() ([]byte, *failure)              // the successful response
	release     func()                                 // runs after the response; may be nil
}

// do serves a call: it counts it, applies a fault, checks credentials and limits, and responds.
func (s *Server) do(w http.ResponseWriter, r *http.Request, c call) {
	n := s.counts.begin(c, s.config.Now())
	fault := s.faults.match(c, n)
	if fault != nil && fault.Kind == Slow {
		wait(r.Context(), time.Duration(fault.Seconds*float64(time.Second)))
	}
	f := fault.failure()
	if f == nil {
		f = c.allowed()
		if c.release != nil {
			defer c.release()
		}
	}
	var body []byte
	if f == nil {
		body, f = c.answer()
	}
	if f != nil {
		s.counts.end(c, f.code, 0)
		c.fail(w, *f)
		return
	}
	s.counts.end(c, http.StatusOK, len(body))
	if c.contentType == "" {
		c.contentType = "application/json; charset=UTF-8"
	}
	if fault != nil && fault.Kind == Truncated {
		w.Header().Set("Content-Type", c.contentType)
		w.WriteHeader(http.StatusOK)
		_, _ = w.Write(body[:len(body)*2/3])
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler) // cuts the connection before the announced length
	}
	writeBody(w, http.StatusOK, c.contentType, body)
}

func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// decode parses the body of a request. Like Google, it rejects undocumented fields.
func decode(r *http.Request, into any) *failure {
	decoder := json.NewDecoder(http.MaxBytesReader(nil, r.Body, 1<<20))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return badRequest("Invalid JSON payload received. " + err.Error())
	}
	return nil
}

// encode encodes the body of a successful response.
func encode(answer any) ([]byte, *failure) {
	body, err := json.Marshal(answer)
	if err != nil {
		return nil, &failure{code: http.StatusInternalServerError, status: "INTERNAL", reason: "backendError", message: err.Error()}
	}
	return body, nil
}

// authorizeBearer checks the request's access token.
func (s *Server) authorizeBearer(r *http.Request) *failure {
	token, found := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if found && (s.config.StaticToken != "" && token == s.config.StaticToken || s.tokens.isValid(token, s.config.Now())) {
		return nil
	}
	return &failure{
		code: http.StatusUnauthorized, status: "UNAUTHENTICATED", reason: "authError", adsError: [2]string{"authenticationError", "OAUTH_TOKEN_EXPIRED"},
		message: "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.",
	}
}
