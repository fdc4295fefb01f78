package clickhouse_test

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
	"upslope/infra/migrations"
)

// On a cluster, rows are inserted, read and deleted through the distributed form of a table.
func TestRowsOfAnAccountAreInOneShard(t *testing.T) {
	db := clickhousetest.Cluster(t, true)
	const other = "0190f7c5-7c1e-7cc0-a1b2-0242ac120003"
	type page struct {
		AccountID string `ch:"account_id"`
		Page      string `ch:"page"`
	}
	rows := []page{{id1, "a"}, {id1, "b"}, {other, "c"}}
	for range 2 {
		if err := db.InsertRows(t.Context(), "pages", "once", rows); err != nil {
			t.Fatal(err)
		}
	}
	of := map[string]any{"account": id1, "table": "pages"}
	const pages = "select count() from pages where account_id = {account:UUID}"
	if got := value(t, db, pages, of); got != uint64(2) {
		t.Errorf("%v pages, want 2", got)
	}
	if err := db.Exec(t.Context(), "-- Of one account.\ndelete from {table:Identifier} where account_id = {account:UUID} and page = 'a'", of); err != nil {
		t.Fatal(err)
	}
	if err := db.Exec(t.Context(), "delete from pages where account_id = {account:UUID} and page = 'c'", of); err != nil {
		t.Fatal(err)
	}
	if got := value(t, db, pages, of); got != uint64(1) {
		t.Errorf("%v pages are left, want 1", got)
	}
	if got := value(t, db, pages, map[string]any{"account": other}); got != uint64(1) {
		t.Errorf("%v pages of the other account, want 1", got)
	}
	if _, err := db.TableRows(t.Context()); err == nil {
		t.Error("a query over all accounts was not refused: the other tests prove nothing")
	}
}

// The engine here has no Keeper, so it cannot run these, but it reads them.
func TestEveryMigrationHasAReplicatedAndADistributedForm(t *testing.T) {
	db := clickhousetest.Open(t)
	files, err := fs.Glob(migrations.Files, "clickhouse/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string]int{}
	for _, file := range files {
		text, err := fs.ReadFile(migrations.Files, file)
		if err != nil {
			t.Fatal(err)
		}
		for _, statement := range clickhouse.Statements(string(text)) {
			forms, _ := clickhouse.OnCluster("abroad", "facts", statement)
			for _, form := range forms {
				read := fmt.Sprint(value(t, db, "select formatQuerySingleLine({sql:String})", map[string]any{"sql": form}))
				if !strings.Contains(read, " ON CLUSTER abroad") {
					t.Errorf("%s: one server alone runs %s", file, read)
				}
				if local := regexp.MustCompile(`^CREATE TABLE IF NOT EXISTS (\w+)_local ON CLUSTER.* ENGINE = Replicated\w*MergeTree`).FindStringSubmatch(read); local != nil {
					tables[local[1]]++
				}
				if whole := regexp.MustCompile(`AS (\w+)_local ENGINE = Distributed\(abroad, facts, (\w+)_local, cityHash64\(account_id\)\)`).FindStringSubmatch(read); whole != nil && whole[1] == whole[2] {
					tables[whole[1]]++
				}
			}
		}
	}
	if len(tables) < 20 || tables["pages"] != 2 || tables["current_days"] != 2 {
		t.Errorf("tables with both forms: %v", tables)
	}
	for table, forms := range tables {
		if forms != 2 {
			t.Errorf("%s has %d forms, want a replicated and a distributed one", table, forms)
		}
	}
}

func TestChangesOfTablesReachBothForms(t *testing.T) {
	for _, c := range []struct{ statement, want string }{
		{"alter table pages add column if not exists tab UInt16", "alter table pages_local ON CLUSTER abroad add column if not exists tab UInt16; alter table pages ON CLUSTER abroad add column if not exists tab UInt16"},
		{"-- Hashes.\nalter table pages materialize column tab", "-- Hashes.\nalter table pages_local ON CLUSTER abroad materialize column tab"},
		{"alter table pages modify ttl day", "alter table pages_local ON CLUSTER abroad modify ttl day"},
		{"insert into pages select 1", "insert into pages select 1"},
	} {
		if forms, _ := clickhouse.OnCluster("abroad", "facts", c.statement); strings.Join(forms, "; ") != c.want {
			t.Errorf("%s becomes %q", c.statement, forms)
		}
	}
	if _, deletion := clickhouse.OnCluster("abroad", "facts", "-- Rows.\ndelete from pages\nwhere true"); deletion != "-- Rows.\ndelete from pages_local ON CLUSTER abroad\nwhere true" {
		t.Errorf("a deletion becomes %q", deletion)
	}
}

func TestTheTablesOfOneServerAreNotTakenForThoseOfACluster(t *testing.T) {
	at := clickhousetest.Configured(t, clickhousetest.TwoShards).URL() + "?database=moved"
	for _, c := range []struct{ url, want string }{
		{at, ""}, {at + "&cluster=two_shards", "needs an empty one"}, {at, ""},
		{at + "2&cluster=two_shards", ""}, {at + "2", "add ?cluster=NAME"},
	} {
		db, err := clickhouse.Open(c.url)
		if err != nil {
			t.Fatal(err)
		}
		err = db.Migrate(t.Context(), folder(map[string]string{"0001.sql": "create table a (n UInt64) engine = MergeTree order by n;\n"}))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.url, err, c.want)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestSeveralServersOfAClusterCanBeNamed(t *testing.T) {
	db, err := clickhouse.Open("clickhouse://upslope:secret@a:9000,b:9000,c:9000/upslope?cluster=upslope")
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

func TestAnInvalidNameOfAClusterIsRefused(t *testing.T) {
	if _, err := clickhouse.Open("clickhouse://localhost:9000/upslope?cluster=a%20b"); err == nil || !strings.Contains(err.Error(), "cluster") {
		t.Errorf("got %v, want an error that names the cluster", err)
	}
}

// What an operator copies names six servers, and their secret by a variable.
func TestTheEngineReadsTheConfigurationOfACluster(t *testing.T) {
	config, err := os.ReadFile("cluster.xml")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("CLICKHOUSE_CLUSTER_SECRET", "secret")
	db := openAt(t, clickhousetest.Configured(t, string(config)).URL())
	got := value(t, db, "select concat(toString(uniqExact(shard_num)), ' shards, ', toString(count()), ' replicas') from system.clusters where cluster = 'upslope'", nil)
	if got != "2 shards, 6 replicas" {
		t.Errorf("the cluster has %v", got)
	}
	if got := value(t, db, "select getMacro('shard')", nil); got != "1" {
		t.Errorf("the server is of shard %v", got)
	}
}
