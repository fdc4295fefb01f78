// Command upslope is the complete product: each part as a process, or all in one process on one machine.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"syscall"

	embeddedclickhouse "upslope/infra/embedded/clickhouse"
	"upslope/ingest/remote"
)

const usage = `usage: upslope <command>

  dev        everything on this machine; starts the engines that have no URL
  edge       the web app and the API
  ingest     imports what is uploaded
  analytics  finds and ranks the insights
  simulate   a stand-in for all providers, with made-up sites
  migrate    brings the databases to this program's schema
  doctor     says what works here; doctor --production: what a deployment lacks; doctor --audit <account id>: what is stored of an account
  backup     copies PostgreSQL, ClickHouse and uploaded files to a folder or a bucket: backup s3://backups/2026-11-25?region=auto
  restore    fills empty databases from a backup, and compares the counts: restore s3://backups/2026-11-25?region=auto
  sql        prints the statement of a detector or a table for a site, and its rows: sql --site example.com cannibalization
  dead       lists the work that was given up, and why; dead replay [number…] has it done again
  worlds     makes up sites whose problems are known, and measures how well the engine finds them; worlds -h lists its options
  reconcile  reads from Stripe what every customer has bought, whatever news of it were lost
  keys       makes and changes the keys that credentials are encrypted with: keys new, add, rotate, drop

Settings come from the environment; README.md lists them.
`

func main() {
	// The embedded ClickHouse is this binary as a child process.
	if embeddedclickhouse.IsChild(os.Args) {
		os.Exit(embeddedclickhouse.RunChild())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "upslope:", err)
		os.Exit(1)
	}
}

// run is main without global state, for tests.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) error {
	if len(args) == 0 || len(args) > 1 && !slices.Contains([]string{"backup", "dead", "doctor", "keys", "restore", "sql", "worlds"}, args[0]) {
		_, _ = io.WriteString(stderr, usage)
		return errors.New("one command is needed")
	}
	command, args := args[0], args[1:]
	config, err := readConfig(environ, command == "dev")
	if err != nil {
		return err
	}
	log := newLog(config, stderr)
	slog.SetDefault(log) // libraries and adapters log the same way
	switch command {
	case "dev":
		return serve(ctx, config, log, stdout, everything)
	case "edge":
		return serve(ctx, config, log, stdout, parts{edge: true})
	case "ingest":
		return serve(ctx, config, log, stdout, parts{ingest: true})
	case "analytics":
		return serve(ctx, config, log, stdout, parts{analytics: true})
	case "migrate":
		return migrate(ctx, config, log, stdout)
	case "simulate":
		return simulate(ctx, config, stdout)
	case "doctor":
		if len(args) == 2 && args[0] == "--audit" {
			return auditAccount(ctx, config, log, args[1], stdout)
		}
		production := slices.Equal(args, []string{"--production"})
		if len(args) > 0 && !production {
			return errors.New("doctor takes nothing, --production, or --audit and the id of an account")
		}
		return doctor(ctx, config, production, stdout)
	case "backup":
		return backUp(ctx, config, log, args, stdout, stderr)
	case "restore":
		return restoreBackup(ctx, config, log, args, stdout, stderr)
	case "sql":
		return printSQL(ctx, config, log, args, stdout, stderr)
	case "dead":
		return dead(ctx, config, log, args, stdout)
	case "worlds":
		return evaluateWorlds(ctx, log, args, stdout, stderr)
	case "reconcile":
		return reconcileBilling(ctx, config, stdout, log)
	case "keys":
		return keys(ctx, config, log, args, stdout)
	}
	_, _ = io.WriteString(stderr, usage)
	return fmt.Errorf("%q is not a command", command)
}

// newLog logs text in development and JSON in production. It redacts what looks like a secret in errors, as a
// second line of defense: the code that creates an error should not include secrets.
func newLog(config Config, stderr io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelInfo, ReplaceAttr: func(_ []string, attr slog.Attr) slog.Attr {
		if err, is := attr.Value.Any().(error); is {
			attr.Value = slog.StringValue(remote.Scrub(err.Error()))
		}
		return attr
	}}
	if config.development() {
		return slog.New(slog.NewTextHandler(stderr, options))
	}
	return slog.New(slog.NewJSONHandler(stderr, options))
}

// migrate is the release command of a deployment. It needs only the two databases.
func migrate(ctx context.Context, config Config, log *slog.Logger, stdout io.Writer) error {
	if err := needURLs(config.development(), map[string]string{"DATABASE_URL": config.DatabaseURL, "CLICKHOUSE_URL": config.ClickHouseURL}); err != nil {
		return err
	}
	opened := &engines{}
	defer opened.close()
	for _, open := range []func(context.Context, Config, *slog.Logger) (func(), error){opened.openRecords, opened.openFacts} {
		closer, err := open(ctx, config, log)
		if err != nil {
			return err
		}
		opened.later(closer)
	}
	if err := opened.migrate(ctx); err != nil {
		return err
	}
	_, err := fmt.Fprintln(stdout, "The databases are up to date.")
	return err
}
