package sharing_test

import (
	"database/sql"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"upslope"
	"upslope/infra/replica"
)

// damage changes bytes in the middle of every page of an edge's files, in the order of their age.
func damage(t *testing.T, folder string, which ...int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "side-*.db"))
	if err != nil || len(files) != 2 {
		t.Fatalf("%q, %v", files, err)
	}
	for n, path := range files {
		if !slices.Contains(which, n) {
			continue
		}
		db, err := sql.Open("sqlite", "file:"+path)
		if err != nil {
			t.Fatal(err)
		}
		// In place: SQLite itself sees nothing wrong with it.
		if _, err := db.Exec("update reports set body = cast(substr(body, 1, length(body) / 2) || x'ff00ff00' || substr(body, length(body) / 2 + 5) as blob)"); err != nil {
			t.Fatal(err)
		}
		_ = db.Close()
	}
}

func TestADamagedPageIsFetchedAgain(t *testing.T) {
	w := begin(t)
	open := tokenOf(w.create(upslope.LinkTerms{Days: 30}))
	const password = "correct horse"
	locked := tokenOf(w.create(upslope.LinkTerms{Days: 30, Password: password}))
	for _, which := range [][]int{{0, 1}, {0}, {1}} {
		folder := t.TempDir()
		copied, err := replica.OpenFollower(folder, w.address())
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // a file each
			w.create(upslope.LinkTerms{Days: 30})
			if err := copied.Sync(t.Context(), time.Minute); err != nil {
				t.Fatal(err)
			}
		}
		copied.Close()
		damage(t, folder, which...)
		e := w.edgeIn(folder)
		outages := 0
		for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
			_, err := e.Page("", open, "")
			_, _, lockedErr := e.Unlock(t.Context(), "", locked, password)
			if err == nil && lockedErr == nil {
				break
			}
			for _, err := range []error{err, lockedErr} {
				if err != nil && upslope.CodeOf(err) != upslope.Unavailable {
					t.Fatalf("a damaged page answers %v", err)
				}
			}
			if outages++; time.Now().After(deadline) {
				t.Fatalf("it is not fetched again: %v, %v", err, lockedErr)
			}
		}
		if outages == 0 && slices.Contains(which, 1) { // the newer one
			t.Error("no page was damaged")
		}
		if _, _, err := e.Unlock(t.Context(), "", locked, "wrong"); upslope.CodeOf(err) != upslope.Unauthenticated {
			t.Errorf("a wrong password: %v", err)
		}
	}
}

func TestAnEdgeWithoutStorageDoesNotSayThatThereIsNoReport(t *testing.T) {
	w := begin(t)
	token := tokenOf(w.create(upslope.LinkTerms{Days: 30}))
	w.stopped()
	w.storage = t.TempDir()
	e := w.edge()
	time.Sleep(100 * time.Millisecond) // some looks at the storage
	if _, err := e.Page("", token, ""); upslope.CodeOf(err) != upslope.Unavailable {
		t.Errorf("%v", err)
	}
	if err := e.Ready(t.Context()); err == nil {
		t.Error("it is ready")
	}
}
