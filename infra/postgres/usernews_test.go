package postgres_test

import (
	"testing"
	"time"

	"upslope"
	"upslope/infra/postgres/postgrestest"
)

func TestNewestProfileOfAUserIsKept(t *testing.T) {
	db := postgrestest.Open(t)
	said := func(email, first, last string, at time.Time) upslope.Identity {
		return upslope.Identity{Subject: "user_1", SessionID: "sess_1", Email: email, FirstName: first, LastName: last, ImageURL: "https://img.clerk.com/" + first, IssuedAt: at}
	}
	keep := func(identity upslope.Identity) {
		t.Helper()
		if err := db.KeepUser(t.Context(), identity, now, 14); err != nil {
			t.Fatal(err)
		}
	}
	// By default a Clerk token contains only the user's id.
	token := upslope.Identity{Subject: "user_1", SessionID: "sess_1", IssuedAt: now.Add(time.Hour)}
	is := func(email, first, last string) {
		t.Helper()
		user, err := db.SignIn(t.Context(), token, now, 14)
		if err != nil || user.Email != email || user.FirstName != first || user.LastName != last {
			t.Errorf("it is %q %q %q, %v; want %q %q %q", user.Email, user.FirstName, user.LastName, err, email, first, last)
		}
	}
	keep(said("ana@example.com", "Ana", "Lopez", now))
	is("ana@example.com", "Ana", "Lopez")
	keep(said("ana@new.example", "Anna", "", now.Add(2*time.Minute)))
	is("ana@new.example", "Anna", "")
	keep(said("ana@between.example", "Annie", "Lopez", now.Add(time.Minute))) // delivered late
	is("ana@new.example", "Anna", "")
	old := said("ana@old.example", "Ana", "Lopez", now.Add(time.Minute)) // a token from before the change
	if user, err := db.SignIn(t.Context(), old, now, 14); err != nil || user.Email != "ana@new.example" {
		t.Errorf("an old token makes it %q, %v", user.Email, err)
	}
}

func TestErasedUserNeverComesBack(t *testing.T) {
	db := postgrestest.Open(t)
	ana := upslope.Identity{Subject: "user_1", SessionID: "sess_1", Email: "ana@example.com", IssuedAt: now}
	user, err := db.SignIn(t.Context(), ana, now, 14)
	if err != nil {
		t.Fatal(err)
	}
	addSite(t, db, user, "example.com")
	for _, subject := range []string{"user_1", "user_1", "user_2"} { // repeated, and for an unknown user
		if err := db.EraseUser(t.Context(), subject, now); err != nil {
			t.Fatal(err)
		}
	}
	if sites, err := db.Sites(t.Context(), user.AccountID); err != nil || len(sites) != 0 {
		t.Errorf("left are %v, %v", sites, err)
	}
	ana.IssuedAt = now.Add(time.Hour)
	for _, subject := range []string{"user_1", "user_2"} {
		ana.Subject = subject
		if err := db.KeepUser(t.Context(), ana, now, 14); err != nil {
			t.Errorf("news of %s that comes late: %v", subject, err)
		}
		if user, err := db.SignIn(t.Context(), ana, now, 14); upslope.CodeOf(err) != upslope.Unauthenticated {
			t.Errorf("%s is %+v, %v", subject, user, err)
		}
	}
}

func TestUserEventIsDoneOnceProcessed(t *testing.T) {
	db := postgrestest.Open(t)
	done := func(want bool) {
		t.Helper()
		if done, err := db.UserEventDone(t.Context(), "msg_1", "user.updated", now); err != nil || done != want {
			t.Errorf("done %v, %v; want %v", done, err, want)
		}
	}
	done(false)
	done(false) // processing failed
	if err := db.EndUserEvent(t.Context(), "msg_1", now); err != nil {
		t.Fatal(err)
	}
	done(true)
	for _, later := range []time.Duration{24 * time.Hour, 91 * 24 * time.Hour} {
		if err := db.SweepUserEvents(t.Context(), now.Add(later)); err != nil {
			t.Fatal(err)
		}
		done(later == 24*time.Hour)
	}
}
