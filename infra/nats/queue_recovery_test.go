package nats_test

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"upslope"
	"upslope/infra/nats"
)

func TestJobThatKillsItsWorkersIsGivenUpWithItsReason(t *testing.T) {
	t.Parallel()
	conn := connect(t, t.TempDir())
	queue := newQueue(t, conn)
	publish(t, queue, "import", "a")
	told := make(chan struct{}, 1)
	var attempts atomic.Int32
	for given := false; !given; { // workers take the job and die
		taken := make(chan struct{}, 1)
		stop := consume(t, queue, nats.Consumer{
			Kind: "import",
			Handle: func(ctx context.Context, _ nats.Message) error {
				attempts.Add(1)
				taken <- struct{}{}
				<-ctx.Done()
				return ctx.Err()
			},
			Dead: func(_ context.Context, message nats.Message, err error) error {
				if message.ID != "a" || upslope.CodeOf(err) != upslope.Internal {
					t.Errorf("told of %+v: %v", message, err)
				}
				told <- struct{}{}
				return nil
			},
		})
		select {
		case <-taken:
		case <-told:
			given = true
			eventually(t, 5*time.Second, func() bool { return left(t, conn, "JOBS") == 0 })
		case <-time.After(30 * time.Second):
			t.Fatal("the job is neither given to a worker nor given up")
		}
		stop()
	}
	if n := attempts.Load(); n > 8 {
		t.Errorf("it was tried %d times", n)
	}
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	dead, err := js.Stream(t.Context(), "DEAD")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := dead.GetLastMsgForSubject(t.Context(), "dead.import.a")
	if err != nil {
		t.Fatal(err)
	}
	if string(kept.Data) != "data of a" || kept.Header.Get("Reason") == "" {
		t.Errorf("kept %s with %v", kept.Data, kept.Header)
	}
}

func TestJobOfAStoppedConsumerIsTakenOverAtOnce(t *testing.T) {
	queue := newQueue(t, connect(t, t.TempDir()))
	taken := make(chan struct{}, 1)
	stop := consume(t, queue, nats.Consumer{Kind: "import", Handle: func(ctx context.Context, _ nats.Message) error {
		taken <- struct{}{}
		<-ctx.Done()
		return ctx.Err()
	}})
	publish(t, queue, "import", "a")
	receive(t, taken)
	again := make(chan int, 1)
	began := time.Now()
	stop()
	consume(t, queue, nats.Consumer{Kind: "import", Handle: func(_ context.Context, message nats.Message) error {
		again <- message.Attempt
		return nil
	}})
	// it would be redelivered after 6
	if attempt := receive(t, again); attempt < 2 || time.Since(began) > 5*time.Second {
		t.Errorf("attempt %d came after %v", attempt, time.Since(began))
	}
}

func TestLongJobStaysWithItsWorker(t *testing.T) {
	t.Parallel()
	const ackWait = 1500 * time.Millisecond
	conn := connect(t, t.TempDir())
	queue := newQueue(t, conn)
	queue.SetAckWait(ackWait)
	var attempts atomic.Int32
	consume(t, queue, nats.Consumer{Kind: "import", Concurrency: 2, Handle: func(context.Context, nats.Message) error {
		attempts.Add(1)
		time.Sleep(ackWait * 3 / 2) // a silent worker would have lost it
		return nil
	}})
	publish(t, queue, "import", "a")
	eventually(t, 20*time.Second, func() bool { return attempts.Load() > 0 && left(t, conn, "JOBS") == 0 })
	if n := attempts.Load(); n != 1 {
		t.Errorf("it was given to %d workers", n)
	}
}

func TestJobOfAKilledProcessIsResumedWithinTenSeconds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	worker := exec.Command(os.Args[0])
	worker.Env = append(os.Environ(), workerFolder+"="+dir)
	out, err := worker.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	said := make([]byte, 200)
	if n, _ := out.Read(said); !strings.HasPrefix(string(said[:n]), "working") {
		t.Fatalf("the worker says %s", said[:n])
	}
	time.Sleep(time.Second) // until the server has stored the delivery state
	if err := worker.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = worker.Wait()
	began := time.Now()
	again := make(chan nats.Message, 1)
	consume(t, newQueue(t, connect(t, dir)), nats.Consumer{Kind: "import", Handle: func(_ context.Context, message nats.Message) error {
		again <- message
		return nil
	}})
	select {
	case message := <-again:
		t.Logf("it took %v", time.Since(began))
		if message.ID != "a" || string(message.Data) != "data" || message.Attempt != 2 {
			t.Errorf("got %+v", message)
		}
	case <-time.After(10 * time.Second):
		t.Error("the job is not resumed")
	}
}

func TestMissingServerRefusesAJobInsteadOfHanging(t *testing.T) {
	conn, err := nats.Connect("nats://127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	began := time.Now()
	err = newQueue(t, conn).Publish(t.Context(), "import", "a", nil)
	if upslope.CodeOf(err) != upslope.Unavailable || time.Since(began) > 7*time.Second {
		t.Errorf("got %v after %v", err, time.Since(began))
	}
}
