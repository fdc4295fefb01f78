package main

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// withBearer sends a token with every request.
type withBearer string

func (token withBearer) RoundTrip(r *http.Request) (*http.Response, error) {
	if r = r.Clone(r.Context()); token != "" {
		r.Header.Set("Authorization", "Bearer "+string(token))
	}
	return http.DefaultTransport.RoundTrip(r)
}

// assistant is an assistant that is connected to the program.
type assistant struct {
	t       *testing.T
	session *mcp.ClientSession
}

func (p *program) connectAssistant(t *testing.T, token string) (*assistant, error) {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "an assistant", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: p.url + "/mcp", HTTPClient: &http.Client{Transport: withBearer(token)}, DisableStandaloneSSE: true,
	}, nil)
	if err == nil {
		t.Cleanup(func() { _ = session.Close() })
	}
	return &assistant{t, session}, err
}

// ask calls a tool and decodes its answer into out; refused is why it could not.
func (a *assistant) ask(tool string, arguments map[string]any, out any) (refused string) {
	a.t.Helper()
	answer, err := a.session.CallTool(context.WithoutCancel(a.t.Context()), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return err.Error()
	}
	var text strings.Builder
	for _, content := range answer.Content {
		if part, isText := content.(*mcp.TextContent); isText {
			text.WriteString(part.Text)
		}
	}
	if answer.IsError {
		return text.String()
	}
	if text.Len() > 40_000 {
		a.t.Errorf("%s answers %d characters", tool, text.Len())
	}
	if out != nil {
		if err := json.Unmarshal([]byte(text.String()), out); err != nil {
			a.t.Fatalf("%s answers %.300s: %v", tool, text.String(), err)
		}
	}
	return ""
}

func (v *visitor) makeToken(scope string) string {
	v.t.Helper()
	var made struct{ Token string }
	if status, answer := v.call("POST", "/api/tokens", map[string]string{"name": "an assistant", "scope": scope}, &made); status != http.StatusCreated {
		v.t.Fatalf("%d %s", status, answer)
	}
	return made.Token
}

func TestAnAssistantFindsOutWhatToFixFirstAndMarksItDone(t *testing.T) {
	t.Parallel()
	p := shared(t)
	ana, bo := p.signIn("ana@example.com"), p.signIn("bo@example.com")
	ana.addSite("shop.example")
	bo.addSite("bo.example")
	if status, answer := ana.post("internal_all.csv", titled("", "", "A title that is long enough for a page"), nil); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	ana.insights(1)
	reads, err := p.connectAssistant(t, ana.makeToken("read"))
	if err != nil {
		t.Fatal(err)
	}
	tools, err := reads.session.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 8 {
		t.Fatalf("%+v %v", tools, err)
	}
	for _, tool := range tools.Tools {
		if tool.Annotations == nil || tool.Annotations.ReadOnlyHint != (tool.Name != "mark_done") {
			t.Errorf("%s says of itself %+v", tool.Name, tool.Annotations)
		}
	}
	var sites struct{ Sites []struct{ ID, Domain string } }
	if refused := reads.ask("list_sites", nil, &sites); refused != "" || len(sites.Sites) != 1 || sites.Sites[0].Domain != "shop.example" {
		t.Errorf("%s %+v", refused, sites)
	}
	var first struct {
		Total         int
		Opportunities []struct{ ID, Title, Status string }
	}
	if refused := reads.ask("what_to_fix_first", map[string]any{"site": "shop.example", "limit": 3}, &first); refused != "" || len(first.Opportunities) == 0 || first.Opportunities[0].Title == "" {
		t.Fatalf("%s %+v", refused, first)
	}
	id := first.Opportunities[0].ID
	var one struct {
		Steps    []string
		Evidence struct{ Rows []any }
	}
	if refused := reads.ask("get_opportunity", map[string]any{"id": id}, &one); refused != "" || len(one.Steps) == 0 {
		t.Errorf("%s %+v", refused, one)
	}
	for tool, arguments := range map[string]map[string]any{
		"explain_change": {}, "plan_hours": {"hours": 8}, "draft_client_summary": {"site": "shop.example"}, "query_table": {"table": "seo/internal-links", "limit": 5},
	} {
		if refused := reads.ask(tool, arguments, nil); refused != "" {
			t.Errorf("%s: %s", tool, refused)
		}
	}
	reads.isRefused(id)
	stranger, err := p.connectAssistant(t, bo.makeToken("write"))
	if err != nil {
		t.Fatal(err)
	}
	if refused := stranger.ask("mark_done", map[string]any{"id": id}, nil); !strings.Contains(refused, "does not exist") {
		t.Errorf("a stranger marks it as done: %q", refused)
	}
	writes, err := p.connectAssistant(t, ana.makeToken("write"))
	if err != nil {
		t.Fatal(err)
	}
	var done struct {
		Opportunity struct{ Status string }
	}
	if refused := writes.ask("mark_done", map[string]any{"id": id, "reason": "Wrote the titles."}, &done); refused != "" || done.Opportunity.Status != "done" {
		t.Errorf("%s %+v", refused, done)
	}
}

// isRefused asks a reading assistant for what it may not have; id is an opportunity.
func (a *assistant) isRefused(id string) {
	for tool, c := range map[string]struct {
		arguments map[string]any
		refused   string
	}{
		"what_to_fix_first": {map[string]any{"site": "bo.example"}, `there is no site "bo.example" in this account; its sites are: shop.example`},
		"query_table":       {map[string]any{"table": "accounts"}, `there is no table "accounts"`},
		"get_opportunity":   {map[string]any{"id": "../sites"}, "This opportunity does not exist."},
		"plan_hours":        {map[string]any{"hours": -1}, "hours"},
		"mark_done":         {map[string]any{"id": id}, "This API token is read-only."},
	} {
		if refused := a.ask(tool, c.arguments, nil); !strings.Contains(refused, c.refused) {
			a.t.Errorf("%s: %q, want %q", tool, refused, c.refused)
		}
	}
}

func TestAssistantsNeedAToken(t *testing.T) {
	t.Parallel()
	p := shared(t)
	ana := p.signIn("ana@example.com")
	ana.addSite("shop.example")
	for name, token := range map[string]string{"none": "", "a made-up one": "upslope_made_up"} {
		if _, err := p.connectAssistant(t, token); err == nil {
			t.Errorf("an assistant connects with %s", name)
		}
	}
	hello := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	// A session, and no token.
	status, answer := ana.send("POST", "/mcp", "application/json", strings.NewReader(hello), nil)
	if status != http.StatusUnauthorized || !strings.Contains(answer, "API token") {
		t.Errorf("%d %s", status, answer)
	}
	if status, _ := ana.send("POST", "/mcp", "application/json", strings.NewReader(strings.Repeat(" ", 300<<10)), nil); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a large message: %d", status)
	}
}
