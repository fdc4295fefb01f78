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
)

const (
	// waitForJobs is how long a request waits for the work it asked for.
	waitForJobs = 25 * time.Second
	// lookAgain is how often a waiting request looks at its job, should an event about it get lost.
	lookAgain = time.Second
)

// GetJob answers how far a job is.
func (h *handlers) GetJob(ctx context.Context, in api.GetJobRequestObject) (api.GetJobResponseObject, error) {
	job, err := h.deps.Jobs.Job(ctx, requestOf(ctx).user.AccountID, in.Id)
	return api.GetJob200JSONResponse(job), err
}

func jobAddress(job upslope.Job) string { return "/api/jobs/" + job.ID }

// await answers the job once it is finished, or as it is when ctx ends, the client leaves or the server stops.
// A job that failed answers what is wrong.
func (s *Server) await(ctx context.Context, job upslope.Job) (upslope.Job, error) {
	account, id := requestOf(ctx).user.AccountID, job.ID
	ended := make(chan struct{}, 1)
	if unsubscribe, err := s.deps.Events.Subscribe(account, func(event upslope.Event) {
		if event.JobID == id && (upslope.Job{Status: event.Status}).Finished() {
			select {
			case ended <- struct{}{}:
			default:
			}
		}
	}); err == nil { // without events, looking is enough
		defer unsubscribe()
	}
	waiting, cancel := requestOf(ctx).client.whileThere(ctx)
	defer cancel()
	look := time.NewTicker(lookAgain)
	defer look.Stop()
	for {
		found, err := s.deps.Jobs.Job(context.WithoutCancel(ctx), account, id)
		if err != nil {
			return job, err
		}
		if job = found; job.Finished() {
			return job, failure(job)
		}
		select {
		case <-ended:
		case <-look.C:
		case <-waiting.Done():
			return job, nil
		case <-s.stopping.Done():
			return job, nil
		}
	}
}

// failure is what a failed job tells the person who asked for it.
func failure(job upslope.Job) error {
	switch {
	case job.Status != upslope.JobFailed:
		return nil
	case job.Problem != nil:
		return job.Problem
	}
	return fmt.Errorf("job %s failed without saying why: %s", job.ID, job.Message)
}

// accepted answers where to ask for a job that goes on.
func (s *Server) accepted(ctx context.Context, job upslope.Job) api.AcceptedJSONResponse {
	location := jobAddress(job)
	return api.AcceptedJSONResponse{Body: job, Headers: api.AcceptedResponseHeaders{Location: &location, XVersion: s.versionNow(ctx)}}
}

// answerJob waits for a job and answers its result, or where to ask for it.
func (s *Server) answerJob(c fiber.Ctx, job upslope.Job) error {
	ctx, cancel := context.WithTimeout(c.Context(), waitForJobs)
	defer cancel()
	job, err := s.await(ctx, job)
	if err != nil {
		return err
	}
	s.setVersion(c)
	if !job.Finished() {
		c.Location(jobAddress(job))
		return c.Status(http.StatusAccepted).JSON(job)
	}
	if !json.Valid(job.Result) {
		return fmt.Errorf("job %s is done without a result", job.ID)
	}
	return c.JSON(job.Result)
}
