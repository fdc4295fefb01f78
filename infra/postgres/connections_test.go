package postgres_test

import (
	"testing"

	"github.com/google/uuid"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

func keepCredential(t *testing.T, db *postgres.DB, user upslope.User, label string) (id string) {
	t.Helper()
	id, err := db.KeepCredential(t.Context(), user.AccountID, upslope.GoogleOAuth, label, func(id string) ([]byte, int64, error) { return []byte("sealed for " + id), 1, nil })
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func searchConsole(user upslope.User, site upslope.Site) upslope.Connection {
	return upslope.Connection{AccountID: user.AccountID, SiteID: site.ID, Provider: upslope.GSC, Status: upslope.Connected}
}

func TestConcurrentlyChangedConnectionIsNotOverwritten(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	keep := func(connection upslope.Connection, replace bool) error {
		_, err := db.KeepConnection(t.Context(), connection, replace, false, "")
		return err
	}
	wanted := searchConsole(ana, site)
	if err := keep(wanted, false); err != nil {
		t.Fatal(err)
	}
	wantCode(t, keep(wanted, false), upslope.Conflict) // from another attempt that saw no connection either
	all, err := db.Connections(t.Context(), ana.AccountID, site.ID)
	if err != nil || len(all) != 1 {
		t.Fatalf("%+v, %v", all, err)
	}
	seen := all[0]
	seen.Property = "https://ana.example/"
	if err := keep(seen, true); err != nil {
		t.Fatal(err)
	}
	wantCode(t, keep(seen, false), upslope.Conflict) // the id has changed
	seen.ID = uuid.NewString()
	wantCode(t, keep(seen, false), upslope.Conflict)
}

func TestConnectionRejectsObjectsOfAnotherAccount(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	eve, _ := owner(t, db, "eve")
	foreign := searchConsole(eve, site)
	_, err := db.KeepConnection(t.Context(), foreign, false, false, "")
	wantCode(t, err, upslope.NotFound)
	borrowed := searchConsole(eve, addSite(t, db, eve, "eve-too.example"))
	borrowed.CredentialID = keepCredential(t, db, ana, "ana@gmail.example")
	_, err = db.KeepConnection(t.Context(), borrowed, false, false, "")
	wantCode(t, err, upslope.NotFound)
	_, err = db.Credential(t.Context(), eve.AccountID, borrowed.CredentialID)
	wantCode(t, err, upslope.NotFound)
	if err := db.RevokeCredential(t.Context(), eve.AccountID, borrowed.CredentialID, "Sign in again."); err != nil {
		t.Fatal(err)
	}
	if kept, err := db.Credential(t.Context(), ana.AccountID, borrowed.CredentialID); err != nil || kept.Revoked {
		t.Errorf("another account revoked it: %+v, %v", kept, err)
	}
}

func TestCredentialIsDeletedWithLastConnectionAndRevokedWithLastAccount(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	eve, _ := owner(t, db, "eve")
	connect := func(user upslope.User, site upslope.Site) (credentialID string) {
		connection := searchConsole(user, site)
		connection.CredentialID = keepCredential(t, db, user, "agency@gmail.example")
		if _, err := db.KeepConnection(t.Context(), connection, false, false, ""); err != nil {
			t.Fatal(err)
		}
		return connection.CredentialID
	}
	second := addSite(t, db, ana, "second.example")
	if first := connect(ana, site); connect(ana, second) != first {
		t.Error("the same Google account is two credentials")
	}
	theirs := addSite(t, db, eve, "theirs.example")
	connect(eve, theirs)
	disconnect := func(user upslope.User, site upslope.Site, takenBack bool, left int) {
		t.Helper()
		unused, err := db.Disconnect(t.Context(), user.AccountID, site.ID, upslope.GSC, "Disconnected.")
		if err != nil || (unused != nil) != takenBack {
			t.Errorf("answered %+v, %v", unused, err)
		}
		if kept, err := db.Credentials(t.Context(), user.AccountID); err != nil || len(kept) != left {
			t.Errorf("%d credentials are kept, %v; want %d", len(kept), err, left)
		}
	}
	disconnect(ana, site, false, 1)
	disconnect(ana, second, false, 0) // another account has the same grant: Google would revoke both
	disconnect(eve, theirs, true, 0)
}
