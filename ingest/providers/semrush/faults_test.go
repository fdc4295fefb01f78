package semrush

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"upslope/ingest/providers"
)

func TestAFaultAtAnyPageLosesAndDoublesNothing(t *testing.T) {
	faults := map[string]func(string) (int, string){
		"cut in a line":      func(parseCount string) (int, string) { return http.StatusOK, parseCount[:len(parseCount)-20] },
		"empty":              func(string) (int, string) { return http.StatusOK, "" },
		"500":                func(string) (int, string) { return http.StatusInternalServerError, "oops" },
		"429":                func(string) (int, string) { return http.StatusTooManyRequests, "slow down" },
		"429 with 200":       func(string) (int, string) { return http.StatusOK, "ERROR 429 :: TOO MANY REQUESTS" },
		"500 with 200":       func(string) (int, string) { return http.StatusOK, "ERROR 500 :: INTERNAL" },
		"cut off in a quote": func(string) (int, string) { return http.StatusOK, "Keyword;Position;Url\r\n\"seo to" },
	}
	answer := rankings(3500)
	for name, fault := range faults {
		for _, page := range []string{"0", "1000", "3000", "3500"} {
			var failed atomic.Bool
			semrush := newStandIn(t, func(query url.Values) (int, string) {
				status, body := answer(query)
				if query.Get("display_offset") == page && !failed.Swap(true) {
					if page == "3500" && strings.HasPrefix(name, "cut in") {
						return status, body // an empty result cannot be truncated
					}
					return fault(body)
				}
				return status, body
			})
			got, _, err := read(t, fetch(semrush, 0))
			if err != nil || len(got) != 3500 || !failed.Load() {
				t.Errorf("%s at %s: %d rows, %v", name, page, len(got), err)
			}
		}
	}
}

func TestErrorsAreSaidInWordsAndUnitsAreNeverSpentTwice(t *testing.T) {
	for body, want := range map[string]struct {
		kind  providers.Kind
		words string
	}{
		"ERROR 120 :: WRONG KEY - ID PAIR":                              {providers.Reconnect, "does not know this API key"},
		"ERROR 122 :: WRONG FORMAT OR EMPTY KEY":                        {providers.Reconnect, "does not know this API key"},
		"ERROR 130 :: API DISABLED":                                     {providers.Denied, "no API access"},
		"ERROR 133 :: DB ACCESS DENIED":                                 {providers.Denied, "the database us"},
		"ERROR 131 :: LIMIT EXCEEDED":                                   {providers.Quota, "limit of requests"},
		"ERROR 132 :: API UNITS BALANCE IS ZERO":                        {providers.Quota, "units of this key are used up"},
		"\ufeffERROR 132":                                               {providers.Quota, "units of this key are used up"},
		"ERROR 134 :: TOTAL LIMIT EXCEEDED":                             {providers.Quota, "limit of requests"},
		"ERROR 46 :: MANDATORY PARAMETER \"database\" OF " + key:        {providers.Refused, "error 46"},
		"Domain;Rank\nseobook.com;1\n":                                  {providers.Refused, "lacks the keyword"},
		"Keyword;Position;Url\na;first;https://seobook.com/\n":          {providers.Refused, "cannot be read"},
		"Keyword;Position;Url\na;1\nb;2;https://seobook.com/\n":         {providers.Refused, "cannot be read"},
		"Keyword;Position;Url\n\"a;1;2\nb;2;https://seobook.com/;2;3\n": {providers.Temporary, "cut short or damaged"},
	} {
		for _, status := range []int{http.StatusOK, http.StatusForbidden} {
			if status != http.StatusOK && !strings.Contains(body, "ERROR") {
				continue
			}
			semrush := newStandIn(t, func(url.Values) (int, string) { return status, body })
			_, _, err := read(t, fetch(semrush, 0))
			if kind(err) != want.kind || !strings.Contains(err.Error(), want.words) || strings.Contains(err.Error(), key) {
				t.Errorf("%q with %d: %s %v", body, status, kind(err), err)
			}
			if n := semrush.count(); n != 1 && want.kind != providers.Temporary {
				t.Errorf("%q was asked for %d times", body, n)
			}
			var reply *providers.Error
			if errors.As(err, &reply) && reply.Kind == providers.Quota && !reply.Until.Equal(time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)) {
				t.Errorf("%q until %v", body, reply.Until)
			}
		}
	}
}

// Semrush silently truncates the result when units run out: only the next page reveals it.
func TestRankingsThatEndBecauseTheUnitsDoAreNotTakenForAll(t *testing.T) {
	full := rankings(3000)
	semrush := newStandIn(t, func(query url.Values) (int, string) {
		if query.Get("display_offset") != "0" {
			return http.StatusOK, "ERROR 132 :: API UNITS BALANCE IS ZERO"
		}
		_, body := full(query)
		return http.StatusOK, strings.Join(strings.SplitAfter(body, "\r\n")[:401], "")
	})
	if _, _, err := read(t, fetch(semrush, 0)); kind(err) != providers.Quota {
		t.Errorf("%v", err)
	}
}

func TestWithoutAKeyNobodyIsAsked(t *testing.T) {
	semrush := newStandIn(t, rankings(1))
	access := semrush.access()
	access.Key = ""
	if _, err := semrush.source().Test(context.Background(), access); kind(err) != providers.Reconnect || semrush.count() != 0 {
		t.Errorf("%v", err)
	}
}

func TestAServerThatIsNotThereIsNamedWithoutTheKey(t *testing.T) {
	semrush := newStandIn(t, rankings(1))
	semrush.Close()
	_, err := semrush.source().Test(context.Background(), semrush.access())
	for cause := err; cause != nil; cause = errors.Unwrap(cause) {
		if strings.Contains(cause.Error(), key) {
			t.Errorf("the key is in %v", cause)
		}
	}
	if kind(err) != providers.Temporary {
		t.Errorf("%v", err)
	}
}

func TestCellsAreCutWhereSemrushCutsThem(t *testing.T) {
	for text, want := range map[string]line{
		`a;b;c`:                    {"a", "b", "c"},
		`a;;`:                      {"a", "", ""},
		`"a;b";c`:                  {"a;b", "c"},
		`"a ""b"" c";"";"d"`:       {`a "b" c`, "", "d"},
		`12" pizza;3`:              {`12" pizza`, "3"},
		`"seo tools" best;3;x`:     {`"seo tools" best`, "3", "x"},
		`"""quoted""";1`:           {`"quoted"`, "1"},
		`"never ended;1`:           {`"never ended`, "1"},
		"tab\tand 🔧 und שלום;2":    {"tab\tand 🔧 und שלום", "2"},
		`""`:                       {""},
		``:                         {""},
		`"a";"b`:                   {"a", `"b`},
		`https://x.example/?a="b"`: {`https://x.example/?a="b"`},
	} {
		if got, _ := split(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is cut into %q", text, got)
		}
	}
}

func TestACutInTheLastCellIsNoticedWhereCellsAreQuoted(t *testing.T) {
	const parseCount = "\"Keyword\";\"Features\"\r\n\"seo\";\"6,9\"\r\n\"tools\";\"11,52\""
	if got, err := parse([]byte(parseCount)); err != nil || len(got.rows) != 2 {
		t.Errorf("whole: %v", err)
	}
	for cut := strings.LastIndex(parseCount, "\"tools") + 1; cut < len(parseCount); cut++ {
		if parseCount[cut-1] == ';' {
			continue // ambiguous: some servers omit the quotes of empty cells
		}
		if got, err := parse([]byte(parseCount[:cut])); err == nil {
			t.Errorf("%q is read as %q", parseCount[:cut], got.rows)
		}
	}
	if got, err := parse([]byte("Keyword;Position\nseo;1\n\"12;2\n")); err != nil || len(got.rows) != 2 {
		t.Errorf("a keyword that begins with a quote: %v", err)
	}
}

func TestACellMayHaveALineBreakBetweenItsQuotes(t *testing.T) {
	got, err := parse([]byte("Keyword;Position\r\n\"new\r\nline\";1\r\n\"a\n\nb; c\";2\n\"quoted\" only;3\n"))
	want := []line{{"new\nline", "1"}, {"a\n\nb; c", "2"}, {`"quoted" only`, "3"}}
	if err != nil || !reflect.DeepEqual(got.rows, want) {
		t.Errorf("%q, %v", got, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("Keyword;Position;Url\r\n\"a;b\";1;https://a.example/\r\n"))
	f.Add([]byte("\ufeffKeyword;Position;Url\n\"\"\"\";0;\n\n"))
	f.Add([]byte("ERROR 50 :: NOTHING FOUND"))
	f.Add([]byte("Position;Url;Keyword;Intents;SERP Features\n65536;x;y;0,9,-;52,AI overview\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		failureIn(string(data))
		answer, err := parse(data)
		if err != nil {
			return
		}
		if len(answer.rows) > bytes.Count(data, []byte("\n")) {
			t.Fatalf("%d rows in %q", len(answer.rows), data)
		}
		found, err := positions(answer)
		if err != nil {
			return
		}
		for _, p := range found {
			if p.Position == 0 || p.Previous != nil && *p.Previous == 0 || p.URL != "" && !strings.HasPrefix(p.URL, "http") {
				t.Fatalf("%+v of %q", p, data)
			}
		}
	})
}
