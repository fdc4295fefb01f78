package clickhouse

import (
	"context"
	"strings"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

var tracer = otel.Tracer("upslope/infra/clickhouse") //nolint:gochecknoglobals // the library's own idiom

// traced calls do within a span. A statement has no values of customers: they are its parameters.
func traced(ctx context.Context, sql string, do func(context.Context) error) error {
	ctx, span := tracer.Start(ctx, "clickhouse", trace.WithSpanKind(trace.SpanKindClient))
	defer span.End()
	if span.IsRecording() {
		span.SetAttributes(attribute.String("db.system.name", "clickhouse"), attribute.String("db.query.text", strings.TrimSpace(sql)))
	}
	err := do(ctx)
	if err != nil {
		span.SetStatus(codes.Error, "")
	}
	return err
}
