package simulator

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"upslope/simulator/world"
)

// adsBatch is the number of rows in one element of a stream. Google's have up to ten thousand; fewer give
// tests several.
const adsBatch = 1_000

var adsPath = regexp.MustCompile(`^/v([0-9]+)/customers(?::(listAccessibleCustomers)|/([^/]+)/googleAds:(searchStream|search))$`)

// oldestAdsVersion is the oldest supported version of the Ads API.
const oldestAdsVersion = 20

// ads serves Google Ads; it returns false for other addresses.
func (s *Server) ads(w http.ResponseWriter, r *http.Request) bool {
	match := adsPath.FindStringSubmatch(r.URL.Path)
	if match == nil {
		return false
	}
	version, err := strconv.Atoi(match[1])
	var outdated *failure
	if err != nil || version < oldestAdsVersion {
		outdated = &failure{code: http.StatusBadRequest, status: "INVALID_ARGUMENT", adsError: [2]string{"requestError", "UNSUPPORTED_VERSION"}, message: "Version v" + match[1] + " is deprecated. Requests to this version will be blocked."}
	}
	failAs := func(array bool) func(http.ResponseWriter, failure) {
		return func(w http.ResponseWriter, f failure) { writeAdsError(w, f, match[1], array) }
	}
	switch {
	case match[2] != "" && r.Method == http.MethodGet:
		s.do(w, r, call{
			Source: sourceAds, Report: "listAccessibleCustomers", Page: 1, fail: failAs(false),
			allowed: func() *failure { return cmp.Or(s.authorizeBearer(r), outdated) },
			answer: func() ([]byte, *failure) {
				return encode(map[string][]string{"resourceNames": s.accessibleCustomers()})
			},
		})
	case match[3] != "" && r.Method == http.MethodPost:
		s.adsSearch(w, r, match[3], match[1], outdated, failAs(match[4] == "searchStream"), match[4] == "searchStream")
	default:
		return false
	}
	return true
}

// accessibleCustomers returns the customers shared directly with the credentials, not those below a manager.
func (s *Server) accessibleCustomers() []string {
	names := []string{}
	for _, w := range s.worlds {
		if w.Manager == "" {
			names = append(names, "customers/"+w.AdsID)
		}
	}
	if slices.ContainsFunc(s.worlds, func(w *world.World) bool { return w.Manager != "" }) {
		names = append(names, "customers/"+world.AgencyManager)
	}
	return names
}

func (s *Server) adsSearch(w http.ResponseWriter, r *http.Request, customer, version string, outdated *failure, fail func(http.ResponseWriter, failure), stream bool) {
	var request struct {
		Query     string `json:"query"`
		PageToken string `json:"pageToken"`
		PageSize  int    `json:"pageSize"`
	}
	invalid := cmp.Or(decode(r, &request), outdated)
	var query adsQuery
	if invalid == nil {
		query, invalid = parseGAQL(request.Query)
	}
	if invalid == nil && request.PageSize != 0 {
		invalid = &failure{code: 400, status: "INVALID_ARGUMENT", adsError: [2]string{"requestError", "PAGE_SIZE_NOT_SUPPORTED"}, message: "Setting the page size is not supported. Search Responses will have fixed page size of 10000 rows."}
	}
	start, err := strconv.Atoi(cmp.Or(request.PageToken, "0"))
	if invalid == nil && (err != nil || start < 0) {
		invalid = &failure{code: 400, status: "INVALID_ARGUMENT", adsError: [2]string{"requestError", "INVALID_PAGE_TOKEN"}, message: "Page token is invalid."}
	}
	c := call{Source: sourceAds, Property: customer, Report: query.resource, Page: 1 + start/10_000, fail: fail}
	if from, _, any, _ := query.days(-1<<30, 1<<30); any {
		c.Day = from.String()
	}
	c.allowed = func() *failure {
		if f := cmp.Or(s.authorizeCustomer(r, customer), invalid, query.check(customer == world.AgencyManager)); f != nil {
			return f
		}
		if _, ok, again := s.limits.take("ads", 1, adsOperations, day, s.config.Now()); !ok && !s.config.Unlimited {
			return &failure{code: http.StatusTooManyRequests, status: "RESOURCE_EXHAUSTED", adsError: [2]string{"quotaError", "RESOURCE_EXHAUSTED"}, message: "Too many requests. Retry in " + again.Round(time.Second).String() + ".", retryAfter: atLeastASecond(again)}
		}
		return nil
	}
	c.answer = func() ([]byte, *failure) {
		rows, f := s.adsRows(customer, query)
		if f != nil {
			return nil, f
		}
		if stream {
			return s.adsStream(c, query, rows, version)
		}
		page := adsPage{results: rows[min(start, len(rows)):], mask: query.mask(), total: strconv.Itoa(len(rows))}
		if len(page.results) > 10_000 {
			page.results, page.nextPage = page.results[:10_000], strconv.Itoa(start+10_000)
		}
		return page.append(nil), nil
	}
	s.do(w, r, c)
}

// adsStream splits rows into the elements of one array. A fault on a later page becomes the last element,
// after valid ones.
func (s *Server) adsStream(c call, query adsQuery, rows []adsRow, version string) ([]byte, *failure) {
	out := []byte{'['}
	for page := 1; len(rows) > 0 || page == 1; page++ {
		if page > 1 {
			out = append(out, ',')
			if f := s.faults.matchPage(c, page).failure(); f != nil {
				fault, failed := encode(adsErrorOf(*f, version))
				return append(append(out, fault...), ']'), failed
			}
		}
		n := min(adsBatch, len(rows))
		out = adsPage{results: rows[:n], mask: query.mask(), consumed: strconv.Itoa(50 + n)}.append(out)
		rows = rows[n:]
	}
	return append(out, ']'), nil
}

// authorizeCustomer checks the token and its access to the customer, through the manager if it has one.
func (s *Server) authorizeCustomer(r *http.Request, customer string) *failure {
	if f := s.authorizeBearer(r); f != nil {
		return f
	}
	if len(customer) != 10 || strings.Trim(customer, "0123456789") != "" {
		return &failure{code: http.StatusBadRequest, status: "INVALID_ARGUMENT", adsError: [2]string{"requestError", "INVALID_CUSTOMER_ID"}, message: "Invalid customer ID '" + customer + "'."}
	}
	login := r.Header.Get("login-customer-id")
	known := s.byAds[customer]
	switch {
	case customer == world.AgencyManager && oneOf(login, "", customer):
		return nil
	case known != nil && (login == known.Manager || known.Manager == "" && login == customer):
		return nil
	}
	return &failure{
		code: http.StatusForbidden, status: "PERMISSION_DENIED", adsError: [2]string{"authorizationError", "USER_PERMISSION_DENIED"},
		message: "User doesn't have permission to access customer. Note: If you're accessing a client customer, the manager's customer id must be set in the 'login-customer-id' header. See https://developers.google.com/google-ads/api/docs/concepts/call-structure#cid",
	}
}

type adsFailure struct {
	Type      string         `json:"@type"`
	Errors    []adsErrorItem `json:"errors"`
	RequestID string         `json:"requestId"`
}

type adsErrorItem struct {
	ErrorCode map[string]string `json:"errorCode"`
	Message   string            `json:"message"`
	Details   any               `json:"details,omitempty"`
}

func adsErrorOf(f failure, version string) googleError {
	message := map[string]string{
		"INVALID_ARGUMENT": "Request contains an invalid argument.", "PERMISSION_DENIED": "The caller does not have permission", "RESOURCE_EXHAUSTED": "Resource has been exhausted (e.g. check quota).", "INTERNAL": "Internal error encountered.",
	}[f.status]
	item := adsErrorItem{ErrorCode: map[string]string{cmp.Or(f.adsError[0], "requestError"): cmp.Or(f.adsError[1], "UNKNOWN")}, Message: f.message}
	if f.code == http.StatusTooManyRequests && f.retryAfter > 0 {
		item.Details = map[string]any{"quotaErrorDetails": map[string]string{"rateScope": "ACCOUNT", "rateName": "Operations", "retryDelay": fmt.Sprintf("%ds", int(f.retryAfter/time.Second))}}
	}
	return googleError{googleErrorBody{
		Code: f.code, Message: cmp.Or(message, f.message), Status: f.status,
		Details: []any{adsFailure{"type.googleapis.com/google.ads.googleads.v" + version + ".errors.GoogleAdsFailure", []adsErrorItem{item}, "SimulatedRequest0000"}},
	}}
}

// writeAdsError writes an error as an object, or for a stream as the only element of an array.
func writeAdsError(w http.ResponseWriter, f failure, version string, array bool) {
	f2 := f
	f2.retryAfter = 0 // Google Ads puts it into the details
	if array {
		writeFailure(w, f2, []googleError{adsErrorOf(f, version)})
		return
	}
	writeFailure(w, f2, adsErrorOf(f, version))
}

// textOf returns a value as text for comparison.
func textOf(value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	text, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return string(text)
}
