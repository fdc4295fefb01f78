package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	userName     = "upslope"
	databaseName = "upslope"
)

// cluster is a data folder and the settings to run a server on it.
type cluster struct {
	installation installation
	account      *account
	dir          string // holds the log and the lock
	data         string
	socket       string
	fast         bool
}

// mark appears in the command line of every process of this cluster and of no other.
func (c *cluster) mark() string { return filepath.Base(c.socket) }

// dataFolder returns the data folder of a major version: servers cannot open the data of another one.
func dataFolder(dir string, major int) string { return filepath.Join(dir, fmt.Sprintf("pg%d", major)) }

// writtenBy returns the newest major version with data in the folder, or 0.
func writtenBy(dir string) (newest int, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, fmt.Errorf("look for PostgreSQL data: %w", err)
	}
	for _, entry := range entries {
		number, isData := strings.CutPrefix(entry.Name(), "pg")
		if major, err := strconv.Atoi(number); isData && err == nil {
			newest = max(newest, major)
		}
	}
	return newest, nil
}

// create initializes the data folder atomically, so that an interrupted attempt is never mistaken for data.
func (c *cluster) create(ctx context.Context) error {
	unfinished, err := filepath.Glob(filepath.Join(c.dir, "new-*"))
	if err != nil {
		return err
	}
	for _, old := range unfinished {
		_ = os.RemoveAll(old)
	}
	fresh, err := os.MkdirTemp(c.dir, "new-")
	if err != nil {
		return fmt.Errorf("make the data folder of PostgreSQL: %w", err)
	}
	defer func() { _ = os.RemoveAll(fresh) }()
	if err := c.account.own(fresh); err != nil {
		return err
	}
	args := []string{"-U", userName, "-A", "trust", "-E", "UTF8", "--no-instructions"}
	if c.installation.major >= 17 {
		args = append(args, "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
	} else {
		args = append(args, "--locale=C.UTF-8")
	}
	if c.fast {
		args = append(args, "--no-sync")
	}
	cmd, release, err := c.command(ctx, "initdb", fresh, args...)
	if err != nil {
		return err
	}
	defer release()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("create the PostgreSQL data in %s: %w: %s", c.dir, err, strings.TrimSpace(string(out)))
	}
	if err := os.Rename(fresh, c.data); err != nil {
		return fmt.Errorf("put the new PostgreSQL data in place: %w", err)
	}
	return nil
}

// command prepares a program of the installation to run on a data folder. The caller must call release once
// the program has started.
func (c *cluster) command(ctx context.Context, program, data string, args ...string) (cmd *exec.Cmd, release func(), err error) {
	release = func() {}
	var open []*os.File
	if c.account != nil {
		// The unprivileged user may lack access to a parent folder, so the child inherits the data folder
		// open.
		folder, err := os.Open(data)
		if err != nil {
			return nil, nil, fmt.Errorf("open the data folder of PostgreSQL: %w", err)
		}
		open, release = []*os.File{folder}, func() { _ = folder.Close() }
		if inheritedFolder != "" {
			data = inheritedFolder
		}
	}
	cmd = exec.CommandContext(ctx, filepath.Join(c.installation.bin, program), append([]string{"-D", data}, args...)...)
	cmd.Dir = "/"
	cmd.Env = []string{"LC_ALL=C", "TZ=UTC", "PATH=/usr/bin:/bin"}
	cmd.ExtraFiles = open
	cmd.SysProcAttr = attributes(c.account)
	return cmd, release, nil
}

// settings keep an idle server small: it serves one developer or one test binary.
func (c *cluster) settings() []string {
	settings := []string{
		"listen_addresses=",
		"unix_socket_permissions=0700",
		"cluster_name=" + c.mark(),
		"max_connections=60",
		"shared_buffers=64MB",
		"work_mem=8MB",
		"maintenance_work_mem=64MB",
		"max_wal_size=512MB",
		"jit=off",
		"wal_level=minimal", // no replicas
		"max_wal_senders=0",
		"max_logical_replication_workers=0",
		"logging_collector=off",
		"log_destination=stderr",
		"log_checkpoints=off",
		"timezone=UTC",
	}
	if c.installation.major >= 18 {
		settings = append(settings, "io_method=sync") // saves three worker processes
	}
	if c.fast {
		// Commits still reach the operating system, so killing the server loses none.
		settings = append(settings, "fsync=off", "full_page_writes=off")
	}
	return settings
}

// ensureDatabase creates the product's database in a new cluster.
func ensureDatabase(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("connect to the new PostgreSQL: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, "create database "+databaseName)
	var problem *pgconn.PgError
	if errors.As(err, &problem) && problem.Code == "42P04" { // duplicate_database
		return nil
	}
	if err != nil {
		return fmt.Errorf("create the database %s: %w", databaseName, err)
	}
	return nil
}
