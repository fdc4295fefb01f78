package assistants

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// opportunity is what an assistant needs of an insight.
type opportunity struct {
	ID         string  `json:"id"`
	SiteID     string  `json:"siteId"`
	Title      string  `json:"title"`
	Summary    string  `json:"summary"`
	Status     string  `json:"status"`
	Score      int     `json:"score"`
	Confidence int     `json:"confidence"`
	Hours      float64 `json:"hours"`
	Assignee   string  `json:"assignee,omitempty"`
	Value      *value  `json:"value"`
	UpdatedAt  string  `json:"updatedAt"`
}

type value struct {
	Low      float64 `json:"low"`
	Mid      float64 `json:"mid"`
	High     float64 `json:"high"`
	Unit     string  `json:"unit"`
	Currency string  `json:"currency,omitempty"`
}

// result is what a tool answers: data, and a line on where it comes from.
type result map[string]any

const valueNote = "Values are estimates a month if the fix works, as low, middle and high; null is unknown. Confidence is in percent."

func reading(title string) *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{Title: title, ReadOnlyHint: true, OpenWorldHint: new(bool)}
}

// addTools adds every tool, bound to the request's token.
func (s *Server) addTools(server *mcp.Server, request *http.Request) {
	c := client{s, request}
	add(server, &mcp.Tool{Name: "list_sites", Description: "The sites of the account, with id, domain and currency.", Annotations: reading("List sites")}, c.listSites)
	add(server, &mcp.Tool{Name: "what_to_fix_first", Description: "The open opportunities of a site, or of all sites, best first: what is wrong, what it is worth a month and how sure that is.", Annotations: reading("What to fix first")}, c.whatToFixFirst)
	add(server, &mcp.Tool{Name: "get_opportunity", Description: "One opportunity with its steps and the rows of evidence behind it.", Annotations: reading("Get an opportunity")}, c.getOpportunity)
	add(server, &mcp.Tool{Name: "query_table", Description: "Rows of a table of analysis, such as seo/queries. Tables: " + strings.Join(s.tables, ", ") + ".", Annotations: reading("Query a table")}, c.queryTable)
	add(server, &mcp.Tool{Name: "explain_change", Description: "How the key figures of a site changed in the last 28 days against the 28 before, with what changed on the site and what happened.", Annotations: reading("Explain a change")}, c.explainChange)
	add(server, &mcp.Tool{Name: "plan_hours", Description: "Which opportunities to do with a number of hours of work, by value an hour.", Annotations: reading("Plan hours")}, c.planHours)
	add(server, &mcp.Tool{Name: "draft_client_summary", Description: "The facts for a summary to a client: key figures, what was done and what comes next. Write it in plain words, and add nothing that is not there.", Annotations: reading("Draft a client summary")}, c.draftSummary)
	add(server, &mcp.Tool{Name: "mark_done", Description: "Mark an opportunity as done. Needs a token with write access. It can be reopened in the app.", Annotations: &mcp.ToolAnnotations{Title: "Mark as done", DestructiveHint: new(bool), IdempotentHint: true, OpenWorldHint: new(bool)}}, c.markDone)
}

// add adds a tool; its input's schema comes from the type.
func add[In any](server *mcp.Server, tool *mcp.Tool, do func(ctx context.Context, in In) (result, error)) {
	mcp.AddTool(server, tool, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, result, error) {
		out, err := do(ctx, in)
		return nil, out, err
	})
}

type nothing struct{}

func (c client) listSites(ctx context.Context, _ nothing) (result, error) {
	sites, err := c.sites(ctx)
	return result{"sites": sites}, err
}

type fixInput struct {
	Site  string `json:"site,omitempty" jsonschema:"the domain, name or id of a site; leave out for all sites"`
	Limit int    `json:"limit,omitempty" jsonschema:"how many, 10 unless given, at most 50"`
}

func (c client) whatToFixFirst(ctx context.Context, in fixInput) (result, error) {
	of, err := c.siteOf(ctx, in.Site, false)
	if err != nil {
		return nil, err
	}
	query := map[string]string{"siteId": of.ID, "status": "open,in_progress", "limit": limited(in.Limit, 10, 50)}
	if of.ID == "" {
		query["rank"] = "portfolio"
	}
	var list []opportunity
	answer, err := c.get(ctx, "/api/insights", query, &list)
	if err != nil {
		return nil, err
	}
	return result{"opportunities": list, "total": answer.Header("X-Total-Count"), "note": valueNote}, nil
}

type opportunityInput struct {
	ID string `json:"id" jsonschema:"the id of the opportunity"`
}

// maxEvidence is how many rows of evidence an assistant gets.
const maxEvidence = 10

func (c client) getOpportunity(ctx context.Context, in opportunityInput) (result, error) {
	var found struct {
		opportunity
		Instructions string         `json:"instructions"`
		Entity       map[string]any `json:"entity"`
		Evidence     map[string]any `json:"evidence"`
	}
	path := "/api/insights/" + pathID(in.ID)
	if _, err := c.get(ctx, path, nil, &found); err != nil {
		return nil, err
	}
	var evidence struct {
		Columns []string `json:"columns"`
		Rows    []any    `json:"rows"`
	}
	answer := result{"opportunity": found.opportunity, "about": found.Entity, "figures": found.Evidence, "asOf": found.UpdatedAt, "steps": steps(found.Instructions), "note": valueNote}
	if _, err := c.get(ctx, path+"/evidence", nil, &evidence); err != nil {
		answer["evidence"] = "The evidence could not be read now: " + err.Error()
		return answer, nil //nolint:nilerr // the rest is worth telling
	}
	answer["evidence"] = result{
		"columns": evidence.Columns, "rows": evidence.Rows[:min(len(evidence.Rows), maxEvidence)], "totalRows": len(evidence.Rows),
	}
	return answer, nil
}

func steps(instructions string) []string {
	list := []string{}
	for line := range strings.Lines(instructions) {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}

// pathID keeps an id within its segment of a path; what is no id is nobody's.
func pathID(id string) string {
	if id == "" || strings.ContainsAny(id, "/?#%. ") || len(id) > 100 {
		return "none"
	}
	return id
}

type tableInput struct {
	Table string `json:"table" jsonschema:"the name of the table, such as seo/queries"`
	Site  string `json:"site,omitempty" jsonschema:"the domain, name or id of a site; leave out for all sites"`
	From  string `json:"from,omitempty" jsonschema:"the first day, such as 2026-10-22"`
	To    string `json:"to,omitempty" jsonschema:"the last day"`
	Sort  string `json:"sort,omitempty" jsonschema:"a column to sort by; a minus sign in front means descending"`
	Query string `json:"query,omitempty" jsonschema:"only rows that contain this text"`
	Limit int    `json:"limit,omitempty" jsonschema:"how many rows, 20 unless given, at most 50"`
}

func (c client) queryTable(ctx context.Context, in tableInput) (result, error) {
	if !slices.Contains(c.tables, in.Table) {
		return nil, fmt.Errorf("there is no table %q; the tables are: %s", in.Table, strings.Join(c.tables, ", "))
	}
	of, err := c.siteOf(ctx, in.Site, false)
	if err != nil {
		return nil, err
	}
	rows := []map[string]any{}
	answer, err := c.get(ctx, "/api/"+in.Table, map[string]string{
		"siteId": of.ID, "from": in.From, "to": in.To, "sort": in.Sort, "q": in.Query, "limit": limited(in.Limit, 20, 50),
	}, &rows)
	if err != nil {
		return nil, err
	}
	return result{"rows": rows, "total": answer.Header("X-Total-Count"), "source": answer.Header("X-Source"), "days": answer.Header("X-Window")}, nil
}

type siteInput struct {
	Site string `json:"site,omitempty" jsonschema:"the domain, name or id of a site; needed when the account has several"`
}

func (c client) explainChange(ctx context.Context, in siteInput) (result, error) {
	of, err := c.siteOf(ctx, in.Site, true)
	if err != nil {
		return nil, err
	}
	var kpis map[string]any
	if _, err := c.get(ctx, "/api/kpis/overview", map[string]string{"siteId": of.ID}, &kpis); err != nil {
		return nil, err
	}
	changes, events := []map[string]any{}, []map[string]any{}
	if _, err := c.get(ctx, "/api/sites/"+of.ID+"/changes", map[string]string{"limit": "20"}, &changes); err != nil {
		return nil, err
	}
	if _, err := c.get(ctx, "/api/activity", map[string]string{"siteId": of.ID, "limit": "10"}, &events); err != nil {
		return nil, err
	}
	return result{
		"site": of, "figures": kpis, "changesOnTheSite": changes, "events": events,
		"note": "A change on the site before a change of a figure is a lead, not a proof. Figures that are null are unknown.",
	}, nil
}

type hoursInput struct {
	Hours int    `json:"hours" jsonschema:"hours of work, from 1 to 1000"`
	Site  string `json:"site,omitempty" jsonschema:"the domain, name or id of a site; leave out for all sites"`
}

func (c client) planHours(ctx context.Context, in hoursInput) (result, error) {
	of, err := c.siteOf(ctx, in.Site, false)
	if err != nil {
		return nil, err
	}
	var plan map[string]any
	if _, err := c.get(ctx, "/api/plan", map[string]string{"siteId": of.ID, "hours": fmt.Sprint(in.Hours)}, &plan); err != nil {
		return nil, err
	}
	return result{"plan": plan, "note": valueNote}, nil
}

func (c client) draftSummary(ctx context.Context, in siteInput) (result, error) {
	of, err := c.siteOf(ctx, in.Site, true)
	if err != nil {
		return nil, err
	}
	var kpis map[string]any
	if _, err := c.get(ctx, "/api/kpis/overview", map[string]string{"siteId": of.ID}, &kpis); err != nil {
		return nil, err
	}
	var done, next []opportunity
	if _, err := c.get(ctx, "/api/insights", map[string]string{"siteId": of.ID, "status": "done", "sort": "-updatedAt", "limit": "10"}, &done); err != nil {
		return nil, err
	}
	if _, err := c.get(ctx, "/api/insights", map[string]string{"siteId": of.ID, "status": "open,in_progress", "limit": "5"}, &next); err != nil {
		return nil, err
	}
	return result{"site": of, "figures": kpis, "done": done, "next": next, "note": valueNote}, nil
}

type doneInput struct {
	ID     string `json:"id" jsonschema:"the id of the opportunity"`
	Reason string `json:"reason,omitempty" jsonschema:"what was done, in a sentence"`
}

func (c client) markDone(ctx context.Context, in doneInput) (result, error) {
	var changed opportunity
	_, err := c.do(ctx, http.MethodPatch, "/api/insights/"+pathID(in.ID)+"/status", map[string]string{"status": "done", "reason": in.Reason}, &changed)
	if err != nil {
		return nil, err
	}
	return result{"opportunity": changed}, nil
}
