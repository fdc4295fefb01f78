package main

import (
	"net"
	"os"
	"os/exec"
	"strconv"
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

// run starts the server on its existing streams.
func (n *natsServer) run() {
	n.t.Helper()
	n.command = exec.Command(os.Args[0], n.dir)
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

// serveNATS is the main of that process.
func serveNATS(dir, port string) error {
	number, err := strconv.Atoi(port)
	if err != nil {
		return err
	}
	running, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: number, JetStream: true, StoreDir: dir, SyncAlways: true, NoSigs: true, NoLog: true})
	if err != nil {
		return err
	}
	running.Start()
	running.WaitForShutdown()
	return nil
}
