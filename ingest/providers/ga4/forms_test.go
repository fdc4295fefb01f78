package ga4_test

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"upslope/ingest/providers/wire/wiretest"
)

func TestAnyFormOfAnAnswerIsReadAlike(t *testing.T) {
	for table, file := range map[string]string{"ga4_totals": "totals.json", "ga4_pages": "pages.json", "ga4_assistants": "assistants.json"} {
		document, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		_, source, access := reach(t, day("2026-11-21"), func(w http.ResponseWriter, _ question) { _, _ = w.Write(document) })
		want, _, err := fetch(t, source, access, table, "2026-10-31", "2026-11-01")
		if err != nil || len(want) == 0 {
			t.Fatal(want, err)
		}
		for name, body := range wiretest.Forms(t, document) {
			_, source, access := reach(t, day("2026-11-21"), func(w http.ResponseWriter, _ question) { _, _ = w.Write(body) })
			if got, _, err := fetch(t, source, access, table, "2026-10-31", "2026-11-01"); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s, %s: %v\n got %s\nwant %s", table, name, err, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
			}
		}
	}
}

func TestAFieldOfAnotherTypeFailsNoReport(t *testing.T) {
	const rows = `"rows":[{"dimensionValues":[{"value":"20261101","oneValue":{}}],"metricValues":[{"value":"7"},{"value":"5"},{"value":"6"},{"value":"1"},{"value":"2"}]}],"rowCount":1`
	for name, rest := range map[string]string{
		"metadata as a list":         `"metadata":[]`,
		"metadata as text":           `"metadata":"none"`,
		"samples as an object":       `"metadata":{"samplingMetadatas":{}}`,
		"the quota as a number":      `"propertyQuota":14000`,
		"a quota as text":            `"propertyQuota":{"tokensPerDay":"all","tokensPerHour":{"consumed":"1","remaining":"39999"}}`,
		"headers of another shape":   `"dimensionHeaders":{},"metricHeaders":"five","kind":7`,
		"empty objects":              `"metadata":{},"propertyQuota":{},"totals":{}`,
		"an unknown loss of data":    `"metadata":{"dataLossFromOtherRow":"some","subjectToThresholding":3}`,
		"an unknown currency format": `"metadata":{"currencyCode":{"code":"EUR"}}`,
	} {
		_, source, access := reach(t, day("2026-11-21"), func(w http.ResponseWriter, _ question) { _, _ = w.Write([]byte("{" + rest + "," + rows + "}")) })
		if got, _, err := fetch(t, source, access, "ga4_totals", "2026-11-01", "2026-11-01"); err != nil || len(got) != 1 || !strings.HasPrefix(got[0], "2026-11-01 | 7 ") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
