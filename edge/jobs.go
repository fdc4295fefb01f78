package edge

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// Jobs stores work that outlives a request.
type Jobs interface {
	Job(ctx context.Context, accountID, jobID string) (upslope.Job, error)
	// QueueSync queues the sync and recompute of the site, or joins one that is queued or still reading.
	QueueSync(ctx context.Context, accountID, siteID string) (upslope.Job, error)
	// LoadDemo queues the job that fills a site with a demo shop's data, or joins a queued or running one.
	LoadDemo(ctx context.Context, accountID string) (upslope.Job, error)
	// StopCrawl stops a crawl soon, with what it has read as its result. Other jobs are a Conflict.
	StopCrawl(ctx context.Context, accountID, jobID string) (version int64, err error)
	// PauseCrawl pauses a crawl soon, or lets it go on. Other jobs and ended crawls are a Conflict.
	PauseCrawl(ctx context.Context, accountID, jobID string, paused bool) (upslope.Job, error)
}

const (
	// maxJobWait bounds the time a request waits for the job it started.
	maxJobWait = 25 * time.Second
	// pollInterval is the interval at which a waiting request polls its job, in case an event is lost.
	pollInterval = time.Second
)

// GetJob returns the progress of a job.
func (h *handlers) GetJob(ctx context.Context, in api.GetJobRequestObject) (api.GetJobResponseObject, error) {
	job, err := h.deps.Jobs.Job(ctx, request.AccountID(ctx), in.Id)
	return api.GetJob200JSONResponse(job), err
}

// StopJob stops a crawl.
func (h *handlers) StopJob(ctx context.Context, in api.StopJobRequestObject) (api.StopJobResponseObject, error) {
	now, err := h.deps.Jobs.StopCrawl(ctx, request.AccountID(ctx), in.Id)
	return api.StopJob204Response{Headers: api.StopJob204ResponseHeaders{XVersion: version(now)}}, err
}

// PauseJob pauses a crawl, or lets it go on.
func (h *handlers) PauseJob(ctx context.Context, in api.PauseJobRequestObject) (api.PauseJobResponseObject, error) {
	job, err := h.deps.Jobs.PauseCrawl(ctx, request.AccountID(ctx), in.Id, in.Body.Paused)
	if err != nil {
		return nil, err
	}
	return api.PauseJob200JSONResponse{Body: job, Headers: api.PauseJob200ResponseHeaders{XVersion: h.currentVersion(ctx)}}, nil
}

// jobWaiter responds to requests that start jobs.
type jobWaiter struct {
	Jobs

	events   Events
	versions Versions
	stopping context.Context // ends when the server stops
}

func jobAddress(job upslope.Job) string { return "/api/jobs/" + job.ID }

// await waits for a job for up to maxJobWait, and returns its latest state.
func (w *jobWaiter) await(ctx context.Context, job upslope.Job) (upslope.Job, error) {
	bounded, cancel := context.WithTimeout(ctx, maxJobWait)
	defer cancel()
	return w.awaitUntil(bounded, job)
}

// awaitUntil waits until the job is finished, ctx ends, the client disconnects or the server stops. It
// returns a failed job's error.
func (w *jobWaiter) awaitUntil(ctx context.Context, job upslope.Job) (upslope.Job, error) {
	account, id := request.AccountID(ctx), job.ID
	finished := make(chan struct{}, 1)
	if unsubscribe, err := w.events.Subscribe(account, func(event upslope.Event) {
		if event.JobID == id && (upslope.Job{Status: event.Status}).Finished() {
			select {
			case finished <- struct{}{}:
			default:
			}
		}
	}); err == nil { // without events, polling suffices
		defer unsubscribe()
	}
	connected, cancel := request.Of(ctx).Client.WhileConnected(ctx)
	defer cancel()
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	for {
		found, err := w.Job(context.WithoutCancel(ctx), account, id)
		if err != nil {
			return job, err
		}
		if job = found; job.Finished() {
			return job, jobError(job)
		}
		select {
		case <-finished:
		case <-poll.C:
		case <-connected.Done():
			return job, nil
		case <-w.stopping.Done():
			return job, nil
		}
	}
}

// jobError is the error shown to the user who started a failed job.
func jobError(job upslope.Job) error {
	switch {
	case job.Status != upslope.JobFailed:
		return nil
	case job.Problem != nil:
		return job.Problem
	}
	return fmt.Errorf("job %s failed without saying why: %s", job.ID, job.Message)
}

// accepted returns the address of a running job.
func (w *jobWaiter) accepted(ctx context.Context, job upslope.Job) api.AcceptedJSONResponse {
	location := jobAddress(job)
	return api.AcceptedJSONResponse{
		Body: job, Headers: api.AcceptedResponseHeaders{Location: &location, XVersion: currentVersion(ctx, w.versions)},
	}
}

// SetLocation implements uploads.Jobs.
func (w *jobWaiter) SetLocation(c fiber.Ctx, job upslope.Job) (location string) {
	w.setVersion(c)
	c.Location(jobAddress(job))
	return jobAddress(job)
}

// Answer implements uploads.Jobs.
func (w *jobWaiter) Answer(c fiber.Ctx, job upslope.Job) error {
	job, err := w.await(c.Context(), job)
	if err != nil {
		return err
	}
	if !job.Finished() {
		w.SetLocation(c, job)
		return c.Status(http.StatusAccepted).JSON(job)
	}
	w.setVersion(c)
	if !json.Valid(job.Result) {
		return fmt.Errorf("job %s is done without a result", job.ID)
	}
	return c.JSON(job.Result)
}

func (w *jobWaiter) setVersion(c fiber.Ctx) {
	if version := currentVersion(c.Context(), w.versions); version != nil {
		c.Set("X-Version", *version)
	}
}

// currentVersion returns the account's version after a write that does not return it. The write has
// succeeded: an unreadable version is not an error.
func currentVersion(ctx context.Context, versions Versions) *string {
	current, err := versions.Version(ctx, request.AccountID(ctx))
	if err != nil {
		return nil
	}
	return version(current)
}
