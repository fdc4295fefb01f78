package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	embeddednats "upslope/infra/embedded/nats"
	"upslope/infra/nats"
)

// maxStandstill is how long nothing may move while there is work to do.
const maxStandstill = time.Minute

// underWay counts what is not done yet, by kind.
const underWay = `
select what || ': ' || count(*) || ', ' || coalesce(max(moved)::text, '') from (
    select topic as what, greatest(created_at, published_at, lease_until) as moved from outbox where topic like 'job.%' and given_up_at is null
    union all select 'job ' || kind, updated_at from jobs where status in ('queued', 'running')
    union all select 'sync run', started_at from sync_runs where status = 'running'
    union all select 'sending', coalesce(retry_at, due_at) from report_sendings where ended_at is null
    union all select 'schedule', next_at from report_schedules where active and next_at <= now()
) as work group by what order by what`

// failed lists what was given up or ended as a failure. A report whose process was killed while it sent mail
// says that it is tried again; its mails are listed if they stay unsent.
const failed = `
select topic || ' was given up: ' || reason from outbox where given_up_at is not null
union all select kind || ' job failed: ' || message from jobs where status = 'failed' and not (kind = 'report' and message like '%It is tried again in%')
union all select 'mail to ' || recipient || ': ' || status || ' ' || error from report_mails where status <> 'sent'`

// abandoned counts stored objects that belong to no upload.
const abandoned = `
select count(*)::text from stored_objects
where not exists (select from uploads where uploads.object_key in (stored_objects.object_key, regexp_replace(stored_objects.object_key, '\.rejected\.csv$', '')))`

// checkRound waits for quiet, and compares everything with the ledgers.
func (c *chaos) checkRound() {
	c.t.Helper()
	eventually(c.t, "engines are back", c.program.isReady)
	c.awaitQuiet()
	for _, line := range c.program.sql(failed) {
		c.t.Errorf("%s", line)
	}
	for _, one := range c.activities {
		one.check(c.ana)
	}
	c.awaitQuiet()
	c.audit()
}

// awaitQuiet waits until nothing is under way. Mails that a killed process had claimed are due early.
func (c *chaos) awaitQuiet() {
	c.t.Helper()
	before, since := "", time.Now()
	for {
		left := strings.Join(c.program.sql(underWay), "\n")
		if left == "" {
			return
		}
		if left != before {
			before, since = left, time.Now()
		} else if time.Since(since) > maxStandstill {
			c.t.Fatalf("stuck:\n%s\n%s", left, c.program.stderr)
		}
		c.program.sql("update report_mails set began_at = began_at - interval '11 minutes' where status = 'sending' and sending_id in (select id from report_sendings where retry_at > now())")
		c.program.sql("update report_sendings set retry_at = now() where retry_at > now()")
		if err := c.program.tick(); err != nil {
			c.t.Log(err)
		}
		time.Sleep(500 * time.Millisecond)
	}
}

// audit stops the program and has `upslope doctor --audit` look for what belongs to nothing. Sweeps take what
// killed uploads left as if an hour had passed.
func (c *chaos) audit() {
	c.t.Helper()
	account := c.program.sql("select id::text from accounts")
	if len(account) != 1 {
		c.t.Fatalf("accounts: %v", account)
	}
	c.program.sql("update stored_objects set written_at = now() - interval '1 hour'")
	data := c.program.data
	c.program.stop()
	unfinished, err := filepath.Glob(filepath.Join(data, "objects", "uploads", "*", "*.tmp"))
	if err != nil {
		c.t.Fatal(err)
	}
	for _, file := range unfinished {
		if err := os.Chtimes(file, time.Time{}, time.Now().Add(-time.Hour)); err != nil {
			c.t.Fatal(err)
		}
	}
	c.start(data)
	eventually(c.t, "the files of no upload are swept", func() bool {
		return c.program.sql(abandoned)[0] == "0" && !slices.ContainsFunc(unfinished, func(file string) bool { _, err := os.Stat(file); return err == nil })
	})
	c.program.stop()
	settings := append([]string{"APP_ENV=development", "DATA_DIR=" + data}, c.settings...)
	if printed, err := command(c.t, settings, "doctor", "--audit", account[0]); err != nil {
		c.t.Errorf("the audit: %v\n%s", err, printed)
	}
	c.start(data)
}

// awaitNoWork waits until no work is queued.
func (p *program) awaitNoWork() {
	p.t.Helper()
	eventually(p.t, "all work is done", func() bool { return p.sql("select count(*)::text from outbox")[0] == "0" })
}

// sql runs a statement in the program's database, and returns the first column of its rows.
func (p *program) sql(statement string, args ...any) (values []string) {
	p.t.Helper()
	ctx := context.Background()
	eventually(p.t, "PostgreSQL runs", func() bool { return len(p.children("postgres")) > 0 })
	conn, err := pgx.Connect(ctx, p.databaseURL())
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	rows, err := conn.Query(ctx, statement, args...)
	if err != nil {
		p.t.Fatal(err)
	}
	if values, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		p.t.Fatalf("%s: %v", statement, err)
	}
	return values
}

// tick has the program look for what is due now, and not only when the next minute begins.
func (p *program) tick() error {
	conn, err := embeddednats.Reach(filepath.Join(p.data, "nats"))
	if err != nil {
		return err
	}
	defer conn.Close()
	queue, err := nats.NewQueue(conn)
	if err != nil {
		return err
	}
	if err := queue.Publish(context.Background(), "tick", uuid.NewString(), []byte("{}")); err != nil {
		return fmt.Errorf("have it look for what is due: %w", err)
	}
	return nil
}
