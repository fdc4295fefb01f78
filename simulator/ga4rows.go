package simulator

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"upslope/simulator/world"
)

type reportResponse struct {
	DimensionHeaders []header       `json:"dimensionHeaders,omitempty"`
	MetricHeaders    []metricHeader `json:"metricHeaders,omitempty"`
	Rows             []reportRow    `json:"rows,omitempty"`
	Totals           []reportRow    `json:"totals,omitempty"`
	RowCount         int            `json:"rowCount,omitempty"`
	Metadata         reportMetadata `json:"metadata"`
	PropertyQuota    *propertyQuota `json:"propertyQuota,omitempty"`
	Kind             string         `json:"kind"`
}

type header struct {
	Name string `json:"name"`
}

type metricHeader struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

type reportRow struct {
	DimensionValues []reportValue `json:"dimensionValues,omitempty"`
	MetricValues    []reportValue `json:"metricValues"`
}

type reportValue struct {
	Value string `json:"value"`
}

type reportMetadata struct {
	CurrencyCode          string `json:"currencyCode"`
	TimeZone              string `json:"timeZone"`
	DataLossFromOtherRow  bool   `json:"dataLossFromOtherRow,omitempty"`
	SubjectToThresholding bool   `json:"subjectToThresholding,omitempty"`
}

type propertyQuota struct {
	TokensPerDay       quotaStatus `json:"tokensPerDay"`
	TokensPerHour      quotaStatus `json:"tokensPerHour"`
	ConcurrentRequests quotaStatus `json:"concurrentRequests"`
	ServerErrors       quotaStatus `json:"serverErrorsPerProjectPerHour"`
	Thresholded        quotaStatus `json:"potentiallyThresholdedRequestsPerHour"`
	TokensPerProject   quotaStatus `json:"tokensPerProjectPerHour"`
}

type quotaStatus struct {
	Consumed  int `json:"consumed,omitempty"`
	Remaining int `json:"remaining,omitempty"`
}

// visitSum is one row before encoding.
type visitSum struct {
	keys                     []string
	day                      world.Day
	sessions, engaged, users int
	conversions              int
	cents                    int64
}

// withheldBelow is the minimum number of sessions of a row where small ones are withheld.
const withheldBelow = 2

// foldedPages is the number of pages with their own rows where small rows are folded.
const foldedPages = 2000

func (s *Server) reportAnswer(w *world.World, q *reportRequest, left quotaLeft) reportResponse {
	sums := s.visitSums(w, q)
	byPage := slices.ContainsFunc(q.Dimensions, func(d struct {
		Name string `json:"name"`
	}) bool {
		return strings.HasPrefix(d.Name, "landingPage")
	})
	response := reportResponse{
		RowCount: len(sums), Kind: "analyticsData#runReport",
		Metadata: reportMetadata{CurrencyCode: w.Currency, TimeZone: w.Zone, DataLossFromOtherRow: w.Folded && byPage, SubjectToThresholding: w.Withheld && byPage},
	}
	for _, dimension := range q.Dimensions {
		response.DimensionHeaders = append(response.DimensionHeaders, header{dimension.Name})
	}
	for _, metric := range q.Metrics {
		response.MetricHeaders = append(response.MetricHeaders, metricHeader{metric.Name, ga4Metrics()[metric.Name]})
	}
	if slices.Contains(q.MetricAggregations, "TOTAL") && len(sums) > 0 {
		total := visitSum{keys: make([]string, len(q.Dimensions))}
		for i := range total.keys {
			total.keys[i] = "RESERVED_TOTAL"
		}
		for _, sum := range sums {
			total.add(sum)
		}
		response.Totals = []reportRow{q.row(total)}
	}
	q.order(sums)
	sums = sums[min(int(q.Offset), len(sums)):]
	for _, sum := range sums[:min(int(q.Limit), len(sums))] {
		response.Rows = append(response.Rows, q.row(sum))
	}
	if q.ReturnPropertyQuota {
		response.PropertyQuota = &propertyQuota{
			TokensPerDay: quotaStatus{left.cost, left.day}, TokensPerHour: quotaStatus{left.cost, left.hour}, ConcurrentRequests: quotaStatus{0, left.concurrent},
			ServerErrors: quotaStatus{0, 10}, Thresholded: quotaStatus{0, 120}, TokensPerProject: quotaStatus{left.cost, left.hour * 14 / 40},
		}
	}
	return response
}

// visitSums groups the sessions of the days. Yesterday and the day before are incomplete.
func (s *Server) visitSums(w *world.World, q *reportRequest) []visitSum {
	index, sums := map[string]int{}, []visitSum{}
	today := s.today(w.Zone)
	page := slices.ContainsFunc(q.Dimensions, func(d struct {
		Name string `json:"name"`
	}) bool {
		return strings.HasPrefix(d.Name, "landingPage")
	})
	for day := max(q.from, w.First()); day <= min(q.to, today-1); day++ {
		for _, visit := range w.Visits(day, processed(today-day)) {
			if page && w.Withheld && visit.Sessions < withheldBelow {
				continue
			}
			keys := make([]string, len(q.Dimensions))
			for i, dimension := range q.Dimensions {
				keys[i] = visitKey(w, dimension.Name, day, visit)
			}
			if !q.DimensionFilter.matches(func(name string) string { return visitKey(w, name, day, visit) }) {
				continue
			}
			sum := visitSum{keys, day, visit.Sessions, visit.Engaged, visit.Users, visit.Conversions, visit.RevenueCents}
			key := strings.Join(keys, "\x00")
			if i, known := index[key]; known {
				sums[i].add(sum)
				continue
			}
			index[key] = len(sums)
			sums = append(sums, sum)
		}
	}
	return sums
}

// processed returns the share of a day's sessions that Analytics has at a given age.
func processed(age world.Day) float64 {
	switch {
	case age >= 3:
		return 1
	case age == 2:
		return .97
	}
	return .86
}

func (s *visitSum) add(other visitSum) {
	s.sessions += other.sessions
	s.engaged += other.engaged
	s.users += other.users
	s.conversions += other.conversions
	s.cents += other.cents
}

func visitKey(w *world.World, dimension string, day world.Day, visit world.Visit) string {
	switch dimension {
	case "date":
		return strings.ReplaceAll(day.String(), "-", "")
	case "landingPage", "landingPagePlusQueryString":
		switch {
		case visit.Page == world.Elsewhere:
			return "(not set)"
		case w.Folded && visit.Page >= foldedPages:
			return "(other)"
		}
		path := w.Pages[visit.Page].Path
		if dimension == "landingPage" {
			path, _, _ = strings.Cut(path, "?")
		}
		return path
	case "hostName":
		return strings.TrimPrefix(w.Origin, "https://")
	case "sessionDefaultChannelGroup":
		return visit.Channel
	case "sessionSource":
		return SourceOf(visit)
	case "deviceCategory":
		return visit.Device
	}
	return w.Currency
}

// referrers send the visits of the channel Referral, each the visits of its pages.
var referrers = []string{"chatgpt.com", "partner.example", "perplexity.ai", "news.example", "copilot.microsoft.com", "claude.ai"}

// SourceOf returns where the sessions of a row came from.
func SourceOf(visit world.Visit) string {
	switch visit.Channel {
	case "Organic Search", "Paid Search":
		return "google"
	case "Referral":
		return referrers[max(visit.Page, 0)%len(referrers)]
	case "Direct":
		return "(direct)"
	}
	return strings.ToLower(visit.Channel)
}

// order sorts rows as requested, then by the first metric and the keys, so that paging is consistent.
func (q *reportRequest) order(sums []visitSum) {
	slices.SortStableFunc(sums, func(a, b visitSum) int {
		for _, by := range q.OrderBys {
			if way := by.compare(q, a, b); way != 0 {
				return way
			}
		}
		return cmp.Or(cmp.Compare(b.metric(q.Metrics[0].Name), a.metric(q.Metrics[0].Name)), slices.Compare(a.keys, b.keys))
	})
}

func (q *reportRequest) row(sum visitSum) reportRow {
	row := reportRow{}
	for _, key := range sum.keys {
		row.DimensionValues = append(row.DimensionValues, reportValue{key})
	}
	for _, metric := range q.Metrics {
		row.MetricValues = append(row.MetricValues, reportValue{strconv.FormatFloat(sum.metric(metric.Name), 'f', -1, 64)})
	}
	return row
}

func (s visitSum) metric(name string) float64 {
	switch name {
	case "sessions":
		return float64(s.sessions)
	case "engagedSessions":
		return float64(s.engaged)
	case "totalUsers", "activeUsers":
		return float64(s.users)
	case "engagementRate":
		return float64(s.engaged) / float64(max(1, s.sessions))
	case "totalRevenue", "purchaseRevenue":
		return float64(s.cents) / 100
	}
	return float64(s.conversions)
}
