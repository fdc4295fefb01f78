package middleware

import (
	"context"
	"crypto/hmac"
	"time"

	"github.com/gofiber/fiber/v3"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"upslope/edge/request"
)

const (
	// spanSealHeader seals the traceparent of a forwarded request, for forwarder, which is no account.
	spanSealHeader = "X-Span-Seal"
	forwarder      = "edge"
)

var tracer = otel.Tracer("upslope/edge") //nolint:gochecknoglobals // the library's own idiom

// Trace opens a span for the request, named after its route: its address may contain secrets. Queries and
// calls within it become its children, and it is the child of the browser's, where the app calls, or of the
// edge's that forwards the request. Anybody else's trace is linked and not continued.
func (b *BrowserSpans) Trace(c fiber.Ctx) error {
	began := time.Now()
	ctx, browser := b.begin(c)
	ctx, span := tracer.Start(ctx, c.Method(), trace.WithSpanKind(trace.SpanKindServer), trace.WithLinks(callerLink(c)...))
	defer span.End()
	b.forwardAs(c, span.SpanContext())
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
	caller := callerSpan(c)
	if !caller.IsValid() || request.IsForwarded(c) {
		return nil
	}
	return []trace.Link{{SpanContext: caller}}
}

func callerSpan(c fiber.Ctx) trace.SpanContext {
	return trace.SpanContextFromContext(otel.GetTextMapPropagator().Extract(context.Background(), headers{c}))
}

// forwardAs has the edge that this request may be forwarded to continue a span.
func (b *BrowserSpans) forwardAs(c fiber.Ctx, span trace.SpanContext) {
	if len(b.key) == 0 {
		return
	}
	otel.GetTextMapPropagator().Inject(trace.ContextWithSpanContext(context.Background(), span), headers{c})
	c.Request().Header.Set(spanSealHeader, b.seal(forwarder, span, answered{}))
}

// forwardedSpan is the span of the edge that forwards the request; invalid if another sends it.
func (b *BrowserSpans) forwardedSpan(c fiber.Ctx) trace.SpanContext {
	span := callerSpan(c)
	if len(b.key) == 0 || !request.IsForwarded(c) || !hmac.Equal([]byte(c.Get(spanSealHeader)), []byte(b.seal(forwarder, span, answered{}))) {
		return trace.SpanContext{}
	}
	return span
}

// headers reads a request's headers for a propagator.
type headers struct{ fiber.Ctx }

// Get implements propagation.TextMapCarrier: what else callers send of a trace, nothing here reads or seals.
func (h headers) Get(key string) string {
	if key != "traceparent" {
		return ""
	}
	return h.Ctx.Get(key)
}

// Set implements propagation.TextMapCarrier.
func (h headers) Set(key, value string) { h.Request().Header.Set(key, value) }

// Keys implements propagation.TextMapCarrier.
func (headers) Keys() []string { return []string{"traceparent"} }
