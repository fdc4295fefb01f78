package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"

	"upslope/infra/nats"
	"upslope/infra/postgres/postgrestest"
)

// ledger is a queue with its database, and the relay between them.
type ledger struct {
	t       *testing.T
	wiring  *wiring
	queue   *nats.Queue
	js      jetstream.JetStream
	sql     *pgx.Conn
	address []string // of the database, the server and the folder of crash reports
}

func openLedger(t *testing.T) *ledger {
	t.Helper()
	server := startNATS(t)
	url := postgrestest.URL(t)
	config, err := readConfig([]string{"DATA_DIR=" + t.TempDir(), "DATABASE_URL=" + url, "NATS_URL=" + server.url()}, true)
	if err != nil {
		t.Fatal(err)
	}
	opened := &engines{}
	t.Cleanup(opened.close)
	for _, open := range []func(context.Context, Config, *slog.Logger) (func(), error){opened.openRecords, opened.openNATS} {
		closer, err := open(t.Context(), config, slog.Default())
		if err != nil {
			t.Fatal(err)
		}
		opened.later(closer)
	}
	opened.queue.UseLedger(opened.records, "test")
	conn, err := nats.Connect(server.url())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	l := &ledger{t: t, queue: opened.queue, js: js, address: []string{url, server.url(), t.TempDir()}}
	l.wiring = &wiring{engines: opened, log: slog.New(slog.DiscardHandler), config: config}
	if l.sql, err = pgx.Connect(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.sql.Close(context.Background()) })
	l.run(l.wiring.relay)
	return l
}

// run runs a loop until the test ends.
func (l *ledger) run(loop func(context.Context) error) {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		if err := loop(ctx); !errors.Is(err, context.Canceled) {
			l.t.Errorf("it ended with %v", err)
		}
	})
	l.t.Cleanup(func() { cancel(); running.Wait() })
}

// add queues work of a kind, and waits until the server stores it.
func (l *ledger) add(kind, payload string) {
	l.t.Helper()
	if _, err := l.sql.Exec(l.t.Context(), "insert into outbox (account_id, topic, payload) values ($1, $2, $3)",
		uuid.NewString(), "job."+kind, json.RawMessage(payload)); err != nil {
		l.t.Fatal(err)
	}
	l.awaitCount("select count(*) from outbox where published_at is null", 0)
}

func (l *ledger) awaitCount(sql string, want int) {
	l.t.Helper()
	got := -1
	for deadline := time.Now().Add(maxWait); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if err := l.sql.QueryRow(l.t.Context(), sql).Scan(&got); err != nil {
			l.t.Fatal(err)
		}
		if got == want {
			return
		}
	}
	l.t.Fatalf("%s: %d, want %d", sql, got, want)
}

// awaitLetter waits for the only dead letter.
func (l *ledger) awaitLetter() (letter nats.DeadLetter) {
	l.t.Helper()
	eventually(l.t, "there is one dead letter", func() bool {
		count := 0
		for next, err := range l.queue.DeadLetters(l.t.Context()) {
			if err != nil {
				return false
			}
			letter, count = next, count+1
		}
		return count == 1
	})
	return letter
}

// consume does the jobs of a kind and sends their data.
func (l *ledger) consume(kind string, handle func(nats.Message) error) {
	l.run(func(ctx context.Context) error {
		return l.queue.Consume(ctx, nats.Consumer{
			Kind: kind, Concurrency: 2,
			Handle: func(_ context.Context, message nats.Message) error { return handle(message) },
			Dead:   func(context.Context, nats.Message, error) error { return nil },
		})
	})
}

func await[T any](t *testing.T, from <-chan T) (got T) {
	t.Helper()
	select {
	case got = <-from:
	case <-time.After(maxWait):
		t.Fatal("nothing came")
	}
	return got
}

func TestWipedJetStreamLosesNoJob(t *testing.T) {
	t.Parallel()
	l := openLedger(t)
	l.run(l.wiring.schedule)
	started, finish := make(chan string, 10), make(chan struct{})
	l.consume("slow", func(message nats.Message) error {
		started <- string(message.Data)
		<-finish
		return nil
	})
	l.add("slow", `{"n": 0}`)
	await(t, started) // one is running
	for n := range 5 {
		l.add("later", fmt.Sprintf(`{"n": %d}`, n)) // five are waiting
	}
	for _, stream := range []string{"JOBS", "DEAD"} {
		if err := l.js.DeleteStream(t.Context(), stream); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan string, 20)
	l.consume("later", func(message nats.Message) error { done <- string(message.Data); return nil })
	seen := map[string]bool{}
	for len(seen) < 5 {
		data := await(t, done)
		if seen[data] {
			t.Errorf("%s was done twice", data)
		}
		seen[data] = true
	}
	close(finish)
	l.awaitCount("select count(*) from outbox", 0)
	if len(started) > 0 {
		t.Error("the running job was started twice")
	}
	eventually(t, "the tick is scheduled again", func() bool {
		jobs, err := l.js.Stream(t.Context(), "JOBS")
		if err != nil {
			return false
		}
		_, err = jobs.GetLastMsgForSubject(t.Context(), "jobs.schedule.tick")
		return err == nil
	})
}

// A restored copy of the stream has the same identity, but not all of its messages.
func TestJobMissingFromItsStreamIsPublishedAgain(t *testing.T) {
	t.Parallel()
	l := openLedger(t)
	l.add("later", `{}`)
	jobs, err := l.js.Stream(t.Context(), "JOBS")
	if err != nil {
		t.Fatal(err)
	}
	if err := jobs.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := l.sql.Exec(t.Context(), "update outbox set checked_at = now() - interval '1 minute'"); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{}, 2)
	l.consume("later", func(nats.Message) error { done <- struct{}{}; return nil })
	await(t, done)
	l.awaitCount("select count(*) from outbox", 0)
}

func TestJobSurvivesTwelveKillsOfItsWorker(t *testing.T) {
	t.Parallel()
	l := openLedger(t)
	l.add("poison", `{}`)
	for range 12 {
		worker, lines := l.startWorker("hang")
		if !lines.Scan() || lines.Text() != "working" {
			t.Fatalf("a worker says %q", lines.Text())
		}
		_ = worker.Process.Kill()
		_ = worker.Wait()
		l.expire()
	}
	attempts := make(chan int, 2)
	l.consume("poison", func(message nats.Message) error { attempts <- message.Attempt; return nil })
	if attempt := await(t, attempts); attempt != 1 {
		t.Errorf("twelve deaths of processes cost %d attempts", attempt-1)
	}
	l.awaitCount("select count(*) from outbox", 0)
}

func TestJobThatCrashesItsProcessIsQuarantinedAndGivenBack(t *testing.T) {
	t.Parallel()
	l := openLedger(t)
	l.add("poison", `{}`)
	said := ""
	for crashes := 0; !strings.HasPrefix(said, "given up"); crashes++ {
		if crashes > maxWorkerCrashes {
			t.Fatalf("the job crashed %d processes", crashes)
		}
		worker, lines := l.startWorker("crash")
		if !lines.Scan() {
			t.Fatal("a worker says nothing")
		}
		said = lines.Text()
		if said == "working" {
			_ = worker.Wait()
		}
	}
	if want := "given up: it crashed its process 3 times: panic: the file is poisoned"; said != want {
		t.Errorf("got %q, want %q", said, want)
	}
	l.awaitCount("select count(*) from outbox where given_up_at is not null and reason like '%poisoned%'", 1)
	l.awaitLetter() // the worker stores it after the row
	// the letter is stored again after the queue has lost it
	if err := l.js.DeleteStream(t.Context(), "DEAD"); err != nil {
		t.Fatal(err)
	}
	l.run(l.wiring.keepDeadLetters)
	letter := l.awaitLetter()
	if !strings.Contains(letter.Reason, "poisoned") {
		t.Errorf("%+v", letter)
	}
	if err := l.queue.Replay(t.Context(), letter.Sequence); err != nil {
		t.Fatal(err)
	}
	attempts := make(chan int, 2)
	l.consume("poison", func(message nats.Message) error { attempts <- message.Attempt; return nil })
	await(t, attempts)
	l.awaitCount("select count(*) from outbox", 0)
}

// maxWorkerCrashes is how many processes a job may crash before it is given up.
const maxWorkerCrashes = 3
