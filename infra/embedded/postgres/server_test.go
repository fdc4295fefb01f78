package postgres

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// starterFolder makes the test binary start a server in that folder, report it and wait to be killed.
const starterFolder = "UPSLOPE_TEST_STARTER_FOLDER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(starterFolder); dir != "" {
		if _, err := Start(context.Background(), Config{Dir: dir}); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println("started")
		select {}
	}
	os.Exit(m.Run())
}

func startServer(t *testing.T, dir string) *Server {
	t.Helper()
	server, err := Start(t.Context(), Config{Dir: dir, Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return server
}

// number runs a query of one number, and retries until the server responds.
func number(t *testing.T, server *Server, query string) int {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for {
		n, err := ask(t, server.URL(), query)
		if err == nil {
			return n
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func ask(t *testing.T, url, query string) (n int, err error) {
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		return 0, err
	}
	defer conn.Close(context.Background())
	err = conn.QueryRow(t.Context(), query).Scan(&n)
	return n, err
}

func exec1(t *testing.T, server *Server, query string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), server.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), query); err != nil {
		t.Fatal(err)
	}
}

func TestDataSurvivesARestartInAPrivatePathWithSpaces(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "only mine", "Upslope data")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	first, err := Start(t.Context(), Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	exec1(t, first, "create table kept as select 7 as n")
	if err := first.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left, err := marked(first.cluster.mark()); err != nil || len(left) > 0 {
		t.Errorf("after Stop processes %v are left (%v)", left, err)
	}
	if _, err := os.Stat(first.socket); !os.IsNotExist(err) {
		t.Errorf("after Stop the socket's folder is left (%v)", err)
	}
	second := startServer(t, dir)
	if n := number(t, second, "select n from kept"); n != 7 {
		t.Errorf("got %d, want 7", n)
	}
}

func TestServerIsPrivate(t *testing.T) {
	server := startServer(t, t.TempDir())
	info, err := os.Stat(server.socket)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o700 {
		t.Errorf("the socket's folder has mode %v", info.Mode())
	}
	if n := number(t, server, "select count(*) from pg_settings where name = 'listen_addresses' and setting <> ''"); n != 0 {
		t.Error("the server listens on TCP")
	}
	if len(filepath.Join(server.socket, ".s.PGSQL.5432")) > 100 {
		t.Errorf("the socket's path %s is too long", server.socket)
	}
	if _, err := net.Dial("unix", filepath.Join(server.socket, ".s.PGSQL.5432")); err != nil {
		t.Error(err)
	}
}

func TestKilledServerIsStartedAgainBehindTheSameURL(t *testing.T) {
	server := startServer(t, t.TempDir())
	for round := range 3 {
		exec1(t, server, fmt.Sprintf("create table round%d as select 1 as n", round))
		killMain(t, server)
		if n := number(t, server, fmt.Sprintf("select n from round%d", round)); n != 1 {
			t.Errorf("round %d: got %d", round, n)
		}
	}
}

// killMain kills the postmaster.
func killMain(t *testing.T, server *Server) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(server.cluster.data, "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	process, err := strconv.Atoi(line)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(process, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

func TestKilledSessionDoesNotStopTheServer(t *testing.T) {
	server := startServer(t, t.TempDir())
	exec1(t, server, "create table kept as select 7 as n")
	session, err := pgx.Connect(t.Context(), server.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close(context.Background())
	if err := syscall.Kill(int(session.PgConn().PID()), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if _, err := session.Exec(t.Context(), "select 1"); err == nil {
		t.Error("the killed session still answers")
	}
	if n := number(t, server, "select n from kept"); n != 7 {
		t.Errorf("got %d, want 7", n)
	}
}

func TestFolderInUseIsReported(t *testing.T) {
	dir := t.TempDir()
	startServer(t, dir)
	_, err := Start(t.Context(), Config{Dir: dir})
	want := fmt.Sprintf("another upslope (process %d) already uses %s: stop it first, or choose another DATA_DIR", os.Getpid(), dir)
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestReusedPIDDoesNotPreventTheStart(t *testing.T) {
	dir := t.TempDir()
	first, err := Start(t.Context(), Config{Dir: dir, Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(first.cluster.data, "postmaster.pid")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	other := exec.Command("sleep", "60")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Process.Kill(); _ = other.Wait() }()
	_, rest, _ := strings.Cut(string(text), "\n")
	if err := os.WriteFile(file, fmt.Appendf(nil, "%d\n%s", other.Process.Pid, rest), 0o644); err != nil {
		t.Fatal(err)
	}
	startServer(t, dir)
}
