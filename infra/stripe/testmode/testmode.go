// Package testmode simulates Stripe on a development machine and in tests. Stripe's own mock validates
// requests and creates responses; this package adds what it lacks: it stores customers, checkouts and
// subscriptions, has a payment page, and sends signed webhooks. Nothing is charged.
package testmode

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/stripe/stripe-mock/embedded"
	"github.com/stripe/stripe-mock/server"
	"github.com/stripe/stripe-mock/spec"
)

// Secret signs the events. It protects nothing, because no money is involved.
const Secret = "whsec_test_mode" //nolint:gosec // as it says

// Prices are the prices of the simulated account.
var Prices = map[string]string{"seo": "price_seo", "ads": "price_ads", "both": "price_both"}

// object is a Stripe object as JSON.
type object = map[string]any

// Stripe is the simulation. It is an http.Handler.
type Stripe struct {
	Address    func() string    // own base URL, for its pages
	WebhookURL string           // destination of events; "" for none
	Now        func() time.Time // clock of its subscriptions
	file       string           // stores the state; "" for memory only
	mock       func() (*server.StubServer, error)
	client     *http.Client

	mu            sync.Mutex
	made          int
	sessions      map[string]object // checkout sessions
	subscriptions map[string]object
	schedules     map[string]object
	idempotent    map[string][]byte // responses by idempotency key
	charges       map[string]object // reversed payments
}

// New creates a simulation with the state of a file; "" keeps it in memory.
func New(file, webhookURL string, address func() string, now func() time.Time) (*Stripe, error) {
	s := &Stripe{
		Address: address, WebhookURL: webhookURL, Now: now, file: file, client: &http.Client{Timeout: 10 * time.Second},
		mock:     sync.OnceValues(mock), // takes half a second and 100 MB, and is rarely needed
		sessions: map[string]object{}, subscriptions: map[string]object{}, schedules: map[string]object{}, idempotent: map[string][]byte{}, charges: map[string]object{},
	}
	return s, s.load()
}

func mock() (*server.StubServer, error) {
	var described spec.Spec
	if err := json.Unmarshal(embedded.OpenAPISpec, &described); err != nil {
		return nil, fmt.Errorf("read the description of Stripe: %w", err)
	}
	var fixtures spec.Fixtures
	if err := json.Unmarshal(embedded.OpenAPIFixtures, &fixtures); err != nil {
		return nil, fmt.Errorf("read the samples of Stripe: %w", err)
	}
	stub, err := server.NewStubServer(&fixtures, &described, false, false)
	if err != nil {
		return nil, fmt.Errorf("start the mock of Stripe: %w", err)
	}
	return stub, nil
}

// ServeHTTP implements http.Handler.
func (s *Stripe) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/pay/") || strings.HasPrefix(r.URL.Path, "/portal/") {
		s.page(w, r)
		return
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	stub, err := s.mock()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	checked := httptest.NewRecorder()
	stub.HandleRequest(checked, r)
	answer := object{}
	if checked.Code != http.StatusOK || json.Unmarshal(checked.Body.Bytes(), &answer) != nil {
		w.WriteHeader(checked.Code)
		_, _ = w.Write(checked.Body.Bytes())
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	key := r.Header.Get("Idempotency-Key")
	if known, ok := s.idempotent[key]; ok && key != "" && r.Method == http.MethodPost {
		_, _ = w.Write(known)
		return
	}
	status, answer := s.applyRequest(r, answer)
	written, err := json.Marshal(answer)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if key != "" && r.Method == http.MethodPost && status == http.StatusOK {
		s.idempotent[key] = written
	}
	if r.Method == http.MethodPost || r.Method == http.MethodDelete {
		if err := s.save(); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
	}
	w.WriteHeader(status)
	_, _ = w.Write(written)
}

// applyRequest applies a request to the state, since the mock itself is stateless, and corrects its response.
func (s *Stripe) applyRequest(r *http.Request, answer object) (int, object) {
	parts := strings.Split(strings.Trim(strings.TrimPrefix(r.URL.Path, "/v1"), "/"), "/")
	post := r.Method == http.MethodPost
	switch {
	case post && len(parts) == 1 && parts[0] == "customers":
		answer["id"] = s.id("cus")
	case len(parts) >= 2 && parts[0] == "checkout" && parts[1] == "sessions":
		return s.checkout(r, parts[2:], answer)
	case parts[0] == "subscriptions":
		return s.subscription(r, parts[1:], answer)
	case parts[0] == "charges" && len(parts) == 2 && !post:
		if s.charges[parts[1]] == nil {
			return missing("charge", parts[1])
		}
		return http.StatusOK, s.charges[parts[1]]
	case parts[0] == "subscription_schedules" && post:
		return s.schedule(r, parts[1:])
	case post && len(parts) == 2 && parts[0] == "billing_portal":
		answer["url"] = s.Address() + "/portal/" + r.Form.Get("customer") + "?back=" + r.Form.Get("return_url")
	}
	return http.StatusOK, answer
}

func (s *Stripe) id(prefix string) string {
	s.made++
	return fmt.Sprintf("%s_test_%d_%d", prefix, s.Now().UnixNano(), s.made)
}

func missing(what, id string) (int, object) {
	return http.StatusNotFound, object{"error": object{"type": "invalid_request_error", "code": "resource_missing", "message": "No such " + what + ": '" + id + "'"}}
}

func listOf(found []object) object {
	slices.SortFunc(found, func(a, b object) int { return strings.Compare(text(b, "id"), text(a, "id")) })
	return object{"object": "list", "data": found, "has_more": false, "url": "/v1"}
}

func (s *Stripe) checkout(r *http.Request, rest []string, answer object) (int, object) {
	switch {
	case r.Method == http.MethodGet && len(rest) == 0:
		found := []object{}
		for _, session := range s.sessions {
			if session["customer"] == r.Form.Get("customer") && (r.Form.Get("status") == "" || session["status"] == r.Form.Get("status")) {
				found = append(found, session)
			}
		}
		return http.StatusOK, listOf(found)
	case len(rest) == 0:
		id := s.id("cs")
		answer["id"], answer["status"], answer["customer"] = id, "open", r.Form.Get("customer")
		answer["ui_mode"] = r.Form.Get("ui_mode")
		answer["success_url"], answer["return_url"], answer["cancel_url"] = r.Form.Get("success_url"), r.Form.Get("return_url"), r.Form.Get("cancel_url")
		answer["metadata"] = object{"price": r.Form.Get("line_items[0][price]"), "trial_end": r.Form.Get("subscription_data[trial_end]")}
		answer["url"], answer["client_secret"] = nil, nil
		if r.Form.Get("ui_mode") == "hosted_page" {
			answer["url"] = s.Address() + "/pay/" + id
		} else {
			answer["client_secret"] = id + "_secret_test"
		}
		s.sessions[id] = answer
		return http.StatusOK, answer
	}
	session := s.sessions[rest[0]]
	if session == nil {
		return missing("checkout.session", rest[0])
	}
	if len(rest) == 2 && rest[1] == "expire" {
		if session["status"] != "open" {
			return http.StatusBadRequest, object{"error": object{"type": "invalid_request_error", "message": "Only open sessions can be expired."}}
		}
		session["status"] = "expired"
	}
	return http.StatusOK, session
}

func (s *Stripe) subscription(r *http.Request, rest []string, _ object) (int, object) {
	if len(rest) == 0 && r.Method == http.MethodGet {
		found := []object{}
		for _, one := range s.subscriptions {
			if one["customer"] == r.Form.Get("customer") {
				found = append(found, one)
			}
		}
		return http.StatusOK, listOf(found)
	}
	if len(rest) == 1 && s.subscriptions[rest[0]] != nil {
		if r.Method == http.MethodDelete {
			s.subscriptions[rest[0]]["status"] = "canceled"
		}
		return http.StatusOK, s.subscriptions[rest[0]]
	}
	return missing("subscription", strings.Join(rest, "/"))
}

func (s *Stripe) schedule(r *http.Request, rest []string) (int, object) {
	if len(rest) == 0 {
		one := s.subscriptions[r.Form.Get("from_subscription")]
		if one == nil {
			return missing("subscription", r.Form.Get("from_subscription"))
		}
		id := s.id("sub_sched")
		item := itemOf(one)
		price, _ := item["price"].(object)
		answer := object{"id": id, "object": "subscription_schedule", "status": "active", "subscription": one["id"], "phases": []object{
			{"start_date": item["current_period_start"], "end_date": item["current_period_end"], "items": []object{{"price": price["id"]}}},
		}}
		s.schedules[id], one["schedule"] = answer, answer
		return http.StatusOK, answer
	}
	schedule := s.schedules[rest[0]]
	if schedule == nil {
		return missing("subscription_schedule", rest[0])
	}
	if len(rest) == 2 && rest[1] == "release" {
		schedule["status"] = "released"
		if one := s.subscriptions[text(schedule, "subscription")]; one != nil {
			one["schedule"] = nil
		}
		return http.StatusOK, schedule
	}
	phases := []object{}
	for i := 0; r.Form.Get(fmt.Sprintf("phases[%d][items][0][price]", i)) != ""; i++ {
		field := func(name string) string { return r.Form.Get(fmt.Sprintf("phases[%d][%s]", i, name)) }
		phases = append(phases, object{
			"start_date": number(field("start_date")), "end_date": number(field("end_date")),
			"items": []object{{"price": r.Form.Get(fmt.Sprintf("phases[%d][items][0][price]", i))}},
		})
	}
	schedule["phases"] = phases
	return http.StatusOK, schedule
}

func number(written string) json.Number {
	if written == "" {
		return "0"
	}
	return json.Number(written)
}

// text returns a string field, or "".
func text(of object, name string) string {
	value, _ := of[name].(string)
	return value
}

// itemOf returns the item of a subscription.
func itemOf(subscription object) object {
	items, _ := subscription["items"].(object)
	if data, _ := items["data"].([]object); len(data) > 0 {
		return data[0]
	}
	return object{}
}
