package clickhouse

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"strings"

	"github.com/ClickHouse/clickhouse-go/v2"
)

// cluster keeps pages_local on each server, replicated within a shard, and pages, which distributes over the
// shards by account, so that one shard answers a query, joins included. The zero value is one server.
type cluster struct {
	name string
	// alone is the embedded engine's: without Keeper it can neither replicate nor tell other servers.
	alone bool
}

// ofCluster takes the name of the cluster out of a URL.
func ofCluster(rawURL string) (rest string, of cluster, err error) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return "", cluster{}, errNoURL
	}
	query := u.Query()
	of = cluster{name: query.Get("cluster"), alone: u.Scheme == unixScheme}
	if of.name == "" {
		return rawURL, cluster{}, nil
	}
	if !name.MatchString(of.name) {
		return "", cluster{}, fmt.Errorf("cluster=%s is not the name of a cluster", of.name)
	}
	query.Del("cluster")
	u.RawQuery = query.Encode()
	return u.String(), of, nil
}

// settings are those of every connection. Acknowledged rows are on most replicas of their shard, and all
// connections ask the same replica while it is up. One that comes back may lack the rows of some seconds.
func (c cluster) settings() clickhouse.Settings {
	if c.name == "" {
		return nil
	}
	settings := clickhouse.Settings{
		"distributed_foreground_insert": 1, "distributed_product_mode": "local", "optimize_skip_unused_shards": 1,
		// An insert of what a query finds would run on every shard, whatever account it names.
		"parallel_distributed_insert_select": 0,
	}
	if !c.alone {
		maps.Copy(settings, clickhouse.Settings{
			// A server that is away catches up with changes of tables and with deletions when it is back.
			"distributed_ddl_output_mode": "null_status_on_timeout", "distributed_ddl_task_timeout": 5, "lightweight_deletes_sync": 1,
			"insert_quorum": "auto", "load_balancing": "in_order", "prefer_localhost_replica": 0,
			"max_replica_delay_for_distributed_queries": 5, "fallback_to_stale_replicas_for_distributed_queries": 0,
		})
	}
	return settings
}

// on is the clause of a statement that all servers run.
func (c cluster) on() string {
	if c.name == "" || c.alone {
		return ""
	}
	return " ON CLUSTER " + c.name
}

const localSuffix = "_local"

var (
	createsTable   = regexp.MustCompile(`(?is)^((?:\s*--[^\n]*\n|\s+)*)create\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)(\s*\(.*)$`)
	altersTable    = regexp.MustCompile(`(?is)^((?:\s*--[^\n]*\n|\s+)*alter\s+table\s+)(\w+)(\s+.*)$`)
	changesColumns = regexp.MustCompile(`(?is)^\s*(add|drop|modify|rename|comment)\s+column\b`)
	deletesFrom    = regexp.MustCompile(`(?is)^((?:\s*--[^\n]*\n|\s+)*delete\s+from\s+)(\w+|\{(\w+):Identifier\})`)
	mergeTree      = regexp.MustCompile(`(?i)\bengine\s*=\s*(\w*MergeTree)`)
	sortedFirst    = regexp.MustCompile(`(?i)\border\s+by\s*\(?\s*(\w+)`)
)

// forms returns the statements that do on the cluster what a migration's statement does on one server.
func (c cluster) forms(database, statement string) []string {
	if c.name == "" {
		return []string{statement}
	}
	if create := createsTable.FindStringSubmatch(statement); create != nil {
		comment, table, rest := create[1], create[2], create[3]
		if !c.alone {
			rest = mergeTree.ReplaceAllString(rest, "engine = Replicated$1")
			rest = strings.Replace(rest, "non_replicated_deduplication_window", "replicated_deduplication_window", 1)
		}
		local := table + localSuffix
		return []string{
			comment + "create table if not exists " + local + c.on() + rest,
			"create table if not exists " + table + c.on() + " as " + local + " engine = Distributed(" + c.name +
				", " + database + ", " + local + ", cityHash64(" + sortedFirst.FindStringSubmatch(rest)[1] + "))",
		}
	}
	if alter := altersTable.FindStringSubmatch(statement); alter != nil {
		start, table, change := alter[1], alter[2], alter[3]
		local := start + table + localSuffix + c.on() + change
		if !changesColumns.MatchString(change) {
			return []string{local} // rows, indexes and settings are of the local form
		}
		return []string{local, start + table + c.on() + change}
	}
	return []string{statement}
}

// deletion directs a deletion to where the rows are: the distributed form has none of its own.
func (c cluster) deletion(sql string, params map[string]any) (string, map[string]any) {
	target := deletesFrom.FindStringSubmatch(sql)
	if c.name == "" || target == nil {
		return sql, params
	}
	rest := c.on() + sql[len(target[0]):]
	parameter := target[3]
	if parameter == "" {
		return target[1] + target[2] + localSuffix + rest, params
	}
	params = maps.Clone(params)
	params[parameter] = fmt.Sprint(params[parameter]) + localSuffix
	return target[1] + target[2] + rest, params
}

// checkLayout fails for tables of one server on a cluster, and for those of a cluster without its name.
func (db *DB) checkLayout(ctx context.Context) error {
	var found []struct {
		Engine string `ch:"engine"`
	}
	const sql = "select engine from system.tables where database = {database:String} and name = 'schema_migrations'"
	if err := db.Select(ctx, &found, sql, map[string]any{"database": db.database}); err != nil {
		return err
	}
	isDistributed := len(found) == 1 && found[0].Engine == "Distributed"
	switch {
	case db.cluster.name != "" && !isDistributed:
		return fmt.Errorf("the database %s has the tables of one server: a cluster needs an empty one", db.database)
	case db.cluster.name == "" && isDistributed:
		return fmt.Errorf("the database %s is on a cluster: add ?cluster=NAME to CLICKHOUSE_URL", db.database)
	}
	return nil
}
