package main

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// One installation is backed up and restored into another: the counts are equal, links open, and work goes
// on. A damaged or incomplete backup changes nothing.
func TestARestoredBackupHasEqualCountsAndGoesOn(t *testing.T) {
	t.Parallel()
	original := start(t, t.TempDir(), withoutBrowser)
	ana := original.signIn("ana@example.com")
	ana.addSite("shop.example")
	if status, answer := ana.post("monday.csv", titled("", "", "A title that is long enough to be good"), nil); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	before := ana.insights(1)
	link := ana.createLink("Report of November")
	account, _ := ana.accounts()
	old := []string{"APP_ENV=development", "DATA_DIR=" + original.data}
	kept := auditAtRest(t, original, old, account)

	backup := filepath.Join(t.TempDir(), "monday")
	if printed := mustCommand(t, old, "backup", backup); !strings.Contains(printed, " and 1 files. ENCRYPTION_KEYSET is not in it") {
		t.Error(printed)
	}
	refuses(t, old, "the place of the backup is not empty", "backup", backup)

	data := t.TempDir()
	fresh := []string{"APP_ENV=development", "DATA_DIR=" + data}
	damaged := filepath.Join(t.TempDir(), "damaged")
	if out, err := exec.Command("cp", "-a", backup, damaged).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	insights := filepath.Join(damaged, "postgresql", "insights.copy.gz")
	if file, err := os.ReadFile(insights); err != nil || os.WriteFile(insights, file[:len(file)/2], 0o600) != nil {
		t.Fatal(err)
	}
	refuses(t, fresh, "restore the table insights", "restore", damaged)
	if err := os.Remove(filepath.Join(damaged, "manifest.json")); err != nil {
		t.Fatal(err)
	}
	refuses(t, fresh, "there is no complete backup", "restore", damaged)

	if printed := mustCommand(t, fresh, "restore", backup); !strings.Contains(printed, "the counts are equal") {
		t.Error(printed)
	}
	refuses(t, fresh, "has accounts already", "restore", backup)

	again := start(t, data, withoutBrowser) // publishes the links again
	again.eventuallyOpens(link)
	if restored := auditAtRest(t, again, fresh, account); restored != kept {
		t.Errorf("before:\n%s\nafter:\n%s", kept, restored)
	}
	again = start(t, data, withoutBrowser)
	ana = again.signIn("ana@example.com")
	if after := ana.insights(1); !slices.EqualFunc(before, after, func(a, b insight) bool { return a.ID == b.ID && a.Score == b.Score }) {
		t.Errorf("before %+v\nafter %+v", before, after)
	}
	ana.createLink("Report of December") // new rows get new numbers
}

func TestABackupNeedsAPlaceThatItsEnginesReach(t *testing.T) {
	t.Parallel()
	settings := []string{"APP_ENV=development", "DATA_DIR=" + t.TempDir(), "CLICKHOUSE_URL=clickhouse://127.0.0.1:9/upslope"}
	refuses(t, settings, "cannot reach a folder of this machine", "backup", filepath.Join(t.TempDir(), "b"))
	refuses(t, settings, "is neither a folder nor s3://<bucket>/<folder>", "backup", "s3://bucket")
	refuses(t, settings, "set AWS_ACCESS_KEY_ID", "restore", "s3://bucket/monday?region=auto")
	refuses(t, settings, "takes one place", "restore")
}

// auditAtRest ends a program once nothing waits, and returns its audit. Work may come up between the last
// look and the end: then the program goes on until that is done, too.
func auditAtRest(t *testing.T, p *program, settings []string, account string) (audit string) {
	t.Helper()
	for range 5 {
		p.awaitNoWork()
		if err := p.interrupt(); err != nil {
			t.Fatal(err)
		}
		if audit = mustCommand(t, settings, "doctor", "--audit", account); emptyOutbox.MatchString(audit) {
			return audit
		}
		p = start(t, p.data, withoutBrowser)
	}
	t.Fatalf("work comes up again and again:\n%s", audit)
	return ""
}

var emptyOutbox = regexp.MustCompile(`PostgreSQL outbox +0 `)

// mustCommand runs a command that succeeds, and returns its output.
func mustCommand(t *testing.T, settings []string, args ...string) string {
	t.Helper()
	printed, err := command(t, settings, args...)
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, printed)
	}
	return printed
}

// refuses runs a command that fails with a sentence.
func refuses(t *testing.T, settings []string, sentence string, args ...string) {
	t.Helper()
	if printed, err := command(t, settings, args...); err == nil || !strings.Contains(printed, sentence) {
		t.Errorf("%v: %v\n%s", args, err, printed)
	}
}
