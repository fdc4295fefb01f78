package middleware

import (
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/trace"
)

// sealed returns browser spans, and one of them with its seal for the account "mine".
func sealed(t *testing.T, now *time.Time) (spans *BrowserSpans, of trace.SpanContext, seal string) {
	t.Helper()
	spans, err := NewBrowserSpans([]byte("key"), nil, func() time.Time { return *now })
	if err != nil {
		t.Fatal(err)
	}
	of = trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}, TraceFlags: trace.FlagsSampled})
	return spans, of, spans.seal("mine", of, answered{name: "GET /api/sites", began: *now, took: 20 * time.Millisecond})
}

func TestASealOpensForItsAccountAndSpanOnly(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC)
	spans, of, seal := sealed(t, &now)
	part, valid := spans.open("mine", of, seal)
	if !valid || part.name != "GET /api/sites" || !part.began.Equal(now) || part.took != 20*time.Millisecond {
		t.Errorf("%q says %+v, %v", seal, part, valid)
	}
	for name, wrong := range map[string]struct {
		account string
		of      trace.SpanContext
		seal    string
	}{
		"another account":              {"yours", of, seal},
		"another span":                 {"mine", of.WithSpanID(trace.SpanID{3}), seal},
		"another trace":                {"mine", of.WithTraceID(trace.TraceID{3}), seal},
		"another route":                {"mine", of, strings.Replace(seal, "sites", "shop.example", 1)},
		"another duration":             {"mine", of, strings.Replace(seal, ".20000.", ".20001.", 1)},
		"a duration written otherwise": {"mine", of, strings.Replace(seal, ".20000.", ".020000.", 1)},
		"no number":                    {"mine", of, "a.b.c.d"},
		"no fields":                    {"mine", of, "made up"},
		"nothing":                      {"mine", of, ""},
	} {
		if part, valid := spans.open(wrong.account, wrong.of, wrong.seal); valid {
			t.Errorf("%s opens: %+v", name, part)
		}
	}
	now = now.Add(maxUncompleted + time.Second)
	if _, valid := spans.open("mine", of, seal); valid {
		t.Error("an old seal opens")
	}
}

func TestWithoutAKeyNothingOpensAndNothingIsRemembered(t *testing.T) {
	t.Parallel()
	spans, err := NewBrowserSpans(nil, nil, time.Now)
	if err != nil || spans.completed != nil {
		t.Fatalf("memory %v, %v", spans.completed, err)
	}
	of := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}})
	seal := spans.seal("mine", of, answered{name: "GET /api/sites", began: time.Now()})
	if _, valid := spans.open("mine", of, seal); valid {
		t.Error("what anybody can seal opens")
	}
}

func TestTheBrowsersSpanIsPlacedAroundTheEdgesPart(t *testing.T) {
	t.Parallel()
	began := time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC)
	part := answered{began: began, took: 20 * time.Millisecond}
	at := func(milliseconds int) time.Time { return began.Add(time.Duration(milliseconds) * time.Millisecond) }
	for name, one := range map[string]struct {
		measured   Measured
		start, end time.Time
	}{
		"30 ms each way": {Measured{Wait: 5 * time.Millisecond, Request: 80 * time.Millisecond, Response: 7 * time.Millisecond}, at(-35), at(57)},
		"a clock of whole 100 ms sees no request": {Measured{Response: 100 * time.Millisecond}, at(0), at(120)},
	} {
		if start, end := part.inBrowser(one.measured); !start.Equal(one.start) || !end.Equal(one.end) {
			t.Errorf("%s: from %v to %v, not from %v to %v", name, start.Sub(began), end.Sub(began), one.start.Sub(began), one.end.Sub(began))
		}
	}
}
