package clickhousetest

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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
	at := distributed(t, TwoShards, "")
	if strict {
		at += "&force_optimize_skip_unused_shards=2"
	}
	return opened(t, at)
}

// OneOfTwo is Cluster with a second shard that is away, and that has hardly an account. What asks both shards
// fails by the first connection; by the other one it gets the rows of the first shard.
func OneOfTwo(t testing.TB) (failing, skipping *clickhouse.DB) {
	t.Helper()
	first, second, _ := strings.Cut(TwoShards, "</shard>")
	first = strings.Replace(first, "<shard>", "<shard><weight>1000000</weight>", 1)
	at := distributed(t, first+"</shard>"+strings.Replace(second, "<port>9000<", "<port>1<", 1), skipAway)
	return opened(t, at), opened(t, at+skipAway)
}

const skipAway = "&skip_unavailable_shards=1"

// distributed migrates a cluster with settings, and returns its URL.
func distributed(t testing.TB, cluster, settings string) string {
	t.Helper()
	server := Configured(t, cluster)
	schema, err := fs.Sub(migrations.Files, "clickhouse")
	if err != nil {
		t.Fatal(err)
	}
	at := server.URL() + "?database=test&cluster=two_shards"
	if err := opened(t, at+settings).Migrate(t.Context(), schema); err != nil {
		t.Fatal(err)
	}
	return at
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
