package edge

import (
	"context"
	"fmt"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// RecomputeInsights syncs the due data of the site, or of every site of the account, scores it, and waits for
// it for a while.
func (h *handlers) RecomputeInsights(ctx context.Context, in api.RecomputeInsightsRequestObject) (api.RecomputeInsightsResponseObject, error) {
	account := request.Of(ctx).Account()
	if err := account.Entitled(h.deps.Now()); err != nil {
		return nil, err
	}
	siteID, err := h.siteOf(ctx, in.Params.SiteId)
	if err != nil {
		return nil, err
	}
	request.Of(ctx).Named.SiteID = siteID
	siteIDs := []string{siteID}
	if siteID == "" {
		if siteIDs, err = h.sites.SiteIDs(ctx, account.ID); err != nil {
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

// answerRecompute waits for all jobs, and returns the last unfinished one: it was queued behind the others.
func (h *handlers) answerRecompute(ctx context.Context, jobs []upslope.Job) (api.RecomputeInsightsResponseObject, error) {
	bounded, cancel := context.WithTimeout(ctx, maxJobWait)
	defer cancel()
	var unfinished *upslope.Job
	done := 0
	for i := range jobs {
		job, err := h.jobs.awaitUntil(bounded, jobs[i])
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
		return api.RecomputeInsights202JSONResponse{AcceptedJSONResponse: h.jobs.accepted(ctx, *unfinished)}, nil
	}
	message := jobs[0].Message
	if len(jobs) > 1 {
		message = fmt.Sprintf("The opportunities of %d sites are up to date.", len(jobs))
	}
	return api.RecomputeInsights200JSONResponse{
		Body: api.Message{Message: message}, Headers: api.RecomputeInsights200ResponseHeaders{XVersion: h.currentVersion(ctx)},
	}, nil
}
