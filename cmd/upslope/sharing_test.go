package main

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

const nowhere = "127.0.0.1:9" // nobody listens here

// sharedReport is a link as returned by the API.
type sharedReport struct {
	ID, Title, Status, URL string
	Views                  int64
}

// path returns the link's path, the same on any edge.
func (r sharedReport) path() string { return r.URL[strings.LastIndex(r.URL, "/r/"):] }

func (v *visitor) createLink(title string) sharedReport {
	v.t.Helper()
	var link sharedReport
	if status, answer := v.call("POST", "/api/reports/create-shareable-link", map[string]any{"title": title}, &link); status != http.StatusCreated {
		v.t.Fatalf("create a link: %d %s\n%s", status, answer, v.stderr)
	}
	return link
}

func (v *visitor) listLinks() (links []sharedReport) {
	v.t.Helper()
	if status, answer := v.call("GET", "/api/reports", nil, &links); status != http.StatusOK {
		v.t.Fatalf("%d %s", status, answer)
	}
	return links
}

// open opens a link without a session.
func (p *program) open(link sharedReport) (*http.Response, string) {
	p.t.Helper()
	response, err := http.Get(p.url + link.path())
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	page, err := io.ReadAll(response.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return response, string(page)
}

// opens checks that a link opens with its original content.
func (p *program) opens(link sharedReport) {
	p.t.Helper()
	if response, page := p.open(link); response.StatusCode != http.StatusOK || !strings.Contains(page, link.Title) {
		p.t.Errorf("%s: %d %.300s", link.Title, response.StatusCode, page)
	}
}

func (p *program) eventuallyOpens(link sharedReport) {
	p.t.Helper()
	eventually(p.t, link.Title+" opens", func() bool { response, _ := p.open(link); return response.StatusCode == http.StatusOK })
}

// databaseURL returns the URL of the embedded PostgreSQL.
func (p *program) databaseURL() string {
	p.t.Helper()
	for _, pid := range p.children("postgres") {
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err != nil {
			continue
		}
		arguments := strings.Split(string(line), "\x00")
		if at := slices.Index(arguments, "-k"); at > 0 {
			return "postgres:///upslope?" + url.Values{"host": {arguments[at+1]}, "user": {"upslope"}, "sslmode": {"disable"}}.Encode()
		}
	}
	p.t.Fatal("PostgreSQL does not say where it listens")
	return ""
}

func (p *program) isReady() bool {
	response, err := http.Get(p.url + "/readyz")
	if err != nil {
		return false
	}
	_ = response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// ready200 checks /readyz.
func (p *program) ready200() string {
	p.t.Helper()
	response, err := http.Get(p.url + "/readyz")
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		p.t.Errorf("/readyz: %d %s, %v", response.StatusCode, body, err)
	}
	return string(body)
}

func TestLinksOpenWhateverIsDown(t *testing.T) {
	t.Parallel()
	nats, folder := startNATS(t), t.TempDir()
	storage := filepath.Join(folder, "storage")
	shared := []string{"NATS_URL=" + nats.url(), "REPORTS_REPLICA_URL=file://" + storage}
	origin := start(t, filepath.Join(folder, "origin"), shared...)
	ana := origin.signIn("ana@example.com")
	link, revoked := ana.createLink("The first"), ana.createLink("The revoked one")
	origin.opens(link)

	alone := append([]string{"APP_ENV=development", "CLICKHOUSE_URL=clickhouse://" + nowhere + "/upslope", "DATABASE_URL=" + origin.databaseURL()}, shared...)
	edge := launch(t, "edge", filepath.Join(folder, "edge"), alone...).awaitReady()
	views := int64(1)
	look := func(while string) {
		t.Helper()
		began := time.Now()
		response, page := edge.open(link)
		if response.StatusCode != http.StatusOK || !strings.Contains(page, "The first") || time.Since(began) > 2*time.Second {
			t.Errorf("%s: %d after %v: %.200s", while, response.StatusCode, time.Since(began), page)
		}
		views++
		if response.Header.Get("X-Replica-Position") == "" || response.Header.Get("X-Replica-Age") == "" {
			t.Errorf("%s: it does not say how old it is: %v", while, response.Header)
		}
	}
	look("ClickHouse is away")
	edge.opens(revoked)
	if status, answer := ana.call("DELETE", "/api/reports/"+revoked.ID, nil, nil); status != http.StatusNoContent {
		t.Fatalf("revoke: %d %s", status, answer)
	}
	eventually(t, "the revoked one opens nowhere", func() bool { response, _ := edge.open(revoked); return response.StatusCode == http.StatusNotFound })

	if err := os.Rename(storage, storage+".away"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(storage, nil, 0o600); err != nil { // prevents its creation
		t.Fatal(err)
	}
	look("object storage is away, too")
	nats.kill()
	look("NATS is away, too")
	origin.kill() // and PostgreSQL with it
	look("everything is away")

	edge.kill()
	edge = launch(t, "edge", edge.data, alone...).awaitReady()
	look("it starts while everything is away")
	if said := edge.ready200(); !strings.Contains(said, `"status":"degraded"`) || !strings.Contains(said, `"reports":"ok"`) || !strings.Contains(said, `"position":`) {
		t.Errorf("/readyz: %s", said)
	}
	if response, _ := edge.open(revoked); response.StatusCode != http.StatusNotFound {
		t.Errorf("the revoked one: %d", response.StatusCode)
	}

	if err := os.Remove(storage); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(storage+".away", storage); err != nil {
		t.Fatal(err)
	}
	nats.run()
	origin = start(t, origin.data, shared...)
	ana = origin.signIn("ana@example.com")
	var listed []sharedReport
	eventually(t, "views made meanwhile are counted", func() bool {
		listed = ana.listLinks()
		return len(listed) == 2 && listed[1].Views >= views
	})
	if listed[1].Views != views || listed[1].Title != "The first" {
		t.Errorf("%+v, want %d views", listed[1], views)
	}
	edge.eventuallyOpens(ana.createLink("One more"))
}

// Every published or listed link opens, whenever the program is killed and whether or not its disk is lost.
func TestPublishedLinkOpensAfterKillsAtAnyPoint(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	given, opened := map[string]sharedReport{}, int64(0)
	p := start(t, folder)
	ana := p.signIn("ana@example.com")
	for round, enough := range []int{1, 4, 9} {
		var makers sync.WaitGroup
		var mu sync.Mutex
		for maker := range 3 {
			makers.Go(func() {
				for i := 0; ; i++ {
					title := fmt.Sprintf("Report %d of %d in %d", i, maker, round)
					status, answer, err := ana.try("POST", "/api/reports/create-shareable-link", "application/json", strings.NewReader(fmt.Sprintf(`{"title":%q}`, title)))
					if err != nil {
						return // the program is gone
					}
					if status != http.StatusCreated {
						t.Errorf("%d %s", status, answer)
						return
					}
					mu.Lock()
					given[title] = sharedReport{Title: title, URL: answer[strings.Index(answer, `"url":"`)+7:][:len(p.url)+len("/r/")+32]}
					mu.Unlock()
				}
			})
		}
		eventually(t, "links are given", func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(given) >= enough
		})
		p.kill()
		makers.Wait()
		if round == 1 { // the publisher's disk is lost; the storage is not
			if err := os.RemoveAll(filepath.Join(folder, "reports")); err != nil {
				t.Fatal(err)
			}
		}
		p = start(t, folder)
		ana = p.signIn("ana@example.com")
		for _, link := range given {
			p.opens(link)
			opened++
		}
		for _, link := range ana.listLinks() {
			if _, known := given[link.Title]; !known {
				p.opens(link)
			}
		}
	}
	var counted int64
	eventually(t, "all views are counted", func() bool {
		counted = 0
		for _, link := range ana.listLinks() {
			if _, known := given[link.Title]; known {
				counted += link.Views
			}
		}
		return counted >= opened
	})
	if counted != opened {
		t.Errorf("%d views are counted, want %d", counted, opened)
	}
}
