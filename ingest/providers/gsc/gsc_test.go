package gsc_test

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

func TestDocumentedAnswersAreRead(t *testing.T) {
	for _, test := range []struct {
		table, file, dimensions string
		want                    []string
	}{
		{"gsc_totals", "query_date.json", "[date]", []string{"2026-10-31 | 228 | 5310 | 14.27", "2026-11-01 | 231 | 5417 | 13.90123456789012"}},
		{"gsc_queries", "query_query.json", "[query]", []string{"2026-11-01 | trail running shoes | 31 | 402 | 3.8756218"}},
		{"gsc_pages", "query_page.json", "[page]", []string{"2026-11-01 | https://www.example.com/ | 12 | 90 | 1.5"}},
		{"gsc_query_pages", "query_query_page.json", "[query page]", []string{
			"2026-11-01 | trail running shoes | https://www.example.com/shop/trail | 24 | 310 | 4.012903",
			"2026-11-01 | laufschuhe größe 43 | https://www.example.com/de/gr%C3%B6%C3%9Fe | 0 | 7 | 11",
		}},
		{"gsc_query_devices", "query_query_device.json", "[query device]", []string{
			"2026-11-01 | trail running shoes | mobile | 20 | 250 | 3.5", "2026-11-01 | trail running shoes | desktop | 10 | 140 | 4.25", "2026-11-01 | trail running shoes | tablet | 1 | 12 | 5",
		}},
		{"gsc_page_countries", "query_page_country.json", "[page country]", []string{
			"2026-11-01 | https://www.example.com/ | usa | 9 | 60 | 1.25", "2026-11-01 | https://www.example.com/ | deu | 3 | 30 | 2",
		}},
		{"gsc_queries", "query_empty.json", "[query]", nil},
		{"gsc_totals", "query_empty.json", "[date]", nil},
	} {
		t.Run(test.table+" "+test.file, func(t *testing.T) {
			api, source, access := reach(t, document(t, test.file))
			from := "2026-11-01"
			if test.table == "gsc_totals" {
				from = "2026-10-31"
			}
			rows, _, err := fetch(t, source, access, test.table, from, "2026-11-01")
			if err != nil || !slices.Equal(rows, test.want) {
				t.Errorf("got %q: %v", rows, err)
			}
			first := api.asked[0]
			if first.path != "POST /webmasters/v3/sites/sc-domain%3Aexample.com/searchAnalytics/query" || fmt.Sprint(first.Dimensions) != test.dimensions ||
				first.StartDate != from || first.EndDate != "2026-11-01" || first.Type != "web" || first.DataState != "final" || first.RowLimit != 25000 {
				t.Errorf("asked %+v", first)
			}
		})
	}
}

func TestTheMostWantedReportsComeFirst(t *testing.T) {
	_, source, _ := reach(t, nil)
	var tables []string
	for _, report := range source.Reports() {
		tables = append(tables, report.Table)
		extra := report.Table == "gsc_query_devices" || report.Table == "gsc_page_countries"
		if report.Optional != extra || (report.History == 90) != extra || report.Repull != 4 || !report.ThroughFinal {
			t.Errorf("%+v", report)
		}
	}
	if got := strings.Join(tables, " "); got != "gsc_totals gsc_queries gsc_pages gsc_query_pages gsc_query_devices gsc_page_countries" {
		t.Error(got)
	}
}

func TestPagesAreReadUntilOneIsEmptyOrTheCapIsReached(t *testing.T) {
	rows := make([]row, 50_000)
	for i := range rows {
		rows[i] = row{Keys: []string{fmt.Sprintf("query %d", i)}, Clicks: 50_000 - i, Impressions: 100_000, Position: 1}
	}
	for _, test := range []struct {
		rows, limit, requests int
		truncated             bool
	}{
		{rows: 0, limit: 25_000, requests: 1},
		{rows: 25_000, limit: 25_000, requests: 2},
		{rows: 49_999, limit: 25_000, requests: 3},
		{rows: 49_999, limit: 9_000, requests: 7}, // short pages in the middle
		{rows: 50_000, limit: 25_000, requests: 2, truncated: true},
	} {
		api, source, access := reach(t, func(w http.ResponseWriter, q question, _ int) { give(w, q, rows[:test.rows], test.limit) })
		got, batches, err := fetch(t, source, access, "gsc_queries", "2026-11-01", "2026-11-01")
		if err != nil || len(got) != test.rows || len(api.asked) != test.requests {
			t.Errorf("%+v: %d rows in %d requests: %v", test, len(got), len(api.asked), err)
		}
		truncated := slices.ContainsFunc(batches, func(batch providers.Batch) bool { return slices.Contains(batch.Notes, providers.Truncated) })
		if truncated != test.truncated {
			t.Errorf("%+v: truncated: %v", test, truncated)
		}
		slices.Sort(got)
		if distinct := len(slices.Compact(got)); distinct != test.rows {
			t.Errorf("%+v: only %d different rows", test, distinct)
		}
	}
}

func TestKeysStayWhatTheyAreAndNoRowIsLost(t *testing.T) {
	long := "https://www.example.com/" + strings.Repeat("a", 8<<10)
	rows := []row{
		{Keys: []string{"tab\there \"quoted\" back\\slash\nline", "https://www.example.com/a"}, Clicks: 1},
		{Keys: []string{"emoji 👟🏽 \u2028", "https://www.example.com/a/"}, Clicks: 2}, // still two rows
		{Keys: []string{"حذاء \u200fللجري", "https://www.example.com/a?utm_source=x#frag"}, Clicks: 3},
		{Keys: []string{"", long}, Clicks: 4},
		{Keys: []string{"not an address", "android-app://com.example/"}, Clicks: 5},
	}
	_, source, access := reach(t, func(w http.ResponseWriter, q question, _ int) { give(w, q, rows, 2) })
	got, _, err := fetch(t, source, access, "gsc_query_pages", "2026-11-01", "2026-11-01")
	want := []string{
		"2026-11-01 | tab\there \"quoted\" back\\slash\nline | https://www.example.com/a | 1 | 0 | 0",
		"2026-11-01 | emoji 👟🏽 \u2028 | https://www.example.com/a | 2 | 0 | 0",
		"2026-11-01 | حذاء \u200fللجري | https://www.example.com/a | 3 | 0 | 0",
		"2026-11-01 |  | " + long + " | 4 | 0 | 0",
		"2026-11-01 | not an address | android-app://com.example/ | 5 | 0 | 0",
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q: %v", got, err)
	}
}

func TestARowThatComesTwiceCountsOnce(t *testing.T) {
	rows := []row{
		{Keys: []string{"one"}, Clicks: 3, Impressions: 40, Position: 2.5}, {Keys: []string{"two"}, Clicks: 3, Impressions: 50, Position: 4},
		{Keys: []string{"two"}, Clicks: 3, Impressions: 50, Position: 4}, {Keys: []string{"three"}, Clicks: 1, Impressions: 9, Position: 8}, {Keys: []string{"one"}, Clicks: 3, Impressions: 40, Position: 2.5},
	}
	_, source, access := reach(t, func(w http.ResponseWriter, q question, _ int) { give(w, q, rows, 2) })
	want := []string{"2026-11-01 | one | 3 | 40 | 2.5", "2026-11-01 | two | 3 | 50 | 4", "2026-11-01 | three | 1 | 9 | 8"}
	if got, _, err := fetch(t, source, access, "gsc_queries", "2026-11-01", "2026-11-01"); err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q: %v", got, err)
	}
	days := []row{{Keys: []string{"2026-11-01"}, Clicks: 7}, {Keys: []string{"2026-11-01"}, Clicks: 7}, {Keys: []string{"2026-11-02"}, Clicks: 7}}
	_, source, access = reach(t, func(w http.ResponseWriter, q question, _ int) { give(w, q, days, 25_000) })
	if got, _, err := fetch(t, source, access, "gsc_totals", "2026-11-01", "2026-11-02"); err != nil || !slices.Equal(got, []string{"2026-11-01 | 7 | 0 | 0", "2026-11-02 | 7 | 0 | 0"}) {
		t.Errorf("got %q: %v", got, err)
	}
	rows[4].Clicks, days[1].Clicks = 2, 8 // contradictory rows: neither is certain
	for table, answer := range map[string][]row{"gsc_queries": rows, "gsc_totals": days} {
		_, source, access = reach(t, func(w http.ResponseWriter, q question, _ int) { give(w, q, answer, 25_000) })
		if _, _, err := fetch(t, source, access, table, "2026-11-01", "2026-11-02"); !errors.Is(err, providers.ErrDamaged) || !strings.Contains(err.Error(), "Search Console sent two figures for one row.") {
			t.Errorf("%s: %v", table, err)
		}
	}
}

func TestEveryDayIsAskedForByItselfAlsoWhenTheClocksChange(t *testing.T) {
	api, source, access := reach(t, func(w http.ResponseWriter, q question, _ int) {
		give(w, q, []row{{Keys: []string{q.StartDate}, Clicks: 1}}, 25_000)
	})
	rows, _, err := fetch(t, source, access, "gsc_queries", "2026-10-31", "2026-11-02")
	if want := []string{"2026-10-31 | 2026-10-31 | 1 | 0 | 0", "2026-11-01 | 2026-11-01 | 1 | 0 | 0", "2026-11-02 | 2026-11-02 | 1 | 0 | 0"}; err != nil || !slices.Equal(rows, want) {
		t.Errorf("got %q: %v", rows, err)
	}
	for _, asked := range api.asked {
		if asked.StartDate != asked.EndDate {
			t.Errorf("asked %+v", asked)
		}
	}
}

func TestTheFinalDayIsWhatGoogleSays(t *testing.T) {
	for file, want := range map[string]string{
		"query_date_all.json": "2026-11-16", "query_date_all_discovery.json": "2026-11-16",
		"query_date.json": "2026-11-18", "query_empty.json": "2026-11-18", // not in the response
	} {
		api, source, access := reach(t, document(t, file))
		got, err := source.FinalDay(t.Context(), access, day("2026-11-21"))
		if err != nil || got != day(want) {
			t.Errorf("%s: %v: %v", file, got, err)
		}
		if asked := api.asked[0]; asked.DataState != "all" || asked.StartDate != "2026-11-12" || asked.EndDate != "2026-11-21" || len(api.asked) != 1 {
			t.Errorf("asked %+v", asked)
		}
	}
}

func TestATestSaysWhatIsThereOrWhatToDo(t *testing.T) {
	_, source, access := reach(t, document(t, "query_date.json"))
	found, err := source.Test(t.Context(), access)
	if err != nil || found.Message != "sc-domain:example.com can be read; its newest final day is 2026-11-01." || found.Domain != "example.com" || found.TimeZone != "America/Los_Angeles" {
		t.Errorf("%+v: %v", found, err)
	}
	_, source, access = reach(t, document(t, "query_empty.json"))
	if found, err = source.Test(t.Context(), access); err != nil || !strings.Contains(found.Message, "no data") {
		t.Errorf("%+v: %v", found, err)
	}
	_, source, access = reach(t, document(t, "error_permission.json"))
	access.Account = "reader@project.iam.gserviceaccount.com"
	_, err = source.Test(t.Context(), access)
	var providerError *providers.Error
	if !errors.As(err, &providerError) || providerError.Kind != providers.Denied ||
		providerError.Message != "Give reader@project.iam.gserviceaccount.com read access to sc-domain:example.com in Search Console, then test again." {
		t.Error(err)
	}
	_, source, access = reach(t, document(t, "error_quota.json"))
	if _, err = source.Test(t.Context(), access); !errors.As(err, &providerError) || providerError.Kind != providers.Quota || time.Until(providerError.Until) < 14*time.Minute {
		t.Error(err)
	}
}

func TestPropertiesAreThoseThatCanBeRead(t *testing.T) {
	api, source, access := reach(t, document(t, "sites.json"))
	properties, err := source.Properties(t.Context(), access)
	want := []providers.Property{
		{ID: "http://www.example.com/", Name: "http://www.example.com/", Domain: "example.com"},
		{ID: "sc-domain:example.com", Name: "example.com", Domain: "example.com"},
		{ID: "https://shop.example.org/en/", Name: "https://shop.example.org/en/", Domain: "shop.example.org"},
	}
	if err != nil || !slices.Equal(properties, want) || api.asked[0].path != "GET /webmasters/v3/sites" {
		t.Errorf("asked %q, got %+v: %v", api.asked[0].path, properties, err)
	}
}
