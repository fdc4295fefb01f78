package bing_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope/ingest/providers"
	"upslope/ingest/providers/bing"
	"upslope/ingest/providers/wire/wiretest"
	"upslope/ingest/remote"
)

const key = "0123456789abcdef0123456789abcdef"

// serve answers with the samples, changed by form.
func serve(t *testing.T, form func(method string, sample []byte) (status int, body []byte)) (*bing.Source, providers.Access) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		method := path.Base(r.URL.Path)
		if !strings.HasPrefix(r.URL.Path, "/webmaster/api.svc/json/") || method != "GetUserSites" && r.URL.Query().Get("siteUrl") != "https://www.shop.example/" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		if r.URL.Query().Get("apikey") != key {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte(`{"ErrorCode":3,"Message":"ERROR!!! InvalidApiKey"}`))
			return
		}
		sample, err := os.ReadFile("testdata/" + method + ".json")
		if err != nil {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		status, body := http.StatusOK, sample
		if form != nil {
			status, body = form(method, sample)
		}
		w.WriteHeader(status)
		_, _ = w.Write(body)
	}))
	t.Cleanup(server.Close)
	client := remote.NewClient(remote.Options{Provider: bing.Name, Limits: providers.Limits{Backoff: time.Millisecond}})
	return bing.New(server.URL + "/"), providers.Access{HTTP: client, Key: key, Domain: "shop.example"}
}

// read returns the rows of a report by day, each as JSON of its columns.
func read(t *testing.T, report providers.Report, access providers.Access, from, to time.Time) (map[string][]string, error) {
	t.Helper()
	rows := map[string][]string{}
	for batch, err := range report.Fetch(t.Context(), access, from, to) {
		if err != nil {
			return nil, err
		}
		columns := make([][]json.RawMessage, len(batch.Columns))
		for i, column := range batch.Columns {
			text, err := json.Marshal(column.Values)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &columns[i]); err != nil {
				t.Fatal(err)
			}
		}
		for i := range columns[0] {
			var row []string
			for _, column := range columns {
				row = append(row, string(column[i]))
			}
			day := batch.Day.Format(time.DateOnly)
			rows[day] = append(rows[day], strings.Join(row, " "))
		}
	}
	return rows, nil
}

var from, to = time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

// wanted are the rows of the samples by report.
var wanted = []map[string][]string{
	{"2026-11-06": {`"hiking boots" 12 340 5`, `"boot repair" 0 41 9`}, "2026-10-30": {`"hiking boots" 7 200 4`}},
	{"2026-11-06": {`"https://www.shop.example/boots" 12 340 null`}},
	{"2026-11-20": {`"https://www.shop.example/gone" 404 ["Client error (4xx)"] 3`, `"https://www.shop.example/slow" 0 ["Blocked by robots.txt","Timeout"] 0`}},
}

func TestEachReportIsReadByDayOfBingInAnyForm(t *testing.T) {
	samples := map[string]map[string][]byte{}
	for _, method := range []string{"GetUserSites", "GetQueryStats", "GetPageStats", "GetCrawlIssues"} {
		sample, err := os.ReadFile("testdata/" + method + ".json")
		if err != nil {
			t.Fatal(err)
		}
		samples[method] = wiretest.Forms(t, sample)
	}
	for name := range samples["GetUserSites"] {
		t.Run(name, func(t *testing.T) {
			source, access := serve(t, func(method string, _ []byte) (int, []byte) { return http.StatusOK, samples[method][name] })
			for i, report := range source.Reports() {
				begin := from
				if report.Snapshot {
					begin = to
				}
				got, err := read(t, report, access, begin, to)
				if err != nil || !maps.EqualFunc(got, wanted[i], slices.Equal[[]string]) {
					t.Errorf("%s: %v, %v, want %v", report.Table, got, err, wanted[i])
				}
			}
		})
	}
}

func TestTheSiteIsTheVerifiedOneOfTheDomain(t *testing.T) {
	source, access := serve(t, nil)
	found, err := source.Test(t.Context(), access)
	if err != nil || found.Message != "Bing Webmaster Tools knows https://www.shop.example/." {
		t.Errorf("%+v, %v", found, err)
	}
	for domain, want := range map[string]string{
		"pending.example": "Bing Webmaster Tools has pending.example, but it is not verified. Verify it there, then test again.",
		"other.example":   "The Bing account of this API key does not have other.example. Add the site in Bing Webmaster Tools, or use the key of the account that has it.",
	} {
		access.Domain = domain
		if _, err := source.Test(t.Context(), access); kind(err) != providers.Denied || err.Error() != want {
			t.Errorf("%s: %v", domain, err)
		}
	}
}

func kind(err error) providers.Kind {
	if failure := (*providers.Error)(nil); errors.As(err, &failure) {
		return failure.Kind
	}
	return ""
}

func TestFailuresSayWhatToDoAndHideTheKey(t *testing.T) {
	for body, want := range map[string]providers.Kind{
		`{"ErrorCode":3,"Message":"ERROR!!! InvalidApiKey"}`:    providers.Reconnect,
		`{"ErrorCode":4,"Message":"ERROR!!! ThrottleUser"}`:     providers.Temporary,
		`{"ErrorCode":1,"Message":"ERROR!!! InternalError"}`:    providers.Temporary,
		`{"ErrorCode":16,"Message":"ERROR!!! NotAuthorized"}`:   providers.Denied,
		`{"ErrorCode":8,"Message":"ERROR!!! InvalidParameter"}`: providers.Refused,
		`<html>Bad Request</html>`:                              providers.Refused,
	} {
		source, access := serve(t, func(string, []byte) (int, []byte) { return http.StatusBadRequest, []byte(body) })
		if _, err := source.Test(t.Context(), access); kind(err) != want || strings.Contains(fmt.Sprint(err), key) {
			t.Errorf("%s: %s %v, want %s", body, kind(err), err, want)
		}
	}
	for _, body := range []string{`{"d":`, `{}`, `[]`, `{"d":{"a":1}}`, ``} {
		source, access := serve(t, func(string, []byte) (int, []byte) { return http.StatusOK, []byte(body) })
		if _, err := source.Test(t.Context(), access); kind(err) != providers.Temporary {
			t.Errorf("%q: %s %v, want %s", body, kind(err), err, providers.Temporary)
		}
	}
	source, access := serve(t, nil)
	access.Key = "wrong"
	if _, err := read(t, source.Reports()[0], access, from, to); kind(err) != providers.Reconnect {
		t.Errorf("a wrong key: %v", err)
	}
}

func TestNothingInBingIsNothing(t *testing.T) {
	source, access := serve(t, func(method string, sample []byte) (int, []byte) {
		if method == "GetUserSites" {
			return http.StatusOK, sample
		}
		return http.StatusOK, []byte(`{"d":null}`)
	})
	for _, report := range source.Reports() {
		if got, err := read(t, report, access, to, to); err != nil || len(got) != 0 {
			t.Errorf("%s: %v, %v", report.Table, got, err)
		}
	}
}

// Whatever Bing sends, there is a day of rows or an error, never a panic.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{`"/Date(1793952000000-0800)/"`, `"/Date(-1)/"`, `"/Date(999999999999999)/"`, `7`, `null`, `[]`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		source, access := serve(t, func(method string, sample []byte) (int, []byte) {
			if method == "GetUserSites" {
				return http.StatusOK, sample
			}
			return http.StatusOK, []byte(`{"d":[{"Query":"a","Date":` + text + `,"Clicks":` + text + `,"Issues":` + text + `,"Url":` + text + `}]}`)
		})
		for _, report := range source.Reports() {
			got, err := read(t, report, access, time.Time{}, to)
			for day := range got {
				if err == nil && day > "2026-11-20" {
					t.Errorf("%s: a row of %s", report.Table, day)
				}
			}
		}
	})
}
