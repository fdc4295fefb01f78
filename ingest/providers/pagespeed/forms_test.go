package pagespeed

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"upslope/ingest/providers"
	"upslope/ingest/providers/wire/wiretest"
)

func TestAnyFormOfAnAnswerIsReadAlike(t *testing.T) {
	var want []map[string]any
	for name, body := range wiretest.Forms(t, []byte(file(t, "full.json"))) {
		got, err := newStandIn(t, func(string, string, int) (int, string) { return http.StatusOK, string(body) }).rows(t, "https://shop.example/a")
		if want == nil {
			want = got
		}
		if err != nil || len(got) != 2 || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v\n got %v\nwant %v", name, err, got, want)
		}
	}
}

// Google changes the types of fields that nobody needs; one such change once stopped all tests.
func TestAFieldOfAnotherTypeStopsNoTest(t *testing.T) {
	documented := file(t, "full.json")
	for name, c := range map[string]struct {
		body  string
		score any // nil: unknown
	}{
		"the version's major as text":      {strings.Replace(documented, "{", `{"version":{"major":"13","minor":"0"},`, 1), uint8(0)},
		"the version as text":              {strings.Replace(documented, "{", `{"version":"13.0",`, 1), uint8(0)},
		"categories as a list":             {`{"loadingExperience":{"metrics":{"LARGEST_CONTENTFUL_PAINT_MS":{"percentile":2100}}},"lighthouseResult":{"categories":[],"audits":[]}}`, nil},
		"an audit as text":                 {`{"lighthouseResult":{"categories":{"performance":{"score":0.5}},"audits":{"total-blocking-time":"slow"}}}`, uint8(50)},
		"a score as text":                  {`{"lighthouseResult":{"categories":{"performance":{"score":"0.5"}}}}`, uint8(50)},
		"a metric of fractions":            {`{"loadingExperience":{"metrics":{"form_factors":{"fractions":{"phone":0.5}},"round_trip_time":[]}},"lighthouseResult":{"categories":{"performance":{"score":0.5}}}}`, uint8(50)},
		"an unknown enumeration":           {`{"loadingExperience":{"overall_category":7},"lighthouseResult":{"runtimeError":{"code":"NO_ERROR"},"categories":{"performance":{"score":0.5}}}}`, uint8(50)},
		"no score, with empty objects":     {`{"loadingExperience":{},"originLoadingExperience":{},"lighthouseResult":{"audits":{},"categories":{}}}`, nil},
		"a runtime error of another shape": {`{"lighthouseResult":{"runtimeError":[],"categories":{"performance":{"score":0.5}}}}`, uint8(50)},
	} {
		rows, err := newStandIn(t, func(string, string, int) (int, string) { return http.StatusOK, c.body }).rows(t, "https://shop.example/a")
		if err != nil || len(rows) != 2 {
			t.Errorf("%s: %d rows, %v", name, len(rows), err)
			continue
		}
		if score := rows[0]["score"]; score != c.score && c.score != uint8(0) {
			t.Errorf("%s: score %v, want %v", name, score, c.score)
		}
	}
	if _, err := newStandIn(t, func(string, string, int) (int, string) { return http.StatusOK, `{"lighthouseResult":[]}` }).rows(t, "https://shop.example/a"); kind(err) != providers.Refused {
		t.Errorf("an answer without any figure: %v", err)
	}
}
