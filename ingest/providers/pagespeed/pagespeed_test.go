package pagespeed

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"upslope/ingest/providers"
)

func TestTheDocumentedAnswerIsRead(t *testing.T) {
	google := newStandIn(t, func(string, string, int) (int, string) { return http.StatusOK, file(t, "get_started.json") })
	got, err := google.rows(t, "https://developers.google.com/")
	if err != nil || len(got) != 2 {
		t.Fatalf("%v, %v", got, err)
	}
	want := map[string]any{"page": "https://developers.google.com/", "device": "mobile", "field_source": "", "field_lcp_ms": nil, "field_inp_ms": nil, "field_cls": nil, "field_ttfb_ms": nil,
		"lab_lcp_ms": nil, "lab_cls": nil, "lab_ttfb_ms": nil, "lab_tbt_ms": nil, "score": uint8(96), "recommendations": []string{}, "savings_ms": []uint32{}, "resources": []string{}}
	if !reflect.DeepEqual(got[0], want) {
		t.Errorf("\n got %v\nwant %v", got[0], want)
	}
}

func TestEveryFigureIsReadAndAdviceIsOrderedByWhatItSaves(t *testing.T) {
	google := newStandIn(t, full(t))
	got, err := google.rows(t, "https://shop.example/bikes")
	if err != nil || len(got) != 2 {
		t.Fatalf("%v, %v", got, err)
	}
	want := map[string]any{"page": "https://shop.example/bikes", "device": "desktop", "field_source": "url", "field_lcp_ms": uint32(2714), "field_inp_ms": uint32(231), "field_cls": 0.12, "field_ttfb_ms": uint32(812),
		"lab_lcp_ms": 4911.237, "lab_cls": 0.0, "lab_ttfb_ms": 912.0, "lab_tbt_ms": 420.5, "score": uint8(49),
		"recommendations": []string{"Reduce unused JavaScript", "Reduce initial server response time", "Render blocking requests", "Avoid enormous network payloads"},
		"savings_ms":      []uint32{1200, 812, 150, 0},
		"resources":       []string{"https://shop.example/app.js?v=3 https://tags.example/t.js", "", "https://shop.example/site.css", ""}}
	if !reflect.DeepEqual(got[1], want) {
		t.Errorf("\n got %v\nwant %v", got[1], want)
	}
	if !slices.Contains(google.asks, "https://shop.example/bikes MOBILE") || !slices.Contains(google.asks, "https://shop.example/bikes DESKTOP") {
		t.Errorf("asked for %v", google.asks)
	}
}

func TestFiguresOfTheWholeSiteAreMarkedAsSuch(t *testing.T) {
	whole := file(t, "full.json")
	for name, c := range map[string]struct {
		body, source string
		lcp          any
	}{
		"fallback":        {strings.Replace(whole, `"initial_url"`, `"origin_fallback": true, "initial_url"`, 1), "origin", uint32(2714)},
		"no page figures": {strings.Replace(whole, `"loadingExperience"`, `"ignored"`, 1), "origin", uint32(1999)},
		"none at all":     {strings.ReplaceAll(strings.Replace(whole, `"loadingExperience"`, `"ignored"`, 1), `"originLoadingExperience"`, `"ignored2"`), "", nil},
	} {
		google := newStandIn(t, func(string, string, int) (int, string) { return http.StatusOK, c.body })
		got, err := google.rows(t, "https://shop.example/bikes")
		if err != nil || got[0]["field_source"] != c.source || got[0]["field_lcp_ms"] != c.lcp {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func TestAVisitThatFailedLeavesTheFiguresOfRealOnes(t *testing.T) {
	failed := strings.Replace(file(t, "full.json"), `"lighthouseVersion"`, `"runtimeError": {"code": "NO_FCP", "message": "The page did not paint any content."}, "lighthouseVersion"`, 1)
	google := newStandIn(t, func(string, string, int) (int, string) { return http.StatusOK, failed })
	got, err := google.rows(t, "https://shop.example/bikes")
	if err != nil || got[0]["field_lcp_ms"] != uint32(2714) || got[0]["lab_lcp_ms"] != nil || got[0]["score"] != nil {
		t.Errorf("%v, %v", got, err)
	}
}

func TestAtMostFiftyPagesAreTestedAndTheHomePageWhenNoneIsKnown(t *testing.T) {
	google := newStandIn(t, full(t))
	if got, err := google.rows(t, manyPages(80)...); err != nil || len(got) != 100 || len(google.asks) != 100 {
		t.Errorf("%d rows of %d tests, %v", len(got), len(google.asks), err)
	}
	home := newStandIn(t, full(t))
	if got, err := home.rows(t); err != nil || len(got) != 2 || got[0]["page"] != "https://shop.example/" {
		t.Errorf("%v, %v", got, err)
	}
}

func TestAPageThatCannotBeLoadedCostsNothingButItself(t *testing.T) {
	for _, status := range []int{http.StatusBadRequest, http.StatusInternalServerError} {
		google := newStandIn(t, func(page, _ string, _ int) (int, string) {
			if page == "https://shop.example/1" {
				return status, file(t, "not_loaded.json")
			}
			return http.StatusOK, file(t, "full.json")
		})
		got, err := google.rows(t, manyPages(6)...)
		if pages := tested(got); err != nil || len(got) != 10 || pages["https://shop.example/1"] != 0 {
			t.Errorf("%d: %v, %v", status, pages, err)
		}
		if len(google.asks) != 12 || len(google.waited) != 0 {
			t.Errorf("%d: asked %d times, waited %v", status, len(google.asks), google.waited)
		}
	}
}

func TestASiteThatIsTestedTooOftenIsLeftAloneForAMinuteAndTheOthersGoOn(t *testing.T) {
	var refused atomic.Int32
	var asking sync.WaitGroup // all workers, so that none of them comes only after the rest
	asking.Add(workers)
	google := newStandIn(t, func(page, _ string, _ int) (int, string) {
		if host(page) == "shop.example" && refused.Add(1) <= workers {
			asking.Done()
			asking.Wait()
			return http.StatusInternalServerError, `{"error":{"code":500,"message":"Unable to process request. Please wait a while and try again.","errors":[{"reason":"internalError","domain":"global"}]}}`
		}
		return http.StatusOK, file(t, "full.json")
	})
	pages := append(manyPages(12), "https://blog.example/", "https://blog.example/a")
	got, err := google.rows(t, pages...)
	if err != nil || len(got) != 28 || len(tested(got)) != 14 {
		t.Fatalf("%d rows, %v", len(got), err)
	}
	if !reflect.DeepEqual(google.waited, []time.Duration{time.Minute}) {
		t.Errorf("waited %v", google.waited)
	}
	if n := len(google.asks); n > 28+workers {
		t.Errorf("asked %d times: a site that is refused must not be asked on", n)
	}
}

func TestAPageThatAlwaysFailsLosesNoOther(t *testing.T) {
	google := newStandIn(t, func(page, _ string, _ int) (int, string) {
		if strings.HasSuffix(page, "/0") || strings.HasSuffix(page, "/1") || strings.HasSuffix(page, "/5") {
			return http.StatusInternalServerError, "oops"
		}
		return http.StatusOK, file(t, "full.json")
	})
	got, err := google.rows(t, manyPages(9)...)
	if err != nil || len(got) != 12 {
		t.Errorf("%v, %v", tested(got), err)
	}
	if !reflect.DeepEqual(google.waited, []time.Duration{time.Minute, 3 * time.Minute}) {
		t.Errorf("waited %v", google.waited)
	}
}

func TestAnAnswerThatIsCutIsAskedForAgain(t *testing.T) {
	whole := file(t, "full.json")
	google := newStandIn(t, func(_, _ string, time int) (int, string) {
		if time == 1 {
			return http.StatusOK, whole[:len(whole)/2]
		}
		return http.StatusOK, whole
	})
	if got, err := google.rows(t, manyPages(3)...); err != nil || len(got) != 6 {
		t.Errorf("%d rows, %v", len(got), err)
	}
}

func TestWhatConcernsTheKeyEndsTheRead(t *testing.T) {
	for body, want := range map[string]struct {
		status int
		kind   providers.Kind
	}{
		`{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}`:                                   {400, providers.Reconnect},
		`{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","errors":[{"reason":"badRequest"}]}}`:                                                                     {400, providers.Reconnect},
		`{"error":{"code":403,"message":"PageSpeed Insights API has not been used in project 1 before or it is disabled.","status":"PERMISSION_DENIED","details":[{"reason":"SERVICE_DISABLED"}]}}`: {403, providers.Denied},
		`{"error":{"code":429,"message":"Quota exceeded for quota metric 'Queries' and limit 'Queries per day'.","status":"RESOURCE_EXHAUSTED"}}`:                                                   {429, providers.Quota},
	} {
		google := newStandIn(t, func(string, string, int) (int, string) { return want.status, body })
		got, err := google.rows(t, manyPages(20)...)
		if kind(err) != want.kind || len(got) != 0 || strings.Contains(err.Error(), key) {
			t.Errorf("%s: %v", body, err)
		}
		if len(google.asks) > workers || len(google.waited) > 0 {
			t.Errorf("%s: asked %d times", body, len(google.asks))
		}
	}
}

func TestWhenNothingCanBeTestedItIsSaidWhy(t *testing.T) {
	unloadable := newStandIn(t, func(string, string, int) (int, string) { return http.StatusBadRequest, file(t, "not_loaded.json") })
	if _, err := unloadable.rows(t, manyPages(2)...); kind(err) != providers.Refused || !strings.Contains(err.Error(), "None of the 4 tests could be made. PageSpeed Insights could not load https://shop.example/") {
		t.Errorf("%v", err)
	}
	away := newStandIn(t, func(string, string, int) (int, string) { return http.StatusServiceUnavailable, "" })
	if _, err := away.rows(t, manyPages(2)...); kind(err) != providers.Temporary {
		t.Errorf("%v", err)
	}
	for _, pages := range [][]string{{"mailto:a@shop.example", "//shop.example/", "shop.example", "ftp://shop.example/", "https:///x", "\x00"}} {
		if _, err := away.rows(t, pages...); kind(err) != providers.Refused || !strings.Contains(err.Error(), "no page to test") {
			t.Errorf("%q: %v", pages, err)
		}
	}
}

func TestAReadThatIsStoppedStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	google := newStandIn(t, func(string, string, int) (int, string) {
		cancel()
		return http.StatusInternalServerError, ""
	})
	for batch, err := range google.source().Reports()[0].Fetch(ctx, google.access(manyPages(5)...), time.Now(), time.Now()) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v, %v", batch, err)
		}
	}
}

func TestATestTellsTheScoreOfTheFirstPage(t *testing.T) {
	google := newStandIn(t, full(t))
	found, err := google.source().Test(context.Background(), google.access("https://shop.example/bikes", "https://shop.example/"))
	if err != nil || found.Message != "PageSpeed Insights scored https://shop.example/bikes 49 of 100 on mobile." || len(google.asks) != 1 {
		t.Errorf("%+v, %v", found, err)
	}
	access := google.access()
	access.Key = ""
	if _, err := google.source().Test(context.Background(), access); kind(err) != providers.Reconnect {
		t.Errorf("without a key: %v", err)
	}
}

func TestASiteThatAnswersWithWWWOnlyIsTestedThere(t *testing.T) {
	google := newStandIn(t, func(page, _ string, _ int) (int, string) {
		if page == "https://www.shop.example/" {
			return http.StatusOK, file(t, "full.json")
		}
		return http.StatusBadRequest, file(t, "not_loaded.json")
	})
	found, err := google.source().Test(context.Background(), google.access("https://shop.example/"))
	if err != nil || found.Message != "PageSpeed Insights scored https://www.shop.example/ 49 of 100 on mobile." {
		t.Errorf("%+v, %v", found, err)
	}
	if got, err := google.rows(t, "https://shop.example/"); err != nil || len(got) != 2 || got[0]["page"] != "https://www.shop.example/" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := google.rows(t, "https://shop.example/bikes"); err == nil {
		t.Error("the home page stands in for another")
	}
	gone := newStandIn(t, func(string, string, int) (int, string) { return http.StatusBadRequest, file(t, "not_loaded.json") })
	if _, err := gone.source().Test(context.Background(), gone.access("https://shop.example/")); err == nil || !strings.Contains(err.Error(), "could not load https://shop.example/") {
		t.Errorf("%v", err)
	}
}

func TestSleepEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Sleep(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if err := Sleep(context.Background(), time.Millisecond); err != nil {
		t.Error(err)
	}
}
