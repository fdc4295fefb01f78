package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
	"upslope/ingest/connections/secrets"
)

// keysCommand runs upslope keys in this process, and answers what it printed.
func keysCommand(t *testing.T, settings []string, args ...string) (printed string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err = run(t.Context(), append([]string{"keys"}, args...), settings, &stdout, &stderr)
	return strings.TrimSpace(stdout.String()), err
}

func TestKeysAreMadeAddedAndRotatedByCommands(t *testing.T) {
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
	settings := []string{"ENCRYPTION_KEYSET=" + second, "DATABASE_URL=" + address}
	for _, want := range []string{"2 credentials were encrypted again", "0 credentials were encrypted again"} {
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
	stranger, err := secrets.New()
	if err != nil {
		t.Fatal(err)
	}
	keep("lost", stranger)
	if _, err := keysCommand(t, settings, "rotate"); err == nil || !strings.HasPrefix(err.Error(), "1 credentials open with no key") {
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

func TestProductionStartsWithoutKeysAndDevelopmentMakesThem(t *testing.T) {
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
