package ga4_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope/ingest/providers"
)

var noon = time.Date(2026, 11, 21, 12, 10, 0, 0, time.UTC)

const (
	totalsFields     = "date sessions engagedSessions totalUsers keyEvents totalRevenue"
	assistantsFields = "date hostName landingPage sessionSource sessions engagedSessions keyEvents totalRevenue"
	pagesFields      = "date hostName landingPage sessionDefaultChannelGroup deviceCategory sessions engagedSessions keyEvents totalRevenue"
)

func TestDocumentedAnswersAreRead(t *testing.T) {
	for _, test := range []struct {
		table, file, fields string
		want                []string
		notes               []providers.Note
	}{
		{"ga4_totals", "totals.json", totalsFields, []string{"2026-10-31 | 2541 | 1620 | 2107 | 31 | 1204.5 | EUR", "2026-11-01 | 12 | 9 | 11 | 0 | -18.25 | EUR"}, nil},
		{"ga4_pages", "pages.json", pagesFields, []string{
			"2026-10-31 | https://www.example.com/shop/trail | Organic Search | mobile | 120 | 80 | 3 | 210.4 | EUR",
			"2026-11-01 |  | Unassigned | desktop | 5 | 0 | 0.5 | 0 | EUR",
			"2026-11-01 | https://example.com/ | Direct | tablet | 1 | 1 | 0 | 0 | EUR",
		}, []providers.Note{providers.Thresholded, providers.Sampled, providers.OtherRow}},
		{"ga4_pages", "empty.json", pagesFields, nil, nil},
		{"ga4_assistants", "assistants.json", assistantsFields, []string{
			"2026-10-31 | https://www.example.com/shop/trail | chatgpt.com | 12 | 8 | 1 | 40 | EUR",
			"2026-11-01 |  | perplexity | 1 | 0 | 0 | 0 | EUR",
		}, nil},
		{"ga4_assistants", "empty.json", assistantsFields, nil, nil},
	} {
		t.Run(test.table+" "+test.file, func(t *testing.T) {
			api, source, access := reach(t, noon, document(t, test.file))
			rows, batches, err := fetch(t, source, access, test.table, "2026-10-31", "2026-11-01")
			if err != nil || !slices.Equal(rows, test.want) {
				t.Errorf("got %q: %v", rows, err)
			}
			for _, batch := range batches {
				if !slices.Equal(batch.Notes, test.notes) {
					t.Errorf("%s has the notes %v", batch.Day, batch.Notes)
				}
			}
			first := api.asked[0]
			if first.path != "POST /v1beta/properties/123:runReport" || first.names() != test.fields || !first.ReturnPropertyQuota || len(api.asked) != 1 ||
				fmt.Sprint(first.DateRanges) != "[{2026-10-31 2026-11-01}]" || len(first.OrderBys) != len(first.Dimensions) || first.OrderBys[0].Dimension.DimensionName != "date" {
				t.Errorf("asked %+v", first)
			}
		})
	}
}

func TestAFieldThatAPropertyDoesNotKnowIsReplaced(t *testing.T) {
	api, source, access := reach(t, noon, document(t, "error_key_events.json", "totals.json"))
	if rows, _, err := fetch(t, source, access, "ga4_totals", "2026-10-31", "2026-11-01"); err != nil || len(rows) != 2 {
		t.Errorf("got %q: %v", rows, err)
	}
	if got := api.asked[1].names(); got != strings.Replace(totalsFields, "keyEvents", "conversions", 1) {
		t.Errorf("asked for %s", got)
	}
	api, source, access = reach(t, noon, func(w http.ResponseWriter, q question) {
		if q.names() == pagesFields {
			document(t, "error_host_name.json")(w, q)
			return
		}
		fmt.Fprint(w, `{"rowCount": 1, "rows": [{"dimensionValues": [{"value": "20261101"}, {"value": "/a"}, {"value": "Direct"}, {"value": "mobile"}],
			"metricValues": [{"value": "7"}, {"value": "0"}, {"value": "0"}, {"value": "0"}]}]}`)
	})
	rows, _, err := fetch(t, source, access, "ga4_pages", "2026-11-01", "2026-11-01")
	if want := []string{"2026-11-01 | https://example.com/a | Direct | mobile | 7 | 0 | 0 | 0 | "}; err != nil || !slices.Equal(rows, want) || len(api.asked) != 2 {
		t.Errorf("got %q: %v", rows, err)
	}
	_, source, access = reach(t, noon, document(t, "error_key_events.json"))
	var providerError *providers.Error
	if _, _, err = fetch(t, source, access, "ga4_totals", "2026-11-01", "2026-11-01"); !errors.As(err, &providerError) || providerError.Kind != providers.Refused {
		t.Error(err)
	}
}

func TestAnAnswerThatDoesNotTellHowManyRowsThereAreIsWhole(t *testing.T) {
	_, source, access := reach(t, noon, func(w http.ResponseWriter, _ question) {
		fmt.Fprint(w, `{"rows": [{"dimensionValues": [{"value": "20261101"}],
			"metricValues": [{"value": "7"}, {"value": "5"}, {"value": "6"}, {"value": "1"}, {"value": "2.5"}]}]}`)
	})
	rows, _, err := fetch(t, source, access, "ga4_totals", "2026-11-01", "2026-11-01")
	if want := []string{"2026-11-01 | 7 | 5 | 6 | 1 | 2.5 | "}; err != nil || !slices.Equal(rows, want) {
		t.Errorf("got %q: %v", rows, err)
	}
}

func TestEveryRowCountsWhateverItsPageAndOrder(t *testing.T) {
	rows := []row{
		{"20261102", "www.example.com", "/a/", "1"},
		{"20261101", "www.example.com", "/a", "2"},
		{"20261102", "www.example.com", "/a", "4"}, // same page, still two rows
		{"20261101", "www.example.com", "", "8"},
		{"20261101", "not a host", "/حذاء \"x\" 👟", "16"},
		{"20261101", "WWW.Example.com", "/b?utm_source=x", "32"},
		{"(other)", "(other)", "(other)", "64"},
	}
	_, source, access := reach(t, noon, func(w http.ResponseWriter, q question) { give(w, q, rows, 2) })
	got, _, err := fetch(t, source, access, "ga4_pages", "2026-11-01", "2026-11-02")
	slices.Sort(got)
	want := []string{
		"2026-11-01 |  | Direct | mobile | 8 | 0 | 0 | 1 | JPY",
		"2026-11-01 | https://not a host/حذاء \"x\" 👟 | Direct | mobile | 16 | 0 | 0 | 1 | JPY",
		"2026-11-01 | https://www.example.com/a | Direct | mobile | 2 | 0 | 0 | 1 | JPY",
		"2026-11-01 | https://www.example.com/b | Direct | mobile | 32 | 0 | 0 | 1 | JPY",
		"2026-11-02 |  | Direct | mobile | 64 | 0 | 0 | 1 | JPY",
		"2026-11-02 | https://www.example.com/a | Direct | mobile | 1 | 0 | 0 | 1 | JPY",
		"2026-11-02 | https://www.example.com/a | Direct | mobile | 4 | 0 | 0 | 1 | JPY",
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q: %v", got, err)
	}
}

func TestARowThatComesTwiceCountsOnce(t *testing.T) {
	rows := []row{
		{"20261101", "www.example.com", "/a", "2"}, {"20261101", "www.example.com", "/b", "4"}, {"20261101", "www.example.com", "/b", "4"}, {"20261101", "www.example.com", "/c", "4"},
	}
	_, source, access := reach(t, noon, func(w http.ResponseWriter, q question) { give(w, q, rows, 2) })
	got, _, err := fetch(t, source, access, "ga4_pages", "2026-11-01", "2026-11-02")
	if err != nil || len(got) != 3 {
		t.Errorf("got %q: %v", got, err)
	}
	rows[2].sessions = "5" // contradictory rows: neither is certain
	if got, _, err := fetch(t, source, access, "ga4_pages", "2026-11-01", "2026-11-02"); !errors.Is(err, providers.ErrDamaged) || !strings.Contains(err.Error(), "sent two figures for one row.") {
		t.Errorf("got %q: %v", got, err)
	}
}

func TestTheLastTwoDaysAreNotFinal(t *testing.T) {
	_, source, access := reach(t, noon, nil)
	if got, err := source.FinalDay(t.Context(), access, day("2026-11-21")); err != nil || got != day("2026-11-19") {
		t.Errorf("%v: %v", got, err)
	}
	for _, report := range source.Reports() {
		if report.ThroughFinal || report.Repull != 3 || report.Span != 30 {
			t.Errorf("%+v", report)
		}
	}
}

func admin(t *testing.T) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/v1beta/accountSummaries" && r.URL.Query().Get("pageToken") == "second":
			fmt.Fprint(w, `{"accountSummaries": [{"propertySummaries": [{"property": "properties/456", "displayName": "Second"}]}, {"displayName": "Empty"}]}`)
		case r.URL.Path == "/v1beta/accountSummaries":
			document(t, "account_summaries.json")(w, question{})
		case r.URL.Path == "/v1beta/properties/123/dataStreams":
			document(t, "data_streams.json")(w, question{})
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}
}

func TestATestSaysWhatIsThereOrWhatToDo(t *testing.T) {
	sessions := func(w http.ResponseWriter, _ question) {
		fmt.Fprint(w, `{"rowCount": 1, "rows": [{"metricValues": [{"value": "1204"}]}], "metadata": {"currencyCode": "EUR", "timeZone": "Europe/Berlin"}}`)
	}
	api, source, access := reach(t, noon, sessions)
	found, err := source.Test(t.Context(), access)
	if err != nil || found.Message != "Property 123 can be read; it had 1,204 sessions in the last seven days." || found.Currency != "EUR" || found.TimeZone != "Europe/Berlin" {
		t.Errorf("%+v: %v", found, err)
	}
	api.admin = admin(t)
	found, err = source.Test(t.Context(), access)
	if err != nil || found.Message != "Example shop (property 123) can be read; it had 1,204 sessions in the last seven days." || found.Name != "Example shop" || found.Domain != "example.com" {
		t.Errorf("%+v: %v", found, err)
	}
	_, source, access = reach(t, noon, document(t, "error_permission.json"))
	access.Account = "reader@project.iam.gserviceaccount.com"
	_, err = source.Test(t.Context(), access)
	var providerError *providers.Error
	if !errors.As(err, &providerError) || providerError.Kind != providers.Denied || !strings.HasPrefix(providerError.Message, "Property 123 does not exist, or reader@project.iam.gserviceaccount.com may not read it. Give it the role Viewer") {
		t.Error(err)
	}
}

func TestPropertiesComeFromAllPagesAndTheirStreams(t *testing.T) {
	api, source, access := reach(t, noon, nil)
	api.admin = admin(t)
	properties, err := source.Properties(t.Context(), access)
	want := []providers.Property{{ID: "123", Name: "Example shop", Domain: "example.com"}, {ID: "456", Name: "Second"}}
	if err != nil || !slices.Equal(properties, want) {
		t.Errorf("got %+v: %v", properties, err)
	}
}
