package main

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
	"upslope/ingest/connections/secrets"
)

// keysCommand runs upslope keys in this process, and returns its output.
func keysCommand(t testing.TB, settings []string, args ...string) (printed string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err = run(t.Context(), append([]string{"keys"}, args...), settings, &stdout, &stderr)
	return strings.TrimSpace(stdout.String()), err
}

func TestKeysAreMadeAddedAndRotatedByCommands(t *testing.T) {
	t.Parallel()
	first, err := keysCommand(t, nil, "new")
	if err != nil {
		t.Fatal(err)
	}
	old, err := secrets.Parse(first)
	if err != nil {
		t.Fatal(err)
	}
	second, err := keysCommand(t, []string{"ENCRYPTION_KEYSET=" + first}, "add")
	if err != nil {
		t.Fatal(err)
	}
	address := postgrestest.URL(t)
	db, err := postgres.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	user, err := db.SignIn(t.Context(), upslope.Identity{Subject: "user_ana"}, time.Now(), 14)
	if err != nil {
		t.Fatal(err)
	}
	keep := func(label string, keyset *secrets.Keyset) {
		t.Helper()
		_, err := db.KeepCredential(t.Context(), user.AccountID, upslope.SemrushKey, label, func(id string) ([]byte, int64, error) {
			sealed, err := keyset.Seal(secrets.Of("a key"), secrets.Owner{AccountID: user.AccountID, CredentialID: id, Kind: upslope.SemrushKey})
			return sealed, keyset.Primary(), err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	keep("one", old)
	keep("two", old)
	link := func(keyset *secrets.Keyset) upslope.StoredReport {
		t.Helper()
		id, hash := uuid.NewString(), sha256.Sum256([]byte(rand.Text()))
		token, keyID, err := linkKeys{keyset}.Seal(user.AccountID, id, "the token")
		if err != nil {
			t.Fatal(err)
		}
		added := upslope.StoredReport{
			SharedReport: upslope.SharedReport{ID: id, Title: "Mine", CreatedAt: time.Now(), ExpiresAt: time.Now().Add(time.Hour)},
			AccountID:    user.AccountID, TokenHash: hash[:], Token: token, KeyID: keyID, Body: []byte("page"),
		}
		if err := db.AddReport(t.Context(), added); err != nil {
			t.Fatal(err)
		}
		return added
	}
	shared := link(old)
	settings := []string{"ENCRYPTION_KEYSET=" + second, "DATABASE_URL=" + address}
	for _, want := range []string{"2 credentials and 1 links were encrypted again", "0 credentials and 0 links were encrypted again"} {
		if printed, err := keysCommand(t, settings, "rotate"); err != nil || !strings.HasPrefix(printed, want) {
			t.Errorf("%q, %v; want %q", printed, err, want)
		}
	}
	dropped, err := keysCommand(t, settings, "drop")
	if err != nil || len(dropped) >= len(second) {
		t.Errorf("%q, %v", dropped, err)
	}
	if printed, err := keysCommand(t, []string{"ENCRYPTION_KEYSET=" + dropped, "DATABASE_URL=" + address}, "rotate"); err != nil || !strings.HasPrefix(printed, "0 credentials") {
		t.Errorf("without the older key: %q, %v", printed, err)
	}
	newest, err := secrets.Parse(dropped)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := db.Report(t.Context(), user.AccountID, shared.ID)
	if err != nil {
		t.Fatal(err)
	}
	if token, err := (linkKeys{newest}).Open(user.AccountID, shared.ID, kept.Token); err != nil || token != "the token" {
		t.Errorf("the address of a link is %q, %v", token, err)
	}
	stranger, err := secrets.New()
	if err != nil {
		t.Fatal(err)
	}
	keep("lost", stranger)
	link(stranger)
	if _, err := keysCommand(t, settings, "rotate"); err == nil || !strings.HasPrefix(err.Error(), "1 credentials and 1 links open with no key") {
		t.Errorf("a credential that nothing opens: %v", err)
	}
	for _, wrong := range [][]string{{}, {"destroy"}, {"new", "again"}, {"add"}, {"rotate"}} {
		if printed, err := keysCommand(t, nil, wrong...); err == nil {
			t.Errorf("upslope keys %v: %s", wrong, printed)
		}
	}
	if _, err := keysCommand(t, []string{"ENCRYPTION_KEYSET=hunter2"}, "add"); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("a malformed keyset: %v", err)
	}
}

func TestProductionMakesNoKeysAndDevelopmentDoes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if keyset, err := openKeys(Config{AppEnv: "production", DataDir: dir}); keyset != nil || err != nil {
		t.Errorf("production made keys of its own: %v", err)
	}
	if keyset, err := openKeys(Config{AppEnv: "development", DataDir: dir}); keyset == nil || err != nil {
		t.Errorf("development has no keys: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "keyset")); err != nil {
		t.Error(err)
	}
	if _, err := openKeys(Config{AppEnv: "production", EncryptionKeyset: "hunter2"}); err == nil || !strings.HasPrefix(err.Error(), "ENCRYPTION_KEYSET: ") {
		t.Errorf("malformed: %v", err)
	}
}
