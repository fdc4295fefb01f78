package edge

import (
	"context"
	"time"

	"upslope/edge/api"
	"upslope/edge/middleware"
	"upslope/edge/request"
)

// CompleteBrowserSpans ends the spans with which traces begin in the caller's browser.
func (h *handlers) CompleteBrowserSpans(ctx context.Context, in api.CompleteBrowserSpansRequestObject) (api.CompleteBrowserSpansResponseObject, error) {
	account := request.Of(ctx).Account()
	var done api.CompleteBrowserSpans200JSONResponse
	for _, span := range in.Body.Spans {
		if h.spans.Complete(ctx, account, middleware.Measured{
			Traceparent: span.Traceparent, Seal: span.Seal, Screen: span.Screen,
			Wait: milliseconds(span.Wait), Request: milliseconds(span.Request), Response: milliseconds(span.Response),
		}) {
			done.Completed++
		}
	}
	return done, nil
}

func milliseconds(number float64) time.Duration {
	return time.Duration(number * float64(time.Millisecond))
}
