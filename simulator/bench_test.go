package simulator

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"upslope/simulator/world"
)

// BenchmarkDemoDay serves all reports of one day of the demo; load-demo reads 480 days.
func BenchmarkDemoDay(b *testing.B) {
	server, err := New(Config{Worlds: []string{world.Demo}, StaticToken: "bench", Unlimited: true, Now: func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }})
	if err != nil {
		b.Fatal(err)
	}
	handler, w := server.Handler(), server.World(world.Demo)
	day := world.DayOf(server.config.Now()) - 10
	bytes := 0
	ask := func(path, body string) {
		request := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
		request.Header.Set("Authorization", "Bearer bench")
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		if answer.Code != http.StatusOK {
			b.Fatal(answer.Body.String())
		}
		bytes += answer.Body.Len()
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, dimensions := range searchReports() {
			ask(searchPath(w.GSCSite), searchBody(day.String(), `"`+strings.Join(dimensions, `","`)+`"`, `,"rowLimit":25000`))
		}
		ask("/v1beta/properties/"+w.GA4ID+":runReport", reportBody(day.String(), day.String(), pagesReport))
		for _, resource := range adsReports() {
			ask("/v26/customers/"+w.AdsID+"/googleAds:searchStream", `{"query":"SELECT campaign.name, segments.date, metrics.clicks FROM `+resource+` WHERE segments.date = '`+day.String()+`'"}`)
		}
		day--
	}
	b.ReportMetric(float64(bytes)/float64(b.N)/1024, "KB/day")
}
