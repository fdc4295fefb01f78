package middleware

import (
	"time"

	"github.com/gofiber/fiber/v3"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"upslope/edge/request"
)

var tracer = otel.Tracer("upslope/edge") //nolint:gochecknoglobals // the library's own idiom

// Trace opens a span for the request, named after its route: its address may contain secrets. Queries and
// calls within it become its children, and it is the browser's, where the app calls. A trace that the caller
// sends is linked and not continued, because anybody may send one.
func (b *BrowserSpans) Trace(c fiber.Ctx) error {
	began := time.Now()
	ctx, browser := b.begin(c)
	ctx, span := tracer.Start(ctx, c.Method(), trace.WithSpanKind(trace.SpanKindServer), trace.WithLinks(callerLink(c)...))
	defer span.End()
	if !span.IsRecording() {
		return c.Next()
	}
	c.SetContext(ctx)
	err := c.Next()
	name, status := c.Method()+" "+c.Route().Path, c.Response().StatusCode()
	r := request.Of(ctx)
	span.SetName(name)
	span.SetAttributes(attribute.String("http.request.method", c.Method()), attribute.String("http.route", c.Route().Path),
		attribute.Int("http.response.status_code", status), attribute.String("upslope.request", r.ID), attribute.String("upslope.account", r.User.AccountID))
	if status >= fiber.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
	if browser != nil {
		b.handOver(c, browser, answered{name: name, began: began, took: time.Since(began)})
	}
	return err
}

// callerLink is the span of the program that sent the request.
func callerLink(c fiber.Ctx) []trace.Link {
	caller := trace.SpanContextFromContext(otel.GetTextMapPropagator().Extract(c.Context(), headers{c}))
	if !caller.IsValid() {
		return nil
	}
	return []trace.Link{{SpanContext: caller}}
}

// headers reads a request's headers for a propagator.
type headers struct{ fiber.Ctx }

func (h headers) Get(key string) string { return h.Ctx.Get(key) }

// Set implements propagation.TextMapCarrier; requests are only read.
func (headers) Set(string, string) {}

// Keys implements propagation.TextMapCarrier.
func (headers) Keys() []string { return []string{"traceparent"} }
