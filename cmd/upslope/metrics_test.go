package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

func TestEveryMetricOfTheAlertsAndTheDashboardExists(t *testing.T) {
	t.Parallel()
	addr := freeAddress(t)
	p := start(t, t.TempDir(), "METRICS_ADDR="+addr)
	ana := p.signIn("ana@example.com")
	site := ana.addSite("shop.example")
	if _, err := ana.importFile("internal_all.csv", "&siteId="+site, crawlOf("shop.example", 20)); err != nil {
		t.Fatal(err)
	}
	var served string
	eventually(t, "the copy of reports is known to be current, and a recompute was measured", func() bool {
		served = scrape(t, "http://"+addr+"/metrics")
		return strings.Contains(served, "\nupslope_reports_age_seconds ") && strings.Contains(served, `upslope_job_seconds_count{kind="recompute",outcome="done"}`)
	})
	if !strings.Contains(served, "\nupslope_records_up 1\n") {
		t.Error("the system of record is not up")
	}
	if ready := scrape(t, "http://"+addr+"/readyz"); ready != "ok\n" {
		t.Errorf("/readyz of the private address: %q", ready)
	}
	// These appear with the first work of their kind only; they were seen in the source.
	described, err := os.ReadFile("../../infra/monitoring/monitoring.go")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`\b(?:upslope|go|process)_[a-z_]+\b`)
	for file, expressions := range map[string][]string{"alerts.yml": alertExpressions(t), "dashboard.json": dashboardExpressions(t)} {
		if len(expressions) < 10 {
			t.Errorf("%s has %d expressions", file, len(expressions))
		}
		for _, expression := range expressions {
			for _, name := range names.FindAllString(expression, -1) {
				if !strings.Contains(served, "\n"+name+" ") && !strings.Contains(served, "\n"+name+"{") && !strings.Contains(string(described), `NewDesc("`+name+`"`) {
					t.Errorf("%s reads %s, which no process has", file, name)
				}
			}
		}
	}
}

func alertExpressions(t *testing.T) (expressions []string) {
	t.Helper()
	var file struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr, For    string
				Labels, Annotations map[string]string
			}
		}
	}
	content, err := os.ReadFile("../../infra/monitoring/alerts.yml")
	if err == nil {
		err = yaml.Unmarshal(content, &file)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range file.Groups {
		for _, rule := range group.Rules {
			expressions = append(expressions, rule.Expr)
			if _, err := time.ParseDuration(rule.For); err != nil || rule.Annotations["what"] == "" || rule.Annotations["do"] == "" ||
				!slices.Contains([]string{"page", "ticket"}, rule.Labels["severity"]) {
				t.Errorf("alert %s lacks its duration, severity, or what it means and what to do", rule.Alert)
			}
		}
	}
	return expressions
}

func dashboardExpressions(t *testing.T) (expressions []string) {
	t.Helper()
	var board struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	content, err := os.ReadFile("../../infra/monitoring/dashboard.json")
	if err == nil {
		err = json.Unmarshal(content, &board)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, panel := range board.Panels {
		for _, target := range panel.Targets {
			expressions = append(expressions, target.Expr)
		}
	}
	return expressions
}

func scrape(t *testing.T, url string) string {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
