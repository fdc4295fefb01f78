package sharing_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
	"upslope/infra/replica"
)

// domain gives the account, or a client of it, a domain for links.
func (w *world) domain(client, domain string) {
	w.Helper()
	edit := upslope.BrandingEdit{LinkDomain: &domain}
	var err error
	if client == "" {
		_, _, err = w.db.EditBranding(w.Context(), w.account, edit)
	} else {
		_, _, err = w.db.EditClient(w.Context(), w.account, client, upslope.ClientEdit{Branding: edit})
	}
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) client(name string, siteIDs ...string) string {
	w.Helper()
	client, _, err := w.db.AddClient(w.Context(), w.account, upslope.ClientEdit{Name: &name, SiteIDs: &siteIDs})
	if err != nil {
		w.Fatal(err)
	}
	return client.ID
}

// opensUnder waits until a link opens at these hosts, and no more at those.
func (w *world) opensUnder(e edge, link upslope.SharedReport, hosts []string, not ...string) {
	w.Helper()
	w.eventually("it opens where it should only", func() bool {
		for _, host := range hosts {
			if _, err := e.Page(host, tokenOf(link), ""); err != nil {
				return false
			}
		}
		for _, host := range not {
			if _, err := e.Page(host, tokenOf(link), ""); upslope.CodeOf(err) != upslope.NotFound {
				return false
			}
		}
		return true
	})
}

func TestALinkOpensUnderTheDomainsOfItsAccountAndClientOnly(t *testing.T) {
	w := begin(t)
	e := w.edge()
	const here, agency, acme, other, stranger = "", "reports.agency.com", "reports.acme.com", "reports.other.com", "reports.stranger.com"
	link := w.create(upslope.LinkTerms{Days: 30})
	w.opensUnder(e, link, []string{here}, agency, acme, other, stranger)
	w.domain("", agency)
	w.opensUnder(e, link, []string{here, agency}, acme, other, stranger)
	client, rest := w.client("Acme", w.site), w.client("Other")
	w.domain(client, acme)
	w.domain(rest, other)
	w.opensUnder(e, link, []string{here, agency, acme}, other, stranger)
	w.domain("", "links.agency.com") // an earlier domain is nobody's
	w.opensUnder(e, link, []string{here, "links.agency.com", acme}, agency, other)
	locked := w.create(upslope.LinkTerms{Days: 30, Password: "correct horse"})
	w.eventually("the locked one opens", func() bool {
		_, _, err := e.Unlock(t.Context(), acme, tokenOf(locked), "correct horse")
		return err == nil
	})
	_, _, err := e.Unlock(t.Context(), other, tokenOf(locked), "correct horse")
	w.wantCode(err, upslope.NotFound)
	if _, _, err := w.db.EditClient(t.Context(), w.account, rest, upslope.ClientEdit{SiteIDs: &[]string{w.site}}); err != nil {
		t.Fatal(err)
	}
	w.opensUnder(e, link, []string{here, "links.agency.com", other}, acme)
	if _, err := w.db.DeleteClient(t.Context(), w.account, rest); err != nil {
		t.Fatal(err)
	}
	w.opensUnder(e, link, []string{here, "links.agency.com"}, acme, other)
}

func TestAnEdgeAloneKnowsUnderWhichDomainsLinksOpen(t *testing.T) {
	w := begin(t)
	e := w.edge()
	w.domain("", "reports.agency.com")
	link := w.create(upslope.LinkTerms{Days: 30})
	w.opensUnder(e, link, []string{"", "reports.agency.com"}, "reports.stranger.com")
	w.stopped()
	w.db.Close()
	if err := os.RemoveAll(w.storage); err != nil {
		t.Fatal(err)
	}
	w.opensUnder(e, link, []string{"", "reports.agency.com"}, "reports.stranger.com")
}

func TestARevokedLinkLeavesNoDomainBehind(t *testing.T) {
	w := begin(t)
	e := w.edge()
	w.links.Arrived = e.Arrived
	w.domain("", "reports.agency.com")
	link := w.create(upslope.LinkTerms{Days: 30})
	w.opensUnder(e, link, []string{"reports.agency.com"})
	if _, err := w.links.RevokeLink(t.Context(), w.account, link.ID); err != nil {
		t.Fatal(err)
	}
	w.opensUnder(e, link, nil, "", "reports.agency.com")
	w.eventually("a new edge learns no domain", func() bool { return w.hostsInReplica() == 0 })
}

// hostsInReplica counts the domains that a new edge learns.
func (w *world) hostsInReplica() (count int) {
	w.Helper()
	folder := w.TempDir()
	copied, err := replica.OpenFollower(folder, w.address())
	if err != nil {
		w.Fatal(err)
	}
	defer copied.Close()
	if err := copied.Sync(w.Context(), time.Minute); err != nil {
		w.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "side-*.db"))
	if err != nil || len(files) != 1 {
		w.Fatalf("%q, %v", files, err)
	}
	db, err := sql.Open("sqlite", "file:"+files[0])
	if err != nil {
		w.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRowContext(w.Context(), "select count(*) from hosts").Scan(&count); err != nil {
		w.Fatal(err)
	}
	return count
}

// A publisher of the release before, which runs until it is replaced, copies links without their domains.
func TestLinksCopiedByAnEarlierReleaseGetTheirDomains(t *testing.T) {
	w := begin(t)
	e := w.edge()
	w.domain("", "reports.agency.com")
	w.source.beforeDomains.Store(true)
	link := w.create(upslope.LinkTerms{Days: 30})
	w.opens(e, link)
	w.source.beforeDomains.Store(false)
	conn, err := pgx.Connect(t.Context(), w.records)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	// The earlier release does not know this column either.
	if _, err := conn.Exec(t.Context(), "update reports set hosted = 0"); err != nil {
		t.Fatal(err)
	}
	w.opensUnder(e, link, []string{""}, "reports.agency.com")
	next := w.create(upslope.LinkTerms{Days: 30}) // the publisher looks again
	w.opensUnder(e, link, []string{"", "reports.agency.com"})
	w.opensUnder(e, next, []string{"", "reports.agency.com"})
}
