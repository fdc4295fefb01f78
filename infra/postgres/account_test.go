package postgres_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// told are the topics of the outbox about an account, with their payloads.
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

func TestDeletedAccountLeavesNothingAndHasTheRestErased(t *testing.T) {
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
	// Whatever tables there will be: none keeps a row of the account but what says what is left to erase.
	tables, err := postgres.AccountTables(t.Context(), db)
	if err != nil || len(tables) < 20 {
		t.Fatal(tables, err)
	}
	for _, table := range tables {
		if table == "erased_sites" || table == "erased_connections" || table == "outbox" {
			continue
		}
		n, err := postgres.Scalar(t.Context(), db, "select count(*) from "+table+" where account_id = '"+ana.AccountID+"'")
		if err != nil || n != 0 {
			t.Errorf("%s still has %d rows, %v", table, n, err)
		}
	}
}

func TestWhoComesBackGoesOnWithTheTrialTheyHad(t *testing.T) {
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
