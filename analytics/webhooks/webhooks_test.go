package webhooks_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"code.dny.dev/ssrf"

	"upslope"
	"upslope/analytics/webhooks"
)

// memory stores a webhook with one delivery that is due, and what came of the attempt.
type memory struct {
	webhooks.Records
	hook        upslope.Webhook
	due         []upslope.Delivery
	settled     upslope.Delivery
	wait        time.Duration
	final, gone bool
}

func (m *memory) Webhook(context.Context, string, string) (upslope.Webhook, error) {
	if m.hook.ID == "" {
		return m.hook, upslope.Errorf(upslope.NotFound, "none")
	}
	return m.hook, nil
}

func (m *memory) LeaseDeliveries(context.Context) ([]upslope.Delivery, error) { return m.due, nil }

func (m *memory) SettleDelivery(_ context.Context, attempt upslope.Delivery, wait time.Duration, final, gone bool) (upslope.Delivery, error) {
	m.settled, m.wait, m.final, m.gone = attempt, wait, final, gone
	return attempt, nil
}

// plain keeps secrets as they are.
type plain struct{}

func (plain) Seal(_, _, secret string) ([]byte, int64, error) { return []byte(secret), 1, nil }
func (plain) Open(_, _ string, sealed []byte) (string, error) { return string(sealed), nil }

// send makes one attempt to tell a receiver, as its attempts-th.
// crawled is an event that was tried so many times.
func crawled(attempts int) upslope.Delivery {
	return upslope.Delivery{Event: "crawl.imported", Text: "A crawl", Attempts: attempts}
}

func send(t *testing.T, kind, address string, client *http.Client, what upslope.Delivery) *memory {
	t.Helper()
	m := &memory{hook: upslope.Webhook{ID: "w1", AccountID: "a1", URL: address, Kind: kind, Secret: []byte("whsec_c2VjcmV0")}}
	what.ID, what.WebhookID, what.AccountID, what.Status = "d1", "w1", "a1", upslope.DeliveryWaiting
	m.due = []upslope.Delivery{what}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	service := &webhooks.Service{Records: m, Keys: plain{}, Client: client, PublicURL: "https://app.example.com", Now: time.Now, Log: slog.New(slog.DiscardHandler)}
	if sent, err := service.Send(t.Context()); err != nil || sent != 1 {
		t.Fatalf("%d, %v", sent, err)
	}
	return m
}

func TestAReceiverThatFailsIsToldAgainWhenItAsks(t *testing.T) {
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a redirect was followed") }))
	t.Cleanup(inside.Close)
	for name, c := range map[string]struct {
		status      int
		header      [2]string
		kind        string
		least, most time.Duration
		problem     string
		gone        bool
	}{
		"500":                     {500, [2]string{}, "standard", 5 * time.Second, 6 * time.Second, "The receiver answered 500 (Internal Server Error).", false},
		"Slack's 429":             {429, [2]string{"Retry-After", "120"}, "slack", 2 * time.Minute, 2 * time.Minute, "The receiver answered 429 (Too Many Requests).", false},
		"a wait of a year":        {429, [2]string{"Retry-After", "31536000"}, "slack", 6 * time.Hour, 6 * time.Hour, "answered 429", false},
		"503 until soon":          {503, [2]string{"Retry-After", "1"}, "teams", 5 * time.Second, 6 * time.Second, "answered 503", false},
		"410":                     {410, [2]string{}, "standard", 0, 6 * time.Second, "answered 410", true},
		"a redirect to an inside": {302, [2]string{"Location", inside.URL}, "standard", 5 * time.Second, 6 * time.Second, "redirects are not followed", false},
	} {
		receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if c.header[0] != "" {
				w.Header().Set(c.header[0], c.header[1])
			}
			w.WriteHeader(c.status)
		}))
		got := send(t, c.kind, receiver.URL, receiver.Client(), crawled(0))
		receiver.Close()
		if got.settled.Status != upslope.DeliveryWaiting || got.settled.Code != c.status || !strings.Contains(got.settled.Problem, c.problem) || got.wait < c.least || got.wait > c.most || got.gone != c.gone || got.final != c.gone {
			t.Errorf("%s: %+v, again in %v, gone %v", name, got.settled, got.wait, got.gone)
		}
	}
}

func TestAReceiverThatHangsOrLeadsInsideIsSaidSo(t *testing.T) {
	hanging := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}))
	t.Cleanup(hanging.Close)
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	patient := &http.Client{Timeout: 100 * time.Millisecond, Transport: &http.Transport{}}
	moved := &http.Client{Transport: refusing{}} // its name leads inside now
	for name, c := range map[string]struct {
		address string
		client  *http.Client
		problem string
	}{
		"hangs":               {hanging.URL, patient, "The receiver did not answer within ten seconds."},
		"refuses":             {closed.URL, &http.Client{}, "The receiver refused the connection."},
		"leads inside by now": {"https://hooks.example.com/", moved, "The address is inside a network, so nothing was sent."},
	} {
		got := send(t, "standard", c.address, c.client, crawled(0))
		if got.settled.Status != upslope.DeliveryWaiting || got.settled.Code != 0 || got.settled.Problem != c.problem || got.final {
			t.Errorf("%s: %+v, final %v", name, got.settled, got.final)
		}
	}
}

// refusing is the transport to public addresses, whose guard finds an internal one when it connects.
type refusing struct{}

func (refusing) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, fmt.Errorf("dial tcp: %w", ssrf.ErrProhibitedIP)
}

func TestAttemptsAreFurtherAndFurtherApart(t *testing.T) {
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }))
	t.Cleanup(receiver.Close)
	last := time.Duration(0)
	for attempts := range 7 {
		wait := send(t, "standard", receiver.URL, receiver.Client(), crawled(attempts)).wait
		if wait <= last {
			t.Errorf("attempt %d waits %v after %v", attempts+1, wait, last)
		}
		last = wait
	}
	if wait := send(t, "standard", receiver.URL, receiver.Client(), crawled(100)).wait; wait < 2*time.Hour || wait > 150*time.Minute {
		t.Errorf("the last waits %v", wait)
	}
}

func TestAnEventLeadsToItsThingAndSaysWhoDidIt(t *testing.T) {
	for name, c := range map[string]struct {
		delivery upslope.Delivery
		kind     string
		says     []string
	}{
		"an opportunity": {upslope.Delivery{Event: "insight.done", Text: "Done: Fix it", Actor: "Bo", InsightID: "o1"}, "standard", []string{
			`"opportunityId":"o1"`, `"actor":"Bo"`, `"text":"Done: Fix it"`, `"url":"https://app.example.com/opportunities?o=o1\u0026account=a1"`}},
		"in Slack":  {upslope.Delivery{Event: "insight.done", Text: "Done: Fix it", Actor: "Bo <b>", InsightID: "o1"}, "slack", []string{`Bo \u0026lt;b\u0026gt;: Done: Fix it`, `/opportunities?o=o1\u0026account=a1|Open`}},
		"in Teams":  {upslope.Delivery{Event: "insight.done", Text: "Done: Fix it", Actor: "Bo", InsightID: "o1"}, "teams", []string{`"text":"Bo: Done: Fix it"`, `/opportunities?o=o1\u0026account=a1"`}},
		"an alert":  {upslope.Delivery{Event: "alert.opened", Text: "20 more", URL: "/technical?of=c2&against=c1"}, "slack", []string{`app.example.com/technical?of=c2\u0026against=c1\u0026account=a1|Open`}},
		"by nobody": {upslope.Delivery{Event: "crawl.imported", Text: "A crawl"}, "teams", []string{`"text":"A crawl"`, `app.example.com/technical?account=a1"`}},
	} {
		var got string
		receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			got = string(body)
		}))
		send(t, c.kind, receiver.URL, receiver.Client(), c.delivery)
		receiver.Close()
		for _, want := range c.says {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %s lacks %s", name, got, want)
			}
		}
	}
}
