package postgres_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
	embedded "upslope/infra/embedded/postgres"
	"upslope/infra/postgres"
)

// faulty starts a server for fault injection, and returns its folder.
func faulty(t *testing.T) (*embedded.Server, *postgres.DB, string) {
	t.Helper()
	dir := t.TempDir()
	server, err := embedded.Start(t.Context(), embedded.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop(context.Background()) })
	db, err := postgres.Open(t.Context(), server.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return server, db, dir
}

// mainProcess returns the pid of the postmaster.
func mainProcess(t *testing.T, dir string) (id int, running bool) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "pg*", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 1 {
		return 0, false
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		return 0, false
	}
	line, _, _ := strings.Cut(string(text), "\n")
	id, err = strconv.Atoi(line)
	return id, err == nil
}

func TestAcknowledgedCommitsSurviveKillsOfTheServer(t *testing.T) {
	server, db, dir := faulty(t)
	if err := db.Run(t.Context(), "create table acknowledged (n bigint primary key)"); err != nil {
		t.Fatal(err)
	}
	var next, failed atomic.Int64
	var mu sync.Mutex
	var acknowledged []int64
	ctx, stop := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	for range 8 {
		writers.Go(func() {
			for ctx.Err() == nil {
				n := next.Add(1)
				err := db.Run(t.Context(), "insert into acknowledged values ($1)", n)
				switch {
				case err == nil:
					mu.Lock()
					acknowledged = append(acknowledged, n)
					mu.Unlock()
				case upslope.CodeOf(err) != upslope.Unavailable:
					t.Errorf("a write during the kill failed with %v", err)
				default:
					failed.Add(1)
					time.Sleep(5 * time.Millisecond)
				}
			}
		})
	}
	for range 3 {
		time.Sleep(200 * time.Millisecond)
		if id, running := mainProcess(t, dir); running {
			if err := syscall.Kill(id, syscall.SIGKILL); err != nil {
				t.Error(err)
			}
		}
		eventually(t, func() bool { return db.Ping(t.Context()) == nil })
	}
	stop()
	writers.Wait()
	if failed.Load() == 0 {
		t.Error("no write failed: the kills came at no bad moment")
	}
	var kept int
	eventually(t, func() bool {
		conn, err := pgx.Connect(t.Context(), server.URL())
		if err != nil {
			return false
		}
		defer conn.Close(context.Background())
		return conn.QueryRow(t.Context(), "select count(*) from acknowledged where n = any($1)", acknowledged).Scan(&kept) == nil
	})
	if kept != len(acknowledged) {
		t.Errorf("%d commits were acknowledged and %d are there", len(acknowledged), kept)
	}
}

func TestRestartedServerCostsNoRequest(t *testing.T) {
	dir := t.TempDir()
	start := func() *embedded.Server {
		server, err := embedded.Start(t.Context(), embedded.Config{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		return server
	}
	server := start()
	db, err := postgres.Open(t.Context(), server.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var group sync.WaitGroup
	for range 8 { // opens several connections, which are then idle
		group.Go(func() {
			if err := db.Run(t.Context(), "select pg_sleep(0.1)"); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if err := server.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	server = start()
	defer func() { _ = server.Stop(context.Background()) }()
	for range 8 {
		if err := db.Ping(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

func TestFrozenServerIsReportedWithinSeconds(t *testing.T) {
	_, db, dir := faulty(t)
	if err := db.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	id, _ := mainProcess(t, dir)
	frozen := []int{id}
	children, err := os.ReadFile("/proc/" + strconv.Itoa(id) + "/task/" + strconv.Itoa(id) + "/children")
	if err != nil {
		t.Skip("this system does not list a process's children")
	}
	for _, word := range strings.Fields(string(children)) {
		child, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		frozen = append(frozen, child)
	}
	for _, process := range frozen {
		if err := syscall.Kill(process, syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
	}
	began := time.Now()
	err = db.Ping(t.Context())
	took := time.Since(began)
	for _, process := range frozen {
		_ = syscall.Kill(process, syscall.SIGCONT)
	}
	if upslope.CodeOf(err) != upslope.Unavailable || took > 4*time.Second {
		t.Errorf("got %v after %v", err, took)
	}
	eventually(t, func() bool { return db.Ping(t.Context()) == nil })
}

func TestMissingServerIsReportedImmediately(t *testing.T) {
	for _, url := range []string{
		"postgres://upslope@127.0.0.1:1/upslope?sslmode=disable",
		"postgres:///upslope?user=upslope&host=/nowhere",
	} {
		db, err := postgres.Open(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		began := time.Now()
		err = db.Ping(t.Context())
		if upslope.CodeOf(err) != upslope.Unavailable || time.Since(began) > 4*time.Second {
			t.Errorf("%s: got %v after %v", url, err, time.Since(began))
		}
	}
}

func TestInvalidURLIsAStartupError(t *testing.T) {
	if _, err := postgres.Open(t.Context(), "postgres://%zz"); err == nil || strings.Contains(err.Error(), "%!") {
		t.Errorf("got %v", err)
	}
}
