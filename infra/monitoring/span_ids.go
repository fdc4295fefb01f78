package monitoring

import (
	"context"
	"crypto/rand"

	"go.opentelemetry.io/otel/trace"
)

type spanKey struct{}

// SpanAs returns a context in which the next span without a parent has the IDs of this one: somebody else
// began it, such as a browser.
func SpanAs(ctx context.Context, span trace.SpanContext) context.Context {
	return context.WithValue(ctx, spanKey{}, span)
}

// spanIDs gives spans random IDs, or those of SpanAs.
type spanIDs struct{}

// NewIDs implements sdktrace.IDGenerator.
func (g spanIDs) NewIDs(ctx context.Context) (trace.TraceID, trace.SpanID) {
	if span, begun := ctx.Value(spanKey{}).(trace.SpanContext); begun {
		return span.TraceID(), span.SpanID()
	}
	var id trace.TraceID
	_, _ = rand.Read(id[:]) // it never fails
	return id, g.NewSpanID(ctx, id)
}

// NewSpanID implements sdktrace.IDGenerator.
func (spanIDs) NewSpanID(context.Context, trace.TraceID) (id trace.SpanID) {
	_, _ = rand.Read(id[:]) // it never fails
	return id
}
