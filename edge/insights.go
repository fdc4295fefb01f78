package edge

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/problem"
	"upslope/edge/request"
)

// Insights stores the detectors' results.
type Insights interface {
	// Insights returns one page of the matching ones, in the contract's order, and their total.
	Insights(ctx context.Context, accountID string, filter upslope.InsightFilter) ([]upslope.Insight, int64, error)
	Insight(ctx context.Context, accountID, insightID string) (upslope.Insight, error)
	// HiddenInsights returns how many a filter leaves out only because they are small.
	HiddenInsights(ctx context.Context, accountID string, filter upslope.InsightFilter) (int64, error)
	// Computing reports whether an import or a recompute is under way; siteID "" is every site.
	Computing(ctx context.Context, accountID, siteID string) (bool, error)
	// SetInsightStatus fails with Conflict for an invalid transition.
	SetInsightStatus(ctx context.Context, accountID, insightID string, status upslope.Status, reason string, now time.Time) (upslope.Insight, int64, error)
	// EditInsights changes what it may, and lists what it may not, in one transaction.
	EditInsights(ctx context.Context, accountID string, ids []string, edit upslope.InsightsEdit, now time.Time) (upslope.InsightsEdited, int64, error)
	EditInsight(ctx context.Context, accountID, insightID string, edit upslope.InsightEdit, now time.Time) (upslope.Insight, int64, error)
}

// Evidence reads the facts behind an insight.
type Evidence interface {
	Evidence(ctx context.Context, accountID string, insight upslope.Insight) (upslope.Evidence, error)
	Days(ctx context.Context, accountID string, insight upslope.Insight) (upslope.InsightDays, error)
	// Fixes returns the ready-to-paste fixes of an insight and of its followers.
	Fixes(ctx context.Context, accountID string, insight upslope.Insight, followers []upslope.Insight) ([]upslope.Fix, error)
}

// Totals sums the value of insights.
type Totals interface {
	InsightTotal(ctx context.Context, accountID string, scope upslope.Scope, small bool) (upslope.InsightTotal, error)
}

// ListInsights returns one page of the account's insights.
func (h *handlers) ListInsights(ctx context.Context, in api.ListInsightsRequestObject) (api.ListInsightsResponseObject, error) {
	filter := upslope.InsightFilter{
		Type: value(in.Params.Type), Query: value(in.Params.Q), Assignee: value(in.Params.Assignee), Snoozed: in.Params.Snoozed, Now: h.deps.Now(),
		Small: value(in.Params.Small),
	}
	if filter.Assignee == request.Me {
		filter.Assignee = request.Of(ctx).User.ID
	}
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	filter.Limit, filter.Offset = page.limit, page.offset
	if status := value(in.Params.Status); status != "" && status != "all" {
		for name := range strings.SplitSeq(status, ",") {
			one, err := upslope.ParseStatus(strings.TrimSpace(name))
			if err != nil {
				return nil, err
			}
			filter.Statuses = append(filter.Statuses, one)
		}
	}
	if filter.Sort, err = upslope.ParseInsightSort(value(in.Params.Sort)); err != nil {
		return nil, err
	}
	scope, err := h.scopeOf(ctx, in.Params.SiteId, in.Params.ClientId, in.Params.Tag)
	if err != nil {
		return nil, err
	}
	filter.SiteID, filter.ClientID, filter.Tag = scope.SiteID, scope.ClientID, scope.Tag
	ranked := h.deps.Insights.Insights
	if value(in.Params.Rank) == api.ListInsightsParamsRankPortfolio {
		ranked = h.deps.Portfolio.Insights
	}
	account := request.AccountID(ctx)
	insights, total, err := ranked(ctx, account, filter)
	if err == nil {
		err = h.deps.Portfolio.AddLeads(ctx, account, insights, filter.Now)
	}
	if err != nil {
		return nil, err
	}
	hidden, err := h.deps.Insights.HiddenInsights(ctx, account, filter)
	if err != nil {
		return nil, err
	}
	headers := api.ListInsights200ResponseHeaders{XTotalCount: new(int(total)), XSmallCount: new(int(hidden)), Link: next(ctx, page, total)}
	if total == 0 { // the only time when nobody can tell from the list
		computing, err := h.deps.Insights.Computing(ctx, account, filter.SiteID)
		if err != nil {
			return nil, err
		}
		headers.XComputing = &computing
	}
	return api.ListInsights200JSONResponse{Body: list(insights), Headers: headers}, nil
}

// GetInsightTotal returns the value of the open insights.
func (h *handlers) GetInsightTotal(ctx context.Context, in api.GetInsightTotalRequestObject) (api.GetInsightTotalResponseObject, error) {
	scope, err := h.scopeOf(ctx, in.Params.SiteId, in.Params.ClientId, in.Params.Tag)
	if err != nil {
		return nil, err
	}
	total, err := h.deps.Totals.InsightTotal(ctx, request.AccountID(ctx), scope, value(in.Params.Small))
	if err == nil {
		total.Computing, err = h.deps.Insights.Computing(ctx, request.AccountID(ctx), scope.SiteID)
	}
	return api.GetInsightTotal200JSONResponse(total), err
}

// ListInsightTypes returns all types of insights.
func (h *handlers) ListInsightTypes(context.Context, api.ListInsightTypesRequestObject) (api.ListInsightTypesResponseObject, error) {
	return api.ListInsightTypes200JSONResponse{
		Body: list(h.deps.InsightTypes), Headers: api.ListInsightTypes200ResponseHeaders{XTotalCount: count(h.deps.InsightTypes)},
	}, nil
}

// GetInsight returns one insight.
func (h *handlers) GetInsight(ctx context.Context, in api.GetInsightRequestObject) (api.GetInsightResponseObject, error) {
	account := request.AccountID(ctx)
	insight, err := h.insight(ctx, in.Id)
	if err != nil {
		return nil, err
	}
	insight, err = h.withLead(ctx, account, insight)
	return api.GetInsight200JSONResponse(insight), err
}

// insight returns an insight of a site that the caller may see.
func (h *handlers) insight(ctx context.Context, id string) (upslope.Insight, error) {
	user := request.Of(ctx).User
	insight, err := h.deps.Insights.Insight(ctx, user.AccountID, id)
	if err == nil && !user.Sees(insight.SiteID) {
		return upslope.Insight{}, upslope.Errorf(upslope.NotFound, "This opportunity does not exist.")
	}
	return insight, err
}

// withLead adds the insights grouped with this one.
func (h *handlers) withLead(ctx context.Context, account string, insight upslope.Insight) (upslope.Insight, error) {
	one := []upslope.Insight{insight}
	err := h.deps.Portfolio.AddLeads(ctx, account, one, h.deps.Now())
	return one[0], err
}

// afterWrite adds the insights grouped with a changed one. The write has succeeded: failing to read them is
// not an error.
func (h *handlers) afterWrite(ctx context.Context, account string, insight upslope.Insight) upslope.Insight {
	if known, err := h.withLead(ctx, account, insight); err == nil {
		return known
	}
	return insight
}

// SetInsightStatus changes an insight's status.
func (h *handlers) SetInsightStatus(ctx context.Context, in api.SetInsightStatusRequestObject) (api.SetInsightStatusResponseObject, error) {
	status, err := upslope.ParseStatus(in.Body.Status)
	if err != nil {
		return nil, err
	}
	edit := upslope.InsightEdit{Reason: or(in.Body.Reason, "")}
	if err := edit.Clean(h.deps.Now()); err != nil {
		return nil, err
	}
	account := request.AccountID(ctx)
	insight, now, err := h.deps.Insights.SetInsightStatus(ctx, account, in.Id, status, *edit.Reason, h.deps.Now())
	if err != nil {
		return nil, err
	}
	return api.SetInsightStatus200JSONResponse{
		Body: h.afterWrite(ctx, account, insight), Headers: api.SetInsightStatus200ResponseHeaders{XVersion: version(now)},
	}, nil
}

// GetInsightEvidence returns the rows behind an insight.
func (h *handlers) GetInsightEvidence(ctx context.Context, in api.GetInsightEvidenceRequestObject) (api.GetInsightEvidenceResponseObject, error) {
	account := request.AccountID(ctx)
	insight, err := h.insight(ctx, in.Id)
	if err != nil {
		return nil, err
	}
	evidence, err := h.deps.Evidence.Evidence(ctx, account, insight)
	evidence.Columns, evidence.Rows = list(evidence.Columns), list(evidence.Rows)
	return api.GetInsightEvidence200JSONResponse(evidence), err
}

// EditInsight changes the user's fields of an insight other than its status.
func (h *handlers) EditInsight(ctx context.Context, in api.EditInsightRequestObject) (api.EditInsightResponseObject, error) {
	edit := upslope.InsightEdit{
		SnoozedUntil: optional(in.Body.SnoozedUntil), Assignee: in.Body.Assignee, DueOn: optional(in.Body.DueOn), Reason: in.Body.Reason,
		Hours: optional(in.Body.Hours), DoneSteps: in.Body.DoneSteps, StepPlans: in.Body.StepPlans,
	}
	if err := edit.Clean(h.deps.Now()); err != nil {
		return nil, err
	}
	account := request.AccountID(ctx)
	var before upslope.Insight
	if edit.StepPlans != nil {
		var err error
		if before, err = h.insight(ctx, in.Id); err != nil {
			return nil, err
		}
	}
	insight, now, err := h.deps.Insights.EditInsight(ctx, account, in.Id, edit, h.deps.Now())
	if err != nil {
		return nil, err
	}
	request.Of(ctx).Named.Detail = strings.Join(edit.Says(before, insight), ", ")
	return api.EditInsight200JSONResponse{Body: h.afterWrite(ctx, account, insight), Headers: api.EditInsight200ResponseHeaders{XVersion: version(now)}}, nil
}

// EditInsights changes many insights at once.
func (h *handlers) EditInsights(ctx context.Context, in api.EditInsightsRequestObject) (api.EditInsightsResponseObject, error) {
	now := h.deps.Now()
	edit := upslope.InsightsEdit{InsightEdit: upslope.InsightEdit{
		SnoozedUntil: optional(in.Body.SnoozedUntil), Assignee: in.Body.Assignee, DueOn: optional(in.Body.DueOn), Reason: in.Body.Reason,
	}}
	var err error
	if in.Body.Status != nil {
		if edit.Status, err = upslope.ParseStatus(*in.Body.Status); err != nil {
			return nil, err
		}
	}
	if edit == (upslope.InsightsEdit{}) {
		return nil, upslope.Errorf(upslope.Invalid, "Set at least one of status, snoozedUntil, assignee, dueOn or reason.")
	}
	if err := edit.Clean(now); err != nil {
		return nil, err
	}
	ids := make([]string, 0, len(in.Body.Ids))
	for _, id := range in.Body.Ids {
		if id = strings.ToLower(id); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	edited, accountVersion, err := h.deps.Insights.EditInsights(ctx, request.AccountID(ctx), ids, edit, now)
	if err != nil {
		return nil, err
	}
	body := api.InsightsEdited{Changed: list(edited.Changed)}
	request.Of(ctx).Named = request.Named{Name: strconv.Itoa(len(edited.Changed)), Detail: strings.Join(edit.Says(upslope.Insight{}, upslope.Insight{Assignee: value(edit.Assignee)}), ", ")}
	if edit.Status != "" {
		request.Of(ctx).Named.Name += ", now " + strings.ReplaceAll(string(edit.Status), "_", " ")
	}
	for _, failure := range edited.Failed {
		body.Failed = append(body.Failed, api.EditFailure{Id: failure.ID, Detail: problem.Of(failure.Err).Detail})
	}
	body.Failed = list(body.Failed)
	return api.EditInsights200JSONResponse{Body: body, Headers: api.EditInsights200ResponseHeaders{XVersion: version(accountVersion)}}, nil
}

// GetInsightDays returns the daily figures of an insight's subject.
func (h *handlers) GetInsightDays(ctx context.Context, in api.GetInsightDaysRequestObject) (api.GetInsightDaysResponseObject, error) {
	account := request.AccountID(ctx)
	insight, err := h.insight(ctx, in.Id)
	if err != nil {
		return nil, err
	}
	days, err := h.deps.Evidence.Days(ctx, account, insight)
	days.Metrics, days.Days, days.Changes = list(days.Metrics), list(days.Days), list(days.Changes)
	return api.GetInsightDays200JSONResponse(days), err
}

// ListInsightFixes returns an insight's ready-to-paste fixes.
func (h *handlers) ListInsightFixes(ctx context.Context, in api.ListInsightFixesRequestObject) (api.ListInsightFixesResponseObject, error) {
	_, fixes, err := h.fixesOf(ctx, in.Id)
	return api.ListInsightFixes200JSONResponse{Body: list(fixes), Headers: api.ListInsightFixes200ResponseHeaders{XTotalCount: count(fixes)}}, err
}

// fixesOf returns an insight with its ready-to-paste fixes.
func (h *handlers) fixesOf(ctx context.Context, id string) (insight upslope.Insight, fixes []upslope.Fix, err error) {
	account := request.AccountID(ctx)
	if insight, err = h.insight(ctx, id); err != nil {
		return insight, nil, err
	}
	if insight, err = h.withLead(ctx, account, insight); err != nil {
		return insight, nil, err
	}
	followers, err := h.deps.Portfolio.Followers(ctx, account, []upslope.Insight{insight})
	if err != nil {
		return insight, nil, err
	}
	fixes, err = h.deps.Evidence.Fixes(ctx, account, insight, followers[insight.ID])
	return insight, fixes, err
}

// GetInsightRule returns the rule that finds insights of a type.
func (h *handlers) GetInsightRule(_ context.Context, in api.GetInsightRuleRequestObject) (api.GetInsightRuleResponseObject, error) {
	for _, rule := range h.deps.InsightRules {
		if rule.Type == in.Type {
			return api.GetInsightRule200JSONResponse(rule), nil
		}
	}
	return nil, upslope.Errorf(upslope.NotFound, "There is no type of insight %q.", in.Type)
}
