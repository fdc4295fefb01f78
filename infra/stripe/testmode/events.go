package testmode

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/stripe/stripe-go/v85/webhook"
)

// Pay pays a checkout, like a customer on Stripe's page, and sends the webhook.
func (s *Stripe) Pay(ctx context.Context, sessionID string) error {
	s.mu.Lock()
	session := s.sessions[sessionID]
	if session == nil || session["status"] != "open" {
		s.mu.Unlock()
		return fmt.Errorf("the checkout %s cannot be paid any more", sessionID)
	}
	about, _ := session["metadata"].(object)
	begin := s.Now()
	end, status := begin.AddDate(0, 1, 0), "active"
	var trial json.Number = "0"
	if text(about, "trial_end") != "" {
		status, trial = "trialing", json.Number(text(about, "trial_end"))
		if at, err := trial.Int64(); err == nil {
			end = time.Unix(at, 0)
		}
	}
	id := s.id("sub")
	one := object{
		"id": id, "object": "subscription", "customer": session["customer"], "status": status, "created": begin.Unix(), "trial_end": trial, "cancel_at": 0, "cancel_at_period_end": false, "schedule": nil,
		"items": object{"object": "list", "data": []object{{
			"id": s.id("si"), "object": "subscription_item", "current_period_start": begin.Unix(), "current_period_end": end.Unix(), "price": object{"id": about["price"], "object": "price"},
		}}},
	}
	s.subscriptions[id] = one
	session["status"], session["subscription"] = "complete", id
	err := s.save()
	s.mu.Unlock()
	if err != nil {
		return err
	}
	for _, event := range []string{"customer.subscription.created", "checkout.session.completed"} {
		about := one
		if event == "checkout.session.completed" {
			about = session
		}
		if err := s.send(ctx, event, about); err != nil {
			return err
		}
	}
	return nil
}

// Change sets fields of a customer's newest subscription, e.g. for a failed payment or the end of a plan, and
// sends the webhook.
func (s *Stripe) Change(ctx context.Context, customerID, event string, fields map[string]any) error {
	s.mu.Lock()
	var one object
	for _, other := range s.subscriptions {
		if other["customer"] == customerID && (one == nil || text(other, "id") > text(one, "id")) {
			one = other
		}
	}
	if one == nil {
		s.mu.Unlock()
		return fmt.Errorf("the customer %s has bought nothing", customerID)
	}
	for name, value := range fields {
		one[name] = value
	}
	err := s.save()
	s.mu.Unlock()
	if err != nil {
		return err
	}
	return s.send(ctx, event, one)
}

// ReversePayment marks a customer's payment as refunded or disputed, and sends the webhook.
func (s *Stripe) ReversePayment(ctx context.Context, customerID string, amount, refunded int64, disputed bool) error {
	s.mu.Lock()
	id := s.id("ch")
	one := object{
		"id": id, "object": "charge", "customer": customerID, "amount": amount, "amount_refunded": refunded, "refunded": refunded >= amount,
		"disputed": disputed, "currency": "usd", "created": s.Now().Unix(),
	}
	s.charges[id] = one
	s.mu.Unlock()
	if disputed {
		return s.send(ctx, "charge.dispute.created", object{"id": "dp_" + id, "object": "dispute", "charge": id})
	}
	return s.send(ctx, "charge.refunded", one)
}

// Event returns a signed event as Stripe sends it: body and signature.
func (s *Stripe) Event(id, kind string, about map[string]any) (body []byte, signature string, err error) {
	s.mu.Lock()
	body, err = json.Marshal(object{"id": id, "object": "event", "type": kind, "created": s.Now().Unix(), "api_version": "2020-01-01", "data": object{"object": about}})
	s.mu.Unlock()
	signed := webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: body, Secret: Secret, Timestamp: time.Now()})
	return body, signed.Header, err
}

func (s *Stripe) send(ctx context.Context, kind string, about object) error {
	if s.WebhookURL == "" {
		return nil
	}
	s.mu.Lock()
	id := s.id("evt")
	s.mu.Unlock()
	body, signature, err := s.Event(id, kind, about)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.WebhookURL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Stripe-Signature", signature)
	answer, err := s.client.Do(r)
	if err != nil {
		return fmt.Errorf("tell of %s: %w", kind, err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("tell of %s: it was answered %s", kind, answer.Status)
	}
	return nil
}
