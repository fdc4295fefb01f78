package simulator

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"upslope/simulator/world"
)

const (
	minute = time.Minute
	hour   = time.Hour
	day    = 24 * time.Hour
)

func atLeastASecond(d time.Duration) time.Duration { return max(time.Second, d.Round(time.Second)) }

// analytics routes the Data API and the Admin API, which share a version prefix.
func (s *Server) analytics(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.Path, "/v1beta/")
	id, method, _ := strings.Cut(strings.TrimPrefix(path, "properties/"), ":")
	switch {
	case r.Method == http.MethodGet && path == "accountSummaries":
		s.accountSummaries(w, r)
	case !strings.HasPrefix(path, "properties/"):
		s.unknown(w, r)
	case r.Method == http.MethodPost && method == "runReport":
		s.runReport(w, r, id)
	case r.Method == http.MethodGet && strings.HasSuffix(path, "/metadata"):
		s.property(w, r, strings.TrimSuffix(id, "/metadata"), "metadata", func(w *world.World) any { return metadataOf(w) })
	case r.Method == http.MethodGet && strings.HasSuffix(path, "/dataStreams"):
		s.property(w, r, strings.TrimSuffix(id, "/dataStreams"), "dataStreams", func(w *world.World) any { return streamsOf(w) })
	case r.Method == http.MethodGet && method == "":
		s.property(w, r, id, "property", func(w *world.World) any { return propertyOf(w) })
	default:
		s.unknown(w, r)
	}
}

// authorizeProperty checks the token and its access to the property.
func (s *Server) authorizeProperty(r *http.Request, id string) *failure {
	if f := s.authorizeBearer(r); f != nil {
		return f
	}
	if _, err := strconv.ParseUint(id, 10, 63); err != nil {
		return badRequest("Invalid property ID: " + id + ". A numeric Property ID is required. To learn more about Property ID, see https://developers.google.com/analytics/devguides/reporting/data/v1/property-id.")
	}
	if s.byGA4[id] == nil {
		return &failure{code: http.StatusForbidden, status: "PERMISSION_DENIED", reason: "forbidden", message: "User does not have sufficient permissions for this property. To learn more about Property ID, see https://developers.google.com/analytics/devguides/reporting/data/v1/property-id."}
	}
	return nil
}

func (s *Server) runReport(w http.ResponseWriter, r *http.Request, id string) {
	var request reportRequest
	invalid := decode(r, &request)
	if world := s.byGA4[id]; invalid == nil && world != nil {
		invalid = request.check(s.today(world.Zone))
	}
	var left quotaLeft
	c := call{
		Source: sourceGA4, Property: id, Report: request.report(), Day: request.firstDay(), Page: 1 + int(request.Offset)/max(1, int(request.Limit)), fail: writeGoogleError,
		answer: func() ([]byte, *failure) { return encode(s.reportAnswer(s.byGA4[id], &request, left)) },
	}
	entered := false
	c.allowed = func() *failure {
		if f := s.authorizeProperty(r, id); f != nil {
			return f
		}
		if invalid != nil {
			return invalid
		}
		var f *failure
		left, entered, f = s.takeReport(id, request.cost())
		return f
	}
	c.release = func() {
		if entered {
			s.limits.leave("ga4 " + id)
		}
	}
	s.do(w, r, c)
}

// quotaLeft is a property's remaining quota after a request.
type quotaLeft struct{ cost, day, hour, concurrent int }

// takeReport takes one of the concurrent request slots and the request's tokens.
func (s *Server) takeReport(id string, cost int) (left quotaLeft, entered bool, f *failure) {
	left.cost = cost
	if s.config.Unlimited {
		left.day, left.hour, left.concurrent = ga4TokensPerDay, ga4TokensPerHour, ga4Concurrent
		return left, false, nil
	}
	exhausted := func(what string) *failure {
		return &failure{code: http.StatusTooManyRequests, status: "RESOURCE_EXHAUSTED", reason: "rateLimitExceeded", message: fmt.Sprintf("Exhausted %s. To learn more about quotas, see https://developers.google.com/analytics/devguides/reporting/data/v1/quotas.", what)}
	}
	if left.concurrent, entered = s.limits.enter("ga4 "+id, ga4Concurrent); !entered {
		return left, false, exhausted("concurrent requests quota. Please send fewer requests concurrently")
	}
	var ok bool
	now := s.config.Now()
	if left.hour, ok, _ = s.limits.take("ga4 hour "+id, cost, ga4TokensPerHour, hour, now); !ok {
		return left, true, exhausted("property tokens per hour. These quota tokens will return in under an hour")
	}
	if left.day, ok, _ = s.limits.take("ga4 day "+id, cost, ga4TokensPerDay, day, now); !ok {
		return left, true, exhausted("property tokens per day. These quota tokens will return in under 24 hours")
	}
	return left, true, nil
}

// The property's dimensions and metrics.
func ga4Dimensions() []string {
	return []string{"date", "landingPage", "landingPagePlusQueryString", "hostName", "sessionDefaultChannelGroup", "sessionSource", "deviceCategory", "currencyCode"}
}

func ga4Metrics() map[string]string {
	return map[string]string{
		"sessions": "TYPE_INTEGER", "engagedSessions": "TYPE_INTEGER", "totalUsers": "TYPE_INTEGER", "activeUsers": "TYPE_INTEGER", "keyEvents": "TYPE_FLOAT", "conversions": "TYPE_FLOAT",
		"ecommercePurchases": "TYPE_INTEGER", "transactions": "TYPE_INTEGER", "totalRevenue": "TYPE_CURRENCY", "purchaseRevenue": "TYPE_CURRENCY", "engagementRate": "TYPE_FLOAT",
	}
}

// int64Text is a number encoded as a string in JSON, which some clients send as a number.
type int64Text int64

// UnmarshalJSON accepts both.
func (n *int64Text) UnmarshalJSON(text []byte) error {
	value, err := strconv.ParseInt(strings.Trim(string(text), `"`), 10, 64)
	*n = int64Text(value)
	return err
}

type reportRequest struct {
	Dimensions []struct {
		Name string `json:"name"`
	} `json:"dimensions"`
	Metrics []struct {
		Name string `json:"name"`
	} `json:"metrics"`
	DateRanges []struct {
		StartDate string `json:"startDate"`
		EndDate   string `json:"endDate"`
	} `json:"dateRanges"`
	DimensionFilter     *filterExpression `json:"dimensionFilter"`
	Offset              int64Text         `json:"offset"`
	Limit               int64Text         `json:"limit"`
	MetricAggregations  []string          `json:"metricAggregations"`
	OrderBys            []orderBy         `json:"orderBys"`
	ReturnPropertyQuota bool              `json:"returnPropertyQuota"`
	KeepEmptyRows       bool              `json:"keepEmptyRows"` // ignored: there are no empty rows
	CurrencyCode        string            `json:"currencyCode"`  // ignored: the property's currency counts

	from, to world.Day
}

func (q *reportRequest) report() string {
	names := make([]string, len(q.Dimensions))
	for i, dimension := range q.Dimensions {
		names[i] = dimension.Name
	}
	return strings.Join(names, ",")
}

func (q *reportRequest) firstDay() string {
	if len(q.DateRanges) == 0 {
		return ""
	}
	return q.DateRanges[0].StartDate
}

// cost returns the tokens, which grow with dimensions and days.
func (q *reportRequest) cost() int {
	return 1 + len(q.Dimensions) + int(q.to-q.from)/10
}

// check applies defaults to the request and validates it.
func (q *reportRequest) check(today world.Day) *failure {
	if len(q.Metrics) == 0 || len(q.Metrics) > 10 || len(q.Dimensions) > 9 {
		return badRequest("A report request has 1 to 10 metrics and at most 9 dimensions.")
	}
	if len(q.DateRanges) != 1 {
		return badRequest("This simulator reads reports of exactly one date range.")
	}
	for _, dimension := range q.Dimensions {
		if !slices.Contains(ga4Dimensions(), dimension.Name) {
			return badRequest("Field " + dimension.Name + " is not a valid dimension. For a list of valid dimensions and metrics, see https://developers.google.com/analytics/devguides/reporting/data/v1/api-schema ")
		}
	}
	for _, metric := range q.Metrics {
		if ga4Metrics()[metric.Name] == "" {
			return badRequest("Field " + metric.Name + " is not a valid metric. For a list of valid dimensions and metrics, see https://developers.google.com/analytics/devguides/reporting/data/v1/api-schema ")
		}
	}
	if f := q.DimensionFilter.check(); f != nil {
		return f
	}
	var ok, okToo bool
	q.from, ok = relativeDay(q.DateRanges[0].StartDate, today)
	q.to, okToo = relativeDay(q.DateRanges[0].EndDate, today)
	if !ok || !okToo || q.from > q.to {
		return badRequest("Invalid dateRange: startDate and endDate must be YYYY-MM-DD, NdaysAgo, yesterday or today, and in order.")
	}
	if q.Limit == 0 {
		q.Limit = 10_000
	}
	q.Limit = min(q.Limit, ga4RowLimit) // a larger limit is accepted, but capped
	if q.Limit < 0 || q.Offset < 0 {
		return badRequest("Limit and offset must not be negative.")
	}
	return nil
}

func relativeDay(text string, today world.Day) (world.Day, bool) {
	switch text {
	case "today":
		return today, true
	case "yesterday":
		return today - 1, true
	}
	if ago, found := strings.CutSuffix(text, "daysAgo"); found {
		n, err := strconv.Atoi(ago)
		return today - world.Day(n), err == nil
	}
	day, err := world.ParseDay(text)
	return day, err == nil
}
