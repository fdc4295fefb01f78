package clickhousetest

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"upslope/infra/clickhouse"
	embedded "upslope/infra/embedded/clickhouse"
	"upslope/infra/migrations"
)

// TwoShards is a cluster that one engine can play: both shards are itself. A query to all shards
// counts every row twice.
const TwoShards = `<clickhouse>
    <tcp_port>9000</tcp_port>
    <remote_servers>
        <two_shards>
            <shard><internal_replication>true</internal_replication><replica><host>127.0.0.1</host><port>9000</port></replica></shard>
            <shard><internal_replication>true</internal_replication><replica><host>127.0.0.1</host><port>9000</port></replica></shard>
        </two_shards>
    </remote_servers>
</clickhouse>`

// Cluster returns an empty, migrated database whose tables are distributed over two shards, on an engine of
// its own. If strict, it refuses every query that does not say by its account which shard has the rows.
func Cluster(t testing.TB, strict bool) *clickhouse.DB {
	t.Helper()
	server := Configured(t, TwoShards)
	schema, err := fs.Sub(migrations.Files, "clickhouse")
	if err != nil {
		t.Fatal(err)
	}
	at := server.URL() + "?database=test&cluster=two_shards"
	migrating := opened(t, at)
	if err := migrating.Migrate(t.Context(), schema); err != nil {
		t.Fatal(err)
	}
	if !strict {
		return migrating
	}
	return opened(t, at+"&force_optimize_skip_unused_shards=2")
}

// Configured returns an engine of the test's own that has read that configuration, too.
func Configured(t testing.TB, config string) *embedded.Server {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "conf.d"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "conf.d", "test.xml"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	server, err := embedded.Start(t.Context(), embedded.Config{Dir: dir})
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

func opened(t testing.TB, url string) *clickhouse.DB {
	t.Helper()
	db, err := clickhouse.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}
