package monitoring

import (
	"context"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"
)

func TestASpanHasTheIDsOfTheOneThatSomebodyElseBegan(t *testing.T) {
	t.Parallel()
	exported := tracetest.NewInMemoryExporter()
	tracer := sdktrace.NewTracerProvider(sdktrace.WithSyncer(exported), sdktrace.WithIDGenerator(spanIDs{})).Tracer("")
	_, begun := tracer.Start(context.Background(), "begun elsewhere")
	ctx, edge := tracer.Start(trace.ContextWithRemoteSpanContext(context.Background(), begun.SpanContext()), "edge")
	_, completed := tracer.Start(SpanAs(ctx, begun.SpanContext()), "completed", trace.WithNewRoot())
	completed.End()
	edge.End()
	spans := exported.GetSpans()
	if len(spans) != 2 || !spans[0].SpanContext.Equal(begun.SpanContext()) || spans[0].Parent.IsValid() {
		t.Errorf("%+v is not the span %v", spans, begun.SpanContext())
	}
	if spans[1].Parent.SpanID() != spans[0].SpanContext.SpanID() || spans[1].SpanContext.TraceID() != spans[0].SpanContext.TraceID() {
		t.Errorf("the parent of %v is not %v", spans[1], spans[0])
	}
}

func TestSpansThatNobodyElseBeganHaveIDsOfTheirOwn(t *testing.T) {
	t.Parallel()
	first, span := spanIDs{}.NewIDs(context.Background())
	second, _ := spanIDs{}.NewIDs(context.Background())
	if !first.IsValid() || !span.IsValid() || first == second {
		t.Errorf("IDs are %v, %v and %v", first, span, second)
	}
}
