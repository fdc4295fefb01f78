package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"time"

	"upslope/infra/nats"
	"upslope/infra/postgres"
)

// asWorker makes the test binary a worker process. Its value is hang or crash: what it does with each job.
const asWorker = "UPSLOPE_TEST_IS_WORKER"

// runWorker is the main of that process: `DATABASE_URL NATS_URL DATA_DIR`.
func runWorker(how string, args []string) error {
	ctx := context.Background()
	log := slog.New(slog.DiscardHandler)
	records, err := postgres.Open(ctx, args[0])
	if err != nil {
		return err
	}
	conn, err := nats.Connect(args[1])
	if err != nil {
		return err
	}
	queue, err := nats.NewQueue(conn)
	if err != nil {
		return err
	}
	worker, err := watchCrashes(ctx, args[2], records, log)
	if err != nil {
		return err
	}
	queue.UseLedger(records, worker.name)
	queue.SetAckWait(time.Second)
	return queue.Consume(ctx, nats.Consumer{
		Kind: "poison", Concurrency: 1,
		Handle: func(context.Context, nats.Message) error {
			fmt.Println("working")
			if how == "crash" {
				go panic("the file is poisoned")
			}
			select {}
		},
		Dead: func(_ context.Context, _ nats.Message, cause error) error {
			fmt.Println("given up:", cause)
			return nil
		},
	})
}

// startWorker runs a worker process; lines are what it prints.
func (l *ledger) startWorker(how string) (worker *exec.Cmd, lines *bufio.Scanner) {
	l.t.Helper()
	worker = exec.Command(os.Args[0], l.address...)
	worker.Env = append(os.Environ(), asWorker+"="+how)
	worker.Stderr = io.Discard
	out, err := worker.StdoutPipe()
	if err != nil {
		l.t.Fatal(err)
	}
	if err := worker.Start(); err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(func() { _ = worker.Process.Kill(); _ = worker.Wait() })
	return worker, bufio.NewScanner(out)
}

// expire ends the leases of dead processes early: they may last a second.
func (l *ledger) expire() {
	l.t.Helper()
	if _, err := l.sql.Exec(l.t.Context(), "update outbox set lease_until = now() where lease is not null"); err != nil {
		l.t.Fatal(err)
	}
}
