package postgres

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// What a killed server leaves behind names processes: they may be others by now, or may never be reaped.
func TestServerStartsWhateverItsOldLocksName(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil { // lets PostgreSQL's user reach it
		t.Fatal(err)
	}
	first, err := Start(t.Context(), Config{Dir: dir, Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	data := first.cluster.data
	if err := first.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	account, err := unprivileged()
	if err != nil {
		t.Fatal(err)
	}
	for name, pid := range map[string]int{"a living process": os.Getpid(), "a process of root": 1, "no process": 1 << 22} {
		socket, err := socketFolder(dir, account)
		if err != nil {
			t.Fatal(err)
		}
		lock := fmt.Sprintf("%d\n%s\n1764000000\n5432\n%s\n", pid, data, socket)
		for _, path := range []string{filepath.Join(socket, socketName+".lock"), filepath.Join(socket, socketName), filepath.Join(data, "postmaster.pid")} {
			if err := os.WriteFile(path, []byte(lock), 0o600); err != nil {
				t.Fatal(err)
			}
			if account != nil {
				if err := os.Chown(path, int(account.uid), -1); err != nil {
					t.Fatal(err)
				}
			}
		}
		server, err := Start(t.Context(), Config{Dir: dir, Fast: true})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := number(t, server, "select 1"); got != 1 {
			t.Errorf("%s: got %d", name, got)
		}
		if err := server.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}
