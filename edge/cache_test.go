package edge_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/edge"
	"upslope/edge/feed"
)

// change changes the account's insights without a word.
func (r *running) change(account, title string) {
	defer r.lock()()
	r.insights[account] = []upslope.Insight{{ID: "00000000-0000-0000-0000-000000000001", Title: title, Evidence: map[string]any{}}}
	r.version++
}

// changeAndTell changes them, and edges hear of it.
func (r *running) changeAndTell(account, title string) {
	r.change(account, title)
	r.hear(feed.Account(account))
}

// above returns the next version.
func above(version string) string {
	n, _ := strconv.ParseInt(version, 10, 64)
	return strconv.FormatInt(n+1, 10)
}

// session returns the id in the person's token.
func (p *person) session() string {
	p.t.Helper()
	var claims struct{ Sid string }
	parts := strings.Split(p.cookie(), ".")
	if len(parts) != 3 {
		p.t.Fatalf("%q is no token", p.cookie())
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil || json.Unmarshal(payload, &claims) != nil || claims.Sid == "" {
		p.t.Fatalf("%s: %v", payload, err)
	}
	return claims.Sid
}

// reads says how a list of insights must be answered.
func (p *person) reads(title string, headers ...string) answer {
	p.t.Helper()
	got := p.do("GET", "/api/insights", "", headers...).want(http.StatusOK)
	if !strings.Contains(got.text, `"`+title+`"`) {
		p.t.Errorf("read %s, want %s", got.text, title)
	}
	return got
}

// remembering starts an edge where ana has read "first".
func remembering(t *testing.T, change ...func(*edge.Config, *edge.Deps)) (*running, *person) {
	t.Helper()
	r := start(t, change...)
	ana := r.signIn("ana@example.com")
	r.steady = true
	r.change(ana.account, "first")
	ana.reads("first") // after the feed began
	r.changeAndTell(ana.account, "first")
	ana.reads("first")
	return r, ana
}

func TestAnAnswerIsRememberedUntilAChangeIsHeard(t *testing.T) {
	r, ana := remembering(t)
	first := ana.reads("first")
	r.change(ana.account, "second")
	r.trips = 0
	again := ana.reads("first")
	for _, name := range []string{"X-Total-Count", "Content-Type", "X-Version", "ETag"} {
		if again.Header.Get(name) != first.Header.Get(name) || first.Header.Get(name) == "" {
			t.Errorf("%s: %q, then %q", name, first.Header.Get(name), again.Header.Get(name))
		}
	}
	if r.trips != 0 || again.Header.Get("X-Age") != "0" || again.Header.Get("X-Stale") != "" {
		t.Errorf("%d trips, headers %v: want an answer from memory", r.trips, again.Header)
	}
	if other := ana.do("GET", "/api/insights?limit=5", ""); !strings.Contains(other.text, "second") {
		t.Errorf("%s: another question has another answer", other.text)
	}
	r.hear(feed.Account(uuid.NewString()), feed.Facts(ana.account))
	ana.reads("first")
	r.hear(feed.Account(ana.account))
	ana.reads("second")
}

func TestFactsEndOnlyAnswersMadeOfThem(t *testing.T) {
	r, ana := remembering(t)
	ana.do("GET", "/api/kpis/overview", "").want(http.StatusOK)
	r.trips = 0
	r.hear(feed.Facts(ana.account))
	if ana.reads("first"); r.trips != 0 {
		t.Errorf("%d trips for a list of insights", r.trips)
	}
	if ana.do("GET", "/api/kpis/overview", "").want(http.StatusOK); r.trips == 0 {
		t.Error("the figures are those from before")
	}
}

func TestWhoHasTheAnswerIsToldThatItHolds(t *testing.T) {
	r, ana := remembering(t)
	tag := ana.reads("first").Header.Get("ETag")
	if held := ana.do("GET", "/api/insights", "", "If-None-Match: "+tag); held.StatusCode != http.StatusNotModified || held.text != "" {
		t.Errorf("%d %q, want 304 without a body", held.StatusCode, held.text)
	}
	r.changeAndTell(ana.account, "second")
	if held := ana.do("GET", "/api/insights", "", "If-None-Match: "+tag); held.StatusCode != http.StatusOK || !strings.Contains(held.text, "second") {
		t.Errorf("%d %s, want the new answer", held.StatusCode, held.text)
	}
}

// A change that arrives while the handler reads may be in its answer or not.
func TestAnAnswerReadDuringAChangeIsNotRemembered(t *testing.T) {
	r, ana := remembering(t)
	ana.do("GET", "/api/insights?limit=7", "") // the session is known
	r.duringInsights = func() {
		r.insights[ana.account][0].Title = "second"
		r.feed.Touch(feed.Account(ana.account))
	}
	if got := ana.do("GET", "/api/insights?limit=8", ""); !strings.Contains(got.text, "first") {
		t.Fatalf("%s: the change came after it was read", got.text)
	}
	r.duringInsights = nil
	if got := ana.do("GET", "/api/insights?limit=8", ""); !strings.Contains(got.text, "second") {
		t.Errorf("%s: want what is there now", got.text)
	}
}

func TestWithoutNewsTheVersionDecidesForAMinute(t *testing.T) {
	r, ana := remembering(t)
	r.silent = true
	r.goTo(4 * time.Second)
	r.trips = 0
	if ana.reads("first"); r.trips == 0 {
		t.Error("nobody was asked")
	}
	r.change(ana.account, "second")
	ana.reads("second")
	func() { defer r.lock()(); r.insights[ana.account][0].Title = "third" }() // no version tells
	ana.reads("second")
	r.goTo(65 * time.Second)
	ana.reads("third")
}

func TestAfterAGapNothingRememberedCounts(t *testing.T) {
	r, ana := remembering(t)
	r.change(ana.account, "second")
	r.heard++ // this message was lost
	ana.reads("second")
}

func TestNoAnswerIsOlderThanTheVersionThatTheCallerHasSeen(t *testing.T) {
	r, ana := remembering(t)
	seen := ana.reads("first").Header.Get("X-Version")
	r.change(ana.account, "second")
	ana.reads("first", "X-Version: "+seen)
	ana.reads("second", "X-Version: "+above(seen))
	ana.reads("second")
}

func TestOnesOwnWriteIsReadAtOnceWithoutNews(t *testing.T) {
	_, ana := remembering(t)
	before := ana.do("GET", "/api/views", "").text
	ana.do("PUT", "/api/views", `{"views":[{"name":"Mine","screen":"/opportunities","query":"status=open","columns":[]}]}`)
	if got := ana.do("GET", "/api/views", "").text; got == before {
		t.Errorf("views are still %s", got)
	}
}

func TestASessionEndedElsewhereEndsHere(t *testing.T) {
	r, ana := remembering(t)
	session := ana.session()
	if err := r.EndSession(t.Context(), session, r.now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	ana.reads("first")
	r.hear(feed.Session(session))
	ana.do("GET", "/api/insights", "").wantProblem(http.StatusUnauthorized, "Unauthorized", "")
}

func TestRememberedAnswersAreTheAccountsOwn(t *testing.T) {
	r := start(t)
	ana, bo := r.signIn("ana@example.com"), r.signIn("bo@example.com")
	r.steady = true
	r.change(ana.account, "of ana")
	tag := ana.reads("of ana").Header.Get("ETag")
	if got := bo.do("GET", "/api/insights", ""); got.text != "[]" {
		t.Errorf("bo reads %s", got.text)
	}
	if got := bo.do("GET", "/api/insights", "", "If-None-Match: "+tag); got.StatusCode != http.StatusOK || got.text != "[]" || got.Header.Get("Vary") != "Cookie, Authorization" {
		t.Errorf("bo is told %d %s (Vary: %s) about what ana has", got.StatusCode, got.text, got.Header.Get("Vary"))
	}
	if got := r.visitor().do("GET", "/api/insights", "", "If-None-Match: "+tag); got.StatusCode != http.StatusUnauthorized {
		t.Errorf("nobody is answered %d %s", got.StatusCode, got.text)
	}
}

func TestRememberedAnswersAreForTheSameRoleSitesAndPerson(t *testing.T) {
	r := start(t)
	ana, bo := r.signIn("ana@example.com"), r.signIn("bo@example.com")
	r.steady = true
	shop, blog := ana.addSite("shop.example").ID, ana.addSite("blog.example").ID
	as := func(role upslope.Role, sites ...string) {
		defer r.lock()()
		for subject, user := range r.users {
			if user.Email == "bo@example.com" {
				user.AccountID, user.Role, user.SiteIDs = ana.account, role, sites
				r.users[subject] = user
				r.feed.Touch(feed.User(user.ID))
			}
		}
	}
	for range 2 { // from the handler, and from memory
		if got := ana.do("GET", "/api/sites", ""); !strings.Contains(got.text, shop) || !strings.Contains(got.text, blog) {
			t.Errorf("ana reads %s", got.text)
		}
		as(upslope.Client, shop)
		if got := bo.do("GET", "/api/sites", ""); !strings.Contains(got.text, shop) || strings.Contains(got.text, blog) {
			t.Errorf("a client of the shop reads %s", got.text)
		}
		as(upslope.Client, blog)
		if got := bo.do("GET", "/api/sites", ""); strings.Contains(got.text, shop) || !strings.Contains(got.text, blog) {
			t.Errorf("a client of the blog reads %s", got.text)
		}
		bo.do("GET", "/api/activity", "").wantProblem(http.StatusForbidden, "", "")
		as(upslope.Viewer)
		if got := bo.do("GET", "/api/sites", ""); !strings.Contains(got.text, shop) || !strings.Contains(got.text, blog) {
			t.Errorf("a viewer reads %s", got.text)
		}
	}
	ana.do("PUT", "/api/views", `{"views":[{"name":"Of ana","screen":"/opportunities","query":"status=open","columns":[]}]}`).want(http.StatusOK)
	ana.do("GET", "/api/views", "").want(http.StatusOK)
	if got := bo.do("GET", "/api/views", ""); strings.Contains(got.text, "Of ana") {
		t.Errorf("bo reads the views of ana: %s", got.text)
	}
}

func TestErrorsAreNotRemembered(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	r.steady = true
	ana.do("GET", "/api/insights?status=nonsense", "").wantProblem(http.StatusBadRequest, "", "status")
	r.down = upslope.Errorf(upslope.Unavailable, "The database is unavailable right now. Try again in a moment.")
	ana.do("GET", "/api/insights", "").wantProblem(http.StatusServiceUnavailable, "", "")
	r.down = nil
	if got := ana.do("GET", "/api/insights", ""); got.StatusCode != http.StatusOK {
		t.Errorf("%d %s", got.StatusCode, got.text)
	}
}

// Work ends what shows it. What outlives it stays, also for who has seen the version that the work made, once
// everything of that version is known.
func TestWhatOutlivesWorkIsStillRemembered(t *testing.T) {
	r, ana := remembering(t)
	sites := ana.do("GET", "/api/sites", "").want(http.StatusOK)
	ana.reads("first")
	seen := above(above(sites.Header.Get("X-Version")))
	version, _ := strconv.ParseInt(seen, 10, 64)
	r.change(ana.account, "second")
	r.change(ana.account, "second")
	r.tell(feed.Message{Keys: []string{feed.Account(ana.account)}, Account: ana.account, Version: version, Work: true})
	trips := r.trips
	if got := ana.do("GET", "/api/sites", "", "X-Version: "+seen).want(http.StatusOK); r.trips != trips || got.Header.Get("X-Version") != seen {
		t.Errorf("%d trips for what shows no work, as of %s", r.trips-trips, got.Header.Get("X-Version"))
	}
	ana.do("GET", "/api/sites", "", "X-Version: "+above(seen)).want(http.StatusOK)
	if r.trips == trips {
		t.Error("a version that is not known was answered from memory")
	}
	ana.reads("second")
}

// A write of work ends what the edge that it came through remembers of work, and no more.
func TestAWriteOfWorkEndsOnlyWhatShowsIt(t *testing.T) {
	r, ana := remembering(t)
	ana.do("GET", "/api/sites", "").want(http.StatusOK)
	ana.reads("first")
	r.change(ana.account, "second")
	ana.do("PATCH", "/api/insights/00000000-0000-0000-0000-000000000001/status", `{"status":"done"}`)
	trips := r.trips
	if ana.do("GET", "/api/sites", "").want(http.StatusOK); r.trips != trips {
		t.Errorf("%d trips for what shows no work", r.trips-trips)
	}
	ana.do("GET", "/api/insights", "").want(http.StatusOK)
	if r.trips == trips {
		t.Error("the writer reads what was before")
	}
}
