package edge_test

import (
	"net/http"
	"strings"
	"testing"

	"upslope"
	"upslope/edge/feed"
)

const firstInsight = "/api/insights/00000000-0000-0000-0000-000000000001"

// written is the version of which the databases here say that an edit of an opportunity made it.
const written = 11

// remoteWriter is remote where ana has read "first", its list of three and the total, before that version.
func remoteWriter(t *testing.T) (near *running, between *distance, own *feed.Feed, ana *person) {
	t.Helper()
	near, _, between, own, ana = remoteReader(t)
	ana.do("GET", "/api/insights?limit=3", "").want(http.StatusOK)
	ana.do("GET", "/api/insights/total", "").want(http.StatusOK)
	func() { defer near.lock()(); near.version = written }()
	between.trips.Store(0)
	return near, between, own, ana
}

func (p *person) assigns(to string) answer {
	p.t.Helper()
	got := p.do("PATCH", firstInsight, `{"assignee":"`+to+`"}`).want(http.StatusOK)
	if !strings.HasPrefix(got.Header.Get("Content-Type"), "application/json") || !strings.Contains(got.text, to) {
		p.t.Errorf("the write answers %v %s", got.Header, got.text)
	}
	return got
}

// The writer's next reads, and those of colleagues with the same role, cost no trip.
func TestWhatAWriteChangesComesBackWithIt(t *testing.T) {
	t.Parallel()
	near, between, own, ana := remoteWriter(t)
	version := ana.assigns("Ben").Header.Get("X-Version")
	ana.reads("first", "X-Version: "+version)
	for _, address := range []string{"/api/insights", "/api/insights?limit=3"} {
		if got := ana.do("GET", address, "", "X-Version: "+version).want(http.StatusOK); !strings.Contains(got.text, "Ben") || got.Header.Get("X-Total-Count") != "1" {
			t.Errorf("%s shows %s as of %v", address, got.text, got.Header)
		}
	}
	ana.do("GET", "/api/insights/total", "", "X-Version: "+version).want(http.StatusOK)
	if trips := between.trips.Load(); trips != 1 {
		t.Errorf("%d trips for a write and what was read after it, want 1", trips)
	}
	tellFar(t, own, 3, feed.Message{Account: ana.account, Version: written, Work: true})
	if ana.reads("first"); between.trips.Load() != 1 {
		t.Error("the news of the write ended what shows it")
	}
	near.change(ana.account, "second")
	tellFar(t, own, 4, feed.Message{Account: ana.account, Version: written + 1, Work: true})
	ana.reads("second")
}

// Somebody else's change, made after the write and before its answer arrived, is heard of and ends it.
func TestWhatComesBackWithAWriteEndsWithTheNextChange(t *testing.T) {
	t.Parallel()
	near, between, own, ana := remoteWriter(t)
	between.onAnswer = func() {
		near.change(ana.account, "second")
		tellFar(t, own, 3, feed.Message{Account: ana.account, Version: written + 1, Work: true})
		between.onAnswer = nil
	}
	ana.assigns("Ben")
	ana.reads("second")
}

// The edge beside the databases hears of a new role or of other sites first.
func TestWhatIsReadForAnotherAudienceIsRememberedForNobody(t *testing.T) {
	t.Parallel()
	near, between, _, ana := remoteWriter(t)
	func() {
		defer near.lock()()
		for id, user := range near.users {
			user.Role = upslope.Admin
			near.users[id] = user
			near.feed.Touch(feed.User(user.ID))
		}
	}()
	ana.assigns("Ben")
	if ana.do("GET", "/api/insights", ""); between.trips.Load() != 2 {
		t.Errorf("%d trips, want one for the write and one for the read", between.trips.Load())
	}
	if ana.do("GET", "/api/insights", ""); between.trips.Load() != 3 {
		t.Errorf("%d trips: an administrator's answer is remembered as an owner's", between.trips.Load())
	}
}

func TestAWriteThatFailsBringsNothingBack(t *testing.T) {
	t.Parallel()
	_, _, _, ana := remoteWriter(t)
	got := ana.do("PATCH", firstInsight, `{"assignee":7}`)
	got.wantProblem(http.StatusBadRequest, "", "")
	ana.reads("first")
}

// Only what an edge forwards is answered so, and only with what the caller may read.
func TestAForeignPageCannotBeReadAfterAWrite(t *testing.T) {
	t.Parallel()
	near := start(t)
	ana, bo := near.signIn("ana@example.com"), near.signIn("bo@example.com")
	near.change(ana.account, "first")
	site := bo.addSite("bo.example")
	if got := ana.do("PATCH", firstInsight, `{"assignee":"Ben"}`, "X-Read-After: /api/insights").want(http.StatusOK); strings.Contains(got.text, "Content-Location") {
		t.Errorf("a client got %s", got.text)
	}
	got := ana.do("PATCH", firstInsight, `{"assignee":"Ben"}`, "Via: 1.1 upslope-edge", "X-Read-After: /api/sites/"+site.ID+" /readyz /api/insights")
	if got.want(http.StatusOK); strings.Contains(got.text, "bo.example") || strings.Count(got.text, "Content-Location") != 1 {
		t.Errorf("read after the write: %s", got.text)
	}
}
