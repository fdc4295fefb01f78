package main

import (
	"crypto/rand"
	"crypto/rsa"
	"flag"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"upslope/infra/clerk/clerktest"
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
		{name: "an edge beside the databases is asked at an origin", environ: []string{"PRIMARY_REGION=fra", "PRIMARY_URL=http://10.0.0.2:8080/"}, check: func(c Config) bool { return c.PrimaryURL == "http://10.0.0.2:8080" }},
		{name: "an edge beside the databases has an address", environ: []string{"PRIMARY_REGION=fra", "PRIMARY_URL=10.0.0.2:8080"}, fault: "PRIMARY_URL"},
		{name: "an edge beside the databases has a region", environ: []string{"PRIMARY_URL=http://10.0.0.2:8080"}, fault: "PRIMARY_REGION"},
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

// What would be unsafe, or work on one machine only, stops the start with a sentence that names the setting.
func TestPartsDoNotStartWithUnsafeSettings(t *testing.T) {
	t.Parallel()
	keyset, err := keysCommand(t, nil, "new")
	if err != nil {
		t.Fatal(err)
	}
	weakKey, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	good := map[string]string{
		"PUBLIC_URL": "https://app.example.com", "OBJECTS_URL": "s3://files?region=auto", "REPORTS_REPLICA_URL": "s3://files/reports?region=auto",
		"ENCRYPTION_KEYSET": strings.TrimSpace(keyset), "CLERK_PUBLISHABLE_KEY": clerktest.PublishableKey("live"), "CLERK_SIGN_IN_URL": clerktest.SignInURL,
		"CLERK_JWT_KEY": clerktest.NewSigner(t, "a", "https://app.example.com").PEM(), "CLERK_WEBHOOK_SECRET": clerktest.WebhookSecret,
	}
	edge, ingest, analytics, dev := parts{edge: true}, parts{ingest: true}, parts{analytics: true}, everything
	for _, c := range []struct {
		name   string
		change map[string]string // "" removes a setting
		names  string            // the setting that the error names; "" starts
		parts  []parts
	}{
		{"all is set", nil, "", []parts{edge, ingest, analytics, dev}},
		{"http", map[string]string{"PUBLIC_URL": "http://app.example.com"}, "PUBLIC_URL", []parts{edge, analytics, dev}},
		{"no public address", map[string]string{"PUBLIC_URL": ""}, "PUBLIC_URL", []parts{edge, analytics, dev}},
		{"no public address, which ingest does not need", map[string]string{"PUBLIC_URL": ""}, "", []parts{ingest}},
		{"no storage", map[string]string{"OBJECTS_URL": ""}, "OBJECTS_URL", []parts{edge, ingest, analytics}},
		{"no storage on one machine", map[string]string{"OBJECTS_URL": "", "REPORTS_REPLICA_URL": ""}, "", []parts{dev}},
		{"no replica", map[string]string{"REPORTS_REPLICA_URL": ""}, "REPORTS_REPLICA_URL", []parts{edge, analytics}},
		{"no replica, which ingest does not need", map[string]string{"REPORTS_REPLICA_URL": ""}, "", []parts{ingest}},
		{"no keys", map[string]string{"ENCRYPTION_KEYSET": ""}, "ENCRYPTION_KEYSET", []parts{edge, ingest, analytics, dev}},
		{"keys that are none", map[string]string{"ENCRYPTION_KEYSET": "hunter2"}, "ENCRYPTION_KEYSET", []parts{edge, ingest, analytics, dev}},
		{"no Clerk", map[string]string{"CLERK_PUBLISHABLE_KEY": ""}, "CLERK_PUBLISHABLE_KEY", []parts{edge, dev}},
		{"an empty secret", map[string]string{"CLERK_WEBHOOK_SECRET": "whsec_"}, "CLERK_WEBHOOK_SECRET", []parts{edge, dev}},
		{"a short key", map[string]string{"CLERK_JWT_KEY": (&clerktest.Signer{Key: weakKey}).PEM()}, "CLERK_JWT_KEY", []parts{edge, dev}},
		{"Stripe without a secret", map[string]string{"STRIPE_SECRET_KEY": "sk_live_1"}, "STRIPE_WEBHOOK_SECRET", []parts{edge, dev}},
		{"Stripe with a short secret", map[string]string{"STRIPE_SECRET_KEY": "sk_live_1", "STRIPE_WEBHOOK_SECRET": "whsec_"}, "STRIPE_WEBHOOK_SECRET", []parts{edge, dev}},
		{"Stripe with a placeholder", map[string]string{"STRIPE_SECRET_KEY": "sk_live_1", "STRIPE_WEBHOOK_SECRET": "whsec_" + strings.Repeat("x", 32)}, "STRIPE_WEBHOOK_SECRET", []parts{edge, dev}},
		{"development for everybody", map[string]string{"APP_ENV": "development", "CLERK_PUBLISHABLE_KEY": "", "ADDR": "0.0.0.0:8080", "PUBLIC_URL": ""}, "ADDR", []parts{edge, dev}},
		{"development at a public address", map[string]string{"APP_ENV": "development", "CLERK_PUBLISHABLE_KEY": ""}, "PUBLIC_URL", []parts{edge, dev}},
		{"development on this machine", map[string]string{"APP_ENV": "development", "CLERK_PUBLISHABLE_KEY": "", "PUBLIC_URL": "", "OBJECTS_URL": "", "REPORTS_REPLICA_URL": "", "ENCRYPTION_KEYSET": ""}, "", []parts{edge, ingest, analytics, dev}},
	} {
		settings := maps.Clone(good)
		maps.Copy(settings, c.change)
		environ := []string{"DATA_DIR=" + t.TempDir()}
		for name, value := range settings {
			environ = append(environ, name+"="+value)
		}
		config, err := readConfig(environ, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, run := range c.parts {
			err := config.check(run)
			if c.names == "" && err != nil || c.names != "" && (err == nil || !strings.Contains(err.Error(), c.names) || strings.Contains(err.Error(), "\n")) {
				t.Errorf("%s, %+v: %v", c.name, run, err)
			}
		}
	}
	config, err := readConfig([]string{"COMPANION_URL=http://127.0.0.1:3020", "COMPANION_SECRET=" + strings.Repeat("a", 64)}, true)
	if err == nil {
		t.Errorf("a placeholder is taken: %+v", config.CompanionURL)
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
