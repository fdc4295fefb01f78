package main

import (
	"context"
	"encoding/json"
	"errors"

	"upslope"
	"upslope/infra/nats"
	"upslope/infra/postgres"
)

// jobMessage is what the outbox says of a job or of something to erase.
type jobMessage struct {
	AccountID    string   `json:"accountId"`
	JobID        string   `json:"jobId"`
	SiteID       string   `json:"siteId"`
	ConnectionID string   `json:"connectionId"`
	Imports      []string `json:"imports"`
	ObjectKeys   []string `json:"objectKeys"`

	// Of an account that is gone.
	CustomerID string             `json:"customerId"`
	Subject    string             `json:"subject"`
	Credential upslope.Credential `json:"credential"`
}

// workOn makes the consumer of one kind of job: do does it, and a job that is given up tells its owner why.
func workOn(records *postgres.DB, kind string, concurrency int, do func(ctx context.Context, accountID, jobID string) error) nats.Consumer {
	return nats.Consumer{
		Kind:        kind,
		Concurrency: concurrency,
		Handle: func(ctx context.Context, message nats.Message) error {
			job, err := decode(message)
			if err != nil {
				return err
			}
			return do(ctx, job.AccountID, job.JobID)
		},
		Dead: func(ctx context.Context, message nats.Message, cause error) error {
			job, unreadable := decode(message)
			if unreadable != nil {
				return nil //nolint:nilerr // nobody's job: there is nobody to tell
			}
			err := records.FailJob(ctx, job.AccountID, job.JobID, problemOf(cause))
			if upslope.CodeOf(err) == upslope.NotFound {
				return nil // deleted, or ended by somebody else
			}
			return err
		},
	}
}

// cleanup makes the consumer of work that no job stands for and nobody waits for. What is given up is kept in the
// stream of dead jobs.
func cleanup(kind string, do func(ctx context.Context, message jobMessage) error) nats.Consumer {
	return nats.Consumer{
		Kind:        kind,
		Concurrency: maxCleanups,
		Handle: func(ctx context.Context, message nats.Message) error {
			work, err := decode(message)
			if err != nil {
				return err
			}
			return do(ctx, work)
		},
		Dead: func(context.Context, nats.Message, error) error { return nil },
	}
}

func decode(message nats.Message) (jobMessage, error) {
	var job jobMessage
	if err := json.Unmarshal(message.Data, &job); err != nil {
		return job, upslope.Errorf(upslope.Invalid, "Job %s cannot be read: %v", message.ID, err)
	}
	return job, nil
}

// problemOf is what the owner of a job is told of why it was given up.
func problemOf(cause error) *upslope.Error {
	if problem, ok := errors.AsType[*upslope.Error](cause); ok && problem.Code != upslope.Internal {
		return problem
	}
	return upslope.Errorf(upslope.Internal, "This did not work, although it was tried several times. Try again later; if it fails again, tell us.")
}
