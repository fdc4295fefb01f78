package ga4

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"slices"
	"strings"
	"time"

	analyticsdata "google.golang.org/api/analyticsdata/v1beta"

	"upslope"
	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

const (
	keyEvents   = "keyEvents"
	conversions = "conversions" // the former name of key events, still used by properties not migrated
	hostName    = "hostName"

	sessionSource = "sessionSource"
)

// totals reads the daily totals.
func (s *Source) totals(ctx context.Context, access providers.Access, from, to time.Time) iter.Seq2[providers.Batch, error] {
	return s.read(ctx, access, from, to, nil, []string{"date"}, []string{"sessions", "engagedSessions", "totalUsers", keyEvents, "totalRevenue"})
}

// pages reads the landing pages by day.
func (s *Source) pages(ctx context.Context, access providers.Access, from, to time.Time) iter.Seq2[providers.Batch, error] {
	return s.read(ctx, access, from, to, nil, []string{"date", hostName, "landingPage", "sessionDefaultChannelGroup", "deviceCategory"},
		[]string{"sessions", "engagedSessions", keyEvents, "totalRevenue"})
}

// assistants reads the landing pages of visits that AI assistants sent, by day.
func (s *Source) assistants(ctx context.Context, access providers.Access, from, to time.Time) iter.Seq2[providers.Batch, error] {
	sources, _ := upslope.AIAssistantSources()
	sent := &analyticsdata.FilterExpression{Filter: &analyticsdata.Filter{FieldName: sessionSource, InListFilter: &analyticsdata.InListFilter{Values: sources}}}
	return s.read(ctx, access, from, to, sent, []string{"date", hostName, "landingPage", sessionSource},
		[]string{"sessions", "engagedSessions", keyEvents, "totalRevenue"})
}

// read requests page after page until all rows are read.
func (s *Source) read(
	ctx context.Context, access providers.Access, from, to time.Time, only *analyticsdata.FilterExpression, dimensions, metrics []string,
) iter.Seq2[providers.Batch, error] {
	return func(yield func(providers.Batch, error) bool) {
		rows := newReader(access.Origin, from, to)
		var offset, total int64
		for first := true; first || offset < total; first = false {
			answer, err := s.ask(ctx, access, from, to, only, &dimensions, &metrics, offset)
			if err == nil {
				err = checkComplete(answer, first, offset, total)
			}
			if err != nil {
				yield(providers.Batch{}, err)
				return
			}
			total = answer.count
			offset += int64(len(answer.Rows))
			batches, err := rows.batches(answer, dimensions, metrics)
			if err != nil {
				yield(providers.Batch{}, err)
				return
			}
			for _, batch := range batches {
				if !yield(batch, nil) {
					return
				}
			}
		}
	}
}

// checkComplete refuses a page that does not continue the previous ones: recent days change during the read.
func checkComplete(answer *report, first bool, offset, total int64) error {
	rows := int64(len(answer.Rows))
	if !first && (answer.count != total || rows == 0) || first && rows == 0 && answer.count > 0 || offset+rows > answer.count {
		return providers.Errorf(providers.Temporary, "The report of %s changed during the sync. Upslope will sync it again next time.", Name)
	}
	return nil
}

// ask requests one page. It replaces or drops fields unknown to the property, also in dimensions and metrics.
func (s *Source) ask(
	ctx context.Context, access providers.Access, from, to time.Time, only *analyticsdata.FilterExpression, dimensions, metrics *[]string, offset int64,
) (*report, error) {
	for {
		request := &analyticsdata.RunReportRequest{
			DateRanges: []*analyticsdata.DateRange{{StartDate: from.Format(time.DateOnly), EndDate: to.Format(time.DateOnly)}},
			Limit:      rowsAtOnce,
			Offset:     offset,

			DimensionFilter: only,
		}
		for _, name := range *dimensions {
			request.Dimensions = append(request.Dimensions, &analyticsdata.Dimension{Name: name})
			// By day first. The order must be total, or a row could be on two pages and another on none.
			request.OrderBys = append(request.OrderBys, &analyticsdata.OrderBy{Dimension: &analyticsdata.DimensionOrderBy{DimensionName: name}})
		}
		for _, name := range *metrics {
			request.Metrics = append(request.Metrics, &analyticsdata.Metric{Name: name})
		}
		answer, err := s.run(ctx, access, request)
		switch at := slices.Index(*metrics, keyEvents); {
		case err == nil:
			if rows := len(answer.Rows); answer.count == 0 && offset == 0 && rows < rowsAtOnce {
				answer.count = int64(rows) // without a count, the response is complete
			}
			return answer, nil
		case offset == 0 && at >= 0 && unknown(err, keyEvents):
			*metrics = slices.Clone(*metrics)
			(*metrics)[at] = conversions
		case offset == 0 && slices.Contains(*dimensions, hostName) && unknown(err, hostName):
			*dimensions = slices.DeleteFunc(slices.Clone(*dimensions), func(name string) bool { return name == hostName })
		default:
			return nil, err
		}
	}
}

// unknown reports whether the request was refused because of a field.
func unknown(err error, field string) bool {
	var answer *remote.Answer
	return errors.As(err, &answer) && answer.Code == http.StatusBadRequest && strings.Contains(answer.Message, field)
}
