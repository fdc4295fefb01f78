package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
	embeddedpostgres "upslope/infra/embedded/postgres"
	"upslope/infra/nats"
)

func TestUnsendableMessageDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	server, err := embeddedpostgres.Start(t.Context(), embeddedpostgres.Config{Dir: t.TempDir(), Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = server.Stop(context.Background()) }()
	config, err := readConfig([]string{"DATA_DIR=" + t.TempDir(), "DATABASE_URL=" + server.URL()}, true)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := open(t.Context(), config, true, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer opened.close()
	if err := opened.migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	user, err := opened.records.SignIn(t.Context(), upslope.Identity{Subject: "user_ana"}, time.Now(), 14)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), server.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	for _, row := range []struct{ topic, payload string }{
		{"job.huge", `{"x": "` + strings.Repeat("x", 2<<20) + `"}`},
		{"nonsense", `{}`},
		{"event.insights", `{"version": "not a number"}`},
		{"job.last", `{"jobId": "the last one"}`},
	} {
		if _, err := conn.Exec(t.Context(), "insert into outbox (account_id, topic, payload) values ($1, $2, $3)", user.AccountID, row.topic, json.RawMessage(row.payload)); err != nil {
			t.Fatal(err)
		}
	}
	w := &wiring{engines: opened, log: slog.New(slog.DiscardHandler)}
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	go func() { _ = w.relay(ctx) }()
	arrived := make(chan string, 1)
	go func() {
		_ = opened.queue.Consume(ctx, nats.Consumer{Kind: "last", Concurrency: 1, Handle: func(_ context.Context, message nats.Message) error {
			arrived <- string(message.Data)
			return nil
		}})
	}()
	select {
	case data := <-arrived:
		if !strings.Contains(data, "the last one") {
			t.Errorf("%s arrived", data)
		}
	case <-ctx.Done():
		t.Fatal("what came after it never arrived")
	}
}
