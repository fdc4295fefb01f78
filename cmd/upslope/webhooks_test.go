package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// receiver takes what webhooks send, and answers as it is told.
type receiver struct {
	*httptest.Server
	mu       sync.Mutex
	requests []received
	statuses []int // of the next answers; 200 after them
}

type received struct {
	header http.Header
	body   string
}

func startReceiver(t *testing.T, statuses ...int) *receiver {
	r := &receiver{statuses: statuses}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.requests = append(r.requests, received{request.Header, string(body)})
		status := http.StatusOK
		if len(r.statuses) > 0 {
			status, r.statuses = r.statuses[0], r.statuses[1:]
		}
		if status == http.StatusFound {
			w.Header().Set("Location", "http://169.254.169.254/latest")
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "thanks")
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) all() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]received{}, r.requests...)
}

// signedBy checks the signature of Standard Webhooks with code of its own.
func (m received) signedBy(t *testing.T, secret string) {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(m.header.Get("webhook-id") + "." + m.header.Get("webhook-timestamp") + "." + m.body))
	if want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)); m.header.Get("webhook-signature") != want {
		t.Errorf("the signature is %q, want %q", m.header.Get("webhook-signature"), want)
	}
}

type sentDelivery struct {
	ID, Event, Status, Problem, Answer string
	Attempts, Code                     int
}

func (v *visitor) addWebhook(body map[string]any) (id, secret string) {
	v.t.Helper()
	var added struct {
		Webhook struct{ ID string }
		Secret  string
	}
	if status, answer := v.call("POST", "/api/webhooks/outgoing", body, &added); status != http.StatusCreated {
		v.t.Fatalf("%d %s", status, answer)
	}
	return added.Webhook.ID, added.Secret
}

func (v *visitor) deliveries(hook string) (list []sentDelivery) {
	v.t.Helper()
	v.call("GET", "/api/webhooks/outgoing/"+hook+"/deliveries", nil, &list)
	return list
}

func TestAWebhookIsToldSignedAndAgainUntilItListens(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "CRAWL_ALLOW_PRIVATE=true")
	ana := p.signIn("ana@example.com")
	shop, other := ana.addSite("shop.example"), ana.addSite("other.example")
	standard, slack, teams := startReceiver(t, http.StatusInternalServerError), startReceiver(t), startReceiver(t)
	hook, secret := ana.addWebhook(map[string]any{"name": "CRM", "url": standard.URL, "events": []string{"crawl.imported"}, "siteIds": []string{shop}})
	ana.addWebhook(map[string]any{"name": "Chat", "url": slack.URL, "kind": "slack", "events": []string{"crawl.imported"}})
	ana.addWebhook(map[string]any{"name": "Team", "url": teams.URL, "kind": "teams", "events": []string{"crawl.imported"}})
	for _, site := range []string{other, shop} {
		contentType, body := form(t, "a <b> & c.csv", []byte(titled("", "A title that is long enough for a page")))
		if status, answer := ana.send("POST", "/api/upload/sf-csv?confirm=true&siteId="+site, contentType, body, nil); status != http.StatusOK {
			t.Fatalf("%d %s", status, answer)
		}
	}
	eventually(t, "the event is sent again after a failure", func() bool { return len(standard.all()) == 2 })
	first, second := standard.all()[0], standard.all()[1]
	first.signedBy(t, secret)
	second.signedBy(t, secret)
	var told struct {
		Type string
		Data struct {
			Text string
			Site struct{ Domain string }
		}
	}
	if err := json.Unmarshal([]byte(second.body), &told); err != nil || told.Type != "crawl.imported" || told.Data.Site.Domain != "shop.example" || told.Data.Text == "" {
		t.Errorf("%s %v", second.body, err)
	}
	if first.header.Get("webhook-id") != second.header.Get("webhook-id") || first.body != second.body {
		t.Error("the second attempt is another event")
	}
	eventually(t, "both sites are told to Slack and Teams", func() bool { return len(slack.all()) == 2 && len(teams.all()) == 2 })
	for _, domain := range []string{"shop.example", "other.example"} {
		told := func(r received) bool {
			return strings.Contains(r.body, `"text":"*`+domain+`*: a \u0026lt;b\u0026gt; \u0026amp; c.csv`)
		}
		if !slices.ContainsFunc(slack.all(), told) {
			t.Errorf("Slack gets nothing of %s: %v", domain, slack.all())
		}
	}
	if body := teams.all()[0].body; !strings.Contains(body, "AdaptiveCard") {
		t.Errorf("Teams gets %s", body)
	}
	eventually(t, "the delivery is recorded", func() bool {
		list := ana.deliveries(hook)
		return len(list) == 1 && list[0].Status == "delivered" && list[0].Attempts == 2 && list[0].Code == http.StatusOK && list[0].Answer == "thanks"
	})
	if status, answer := ana.call("POST", "/api/webhooks/outgoing/"+hook+"/deliveries/"+ana.deliveries(hook)[0].ID+"/replay", nil, nil); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	eventually(t, "the event is replayed", func() bool { return len(standard.all()) == 3 })
}

func TestAReceiverThatIsGoneOrRedirectsIsNotFollowed(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "CRAWL_ALLOW_PRIVATE=true")
	ana := p.signIn("ana@example.com")
	ana.addSite("shop.example")
	moved, gone := startReceiver(t, http.StatusFound), startReceiver(t, http.StatusGone, http.StatusGone)
	hook, _ := ana.addWebhook(map[string]any{"name": "Moved", "url": moved.URL, "events": []string{"site.added"}})
	var tested sentDelivery
	if status, answer := ana.call("POST", "/api/webhooks/outgoing/"+hook+"/test", nil, &tested); status != http.StatusOK || tested.Status != "failed" || !strings.Contains(tested.Problem, "redirects are not followed") {
		t.Errorf("%d %s", status, answer)
	}
	hook, _ = ana.addWebhook(map[string]any{"name": "Gone", "url": gone.URL, "events": []string{"site.added"}})
	ana.addSite("another.example")
	eventually(t, "the webhook is disabled with a reason", func() bool {
		_, answer := ana.call("GET", "/api/webhooks/outgoing", nil, nil)
		return strings.Contains(answer, `"enabled":false`) && strings.Contains(answer, "answered 410")
	})
	ana.addSite("a-third.example")
	time.Sleep(100 * time.Millisecond)
	if list := ana.deliveries(hook); len(list) != 1 {
		t.Errorf("a disabled webhook is told of events: %+v", list)
	}
}

func TestWebhooksReachNothingPrivate(t *testing.T) {
	t.Parallel()
	p := shared(t)
	ana, bo := p.signIn("ana@example.com"), p.signIn("bo@example.com")
	inside := startReceiver(t)
	for _, address := range []string{inside.URL, "https://127.0.0.1/", "https://localhost/", "https://[::1]/", "https://10.1.2.3/", "https://169.254.169.254/", "http://hooks.example.com/", "https://user:pass@hooks.example.com/", "ftp://x.example"} {
		status, answer := ana.call("POST", "/api/webhooks/outgoing", map[string]any{"name": "In", "url": address, "events": []string{"site.added"}}, nil)
		if status != http.StatusBadRequest || !strings.Contains(answer, `"field":"url"`) {
			t.Errorf("%s: %d %s", address, status, answer)
		}
	}
	// A name that leads inside is found out when it is connected to.
	hook, _ := ana.addWebhook(map[string]any{"name": "In", "url": strings.Replace(strings.Replace(inside.URL, "http:", "https:", 1), "127.0.0.1", "localtest.me", 1), "events": []string{"site.added"}})
	var tested sentDelivery
	if ana.call("POST", "/api/webhooks/outgoing/"+hook+"/test", nil, &tested); tested.Status != "failed" || tested.Problem == "" || len(inside.all()) > 0 {
		t.Errorf("%+v", tested)
	}
	for path, method := range map[string]string{"": "PATCH", "/test": "POST", "/deliveries": "GET"} {
		if status, answer := bo.send(method, "/api/webhooks/outgoing/"+hook+path, "application/json", strings.NewReader(`{"name":"Mine"}`), nil); status != http.StatusNotFound {
			t.Errorf("a stranger: %s %s %d %s", method, path, status, answer)
		}
	}
	for range 9 {
		ana.addWebhook(map[string]any{"name": "Many", "url": "https://hooks.example.com/", "events": []string{"site.added"}})
	}
	if status, answer := ana.call("POST", "/api/webhooks/outgoing", map[string]any{"name": "Too many", "url": "https://hooks.example.com/", "events": []string{"site.added"}}, nil); status != http.StatusConflict {
		t.Errorf("%d %s", status, answer)
	}
}
