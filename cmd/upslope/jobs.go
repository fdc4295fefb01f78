package main

import (
	"context"
	"encoding/json"
	"errors"

	"upslope"
	"upslope/infra/nats"
	"upslope/infra/postgres"
)

// jobMessage is the outbox payload of a job or of something to erase.
type jobMessage struct {
	AccountID    string   `json:"accountId"`
	JobID        string   `json:"jobId"`
	SiteID       string   `json:"siteId"`
	ConnectionID string   `json:"connectionId"`
	Imports      []string `json:"imports"`
	ObjectKeys   []string `json:"objectKeys"`

	// Of a deleted account.
	CustomerID string             `json:"customerId"`
	Subject    string             `json:"subject"`
	Credential upslope.Credential `json:"credential"`
}

// workOn returns the consumer of one kind of job. A job that is given up reports the reason to its owner.
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
				return nil // deleted, or ended by another process
			}
			return err
		},
	}
}

// cleanup returns the consumer of background work without a job. Work that is given up becomes a dead letter.
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

// problemOf returns the error shown to the owner of a job that is given up.
func problemOf(cause error) *upslope.Error {
	if problem, ok := errors.AsType[*upslope.Error](cause); ok && problem.Code != upslope.Internal {
		return problem
	}
	return upslope.Errorf(upslope.Internal, "This failed several times. Try again later; if it fails again, contact us.")
}

// inLanes does scheduled jobs of the consumer, and those of accounts with many, after those that people wait
// for. So many workers do nothing else than these.
func inLanes(spare int, consumer nats.Consumer) nats.Consumer {
	consumer.Lanes, consumer.Spare = true, spare
	return consumer
}
