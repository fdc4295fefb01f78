package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"upslope/infra/pdf"
	"upslope/web"
)

// errUnhealthy is returned by doctor after it has printed a problem.
var errUnhealthy = errors.New("something needs your attention")

// finding is one line of doctor: the check, its result, and the problem if any. Something missing that
// production can do without is only noted.
type finding struct {
	what, fact string
	fault      error
	note       bool
}

// doctor prints what works and what does not: `doctor`, or `doctor --production` for a deployment on servers
// of its own. It changes nothing except for small files that it removes again.
func doctor(ctx context.Context, config Config, production bool, stdout io.Writer) error {
	findings := []finding{
		look("settings", config.AppEnv+", "+config.PublicURL, nil),
		look("web app", "built", webAppIsBuilt()),
		look("data", config.DataDir, writable(config.DataDir)),
		look("address", config.Addr, free(ctx, config.Addr)),
		look("sign-in", signInKind(config), nil),
		look("keys", keysKind(config), nil),
		look("PDF", browserKind(config), nil),
		look("e-mail", mailKind(config), nil),
	}
	run := everything
	// As upslope dev starts them.
	run.embed = !production && config.DatabaseURL == "" && config.ClickHouseURL == "" && config.NATSURL == ""
	if production {
		config.AppEnv = "production"
		findings = append(findings, config.lacks()...)
	}
	for _, problem := range config.problems(run) {
		findings = append(findings, look("settings", "", problem))
	}
	if !production || len(config.missingURLs()) == 0 {
		findings = append(findings, examineEngines(ctx, config)...)
	}
	findings = append(findings, examineStorage(ctx, config)...)
	unhealthy := false
	for _, f := range findings {
		mark, text := "ok  ", f.fact
		if f.note {
			mark = "note"
		}
		if f.fault != nil {
			mark, text, unhealthy = "FAIL", f.fault.Error(), true
		}
		if _, err := fmt.Fprintf(stdout, "%s  %-10s  %s\n", mark, f.what, text); err != nil {
			return err
		}
	}
	if unhealthy {
		return errUnhealthy
	}
	return nil
}

func look(what, fact string, fault error) finding {
	return finding{what: what, fact: fact, fault: fault}
}

func browserKind(config Config) string {
	if path := pdf.New(config.ChromePath).Browser(); path != "" {
		return path
	}
	return "no browser, so PDF files answer 503 and pages that need JavaScript are crawled empty; install chromium-headless-shell, fonts-noto-core and fonts-noto-cjk, or set CHROME_PATH"
}

func mailKind(config Config) string {
	server, err := url.Parse(config.SMTPURL)
	if config.SMTPURL == "" || err != nil {
		return "no mail server, so no report is sent by itself; set SMTP_URL"
	}
	return server.Host
}

// lacks lists a deployment's missing settings: those it can't start without, and what it does without others.
func (c Config) lacks() (findings []finding) {
	for _, name := range c.missingURLs() {
		findings = append(findings, look("settings", "", fmt.Errorf("%s is not set", name)))
	}
	for _, optional := range []struct {
		missing    bool
		name, then string
	}{
		{c.StripeSecretKey == "", "STRIPE_SECRET_KEY", "nobody can subscribe"},
		{c.SMTPURL == "", "SMTP_URL", "no report and no invitation is sent by email"},
		{c.ClerkWebhookSecret == "", "CLERK_WEBHOOK_SECRET", "users deleted in Clerk are kept here"},
		{c.GoogleClientID == "", "GOOGLE_CLIENT_ID", "customers cannot connect Google by signing in"},
		{c.MetricsAddr == "", "METRICS_ADDR", "nothing can be monitored"},
		{c.ClientAddressHeader == "", "CLIENT_ADDRESS_HEADER", "behind a proxy, all visitors share one rate limit"},
		{c.SupportEmail == "", "SUPPORT_EMAIL", "nobody is offered a contact"},
		{c.Region != "" && c.PrimaryRegion == "", "PRIMARY_REGION", "edges far from the databases make a round trip for each statement of a write"},
		{c.PrimaryRegion != "" && c.PrimaryURL == "", "PRIMARY_URL", "edges far from the databases make a round trip for each statement of what they do not remember"},
	} {
		if optional.missing {
			findings = append(findings, finding{what: "settings", fact: optional.name + " is not set: " + optional.then, note: true})
		}
	}
	if c.NATSReplicas == 1 {
		findings = append(findings, finding{what: "settings", fact: "NATS_REPLICAS is 1: work stands still while that server is away", note: true})
	}
	return findings
}

func (c Config) missingURLs() (names []string) {
	for _, engine := range [][2]string{{"DATABASE_URL", c.DatabaseURL}, {"CLICKHOUSE_URL", c.ClickHouseURL}, {"NATS_URL", c.NATSURL}} {
		if engine[1] == "" {
			names = append(names, engine[0])
		}
	}
	return names
}

func webAppIsBuilt() error {
	if _, err := fs.Stat(web.FS(), "app.html"); err != nil {
		return errors.New("the web app is not in this program; run make build")
	}
	return nil
}

func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(filepath.Clean(file.Name())))
}

func free(ctx context.Context, addr string) error {
	listener, err := listen(ctx, addr)
	if err != nil {
		return err
	}
	return listener.Close()
}

func signInKind(config Config) string {
	if config.ClerkPublishableKey != "" {
		return "Clerk"
	}
	if !config.development() {
		return "not set up"
	}
	return "local, for development only"
}

func keysKind(config Config) string {
	switch {
	case config.EncryptionKeyset != "":
		return "of ENCRYPTION_KEYSET"
	case config.development():
		return "of a file in DATA_DIR, which is made when it is needed"
	}
	return "none"
}
