package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// asNATS makes the test binary a NATS server on that local port, for tests that kill only the server.
const asNATS = "UPSLOPE_TEST_IS_NATS"

// natsServer is a NATS server process with file storage.
type natsServer struct {
	t       testing.TB
	dir     string
	port    string
	member  []string // of a cluster: its name, its port for the others, and their addresses
	command *exec.Cmd
}

func startNATS(t testing.TB) *natsServer {
	t.Helper()
	_, port, err := net.SplitHostPort(freeAddress(t))
	if err != nil {
		t.Fatal(err)
	}
	n := &natsServer{t: t, dir: t.TempDir(), port: port}
	n.run()
	t.Cleanup(n.kill)
	return n
}

func (n *natsServer) url() string { return "nats://127.0.0.1:" + n.port }

// startNATSCluster starts servers that store each other's streams.
func startNATSCluster(t testing.TB, size int) (servers []*natsServer) {
	t.Helper()
	if size == 1 {
		return []*natsServer{startNATS(t)}
	}
	var routes []string
	for i := range size {
		_, port, err := net.SplitHostPort(freeAddress(t))
		if err != nil {
			t.Fatal(err)
		}
		_, own, err := net.SplitHostPort(freeAddress(t))
		if err != nil {
			t.Fatal(err)
		}
		routes = append(routes, "nats://127.0.0.1:"+own)
		servers = append(servers, &natsServer{t: t, dir: t.TempDir(), port: port, member: []string{fmt.Sprint("nats-", i+1), own}})
	}
	for _, n := range servers {
		n.member = append(n.member, strings.Join(routes, ","))
		n.run()
		t.Cleanup(n.kill)
	}
	return servers
}

// run starts the server on its existing streams.
func (n *natsServer) run() {
	n.t.Helper()
	n.command = exec.Command(os.Args[0], append([]string{n.dir}, n.member...)...)
	n.command.Env = append(os.Environ(), asNATS+"="+n.port)
	if err := n.command.Start(); err != nil {
		n.t.Fatal(err)
	}
	eventually(n.t, "NATS listens", func() bool {
		conn, err := net.DialTimeout("tcp", "127.0.0.1:"+n.port, time.Second)
		if err != nil {
			return false
		}
		return conn.Close() == nil
	})
}

// kill sends SIGKILL.
func (n *natsServer) kill() {
	_ = n.command.Process.Kill()
	_ = n.command.Wait()
}

// serveNATS is the main of that process: `DIR [NAME CLUSTER_PORT ROUTES]`.
func serveNATS(port string, args []string) error {
	number, err := strconv.Atoi(port)
	if err != nil {
		return err
	}
	options := &server.Options{Host: "127.0.0.1", Port: number, JetStream: true, StoreDir: args[0], SyncAlways: true, NoSigs: true, NoLog: true}
	if len(args) > 1 {
		options.ServerName = args[1]
		// Clients keep to the addresses they were given: the others are not on their side of the distance.
		options.Cluster = server.ClusterOpts{Name: "fleet", Host: "127.0.0.1", NoAdvertise: true}
		if options.Cluster.Port, err = strconv.Atoi(args[2]); err != nil {
			return err
		}
		options.Routes = server.RoutesFromStr(args[3])
	}
	running, err := server.NewServer(options)
	if err != nil {
		return err
	}
	running.Start()
	running.WaitForShutdown()
	return nil
}
