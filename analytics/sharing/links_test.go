package sharing_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/sharing"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }

func TestALinkOpensOnEveryEdgeAndOnlyWithItsToken(t *testing.T) {
	w := begin(t)
	edges := []edge{w.edge(), w.edge(), w.edge()}
	w.links.Arrived = edges[0].Arrived
	link := w.create(upslope.LinkTerms{Days: 30})
	if page, err := edges[0].Page("", tokenOf(link), ""); err != nil || !strings.Contains(unpack(t, page), "The whole story of Q3.") {
		t.Errorf("it does not open at once where it was made: %v", err)
	}
	for _, e := range edges {
		w.opens(e, link)
		for _, token := range []string{"", "x", backwards(tokenOf(link)), tokenOf(link)[1:] + "A", tokenOf(link) + "A"} {
			_, err := e.Page("", token, "")
			w.wantCode(err, upslope.NotFound)
		}
	}
	if len(tokenOf(link)) < 22 || link.Status != "active" {
		t.Errorf("%+v", link)
	}
	listed, total, err := w.links.Links(t.Context(), w.account, upslope.Scope{}, 10, 0)
	if err != nil || total != 1 || listed[0].URL != link.URL || !listed[0].ExpiresAt.Equal(link.ExpiresAt) {
		t.Errorf("%+v, %v", listed, err)
	}
}

func TestTheStorageHasNothingThatCanBeRead(t *testing.T) {
	w := begin(t)
	link := w.create(upslope.LinkTerms{Days: 30})
	w.stopped()
	read, files := []string{"whole story", "Q3", tokenOf(link), backwards(tokenOf(link))}, 0
	err := filepath.WalkDir(w.storage, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		content, err := os.ReadFile(path)
		for _, text := range read {
			if bytes.Contains(content, []byte(text)) {
				t.Errorf("%q stands in %s", text, entry.Name())
			}
		}
		return err
	})
	if err != nil || files == 0 {
		t.Fatalf("%d files, %v", files, err)
	}
	waiting := 0
	if err := w.db.PublishAgain(t.Context(), allHashes(t, w.db)); err != nil {
		t.Fatal(err)
	}
	found, err := w.db.WaitingReports(t.Context(), 10)
	for _, row := range found {
		waiting++
		if unpacked, err := gzip.NewReader(bytes.NewReader(row.Body)); err == nil {
			t.Errorf("the database has the page: %v", unpacked)
		}
	}
	if err != nil || waiting != 1 {
		t.Errorf("%d, %v", waiting, err)
	}
}

func allHashes(t *testing.T, db *postgres.DB) (all [][]byte) {
	t.Helper()
	copied, err := db.CopiedReports(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for hash := range copied {
		all = append(all, bytes.Clone(hash[:]))
	}
	return all
}

func TestAPasswordIsNeededBesideTheToken(t *testing.T) {
	w := begin(t)
	e := w.edge()
	w.links.Arrived = e.Arrived
	link, other := w.create(upslope.LinkTerms{Days: 1, Password: "corr\u00e9ct horse"}), w.create(upslope.LinkTerms{Days: 1, Password: "corr\u00e9ct horse"})
	_, err := e.Page("", tokenOf(link), "")
	w.wantCode(err, upslope.Unauthenticated)
	_, _, err = e.Unlock(t.Context(), "", tokenOf(link), "another horse")
	w.wantCode(err, upslope.Unauthenticated)
	// As another keyboard writes it.
	page, key, err := e.Unlock(t.Context(), "", tokenOf(link), "corre\u0301ct horse")
	if err != nil || !strings.Contains(unpack(t, page), "The whole story") {
		t.Fatal(err)
	}
	if _, err := e.Page("", tokenOf(link), key); err != nil {
		t.Errorf("the key does not open it: %v", err)
	}
	for _, wrong := range []string{"", "x", strings.Repeat("A", len(key))} {
		_, err := e.Page("", tokenOf(link), wrong)
		w.wantCode(err, upslope.Unauthenticated)
	}
	_, err = e.Page("", tokenOf(other), key)
	w.wantCode(err, upslope.Unauthenticated)
	_, _, err = e.Unlock(t.Context(), "", backwards(tokenOf(link)), "corr\u00e9ct horse")
	w.wantCode(err, upslope.NotFound)
}

func TestARevokedLinkOpensNowhere(t *testing.T) {
	w := begin(t)
	here, there := w.edge(), w.edge()
	w.links.Arrived = here.Arrived
	link := w.create(upslope.LinkTerms{Days: 30})
	w.opens(here, link)
	w.opens(there, link)
	if _, err := w.links.RevokeLink(t.Context(), w.account, link.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := here.Page("", tokenOf(link), ""); upslope.CodeOf(err) != upslope.NotFound {
		t.Errorf("here it still opens: %v", err)
	}
	w.opensNot(there, link)
	_, _, err := w.links.ExtendLink(t.Context(), w.account, link.ID, 30)
	w.wantCode(err, upslope.Conflict)
	if listed, _, err := w.links.Links(t.Context(), w.account, upslope.Scope{}, 10, 0); err != nil || listed[0].Status != "revoked" || listed[0].RevokedAt == nil {
		t.Errorf("%+v, %v", listed, err)
	}
}

func TestAnExpiredLinkOpensAgainOnceItIsExtendedInTime(t *testing.T) {
	w := begin(t)
	e := w.edge()
	w.links.Arrived = e.Arrived
	link := w.create(upslope.LinkTerms{Days: 1})
	w.opens(e, link)
	w.later(25 * time.Hour)
	listed, _, err := w.links.Links(t.Context(), w.account, upslope.Scope{}, 10, 0)
	if err != nil || listed[0].Status != "expired" {
		t.Errorf("%+v, %v", listed, err)
	}
	// To this clock the copy is a day old, which is not what this is about.
	far, err := sharing.NewPages(e.copy, 1000*time.Hour, w.now)
	if err != nil {
		t.Fatal(err)
	}
	_, err = far.Page("", tokenOf(link), "")
	w.wantCode(err, upslope.NotFound)
	extended, _, err := w.links.ExtendLink(t.Context(), w.account, link.ID, 7)
	if err != nil || extended.Status != "active" || extended.URL != link.URL {
		t.Errorf("%+v, %v", extended, err)
	}
	if _, err := far.Page("", tokenOf(link), ""); err != nil {
		t.Errorf("it does not open again: %v", err)
	}
	w.later(8*24*time.Hour + 7*time.Hour)
	addAnother := w.create(upslope.LinkTerms{Days: 1}) // which wakes the publisher
	w.eventually("only the page of "+addAnother.ID+" is kept", func() bool { return len(allHashes(t, w.db)) == 1 })
	_, _, err = w.links.ExtendLink(t.Context(), w.account, link.ID, 7)
	w.wantCode(err, upslope.Conflict)
}

func TestTheLinksOfADeletedSiteOpenNoMore(t *testing.T) {
	w := begin(t)
	e := w.edge()
	link := w.create(upslope.LinkTerms{Days: 30})
	w.opens(e, link)
	if _, err := w.db.DeleteSite(t.Context(), w.account, w.site); err != nil {
		t.Fatal(err)
	}
	w.opensNot(e, link)
}

// A publisher that ends at any step is followed by one on an empty disk.
func TestALinkOpensEverywhereWhereverItsPublisherEnds(t *testing.T) {
	w := begin(t)
	edges := []edge{w.edge(), w.edge()}
	var made []upslope.SharedReport
	for _, step := range []string{"before the write", "in the write", "after the write", "before it is noted", "after it is noted"} {
		opened := w.opened.Load()
		w.source.fail(step)
		made = append(made, w.create(upslope.LinkTerms{Days: 30}))
		w.eventually("another publisher", func() bool { return w.opened.Load() > opened })
		for _, e := range edges {
			w.opens(e, made[len(made)-1])
		}
	}
	for _, e := range edges {
		for _, link := range made {
			w.opens(e, link)
		}
	}
}

func TestALinkThatNobodyWasGivenNeverOpens(t *testing.T) {
	w := begin(t)
	e := w.edge()
	w.stopped()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, _, err := w.links.CreateLink(ctx, w.account, w.settings(), upslope.LinkTerms{Days: 30}); err == nil {
		t.Fatal("a link was given out that opens nowhere")
	}
	w.publish()
	w.opens(e, w.create(upslope.LinkTerms{Days: 30}))
	if _, total, err := w.links.Links(t.Context(), w.account, upslope.Scope{}, 10, 0); err != nil || total != 1 {
		t.Errorf("%d links, %v", total, err)
	}
	if hashes := allHashes(t, w.db); len(hashes) != 1 {
		t.Errorf("%d pages are kept", len(hashes))
	}
}

func TestAStorageThatWasLostOrPutBackIsMadeWholeAgain(t *testing.T) {
	for _, lost := range []bool{true, false} {
		w := begin(t)
		first := w.create(upslope.LinkTerms{Days: 30})
		revoked := w.create(upslope.LinkTerms{Days: 30})
		w.stopped()
		if err := os.CopyFS(w.storage+".early", os.DirFS(w.storage)); err != nil {
			t.Fatal(err)
		}
		w.publish()
		slept := w.edge()
		second := w.create(upslope.LinkTerms{Days: 30})
		if _, err := w.links.RevokeLink(t.Context(), w.account, revoked.ID); err != nil {
			t.Fatal(err)
		}
		w.opens(slept, second)
		w.stopped()
		if err := os.RemoveAll(w.storage); err != nil {
			t.Fatal(err)
		}
		if !lost {
			if err := os.Rename(w.storage+".early", w.storage); err != nil {
				t.Fatal(err)
			}
		}
		w.publish()
		e := w.edge()
		if lost {
			w.links.Arrived = slept.Arrived // which is at a position that the storage has yet to reach again
			link, _, err := w.links.CreateLink(t.Context(), w.account, w.settings(), upslope.LinkTerms{Days: 30})
			if _, broken := slept.Page("", tokenOf(link), ""); err == nil && broken != nil {
				t.Errorf("given out, and it does not open: %v", broken)
			}
		}
		w.opens(e, first)
		w.opens(e, second)
		w.opensNot(e, revoked)
	}
}

func TestACopyThatIsTooOldShowsNothingAndSaysWhy(t *testing.T) {
	w := begin(t)
	e := w.edge()
	link := w.create(upslope.LinkTerms{Days: 30})
	w.opens(e, link)
	w.stopped()
	if err := os.Rename(w.storage, w.storage+".away"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(w.storage, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	w.later(23 * time.Hour)
	w.opens(e, link)
	if err := e.Ready(t.Context()); err != nil {
		t.Error(err)
	}
	w.later(2 * time.Hour)
	_, err := e.Page("", tokenOf(link), "")
	w.wantCode(err, upslope.Unavailable)
	w.wantCode(e.Ready(t.Context()), upslope.Unavailable)
	if err := errors.Join(os.Remove(w.storage), os.Rename(w.storage+".away", w.storage)); err != nil {
		t.Fatal(err)
	}
	w.clock.Store(0)
	w.opens(e, link)
}
