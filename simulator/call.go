package simulator

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// The sources that rules and counters name.
const (
	sourceToken     = "token"
	sourceAdmin     = "ga4admin"
	sourceGSC       = "gsc"
	sourceGA4       = "ga4"
	sourceAds       = "gads"
	sourceSemrush   = "semrush"
	sourcePageSpeed = "pagespeed"
)

// call is one request, as rules and counters see it.
type call struct {
	Source   string
	Property string
	Report   string // dimensions, the resource of a query, the type of a report, or the end of the path
	Day      string // the first of the range
	Page     int    // 1 is the first

	contentType string                                 // of a good answer; JSON unless given
	fail        func(w http.ResponseWriter, f failure) // writes a failure as the provider does
	allowed     func() *failure                        // whether credentials and limits allow it; nil: yes
	answer      func() ([]byte, *failure)              // the good answer
	release     func()                                 // after the answer; may be nil
}

// do answers a call: it is counted, a fault may take its place, then credentials and limits are checked, then
// it is answered.
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
		panic(http.ErrAbortHandler) // the connection is cut: what was announced never comes
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

// decode reads the body of a request. A field that is not documented is refused, as Google does.
func decode(r *http.Request, into any) *failure {
	decoder := json.NewDecoder(http.MaxBytesReader(nil, r.Body, 1<<20))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return badRequest("Invalid JSON payload received. " + err.Error())
	}
	return nil
}

// encode makes the body of a good answer.
func encode(answer any) ([]byte, *failure) {
	body, err := json.Marshal(answer)
	if err != nil {
		return nil, &failure{code: http.StatusInternalServerError, status: "INTERNAL", reason: "backendError", message: err.Error()}
	}
	return body, nil
}

// authorizeBearer is whether the request has an access token that is good at the moment.
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
