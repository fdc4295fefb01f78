package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestAUserUploadsACrawlAndSeesWhatToFixFirst(t *testing.T) {
	t.Parallel()
	// with databases that it creates itself
	p := launch(t, "dev", filepath.Join(t.TempDir(), "a path with spaces")).awaitReady()
	ana, bo := p.signIn("ana@example.com"), p.signIn("bo@example.com")
	contentType, body := form(t, "early.csv", crawlOf("shop.example", 20))
	if status, answer := ana.send("POST", "/api/upload/sf-csv", contentType, body, nil); status != http.StatusConflict || !strings.Contains(answer, "Add a site first.") {
		t.Errorf("upload without a site: %d %s", status, answer)
	}
	site := ana.addSite("shop.example")

	var result struct{ Message, SiteID string }
	contentType, body = form(t, "internal_all.csv", crawlOf("shop.example", 200))
	if status, answer := ana.send("POST", "/api/upload/sf-csv", contentType, body, &result); status != http.StatusOK {
		t.Fatalf("upload: %d %s", status, answer)
	}
	if result.Message != "200 pages read, 20 issues found" || result.SiteID != site {
		t.Errorf("%+v", result)
	}
	var issues []struct{ ID, IssueType, URL, Severity string }
	ana.call("GET", "/api/technical/sf-issues?siteId="+site, nil, &issues)
	if len(issues) != 20 || issues[0].IssueType != "missing_title" || issues[0].Severity != "high" {
		t.Errorf("%d issues, the first is %+v", len(issues), issues)
	}
	insights := ana.insights(1)
	if insights[0].Status != "open" || insights[0].Score <= 0 || insights[0].Value != nil {
		t.Errorf("%+v: want an open insight whose value is unknown", insights[0])
	}
	var evidence struct {
		Rows []map[string]any
		SQL  string
	}
	if status, answer := ana.call("GET", "/api/insights/"+insights[0].ID+"/evidence", nil, &evidence); status != http.StatusOK || len(evidence.Rows) == 0 || evidence.SQL == "" {
		t.Errorf("evidence: %d %.300s", status, answer)
	}

	// Ana's data is invisible to others.
	for _, path := range []string{"/api/insights", "/api/technical/sf-issues", "/api/technical/crawls", "/api/sites"} {
		var list []any
		if bo.call("GET", path, nil, &list); len(list) != 0 {
			t.Errorf("%s shows a stranger %v", path, list)
		}
	}
	for _, path := range []string{
		"/api/insights/" + insights[0].ID, "/api/insights/" + insights[0].ID + "/evidence",
		"/api/insights?siteId=" + site, "/api/technical/sf-issues?siteId=" + site,
	} {
		if status, answer := bo.call("GET", path, nil, nil); status != http.StatusNotFound {
			t.Errorf("%s answers a stranger %d %.200s", path, status, answer)
		}
	}
	if status, _ := bo.call("PATCH", "/api/technical/sf-issues/"+issues[0].ID, map[string]string{"status": "fixed"}, nil); status != http.StatusNotFound {
		t.Errorf("a stranger marks an issue: %d", status)
	}

	// Marks and statuses persist, and deleting a site deletes its data.
	if status, answer := ana.call("PATCH", "/api/technical/sf-issues/"+issues[0].ID, map[string]string{"status": "fixed"}, nil); status != http.StatusOK {
		t.Errorf("mark: %d %s", status, answer)
	}
	if ana.call("GET", "/api/technical/sf-issues?status=fixed", nil, &issues); len(issues) != 1 {
		t.Errorf("%d issues are fixed, want 1", len(issues))
	}
	if status, answer := ana.call("DELETE", "/api/sites/"+site, nil, nil); status != http.StatusNoContent {
		t.Errorf("delete: %d %s", status, answer)
	}
	for _, path := range []string{"/api/insights", "/api/technical/sf-issues", "/api/technical/crawls", "/api/sites"} {
		var list []any
		if ana.call("GET", path, nil, &list); len(list) != 0 {
			t.Errorf("after its site was deleted %s still has %v", path, list)
		}
	}
	eventually(t, "the uploaded files are deleted", func() bool { return p.uploadedFiles() == 0 })
}

// uploadedFiles counts the files in object storage.
func (p *program) uploadedFiles() int {
	files := 0
	_ = filepath.WalkDir(filepath.Join(p.data, "objects", "uploads"), func(_ string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files++
		}
		return nil
	})
	return files
}

type insight struct {
	ID, Title, Status string
	Score             int
	Value             *struct{}
}

// insights waits until there are at least that many.
func (v *visitor) insights(atLeast int) []insight {
	v.t.Helper()
	var list []insight
	eventually(v.t, "the insights are found", func() bool {
		v.call("GET", "/api/insights?status=open", nil, &list)
		return len(list) >= atLeast
	})
	return list
}

func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(maxWait); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatalf("not so within %s: %s", maxWait, what)
}

func TestKilledInTheMiddleOfAnImportItCompletesOnce(t *testing.T) {
	t.Parallel()
	const pages = 40_000
	for _, c := range []struct {
		name string
		kill func(t *testing.T, p *program) *program
	}{
		{"the program", func(t *testing.T, p *program) *program { p.kill(); return start(t, p.data) }},
		{"ClickHouse", func(_ *testing.T, p *program) *program { p.killChild("clickhouse-child"); return p }},
		{"PostgreSQL", func(_ *testing.T, p *program) *program { p.killChild("postgres"); return p }},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := start(t, t.TempDir())
			ana := p.signIn("ana@example.com")
			ana.addSite("shop.example")
			file := crawlOf("shop.example", pages)
			answered := make(chan string, 1)
			job := ana.at(running(0), func() {
				_, answer, _ := ana.try("PUT", "/api/upload/sf-csv?filename=big.csv", "text/csv", bytes.NewReader(file))
				answered <- answer
			})
			survivor := c.kill(t, p)
			ana.program = survivor
			if survivor != p {
				ana = survivor.signIn("ana@example.com")
			}
			if status, message := ana.job(job); status != "done" || message != fmt.Sprintf("%s pages read, %s issues found", "40,000", "4,000") {
				t.Fatalf("the import is %s: %s", status, message)
			}
			<-answered
			var crawls []struct{ Pages, Issues int }
			if ana.call("GET", "/api/technical/crawls", nil, &crawls); len(crawls) != 1 || crawls[0].Pages != pages || crawls[0].Issues != pages/10 {
				t.Errorf("%+v: want one crawl with the right counts", crawls)
			}
			request, err := ana.client.Get(survivor.url + "/api/technical/sf-issues?limit=1")
			if err != nil {
				t.Fatal(err)
			}
			_ = request.Body.Close()
			if total := request.Header.Get("X-Total-Count"); total != "4000" {
				t.Errorf("%s issues are listed, want 4000", total)
			}
			ana.insights(1)
		})
	}
}

// kindOf returns the kind of a job, or "".
func (v *visitor) kindOf(job string) string {
	status, answer, err := v.try("GET", "/api/jobs/"+job, "", nil)
	var told struct{ Kind string }
	if err != nil || status != http.StatusOK || json.Unmarshal([]byte(answer), &told) != nil {
		return ""
	}
	return told.Kind
}

func TestStoppedEnginesAreReportedAndLeaveNoPartialState(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	ana := p.signIn("ana@example.com")
	ana.addSite("shop.example")
	for _, c := range []struct{ engine, method, path string }{
		{"postgres", "GET", "/api/sites"},
		{"postgres", "POST", "/api/sites"},
	} {
		t.Run(c.engine+" "+c.method, func(t *testing.T) {
			for _, pid := range p.children(c.engine) {
				if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
					t.Fatal(err)
				}
			}
			status, answer := ana.call(c.method, c.path, map[string]string{"name": "x", "domain": "second.example"}, nil)
			if status >= 500 && status != http.StatusServiceUnavailable || status == http.StatusServiceUnavailable && !strings.Contains(answer, "is unavailable right now") {
				t.Errorf("%d %s", status, answer)
			}
			eventually(t, "it works again", func() bool {
				status, _, err := ana.try("GET", "/api/sites", "", nil)
				return err == nil && status == http.StatusOK
			})
		})
	}
}

func TestCtrlCLeavesNothingRunning(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	children := append(p.children("postgres"), p.children("clickhouse-child")...)
	if len(children) < 2 {
		t.Fatalf("children %v: want the two engines", children)
	}
	p.stop()
	if code := p.command.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit code %d:\n%s", code, p.stderr)
	}
	eventually(t, "the engines are gone", func() bool {
		for _, pid := range children {
			status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
			if err == nil && !strings.Contains(string(status), "State:\tZ") {
				return false
			}
		}
		return true
	})
}

func TestPortAndDataInUseAreReported(t *testing.T) {
	t.Parallel()
	p := shared(t)
	for _, c := range []struct {
		name, want string
		settings   []string
	}{
		{"the port", "is taken by another program", []string{"ADDR=" + strings.TrimPrefix(p.url, "http://"), "DATA_DIR=" + t.TempDir()}},
		{"the data", "another", []string{"ADDR=127.0.0.1:0", "DATA_DIR=" + p.data}},
	} {
		t.Run(c.name, func(t *testing.T) {
			command := exec.Command(os.Args[0], "dev")
			command.Env = append(append(os.Environ(), asProgram+"=1"), c.settings...)
			output, err := command.CombinedOutput()
			if err == nil || !strings.Contains(string(output), c.want) {
				t.Errorf("%v: %s", err, output)
			}
		})
	}
}

func TestProductionRefusesToStartWithoutClerk(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"dev", "edge"} {
		program := exec.Command(os.Args[0], command)
		program.Env = append(os.Environ(), asProgram+"=1", "APP_ENV=production", "ADDR=127.0.0.1:0", "DATA_DIR="+t.TempDir(),
			"DATABASE_URL=postgres://127.0.0.1:1/x", "CLICKHOUSE_URL=http://127.0.0.1:1", "NATS_URL=nats://127.0.0.1:1")
		output, err := program.CombinedOutput()
		if err == nil || !strings.Contains(string(output), "CLERK_PUBLISHABLE_KEY") {
			t.Errorf("upslope %s in production: %v: %s", command, err, output)
		}
	}
}
