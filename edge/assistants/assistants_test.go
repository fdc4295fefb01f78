package assistants_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"upslope/edge/assistants"
)

const (
	open = `{"id":"o1","siteId":"s1","title":"Fix the error","summary":"It fails.","status":"open","score":90,"confidence":86,"hours":2.25,"value":{"low":1.23456,"mid":2.34567,"high":3.45678,"unit":"currency","currency":"USD"},
		"instructions":"Open it.\nMend it.","stepPlans":[{"step":"Mend it.","assignee":"Bo Lee","dueDate":"2026-12-01"}],"entity":{"page":"https://shop.example/a"},"evidence":{"clicks":712,"source":"Search Console","window":"November 1, 2026 to November 28, 2026"},"actions":["long"],"updatedAt":"2026-11-26T20:26:27Z"}`
	fixed = `{"id":"o2","siteId":"s1","title":"Wrote a title","status":"done","resolution":"fixed","reason":"Two words added","value":null,"evidence":{"source":"Crawl","window":"Crawled on November 23, 2026"},"updatedAt":"2026-11-25T00:00:00Z"}`
	gone  = `{"id":"o3","siteId":"s1","title":"Rank higher","status":"done","resolution":"gone","value":null,"evidence":{"source":"Semrush","window":"November 23, 2026"},"updatedAt":"2026-11-25T00:00:00Z"}`
)

// api answers as the API does, by path and what the query begins to differ in.
var api = map[string]string{
	"/api/sites":                 `[{"id":"s1","name":"The shop","domain":"shop.example","currency":"USD","timeZone":"UTC"}]`,
	"/api/insights":              "[" + open + "]",
	"/api/insights?done":         "[" + fixed + "," + gone + "]",
	"/api/insights/o1":           open,
	"/api/insights/o1/evidence":  `{"columns":["page","clicks"],"rows":[{"page":"/a","clicks":1},{"page":"/b","clicks":2}]}`,
	"/api/kpis/overview":         `{"totalSessions":99,"sessionsChange":1,"avgPageSpeed":1.9,"pageSpeedChange":null}`,
	"/api/kpis/overview?compare": `{"totalSessions":33700,"sessionsChange":-5.4,"avgPageSpeed":null,"pageSpeedChange":null,"period":{"from":"2026-10-28","to":"2026-11-24","comparedFrom":"2026-09-30","comparedTo":"2026-10-27"}}`,
	"/api/sites/s1/changes":      `[{"day":"2026-11-20","text":"The title was changed"}]`,
	"/api/activity":              `[{"kind":"integration.synced","text":"Google Ads synced"},{"kind":"crawl.imported","text":"405 pages read"}]`,
	"/api/plan":                  `{"hours":8,"used":2.25,"items":[{"insight":` + open + `,"hours":2.25,"expected":{"low":1,"mid":1.98765,"high":3,"unit":"currency","currency":"USD"}}],"values":[{"low":1,"mid":1.98765,"high":3,"unit":"currency","currency":"USD"}],"leftOut":3,"unknown":1,"assumes":"Hours follow the type."}`,
	"/api/seo/queries":           `[{"query":"tents","clicks":70}]`,
}

// connect connects an assistant whose calls of the API are answered from above.
func connect(t *testing.T) *mcp.ClientSession {
	t.Helper()
	server := httptest.NewServer(assistants.New(func(_ context.Context, _ *http.Request, _, path string, _ []byte) assistants.Answer {
		key, query, _ := strings.Cut(path, "?")
		for _, word := range []string{"compare", "done"} {
			if strings.Contains(query, word) {
				key += "?" + word
			}
		}
		header := http.Header{"X-Total-Count": {"31"}, "X-Source": {"Search Console"}, "X-Window": {"2026-10-28/2026-11-24"}, "X-Compared-With": {"2026-09-30/2026-10-27"}}
		if api[key] == "" {
			return assistants.Answer{Status: http.StatusNotFound, Header: header.Get, Body: []byte(`{"detail":"This does not exist."}`)}
		}
		return assistants.Answer{Status: http.StatusOK, Header: header.Get, Body: []byte(api[key])}
	}, []string{"seo/queries"}, "1"))
	t.Cleanup(server.Close)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "an assistant", Version: "1"}, nil).Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: server.URL, HTTPClient: &http.Client{Transport: bearer{}}, DisableStandaloneSSE: true,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

type bearer struct{}

func (bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer up_token")
	return http.DefaultTransport.RoundTrip(r)
}

func TestAnswersSayWhereTheyComeFromAndOfWhichDaysAndLeaveOutTheRest(t *testing.T) {
	session := connect(t)
	const figures = `"totalSessions":33700 "avgPageSpeed":1.9 "from":"2026-10-28" "comparedTo":"2026-10-27" Sessions_and_conversion_rate_(in_percent):_Google_Analytics_4. PageSpeed_Insights`
	for tool, c := range map[string]struct {
		arguments  map[string]any
		says, lack string // words, with _ for a space
	}{
		"what_to_fix_first":    {nil, `"source":"Search_Console" "days":"November_1,_2026_to_November_28,_2026" "mid":2.35 "total":31 null_is_unknown`, `712 1.23456 "actions" "instructions"`},
		"get_opportunity":      {map[string]any{"id": "o1"}, `"source":"Search_Console" "clicks":712 "steps":["Open_it.","Mend_it._(assigned_to_Bo_Lee,_due_2026-12-01)"] "totalRows":2 "asOf":"2026-11-26`, `"actions" 2.34567`},
		"plan_hours":           {map[string]any{"hours": 8}, `"source":"Search_Console" "days":"November_1,_2026_to_November_28,_2026" "mid":1.99 "leftOut":3 Hours_follow_the_type. "title":"Fix_the_error"`, `712 "actions" 1.98765`},
		"explain_change":       {nil, figures + ` 405_pages_read The_title_was_changed a_lead,_not_a_proof`, `Google_Ads_synced "totalSessions":99`},
		"draft_client_summary": {nil, figures + ` "done":[{"confidence":0,"days":"Crawled_on_November_23,_2026","hours":0,"id":"o2" "reason":"Two_words_added" "noLongerFound":[{"confidence":0,"days":"November_23,_2026","hours":0,"id":"o3" "next":[{"confidence":86,"days":"November_1,_2026_to_November_28,_2026","hours":2.25,"id":"o1"`, `712 "actions"`},
		"query_table":          {map[string]any{"table": "seo/queries"}, `"source":"Search_Console" "days":"2026-10-28/2026-11-24" "changesAgainst":"2026-09-30/2026-10-27" "query":"tents"`, ``},
		"list_sites":           {nil, `"domain":"shop.example" "currency":"USD"`, `timeZone`},
	} {
		answer, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: c.arguments})
		if err != nil || answer.IsError || len(answer.Content) != 1 {
			t.Errorf("%s: %+v, %v", tool, answer, err)
			continue
		}
		text := answer.Content[0].(*mcp.TextContent).Text
		for word := range strings.FieldsSeq(c.says) {
			if !strings.Contains(text, strings.ReplaceAll(word, "_", " ")) {
				t.Errorf("%s does not say %s: %s", tool, word, text)
			}
		}
		for word := range strings.FieldsSeq(c.lack) {
			if strings.Contains(text, strings.ReplaceAll(word, "_", " ")) {
				t.Errorf("%s says %s: %s", tool, word, text)
			}
		}
	}
}
