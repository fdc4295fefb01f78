package edge_test

import (
	"crypto/sha256"
	"net/http"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/edge"
)

func TestAScheduleIsAddedChangedPausedSentAndDeleted(t *testing.T) {
	r := start(t)
	ana, bo := r.signIn("ana@example.com"), r.signIn("bo@example.com")
	made := decode[upslope.ReportSchedule](ana.do("POST", "/api/report-schedules", `{"recipients":[" Client@Example.com ","client@example.com"],"frequency":"monthly","monthDay":31,"hour":9}`, asJSON).want(http.StatusCreated))
	if len(made.Recipients) != 1 || made.Recipients[0] != "Client@example.com" || !made.Active || made.DateRange != "last-30-days" || made.MonthDay != 31 {
		t.Errorf("%+v", made)
	}
	path := "/api/report-schedules/" + made.ID
	changed := decode[upslope.ReportSchedule](ana.do("PATCH", path, `{"active":false,"title":"Monthly"}`, asJSON).want(http.StatusOK))
	if changed.Active || changed.Title != "Monthly" || changed.Hour != 9 {
		t.Errorf("%+v", changed)
	}
	ana.do("POST", path+"/send", "").want(http.StatusOK)
	for _, call := range [][2]string{{"PATCH", `{"active":true}`}, {"DELETE", ""}} {
		bo.do(call[0], path, call[1], asJSON).wantProblem(http.StatusNotFound, "This schedule does not exist.", "")
	}
	bo.do("POST", path+"/send", "").wantProblem(http.StatusNotFound, "This schedule does not exist.", "")
	if got := bo.do("GET", "/api/report-schedules", "").want(http.StatusOK).text; got != "[]" {
		t.Errorf("a stranger sees %s", got)
	}
	ana.do("DELETE", path, "").want(http.StatusNoContent)
	if got := ana.do("GET", "/api/report-schedules", "").text; got != "[]" {
		t.Error(got)
	}
}

func TestAScheduleThatCannotBeIsRefusedByField(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	eleven := `["`
	for i := range 11 {
		eleven += string(rune('a'+i)) + `@example.com","`
	}
	eleven += `a@example.com"]`
	for body, field := range map[string]string{
		`{"recipients":[]}`: "recipients", `{"recipients":` + eleven + `}`: "recipients", `{"recipients":["no"]}`: "recipients",
		`{"recipients":["a@example.com\r\nBcc: b@example.com"]}`: "recipients", `{"recipients":["<a@example.com>"]}`: "recipients",
		`{"recipients":["Ana <a@example.com>"]}`: "recipients", `{"recipients":["a@example.com"],"frequency":"daily"}`: "frequency",
		`{"recipients":["a@example.com"],"weekday":8}`: "weekday", `{"recipients":["a@example.com"],"monthDay":0}`: "monthDay",
		`{"recipients":["a@example.com"],"hour":24}`: "hour", `{"recipients":["a@example.com"],"title":"a\nb"}`: "title",
		`{"recipients":["a@example.com"],"dateRange":"last-3-days"}`: "dateRange",
	} {
		ana.do("POST", "/api/report-schedules", body, asJSON).wantProblem(http.StatusBadRequest, "", field)
	}
	ana.do("POST", "/api/report-schedules", `{"recipients":["a@example.com"],"siteId":"8d3c1b52-7f4e-4c7c-9a52-0d8c6f1c0f11"}`, asJSON).wantProblem(http.StatusNotFound, "This site does not exist.", "")
}

func TestAfterTheTrialAScheduleCanBePausedButNothingGoesOut(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	made := decode[upslope.ReportSchedule](ana.do("POST", "/api/report-schedules", `{"recipients":["a@example.com"]}`, asJSON).want(http.StatusCreated))
	ana.goTo(15 * 24 * time.Hour)
	path := "/api/report-schedules/" + made.ID
	ana.do("POST", "/api/report-schedules", `{"recipients":["a@example.com"]}`, asJSON).wantProblem(http.StatusPaymentRequired, "", "")
	ana.do("POST", path+"/send", "").wantProblem(http.StatusPaymentRequired, "", "")
	ana.do("PATCH", path, `{"active":false}`, asJSON).want(http.StatusOK)
	ana.do("PATCH", path, `{"active":true}`, asJSON).wantProblem(http.StatusPaymentRequired, "", "")
}

func TestWithoutAMailServerUsersAreSentToTheirAdministrator(t *testing.T) {
	ana := start(t, func(config *edge.Config, _ *edge.Deps) { config.Mail = false }).signIn("ana@example.com")
	refused := ana.do("POST", "/api/report-schedules", `{"recipients":["a@example.com"]}`, asJSON)
	refused.wantProblem(http.StatusServiceUnavailable, "", "")
	if strings.Contains(refused.text, "SMTP_URL") || !strings.Contains(refused.text, "Ask your administrator.") {
		t.Error(refused.text)
	}
}

func TestUnsubscribingNeedsTheLinkOfAMailAndNoSession(t *testing.T) {
	r := start(t)
	hash := sha256.Sum256([]byte("secret"))
	r.memory.unsubscribes[string(hash[:])] = upslope.Unsubscribe{AccountID: "a", Recipient: "client@example.com", Agency: "<Acme>"}
	is := func() bool { return r.memory.unsubscribes[string(hash[:])].Unsubscribed }
	somebody := r.visitor()
	asked := somebody.do("GET", "/unsubscribe/secret", "").want(http.StatusOK)
	if is() || !strings.Contains(asked.text, "client@example.com") || strings.Contains(asked.text, "<Acme>") || strings.Contains(asked.text, "<script") {
		t.Errorf("opening it: %v, %s", is(), asked.text)
	}
	if policy := asked.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") {
		t.Error(policy)
	}
	somebody.do("POST", "/unsubscribe/secret", "List-Unsubscribe=One-Click", "Content-Type: application/x-www-form-urlencoded", "Origin: https://mail.example", "Sec-Fetch-Site: cross-site").want(http.StatusOK)
	if !is() {
		t.Error("one click did not end it")
	}
	somebody.do("POST", "/unsubscribe/secret", "again=1", "Content-Type: application/x-www-form-urlencoded").want(http.StatusOK)
	if is() {
		t.Error("it was not undone")
	}
	for _, method := range []string{"GET", "POST"} {
		if wrong := somebody.do(method, "/unsubscribe/guess", ""); wrong.StatusCode != http.StatusNotFound || !strings.Contains(wrong.text, "does not work") {
			t.Errorf("%s of a guess: %d", method, wrong.StatusCode)
		}
	}
}
