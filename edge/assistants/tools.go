package assistants

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// result is what a tool answers: data, and a line on where it comes from.
type result map[string]any

const valueNote = "Values are estimates a month if the fix works, as low, middle and high; null is unknown. Confidence is in percent."

func reading(title string) *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{Title: title, ReadOnlyHint: true, OpenWorldHint: new(bool)}
}

// addTools adds every tool, bound to the request's token.
func (s *Server) addTools(server *mcp.Server, request *http.Request) {
	c := client{s, request}
	add(server, &mcp.Tool{Name: "list_sites", Description: "The sites of the account, with id, domain and currency; in large accounts search them with query.", Annotations: reading("List sites")}, c.listSites)
	add(server, &mcp.Tool{Name: "what_to_fix_first", Description: "The open opportunities of a site, or of all sites, best first: what is wrong, what it is worth a month and how sure that is.", Annotations: reading("What to fix first")}, c.whatToFixFirst)
	add(server, &mcp.Tool{Name: "get_opportunity", Description: "One opportunity with its steps and the rows of evidence behind it.", Annotations: reading("Get an opportunity")}, c.getOpportunity)
	add(server, &mcp.Tool{Name: "query_table", Description: "Rows of a table of analysis, such as seo/queries. Tables: " + strings.Join(s.tables, ", ") + ".", Annotations: reading("Query a table")}, c.queryTable)
	add(server, &mcp.Tool{Name: "explain_change", Description: "How the key figures of a site changed in the last 28 days against the 28 before, with what changed on the site and what happened.", Annotations: reading("Explain a change")}, c.explainChange)
	add(server, &mcp.Tool{Name: "plan_hours", Description: "Which opportunities to do in a number of hours of work, in the order to do them, and what they are worth together.", Annotations: reading("Plan hours")}, c.planHours)
	add(server, &mcp.Tool{Name: "draft_client_summary", Description: "The facts for a summary to a client: key figures, what was done, what was no longer found and what comes next. Write it in plain words, and add nothing that is not there.", Annotations: reading("Draft a client summary")}, c.draftSummary)
	add(server, &mcp.Tool{Name: "mark_done", Description: "Mark an opportunity as done. Needs a token with write access. It can be reopened in the app.", Annotations: &mcp.ToolAnnotations{Title: "Mark as done", DestructiveHint: new(bool), IdempotentHint: true, OpenWorldHint: new(bool)}}, c.markDone)
}

// add adds a tool; its input's schema comes from the type.
func add[In any](server *mcp.Server, tool *mcp.Tool, do func(ctx context.Context, in In) (result, error)) {
	mcp.AddTool(server, tool, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, result, error) {
		out, err := do(ctx, in)
		return nil, out, err
	})
}

type sitesInput struct {
	Query string `json:"query,omitempty" jsonschema:"only sites whose name or domain contains this"`
	Limit int    `json:"limit,omitempty" jsonschema:"how many, 20 unless given, at most 50"`
}

func (c client) listSites(ctx context.Context, in sitesInput) (result, error) {
	sites, err := c.sites(ctx)
	if err != nil {
		return nil, err
	}
	words := strings.ToLower(strings.TrimSpace(in.Query))
	sites = slices.DeleteFunc(sites, func(one site) bool {
		return !strings.Contains(strings.ToLower(one.Name+"\n"+one.Domain), words)
	})
	return result{"sites": sites[:min(len(sites), limited(in.Limit, 20, mostSites))], "total": len(sites), "note": "Total counts every site that matches; narrow them down with query."}, nil
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
	query := map[string]string{"siteId": of.ID, "status": "open,in_progress", "limit": strconv.Itoa(limited(in.Limit, 10, 50))}
	if of.ID == "" {
		query["rank"] = "portfolio"
	}
	var list []insight
	answer, err := c.get(ctx, "/api/insights", query, &list)
	if err != nil {
		return nil, err
	}
	return result{"opportunities": toldOf(list), "total": answer.total(), "note": valueNote}, nil
}

type opportunityInput struct {
	ID string `json:"id" jsonschema:"the id of the opportunity"`
}

// maxEvidence is how many rows of evidence an assistant gets.
const maxEvidence = 10

func (c client) getOpportunity(ctx context.Context, in opportunityInput) (result, error) {
	var found struct {
		insight
		Instructions string         `json:"instructions"`
		StepPlans    []stepPlan     `json:"stepPlans"`
		Entity       map[string]any `json:"entity"`
	}
	path := "/api/insights/" + pathID(in.ID)
	if _, err := c.get(ctx, path, nil, &found); err != nil {
		return nil, err
	}
	var evidence struct {
		Columns []string `json:"columns"`
		Rows    []any    `json:"rows"`
	}
	answer := result{"opportunity": found.told(), "about": found.Entity, "figures": found.Evidence, "asOf": found.UpdatedAt, "steps": steps(found.Instructions, found.StepPlans), "note": valueNote}
	if _, err := c.get(ctx, path+"/evidence", nil, &evidence); err != nil {
		answer["evidence"] = "The evidence could not be read now: " + err.Error()
		return answer, nil //nolint:nilerr // the rest is worth telling
	}
	answer["evidence"] = result{
		"columns": evidence.Columns, "rows": evidence.Rows[:min(len(evidence.Rows), maxEvidence)], "totalRows": len(evidence.Rows),
	}
	return answer, nil
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
		"siteId": of.ID, "from": in.From, "to": in.To, "sort": in.Sort, "q": in.Query, "limit": strconv.Itoa(limited(in.Limit, 20, 50)),
	}, &rows)
	if err != nil {
		return nil, err
	}
	told := result{"rows": rows, "total": answer.total(), "source": answer.Header("X-Source"), "days": answer.Header("X-Window")}
	if compared := answer.Header("X-Compared-With"); compared != "" {
		told["changesAgainst"] = compared
	}
	return told, nil
}

type siteInput struct {
	Site string `json:"site,omitempty" jsonschema:"the domain, name or id of a site; needed when the account has several"`
}

func (c client) explainChange(ctx context.Context, in siteInput) (result, error) {
	of, err := c.siteOf(ctx, in.Site, true)
	if err != nil {
		return nil, err
	}
	kpis, err := c.keyFigures(ctx, of.ID)
	if err != nil {
		return nil, err
	}
	changes, events := []map[string]any{}, []map[string]any{}
	if _, err := c.get(ctx, "/api/sites/"+of.ID+"/changes", map[string]string{"limit": "20"}, &changes); err != nil {
		return nil, err
	}
	if _, err := c.get(ctx, "/api/activity", map[string]string{"siteId": of.ID, "limit": "50"}, &events); err != nil {
		return nil, err
	}
	events = slices.DeleteFunc(events, func(event map[string]any) bool { return event["kind"] == "integration.synced" })
	return result{
		"site": of, "figures": kpis, "changesOnTheSite": changes, "events": events[:min(len(events), maxEvents)], "source": figuresSource,
		"note": "A change on the site before a change of a figure is a lead, not a proof. Figures that are null are unknown.",
	}, nil
}

// maxEvents is how many events an assistant gets. Reads of providers are none that explain a change.
const maxEvents = 10

const figuresSource = "Sessions and conversion rate (in percent): Google Analytics 4. Ad spend: Google Ads. Both of the days of period, with changes in percent against comparedFrom to comparedTo. " +
	"avgPageSpeed: PageSpeed Insights, the newest tests, in seconds until the largest element shows (LCP)."

// keyFigures are the figures of a site with their days. Page speed has none: it is of the newest tests.
func (c client) keyFigures(ctx context.Context, siteID string) (figures map[string]any, err error) {
	var newest map[string]any
	if _, err := c.get(ctx, "/api/kpis/overview", map[string]string{"siteId": siteID, "compare": "previous"}, &figures); err != nil {
		return nil, err
	}
	if _, err := c.get(ctx, "/api/kpis/overview", map[string]string{"siteId": siteID}, &newest); err != nil {
		return nil, err
	}
	for _, name := range []string{"avgPageSpeed", "pageSpeedChange"} {
		figures[name] = newest[name]
	}
	return figures, nil
}

type hoursInput struct {
	Hours float64 `json:"hours" jsonschema:"hours of work, from 0.5 to 2000"`
	Site  string  `json:"site,omitempty" jsonschema:"the domain, name or id of a site; leave out for all sites"`
}

func (c client) planHours(ctx context.Context, in hoursInput) (result, error) {
	of, err := c.siteOf(ctx, in.Site, false)
	if err != nil {
		return nil, err
	}
	var found struct {
		Hours   float64  `json:"hours"`
		Used    float64  `json:"used"`
		LeftOut int      `json:"leftOut"`
		Unknown int      `json:"unknown"`
		Assumes string   `json:"assumes"`
		Values  []*value `json:"values"`
		Items   []struct {
			Insight  insight `json:"insight"`
			Hours    float64 `json:"hours"`
			Expected *value  `json:"expected"`
		} `json:"items"`
	}
	if _, err := c.get(ctx, "/api/plan", map[string]string{"siteId": of.ID, "hours": fmt.Sprint(in.Hours)}, &found); err != nil {
		return nil, err
	}
	items, values := []result{}, []*value{}
	for _, item := range found.Items {
		items = append(items, result{"insight": item.Insight.told(), "hours": item.Hours, "expected": item.Expected.rounded()})
	}
	for _, worth := range found.Values {
		values = append(values, worth.rounded())
	}
	plan := result{"hours": found.Hours, "used": found.Used, "items": items, "values": values, "leftOut": found.LeftOut, "unknown": found.Unknown, "assumes": found.Assumes}
	return result{"plan": plan, "note": valueNote + " Expected counts clicks that several would bring once, and how likely each works; values are its sums."}, nil
}

// mostSummarized is how many opportunities of a kind a summary has.
const mostSummarized = 10

func (c client) draftSummary(ctx context.Context, in siteInput) (result, error) {
	of, err := c.siteOf(ctx, in.Site, true)
	if err != nil {
		return nil, err
	}
	kpis, err := c.keyFigures(ctx, of.ID)
	if err != nil {
		return nil, err
	}
	var done, next []insight
	if _, err := c.get(ctx, "/api/insights", map[string]string{"siteId": of.ID, "status": "done", "sort": "-updatedAt", "limit": "100"}, &done); err != nil {
		return nil, err
	}
	if _, err := c.get(ctx, "/api/insights", map[string]string{"siteId": of.ID, "status": "open,in_progress", "limit": "5"}, &next); err != nil {
		return nil, err
	}
	worked, vanished := []opportunity{}, []opportunity{}
	for _, one := range toldOf(done) {
		if one.Resolution == gone {
			vanished = append(vanished, one)
		} else {
			worked = append(worked, one)
		}
	}
	return result{
		"site": of, "figures": kpis, "source": figuresSource, "next": toldOf(next),
		"done": worked[:min(len(worked), mostSummarized)], "noLongerFound": vanished[:min(len(vanished), mostSummarized)],
		"note": valueNote + " Done is what people marked as done; nobody says that they did what is no longer found.",
	}, nil
}

type doneInput struct {
	ID     string `json:"id" jsonschema:"the id of the opportunity"`
	Reason string `json:"reason,omitempty" jsonschema:"what was done, in a sentence"`
}

func (c client) markDone(ctx context.Context, in doneInput) (result, error) {
	var changed insight
	_, err := c.do(ctx, http.MethodPatch, "/api/insights/"+pathID(in.ID)+"/status", map[string]string{"status": "done", "reason": in.Reason}, &changed)
	if err != nil {
		return nil, err
	}
	return result{"opportunity": changed.told()}, nil
}
