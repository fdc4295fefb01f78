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
	"upslope/edge/auth"
	"upslope/edge/request"
)

// Jobs keeps the work that outlives a request.
type Jobs interface {
	Job(ctx context.Context, accountID, jobID string) (upslope.Job, error)
	// QueueSync queues the sync and recompute of the site, or joins the run that waits or reads.
	QueueSync(ctx context.Context, accountID, siteID string) (upslope.Job, error)
	// LoadDemo queues what fills a site of the account with the data of a demo shop, or joins the one that
	// waits or runs.
	LoadDemo(ctx context.Context, accountID string) (upslope.Job, error)
}

const (
	// maxJobWait is how long a request waits for the job that it started.
	maxJobWait = 25 * time.Second
	// pollInterval is how often a waiting request looks at its job, in case an event is lost.
	pollInterval = time.Second
)

// GetJob answers the progress of a job.
func (h *handlers) GetJob(ctx context.Context, in api.GetJobRequestObject) (api.GetJobResponseObject, error) {
	job, err := h.deps.Jobs.Job(ctx, request.AccountID(ctx), in.Id)
	return api.GetJob200JSONResponse(job), err
}

// jobWaiter answers requests that start jobs.
type jobWaiter struct {
	Jobs

	events   Events
	versions auth.Versions
	stopping context.Context // ends when the server stops
}

func jobAddress(job upslope.Job) string { return "/api/jobs/" + job.ID }

// await waits for a job at most as long as a request may take, and answers it as it is then.
func (w *jobWaiter) await(ctx context.Context, job upslope.Job) (upslope.Job, error) {
	bounded, cancel := context.WithTimeout(ctx, maxJobWait)
	defer cancel()
	return w.awaitUntil(bounded, job)
}

// awaitUntil waits until the job is finished, ctx ends, the client leaves or the server stops. A failed job
// is its error.
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
	}); err == nil { // without events, polling is enough
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

// jobError is what a failed job reports to the person who started it.
func jobError(job upslope.Job) error {
	switch {
	case job.Status != upslope.JobFailed:
		return nil
	case job.Problem != nil:
		return job.Problem
	}
	return fmt.Errorf("job %s failed without saying why: %s", job.ID, job.Message)
}

// accepted answers where a job that goes on can be read.
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

// currentVersion is the account's version after a write that does not return it. The write has happened: it
// does not fail because the version cannot be read.
func currentVersion(ctx context.Context, versions auth.Versions) *string {
	current, err := versions.Version(ctx, request.AccountID(ctx))
	if err != nil {
		return nil
	}
	return version(current)
}
