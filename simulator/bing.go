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

// BingKey is the valid API key of Bing Webmaster Tools.
const BingKey = "simulated0bing0key00000000000000"

const bingPath = "/webmaster/api.svc/json/"

// bingLag is the number of days until a week's figures are there.
const bingLag = 3

// bing serves the JSON endpoint of IWebmasterApi.
func (s *Server) bing(w http.ResponseWriter, r *http.Request) {
	query, method := r.URL.Query(), strings.TrimPrefix(r.URL.Path, bingPath)
	of := s.bySite(query.Get("siteUrl"))
	s.do(w, r, call{
		Source: sourceBing, Property: query.Get("siteUrl"), Report: method, Page: 1, fail: failBing,
		allowed: func() *failure {
			switch {
			case query.Get("apikey") != BingKey:
				return bingError(3, "InvalidApiKey")
			case method != "GetUserSites" && of == nil:
				return bingError(14, "NotAuthorized")
			}
			return nil
		},
		answer: func() ([]byte, *failure) {
			switch method {
			case "GetUserSites":
				return bingAnswer(s.bingSites())
			case "GetQueryStats":
				return bingAnswer(s.bingStats(of, false))
			case "GetPageStats":
				return bingAnswer(s.bingStats(of, true))
			case "GetCrawlIssues":
				return bingAnswer(bingIssues(of))
			}
			return nil, &failure{code: http.StatusNotFound}
		},
	})
}

// bySite returns the world of a site as Bing names it, or nil.
func (s *Server) bySite(address string) *world.World {
	for _, w := range s.worlds {
		if address == w.Origin+"/" {
			return w
		}
	}
	return nil
}

// bingError is an error of Bing, all of which have status 400.
func bingError(code int, name string) *failure {
	return &failure{code: http.StatusBadRequest, status: "BING", reason: strconv.Itoa(code), message: "ERROR!!! " + name}
}

func failBing(w http.ResponseWriter, f failure) {
	switch {
	case f.code == http.StatusNotFound: // a method that does not exist is a page of the server
		writeBody(w, f.code, "text/html", []byte("<html><body>Endpoint not found.</body></html>"))
		return
	case f.status == "BING":
	case f.code == http.StatusTooManyRequests: // an injected fault, as are the following
		f = *bingError(4, "ThrottleUser")
	case f.code == http.StatusForbidden:
		f = *bingError(5, "ThrottleHost")
	default:
		f.reason, f.message = "1", "ERROR!!! InternalError"
	}
	writeBody(w, f.code, "application/json; charset=utf-8", fmt.Appendf(nil, `{"ErrorCode":%s,"Message":%q}`, f.reason, f.message))
}

// bingAnswer wraps an answer in the envelope of the service.
func bingAnswer[T any](rows []T) ([]byte, *failure) {
	return encode(map[string][]T{"d": rows})
}

const bingTypes = ":#Microsoft.Bing.Webmaster.Api"

type bingSite struct {
	Type                string `json:"__type"`
	AuthenticationCode  string
	DNSVerificationCode string `json:"DnsVerificationCode"`
	IsVerified          bool
	URL                 string `json:"Url"`
}

func (s *Server) bingSites() []bingSite {
	sites := []bingSite{{"Site" + bingTypes, "A0", "d0.verify.example", false, UnverifiedSite}}
	for _, w := range s.worlds {
		sites = append(sites, bingSite{"Site" + bingTypes, "A" + w.GA4ID, "d" + w.GA4ID + ".verify.example", true, w.Origin + "/"})
	}
	return sites
}

type bingStat struct {
	Type                  string `json:"__type"`
	AvgClickPosition      int    // -1 without clicks
	AvgImpressionPosition int
	Clicks                int
	Date                  string
	Impressions           int
	Query                 string // or page

	positions int
}

// bingStats returns all weeks that Bing has, newest first, by query or by page, most clicks first.
func (s *Server) bingStats(w *world.World, byPage bool) []bingStat {
	out := []bingStat{}
	last := s.lastBingWeek()
	for week := last; week > last-world.BingHistory && week-world.BingWeek+1 >= w.First(); week -= world.BingWeek {
		out = append(out, bingWeek(w, s.days.bing(w, week), week, byPage)...)
	}
	return out
}

// lastBingWeek is the last day of the newest week: weeks end on Fridays.
func (s *Server) lastBingWeek() world.Day {
	day := s.today("America/Los_Angeles") - bingLag
	for day.Time().Weekday() != time.Friday {
		day--
	}
	return day
}

func bingWeek(w *world.World, results []world.BingResult, week world.Day, byPage bool) []bingStat {
	index := map[int]int{}
	var out []bingStat
	for _, result := range results {
		of := result.Query
		if byPage {
			of = result.Page
		}
		if of == world.Hidden {
			continue
		}
		i, known := index[of]
		if !known {
			i, index[of] = len(out), len(out)
			stat := bingStat{Type: "QueryStats" + bingTypes, Date: bingDate(week)}
			if stat.Query = w.Pages[result.Page].URL; !byPage {
				stat.Query = w.Queries[of].Text
			}
			out = append(out, stat)
		}
		out[i].Clicks += result.Clicks
		out[i].Impressions += result.Impressions
		out[i].positions += result.PositionSum
	}
	for i := range out {
		out[i].AvgImpressionPosition = max(1, (out[i].positions+out[i].Impressions/2)/out[i].Impressions)
		if out[i].AvgClickPosition = -1; out[i].Clicks > 0 {
			out[i].AvgClickPosition = out[i].AvgImpressionPosition
		}
	}
	slices.SortStableFunc(out, func(a, b bingStat) int { return b.Clicks - a.Clicks })
	return out
}

// bingDate is midnight in Pacific time, as the service writes dates.
func bingDate(day world.Day) string {
	year, month, date := day.Time().Date()
	zone, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		zone = time.UTC
	}
	midnight := time.Date(year, month, date, 0, 0, 0, 0, zone)
	return fmt.Sprintf("/Date(%d%s)/", midnight.UnixMilli(), midnight.Format("-0700"))
}

type bingIssue struct {
	Type     string `json:"__type"`
	HTTPCode int    `json:"HttpCode"`
	InLinks  int
	Issues   int    // a sum of flags
	URL      string `json:"Url"`
}

func bingIssues(w *world.World) []bingIssue {
	out := []bingIssue{}
	for _, issue := range w.BingIssues() {
		flag := map[int]int{301: 1, 302: 2, 404: 4, 500: 8}[issue.Code]
		out = append(out, bingIssue{"UrlWithCrawlIssues" + bingTypes, issue.Code, issue.Links, flag, issue.URL})
	}
	return out
}
