package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// family returns an engine's processes with their descendants.
func (p *program) family(kind string) []int {
	pids := p.children(kind)
	for i := 0; i < len(pids); i++ {
		pids = append(pids, childrenOf(p.t, pids[i], "")...)
	}
	return pids
}

func (p *program) signal(kind string, signal syscall.Signal) {
	p.t.Helper()
	pids := p.family(kind)
	if len(pids) == 0 {
		p.t.Fatalf("there is no %s", kind)
	}
	for _, pid := range pids {
		if err := syscall.Kill(pid, signal); err != nil && err != syscall.ESRCH {
			p.t.Fatal(err)
		}
	}
}

// A hanging engine is worse than a stopped one: it accepts connections and never responds.
func TestHangingEnginesAreReportedAndRestarted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		engine string
		paths  []string
	}{
		{"clickhouse-child", []string{"/api/technical/sf-issues", "/api/technical/sf-issues/counts"}},
		{"postgres", []string{"/api/sites", "/api/insights", "/api/technical/crawls"}},
	} {
		t.Run(c.engine, func(t *testing.T) {
			t.Parallel()
			p := start(t, t.TempDir())
			ana := p.signIn("ana@example.com")
			ana.addSite("shop.example")
			if status, answer := ana.put(crawlOf("shop.example", 100)); status != http.StatusOK {
				t.Fatalf("%d %s", status, answer)
			}
			file := crawlOf("shop.example", 60_000)
			answered := make(chan string, 1)
			job := ana.at(running(0), func() {
				status, answer, err := ana.try("PUT", "/api/upload/sf-csv", "text/csv", strings.NewReader(string(file)))
				answered <- fmt.Sprint(status, answer, err)
			})
			p.signal(c.engine, syscall.SIGSTOP)
			for i, path := range c.paths {
				began := time.Now()
				status, answer, err := ana.try("GET", path+"?limit=7", "", nil)
				said := status == http.StatusServiceUnavailable && strings.Contains(answer, "right now")
				restarted := i > 0 && status == http.StatusOK // detected as hanging and restarted
				if took := time.Since(began); took > 20*time.Second || err != nil || !said && !restarted {
					t.Errorf("GET %s after %v: %d %s %v", path, took, status, answer, err)
				}
			}
			p.signal(c.engine, syscall.SIGCONT)
			if status, message := ana.job(job); status != "done" || !strings.HasPrefix(message, "60,000 pages read, 6,000 issues found") {
				t.Errorf("the import is %s: %s", status, message)
			}
			t.Logf("the upload was answered %.200s", <-answered)
			for _, path := range c.paths {
				if status, answer := ana.call("GET", path, nil, nil); status != http.StatusOK {
					t.Errorf("GET %s afterwards: %d %s", path, status, answer)
				}
			}
			ana.onlyCrawls(100, 60_000)
		})
	}
}

// onlyCrawls checks the page counts of the crawls, oldest first, and that the newest has a tenth as many
// issues.
func (v *visitor) onlyCrawls(pages ...int) {
	v.t.Helper()
	var crawls []struct{ Pages, Issues int }
	v.call("GET", "/api/technical/crawls", nil, &crawls)
	if len(crawls) != len(pages) {
		v.t.Fatalf("%d crawls, want %d: %+v", len(crawls), len(pages), crawls)
	}
	for i, crawl := range crawls {
		if want := pages[len(pages)-1-i]; crawl.Pages != want || crawl.Issues != want/10 {
			v.t.Errorf("crawl %+v, want %d pages and %d issues", crawl, want, want/10)
		}
	}
	response, err := v.client.Get(v.url + "/api/technical/sf-issues?limit=1")
	if err != nil {
		v.t.Fatal(err)
	}
	_ = response.Body.Close()
	if total, want := response.Header.Get("X-Total-Count"), fmt.Sprint(pages[len(pages)-1]/10); total != want {
		v.t.Errorf("%s issues are listed, want %s", total, want)
	}
}

// running matches a running job from that progress on.
func running(from float64) func(status string, progress float64) bool {
	return func(status string, progress float64) bool { return status == "running" && progress >= from }
}

// at starts an upload once it is subscribed to the account's events, waits until an import is at a stage, and
// returns its id.
func (v *visitor) at(stage func(status string, progress float64) bool, upload func()) (job string) {
	v.t.Helper()
	request, err := http.NewRequestWithContext(v.t.Context(), "GET", v.url+"/api/events", nil)
	if err != nil {
		v.t.Fatal(err)
	}
	patient := http.Client{Jar: v.client.Jar}
	response, err := patient.Do(request)
	if err != nil {
		v.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	go upload()
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		data, found := strings.CutPrefix(lines.Text(), "data: ")
		var event struct {
			JobID, Status string
			Progress      float64
		}
		if found && json.Unmarshal([]byte(data), &event) == nil && stage(event.Status, event.Progress) && v.kindOf(event.JobID) == "import" {
			return event.JobID
		}
	}
	v.t.Fatal("the events ended before the stage was reached")
	return ""
}

// The import is done exactly once, whenever the program is killed during it.
func TestImportIsDoneOnceAfterAKillAtAnyStage(t *testing.T) {
	t.Parallel()
	const pages = 60_000
	for _, c := range []struct {
		name  string
		stage func(status string, progress float64) bool
		end   func(p *program)
	}{
		{"killed while it reads", running(0.3), (*program).kill},
		{"killed while it looks for issues", running(0.9), (*program).kill},
		{"stopped while it reads", running(0.3), (*program).stop},
		{"ClickHouse killed while it looks for issues", running(0.9), func(p *program) { p.killChild("clickhouse-child") }},
		{"PostgreSQL killed while it looks for issues", running(0.9), func(p *program) { p.killChild("postgres") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := start(t, t.TempDir())
			ana := p.signIn("ana@example.com")
			ana.addSite("shop.example")
			file := string(crawlOf("shop.example", pages))
			job := ana.at(c.stage, func() { _, _, _ = ana.try("PUT", "/api/upload/sf-csv", "text/csv", strings.NewReader(file)) })
			c.end(p)
			if p.command.ProcessState != nil {
				ana = start(t, p.data).signIn("ana@example.com")
			}
			if status, message := ana.job(job); status != "done" || !strings.HasPrefix(message, "60,000 pages read, 6,000 issues found") {
				t.Fatalf("the import is %s: %s", status, message)
			}
			ana.onlyCrawls(pages)
		})
	}
}

func TestTwoProgramsWorkSideBySide(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, name := range []string{"one", "two"} {
		ana := start(t, filepath.Join(folder, name)).signIn("ana@example.com")
		ana.addSite(name + ".example")
		if status, answer := ana.put(crawlOf(name+".example", 100)); status != http.StatusOK || !strings.Contains(answer, "100 pages read, 10 issues found") {
			t.Errorf("%s: %d %s", name, status, answer)
		}
		defer ana.onlyCrawls(100)
	}
}
