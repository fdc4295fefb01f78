package main

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"upslope/ingest/providers"
	"upslope/ingest/providers/registry"
)

var update = flag.Bool("update", false, "write generated files instead of comparing them")

func TestReadmeHasTheSettings(t *testing.T) {
	t.Parallel()
	const begin, end = "from cmd/upslope/config.go -->\n", "<!-- /settings -->"
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatal("README.md has lost the marks around its settings")
	}
	want := before + begin + settingsTable() + end + after
	if *update {
		if err := os.WriteFile("../../README.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(text) != want {
		t.Error("the settings in README.md are stale: run make generate")
	}
}

func TestReadmeLinksToWhatIsThere(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(string(text), -1)
	if len(links) < 4 {
		t.Fatalf("found %d links", len(links))
	}
	for _, link := range links {
		if _, err := os.Stat("../../" + link[1]); err != nil {
			t.Error(err)
		}
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, fault string
		dev         bool
		environ     []string
		check       func(Config) bool
	}{
		{name: "production unless said otherwise", check: func(c Config) bool { return c.AppEnv == "production" && !c.development() }},
		{name: "upslope dev is development", dev: true, check: Config.development},
		{name: "upslope dev can be told to be production", dev: true, environ: []string{"APP_ENV=production"}, check: func(c Config) bool { return !c.development() }},
		{name: "the public address follows ADDR", environ: []string{"ADDR=127.0.0.1:9999"}, check: func(c Config) bool { return c.PublicURL == "http://127.0.0.1:9999" }},
		{name: "the public address has no path", environ: []string{"PUBLIC_URL=https://app.example.com/x/"}, check: func(c Config) bool { return c.PublicURL == "https://app.example.com" }},
		{name: "an unknown environment is refused", environ: []string{"APP_ENV=staging"}, fault: "APP_ENV"},
		{name: "an address without a port is refused", environ: []string{"ADDR=localhost"}, fault: "ADDR"},
		{name: "a public address without a scheme is refused", environ: []string{"PUBLIC_URL=app.example.com"}, fault: "PUBLIC_URL"},
		{name: "a negative trial is refused", environ: []string{"TRIAL_DAYS=-1"}, fault: "TRIAL_DAYS"},
		{name: "Companion is reached at an origin", environ: []string{"COMPANION_URL=http://127.0.0.1:3020/", "COMPANION_SECRET=0123456789abcdef0123456789abcdef"}, check: func(c Config) bool { return c.CompanionURL == "http://127.0.0.1:3020" }},
		{name: "Companion without an address is refused", environ: []string{"COMPANION_URL=companion:3020", "COMPANION_SECRET=0123456789abcdef0123456789abcdef"}, fault: "COMPANION_URL"},
		{name: "a short secret is refused", environ: []string{"COMPANION_URL=http://127.0.0.1:3020", "COMPANION_SECRET=secret"}, fault: "COMPANION_SECRET"},
		{name: "a trial that is no number is refused", environ: []string{"TRIAL_DAYS=two"}, fault: "TrialDays"},
	} {
		t.Run(c.name, func(t *testing.T) {
			config, err := readConfig(c.environ, c.dev)
			switch {
			case c.fault == "" && err != nil:
				t.Fatal(err)
			case c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)):
				t.Fatalf("error %v does not name %s", err, c.fault)
			case c.fault == "" && !c.check(config):
				t.Errorf("%+v", config)
			}
		})
	}
}

// settingsTable returns the Markdown table of all settings, for README.md.
func settingsTable() string {
	var table strings.Builder
	table.WriteString("| setting | default | what it does |\n|---|---|---|\n")
	row := func(name, fallback, doc string) {
		if fallback != "" {
			fallback = "`" + fallback + "`"
		}
		fmt.Fprintf(&table, "| `%s` | %s | %s |\n", name, fallback, doc)
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Config]()) {
		switch {
		case field.Type == reflect.TypeFor[providers.Settings]():
			for _, setting := range registry.All().Settings() {
				row(setting.Name, setting.Default, setting.Doc)
			}
		case field.IsExported():
			row(field.Tag.Get("env"), field.Tag.Get("envDefault"), field.Tag.Get("doc"))
		}
	}
	return table.String()
}
