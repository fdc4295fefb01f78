package nats_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	embedded "upslope/infra/embedded/nats"
	"upslope/infra/nats"
)

func every(t *testing.T, queue *nats.Queue, kind, schedule string) {
	t.Helper()
	if err := queue.Every(t.Context(), kind, schedule); err != nil {
		t.Fatal(err)
	}
}

// counted processes the jobs of a kind and counts them.
func counted(t *testing.T, queue *nats.Queue, kind string) *atomic.Int32 {
	t.Helper()
	var done atomic.Int32
	consume(t, queue, nats.Consumer{Kind: kind, Handle: func(_ context.Context, message nats.Message) error {
		if string(message.Data) != "{}" {
			t.Errorf("it says %s", message.Data)
		}
		done.Add(1)
		return nil
	}})
	return &done
}

func TestScheduleAddsOneJobAtATimeHoweverManyDeclareIt(t *testing.T) {
	t.Parallel()
	conn := connect(t, t.TempDir())
	one, two := newQueue(t, conn), newQueue(t, conn)
	for range 3 {
		every(t, one, "tick", "* * * * * *")
		every(t, two, "tick", "* * * * * *")
	}
	ones, twos := counted(t, one, "tick"), counted(t, two, "tick")
	eventually(t, 10*time.Second, func() bool { return ones.Load()+twos.Load() > 0 })
	began, before := time.Now(), ones.Load()+twos.Load()
	came := func() int32 { return ones.Load() + twos.Load() - before }
	eventually(t, 30*time.Second, func() bool { return came() >= 4 })
	// A tick of the earlier schedule may arrive late.
	if n, most := came(), int32(time.Since(began)/time.Second)+2; n > most {
		t.Errorf("%d came in %v", n, time.Since(began))
	}
}

func TestTicksThatNobodyTookDoNotPileUp(t *testing.T) {
	t.Parallel()
	conn := connect(t, t.TempDir())
	queue := newQueue(t, conn)
	every(t, queue, "tick", "@every 1s")
	// the schedule and a tick
	eventually(t, 10*time.Second, func() bool { return left(t, conn, "JOBS") == 2 })
	first := lastSequence(t, conn)
	eventually(t, 10*time.Second, func() bool { return lastSequence(t, conn) >= first+2 }) // two more ticks
	if n := left(t, conn, "JOBS"); n != 2 {
		t.Errorf("%d messages, want the schedule and one tick", n)
	}
}

func lastSequence(t *testing.T, conn *natsgo.Conn) uint64 {
	t.Helper()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := js.Stream(t.Context(), "JOBS")
	if err != nil {
		t.Fatal(err)
	}
	return jobs.CachedInfo().State.LastSeq
}

// The next tick replaces a job in progress, which must not disturb its worker.
func TestWorkerSlowerThanItsScheduleIsNotDisturbed(t *testing.T) {
	t.Parallel()
	queue := newQueue(t, connect(t, t.TempDir()))
	var now, done atomic.Int32
	consume(t, queue, nats.Consumer{Kind: "tick", Concurrency: 1, Handle: func(context.Context, nats.Message) error {
		if now.Add(1) > 1 {
			t.Error("two at once in one worker")
		}
		time.Sleep(2500 * time.Millisecond)
		now.Add(-1)
		done.Add(1)
		return nil
	}})
	every(t, queue, "tick", "@every 1s")
	began := time.Now()
	eventually(t, 20*time.Second, func() bool { return done.Load() == 2 })
	if took := time.Since(began); took > 9*time.Second {
		t.Errorf("two ticks of 2.5 s took %v", took)
	}
}

func TestScheduleOutlivesTheServerAndCanBeChanged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server, err := embedded.Start(t.Context(), embedded.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := server.Connect()
	if err != nil {
		t.Fatal(err)
	}
	every(t, newQueue(t, conn), "tick", "@every 1h")
	every(t, newQueue(t, conn), "tick", "@every 1s")
	conn.Close()
	server.Stop()
	done := counted(t, newQueue(t, connect(t, dir)), "tick")
	eventually(t, 10*time.Second, func() bool { return done.Load() >= 2 })
}

func TestStreamOfAnEarlierVersionLearnsSchedules(t *testing.T) {
	t.Parallel()
	conn := connect(t, t.TempDir())
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{
		Name: "JOBS", Subjects: []string{"jobs.>"}, Retention: jetstream.WorkQueuePolicy, MaxMsgs: 1234,
	}); err != nil {
		t.Fatal(err)
	}
	queue := newQueue(t, conn)
	publish(t, queue, "import", "a")
	every(t, queue, "tick", "@every 1s")
	done := counted(t, queue, "tick")
	eventually(t, 10*time.Second, func() bool { return done.Load() > 0 })
	stream, err := js.Stream(t.Context(), "JOBS")
	if err != nil {
		t.Fatal(err)
	}
	if info := stream.CachedInfo(); info.Config.MaxMsgs != 1234 || info.State.Msgs < 2 {
		t.Errorf("its limits or jobs were lost: %+v", info)
	}
}
