package simulator

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"upslope/simulator/world"
)

// UnverifiedSite is listed, but not accessible.
const UnverifiedSite = "https://unverified.example/"

// gscLag is the number of days until Search Console's figures of a day are final.
const gscLag = 3

// searchConsole routes on the escaped path, because a site id is a URL or contains a colon.
func (s *Server) searchConsole(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.TrimPrefix(r.URL.EscapedPath(), "/webmasters/v3/"), "/")
	switch {
	case r.Method == http.MethodGet && len(parts) == 1 && parts[0] == "sites":
		s.do(w, r, call{Source: sourceGSC, Report: "sites", Page: 1, fail: writeGoogleError, allowed: func() *failure { return s.authorizeBearer(r) }, answer: s.siteList})
	case r.Method == http.MethodGet && len(parts) == 2 && parts[0] == "sites":
		site, err := url.PathUnescape(parts[1])
		s.do(w, r, call{
			Source: sourceGSC, Property: site, Report: "site", Page: 1, fail: writeGoogleError,
			allowed: func() *failure { return s.authorizeSite(r, site, err) },
			answer:  func() ([]byte, *failure) { return encode(siteEntry{site, "siteFullUser"}) },
		})
	case r.Method == http.MethodPost && len(parts) == 4 && parts[0] == "sites" && parts[2] == "searchAnalytics" && parts[3] == "query":
		site, err := url.PathUnescape(parts[1])
		s.searchQuery(w, r, site, err)
	default:
		s.unknown(w, r)
	}
}

type siteEntry struct {
	Site  string `json:"siteUrl"`
	Level string `json:"permissionLevel"`
}

func (s *Server) siteList() ([]byte, *failure) {
	list := struct {
		Entries []siteEntry `json:"siteEntry"`
	}{}
	for _, w := range s.worlds {
		list.Entries = append(list.Entries, siteEntry{w.GSCSite, "siteFullUser"})
	}
	list.Entries = append(list.Entries, siteEntry{UnverifiedSite, "siteUnverifiedUser"})
	return encode(list)
}

func (s *Server) authorizeSite(r *http.Request, site string, err error) *failure {
	if err != nil {
		return badRequest("Invalid site: " + err.Error())
	}
	if f := s.authorizeBearer(r); f != nil {
		return f
	}
	if s.byGSC[site] == nil {
		return &failure{code: http.StatusForbidden, status: "PERMISSION_DENIED", reason: "forbidden", message: "User does not have sufficient permission for site '" + site + "'. See also: https://support.google.com/webmasters/answer/2451999."}
	}
	return nil
}

// searchRequest is the body of a query; missing numbers have the documented defaults.
type searchRequest struct {
	StartDate       string        `json:"startDate"`
	EndDate         string        `json:"endDate"`
	Dimensions      []string      `json:"dimensions"`
	Type            string        `json:"type"`
	SearchType      string        `json:"searchType"` // former name of type
	FilterGroups    []filterGroup `json:"dimensionFilterGroups"`
	AggregationType string        `json:"aggregationType"`
	RowLimit        *int          `json:"rowLimit"`
	StartRow        int           `json:"startRow"`
	DataState       string        `json:"dataState"`

	from, to world.Day
	limit    int
	byPage   bool
	filters  []filter
}

type searchResponse struct {
	Rows            []searchRow     `json:"rows,omitempty"`
	AggregationType string          `json:"responseAggregationType"`
	Metadata        *searchMetadata `json:"metadata,omitempty"`
}

type searchRow struct {
	Keys        []string `json:"keys,omitempty"`
	Clicks      int      `json:"clicks"`
	Impressions int      `json:"impressions"`
	CTR         float64  `json:"ctr"`
	Position    float64  `json:"position"`
}

type searchMetadata struct {
	FirstIncompleteDate string `json:"first_incomplete_date"`
}

func (s *Server) searchQuery(w http.ResponseWriter, r *http.Request, site string, pathErr error) {
	var request searchRequest
	invalid := decode(r, &request)
	if invalid == nil {
		invalid = request.check()
	}
	s.do(w, r, call{
		Source: sourceGSC, Property: site, Report: strings.Join(request.Dimensions, ","), Day: request.StartDate, Page: 1 + request.StartRow/max(1, request.limit), fail: writeGoogleError,
		allowed: func() *failure {
			if f := s.authorizeSite(r, site, pathErr); f != nil {
				return f
			}
			if invalid != nil {
				return invalid
			}
			if _, ok, _ := s.limits.take("gsc "+site, 1, gscPerMinute, minute, s.config.Now()); !ok && !s.config.Unlimited {
				return &failure{code: http.StatusTooManyRequests, status: "RESOURCE_EXHAUSTED", reason: "rateLimitExceeded", message: "Quota exceeded for quota metric 'Search Analytics queries' and limit 'Search Analytics queries per minute per site'."}
			}
			return nil
		},
		answer: func() ([]byte, *failure) { return encode(s.searchAnswer(s.byGSC[site], &request)) },
	})
}

// check applies defaults to the request and validates it.
func (q *searchRequest) check() *failure {
	var err error
	if q.from, err = world.ParseDay(q.StartDate); err != nil {
		return badRequest("Request contains an invalid argument: startDate must be YYYY-MM-DD.")
	}
	if q.to, err = world.ParseDay(q.EndDate); err != nil {
		return badRequest("Request contains an invalid argument: endDate must be YYYY-MM-DD.")
	}
	if q.from > q.to {
		return badRequest("Request contains an invalid argument: startDate is after endDate.")
	}
	q.limit = 1000
	if q.RowLimit != nil {
		q.limit = *q.RowLimit
	}
	if q.limit < 1 || q.limit > gscRowLimit {
		return badRequest("Invalid value at 'row_limit': must be within the range of [1, 25000].")
	}
	if q.StartRow < 0 {
		return badRequest("Invalid value at 'start_row': must not be negative.")
	}
	if q.Type == "" {
		q.Type = q.SearchType
	}
	if !oneOf(q.Type, "", "web", "image", "video", "news", "discover", "googleNews") {
		return badRequest("Invalid value at 'type' (" + q.Type + ").")
	}
	if !oneOf(q.DataState, "", "final", "all", "FINAL", "ALL") {
		return badRequest("Invalid value at 'data_state' (" + q.DataState + ").")
	}
	for i, dimension := range q.Dimensions {
		dimension = strings.ToLower(dimension)
		if !oneOf(dimension, "date", "query", "page", "device", "country") || slices.Contains(q.Dimensions[:i], dimension) {
			return badRequest("Invalid value at 'dimensions' (" + dimension + ").")
		}
		q.Dimensions[i] = dimension
	}
	var f *failure
	if q.filters, f = filtersOf(q.FilterGroups); f != nil {
		return f
	}
	q.byPage = q.has("page") || strings.EqualFold(q.AggregationType, "byPage") || slices.ContainsFunc(q.filters, func(f filter) bool { return f.dimension == "page" })
	if q.byPage && strings.EqualFold(q.AggregationType, "byProperty") {
		return badRequest("Invalid argument: aggregationType byProperty cannot be used when grouping or filtering by page.")
	}
	if !oneOf(strings.ToLower(q.AggregationType), "", "auto", "bypage", "byproperty") {
		return badRequest("Invalid value at 'aggregation_type' (" + q.AggregationType + ").")
	}
	return nil
}

func (q *searchRequest) has(dimension string) bool { return slices.Contains(q.Dimensions, dimension) }

func oneOf(word string, words ...string) bool { return slices.Contains(words, word) }

// searchAnswer returns one page of rows. It includes days that are not final only with dataState all, and
// marks them.
func (s *Server) searchAnswer(w *world.World, q *searchRequest) searchResponse {
	response := searchResponse{AggregationType: "byProperty"}
	if q.byPage {
		response.AggregationType = "byPage"
	}
	if q.Type != "" && q.Type != "web" {
		return response
	}
	final := s.today("America/Los_Angeles") - gscLag
	last := final
	if strings.EqualFold(q.DataState, "all") {
		last = final + gscLag - 1
		if q.has("date") && q.to > final && q.from <= last {
			response.Metadata = &searchMetadata{FirstIncompleteDate: max(q.from, final+1).String()}
		}
	}
	rows := s.searchRows(w, q, min(q.to, last), final)
	rows = rows[min(q.StartRow, len(rows)):]
	response.Rows = rows[:min(q.limit, len(rows))]
	return response
}
