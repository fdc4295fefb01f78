package middleware

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/maypok86/otter/v2"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"upslope"
	"upslope/edge/auth"
	"upslope/edge/request"
)

const (
	// BrowserSpansPath is where browsers complete spans. Its own requests begin here.
	BrowserSpansPath = "/api/browser-spans"
	// maxUncompleted is how long a browser may take to complete a span. Edges' clocks may differ by as much.
	maxUncompleted = 5 * time.Minute
	// maxCompleted bounds the memory of spans that are complete, so that this edge completes none twice.
	maxCompleted = 50_000
	sealBytes    = 16
)

// SpanAs returns a context in which the next span without a parent has the IDs of this one.
type SpanAs func(context.Context, trace.SpanContext) context.Context

// BrowserSpans are the spans with which requests of the app begin in the browser (decision 129). The answer
// names the span; the browser completes it, on any edge that has the same key.
type BrowserSpans struct {
	key       []byte
	spanAs    SpanAs
	now       func() time.Time
	completed *otter.Cache[trace.SpanID, struct{}] // nil without a key
}

// NewBrowserSpans returns spans that are sealed with a key; without one, traces begin at the edge.
func NewBrowserSpans(key []byte, spanAs SpanAs, now func() time.Time) (*BrowserSpans, error) {
	if len(key) == 0 {
		return &BrowserSpans{}, nil
	}
	completed, err := otter.New(&otter.Options[trace.SpanID, struct{}]{
		MaximumSize: maxCompleted, ExpiryCalculator: otter.ExpiryWriting[trace.SpanID, struct{}](2 * maxUncompleted),
	})
	if err != nil {
		return nil, fmt.Errorf("make the memory of browser spans: %w", err)
	}
	return &BrowserSpans{key: key, spanAs: spanAs, now: now, completed: completed}, nil
}

// begin starts the span of the browser, which decides whether the trace is recorded. It is the parent of the
// context's spans; nil if the request does not come from the app, or through another edge, whose span is.
func (b *BrowserSpans) begin(c fiber.Ctx) (context.Context, trace.Span) {
	if edge := b.forwardedSpan(c); edge.IsValid() {
		return trace.ContextWithRemoteSpanContext(c.Context(), edge), nil
	}
	if len(b.key) == 0 || !fetchedByApp(c) {
		return c.Context(), nil
	}
	ctx, span := tracer.Start(c.Context(), "browser", trace.WithNewRoot(), trace.WithSpanKind(trace.SpanKindClient))
	return trace.ContextWithRemoteSpanContext(ctx, span.SpanContext()), span
}

// fetchedByApp reports whether a script of ours waits for the whole answer. A browser lets no script say so
// itself; of a stream it would report when the tab is closed.
func fetchedByApp(c fiber.Ctx) bool {
	_, token := auth.BearerToken(c)
	return request.IsAPI(c.Path()) && c.Get("Sec-Fetch-Site") == "same-origin" && c.Get("Sec-Fetch-Dest") == "empty" && !token &&
		c.Get(fiber.HeaderAccept) != "text/event-stream" && c.Path() != BrowserSpansPath && !request.IsForwarded(c) && request.ReaderOf(c) == nil
}

// answered is the edge's part of a request: its method and route, and when it was here.
type answered struct {
	name  string
	began time.Time
	took  time.Duration
}

// handOver names the span of a signed-in person to their browser, which completes it. Others' ends here.
func (b *BrowserSpans) handOver(c fiber.Ctx, span trace.Span, part answered) {
	r, of := request.Of(c.Context()), span.SpanContext()
	if !r.SignedIn || r.Token != nil || r.User.Demo {
		span.SetName("browser " + part.name)
		span.End()
		return
	}
	c.Set("Server-Timing", fmt.Sprintf(`traceparent;desc="00-%s-%s-%s", seal;desc="%s"`,
		of.TraceID(), of.SpanID(), of.TraceFlags(), b.seal(r.User.AccountID, of, part)))
}

// seal writes down the edge's part of a request so that nobody but the account can use it, and nobody can
// change it.
func (b *BrowserSpans) seal(accountID string, of trace.SpanContext, part answered) string {
	text := fmt.Sprintf("%d.%d.%s", part.began.UnixMicro(), part.took.Microseconds(), part.name)
	hash := hmac.New(sha256.New, b.key)
	_, _ = fmt.Fprintf(hash, "%s %s %s %s", accountID, of.TraceID(), of.SpanID(), text) // it never fails
	return base64.RawURLEncoding.EncodeToString(hash.Sum(nil)[:sealBytes]) + "." + text
}

// open reads what seal wrote, if it is the account's, about this span, and not old.
func (b *BrowserSpans) open(accountID string, of trace.SpanContext, seal string) (part answered, valid bool) {
	fields := strings.SplitN(seal, ".", 4)
	if len(b.key) == 0 || len(fields) != 4 {
		return part, false
	}
	began, errBegan := strconv.ParseInt(fields[1], 10, 64)
	took, errTook := strconv.ParseInt(fields[2], 10, 64)
	part = answered{name: fields[3], began: time.UnixMicro(began), took: time.Duration(took) * time.Microsecond}
	if errBegan != nil || errTook != nil || !hmac.Equal([]byte(seal), []byte(b.seal(accountID, of, part))) {
		return part, false
	}
	return part, b.now().Sub(part.began.Add(part.took)).Abs() <= maxUncompleted
}

// Measured is a request as a browser has measured it: waiting for a connection, from sending it to the first
// byte of the answer, and from there to the last.
type Measured struct {
	Traceparent, Seal, Screen string
	Wait, Request, Response   time.Duration
}

// Complete ends the span that a request of the account began with, and reports whether there is one: named to
// this account, lately, and not completed here yet.
func (b *BrowserSpans) Complete(ctx context.Context, account upslope.Account, measured Measured) bool {
	header := propagation.MapCarrier{"traceparent": measured.Traceparent}
	of := trace.SpanContextFromContext(propagation.TraceContext{}.Extract(context.Background(), header))
	part, valid := b.open(account.ID, of, measured.Seal)
	if !valid || b.spanAs == nil {
		return false
	}
	if _, first := b.completed.SetIfAbsent(of.SpanID(), struct{}{}); !first {
		return false
	}
	start, end := part.inBrowser(measured)
	method, route, _ := strings.Cut(part.name, " ")
	_, span := tracer.Start(b.spanAs(ctx, of), "browser "+part.name, trace.WithNewRoot(), trace.WithSpanKind(trace.SpanKindClient),
		trace.WithTimestamp(start), trace.WithAttributes(
			attribute.String("http.request.method", method), attribute.String("url.template", route),
			attribute.String("upslope.account", account.ID), attribute.String("upslope.screen", measured.Screen),
			attribute.Float64("upslope.wait_ms", milliseconds(measured.Wait)), attribute.Float64("upslope.request_ms", milliseconds(measured.Request)),
			attribute.Float64("upslope.response_ms", milliseconds(measured.Response))))
	span.End(trace.WithTimestamp(end))
	return true
}

// inBrowser places what the browser measured around the edge's part, by the edge's clock: what the request
// took longer than that was spent on the way, half of it there and half of it back.
func (a answered) inBrowser(measured Measured) (start, end time.Time) {
	way := max(0, measured.Request-a.took)
	sent := a.began.Add(-way / 2)
	return sent.Add(-measured.Wait), sent.Add(max(measured.Request, a.took) + measured.Response)
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
