package nats_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"upslope/infra/embedded/nats"
)

func start(t *testing.T, dir string) (*nats.Server, jetstream.JetStream) {
	t.Helper()
	server, err := nats.Start(t.Context(), nats.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	conn, err := server.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	stream, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return server, stream
}

func TestStreamsSurviveARestartInAPathWithSpaces(t *testing.T) {
	dir := t.TempDir() + "/with spaces"
	server, stream := start(t, dir)
	if _, err := stream.CreateStream(t.Context(), jetstream.StreamConfig{Name: "KEPT", Subjects: []string{"kept"}}); err != nil {
		t.Fatal(err)
	}
	for n := range 100 {
		if _, err := stream.Publish(t.Context(), "kept", fmt.Append(nil, n)); err != nil {
			t.Fatal(err)
		}
	}
	server.Stop()
	_, stream = start(t, dir)
	kept, err := stream.Stream(t.Context(), "KEPT")
	if err != nil {
		t.Fatal(err)
	}
	if n := kept.CachedInfo().State.Msgs; n != 100 {
		t.Errorf("%d messages are kept", n)
	}
}

func TestFolderInUseIsReported(t *testing.T) {
	dir := t.TempDir()
	start(t, dir)
	_, err := nats.Start(t.Context(), nats.Config{Dir: dir})
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("another upslope (process %d) already uses %s", os.Getpid(), dir)) {
		t.Errorf("got %v", err)
	}
}

func TestOtherProcessesOfTheUserReachItWhileItRuns(t *testing.T) {
	dir := t.TempDir() + strings.Repeat("/a path longer than that of a socket may be", 3)
	if conn, err := nats.Reach(dir); err == nil {
		conn.Close()
		t.Error("reached a server that was never started")
	}
	server, stream := start(t, dir)
	if _, err := stream.CreateStream(t.Context(), jetstream.StreamConfig{Name: "KEPT", Subjects: []string{"kept"}}); err != nil {
		t.Fatal(err)
	}
	conn, err := nats.Reach(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	same, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := same.Publish(t.Context(), "kept", make([]byte, 900_000)); err != nil {
		t.Error(err)
	}
	server.Stop()
	if conn, err := nats.Reach(dir); err == nil {
		conn.Close()
		t.Error("reached a server that was stopped")
	}
}

func BenchmarkPublish(b *testing.B) {
	for _, fast := range []bool{false, true} {
		b.Run(fmt.Sprintf("fast=%v", fast), func(b *testing.B) {
			server, err := nats.Start(b.Context(), nats.Config{Dir: b.TempDir(), Fast: fast})
			if err != nil {
				b.Fatal(err)
			}
			defer server.Stop()
			conn, err := server.Connect()
			if err != nil {
				b.Fatal(err)
			}
			defer conn.Close()
			stream, err := jetstream.New(conn)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := stream.CreateStream(b.Context(), jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}}); err != nil {
				b.Fatal(err)
			}
			data := make([]byte, 64<<10)
			b.SetBytes(int64(len(data)))
			began := time.Now()
			for b.Loop() {
				if _, err := stream.Publish(b.Context(), "s", data); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/time.Since(began).Seconds(), "messages/s")
		})
	}
}
