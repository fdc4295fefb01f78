package postgres_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// tellers are the trigger functions that tell edges of a change, or that raise the account's version.
var tellers = []string{
	"tell_change", "tell_account_of_row", "tell_member", "tell_user", "raise_version_of_views",
	"raise_versions", "tell_clients", "tell_alert_rules", "tell_site", "tell_report", "tell_tokens", "tell_members", "erase_site",
}

// untold are the tables of accounts with changes that no remembered answer shows, and why.
var untold = map[string]string{
	"audit_log":                 "insert update delete: listed by the origin",
	"crawl_addresses":           "insert update delete: read by a job",
	"erased_accounts":           "insert update delete: read by sweeps",
	"erased_connections":        "insert update delete: read by sweeps",
	"erased_sites":              "insert update delete: read by sweeps",
	"facts_versions":            "delete: goes with its account",
	"google_sign_ins":           "insert update delete: of a sign-in under way",
	"jobs":                      "delete: ended long ago",
	"outbox":                    "insert update delete: carries the changes",
	"api_tokens":                "update: when it was used, which the origin lists",
	"report_mails":              "insert update delete: read by a job",
	"report_unsubscribe_tokens": "insert update delete: of links in e-mails",
	"site_crawls":               "insert update delete: read by a job",
	"stored_objects":            "insert update delete: read by sweeps",
	"subscriptions":             "insert update delete: asked of the origin; plans raise the version",
	"activity":                  "update: never changed",
	"users":                     "insert: a new one remembers nothing",
	"webhook_deliveries":        "insert update delete: listed by the origin",
	"outgoing_webhooks":         "update: listed by the origin",
	"trackers":                  "insert update delete: listed by the origin",
	"tracker_issues":            "insert update delete: listed by the origin",
	"site_changes":              "update: never changed",
	"alert_checks":              "insert update delete: read by a job",
	"alert_mails":               "insert update delete: read by a job",
	"alert_notices":             "insert update delete: read by a job",
	"alert_unsubscribe_tokens":  "insert update delete: of links in e-mails",
	"alerts":                    "delete: goes with its site",
	"alert_states":              "delete: goes with its member or alert",
	"step_plans":                "insert update delete: its opportunity changes with it",
	"comments":                  "update: never changed",
	"crawl_schedules":           "insert update delete: asked of the origin",
	"member_mails":              "insert update delete: read by a job",
	"notification_settings":     "insert update delete: asked of the origin",
	"page_changes":              "update delete: never changed, and goes with its crawl",
}

func TestEveryChangeThatAnAnswerShowsIsTold(t *testing.T) {
	db := postgrestest.Open(t)
	text, err := postgres.Text(t.Context(), db, fmt.Sprintf(`
select json_object_agg(name, events)::text
from (
    select columns.table_name as name, coalesce(bit_or(pg_trigger.tgtype & 28) filter (where pg_proc.proname in ('%s')), 0) as events
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    left join pg_trigger on pg_trigger.tgrelid = format('%%I', columns.table_name)::regclass
    left join pg_proc on pg_proc.oid = pg_trigger.tgfoid
    where columns.table_schema = current_schema() and columns.column_name = 'account_id' and tables.table_type = 'BASE TABLE'
    group by 1
) as tables`, strings.Join(tellers, "', '")))
	if err != nil {
		t.Fatal(err)
	}
	var found map[string]int
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		t.Fatal(err)
	}
	for _, table := range slices.Sorted(maps.Keys(found)) {
		events, _, _ := strings.Cut(untold[table], ":")
		for bit, event := range map[int]string{4: "insert", 8: "delete", 16: "update"} {
			if tells, excused := found[table]&bit != 0, slices.Contains(strings.Fields(events), event); tells == excused {
				t.Errorf("%s of %s: told to edges is %v, listed here as untold is %v", event, table, tells, excused)
			}
		}
	}
	for table := range untold {
		if _, exists := found[table]; !exists {
			t.Errorf("there is no table %s", table)
		}
	}
}

// toldBy returns the classes of the changes that an action tells, with the account or the id they are about.
func toldBy(t *testing.T, db *postgres.DB, action func() error) []string {
	t.Helper()
	if err := db.Run(t.Context(), "delete from outbox"); err != nil {
		t.Fatal(err)
	}
	if err := action(); err != nil {
		t.Fatal(err)
	}
	text, err := postgres.Text(t.Context(), db, `select coalesce(string_agg(distinct substr(topic, 8) || ' ' || coalesce(payload->>'id', account_id::text), ','), '') from outbox where topic like 'change.%'`)
	if err != nil {
		t.Fatal(err)
	}
	if text == "" {
		return nil
	}
	return strings.Split(text, ",")
}

func TestEdgesAreToldWhatEndsWhatTheyRemember(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	run := func(statement string, args ...any) func() error {
		return func() error { return db.Run(t.Context(), statement, args...) }
	}
	job := uuid.NewString()
	addToken(t, db, ana, "token", nil)
	for _, c := range []struct {
		what   string
		action func() error
		want   []string
	}{
		{"saved views", func() error { _, err := db.SetViews(t.Context(), ana.AccountID, ana.ID, nil); return err }, []string{"account " + ana.AccountID}},
		{"a job", run("insert into jobs (id, account_id, site_id, kind) values ($1, $2, $3, 'import')", job, ana.AccountID, site.ID), []string{"account " + ana.AccountID}},
		{"a job's progress", run("update jobs set progress = 0.5, status = 'queued' where id = $1", job), nil},
		{"a job's end", run("update jobs set status = 'done' where id = $1", job), []string{"account " + ana.AccountID}},
		{"facts", run("insert into facts_versions values ($1, 1)", ana.AccountID), []string{"facts " + ana.AccountID}},
		{"more facts", run("update facts_versions set reads = reads + 1"), []string{"facts " + ana.AccountID}},
		{"a view of a link", run("update reports set views = views + 1"), nil}, // there is none
		{"a used token", run("update api_tokens set last_used_at = now()"), nil},
		{"a revoked token", run("delete from api_tokens"), []string{"account " + ana.AccountID, "tokens " + ana.AccountID}},
		{"a plan", run("update accounts set plan = 'seo'"), []string{"people " + ana.AccountID}},
		{"a role", run("update members set role = 'admin'"), []string{"account " + ana.AccountID, "user " + ana.ID}},
		{"a removed member", run("delete from members"), []string{"account " + ana.AccountID, "user " + ana.ID}},
		{"a signed-out session", func() error { return db.EndSession(t.Context(), "sess_1", now) }, []string{"session sess_1"}},
		{"a profile", run("update users set email = 'new@example.com'"), []string{"user " + ana.ID}},
		{"a deleted user", run("delete from users"), []string{"user " + ana.ID}},
		{"a deleted account", run("delete from accounts"), []string{"people " + ana.AccountID}},
	} {
		got := toldBy(t, db, c.action)
		for _, key := range c.want {
			if !slices.Contains(got, key) {
				t.Errorf("%s: told %v, want %s", c.what, got, key)
			}
		}
		if c.want == nil && got != nil {
			t.Errorf("%s: told %v, want nothing", c.what, got)
		}
	}
}

// A relay also tells what becomes true by the clock.
func TestEdgesAreToldWhenAnInsightWakesUp(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	wakes := time.Now().Add(1500 * time.Millisecond)
	if err := db.Run(t.Context(), `insert into insights (account_id, site_id, type, entity_type, entity, entity_key, title, summary, instructions, evidence, impact, effort, confidence, score, snoozed_until)
		values ($1, $2, 'x', 'page', '{}', 'k', 't', 's', 'i', '{}', 1, 1, 1, 1, $3)`, ana.AccountID, site.ID, wakes); err != nil {
		t.Fatal(err)
	}
	if err := db.Run(t.Context(), "delete from outbox"); err != nil {
		t.Fatal(err)
	}
	woke := make(chan time.Time, 10)
	relay(t, db, func(_ context.Context, event postgres.Event) error {
		if event.Topic == "change.account" && event.AccountID == ana.AccountID {
			woke <- time.Now()
		}
		return nil
	})
	select {
	case at := <-woke:
		if at.Before(wakes) || at.Sub(wakes) > 5*time.Second {
			t.Errorf("told %s after it woke up", at.Sub(wakes))
		}
	case <-time.After(20 * time.Second):
		t.Fatal("nobody was told")
	}
}
