package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	v1 "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// A request, the statements it runs and the jobs are spans, named without addresses or values.
func TestTracesFollowARequestToItsStatements(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	byName := map[string]*v1.Span{}
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var sent collector.ExportTraceServiceRequest
		if err != nil || r.URL.Path != "/v1/traces" || proto.Unmarshal(body, &sent) != nil {
			t.Errorf("%s cannot be read: %v", r.URL.Path, err)
		}
		mu.Lock()
		defer mu.Unlock()
		for _, resource := range sent.ResourceSpans {
			for _, scope := range resource.ScopeSpans {
				for _, span := range scope.Spans {
					byName[span.Name] = span
				}
			}
		}
	}))
	defer receiver.Close()
	p := start(t, t.TempDir(), withoutBrowser, "OTEL_EXPORTER_OTLP_ENDPOINT="+receiver.URL)
	ana := p.signIn("ana@example.com")
	ana.addSite("shop.example")
	ana.post("monday.csv", titled("", "A title that is long enough to be good"), nil)
	ana.insights(1)
	if err := p.interrupt(); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	for _, name := range []string{"POST /api/sites", "GET /api/insights", "job import", "job recompute", "clickhouse"} {
		if byName[name] == nil {
			t.Errorf("there is no span %q", name)
		}
	}
	request, added := byName["POST /api/sites"], byName["site_add"]
	if request == nil || added == nil || string(request.TraceId) != string(added.TraceId) {
		t.Errorf("the statement %v is not of the request %v", added, request)
	}
	for name, span := range byName {
		if text := span.String(); strings.Contains(text, "ana@example.com") || strings.Contains(text, "shop.example") {
			t.Errorf("%s has what a customer said: %s", name, text)
		}
	}
}
