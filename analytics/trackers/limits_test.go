package trackers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"upslope"
)

// followed is a system with an open issue of a tracker of a kind.
func followed(t *testing.T, kind string) (*system, *memory) {
	t.Helper()
	s, m := startSystem(t), &memory{tracker: kinds[kind].tracker}
	m.tracker.ID, m.tracker.AccountID, m.tracker.BaseURL = "t1", "a1", s.URL
	if m.tracker.Project = strings.TrimPrefix(m.tracker.Project, "https://github.com/"); kind != "GitHub" {
		m.tracker.Project = "WEB"
	}
	m.issue = &upslope.TrackerIssue{ID: "i1", AccountID: "a1", TrackerID: "t1", InsightID: "o1", RemoteID: "1347", Status: upslope.TrackerIssueOpen}
	return s, m
}

func TestALimitOfRequestsIsWaitedForAndIsNoProblemOfTheTracker(t *testing.T) {
	const linear = `{"errors": [{"message": "Rate limit exceeded", "extensions": %}]}`
	for name, limit := range map[string]struct {
		kind   string
		said   answer
		header http.Header
		waits  time.Duration
		says   string
	}{
		"GitHub, 403 with Retry-After":  {"GitHub", answer{403, `{"message": "You have exceeded a secondary rate limit."}`}, http.Header{"Retry-After": {"150"}}, 150 * time.Second, "GitHub allows no more requests at the moment. Try again in 3 minutes."},
		"GitHub, 403 that only says it": {"GitHub", answer{403, `{"message": "You have exceeded a secondary rate limit. Please wait a few minutes."}`}, nil, time.Minute, "in a minute."},
		"GitHub, none remaining":        {"GitHub", answer{403, `{"message": "API limit"}`}, http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"99999999999"}}, time.Hour, "in 60 minutes."},
		"GitHub, 429":                   {"GitHub", answer{429, ``}, nil, time.Minute, "in a minute."},
		"Jira, 429 with Retry-After":    {"Jira", answer{429, ``}, http.Header{"Retry-After": {"600"}, "X-Ratelimit-Reset": {"2026-11-26T20:00Z"}}, 10 * time.Minute, "Jira allows no more requests at the moment. Try again in 10 minutes."},
		"Jira, 503 with Retry-After":    {"Jira", answer{503, ``}, http.Header{"Retry-After": {"120"}}, 2 * time.Minute, "in 2 minutes."},
		"Linear, 400 with a code":       {"Linear", answer{400, strings.Replace(linear, "%", `{"code": "RATELIMITED"}`, 1)}, http.Header{"Retry-After": {"300"}}, 5 * time.Minute, "Linear allows no more requests at the moment. Try again in 5 minutes."},
		"Linear, 200 with a type":       {"Linear", answer{200, strings.Replace(linear, "%", `{"type": "ratelimited"}`, 1)}, nil, time.Minute, "in a minute."},
	} {
		t.Run(name, func(t *testing.T) {
			s, m := followed(t, limit.kind)
			kind, service, now := kinds[limit.kind], service(m, s), time.Now()
			service.Now = func() time.Time { return now }
			first := kind.create // the request that a new issue begins with
			if limit.kind != "GitHub" {
				for first = range kind.works {
					break
				}
			}
			s.answers = map[string]answer{kind.status: limit.said, strings.ReplaceAll(kind.status, "10000", "1347"): limit.said, first: limit.said}
			s.headers = map[string]http.Header{kind.status: limit.header, strings.ReplaceAll(kind.status, "10000", "1347"): limit.header, first: limit.header}
			for _, round := range []struct {
				after time.Duration
				asked int
			}{{0, 1}, {limit.waits - time.Second, 1}, {limit.waits + time.Second, 2}} {
				now = now.Add(round.after)
				m.issue.CheckedAt = time.Time{}
				if err := service.Follow(t.Context(), now); err != nil || len(s.asked) != round.asked {
					t.Errorf("after %v: asked %d times, want %d; %v", round.after, len(s.asked), round.asked, err)
				}
				now = now.Add(-round.after)
			}
			if m.tracker.Problem != "" || m.issue.Status != upslope.TrackerIssueOpen {
				t.Errorf("the tracker has the problem %q, the issue is %s", m.tracker.Problem, m.issue.Status)
			}
			if _, _, err := service.Create(t.Context(), "a1", "t1", insight, ticket); upslope.CodeOf(err) != upslope.Unavailable || !strings.HasSuffix(err.Error(), limit.says) || m.tracker.Problem != "" {
				t.Errorf("a person is told: %v; the problem is %q", err, m.tracker.Problem)
			}
		})
	}
}

func TestARenamedRepositoryIsFollowedWithinGitHubOnly(t *testing.T) {
	s, m := followed(t, "GitHub")
	elsewhere := startSystem(t)
	elsewhere.answers = map[string]answer{"GET /repositories/5/issues/1347": kinds["GitHub"].done}
	status, moved := kinds["GitHub"].status, "GET /repositories/5/issues/1347"
	s.answers = map[string]answer{status: {301, `{"message": "Moved Permanently"}`}, moved: kinds["GitHub"].done}
	s.headers = map[string]http.Header{status: {"Location": {elsewhere.URL + "/repositories/5/issues/1347"}}}
	service := service(m, s)
	if err := service.Follow(t.Context(), time.Now()); err != nil || len(elsewhere.asked) > 0 || m.issue.Status != upslope.TrackerIssueOpen || !strings.Contains(m.tracker.Problem, "the project has moved") {
		t.Errorf("to another host: %v, asked %q, the issue is %s, the problem %q", err, elsewhere.asked, m.issue.Status, m.tracker.Problem)
	}
	s.headers[status] = http.Header{"Location": {s.URL + "/repositories/5/issues/1347"}}
	m.issue.CheckedAt = time.Time{}
	if err := service.Follow(t.Context(), time.Now()); err != nil || m.issue.Status != upslope.TrackerIssueDone || m.tracker.Problem != "" || s.header.Get("Authorization") != "Bearer" {
		t.Errorf("within GitHub: %v, the issue is %s, the problem %q", err, m.issue.Status, m.tracker.Problem)
	}
	create := kinds["GitHub"].create
	s.answers[create], s.headers[create] = answer{307, ""}, http.Header{"Location": {s.URL + "/repositories/5/issues"}}
	s.answers["POST /repositories/5/issues"] = kinds["GitHub"].made
	if made, _, err := service.Create(t.Context(), "a1", "t1", insight, ticket); err != nil || made.Key != "#1347" || !strings.Contains(s.bodies[len(s.bodies)-1], insight.Title) {
		t.Errorf("a new issue: %+v, %v", made, err)
	}
}

func TestARefusalSaysItsReasonInWords(t *testing.T) {
	for kind, refused := range map[string]struct {
		said answer
		want string
	}{
		"GitHub": {answer{422, `{"message": "Validation Failed", "errors": [{"resource": "Issue", "field": "title", "code": "missing_field"}], "documentation_url": "https://docs.github.com/rest"}`}, "GitHub did not take the issue: it answered 422: Validation Failed; title missing_field"},
		"Jira":   {answer{400, `{"errorMessages": [], "errors": {"priority": "Priority is required.", "components": "Component is required."}}`}, "Jira did not take the issue: it answered 400: components: Component is required.; priority: Priority is required."},
		"Linear": {answer{200, `{"errors": [{"message": "Argument Validation Error", "extensions": {"type": "invalid input", "userPresentableMessage": "The team is archived."}}]}`}, "Linear did not take the issue: it answered 400: The team is archived."},
	} {
		s, m := followed(t, kind)
		s.answers = map[string]answer{kinds[kind].create: refused.said}
		for works, said := range kinds[kind].works {
			s.answers[works] = said
		}
		if _, _, err := service(m, s).Create(t.Context(), "a1", "t1", insight, ticket); upslope.CodeOf(err) != upslope.Unprocessable || err.Error() != refused.want {
			t.Errorf("%s: %v, want %s", kind, err, refused.want)
		}
	}
}

func TestJiraTakesATaskInAnyLanguageAndGitHubNothingForAnArchive(t *testing.T) {
	s, m := followed(t, "Jira")
	s.answers = map[string]answer{
		"GET /rest/api/2/project/WEB": {200, `{"issueTypes": [{"id": "1", "name": "Epos", "subtask": false, "hierarchyLevel": 1}, {"id": "3", "name": "Unteraufgabe", "subtask": true, "hierarchyLevel": -1}, {"id": "2", "name": "Aufgabe", "subtask": false, "hierarchyLevel": 0}]}`},
		kinds["Jira"].create:          kinds["Jira"].made,
	}
	if _, _, err := service(m, s).Create(t.Context(), "a1", "t1", insight, ticket); err != nil || !strings.Contains(s.bodies[1], `"issuetype":{"id":"2"}`) {
		t.Errorf("%v: %q", err, s.bodies)
	}
	s, m = startSystem(t), &memory{}
	s.answers = map[string]answer{"GET /repos/acme/website": {200, `{"has_issues": true, "archived": true}`}}
	tracker := kinds["GitHub"].tracker
	if _, _, err := service(m, s).Add(t.Context(), tracker, "secret-token"); upslope.CodeOf(err) != upslope.Invalid || !strings.Contains(err.Error(), "archived") {
		t.Errorf("an archived repository: %v", err)
	}
}
