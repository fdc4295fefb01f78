package simulator

import (
	"fmt"
	"net/http"
	"regexp"
	"sync"
	"time"
)

// Kinds of fault.
const (
	TooMany      = "429"
	QuotaUsedUp  = "403"
	ServerError  = "500"
	Slow         = "slow"
	Truncated    = "truncated"
	ExpiredPage  = "expired_page_token"
	InvalidGrant = "invalid_grant"
)

// Fault is a rule: matching requests get its response instead of their own. An empty field matches
// everything.
type Fault struct {
	Source   string  `json:"source"`   // gsc, ga4, ga4admin, gads, bing, semrush, pagespeed or token
	Property string  `json:"property"` // for example sc-domain:example.com
	Match    string  `json:"match"`    // regular expression on "report day": query,page 2026-11-01
	Page     int     `json:"page"`     // 1 is the first
	Request  int     `json:"request"`  // of its source, from 1, since the counters were cleared
	Every    int     `json:"every"`    // every nth matching request
	Times    int     `json:"times"`    // maximum uses; 0 unlimited
	Kind     string  `json:"fault"`    // 429, 403, 500, slow, truncated, expired_page_token or invalid_grant
	Seconds  float64 `json:"seconds"`  // slow: the delay; 429: Retry-After, 0 none
}

// faults holds the current rules.
type faults struct {
	mu    sync.Mutex
	rules []*rule
}

type rule struct {
	Fault
	match            *regexp.Regexp
	matched, applied int
}

func (f *faults) set(list []Fault) error {
	rules := make([]*rule, len(list))
	for i, fault := range list {
		switch fault.Kind {
		case TooMany, QuotaUsedUp, ServerError, Slow, Truncated, ExpiredPage, InvalidGrant:
		default:
			return fmt.Errorf("rule %d: %q is not a fault", i+1, fault.Kind)
		}
		match, err := regexp.Compile(fault.Match)
		if err != nil {
			return fmt.Errorf("rule %d: match: %w", i+1, err)
		}
		rules[i] = &rule{Fault: fault, match: match}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rules = rules
	return nil
}

// match returns the first rule that matches the n-th call of its source.
func (f *faults) match(c call, n int) *Fault { return f.find(c, n, false) }

// matchPage is match for a later page of one response: only rules with a page match.
func (f *faults) matchPage(c call, page int) *Fault {
	c.Page = page
	return f.find(c, 0, true)
}

func (f *faults) find(c call, n int, paged bool) *Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, r := range f.rules {
		if paged && r.Page == 0 || r.Source != "" && r.Source != c.Source || r.Property != "" && r.Property != c.Property || r.Page != 0 && r.Page != c.Page ||
			r.Request != 0 && r.Request != n || r.Times != 0 && r.applied >= r.Times || !r.match.MatchString(c.Report+" "+c.Day) {
			continue
		}
		r.matched++
		if r.Every > 1 && r.matched%r.Every != 0 {
			continue
		}
		r.applied++
		fault := r.Fault
		return &fault
	}
	return nil
}

// failure returns the fault's error response, or nil when the call continues.
func (f *Fault) failure() *failure {
	if f == nil {
		return nil
	}
	switch f.Kind {
	case TooMany:
		return &failure{code: http.StatusTooManyRequests, status: "RESOURCE_EXHAUSTED", reason: "rateLimitExceeded", adsError: [2]string{"quotaError", "RESOURCE_TEMPORARILY_EXHAUSTED"}, message: "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute'. Try again later.", retryAfter: time.Duration(f.Seconds * float64(time.Second))}
	case QuotaUsedUp:
		return &failure{code: http.StatusForbidden, status: "PERMISSION_DENIED", reason: "quotaExceeded", adsError: [2]string{"quotaError", "RESOURCE_EXHAUSTED"}, message: "Quota exceeded: the daily limit is used up."}
	case ServerError:
		return &failure{code: http.StatusInternalServerError, status: "INTERNAL", reason: "backendError", adsError: [2]string{"internalError", "INTERNAL_ERROR"}, message: "An internal error has occurred. Please try again later."}
	case ExpiredPage:
		return &failure{code: http.StatusBadRequest, status: "INVALID_ARGUMENT", reason: "invalidParameter", adsError: [2]string{"requestError", "EXPIRED_PAGE_TOKEN"}, message: "The page token has expired."}
	case InvalidGrant:
		return &failure{code: http.StatusBadRequest, status: "invalid_grant", message: "Token has been expired or revoked."}
	}
	return nil
}
