package gsc

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"time"

	"google.golang.org/api/googleapi"
	"google.golang.org/api/searchconsole/v1"

	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

func (s *Source) query(from, to time.Time, dimensions ...dimension) *searchconsole.SearchAnalyticsQueryRequest {
	request := &searchconsole.SearchAnalyticsQueryRequest{
		StartDate: from.Format(time.DateOnly),
		EndDate:   to.Format(time.DateOnly),
		Type:      "web",
		DataState: "final",
		RowLimit:  rowsAtOnce,
	}
	for _, dimension := range dimensions {
		request.Dimensions = append(request.Dimensions, string(dimension))
	}
	return request
}

// ask sends one request and parses its response. It uses only the types and addresses of the generated
// client, whose decoding costs more than all other work on a row (see BenchmarkPage).
func (s *Source) ask(ctx context.Context, access providers.Access, query *searchconsole.SearchAnalyticsQueryRequest, answer *decoder) error {
	body, err := googleapi.WithoutDataWrapper.JSONBuffer(query)
	if err != nil {
		return fmt.Errorf("write a query for Search Console: %w", err)
	}
	address := googleapi.ResolveRelative(s.base, "webmasters/v3/sites/{siteUrl}/searchAnalytics/query")
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, body)
	if err != nil {
		return fmt.Errorf("address Search Console: %w", err)
	}
	googleapi.Expand(request.URL, map[string]string{"siteUrl": access.Property})
	request.Header.Set("Content-Type", "application/json")
	return explain(access, remote.Read(access.HTTP, request, answer.read))
}

// totals reads the totals of many days in one request.
func (s *Source) totals(ctx context.Context, access providers.Access, from, to time.Time) iter.Seq2[providers.Batch, error] {
	return func(yield func(providers.Batch, error) bool) {
		answer := newDecoder(date)
		if err := s.ask(ctx, access, s.query(from, to, date), answer); err != nil {
			yield(providers.Batch{}, err)
			return
		}
		repeats, err := answer.repeats(map[uint64]figures{})
		if err != nil {
			yield(providers.Batch{}, err)
			return
		}
		for i, text := range answer.words {
			if repeats[i] {
				continue
			}
			day, err := time.Parse(time.DateOnly, text)
			if err != nil || day.Before(from) || day.After(to) {
				yield(providers.Batch{}, providers.Errorf(providers.Temporary, "%s answered for another day than it was asked for.", Name))
				return
			}
			if !yield(providers.Batch{Day: day, Columns: []providers.Column{
				{Name: "clicks", Values: answer.clicks[i : i+1]},
				{Name: "impressions", Values: answer.impressions[i : i+1]},
				{Name: "position", Values: answer.position[i : i+1]},
			}}, nil) {
				return
			}
		}
	}
}

// days reads a report one day at a time: Google truncates each day, so a longer range would lose more.
func (s *Source) days(dimensions []dimension) func(context.Context, providers.Access, time.Time, time.Time) iter.Seq2[providers.Batch, error] {
	return func(ctx context.Context, access providers.Access, from, to time.Time) iter.Seq2[providers.Batch, error] {
		return func(yield func(providers.Batch, error) bool) {
			for day := from; !day.After(to); day = day.AddDate(0, 0, 1) {
				for batch, err := range s.day(ctx, access, day, dimensions) {
					if !yield(batch, err) || err != nil {
						return
					}
				}
			}
		}
	}
}

// day reads pages until an empty one, as documented (a short page is not always the last), or until Google's
// daily row limit.
func (s *Source) day(ctx context.Context, access providers.Access, day time.Time, dimensions []dimension) iter.Seq2[providers.Batch, error] {
	return func(yield func(providers.Batch, error) bool) {
		answer, earlier := newDecoder(dimensions...), map[uint64]figures{}
		request := s.query(day, day, dimensions...)
		for {
			if err := s.ask(ctx, access, request, answer); err != nil {
				yield(providers.Batch{}, err)
				return
			}
			rows := int64(len(answer.clicks))
			if rows == 0 {
				return
			}
			request.StartRow += rows
			repeats, err := answer.repeats(earlier)
			if err != nil {
				yield(providers.Batch{}, err)
				return
			}
			batch := providers.Batch{Day: day, Columns: answer.columns(repeats)}
			capped := request.StartRow >= rowsADay
			if capped {
				batch.Notes = []providers.Note{providers.Truncated}
			}
			if !yield(batch, nil) || capped {
				return
			}
		}
	}
}
