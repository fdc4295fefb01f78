package clickhouse

// OnCluster returns the statements of a migration, and of a deletion, on a replicated cluster.
func OnCluster(name, database, sql string) (forms []string, deletion string) {
	of := cluster{name: name}
	deletion, _ = of.deletion(sql, nil)
	return of.forms(database, sql), deletion
}

// Statements splits a migration.
var Statements = statements
