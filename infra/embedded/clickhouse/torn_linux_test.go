package clickhouse

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A mutation on a full disk left a part with empty files, and reads of its table failed until a restart.
func TestEngineRestartsAndReadsTheSourcesOfATornPart(t *testing.T) {
	dir := t.TempDir()
	server := start(t, Config{Dir: dir})
	for _, statement := range []string{
		"create database d", "create table d.t (n UInt64) engine MergeTree order by n",
		"insert into d.t select number from numbers(10)", "insert into d.t select number from numbers(10)", "optimize table d.t final",
	} {
		if status, said := ask(t, server, nil, statement); status != http.StatusOK {
			t.Fatalf("%s: %d %s", statement, status, said)
		}
	}
	_, active := ask(t, server, nil, "select path from system.parts where database = 'd' and active")
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(active), "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%q has no files: %v", active, err)
	}
	before := server.PID()
	for _, file := range files {
		if err := os.Truncate(file, 0); err != nil {
			t.Fatal(err)
		}
	}
	// as if the part had just been added
	if err := os.Chtimes(filepath.Dir(filepath.Clean(strings.TrimSpace(active))), time.Now(), time.Now()); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); server.PID() == before; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the engine was not restarted")
		}
	}
	if status, said := ask(t, server, nil, "select count() from d.t"); status != http.StatusOK || said != "20" {
		t.Errorf("%d %s, want 20 rows", status, said)
	}
}

// Parts that are not in use yet, or any more, are the engine's own concern.
func TestOnlyPartsInUseAreTorn(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	table := filepath.Join(data, "store", "abc", "abcd")
	add := func(part, checksums string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Join(table, part), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(table, part, "checksums.txt"), []byte(checksums), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	add("all_1_1_0", "whole")
	add("tmp_mut_all_1_1_0_2", "")
	add("delete_tmp_all_3_3_0", "")
	add("detached", "")
	torn := newTornParts(data)
	if part := torn.look(); part != "" {
		t.Errorf("%s is torn", part)
	}
	add("all_1_1_0_2", "")
	if err := os.Chtimes(table, time.Now(), time.Now().Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{filepath.Join(table, "all_1_1_0_2"), ""} { // each only once
		if part := torn.look(); part != want {
			t.Errorf("got %q, want %q", part, want)
		}
	}
}

func TestEngineKeepsRoomForWhatItHasBegun(t *testing.T) {
	server := start(t, Config{Dir: t.TempDir()})
	if status, said := ask(t, server, nil, "select keep_free_space from system.disks where name = 'default'"); status != http.StatusOK || said != "16777216" {
		t.Errorf("%d %s", status, said)
	}
}
