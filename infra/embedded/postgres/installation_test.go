package postgres

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

func TestDataOfAMissingVersionIsAnError(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "pg99"), 0o700); err != nil {
		t.Fatal(err)
	}
	_, err := Start(t.Context(), Config{Dir: dir})
	if err == nil || !strings.Contains(err.Error(), "PostgreSQL 99, which wrote the data, was not found: run npm ci") {
		t.Errorf("got %v", err)
	}
}

func TestServerOfAKilledStarterIsReplaced(t *testing.T) {
	dir := t.TempDir()
	starter := exec.Command(os.Args[0])
	starter.Env = append(os.Environ(), starterFolder+"="+dir)
	out, err := starter.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := starter.Start(); err != nil {
		t.Fatal(err)
	}
	said := make([]byte, 100)
	if n, _ := out.Read(said); !strings.HasPrefix(string(said[:n]), "started") {
		t.Fatalf("the starter says %s", said[:n])
	}
	account, err := unprivileged()
	if err != nil {
		t.Fatal(err)
	}
	socket, err := socketFolder(dir, account)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), "postgres:///upslope?user=upslope&host="+socket)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for _, statement := range []string{"create table kept as select 7 as n", "begin", "insert into kept values (8)"} {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := starter.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = starter.Wait()
	began := time.Now()
	server := startServer(t, dir)
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("the start took %v", took)
	}
	if n := number(t, server, "select sum(n) from kept"); n != 7 {
		t.Errorf("got %d, want 7: what was committed and nothing else", n)
	}
}

func TestCopiesOfOneInstallationAreShared(t *testing.T) {
	account, err := unprivileged()
	if err != nil {
		t.Fatal(err)
	}
	found := packages()
	if len(found) == 0 {
		t.Skip("npm's PostgreSQL is not installed: run npm ci")
	}
	var wait sync.WaitGroup
	copies := make([]string, 4)
	for i := range copies {
		wait.Go(func() {
			place, err := share(filepath.Join(found[0], "native"), account)
			if err != nil {
				t.Error(err)
			}
			copies[i] = place
		})
	}
	wait.Wait()
	for _, place := range copies {
		if place != copies[0] {
			t.Errorf("copies are in %s and %s", place, copies[0])
		}
	}
	if got, err := inspect(t.Context(), filepath.Join(copies[0], "bin")); err != nil || got.major < 18 {
		t.Errorf("the copy is %+v (%v)", got, err)
	}
	if !account.reaches(filepath.Join(copies[0], "lib")) {
		t.Error("the copy cannot be reached")
	}
}
