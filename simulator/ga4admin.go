package simulator

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"upslope/simulator/world"
)

type accountSummary struct {
	Name        string            `json:"name"`
	Account     string            `json:"account"`
	DisplayName string            `json:"displayName"`
	Properties  []propertySummary `json:"propertySummaries"`
}

type propertySummary struct {
	Property     string `json:"property"`
	DisplayName  string `json:"displayName"`
	PropertyType string `json:"propertyType"`
	Parent       string `json:"parent"`
}

// accountSummaries lists one account per world, by default 50 a page and at most 200.
func (s *Server) accountSummaries(w http.ResponseWriter, r *http.Request) {
	size, _ := strconv.Atoi(r.URL.Query().Get("pageSize")) // an invalid number means the default, like 0
	if size <= 0 {
		size = 50
	}
	size = min(size, 200)
	start, badToken := 0, false
	if token := r.URL.Query().Get("pageToken"); token != "" {
		number, found := strings.CutPrefix(token, "accounts-from-")
		parsed, err := strconv.Atoi(number)
		start, badToken = parsed, !found || err != nil || parsed < 0
	}
	s.do(w, r, call{
		Source: sourceAdmin, Report: "accountSummaries", Page: 1 + start/size, fail: writeGoogleError,
		allowed: func() *failure { return s.authorizeBearer(r) },
		answer: func() ([]byte, *failure) {
			if badToken {
				return nil, badRequest("The page token is not valid.")
			}
			return encode(s.accountPage(start, size))
		},
	})
}

type accountPage struct {
	Summaries []accountSummary `json:"accountSummaries,omitempty"`
	NextPage  string           `json:"nextPageToken,omitempty"`
}

func (s *Server) accountPage(start, size int) accountPage {
	var page accountPage
	end := min(start+size, len(s.worlds))
	for i := min(start, end); i < end; i++ {
		w := s.worlds[i]
		account := fmt.Sprintf("%d", 100_000+i)
		page.Summaries = append(page.Summaries, accountSummary{
			Name: "accountSummaries/" + account, Account: "accounts/" + account, DisplayName: w.Title,
			Properties: []propertySummary{{"properties/" + w.GA4ID, w.Title + " - GA4", "PROPERTY_TYPE_ORDINARY", "accounts/" + account}},
		})
	}
	if end < len(s.worlds) {
		page.NextPage = fmt.Sprintf("accounts-from-%d", end)
	}
	return page
}

// property serves a read of one property.
func (s *Server) property(w http.ResponseWriter, r *http.Request, id, report string, answer func(*world.World) any) {
	s.do(w, r, call{
		Source: sourceAdmin, Property: id, Report: report, Page: 1, fail: writeGoogleError,
		allowed: func() *failure { return s.authorizeProperty(r, id) },
		answer:  func() ([]byte, *failure) { return encode(answer(s.byGA4[id])) },
	})
}

func propertyOf(w *world.World) any {
	return map[string]string{"name": "properties/" + w.GA4ID, "displayName": w.Title + " - GA4", "timeZone": w.Zone, "currencyCode": w.Currency, "propertyType": "PROPERTY_TYPE_ORDINARY", "createTime": "2023-02-01T09:00:00Z"}
}

func streamsOf(w *world.World) any {
	return map[string]any{"dataStreams": []map[string]any{{
		"name": "properties/" + w.GA4ID + "/dataStreams/1", "type": "WEB_DATA_STREAM", "displayName": w.Domain, "webStreamData": map[string]string{"measurementId": "G-SIM" + w.GA4ID, "defaultUri": w.Origin},
	}}}
}

func metadataOf(w *world.World) any {
	var dimensions, metrics []map[string]string
	for _, name := range ga4Dimensions() {
		dimensions = append(dimensions, map[string]string{"apiName": name, "uiName": name})
	}
	for name, kind := range ga4Metrics() {
		metrics = append(metrics, map[string]string{"apiName": name, "uiName": name, "type": kind})
	}
	return map[string]any{"name": "properties/" + w.GA4ID + "/metadata", "dimensions": dimensions, "metrics": metrics}
}
