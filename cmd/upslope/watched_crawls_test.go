package main

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestTheFirstPagesOfACrawlShowWhatToFixWhileItGoesOn(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	p := start(t, data, "CRAWL_ALLOW_PRIVATE=true")
	shop := openShop(t, 400)
	shop.robots = "User-agent: *\nCrawl-delay: 1\n" // else a busy machine has read all before it looks
	ana := p.signIn("ana@example.com")
	site := ana.addSite("shop.example")
	began := time.Now()
	job := ana.crawl(site, map[string]any{"url": shop.URL, "options": map[string]any{"exclude": []string{"/contacts"}}})
	var found []struct{ ID, Status string }
	eventually(t, "opportunities stand", func() bool {
		ana.call("GET", "/api/insights?siteId="+site, nil, &found)
		return len(found) > 0
	})
	t.Logf("the first %d opportunities stand after %v", len(found), time.Since(began).Round(time.Second))
	var settings struct {
		Every, JobID string
		Paused       bool
	}
	settingsNow := func() bool {
		ana.call("GET", "/api/technical/crawl?siteId="+site, nil, &settings)
		return settings.Paused
	}
	if settingsNow(); settings.JobID != job || settings.Every != "week" {
		t.Fatalf("%+v", settings)
	}
	if status, answer := ana.call("PATCH", "/api/jobs/"+job, map[string]any{"paused": true}, nil); status != http.StatusOK || !settingsNow() {
		t.Fatalf("%d %s", status, answer)
	}
	var now struct{ Status, Message string }
	eventually(t, "the crawl rests", func() bool {
		ana.call("GET", "/api/jobs/"+job, nil, &now)
		return strings.HasPrefix(now.Message, "Paused after ")
	})
	p.kill()
	before := shop.requests()
	p = start(t, data, "CRAWL_ALLOW_PRIVATE=true")
	ana = p.signIn("ana@example.com")
	if ana.call("GET", "/api/jobs/"+job, nil, &now); now.Status != "queued" || shop.requests() != before {
		t.Errorf("a paused crawl is %q and asked for %d pages", now.Status, shop.requests()-before)
	}
	if status, answer := ana.call("PATCH", "/api/jobs/"+job, map[string]any{"paused": false}, nil); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	eventually(t, "the crawl goes on", func() bool { return shop.requests() > before+8 })
	ana.call("DELETE", "/api/jobs/"+job, nil, nil)
	if status, message := ana.job(job); status != "done" {
		t.Fatalf("%s: %s", status, message)
	}
	var crawls []struct {
		Uploads []string
		Partial bool
	}
	ana.call("GET", "/api/technical/crawls?siteId="+site, nil, &crawls)
	if len(crawls) != 1 || len(crawls[0].Uploads) != 1 || !crawls[0].Partial {
		t.Errorf("%+v", crawls)
	}
	var activity []struct{ Kind string }
	ana.call("GET", "/api/activity?siteId="+site, nil, &activity)
	imported := 0
	for _, entry := range activity {
		if entry.Kind == "crawl.imported" {
			imported++
		}
	}
	if imported != 1 || shop.asked["/contacts"] > 0 {
		t.Errorf("%d imports in the activity, /contacts was asked for %d times", imported, shop.asked["/contacts"])
	}
	for path, times := range shop.asked {
		if times > 1 && path != "/robots.txt" && path != "/sitemap.xml" {
			t.Errorf("%s was asked for %d times", path, times)
		}
	}
}

func TestACrawlTellsWhatChangedOnPagesSinceTheLast(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "CRAWL_ALLOW_PRIVATE=true")
	shop := openShop(t, 0)
	ana, bob := p.signIn("ana@example.com"), p.signIn("bob@example.com")
	site := ana.addSite("shop.example")
	ana.job(ana.crawl(site, map[string]any{"url": shop.URL}))
	shop.change("/chairs", "/tables", "/benches")
	if status, message := ana.job(ana.crawl(site, map[string]any{"url": shop.URL})); status != "done" {
		t.Fatalf("%s: %s", status, message)
	}
	var changes []struct{ Kind, URL, Was, Became, Text string }
	ana.call("GET", "/api/technical/page-changes?siteId="+site, nil, &changes)
	var texts []string
	for _, change := range changes {
		texts = append(texts, change.Text)
	}
	want := []string{"/chairs became noindex", "/tables now answers 404 (it answered 200)", "The title of /benches is now “Benches” (it was “Garden furniture for small balconies”)"}
	if !slices.Equal(texts, want) {
		t.Errorf("the changes are\n%s\nwant\n%s", strings.Join(texts, "\n"), strings.Join(want, "\n"))
	}
	var activity, log []struct{ Kind, Text string }
	ana.call("GET", "/api/activity?siteId="+site, nil, &activity)
	ana.call("GET", "/api/sites/"+site+"/changes", nil, &log)
	for _, text := range want {
		if !slices.Contains(activity, struct{ Kind, Text string }{"page.changed", text + "."}) || !slices.Contains(log, struct{ Kind, Text string }{"page", text}) {
			t.Errorf("%q is not in the activity or the change log:\n%v\n%v", text, activity, log)
		}
	}
	if status, answer := bob.call("GET", "/api/technical/page-changes?siteId="+site, nil, nil); status != http.StatusNotFound {
		t.Errorf("%d %s", status, answer)
	}
	if _, answer := bob.call("GET", "/api/technical/page-changes", nil, nil); answer != "[]" {
		t.Errorf("somebody else sees %s", answer)
	}
}

func TestFastAndLargeCrawlsNeedAProofOfOwnership(t *testing.T) {
	t.Parallel()
	p := shared(t)
	ana, bob := p.signIn("ana@example.com"), p.signIn("bob@example.com")
	site := ana.addSite("proof.invalid")
	status, answer := ana.call("POST", "/api/technical/crawl", map[string]any{"siteId": site, "options": map[string]any{"fast": true}}, nil)
	if status != http.StatusForbidden || !strings.Contains(answer, "verify that you own proof.invalid") {
		t.Errorf("%d %s", status, answer)
	}
	var settings struct {
		NeedsNoProof bool
		Ownership    struct{ Proof, DNSName, DNSValue, FileURL string }
	}
	ana.call("GET", "/api/technical/crawl?siteId="+site, nil, &settings)
	if shown := settings.Ownership; settings.NeedsNoProof || shown.Proof != "" || shown.DNSName != "_upslope.proof.invalid" || shown.DNSValue != "upslope-site="+site || shown.FileURL != "https://proof.invalid/.well-known/upslope.txt" {
		t.Errorf("%+v", settings)
	}
	for who, want := range map[*visitor]int{ana: http.StatusUnprocessableEntity, bob: http.StatusNotFound} {
		if status, answer := who.call("POST", "/api/technical/crawl/proof", map[string]any{"siteId": site}, nil); status != want {
			t.Errorf("%d %s, want %d", status, answer, want)
		}
	}
}

func TestACrawlThatWasAllowedOnceCanBeTurnedOffWithoutAProof(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	p := start(t, data, "CRAWL_ALLOW_PRIVATE=true")
	ana := p.signIn("ana@example.com")
	site := ana.addSite("proof.invalid")
	if status, answer := ana.call("PATCH", "/api/technical/crawl", map[string]any{"siteId": site, "every": "week", "options": map[string]any{"fast": true}}, nil); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	p.stop()
	ana = start(t, data).signIn("ana@example.com") // which asks for proofs
	for want, change := range map[int]map[string]any{http.StatusForbidden: {"options": map[string]any{"fast": true}}, http.StatusOK: {"every": "off"}} {
		change["siteId"] = site
		if status, answer := ana.call("PATCH", "/api/technical/crawl", change, nil); status != want {
			t.Errorf("%v: %d %s, want %d", change, status, answer, want)
		}
	}
}
