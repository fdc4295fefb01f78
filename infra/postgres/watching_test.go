package postgres_test

import (
	"sync"
	"testing"
	"time"

	"upslope"
	"upslope/infra/postgres"
	"upslope/infra/postgres/postgrestest"
)

func TestASiteThatWasCrawledIsCrawledAgainOnceAWeekUntilThatIsOff(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	crawl := upslope.SiteCrawl{AccountID: ana.AccountID, SiteID: site.ID, MaxPages: 200, Options: upslope.CrawlOptions{Exclude: []string{"/cart"}}}
	job, err := db.StartCrawl(t.Context(), crawl, now)
	if err != nil {
		t.Fatal(err)
	}
	endJobs := func() {
		if _, err := postgres.Scalar(t.Context(), db, "with ended as (update jobs set status = 'done' where kind = 'crawl' returning id) select count(*)::int from ended"); err != nil {
			t.Fatal(err)
		}
	}
	planAt := func(at time.Time) (crawls int) {
		t.Helper()
		var ticks sync.WaitGroup
		for range 3 {
			ticks.Go(func() {
				if _, err := db.PlanCrawls(t.Context(), at, 10); err != nil {
					t.Error(err)
				}
			})
		}
		ticks.Wait()
		if crawls, err = postgres.Scalar(t.Context(), db, "select count(*)::int from jobs where kind = 'crawl'"); err != nil {
			t.Fatal(err)
		}
		return crawls
	}
	endJobs()
	const day = 24 * time.Hour
	if got := planAt(now.Add(6 * day)); got != 1 {
		t.Errorf("%d crawls within the week", got)
	}
	if got := planAt(now.Add(8 * day)); got != 2 {
		t.Errorf("%d crawls after a week", got)
	}
	settings, err := db.CrawlSettings(t.Context(), ana.AccountID, site.ID)
	if err != nil || settings.JobID == "" || settings.JobID == job.ID || settings.MaxPages != 200 || len(settings.Options.Exclude) != 1 || !settings.NextAt.Equal(now.Add(15*day)) {
		t.Errorf("%+v, %v", settings, err)
	}
	again, err := db.SiteCrawl(t.Context(), ana.AccountID, settings.JobID)
	if err != nil || again.MaxPages != 200 || again.Options.Exclude[0] != "/cart" {
		t.Errorf("%+v, %v", again, err)
	}
	endJobs()
	if got := planAt(now.Add(20 * day)); got != 2 { // the trial of 14 days has ended
		t.Errorf("%d crawls after the trial", got)
	}
	if _, err := db.CrawlSettings(t.Context(), "0190b6a0-0000-7000-8000-000000000009", site.ID); upslope.CodeOf(err) != upslope.NotFound {
		t.Errorf("somebody else reads the settings: %v", err)
	}
	settings.Every = upslope.CrawlOff
	if _, err := db.EditCrawlSettings(t.Context(), ana.AccountID, settings, now); err != nil {
		t.Fatal(err)
	}
	if got := planAt(now.Add(9 * day)); got != 2 {
		t.Errorf("%d crawls when that is off", got)
	}
}

func TestTheRecordsOfACrawlAnswerTheNextOneWhileTheSiteIsWatched(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	crawl := upslope.SiteCrawl{AccountID: ana.AccountID, SiteID: site.ID, MaxPages: 200}
	job, err := db.StartCrawl(t.Context(), crawl, now)
	if err != nil {
		t.Fatal(err)
	}
	crawl.JobID = job.ID
	_, err = db.SaveCrawl(t.Context(), crawl, []upslope.CrawledAddress{{URL: "https://ana.example/"}, {Position: 1, URL: "https://ana.example/unread"}}, []upslope.CrawledPage{{Record: []byte("home")}})
	if err != nil {
		t.Fatal(err)
	}
	earlier := func() string {
		record, err := db.EarlierPage(t.Context(), crawl, "https://ana.example/")
		if err != nil && upslope.CodeOf(err) != upslope.NotFound {
			t.Fatal(err)
		}
		return string(record)
	}
	if got := earlier(); got != "" {
		t.Errorf("a crawl answers itself: %q", got)
	}
	upload := upslope.Upload{
		ID: "0190b6a0-0000-7000-8000-000000000001", AccountID: ana.AccountID, SiteID: site.ID, JobID: job.ID, ObjectKey: "uploads/x", FileName: "x.zip", SHA256: "x",
	}
	if err := db.FinishCrawl(t.Context(), crawl, upload); err != nil {
		t.Fatal(err)
	}
	if got := earlier(); got != "home" {
		t.Errorf("the next crawl is answered %q", got)
	}
	settings, err := db.CrawlSettings(t.Context(), ana.AccountID, site.ID)
	if err != nil {
		t.Fatal(err)
	}
	settings.Every = upslope.CrawlOff
	if _, err := db.EditCrawlSettings(t.Context(), ana.AccountID, settings, now); err != nil {
		t.Fatal(err)
	}
	if got := earlier(); got != "" {
		t.Errorf("records of a site that is not watched are kept: %q", got)
	}
}

func TestASiteIsProvenByWhatWasFoundOrBySearchConsole(t *testing.T) {
	db := postgrestest.Open(t)
	ana, site := owner(t, db, "ana")
	eve, _ := owner(t, db, "eve")
	proof := func(accountID string) (upslope.Ownership, error) {
		return db.SiteOwnership(t.Context(), accountID, site.ID)
	}
	if owned, err := proof(ana.AccountID); err != nil || owned.Proof != upslope.NoProof || owned.ProvenAt != nil {
		t.Errorf("a new site: %+v, %v", owned, err)
	}
	if _, err := proof(eve.AccountID); upslope.CodeOf(err) != upslope.NotFound {
		t.Errorf("a stranger's site: %v", err)
	}
	if err := db.SetSiteProof(t.Context(), eve.AccountID, site.ID, upslope.DNSProof, now); upslope.CodeOf(err) != upslope.NotFound {
		t.Errorf("a stranger proves the site: %v", err)
	}
	if err := db.SetSiteProof(t.Context(), ana.AccountID, site.ID, upslope.DNSProof, now); err != nil {
		t.Fatal(err)
	}
	if owned, err := proof(ana.AccountID); err != nil || owned.Proof != upslope.DNSProof || !owned.Holds(now) {
		t.Errorf("after a record was found: %+v, %v", owned, err)
	}
	for name, c := range map[string]struct {
		status, property, domain, synced string
		want                             upslope.Proof
	}{
		"the domain's property":     {"connected", "sc-domain:" + site.Domain, site.Domain, "null", upslope.SearchConsoleProof},
		"the root of its www host":  {"connected", "https://www." + site.Domain + "/", "www." + site.Domain, "null", upslope.SearchConsoleProof},
		"a folder of it":            {"connected", "https://" + site.Domain + "/blog/", site.Domain, "null", upslope.DNSProof},
		"another site's property":   {"connected", "sc-domain:elsewhere.example", "elsewhere.example", "null", upslope.DNSProof},
		"one that failed yesterday": {"error", "sc-domain:" + site.Domain, site.Domain, "now() - interval '1 day'", upslope.SearchConsoleProof},
		"one that failed for long":  {"error", "sc-domain:" + site.Domain, site.Domain, "now() - interval '31 days'", upslope.DNSProof},
		"one that never worked":     {"error", "sc-domain:" + site.Domain, site.Domain, "null", upslope.DNSProof},
	} {
		if _, err := postgres.Scalar(t.Context(), db, `with made as (insert into connections (account_id, site_id, provider, status, property, property_domain, last_sync_at)
			values ('`+ana.AccountID+`', '`+site.ID+`', 'gsc', '`+c.status+`', '`+c.property+`', '`+c.domain+`', `+c.synced+`)
			on conflict (account_id, site_id, provider) do update set status = excluded.status, property = excluded.property, property_domain = excluded.property_domain,
			last_sync_at = excluded.last_sync_at returning id) select count(*)::int from made`); err != nil {
			t.Fatal(err)
		}
		if owned, err := proof(ana.AccountID); err != nil || owned.Proof != c.want {
			t.Errorf("with Search Console, %s: %+v, %v", name, owned, err)
		}
	}
	moved := "moved.example"
	if _, _, err := db.EditSite(t.Context(), ana.AccountID, site.ID, upslope.SiteEdit{Domain: &moved}); err != nil {
		t.Fatal(err)
	}
	if owned, err := proof(ana.AccountID); err != nil || owned.Proof != upslope.NoProof {
		t.Errorf("the proof of another domain: %+v, %v", owned, err)
	}
}
