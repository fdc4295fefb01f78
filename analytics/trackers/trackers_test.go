package trackers_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/trackers"
)

// answer is what a system says to a request, as its documentation records it.
type answer struct {
	status int
	body   string
}

// system answers requests by their method and path, or by the first word of a GraphQL query, and keeps them.
type system struct {
	*httptest.Server
	t       *testing.T
	answers map[string]answer
	headers map[string]http.Header // of answers, by the same keys
	asked   []string
	header  http.Header
	bodies  []string
}

func startSystem(t *testing.T) *system {
	s := &system{t: t, answers: map[string]answer{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		key := r.Method + " " + r.URL.Path
		var query struct{ Query string }
		if json.Unmarshal(body, &query) == nil && query.Query != "" {
			key = strings.Join(strings.Fields(query.Query)[:2], " ")
			key = key[:strings.Index(key+"(", "(")]
		}
		s.asked, s.bodies, s.header = append(s.asked, key), append(s.bodies, string(body)), r.Header
		said, known := s.answers[key]
		if !known {
			said = answer{http.StatusNotFound, `{"message": "Not Found"}`}
		}
		maps.Copy(w.Header(), s.headers[key])
		w.WriteHeader(said.status)
		_, _ = io.WriteString(w, said.body)
	}))
	t.Cleanup(s.Close)
	return s
}

// memory stores trackers of one account, and one issue.
type memory struct {
	trackers.Records
	tracker  upslope.Tracker
	issue    *upslope.TrackerIssue
	others   []upslope.TrackerIssue // which are open, too, and were never looked at
	reserved bool
	status   upslope.Status
	by       string
}

func (m *memory) AddTracker(_ context.Context, tracker upslope.Tracker) (upslope.Tracker, int64, error) {
	m.tracker = tracker
	return tracker, 7, nil
}

func (m *memory) Tracker(_ context.Context, accountID, id string) (upslope.Tracker, error) {
	if accountID != m.tracker.AccountID || id != m.tracker.ID {
		return upslope.Tracker{}, upslope.Errorf(upslope.NotFound, "none")
	}
	return m.tracker, nil
}

func (m *memory) SetTrackerProblem(_ context.Context, _, _, problem string) error {
	m.tracker.Problem = problem
	return nil
}

func (m *memory) ReserveTrackerIssue(context.Context, string, string, string) (string, error) {
	m.reserved = true
	return "i1", nil
}

func (m *memory) DropTrackerIssue(context.Context, string, string) error {
	m.reserved = false
	return nil
}

func (m *memory) KeepTrackerIssue(_ context.Context, issue upslope.TrackerIssue) (upslope.TrackerIssue, int64, error) {
	issue.TrackerID, issue.InsightID, issue.Status = m.tracker.ID, "o1", upslope.TrackerIssueOpen
	m.issue = &issue
	return issue, 8, nil
}

func (m *memory) LeaseTrackerIssues(_ context.Context, before time.Time) ([]upslope.TrackerIssue, error) {
	if m.issue == nil || m.issue.Status != upslope.TrackerIssueOpen || !m.issue.CheckedAt.Before(before) {
		return nil, nil
	}
	m.issue.CheckedAt = before
	return append([]upslope.TrackerIssue{*m.issue}, m.others...), nil
}

func (m *memory) SettleTrackerIssue(_ context.Context, _, _, status string) error {
	m.issue.Status = status
	return nil
}

func (m *memory) SetInsightStatus(ctx context.Context, _, id string, status upslope.Status, _ string, _ time.Time) (upslope.Insight, int64, error) {
	if m.status == upslope.Dismissed {
		return upslope.Insight{}, 0, upslope.Errorf(upslope.Conflict, "dismissed")
	}
	m.status, m.by = status, upslope.ActorOf(ctx).Name
	return upslope.Insight{ID: id}, 9, nil
}

// plain keeps secrets as they are.
type plain struct{}

func (plain) Seal(_, _, secret string) ([]byte, int64, error) { return []byte(secret), 1, nil }
func (plain) Open(_, _ string, sealed []byte) (string, error) { return string(sealed), nil }

func service(m *memory, s *system) *trackers.Service {
	return &trackers.Service{
		Records: m, Keys: plain{}, Client: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}, PublicURL: "https://app.example.com", GitHubURL: s.URL, LinearURL: s.URL + "/graphql",
		Private: true, Now: time.Now, Log: slog.New(slog.DiscardHandler),
	}
}

// The three systems, each with the answers that its documentation records.
var kinds = map[string]struct {
	tracker upslope.Tracker
	works   map[string]answer // for a token and project that are right
	missing map[string]answer // for a project that does not exist
	create  string
	made    answer
	key     string
	url     string // of the issue; %s is the system's address
	status  string
	open    answer
	done    answer
	dropped answer // closed without being done
	gone    answer
	header  string
	says    []string // what the new issue contains
}{
	"GitHub": {
		tracker: upslope.Tracker{Kind: "github", Name: "Website", Project: "https://github.com/acme/website"},
		works:   map[string]answer{"GET /repos/acme/website": {200, `{"id": 1296269, "has_issues": true, "permissions": {"push": true}}`}},
		missing: map[string]answer{"GET /repos/acme/website": {404, `{"message": "Not Found", "documentation_url": "https://docs.github.com/rest"}`}},
		create:  "POST /repos/acme/website/issues", made: answer{201, `{"id": 1, "number": 1347, "state": "open", "html_url": "https://github.com/acme/website/issues/1347"}`},
		key: "#1347", url: "https://github.com/acme/website/issues/1347", status: "GET /repos/acme/website/issues/1347",
		open: answer{200, `{"number": 1347, "state": "open"}`}, done: answer{200, `{"number": 1347, "state": "closed", "state_reason": "completed"}`},
		dropped: answer{200, `{"number": 1347, "state": "closed", "state_reason": "not_planned"}`}, gone: answer{410, `{"message": "This issue was deleted"}`},
		header: "Bearer secret-token", says: []string{`"title":"Fix the server error"`, `## Steps\n\n- [ ] Open it`, `[Open in Upslope](https://app.example.com/opportunities?o=o1\u0026account=a1)`},
	},
	"Jira": {
		tracker: upslope.Tracker{Kind: "jira", Name: "Web", Project: "web", Email: "ana@example.com"},
		works:   map[string]answer{"GET /rest/api/2/project/WEB": {200, `{"key": "WEB", "issueTypes": [{"id": "1", "name": "Epic", "subtask": false}, {"id": "10002", "name": "Task", "subtask": false}]}`}},
		missing: map[string]answer{"GET /rest/api/2/project/WEB": {404, `{"errorMessages": ["No project could be found with key 'WEB'."], "errors": {}}`}},
		create:  "POST /rest/api/2/issue", made: answer{201, `{"id": "10000", "key": "WEB-24", "self": "https://acme.atlassian.net/rest/api/2/issue/10000"}`},
		key: "WEB-24", url: "%s/browse/WEB-24", status: "GET /rest/api/2/issue/10000",
		open: answer{200, `{"fields": {"status": {"name": "In Review", "statusCategory": {"key": "indeterminate"}}}}`}, done: answer{200, `{"fields": {"status": {"name": "Shipped", "statusCategory": {"key": "done"}}, "resolution": {"name": "Done"}}}`},
		dropped: answer{200, `{"fields": {"status": {"name": "Closed", "statusCategory": {"key": "done"}}, "resolution": {"name": "Won't Do"}}}`},
		gone:    answer{404, `{"errorMessages": ["Issue does not exist or you do not have permission to see it."], "errors": {}}`},
		header:  "Basic YW5hQGV4YW1wbGUuY29tOnNlY3JldC10b2tlbg==", says: []string{`"issuetype":{"id":"10002"}`, `"summary":"Fix the server error"`, `h3. Steps\n\n# Open it`, `[Open in Upslope|https://app.example.com/opportunities?o=o1\u0026account=a1]`},
	},
	"Linear": {
		tracker: upslope.Tracker{Kind: "linear", Name: "Web", Project: "WEB"},
		works:   map[string]answer{"query Team": {200, `{"data": {"teams": {"nodes": [{"id": "t-1"}]}}}`}},
		missing: map[string]answer{"query Team": {200, `{"data": {"teams": {"nodes": []}}}`}},
		create:  "mutation Create", made: answer{200, `{"data": {"issueCreate": {"success": true, "issue": {"id": "u-1", "identifier": "WEB-7", "url": "https://linear.app/acme/issue/WEB-7"}}}}`},
		key: "WEB-7", url: "https://linear.app/acme/issue/WEB-7", status: "query Issue",
		open: answer{200, `{"data": {"issues": {"nodes": [{"state": {"type": "started"}}]}}}`}, done: answer{200, `{"data": {"issues": {"nodes": [{"state": {"type": "completed"}}]}}}`},
		dropped: answer{200, `{"data": {"issues": {"nodes": [{"state": {"type": "canceled"}}]}}}`}, gone: answer{200, `{"data": {"issues": {"nodes": [{"trashed": true, "state": {"type": "completed"}}]}}}`},
		header: "secret-token", says: []string{`"teamId":"t-1"`, `"title":"Fix the server error"`, `- [ ] Open it`},
	},
}

var (
	insight = upslope.Insight{ID: "o1", Title: "Fix the server error"}
	ticket  = "# Fix the server error\n\nIt fails.\n\n## Steps\n\n- [ ] Open it\n"
)

func TestAnOpportunityBecomesAnIssueAndIsDoneWhenThatIs(t *testing.T) {
	for name, kind := range kinds {
		for end, want := range map[string]struct {
			said   answer
			status string
			done   bool
		}{
			"done": {kind.done, upslope.TrackerIssueDone, true}, "open": {kind.open, upslope.TrackerIssueOpen, false}, "gone": {kind.gone, upslope.TrackerIssueGone, false},
			"dropped": {kind.dropped, upslope.TrackerIssueGone, false}, "away": {answer{503, ""}, upslope.TrackerIssueOpen, false},
		} {
			t.Run(name+" "+end, func(t *testing.T) {
				s, m := startSystem(t), &memory{}
				service := service(m, s)
				tracker := kind.tracker
				tracker.AccountID = "a1"
				if tracker.Kind == "jira" {
					tracker.BaseURL = s.URL + "/jira/"
				}
				s.answers = kind.works
				added, version, err := service.Add(t.Context(), tracker, " secret-token\n")
				if err != nil || version != 7 {
					t.Fatal(err)
				}
				s.answers[kind.create] = kind.made
				created, version, err := service.Create(t.Context(), "a1", added.ID, insight, ticket)
				if err != nil || version != 8 || created.Key != kind.key || created.URL != strings.ReplaceAll(kind.url, "%s", s.URL) {
					t.Fatalf("%+v, %v", created, err)
				}
				if s.header.Get("Authorization") != kind.header {
					t.Errorf("it came with %q", s.header.Get("Authorization"))
				}
				for _, text := range kind.says {
					if body := s.bodies[len(s.bodies)-1]; !strings.Contains(body, text) {
						t.Errorf("%q is not in %s", text, body)
					}
				}
				s.answers[kind.status] = want.said
				if err := service.Follow(t.Context(), time.Now()); err != nil {
					t.Fatal(err)
				}
				if m.issue.Status != want.status || (m.status == upslope.Done) != want.done || want.done && m.by != tracker.Name {
					t.Errorf("the issue is %s, the opportunity %q by %q", m.issue.Status, m.status, m.by)
				}
				delete(s.answers, kind.create)
				delete(s.answers, kind.status)
			})
		}
	}
}

func TestWhatIsWrongWithATrackerIsSaidAndNothingStaysReserved(t *testing.T) {
	for name, kind := range kinds {
		t.Run(name, func(t *testing.T) {
			s, m := startSystem(t), &memory{}
			service := service(m, s)
			tracker := kind.tracker
			tracker.AccountID, tracker.BaseURL = "a1", s.URL
			s.answers = kind.missing
			if _, _, err := service.Add(t.Context(), tracker, "secret-token"); upslope.CodeOf(err) != upslope.Invalid || !strings.Contains(err.Error(), "knows no") {
				t.Errorf("a project that does not exist: %v", err)
			}
			first := ""
			for first = range kind.works {
				break
			}
			s.answers = map[string]answer{first: {401, `{"message": "Bad credentials"}`}}
			if _, _, err := service.Add(t.Context(), tracker, "secret-token"); upslope.CodeOf(err) != upslope.Invalid || !strings.Contains(err.Error(), "does not accept this token") {
				t.Errorf("a wrong token: %v", err)
			}
			s.answers = map[string]answer{first: {429, ""}}
			if _, _, err := service.Add(t.Context(), tracker, "secret-token"); upslope.CodeOf(err) != upslope.Unavailable {
				t.Errorf("too many requests: %v", err)
			}
			s.answers = map[string]answer{first: kind.works[first], kind.create: {422, `{"message": "Validation Failed"}`}}
			added, _, err := service.Add(t.Context(), tracker, "secret-token")
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := service.Create(t.Context(), "a1", added.ID, insight, ticket); upslope.CodeOf(err) != upslope.Unprocessable || !strings.Contains(err.Error(), "Validation Failed") || m.reserved || m.tracker.Problem == "" {
				t.Errorf("an issue that is refused: %v, reserved %v, problem %q", err, m.reserved, m.tracker.Problem)
			}
			s.answers[kind.create] = kind.made
			if _, _, err := service.Create(t.Context(), "a1", added.ID, insight, ticket); err != nil || m.tracker.Problem != "" {
				t.Errorf("afterwards: %v, problem %q", err, m.tracker.Problem)
			}
		})
	}
}

func TestAnOpportunityThatWasDismissedStaysDismissed(t *testing.T) {
	kind := kinds["GitHub"]
	s, m := startSystem(t), &memory{status: upslope.Dismissed, tracker: upslope.Tracker{ID: "t1", AccountID: "a1", Kind: "github", Project: "acme/website"}}
	m.issue = &upslope.TrackerIssue{ID: "i1", AccountID: "a1", TrackerID: "t1", InsightID: "o1", RemoteID: "1347", Status: upslope.TrackerIssueOpen}
	s.answers = map[string]answer{kind.status: kind.done}
	if err := service(m, s).Follow(t.Context(), time.Now()); err != nil || m.status != upslope.Dismissed || m.issue.Status != upslope.TrackerIssueDone {
		t.Errorf("%v: the opportunity is %s, the issue %s", err, m.status, m.issue.Status)
	}
}

func TestATrackerThatIsAwayIsAskedOnceARound(t *testing.T) {
	kind := kinds["GitHub"]
	s, m := startSystem(t), &memory{tracker: upslope.Tracker{ID: "t1", AccountID: "a1", Kind: "github", Project: "acme/website"}}
	m.issue = &upslope.TrackerIssue{ID: "i1", AccountID: "a1", TrackerID: "t1", InsightID: "o1", RemoteID: "1347", Status: upslope.TrackerIssueOpen}
	m.others = []upslope.TrackerIssue{*m.issue, *m.issue}
	s.answers = map[string]answer{kind.status: {503, ""}}
	if err := service(m, s).Follow(t.Context(), time.Now()); err != nil || len(s.asked) != 1 {
		t.Errorf("%v: it was asked %q", err, s.asked)
	}
}
