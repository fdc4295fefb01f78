package clickhouse

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A full disk leaves files that were created but not written.
func TestEngineStartsAfterAFullDiskLeftUnfinishedMutations(t *testing.T) {
	dir := t.TempDir()
	server, err := Start(t.Context(), Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		"create database d", "create table d.t (n UInt64) engine MergeTree order by n",
		"insert into d.t select number from numbers(10)", "delete from d.t where n < 3 settings lightweight_deletes_sync = 2",
	} {
		if status, said := ask(t, server, url.Values{}, statement); status != 200 {
			t.Fatalf("%s: %d %s", statement, status, said)
		}
	}
	if err := server.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	complete, err := filepath.Glob(filepath.Join(dir, "data", "store", "*", "*", "mutation_*.txt"))
	if err != nil || len(complete) == 0 {
		t.Fatalf("no mutation is on disk: %v", err)
	}
	folder := filepath.Dir(complete[0])
	for name, text := range map[string]string{"mutation_97.txt": "", "mutation_98.txt": "format ver", "mutation_99.txt": "format version: 1\ncreate time: 2026"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	server = start(t, Config{Dir: dir})
	if status, said := ask(t, server, url.Values{}, "select count() from d.t"); status != 200 || strings.TrimSpace(said) != "7" {
		t.Errorf("%d %s", status, said)
	}
	for _, path := range complete {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("a complete mutation was removed: %v", err)
		}
	}
}
