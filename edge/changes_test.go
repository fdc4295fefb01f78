package edge_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
)

func TestChangesOfASiteAreListedNotedAndDeleted(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	site := ana.addSite("example.com")
	address := "/api/sites/" + site.ID + "/changes"
	ana.do("GET", address+"?from=2026-11-01&to=2026-11-18", "").want(http.StatusOK)
	if got := ana.filter; got != [2]string{"2026-11-01", "2026-11-18"} {
		t.Errorf("asked for %v", got)
	}
	if seen, pages := ana.walk(address+"?limit=2", "5"); len(seen) != 5 || pages != 3 {
		t.Errorf("%d different changes on %d pages of 2, want 5 on 3", len(seen), pages)
	}
	ana.do("GET", address+"?from=2026-11-18&to=2026-11-01", "").wantProblem(http.StatusBadRequest, "from must not be after to.", "from")
	ana.do("GET", address+"?from=&to=", "").want(http.StatusOK)
	ana.do("GET", address+"?from=yesterday", "").wantProblem(http.StatusBadRequest, "", "from")
	ana.do("GET", address+"?from=0000-01-01", "").wantProblem(http.StatusBadRequest, "from must be a day of this century.", "from")
	ana.do("GET", address+"?to=9999-12-31", "").wantProblem(http.StatusBadRequest, "to must be a day of this century.", "to")
	ana.do("GET", address+"?to=2026-02-30", "").wantProblem(http.StatusBadRequest, "", "to")

	res := ana.do("POST", address, `{"day":"2026-11-18","text":"Relaunch"}`).want(http.StatusCreated)
	if note := decode[upslope.SiteChange](res); note.Day != "2026-11-18" || note.Text != "Relaunch" || res.Header.Get("X-Version") != "13" {
		t.Errorf("%+v at version %s", note, res.Header.Get("X-Version"))
	}
	for body, field := range map[string]string{
		`{"text":"Relaunch"}`:                                             "day",
		`{"day":"2026-11-18"}`:                                            "text",
		`{"day":"18 November","text":"Relaunch"}`:                         "day",
		`{"day":"2026-11-18","text":"Relaunch","kind":""}`:                "kind",
		`{"day":"2026-11-18","text":"` + strings.Repeat("a", 4001) + `"}`: "text",
	} {
		ana.do("POST", address, body).wantProblem(http.StatusBadRequest, "", field)
	}
	if res := ana.do("DELETE", address+"/"+uuid.NewString(), "").want(http.StatusNoContent); res.Header.Get("X-Version") != "14" {
		t.Errorf("version %s", res.Header.Get("X-Version"))
	}
	ana.do("DELETE", address+"/1", "").wantProblem(http.StatusNotFound, "", "")

	ben := r.signIn("ben@example.com")
	for _, id := range []string{site.ID, uuid.NewString(), "1"} {
		address := "/api/sites/" + id + "/changes"
		ben.do("GET", address, "").wantProblem(http.StatusNotFound, "This site does not exist.", "")
		ben.do("POST", address, `{"day":"2026-11-18","text":"Mine"}`).wantProblem(http.StatusNotFound, "This site does not exist.", "")
		ben.do("DELETE", address+"/"+uuid.NewString(), "").wantProblem(http.StatusNotFound, "This site does not exist.", "")
	}
}

func TestAnInsightIsSnoozedGivenToSomebodyAndExplained(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	address := "/api/insights/" + ana.addInsight().ID
	until := time.Now().AddDate(0, 0, 7).UTC().Truncate(time.Second)
	res := ana.do("PATCH", address, fmt.Sprintf(`{"snoozedUntil":%q,"assignee":" Ben ","reason":" After the launch "}`, until.Format(time.RFC3339))).want(http.StatusOK)
	got := decode[upslope.Insight](res)
	if got.SnoozedUntil == nil || !got.SnoozedUntil.Equal(until) || got.Assignee != "Ben" || got.Reason != "After the launch" || res.Header.Get("X-Version") != "11" {
		t.Errorf("%s at version %s", res.text, res.Header.Get("X-Version"))
	}
	if got := decode[upslope.Insight](ana.do("PATCH", address, `{"snoozedUntil":null}`).want(http.StatusOK)); got.SnoozedUntil != nil || got.Assignee != "Ben" {
		t.Errorf("awake: %+v", got)
	}
	for body, field := range map[string]string{
		`{}`: "",
		`{"snoozedUntil":"2020-01-01T00:00:00Z"}`:         "snoozedUntil",
		`{"snoozedUntil":"2126-01-01T00:00:00Z"}`:         "snoozedUntil",
		`{"snoozedUntil":"2026-02-30T00:00:00Z"}`:         "snoozedUntil",
		`{"snoozedUntil":"tomorrow"}`:                     "snoozedUntil",
		`{"assignee":"` + strings.Repeat("a", 101) + `"}`: "assignee",
		`{"assignee":"a\u202eb"}`:                         "assignee",
		`{"reason":"` + strings.Repeat("a", 1001) + `"}`:  "reason",
		`{"status":"done"}`:                               "status",
		`{"reason":null}`:                                 "reason",
	} {
		ana.do("PATCH", address, body).wantProblem(http.StatusBadRequest, "", field)
	}
	ana.do("PATCH", address+"/status", `{"status":"done","reason":"`+strings.Repeat("a", 1001)+`"}`).wantProblem(http.StatusBadRequest, "", "reason")
	for query, want := range map[string]*bool{"": nil, "?snoozed=true": new(true), "?snoozed=false": new(false)} {
		ana.do("GET", "/api/insights"+query, "").want(http.StatusOK)
		filter, _ := ana.filter.(upslope.InsightFilter)
		if (filter.Snoozed == nil) != (want == nil) || want != nil && *filter.Snoozed != *want || filter.Now.IsZero() {
			t.Errorf("%q lists %+v", query, filter)
		}
	}
	ana.do("GET", "/api/insights?assignee=Ben", "").want(http.StatusOK)
	if filter, _ := ana.filter.(upslope.InsightFilter); filter.Assignee != "Ben" {
		t.Errorf("lists %+v", filter)
	}
	ana.do("GET", "/api/insights?snoozed=maybe", "").wantProblem(http.StatusBadRequest, "", "snoozed")

	ben := r.signIn("ben@example.com")
	ben.do("PATCH", address, `{"assignee":"Ben"}`).wantProblem(http.StatusNotFound, "This opportunity does not exist.", "")
	ben.do("GET", address+"/daily", "").wantProblem(http.StatusNotFound, "This opportunity does not exist.", "")
	if days := ana.do("GET", address+"/daily", "").want(http.StatusOK); days.text != `{"metrics":[],"days":[],"changes":[]}` {
		t.Errorf("days %s", days.text)
	}
}
