package monitoring

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// flushTimeout bounds sending the last spans.
const flushTimeout = 5 * time.Second

// Trace sends what requests and jobs do to the collector at the endpoint until stop, which sends the rest.
// Without an endpoint it does nothing. OpenTelemetry's own variables apply, such as OTEL_TRACES_SAMPLER.
func Trace(ctx context.Context, endpoint string, log *slog.Logger) (stop func(), err error) {
	if endpoint == "" {
		return func() {}, nil
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("prepare traces: %w", err)
	}
	version, _ := Version()
	about, err := resource.New(ctx, resource.WithProcessCommandArgs(), resource.WithFromEnv(), resource.WithAttributes(
		attribute.String("service.name", "upslope"), attribute.String("service.version", version)))
	if err != nil {
		return nil, fmt.Errorf("prepare traces: %w", err)
	}
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about), sdktrace.WithIDGenerator(spanIDs{}))
	otel.SetTracerProvider(provider)
	otel.SetTextMapPropagator(propagation.TraceContext{})
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), flushTimeout)
		defer cancel()
		if err := provider.Shutdown(ctx); err != nil {
			log.Warn("the last traces were not sent", "error", err)
		}
	}, nil
}
