package middleware

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"upslope/edge/request"
)

// From a far edge to the one beside the databases is one trace. What anybody else sends is not continued.
func TestAForwardedRequestContinuesTheTraceOfItsEdge(t *testing.T) { //nolint:paralleltest // the provider is global
	exported := tracetest.NewInMemoryExporter()
	otel.SetTracerProvider(sdktrace.NewTracerProvider(sdktrace.WithSyncer(exported)))
	otel.SetTextMapPropagator(propagation.TraceContext{})
	sent := http.Header{}
	far := edgeWithKey(t, "key", func(c fiber.Ctx) {
		sent.Set("traceparent", c.Get("traceparent"))
		sent.Set(spanSealHeader, c.Get(spanSealHeader))
	})
	get(t, far, http.Header{"Traceparent": {"00-11111111111111111111111111111111-2222222222222222-01"}})
	sent.Set(fiber.HeaderVia, "1.1 "+request.ForwarderName)
	get(t, edgeWithKey(t, "key", nil), sent)
	get(t, edgeWithKey(t, "another", nil), sent)
	sent.Del(fiber.HeaderVia)
	get(t, edgeWithKey(t, "key", nil), sent)
	spans := exported.GetSpans()
	if len(spans) != 4 {
		t.Fatalf("%d spans: %+v", len(spans), spans)
	}
	if spans[0].Parent.IsValid() || len(spans[0].Links) != 1 {
		t.Errorf("a stranger's trace is the parent %v, the links are %v", spans[0].Parent, spans[0].Links)
	}
	if spans[1].Parent.SpanID() != spans[0].SpanContext.SpanID() || spans[1].SpanContext.TraceID() != spans[0].SpanContext.TraceID() {
		t.Errorf("the parent of %v is not the far edge's span %v", spans[1], spans[0])
	}
	for _, span := range spans[2:] {
		if span.Parent.IsValid() {
			t.Errorf("what no edge has sealed is continued: %v", span)
		}
	}
}

// edgeWithKey traces requests with a key, and calls inner within.
func edgeWithKey(t *testing.T, key string, inner func(fiber.Ctx)) *fiber.App {
	t.Helper()
	spans, err := NewBrowserSpans([]byte(key), nil, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	app := fiber.New()
	app.Use(Begin(context.Background(), "http"), spans.Trace)
	app.Get("/api/sites", func(c fiber.Ctx) error {
		if inner != nil {
			inner(c)
		}
		return c.SendStatus(http.StatusOK)
	})
	return app
}

func get(t *testing.T, app *fiber.App, header http.Header) {
	t.Helper()
	asked := httptest.NewRequestWithContext(context.Background(), http.MethodGet, "/api/sites", http.NoBody)
	asked.Header = header.Clone()
	answer, err := app.Test(asked)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
}
