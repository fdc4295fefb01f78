package postgres_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

// addToken stores a token with the given text.
func addToken(t *testing.T, db *postgres.DB, user upslope.User, text string, ends *time.Time) upslope.APIToken {
	t.Helper()
	hash := sha256.Sum256([]byte(text))
	token, version, err := db.AddToken(t.Context(), upslope.APIToken{
		AccountID: user.AccountID, UserID: user.ID, Name: "Nightly", Scope: upslope.TokenReads, Prefix: text[:4], ExpiresAt: ends,
	}, hash[:], now)
	if err != nil {
		t.Fatal(err)
	}
	if newest, err := db.Version(t.Context(), user.AccountID); err != nil || version != newest {
		t.Errorf("version %d, %v; want %d", version, err, newest)
	}
	return token
}

func useToken(t *testing.T, db *postgres.DB, text string, at time.Time) (upslope.APIToken, upslope.User, error) {
	t.Helper()
	hash := sha256.Sum256([]byte(text))
	return db.UseToken(t.Context(), hash[:], at)
}

func TestOnlyTheHashOfATokenIsStored(t *testing.T) {
	db := postgrestest.Open(t)
	ana, _ := owner(t, db, "ana")
	const text = "upslope_THEWHOLETOKEN"
	token := addToken(t, db, ana, text, nil)
	row, err := postgres.Text(t.Context(), db, "select api_tokens::text || encode(token_hash, 'escape') from api_tokens")
	if err != nil || bytes.Contains([]byte(row), []byte("THEWHOLETOKEN")) {
		t.Errorf("the row is %s, %v", row, err)
	}
	found, user, err := useToken(t, db, text, now)
	if err != nil || found.ID != token.ID || found.Scope != upslope.TokenReads || user.ID != ana.ID || user.AccountID != ana.AccountID || !user.TrialEndsAt.Equal(ana.TrialEndsAt) {
		t.Errorf("%+v of %+v, %v", found, user, err)
	}
	_, _, err = useToken(t, db, "upslope_ANOTHER", now)
	wantCode(t, err, upslope.NotFound)
}

func TestLastUseOfATokenIsWrittenOnceAMinute(t *testing.T) {
	db := postgrestest.Open(t)
	ana, _ := owner(t, db, "ana")
	addToken(t, db, ana, "token", nil)
	before, err := db.Version(t.Context(), ana.AccountID)
	if err != nil {
		t.Fatal(err)
	}
	written := func() string {
		row, err := postgres.Text(t.Context(), db, "select xmin::text || ' ' || last_used_at::text from api_tokens")
		if err != nil {
			t.Fatal(err)
		}
		return row
	}
	var rows []string
	for _, after := range []time.Duration{10 * time.Second, 20 * time.Second, 59 * time.Second, 61 * time.Second, 30 * time.Second} {
		if _, _, err := useToken(t, db, "token", now.Add(after)); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, written())
	}
	if rows[0] != rows[2] || rows[2] == rows[3] || rows[3] != rows[4] {
		t.Errorf("its row was %q", rows)
	}
	listed, err := db.Tokens(t.Context(), ana.AccountID)
	if err != nil || len(listed) != 1 || !listed[0].LastUsedAt.Equal(now.Add(time.Minute)) {
		t.Errorf("%+v, %v", listed, err)
	}
	if after, err := db.Version(t.Context(), ana.AccountID); err != nil || after != before {
		t.Errorf("reading with a token raised the version from %d to %d, %v", before, after, err)
	}
}

func TestRevokedExpiredAndErasedTokensAreRejected(t *testing.T) {
	db := postgrestest.Open(t)
	ana, _ := owner(t, db, "ana")
	bo, _ := owner(t, db, "bo")
	token := addToken(t, db, ana, "token", nil)
	for _, stranger := range []string{uuid.NewString(), "no id", token.ID} {
		_, err := db.RevokeToken(t.Context(), bo.AccountID, stranger)
		wantCode(t, err, upslope.NotFound)
	}
	if _, _, err := useToken(t, db, "token", now); err != nil {
		t.Errorf("a stranger revoked it: %v", err)
	}
	if _, err := db.RevokeToken(t.Context(), ana.AccountID, token.ID); err != nil {
		t.Fatal(err)
	}
	_, _, err := useToken(t, db, "token", now)
	wantCode(t, err, upslope.NotFound)

	ends := now.Add(time.Hour)
	addToken(t, db, ana, "short", &ends)
	if _, _, err := useToken(t, db, "short", ends.Add(-time.Second)); err != nil {
		t.Error(err)
	}
	_, _, err = useToken(t, db, "short", ends)
	wantCode(t, err, upslope.NotFound)
	for left, before := range []time.Time{ends.Add(time.Second), ends} {
		addToken(t, db, ana, fmt.Sprint("forgotten", left), &ends)
		if err := db.ForgetTokens(t.Context(), before); err != nil {
			t.Fatal(err)
		}
		if listed, err := db.Tokens(t.Context(), ana.AccountID); err != nil || len(listed) != left {
			t.Errorf("%d tokens are listed, %v", len(listed), err)
		}
	}

	addToken(t, db, ana, "last", nil)
	if err := db.Run(t.Context(), "delete from accounts where id = '"+ana.AccountID+"'"); err != nil {
		t.Fatal(err)
	}
	_, _, err = useToken(t, db, "last", now)
	wantCode(t, err, upslope.NotFound)
}

func TestAccountHasAtMostFiftyUnexpiredTokens(t *testing.T) {
	db := postgrestest.Open(t)
	ana, _ := owner(t, db, "ana")
	bo, _ := owner(t, db, "bo")
	ended := now.Add(-time.Minute)
	addToken(t, db, ana, "ended", &ended)
	var first upslope.APIToken
	for n := range upslope.MaxTokens {
		first = addToken(t, db, ana, fmt.Sprint("token", n), nil)
	}
	add := func() error {
		_, _, err := db.AddToken(t.Context(), upslope.APIToken{AccountID: ana.AccountID, UserID: ana.ID, Name: "More", Scope: upslope.TokenReads}, make([]byte, 32), now)
		return err
	}
	wantCode(t, add(), upslope.Conflict)
	addToken(t, db, bo, "bo's", nil)
	if _, err := db.RevokeToken(t.Context(), ana.AccountID, first.ID); err != nil {
		t.Fatal(err)
	}
	if err := add(); err != nil {
		t.Error(err)
	}
}
