package simulator

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"upslope/simulator/world"
)

const pagesReport = `"dimensions":[{"name":"date"},{"name":"landingPage"},{"name":"sessionDefaultChannelGroup"},{"name":"deviceCategory"}],"metrics":[{"name":"sessions"},{"name":"keyEvents"},{"name":"totalRevenue"}]`

func reportBody(from, to, more string) string {
	return fmt.Sprintf(`{"dateRanges":[{"startDate":%q,"endDate":%q}],%s}`, from, to, more)
}

func TestAnalyticsAnswersInItsDocumentedForm(t *testing.T) {
	b := start(t, Config{})
	w := b.World(world.Small)
	answer := b.readJSON(t, "POST", "/v1beta/properties/"+w.GA4ID+":runReport", reportBody("2026-11-10", "2026-11-10", pagesReport+`,"limit":"3","offset":"1","returnPropertyQuota":true`))
	for path, want := range map[string]any{
		"dimensionHeaders 0 name": "date", "metricHeaders 0 type": "TYPE_INTEGER", "metricHeaders 2 type": "TYPE_CURRENCY", "rows 0 dimensionValues 0 value": "20261110",
		"metadata currencyCode": "USD", "metadata timeZone": "America/New_York", "kind": "analyticsData#runReport", "propertyQuota tokensPerDay consumed": 5.0, "propertyQuota concurrentRequests remaining": 9.0,
	} {
		var steps []any
		for step := range strings.FieldsSeq(path) {
			if n, err := strconv.Atoi(step); err == nil {
				steps = append(steps, n)
			} else {
				steps = append(steps, step)
			}
		}
		if got := at(t, answer, steps...); got != want {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	}
	if _, isText := at(t, answer, "rows", 0, "metricValues", 0, "value").(string); !isText || len(at(t, answer, "rows").([]any)) != 3 || at(t, answer, "rowCount").(float64) < 10 {
		t.Errorf("rows: %v", answer)
	}
	for _, empty := range []string{reportBody("2020-01-01", "2020-01-02", pagesReport)} {
		if answer := b.readJSON(t, "POST", "/v1beta/properties/"+w.GA4ID+":runReport", empty); answer["rows"] != nil || answer["rowCount"] != nil {
			t.Errorf("a time without visits: %v", answer)
		}
	}
}

func TestAnalyticsRefuses(t *testing.T) {
	b := start(t, Config{})
	path := "/v1beta/properties/" + b.World(world.Small).GA4ID + ":runReport"
	for _, body := range []string{
		reportBody("2026-11-10", "2026-11-10", `"metrics":[{"name":"visits"}]`), reportBody("2026-11-10", "2026-11-10", `"metrics":[]`), reportBody("2026-11-11", "2026-11-10", pagesReport),
		reportBody("2026-11-10", "2026-11-10", `"dimensions":[{"name":"colour"}],"metrics":[{"name":"sessions"}]`), `{`,
	} {
		b.expectRefusal(t, "POST", path, body, 400, "INVALID_ARGUMENT")
	}
	b.expectRefusal(t, "POST", "/v1beta/properties/999999999:runReport", reportBody("2026-11-10", "2026-11-10", pagesReport), 403, "PERMISSION_DENIED")
	b.expectRefusal(t, "POST", "/v1beta/properties/G-ABC:runReport", reportBody("2026-11-10", "2026-11-10", pagesReport), 400, "INVALID_ARGUMENT")
	b.expectRefusal(t, "GET", "/v1beta/accountSummaries?pageToken=nonsense", "", 400, "INVALID_ARGUMENT")
}

func TestAnalyticsDaysGrowForThreeDays(t *testing.T) {
	b := start(t, Config{})
	w := b.World(world.Small)
	day := world.DayOf(b.now) - 1
	var sessions []float64
	for range 4 {
		totals, err := b.Totals(w, "ga4_pages", day, day)
		if err != nil || len(totals) != 1 {
			t.Fatal(err)
		}
		sessions = append(sessions, totals[0].Sums["sessions"])
		b.now = b.now.AddDate(0, 0, 1)
	}
	if sessions[0] >= sessions[2] || sessions[2] != sessions[3] {
		t.Errorf("sessions of a day as the days go by: %v", sessions)
	}
}

func TestTheAccountsComeInPages(t *testing.T) {
	b := start(t, Config{Worlds: []string{world.Agency}})
	seen, pages, token := map[string]bool{}, 0, ""
	for {
		answer := b.readJSON(t, "GET", "/v1beta/accountSummaries?pageSize=200&pageToken="+token, "")
		for _, summary := range at(t, answer, "accountSummaries").([]any) {
			seen[at(t, summary, "propertySummaries", 0, "property").(string)] = true
		}
		pages++
		if answer["nextPageToken"] == nil {
			break
		}
		token = answer["nextPageToken"].(string)
	}
	if len(seen) != world.AgencyClients || pages != 3 {
		t.Errorf("%d properties on %d pages", len(seen), pages)
	}
}

func TestThresholdedAndFoldedReportsAreMarked(t *testing.T) {
	b := start(t, Config{Worlds: []string{world.Odd, world.Capped}})
	for name, mark := range map[string]string{world.Odd: "subjectToThresholding", world.Capped: "dataLossFromOtherRow"} {
		path := "/v1beta/properties/" + b.World(name).GA4ID + ":runReport"
		if answer := b.readJSON(t, "POST", path, reportBody("2026-11-10", "2026-11-10", pagesReport)); at(t, answer, "metadata", mark) != true {
			t.Errorf("%s: %v", name, answer["metadata"])
		}
		if answer := b.readJSON(t, "POST", path, reportBody("2026-11-10", "2026-11-10", `"metrics":[{"name":"sessions"}]`)); at(t, answer, "metadata").(map[string]any)[mark] != nil {
			t.Errorf("totals of %s: %v", name, answer["metadata"])
		}
	}
}

func TestTenReportsRunAtATime(t *testing.T) {
	b := start(t, Config{})
	id := b.World(world.Small).GA4ID
	var mu sync.Mutex
	var group sync.WaitGroup
	status := map[int]int{}
	for range ga4Concurrent {
		if _, ok := b.limits.enter("ga4 "+id, ga4Concurrent); !ok {
			t.Fatal("less than ten")
		}
	}
	for range 3 {
		group.Go(func() {
			code, _, _ := b.request(t, b.client, "POST", "/v1beta/properties/"+id+":runReport", reportBody("2026-11-10", "2026-11-10", pagesReport))
			mu.Lock()
			defer mu.Unlock()
			status[code]++
		})
	}
	group.Wait()
	if status[http.StatusTooManyRequests] != 3 || b.Requests()[sourceGA4].TooMany != 3 {
		t.Errorf("answers beyond ten: %v", status)
	}
	b.limits.leave("ga4 " + id)
	b.readJSON(t, "POST", "/v1beta/properties/"+id+":runReport", reportBody("2026-11-10", "2026-11-10", pagesReport))
}
