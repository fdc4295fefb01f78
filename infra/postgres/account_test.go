package postgres_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// told returns the outbox events of an account: topics with payloads.
func told(t *testing.T, db *postgres.DB, accountID string) (events []postgres.Event) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	_ = db.Relay(ctx, func(_ context.Context, event postgres.Event) error {
		if event.AccountID == accountID {
			events = append(events, event)
		}
		if event.Topic == "job.last" {
			cancel()
		}
		return nil
	})
	return events
}

func TestDeletedAccountLeavesNothingAndQueuesErasure(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	ben, _ := owner(t, db, "ben")
	for _, user := range []upslope.User{ana, ben} {
		if _, err := db.KeepCustomer(t.Context(), user.AccountID, "cus_"+user.Email); err != nil {
			t.Fatal(err)
		}
	}
	of := upload(ana, site, "of-site")
	nobodys := upload(ana, site, "of-nothing")
	nobodys.SiteID = ""
	for _, file := range []upslope.Upload{of, nobodys} {
		if _, _, err := db.StartImport(t.Context(), file, now); err != nil {
			t.Fatal(err)
		}
	}
	seal := func(string) ([]byte, int64, error) { return []byte("sealed"), 7, nil }
	for account, label := range map[string]string{ana.AccountID: "ana@gmail.com", ben.AccountID: "shared@gmail.com"} {
		for _, label := range []string{label, "shared@gmail.com"} {
			if _, err := db.KeepCredential(t.Context(), account, upslope.GoogleOAuth, label, seal); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := db.Run(t.Context(), `insert into reports (id, account_id, settings, title, date_range, token_hash, token, key_id, has_password, created_at, expires_at)
		values ($1, $2, '{}', 'A report', 'last-7-days', sha256('x'), 'x', 1, false, now(), now())`, uuid.NewString(), ana.AccountID); err != nil {
		t.Fatal(err)
	}
	if err := db.DeleteAccount(t.Context(), ana.AccountID, now); err != nil {
		t.Fatal(err)
	}
	if err := db.DeleteAccount(t.Context(), ana.AccountID, now); err != nil {
		t.Errorf("deleting it again: %v", err)
	}
	if err := db.Run(t.Context(), "insert into outbox (account_id, topic) values ($1, 'job.last')", ana.AccountID); err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, event := range told(t, db, ana.AccountID) {
		if strings.HasPrefix(event.Topic, "job.") {
			said = append(said, event.Topic+" "+string(event.Payload))
		}
	}
	for _, want := range []string{
		`job.cancel-subscription {"customerId": "cus_ana@example.com"}`,
		`job.delete-user {"subject": "user_ana"}`,
		`job.erase {"siteId": "` + site.ID + `"`,
		`"crawls/of-site", "crawls/of-site.rejected.csv"`,
		`"crawls/of-nothing", "crawls/of-nothing.rejected.csv"`,
	} {
		if !slices.ContainsFunc(said, func(one string) bool { return strings.Contains(one, want) }) {
			t.Errorf("%s is not in\n%s", want, strings.Join(said, "\n"))
		}
	}
	withdrawn := 0
	for _, one := range said {
		if strings.HasPrefix(one, "job.withdraw-credential") {
			withdrawn++
			if strings.Contains(one, "gmail.com") || !strings.Contains(one, `"Secret": "c2VhbGVk"`) {
				t.Error(one)
			}
		}
	}
	if withdrawn != 1 {
		t.Errorf("%d sign-ins with Google are withdrawn, want the one that is not somebody else's too", withdrawn)
	}
	for what, want := range map[string]int{
		"withdrawn_reports": 1,
		"erased_sites where account_id = '" + ana.AccountID + "'": 1,
		"accounts":      1,
		"subscriptions": 1,
		"sites where account_id = '" + ben.AccountID + "'":       1,
		"credentials where account_id = '" + ben.AccountID + "'": 1,
		"uploads": 0,
		"reports": 0,
	} {
		if n, err := postgres.Scalar(t.Context(), db, "select count(*) from "+what); err != nil || n != want {
			t.Errorf("%s: %d, %v, want %d", what, n, err, want)
		}
	}
	// Covers future tables too: the account's only remaining rows are those that list what to erase.
	tables, err := postgres.AccountTables(t.Context(), db)
	if err != nil || len(tables) < 20 {
		t.Fatal(tables, err)
	}
	for _, table := range tables {
		if table == "erased_sites" || table == "erased_connections" || table == "erased_accounts" || table == "outbox" {
			continue
		}
		n, err := postgres.Scalar(t.Context(), db, "select count(*) from "+table+" where account_id = '"+ana.AccountID+"'")
		if err != nil || n != 0 {
			t.Errorf("%s still has %d rows, %v", table, n, err)
		}
	}
}

func TestReturningUserResumesTheirTrial(t *testing.T) {
	db := postgrestest.Open(t)
	sign := func(subject, email string, at time.Time) (upslope.User, error) {
		return db.SignIn(t.Context(), upslope.Identity{Subject: subject, Email: email, IssuedAt: at}, at, 14)
	}
	first, err := sign("user_1", "Ana.Maria+shop@gmail.com", now)
	if err != nil {
		t.Fatal(err)
	}
	deleted := now.AddDate(0, 0, 10)
	if err := db.DeleteAccount(t.Context(), first.AccountID, deleted); err != nil {
		t.Fatal(err)
	}
	for _, at := range []time.Time{now, deleted.Add(-time.Second)} {
		_, err := sign("user_1", "", at)
		wantCode(t, err, upslope.Unauthenticated)
	}
	later := deleted.Add(time.Minute)
	for name, as := range map[string][2]string{
		"the same person":              {"user_1", ""},
		"the same address, another id": {"user_2", "anamaria@googlemail.com"},
		"in capitals":                  {"user_3", "ANAMARIA@GMAIL.COM"},
	} {
		user, err := sign(as[0], as[1], later)
		if err != nil || user.AccountID == first.AccountID || !user.TrialEndsAt.Equal(first.TrialEndsAt) {
			t.Errorf("%s: %+v, %v", name, user, err)
		}
	}
	other, err := sign("user_4", "ana.maria@example.com", later)
	if err != nil || !other.TrialEndsAt.Equal(later.AddDate(0, 0, 14)) {
		t.Errorf("somebody else: %+v, %v", other, err)
	}
	if n, err := postgres.Scalar(t.Context(), db, "select count(*) from past_trials where position('ana' in encode(person, 'escape')) > 0"); err != nil || n != 0 {
		t.Errorf("%d readable, %v", n, err)
	}
}

func TestAuditLogIsPerAccountAndExpires(t *testing.T) {
	db := postgrestest.Open(t)
	ana, _ := owner(t, db, "ana")
	ben, _ := owner(t, db, "ben")
	for i, user := range []upslope.User{ana, ben, ana, ana} {
		entry := upslope.AuditEntry{CreatedAt: now.AddDate(0, 0, i), Actor: user.Email, Action: "createSite", Text: "Added a site.", Address: "192.0.2.1"}
		if err := db.AddAudit(t.Context(), user.AccountID, entry); err != nil {
			t.Fatal(err)
		}
	}
	want := func(total int64, first time.Time, offset int) {
		t.Helper()
		entries, n, err := db.Audit(t.Context(), ana.AccountID, 1, offset)
		if err != nil || n != total || len(entries) != 1 || !entries[0].CreatedAt.Equal(first) || entries[0].Actor != ana.Email {
			t.Errorf("%+v, %d, %v", entries, n, err)
		}
	}
	want(3, now.AddDate(0, 0, 3), 0)
	want(3, now, 2)
	if err := db.SweepAudit(t.Context(), now.AddDate(0, 0, 2)); err != nil {
		t.Fatal(err)
	}
	want(2, now.AddDate(0, 0, 2), 1)
}

func TestEveryTableOfAccountsIsExportedOrLeftOutOnPurpose(t *testing.T) {
	db := postgrestest.Open(t)
	tables, err := postgres.AccountTables(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	are, not := postgres.ExportTables()
	for _, table := range tables {
		if slices.Contains(are, table) == slices.Contains(not, table) {
			t.Errorf("%s is to be either in exported or in notExported", table)
		}
	}
	for _, table := range slices.Concat(are, not) {
		if table != "accounts" && !slices.Contains(tables, table) {
			t.Errorf("there is no table %s", table)
		}
	}
}

func TestExportIsCompleteAndHasNoSecretsOrOtherAccountsData(t *testing.T) {
	db := postgrestest.Open(t)
	seal := func(string) ([]byte, int64, error) { return []byte("topsecret"), 7, nil }
	var users []upslope.User
	for i, name := range []string{"ana", "ben"} {
		user, site := owner(t, db, name)
		users = append(users, user)
		if _, _, err := db.StartImport(t.Context(), upload(user, site, "sha-"+name), now); err != nil {
			t.Fatal(err)
		}
		if _, err := db.KeepCredential(t.Context(), user.AccountID, upslope.GoogleOAuth, name+"@gmail.com", seal); err != nil {
			t.Fatal(err)
		}
		if _, err := db.KeepConnection(t.Context(), upslope.Connection{AccountID: user.AccountID, SiteID: site.ID, Provider: upslope.GSC, Property: "sc-domain:" + name, Status: upslope.Connected}, false, false, name+" connected."); err != nil {
			t.Fatal(err)
		}
		if _, _, err := db.AddSiteNote(t.Context(), user.AccountID, site.ID, "2026-11-01", "A note of "+name, now); err != nil {
			t.Fatal(err)
		}
		if err := db.Run(t.Context(), `insert into reports (id, account_id, settings, title, date_range, token_hash, token, key_id, body, has_password, created_at, expires_at)
			values ($1, $2, '{}', $3, 'last-7-days', sha256($4), 'topsecret', 1, 'topsecret', false, now(), now())`, uuid.NewString(), user.AccountID, "Report of "+name, []byte{byte(i)}); err != nil {
			t.Fatal(err)
		}
	}
	said, kinds, kind := map[string][]string{}, 0, ""
	err := db.ExportAccount(t.Context(), users[0].AccountID, func(name, what string) error {
		if what == "" {
			t.Errorf("what is a row of %s?", name)
		}
		kind = name
		kinds++
		return nil
	}, func(row []byte) error {
		var read map[string]any
		if err := json.Unmarshal(row, &read); err != nil {
			return err
		}
		said[kind] = append(said[kind], string(row))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	everything := ""
	for _, name := range []string{"account", "users", "sites", "uploads", "integrations", "credentials", "changes", "links", "jobs", "activity"} {
		if len(said[name]) == 0 {
			t.Errorf("there are no %s", name)
		}
		everything += strings.Join(said[name], "\n")
	}
	for _, want := range []string{"ana@example.com", "ana.example", "sc-domain:ana", "A note of ana", "Report of ana", "ana@gmail.com"} {
		if !strings.Contains(everything, want) {
			t.Errorf("%s is not in it", want)
		}
	}
	for _, secret := range []string{"ben", "topsecret", `"token`, `"secret"`, users[1].AccountID, "746f70736563726574", "dG9wc2VjcmV0"} {
		if strings.Contains(everything, secret) {
			t.Errorf("%s is in it", secret)
		}
	}
	if are, _ := postgres.ExportTables(); kinds != len(are) {
		t.Errorf("%d kinds of %d", kinds, len(are))
	}
}
