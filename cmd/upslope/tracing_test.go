package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	v1 "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// spanReceiver is a collector that keeps the spans it is sent.
type spanReceiver struct {
	*httptest.Server
	mu    sync.Mutex
	spans []*v1.Span
}

func receiveSpans(t *testing.T) *spanReceiver {
	t.Helper()
	receiver := &spanReceiver{}
	receiver.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var sent collector.ExportTraceServiceRequest
		if err != nil || r.URL.Path != "/v1/traces" || proto.Unmarshal(body, &sent) != nil {
			t.Errorf("%s cannot be read: %v", r.URL.Path, err)
		}
		receiver.mu.Lock()
		defer receiver.mu.Unlock()
		for _, resource := range sent.ResourceSpans {
			for _, scope := range resource.ScopeSpans {
				receiver.spans = append(receiver.spans, scope.Spans...)
			}
		}
	}))
	t.Cleanup(receiver.Close)
	return receiver
}

// named returns the spans of a name, of one trace unless it is "".
func (r *spanReceiver) named(name, traceID string) (found []*v1.Span) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, span := range r.spans {
		if span.Name == name && (traceID == "" || fmt.Sprintf("%x", span.TraceId) == traceID) {
			found = append(found, span)
		}
	}
	return found
}

// A request, the statements it runs and the jobs are spans, named without addresses or values.
func TestTracesFollowARequestToItsStatements(t *testing.T) {
	t.Parallel()
	receiver := receiveSpans(t)
	p := start(t, t.TempDir(), withoutBrowser, "OTEL_EXPORTER_OTLP_ENDPOINT="+receiver.URL)
	ana, bob := p.signIn("ana@example.com"), p.signIn("bob@example.com")
	ana.addSite("shop.example")
	ana.post("monday.csv", titled("", "A title that is long enough to be good"), nil)
	ana.insights(1)
	traced := ana.completeInBrowser(t, bob)
	if err := p.interrupt(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"POST /api/sites", "GET /api/insights", "job import", "job recompute", "clickhouse"} {
		if len(receiver.named(name, "")) == 0 {
			t.Errorf("there is no span %q", name)
		}
	}
	requests := receiver.named("POST /api/sites", "")
	if !slices.ContainsFunc(requests, func(of *v1.Span) bool { return len(receiver.named("site_add", fmt.Sprintf("%x", of.TraceId))) > 0 }) {
		t.Errorf("no statement is of a request of %v", requests)
	}
	receiver.checkChain(t, traced)
	for _, span := range receiver.spans {
		if text := span.String(); strings.Contains(text, "ana@example.com") || strings.Contains(text, "shop.example") {
			t.Errorf("%s has what a customer said: %s", span.Name, text)
		}
	}
}

// fromApp reads an address as a script of the app does, and returns the span and the seal that the answer
// names.
func (v *visitor) fromApp(t *testing.T, path string) (span, seal string) {
	t.Helper()
	asked, err := http.NewRequestWithContext(context.Background(), http.MethodGet, v.url+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	asked.Header.Set("Sec-Fetch-Site", "same-origin")
	asked.Header.Set("Sec-Fetch-Dest", "empty")
	answer, err := v.client.Do(asked)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	named := regexp.MustCompile(`^traceparent;desc="(00-[0-9a-f]{32}-[0-9a-f]{16}-01)", seal;desc="([^"]+)"$`).FindStringSubmatch(answer.Header.Get("Server-Timing"))
	if named == nil {
		return "", ""
	}
	return named[1], named[2]
}

// complete completes a span as a browser does, and returns how many the edge has completed.
func (v *visitor) complete(t *testing.T, span, seal string) int {
	t.Helper()
	var done struct{ Completed int }
	body := map[string]any{"spans": []any{map[string]any{
		"traceparent": span, "seal": seal, "screen": "Opportunities", "wait": 1.5, "request": 5000, "response": 2,
	}}}
	if status, answer := v.call(http.MethodPost, "/api/browser-spans", body, &done); status != http.StatusOK {
		t.Fatalf("complete a span: %d %s", status, answer)
	}
	return done.Completed
}

// completeInBrowser has the browser complete the span of a request, after a stranger and an invention were
// refused. It returns the traceparent.
func (v *visitor) completeInBrowser(t *testing.T, stranger *visitor) string {
	t.Helper()
	if span, _ := (&visitor{program: v.program, client: http.DefaultClient}).fromApp(t, "/api/members"); span != "" {
		t.Error("a span was named to nobody")
	}
	span, seal := v.fromApp(t, "/api/members")
	if span == "" {
		t.Fatal("the answer names no span")
	}
	if done := stranger.complete(t, span, seal); done != 0 {
		t.Error("a stranger completed a span")
	}
	if done := v.complete(t, "00-11111111111111111111111111111111-2222222222222222-01", seal); done != 0 {
		t.Error("a span that nobody named was completed")
	}
	if done := v.complete(t, span, seal); done != 1 {
		t.Errorf("%d spans were completed", done)
	}
	if done := v.complete(t, span, seal); done != 0 {
		t.Error("a span was completed twice")
	}
	return span
}

// checkChain checks that the browser's span leads to the edge's, and that to a statement.
func (r *spanReceiver) checkChain(t *testing.T, traceparent string) {
	t.Helper()
	parts := strings.Split(traceparent, "-")
	browser, edge := r.named("browser GET /api/members", parts[1]), r.named("GET /api/members", parts[1])
	if len(browser) != 1 || len(edge) != 1 {
		t.Fatalf("trace %s has %d spans of the browser and %d of the edge", parts[1], len(browser), len(edge))
	}
	if fmt.Sprintf("%x", browser[0].SpanId) != parts[2] || len(browser[0].ParentSpanId) != 0 {
		t.Errorf("the browser's span is %v", browser[0])
	}
	if string(edge[0].ParentSpanId) != string(browser[0].SpanId) {
		t.Errorf("the parent of the edge's span %v is not the browser's", edge[0])
	}
	if browser[0].StartTimeUnixNano > edge[0].StartTimeUnixNano || browser[0].EndTimeUnixNano < edge[0].EndTimeUnixNano {
		t.Errorf("the browser's span %v does not contain the edge's %v", browser[0], edge[0])
	}
	if begun := r.named("browser GET /api/members", ""); len(begun) != len(r.named("GET /api/members", "")) {
		t.Errorf("%d requests from browsers have a span there", len(begun))
	}
	if !strings.Contains(browser[0].String(), "Opportunities") {
		t.Errorf("the browser's span does not name the screen: %v", browser[0])
	}
	statements := r.named("members", parts[1])
	if !slices.ContainsFunc(statements, func(one *v1.Span) bool { return string(one.ParentSpanId) == string(edge[0].SpanId) }) {
		t.Errorf("no statement of the edge's span is among %v", statements)
	}
}

// A trace begins at the edge where nobody could complete the browser's part.
func TestNoSpanIsNamedWhereTracesAreOff(t *testing.T) {
	t.Parallel()
	ana := shared(t).signIn("ana@example.com")
	if span, seal := ana.fromApp(t, "/api/members"); span != "" || seal != "" {
		t.Errorf("the answer names the span %q", span)
	}
	if done := ana.complete(t, "00-11111111111111111111111111111111-2222222222222222-01", "made up"); done != 0 {
		t.Error("a span was completed")
	}
}
