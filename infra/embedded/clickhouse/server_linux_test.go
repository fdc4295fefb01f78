package clickhouse

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// parentArgument makes the test binary start an engine, report its address and wait to be killed.
const parentArgument = "parent-to-kill"

func TestMain(m *testing.M) {
	switch {
	case IsChild(os.Args):
		os.Exit(RunChild())
	case len(os.Args) > 2 && os.Args[1] == parentArgument:
		server, err := Start(context.Background(), Config{Dir: os.Args[2]})
		fmt.Println(err)
		fmt.Println(server.PID())
		fmt.Println(server.private)
		time.Sleep(time.Hour)
	}
	os.Exit(m.Run())
}

func start(t *testing.T, config Config) *Server {
	t.Helper()
	server, err := Start(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := server.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
	return server
}

// ask sends one request to the engine's socket and returns its status and body.
func ask(t *testing.T, server *Server, query url.Values, body string, change ...func(*http.Request)) (int, string) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", server.order.Socket)
	}}}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://engine/?"+query.Encode(), strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.SetBasicAuth("default", server.order.Token)
	for _, c := range change {
		c(request)
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, strings.TrimSpace(string(text))
}

func TestTheEngineIsPrivateAndTakesOnlyItsToken(t *testing.T) {
	server := start(t, Config{Dir: t.TempDir()})
	for path, want := range map[string]os.FileMode{server.order.Socket: 0o600, server.private: 0o700, filepath.Join(server.order.Dir, "data"): 0o700} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm()&^want != 0 {
			t.Errorf("%s: mode %v, %v, want %v", path, info.Mode(), err, want)
		}
	}
	if status, body := ask(t, server, nil, "SELECT 1"); status != http.StatusOK || body != "1" {
		t.Errorf("with the token: %d %s", status, body)
	}
	for _, password := range []string{"", "wrong"} {
		status, body := ask(t, server, nil, "SELECT 1", func(r *http.Request) { r.SetBasicAuth("default", password) })
		if status != http.StatusForbidden || !strings.Contains(body, "Code: 516.") {
			t.Errorf("password %q: %d %s", password, status, body)
		}
	}
}

func TestUnsupportedRequestsAreRefused(t *testing.T) {
	server := start(t, Config{Dir: t.TempDir()})
	for name, header := range map[string][2]string{
		"external tables":   {"Content-Type", "multipart/form-data; boundary=x"},
		"compressed bodies": {"Content-Encoding", "gzip"},
	} {
		status, body := ask(t, server, nil, "SELECT 1", func(r *http.Request) { r.Header.Set(header[0], header[1]) })
		if status != http.StatusNotImplemented || !strings.Contains(body, "Code: 48.") {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
}

func TestInterruptedInsertLeavesNoRows(t *testing.T) {
	server := start(t, Config{Dir: t.TempDir()})
	ask(t, server, nil, "CREATE DATABASE d")
	ask(t, server, nil, "CREATE TABLE d.t (n UInt64) ENGINE = MergeTree ORDER BY n")
	conn, err := net.Dial("unix", server.order.Socket)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(http.MethodPost, "http://engine/?query="+url.QueryEscape("INSERT INTO d.t FORMAT TSV"), nil)
	if err != nil {
		t.Fatal(err)
	}
	request.SetBasicAuth("default", server.order.Token)
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: engine\r\nAuthorization: %s\r\nTransfer-Encoding: chunked\r\n\r\n", request.URL.RequestURI(), request.Header.Get("Authorization"))
	rows := strings.Repeat("1\n2\n3\n", 100_000)
	fmt.Fprintf(conn, "%x\r\n%s\r\n", len(rows), rows)
	conn.Close() // before the last chunk

	insert := url.Values{"query": {"INSERT INTO d.t FORMAT TSV"}}
	if status, body := ask(t, server, insert, "7\n"); status != http.StatusOK {
		t.Fatalf("a whole insert: %d %s", status, body)
	}
	if _, body := ask(t, server, nil, "SELECT count() FROM d.t"); body != "1" {
		t.Errorf("the table has %s rows, want the one of the whole insert", body)
	}
}

func TestEngineExitsWithItsKilledParentAndTheNextOneStarts(t *testing.T) {
	dir := t.TempDir()
	parent := exec.Command("/proc/self/exe", parentArgument, dir)
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	var told []string
	for len(told) < 3 && lines.Scan() {
		told = append(told, lines.Text())
	}
	if err := lines.Err(); err != nil || len(told) < 3 || told[0] != "<nil>" {
		t.Fatalf("the parent says %q, %v", told, err)
	}
	pid, err := strconv.Atoi(told[1])
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait()

	start(t, Config{Dir: dir}) // while the old one may still be shutting down
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		_, folder := os.Stat(told[2])
		if process := syscall.Kill(pid, 0); errors.Is(process, syscall.ESRCH) && errors.Is(folder, os.ErrNotExist) {
			break
		} else if time.Now().After(deadline) {
			t.Fatalf("process %d: %v; its folder: %v", pid, process, folder)
		}
	}
}

func TestAFolderHasOneEngine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	start(t, Config{Dir: dir})
	_, err := Start(t.Context(), Config{Dir: dir})
	if err == nil || !strings.Contains(err.Error(), "already uses "+dir) {
		t.Errorf("got %v, want that the folder is in use", err)
	}
}

func TestStuckEngineIsRestarted(t *testing.T) {
	t.Parallel()
	server := start(t, Config{Dir: t.TempDir()})
	stuck := server.PID()
	if err := syscall.Kill(stuck, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); server.PID() == stuck; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the stuck engine is still the one")
		}
	}
	if _, body := ask(t, server, nil, "SELECT 1"); body != "1" {
		t.Errorf("the new one answers %q", body)
	}
}

func TestStopLeavesNothingBehind(t *testing.T) {
	server, err := Start(t.Context(), Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	pid := server.PID()
	if group, err := syscall.Getpgid(pid); err != nil || group != pid {
		t.Errorf("the engine is in process group %d, %v; Ctrl-C would reach it before its parent is done", group, err)
	}
	for range 2 {
		if err := server.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("process %d: %v, want that it has gone", pid, err)
	}
	if _, err := os.Stat(server.private); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its folder: %v", err)
	}
}

func TestAnEngineThatCannotStartSaysWhy(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		rule   string
		ctx    context.Context
		config Config
		want   string
	}{
		{"no library", t.Context(), Config{Dir: t.TempDir(), Library: "/nowhere/libchdb.so"}, "/nowhere/libchdb.so"},
		{"not the library", t.Context(), Config{Dir: t.TempDir(), Library: file}, file},
		{"a folder that is a file", t.Context(), Config{Dir: file}, "not a directory"},
		{"cancelled", cancelled, Config{Dir: t.TempDir()}, "canceled"},
	} {
		server, err := Start(c.ctx, c.config)
		if err == nil {
			t.Errorf("%s: it started as %d", c.rule, server.PID())
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want something about %q", c.rule, err, c.want)
		}
	}
}

func TestMissingLibraryErrorSaysHowToInstallIt(t *testing.T) {
	t.Chdir(t.TempDir()) // the test binary is in a temporary folder too
	_, err := findLibrary()
	if err == nil || !strings.Contains(err.Error(), "npm ci --ignore-scripts") || !strings.Contains(err.Error(), "CLICKHOUSE_URL") {
		t.Errorf("got %v, want what to do", err)
	}
}
