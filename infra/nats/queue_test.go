package nats_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"upslope"
	embedded "upslope/infra/embedded/nats"
	"upslope/infra/nats"
)

// workerFolder makes the test binary start a server, take a job from it and never finish.
const workerFolder = "UPSLOPE_TEST_WORKER_FOLDER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(workerFolder); dir != "" {
		if err := hang(dir); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

func hang(dir string) error {
	server, err := embedded.Start(context.Background(), embedded.Config{Dir: dir})
	if err != nil {
		return err
	}
	conn, err := server.Connect()
	if err != nil {
		return err
	}
	queue, err := nats.NewQueue(conn)
	if err != nil {
		return err
	}
	if err := queue.Publish(context.Background(), "import", "a", []byte("data")); err != nil {
		return err
	}
	return queue.Consume(context.Background(), nats.Consumer{Kind: "import", Concurrency: 1, Handle: func(context.Context, nats.Message) error {
		fmt.Println("working")
		select {}
	}})
}

func connect(t *testing.T, dir string) *natsgo.Conn {
	t.Helper()
	server, err := embedded.Start(t.Context(), embedded.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	conn, err := server.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

func newQueue(t *testing.T, conn *natsgo.Conn) *nats.Queue {
	t.Helper()
	queue, err := nats.NewQueue(conn)
	if err != nil {
		t.Fatal(err)
	}
	return queue
}

// consume processes jobs until stop is called or the test ends.
func consume(t *testing.T, queue *nats.Queue, c nats.Consumer) (stop func()) {
	t.Helper()
	if c.Concurrency == 0 {
		c.Concurrency = 1
	}
	if c.Dead == nil {
		c.Dead = func(_ context.Context, message nats.Message, err error) error {
			t.Errorf("job %s was given up: %v", message.ID, err)
			return nil
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := queue.Consume(ctx, c); !errors.Is(err, context.Canceled) {
			t.Errorf("Consume returned %v", err)
		}
	}()
	stop = sync.OnceFunc(func() { cancel(); <-done })
	t.Cleanup(stop)
	return stop
}

func publish(t *testing.T, queue *nats.Queue, kind, id string) {
	t.Helper()
	if err := queue.Publish(t.Context(), kind, id, []byte("data of "+id)); err != nil {
		t.Fatal(err)
	}
}

func eventually(t *testing.T, within time.Duration, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(within); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it did not come to hold within %v", within)
		}
	}
}

// receive waits for a value from a worker.
func receive[T any](t *testing.T, from <-chan T) (said T) {
	t.Helper()
	select {
	case said = <-from:
	case <-time.After(30 * time.Second):
		t.Fatal("a worker never did what it should")
	}
	return said
}

// left returns how many jobs are not done.
func left(t *testing.T, conn *natsgo.Conn, stream string) uint64 {
	t.Helper()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	found, err := js.Stream(t.Context(), stream)
	if err != nil {
		t.Fatal(err)
	}
	return found.CachedInfo().State.Msgs
}

func TestEachJobIsDoneOnceByTheConsumerOfItsKind(t *testing.T) {
	conn := connect(t, t.TempDir())
	queue := newQueue(t, conn)
	var mu sync.Mutex
	done := map[string][]string{}
	for _, kind := range []string{"import", "recompute"} {
		consume(t, queue, nats.Consumer{Kind: kind, Concurrency: 3, Handle: func(_ context.Context, message nats.Message) error {
			mu.Lock()
			defer mu.Unlock()
			if want := "data of " + message.ID; string(message.Data) != want || message.Attempt != 1 {
				t.Errorf("got %+v", message)
			}
			done[kind] = append(done[kind], message.ID)
			return nil
		}})
	}
	var want []string
	for n := range 20 {
		id := fmt.Sprintf("%02d", n)
		want = append(want, id)
		publish(t, queue, "import", id)
		publish(t, queue, "recompute", id)
	}
	eventually(t, 10*time.Second, func() bool { return left(t, conn, "JOBS") == 0 })
	for kind, ids := range done {
		if slices.Sort(ids); !slices.Equal(ids, want) {
			t.Errorf("%s did %v", kind, ids)
		}
	}
}

func TestSameIDIsQueuedOnce(t *testing.T) {
	conn := connect(t, t.TempDir())
	queue := newQueue(t, conn)
	for range 3 {
		publish(t, queue, "import", "same")
	}
	if n := left(t, conn, "JOBS"); n != 1 {
		t.Errorf("%d jobs are queued", n)
	}
}

func TestFailedJobIsTriedAgain(t *testing.T) {
	t.Parallel()
	queue := newQueue(t, connect(t, t.TempDir()))
	attempts := make(chan int, 10)
	consume(t, queue, nats.Consumer{Kind: "import", Handle: func(_ context.Context, message nats.Message) error {
		attempts <- message.Attempt
		switch message.Attempt {
		case 1:
			return errors.New("a passing fault")
		case 2:
			panic("a mistake")
		}
		return nil
	}})
	publish(t, queue, "import", "a")
	for want := 1; want <= 3; want++ {
		if got := receive(t, attempts); got != want {
			t.Errorf("got attempt %d, want %d", got, want)
		}
	}
}

func TestOutageCostsNoAttempt(t *testing.T) {
	t.Parallel()
	queue := newQueue(t, connect(t, t.TempDir()))
	attempts := make(chan int, 10)
	calls := 0
	consume(t, queue, nats.Consumer{Kind: "import", Handle: func(_ context.Context, message nats.Message) error {
		attempts <- message.Attempt
		if calls++; calls < 3 {
			return upslope.Errorf(upslope.Unavailable, "The database is away.")
		}
		return nil
	}})
	publish(t, queue, "import", "a")
	for range 3 {
		if got := receive(t, attempts); got != 1 {
			t.Errorf("got attempt %d, want the first still", got)
		}
	}
}

func TestFinalErrorIsNotRetriedAndReachesDead(t *testing.T) {
	conn := connect(t, t.TempDir())
	queue := newQueue(t, conn)
	var attempts atomic.Int32
	dead := make(chan error, 1)
	consume(t, queue, nats.Consumer{
		Kind: "import",
		Handle: func(context.Context, nats.Message) error {
			attempts.Add(1)
			return fmt.Errorf("import: %w", upslope.Errorf(upslope.Unprocessable, "This is not a CSV file."))
		},
		Dead: func(_ context.Context, _ nats.Message, err error) error { dead <- err; return nil },
	})
	publish(t, queue, "import", "a")
	if err := receive(t, dead); upslope.CodeOf(err) != upslope.Unprocessable {
		t.Errorf("got %v", err)
	}
	eventually(t, 5*time.Second, func() bool { return left(t, conn, "JOBS") == 0 })
	if n := attempts.Load(); n != 1 {
		t.Errorf("it was tried %d times", n)
	}
	if n := left(t, conn, "DEAD"); n != 0 {
		t.Error("the user's mistake is shown to those who run the servers")
	}
}
