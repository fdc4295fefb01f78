package nats_test

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"upslope/infra/nats"
)

// cluster is three NATS servers, as in production.
type cluster struct {
	t       *testing.T
	options []*server.Options
	servers []*server.Server
}

func startCluster(t *testing.T) *cluster {
	t.Helper()
	c := &cluster{t: t}
	ports := freePorts(t, 3)
	for i := range 3 {
		var routes []*url.URL
		for _, port := range ports {
			routes = append(routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", port)})
		}
		c.options = append(c.options, &server.Options{
			ServerName: fmt.Sprintf("n%d", i), Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
			Cluster: server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: ports[i]}, Routes: routes,
		})
		c.servers = append(c.servers, nil)
		c.start(i)
	}
	t.Cleanup(func() {
		for _, running := range c.servers {
			running.Shutdown()
			running.WaitForShutdown()
		}
	})
	return c
}

// start starts a server on what it has stored.
func (c *cluster) start(i int) {
	c.t.Helper()
	running, err := server.NewServer(c.options[i])
	if err != nil {
		c.t.Fatal(err)
	}
	running.Start()
	c.options[i].Port = running.Addr().(*net.TCPAddr).Port
	c.servers[i] = running
}

// stop stops the server that leads a stream, and returns its number.
func (c *cluster) stop(leader string) int {
	c.t.Helper()
	i := slices.IndexFunc(c.options, func(o *server.Options) bool { return o.ServerName == leader })
	if i < 0 {
		c.t.Fatalf("no server is called %q", leader)
	}
	c.servers[i].Shutdown()
	c.servers[i].WaitForShutdown()
	return i
}

func (c *cluster) connect() *natsgo.Conn {
	c.t.Helper()
	var addresses []string
	for _, running := range c.servers {
		addresses = append(addresses, running.ClientURL())
	}
	conn, err := nats.Connect(strings.Join(addresses, ","))
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(conn.Close)
	return conn
}

func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = listener.Close() }()
		ports = append(ports, listener.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

func leaderOf(t *testing.T, conn *natsgo.Conn, name string) string {
	t.Helper()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return stream.CachedInfo().Cluster.Leader
}

// A cluster of three that stored jobs once, and is told to store them on three, loses a server without losing
// a job or its schedule.
func TestAClusterKeepsJobsAndSchedulesWhenAServerIsLost(t *testing.T) {
	t.Parallel()
	servers := startCluster(t)
	conn := servers.connect()
	queue := newQueue(t, conn)
	within := 60 * time.Second
	replication := func(wanted nats.Replication) func() bool {
		return func() bool {
			found, err := queue.Replication(t.Context())
			return err == nil && found == wanted
		}
	}
	eventually(t, within, replication(nats.Replication{Wanted: 1, Stored: 1, Current: 1}))
	publish(t, queue, "import", "before")
	queue.Replicate(3)
	var mu sync.Mutex
	done := map[string]int{}
	consume(t, queue, nats.Consumer{Kind: "import", Concurrency: 4, Handle: func(_ context.Context, message nats.Message) error {
		mu.Lock()
		defer mu.Unlock()
		done[message.ID]++
		return nil
	}})
	eventually(t, within, replication(nats.Replication{Wanted: 3, Stored: 3, Current: 3}))
	every(t, queue, "tick", "@every 1s")
	ticks := counted(t, queue, "tick")
	eventually(t, within, func() bool { return ticks.Load() > 0 })

	lost := servers.stop(leaderOf(t, conn, "JOBS"))
	var wanted []string
	for i := range 50 {
		id := fmt.Sprint("during ", i)
		wanted = append(wanted, id)
		eventually(t, within, func() bool { return queue.Publish(t.Context(), "import", id, []byte("data")) == nil })
	}
	eventually(t, within, replication(nats.Replication{Wanted: 3, Stored: 3, Current: 2}))
	before := ticks.Load()
	eventually(t, within, func() bool { return ticks.Load() > before })
	servers.start(lost)
	eventually(t, within, replication(nats.Replication{Wanted: 3, Stored: 3, Current: 3}))
	publish(t, queue, "import", "after")
	for _, id := range append(wanted, "before", "after") {
		eventually(t, within, func() bool { mu.Lock(); defer mu.Unlock(); return done[id] > 0 })
	}
	eventually(t, within, func() bool { return left(t, conn, "JOBS") <= 1 }) // the schedule stays
}
