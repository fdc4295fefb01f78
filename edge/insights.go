package edge

import (
	"context"
	"fmt"

	"upslope"
	"upslope/edge/api"
)

// ListInsights answers one page of the account's insights.
func (h *handlers) ListInsights(ctx context.Context, in api.ListInsightsRequestObject) (api.ListInsightsResponseObject, error) {
	filter := upslope.InsightFilter{
		Type: value(in.Params.Type), Query: value(in.Params.Q), Assignee: value(in.Params.Assignee), Snoozed: in.Params.Snoozed, Now: h.deps.Now(),
	}
	page, err := pageOf(in.Params.Limit, in.Params.Cursor)
	if err != nil {
		return nil, err
	}
	filter.Limit, filter.Offset = page.limit, page.offset
	if status := value(in.Params.Status); status != "" && status != "all" {
		if filter.Status, err = upslope.ParseStatus(status); err != nil {
			return nil, err
		}
	}
	if filter.SiteID, err = h.siteOf(ctx, in.Params.SiteId); err != nil {
		return nil, err
	}
	ranked := h.deps.Insights.Insights
	if value(in.Params.Rank) == api.ListInsightsParamsRankPortfolio {
		ranked = h.deps.Portfolio.Insights
	}
	account := requestOf(ctx).user.AccountID
	insights, total, err := ranked(ctx, account, filter)
	if err == nil {
		err = h.deps.Portfolio.AddLeads(ctx, account, insights, filter.Now)
	}
	count := int(total)
	return api.ListInsights200JSONResponse{
		Body:    list(insights),
		Headers: api.ListInsights200ResponseHeaders{XTotalCount: &count, Link: next(ctx, page, total)},
	}, err
}

// GetInsightTotal answers what is still to be dealt with is worth.
func (h *handlers) GetInsightTotal(ctx context.Context, in api.GetInsightTotalRequestObject) (api.GetInsightTotalResponseObject, error) {
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	total, err := h.deps.Totals.InsightTotal(ctx, requestOf(ctx).user.AccountID, siteID)
	return api.GetInsightTotal200JSONResponse(total), err
}

// ListInsightTypes answers the kinds of insight there are.
func (h *handlers) ListInsightTypes(context.Context, api.ListInsightTypesRequestObject) (api.ListInsightTypesResponseObject, error) {
	return api.ListInsightTypes200JSONResponse{
		Body: list(h.deps.InsightTypes), Headers: api.ListInsightTypes200ResponseHeaders{XTotalCount: count(h.deps.InsightTypes)},
	}, nil
}

// GetInsight answers one insight.
func (h *handlers) GetInsight(ctx context.Context, in api.GetInsightRequestObject) (api.GetInsightResponseObject, error) {
	account := requestOf(ctx).user.AccountID
	insight, err := h.deps.Insights.Insight(ctx, account, in.Id)
	if err != nil {
		return nil, err
	}
	insight, err = h.withLead(ctx, account, insight)
	return api.GetInsight200JSONResponse(insight), err
}

// withLead is an insight with what it is one task with.
func (h *handlers) withLead(ctx context.Context, account string, insight upslope.Insight) (upslope.Insight, error) {
	one := []upslope.Insight{insight}
	err := h.deps.Portfolio.AddLeads(ctx, account, one, h.deps.Now())
	return one[0], err
}

// changed is an insight after a write, with what it is one task with. The write is done: that this cannot be read does not make it fail.
func (h *handlers) changed(ctx context.Context, account string, insight upslope.Insight) upslope.Insight {
	if known, err := h.withLead(ctx, account, insight); err == nil {
		return known
	}
	return insight
}

// SetInsightStatus moves an insight on.
func (h *handlers) SetInsightStatus(ctx context.Context, in api.SetInsightStatusRequestObject) (api.SetInsightStatusResponseObject, error) {
	status, err := upslope.ParseStatus(in.Body.Status)
	if err != nil {
		return nil, err
	}
	edit := upslope.InsightEdit{Reason: or(in.Body.Reason, "")}
	if err := edit.Clean(h.deps.Now()); err != nil {
		return nil, err
	}
	account := requestOf(ctx).user.AccountID
	insight, now, err := h.deps.Insights.SetInsightStatus(ctx, account, in.Id, status, *edit.Reason, h.deps.Now())
	if err != nil {
		return nil, err
	}
	return api.SetInsightStatus200JSONResponse{
		Body: h.changed(ctx, account, insight), Headers: api.SetInsightStatus200ResponseHeaders{XVersion: version(now)},
	}, nil
}

// GetInsightEvidence answers the rows behind an insight.
func (h *handlers) GetInsightEvidence(ctx context.Context, in api.GetInsightEvidenceRequestObject) (api.GetInsightEvidenceResponseObject, error) {
	account := requestOf(ctx).user.AccountID
	insight, err := h.deps.Insights.Insight(ctx, account, in.Id)
	if err != nil {
		return nil, err
	}
	evidence, err := h.deps.Evidence.Evidence(ctx, account, insight)
	evidence.Columns, evidence.Rows = list(evidence.Columns), list(evidence.Rows)
	return api.GetInsightEvidence200JSONResponse(evidence), err
}

// EditInsight changes what its owner says of an insight besides its status.
func (h *handlers) EditInsight(ctx context.Context, in api.EditInsightRequestObject) (api.EditInsightResponseObject, error) {
	edit := upslope.InsightEdit{SnoozedUntil: optional(in.Body.SnoozedUntil), Assignee: in.Body.Assignee, Reason: in.Body.Reason}
	if err := edit.Clean(h.deps.Now()); err != nil {
		return nil, err
	}
	account := requestOf(ctx).user.AccountID
	insight, now, err := h.deps.Insights.EditInsight(ctx, account, in.Id, edit, h.deps.Now())
	if err != nil {
		return nil, err
	}
	return api.EditInsight200JSONResponse{Body: h.changed(ctx, account, insight), Headers: api.EditInsight200ResponseHeaders{XVersion: version(now)}}, nil
}

// GetInsightDays answers how what an insight is about did, day by day.
func (h *handlers) GetInsightDays(ctx context.Context, in api.GetInsightDaysRequestObject) (api.GetInsightDaysResponseObject, error) {
	account := requestOf(ctx).user.AccountID
	insight, err := h.deps.Insights.Insight(ctx, account, in.Id)
	if err != nil {
		return nil, err
	}
	days, err := h.deps.Evidence.Days(ctx, account, insight)
	days.Metrics, days.Days, days.Changes = list(days.Metrics), list(days.Days), list(days.Changes)
	return api.GetInsightDays200JSONResponse(days), err
}

// ListInsightFixes answers what of an insight is ready to paste.
func (h *handlers) ListInsightFixes(ctx context.Context, in api.ListInsightFixesRequestObject) (api.ListInsightFixesResponseObject, error) {
	account := requestOf(ctx).user.AccountID
	insight, err := h.deps.Insights.Insight(ctx, account, in.Id)
	if err != nil {
		return nil, err
	}
	if insight, err = h.withLead(ctx, account, insight); err != nil {
		return nil, err
	}
	followers, err := h.deps.Portfolio.Followers(ctx, account, []upslope.Insight{insight})
	if err != nil {
		return nil, err
	}
	fixes, err := h.deps.Evidence.Fixes(ctx, account, insight, followers[insight.ID])
	return api.ListInsightFixes200JSONResponse{Body: list(fixes), Headers: api.ListInsightFixes200ResponseHeaders{XTotalCount: count(fixes)}}, err
}

// GetInsightRule answers how insights of a type are found.
func (h *handlers) GetInsightRule(_ context.Context, in api.GetInsightRuleRequestObject) (api.GetInsightRuleResponseObject, error) {
	for _, rule := range h.deps.InsightRules {
		if rule.Type == in.Type {
			return api.GetInsightRule200JSONResponse(rule), nil
		}
	}
	return nil, upslope.Errorf(upslope.NotFound, "There is no type of insight %q.", in.Type)
}

// RecomputeInsights syncs what is due of the site, or of every site of the account, scores it, and waits for that a while.
func (h *handlers) RecomputeInsights(ctx context.Context, in api.RecomputeInsightsRequestObject) (api.RecomputeInsightsResponseObject, error) {
	account := requestOf(ctx).account()
	if err := account.Entitled(h.deps.Now()); err != nil {
		return nil, err
	}
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	siteIDs := []string{siteID}
	if siteID == "" {
		if siteIDs, err = h.siteIDs(ctx, account.ID); err != nil {
			return nil, err
		}
	}
	jobs := make([]upslope.Job, len(siteIDs))
	for i, id := range siteIDs {
		if jobs[i], err = h.deps.Jobs.QueueSync(ctx, account.ID, id); err != nil {
			return nil, err
		}
	}
	return h.answerRecompute(ctx, jobs)
}

// answerRecompute waits for all of the jobs, and answers the last one that is not done by then: it was queued behind
// the others.
func (h *handlers) answerRecompute(ctx context.Context, jobs []upslope.Job) (api.RecomputeInsightsResponseObject, error) {
	waiting, cancel := context.WithTimeout(ctx, waitForJobs)
	defer cancel()
	var unfinished *upslope.Job
	done := 0
	for i := range jobs {
		job, err := h.await(waiting, jobs[i])
		if err != nil {
			return nil, err
		}
		if jobs[i] = job; job.Finished() {
			done++
		} else {
			unfinished = &jobs[i]
		}
	}
	if unfinished != nil {
		if len(jobs) > 1 {
			unfinished.Message = fmt.Sprintf("The opportunities of %d of %d sites are up to date.", done, len(jobs))
		}
		return api.RecomputeInsights202JSONResponse{AcceptedJSONResponse: h.accepted(ctx, *unfinished)}, nil
	}
	message := jobs[0].Message
	if len(jobs) > 1 {
		message = fmt.Sprintf("The opportunities of %d sites are up to date.", len(jobs))
	}
	return api.RecomputeInsights200JSONResponse{
		Body: api.Message{Message: message}, Headers: api.RecomputeInsights200ResponseHeaders{XVersion: h.versionNow(ctx)},
	}, nil
}

// siteIDs answers the account's sites; an account without any is told to add one.
func (s *Server) siteIDs(ctx context.Context, accountID string) ([]string, error) {
	sites, err := s.deps.Sites.Sites(ctx, accountID)
	if err != nil {
		return nil, err
	}
	if len(sites) == 0 {
		return nil, upslope.Errorf(upslope.Conflict, "Add a site first.")
	}
	ids := make([]string, len(sites))
	for i, site := range sites {
		ids[i] = site.ID
	}
	return ids, nil
}
