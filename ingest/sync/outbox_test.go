package sync

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// outbox returns all events since the start.
func (w *workbench) outbox() []postgres.Event {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 10*time.Second)
	defer cancel()
	// A last event marks the end: once it arrives, all earlier ones were seen.
	last := uuid.NewString() + ".example"
	currency, zone := "EUR", "UTC"
	site, _, err := w.db.AddSite(w.t.Context(), w.account, upslope.SiteEdit{Name: &last, Domain: &last, Currency: &currency, TimeZone: &zone})
	if err != nil {
		w.t.Fatal(err)
	}
	_ = w.db.Relay(ctx, postgrestest.Publish(func(_ context.Context, event postgres.Event) error {
		// Redelivered events count once.
		if !slices.ContainsFunc(w.events, func(visibleDays postgres.Event) bool { return visibleDays.ID == event.ID }) {
			w.events = append(w.events, event)
		}
		if event.SiteID == site.ID {
			cancel()
		}
		return nil
	}))
	return w.events
}

func idOf(t testing.TB, event postgres.Event) string {
	t.Helper()
	var message struct {
		JobID string `json:"jobId"`
	}
	if err := json.Unmarshal(event.Payload, &message); err != nil {
		t.Fatal(err)
	}
	return message.JobID
}
