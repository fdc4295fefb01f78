package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	embeddedclickhouse "upslope/infra/embedded/clickhouse"
	"upslope/infra/postgres/postgrestest"
)

// asProgram makes the test binary the program, so that tests can run it as a process.
const asProgram = "UPSLOPE_TEST_IS_PROGRAM"

func TestMain(m *testing.M) {
	if embeddedclickhouse.IsChild(os.Args) || os.Getenv(asProgram) != "" {
		main()
		return
	}
	if port := os.Getenv(asNATS); port != "" {
		if err := serveNATS(port, os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if how := os.Getenv(asWorker); how != "" {
		if err := runWorker(how, os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if asked := os.Getenv(asLoad); asked != "" {
		if err := makeLoad(asked, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	code := postgrestest.Main(m)
	suite.end()
	os.Exit(code)
}

// program is a running upslope, usually `upslope dev`.
type program struct {
	t       testing.TB
	command *exec.Cmd
	url     string
	data    string
	stderr  *output
	tag     string // distinguishes the e-mail addresses of tests on a shared program
	calls   int    // number of requests in a walk over the contract
	ready   chan struct{}
	exited  chan struct{}
}

// withoutBrowser is the default of programs: starting a browser takes longer than most tests. withBrowser is
// for those that print.
const withoutBrowser = "CHROME_PATH=none"

func withBrowser() string { return "CHROME_PATH=" + os.Getenv("CHROME_PATH") }

// output collects a program's output, readable while it runs.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(text)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// start runs `upslope dev` on a data folder and waits until it is ready. A new folder gets migrated
// databases.
func start(t testing.TB, data string, settings ...string) *program {
	t.Helper()
	if err := suite.prepare(data); err != nil {
		t.Fatal(err)
	}
	return launch(t, "dev", data, settings...).awaitReady()
}

// launch starts a serving command.
func launch(t testing.TB, command, data string, settings ...string) *program {
	t.Helper()
	p, err := execute(command, data, settings...)
	if err != nil {
		t.Fatal(err)
	}
	p.t = t
	t.Cleanup(p.stop)
	return p
}

// execute starts a serving command that outlives the test.
func execute(command, data string, settings ...string) (*program, error) {
	addr, err := findAddress()
	if err != nil {
		return nil, err
	}
	p := &program{url: "http://" + addr, data: data, stderr: &output{}, ready: make(chan struct{}), exited: make(chan struct{})}
	p.command = exec.Command(os.Args[0], command)
	p.command.Env = append(os.Environ(), append([]string{asProgram + "=1", "ADDR=" + addr, "DATA_DIR=" + data, withoutBrowser}, settings...)...)
	p.command.Stderr = p.stderr
	stdout, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	go func() {
		for lines := bufio.NewScanner(stdout); lines.Scan(); {
			if strings.HasPrefix(lines.Text(), "Upslope is ready at "+p.url) {
				close(p.ready)
			}
		}
		_ = p.command.Wait()
		close(p.exited)
	}()
	return p, nil
}

// findAddress has tried this many ports from beginAt, which differs between concurrent test binaries.
var (
	tried   atomic.Int64
	beginAt = rand.Int64N(lastPort - firstPort)
)

// Below the ephemeral port range: an outgoing connection could take a port before its program does.
const firstPort, lastPort = 15_000, 32_000

// findAddress returns a free address, and none twice.
func findAddress() (string, error) {
	for range lastPort - firstPort {
		address := fmt.Sprintf("127.0.0.1:%d", firstPort+(beginAt+tried.Add(1))%(lastPort-firstPort))
		if listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", address); err == nil {
			return address, listener.Close()
		}
	}
	return "", errors.New("no port is free")
}

func freeAddress(t testing.TB) string {
	t.Helper()
	address, err := findAddress()
	if err != nil {
		t.Fatal(err)
	}
	return address
}

func (p *program) awaitReady() *program {
	p.t.Helper()
	if err := p.waitUntilReady(); err != nil {
		p.t.Fatal(err)
	}
	return p
}

func (p *program) waitUntilReady() error {
	select {
	case <-p.ready:
		return nil
	case <-p.exited:
		return fmt.Errorf("it ended before it was ready:\n%s", p.stderr)
	case <-time.After(maxWait):
		return fmt.Errorf("it is not ready after %s:\n%s", maxWait, p.stderr)
	}
}

// stop sends SIGINT, like Ctrl-C.
func (p *program) stop() {
	if err := p.interrupt(); err != nil {
		p.t.Error(err)
	}
}

func (p *program) interrupt() error {
	_ = p.command.Process.Signal(os.Interrupt)
	select {
	case <-p.exited:
		return nil
	case <-time.After(maxWait):
		p.kill()
		return fmt.Errorf("it does not stop:\n%s", p.stderr)
	}
}

// kill sends SIGKILL.
func (p *program) kill() {
	_ = p.command.Process.Kill()
	<-p.exited
}

// children returns the program's child processes by the first word of their name.
func (p *program) children(kind string) []int { return childrenOf(p.t, p.command.Process.Pid, kind) }

func childrenOf(t testing.TB, parent int, kind string) []int {
	t.Helper()
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", parent))
	if err != nil {
		t.Fatal(err)
	}
	var found []int
	for _, task := range tasks {
		list, err := os.ReadFile(task)
		if err != nil {
			continue // the thread has ended
		}
		for word := range strings.FieldsSeq(string(list)) {
			pid, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
			if err == nil && strings.Contains(string(line), kind) {
				found = append(found, pid)
			}
		}
	}
	return found
}

// killChild sends SIGKILL to the child whose command line contains the word.
func (p *program) killChild(kind string) {
	p.t.Helper()
	pids := p.children(kind)
	if len(pids) == 0 {
		p.t.Fatalf("there is no %s to kill", kind)
	}
	for _, pid := range pids {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			p.t.Fatal(err)
		}
	}
}

// maxWait is how long tests wait for anything: many times what it takes on a machine with two cores.
const maxWait = 5 * time.Minute
