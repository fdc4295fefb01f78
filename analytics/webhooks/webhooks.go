// Package webhooks tells other tools of an account's events: signed JSON (Standard Webhooks), Slack and
// Teams.
//
// Events are recorded with what happened, and sent by a worker until the receiver takes them, for a day. It
// owns neither which events there are nor which addresses may be connected to (its Client).
package webhooks

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	mathrand "math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"upslope"
)

// Records stores webhooks and deliveries.
type Records interface {
	Webhooks(ctx context.Context, accountID string) ([]upslope.Webhook, error)
	Webhook(ctx context.Context, accountID, id string) (upslope.Webhook, error)
	AddWebhook(ctx context.Context, hook upslope.Webhook) (upslope.Webhook, int64, error)
	EditWebhook(ctx context.Context, hook upslope.Webhook) (upslope.Webhook, int64, error)
	DeleteWebhook(ctx context.Context, accountID, id string) (int64, error)
	Deliveries(ctx context.Context, accountID, webhookID string) ([]upslope.Delivery, error)
	AddDelivery(ctx context.Context, hook upslope.Webhook, event, text string) (upslope.Delivery, error)
	ReplayDelivery(ctx context.Context, accountID, webhookID, id string) (upslope.Delivery, int64, error)
	// LeaseDeliveries takes deliveries that are due, for a minute.
	LeaseDeliveries(ctx context.Context) ([]upslope.Delivery, error)
	SettleDelivery(ctx context.Context, attempt upslope.Delivery, wait time.Duration, final, gone bool) (upslope.Delivery, error)
	Site(ctx context.Context, accountID, siteID string) (upslope.Site, error)
}

// Keys encrypts the secrets of webhooks.
type Keys interface {
	Seal(accountID, webhookID, secret string) (sealed []byte, keyID int64, err error)
	Open(accountID, webhookID string, sealed []byte) (string, error)
}

// Service keeps the webhooks of accounts, and sends what they are told.
type Service struct {
	Records   Records
	Keys      Keys
	Client    *http.Client // reaches public addresses, and follows no redirects
	PublicURL string
	Private   bool // local addresses are allowed, on a development machine
	Now       func() time.Time
	Log       *slog.Logger
}

const (
	maxAnswer    = 64 << 10 // bytes of an answer that are read
	shownAnswer  = 500      // characters of it that are kept
	secretPrefix = "whsec_"
)

// waits are the times between attempts; the last one repeats.
var waits = []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour}

// Webhooks returns the webhooks of an account.
func (s *Service) Webhooks(ctx context.Context, accountID string) ([]upslope.Webhook, error) {
	return s.Records.Webhooks(ctx, accountID) //nolint:wrapcheck // for who asked
}

// Webhook returns one webhook, or NotFound.
func (s *Service) Webhook(ctx context.Context, accountID, id string) (upslope.Webhook, error) {
	return s.Records.Webhook(ctx, accountID, id) //nolint:wrapcheck // for who asked
}

// Add adds a webhook, and returns the secret that signs what it is sent; nobody can read it again.
func (s *Service) Add(ctx context.Context, hook upslope.Webhook) (added upslope.Webhook, secret string, version int64, err error) {
	if err := hook.Clean(s.Private); err != nil {
		return hook, "", 0, err
	}
	random := make([]byte, 32)
	_, _ = rand.Read(random) // never fails
	secret, hook.ID = secretPrefix+base64.StdEncoding.EncodeToString(random), uuid.NewString()
	if hook.Secret, hook.KeyID, err = s.Keys.Seal(hook.AccountID, hook.ID, secret); err != nil {
		return hook, "", 0, fmt.Errorf("encrypt the secret of a webhook: %w", err)
	}
	added, version, err = s.Records.AddWebhook(ctx, hook)
	return added, secret, version, err
}

// Edit changes a webhook.
func (s *Service) Edit(ctx context.Context, hook upslope.Webhook) (upslope.Webhook, int64, error) {
	if err := hook.Clean(s.Private); err != nil {
		return hook, 0, err
	}
	return s.Records.EditWebhook(ctx, hook) //nolint:wrapcheck // for who asked
}

// Delete deletes a webhook with its deliveries.
func (s *Service) Delete(ctx context.Context, accountID, id string) (int64, error) {
	return s.Records.DeleteWebhook(ctx, accountID, id) //nolint:wrapcheck // for who asked
}

// Deliveries returns the newest deliveries of a webhook.
func (s *Service) Deliveries(ctx context.Context, accountID, webhookID string) ([]upslope.Delivery, error) {
	return s.Records.Deliveries(ctx, accountID, webhookID) //nolint:wrapcheck // for who asked
}

// Replay lets a delivery be sent again.
func (s *Service) Replay(ctx context.Context, accountID, webhookID, id string) (upslope.Delivery, int64, error) {
	return s.Records.ReplayDelivery(ctx, accountID, webhookID, id) //nolint:wrapcheck // for who asked
}

// Test sends an event at once, and returns what came of it. It is not tried again.
func (s *Service) Test(ctx context.Context, accountID, id string) (upslope.Delivery, error) {
	hook, err := s.Records.Webhook(ctx, accountID, id)
	if err != nil {
		return upslope.Delivery{}, err //nolint:wrapcheck // for who asked
	}
	delivery, err := s.Records.AddDelivery(ctx, hook, upslope.TestEvent, "This is a test of the webhook "+hook.Name+".")
	if err != nil {
		return delivery, fmt.Errorf("add a test: %w", err)
	}
	attempt, _ := s.attempt(ctx, hook, delivery)
	return s.Records.SettleDelivery(ctx, attempt, 0, true, false) //nolint:wrapcheck // for who asked
}

// pollInterval is how often a worker looks for deliveries that are due.
const pollInterval = 2 * time.Second

// Run sends deliveries until ctx ends. Several workers share them.
func (s *Service) Run(ctx context.Context) error {
	failing := ""
	for {
		sent, err := s.Send(ctx)
		if err != nil && ctx.Err() == nil && err.Error() != failing {
			s.Log.WarnContext(ctx, "webhooks are not told of events now", "error", err)
			failing = err.Error()
		}
		if err == nil {
			failing = ""
		}
		if sent > 0 {
			continue // there may be more
		}
		select {
		case <-ctx.Done():
			return ctx.Err() //nolint:wrapcheck // the process stops
		case <-time.After(pollInterval):
		}
	}
}

// Send sends the deliveries that are due, and returns their number.
func (s *Service) Send(ctx context.Context) (int, error) {
	due, err := s.Records.LeaseDeliveries(ctx)
	if err != nil {
		return 0, fmt.Errorf("look for events to send: %w", err)
	}
	results := make(chan error, len(due))
	for _, delivery := range due {
		go func() { results <- s.deliver(ctx, delivery) }()
	}
	for range due {
		if failure := <-results; failure != nil {
			err = failure
		}
	}
	return len(due), err
}

// deliver makes one attempt and records it. A process killed in between sends it again, with the same id.
func (s *Service) deliver(ctx context.Context, delivery upslope.Delivery) error {
	hook, err := s.Records.Webhook(ctx, delivery.AccountID, delivery.WebhookID)
	if upslope.CodeOf(err) == upslope.NotFound {
		return nil // deleted meanwhile
	}
	if err != nil {
		return fmt.Errorf("find the webhook of an event: %w", err)
	}
	attempt, asked := s.attempt(ctx, hook, delivery)
	if ctx.Err() != nil {
		return ctx.Err() //nolint:wrapcheck // the process stops: it is due again in a minute
	}
	wait := waits[min(delivery.Attempts, len(waits)-1)]
	wait = max(wait+time.Duration(mathrand.Int64N(int64(wait)/5+1)), asked) //nolint:gosec // spreads attempts
	gone := attempt.Code == http.StatusGone
	_, err = s.Records.SettleDelivery(ctx, attempt, wait, gone, gone)
	if upslope.CodeOf(err) == upslope.NotFound {
		return nil
	}
	return err //nolint:wrapcheck // for who asked
}

// attempt sends a delivery once. Asked is how long the receiver asks us to wait.
func (s *Service) attempt(ctx context.Context, hook upslope.Webhook, delivery upslope.Delivery) (attempt upslope.Delivery, asked time.Duration) {
	attempt = delivery
	attempt.Code, attempt.Answer, attempt.Problem = 0, "", ""
	request, err := s.request(ctx, hook, delivery)
	if err != nil {
		attempt.Problem = "The event could not be written: " + err.Error()
		return attempt, 0
	}
	start := time.Now()
	response, err := s.Client.Do(request)
	attempt.DurationMs = int(time.Since(start).Milliseconds())
	if err != nil {
		attempt.Problem = problemOf(err)
		return attempt, 0
	}
	defer func() { _ = response.Body.Close() }()
	answer, _ := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	attempt.DurationMs = int(time.Since(start).Milliseconds())
	attempt.Code, attempt.Answer = response.StatusCode, shorten(string(answer))
	switch {
	case response.StatusCode >= 200 && response.StatusCode < 300:
		attempt.Status = upslope.Delivered
	case response.StatusCode >= 300 && response.StatusCode < 400:
		attempt.Problem = "The receiver redirects, and redirects are not followed. Enter the address that it redirects to."
	default:
		attempt.Problem = fmt.Sprintf("The receiver answered %d (%s).", response.StatusCode, http.StatusText(response.StatusCode))
		if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && seconds > 0 {
			asked = time.Duration(min(seconds, 6*3600)) * time.Second
		}
	}
	return attempt, asked
}

func problemOf(err error) string {
	text := err.Error()
	switch {
	case strings.Contains(text, "prohibited"), strings.Contains(text, "not a permitted"):
		return "The address is inside a network, so nothing was sent."
	case strings.Contains(text, "Client.Timeout"), strings.Contains(text, "deadline"):
		return "The receiver did not answer within ten seconds."
	case strings.Contains(text, "no such host"):
		return "The name of the receiver was not found."
	case strings.Contains(text, "refused"):
		return "The receiver refused the connection."
	case strings.Contains(text, "certificate"), strings.Contains(text, "tls:"):
		return "The certificate of the receiver is not valid."
	}
	return "The receiver could not be reached."
}

func shorten(text string) string {
	text = strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "")
	if runes := []rune(text); len(runes) > shownAnswer {
		return string(runes[:shownAnswer]) + "…"
	}
	return text
}

// request writes the event as the receiver expects it, signed as Standard Webhooks (standardwebhooks.com).
func (s *Service) request(ctx context.Context, hook upslope.Webhook, delivery upslope.Delivery) (*http.Request, error) {
	body, err := s.body(ctx, hook, delivery)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, hook.URL, strings.NewReader(string(body)))
	if err != nil {
		return nil, fmt.Errorf("address %s: %w", hook.URL, err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "Upslope-Webhooks/1.0")
	if hook.Kind != upslope.WebhookStandard {
		return request, nil
	}
	secret, err := s.Keys.Open(hook.AccountID, hook.ID, hook.Secret)
	if err != nil {
		return nil, fmt.Errorf("decrypt the secret: %w", err)
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
	if err != nil {
		return nil, fmt.Errorf("read the secret: %w", err)
	}
	timestamp := strconv.FormatInt(s.Now().Unix(), 10)
	signed := hmac.New(sha256.New, key)
	_, _ = fmt.Fprintf(signed, "%s.%s.%s", delivery.ID, timestamp, body)
	request.Header.Set("webhook-id", delivery.ID)
	request.Header.Set("webhook-timestamp", timestamp)
	request.Header.Set("webhook-signature", "v1,"+base64.StdEncoding.EncodeToString(signed.Sum(nil)))
	return request, nil
}
