package simulator

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"upslope/simulator/world"
)

func TestFaultsFollowTheirRules(t *testing.T) {
	b := start(t, Config{})
	path := searchPath(b.World(world.Small).GSCSite)
	body := searchBody("2026-11-10", `"query","page"`, `,"rowLimit":10,"startRow":10`)
	for _, c := range []struct {
		rule   string
		status []int
		header string
	}{
		{`{"source":"gsc","page":2,"times":2,"fault":"429","seconds":7}`, []int{429, 429, 200}, "7"},
		{`{"source":"gsc","page":1,"fault":"500"}`, []int{200, 200}, ""},
		{`{"source":"gsc","match":"query,page 2026-11-10","times":1,"fault":"403"}`, []int{403, 200}, ""},
		{`{"source":"gsc","match":"2026-11-11","fault":"403"}`, []int{200}, ""},
		{`{"source":"ga4","fault":"500"}`, []int{200}, ""},
		{`{"source":"gsc","every":2,"fault":"expired_page_token"}`, []int{200, 400, 200, 400}, ""},
		{`{"property":"sc-domain:another.example","fault":"500"}`, []int{200}, ""},
	} {
		if status, text, _ := b.request(t, http.DefaultClient, "POST", "/simulator/faults", "["+c.rule+"]"); status != 204 {
			t.Fatalf("%s: %d %s", c.rule, status, text)
		}
		for i, want := range c.status {
			status, text, header := b.request(t, b.client, "POST", path, body)
			if status != want || status == 429 && header.Get("Retry-After") != c.header {
				t.Errorf("%s: answer %d is %d %s, want %d", c.rule, i+1, status, text, want)
			}
		}
	}
	if status, _, _ := b.request(t, http.DefaultClient, "POST", "/simulator/faults", `[{"fault":"earthquake"}]`); status != 400 {
		t.Errorf("an unknown fault is %d", status)
	}
}

func TestTruncatedAnswersEndInTheMiddle(t *testing.T) {
	b := start(t, Config{Faults: []Fault{{Source: sourceGSC, Kind: Truncated, Times: 1}}})
	response, err := b.client.Get(b.url + "/webmasters/v3/sites")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if text, err := io.ReadAll(response.Body); response.StatusCode != 200 || !errors.Is(err, io.ErrUnexpectedEOF) || json.Valid(text) {
		t.Errorf("%d %q %v", response.StatusCode, text, err)
	}
	b.readJSON(t, "GET", "/webmasters/v3/sites", "")
}

func TestSlowAnswersAreLateAndComplete(t *testing.T) {
	b := start(t, Config{})
	b.readJSON(t, "GET", "/webmasters/v3/sites", "")
	if err := b.SetFaults([]Fault{{Source: sourceGSC, Kind: Slow, Seconds: .2}}); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	b.readJSON(t, "GET", "/webmasters/v3/sites", "")
	if took := time.Since(begun); took < 200*time.Millisecond {
		t.Errorf("it took %v", took)
	}
}

func TestInvalidGrantIsForTokens(t *testing.T) {
	b := start(t, Config{Faults: []Fault{{Source: sourceToken, Kind: InvalidGrant}}})
	if _, err := b.client.Get(b.url + "/webmasters/v3/sites"); err == nil || !strings.Contains(err.Error(), "invalid_grant") {
		t.Errorf("signed in: %v", err)
	}
}

func TestASiteHas1200QueriesAMinute(t *testing.T) {
	b := start(t, Config{})
	site := b.World(world.Small).GSCSite
	for range gscPerMinute {
		if _, ok, _ := b.limits.take("gsc "+site, 1, gscPerMinute, minute, b.now); !ok {
			t.Fatal("less than 1,200")
		}
	}
	body := searchBody("2026-11-10", `"query"`, "")
	b.expectRefusal(t, "POST", searchPath(site), body, 429, "RESOURCE_EXHAUSTED")
	b.now = b.now.Add(minute)
	b.readJSON(t, "POST", searchPath(site), body)
	counts := b.Requests()[sourceGSC]
	if counts.TooMany != 1 || counts.Requests != 2 || counts.ByHour["2026-11-21T12"] != 2 || counts.ByStatus[200] != 1 {
		t.Errorf("counted: %+v", counts)
	}
}
