package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"upslope"
	"upslope/infra/clickhouse"
	"upslope/infra/nats"
	"upslope/infra/pdf"
	"upslope/infra/postgres"
	"upslope/web"
)

// errUnhealthy is returned by doctor after it has printed a problem.
var errUnhealthy = errors.New("something needs your attention")

// finding is one line of doctor: the check, its result, and the problem if any.
type finding struct {
	what, fact string
	fault      error
}

// doctor prints what works and what does not. It changes nothing except for an empty file that it removes
// again.
func doctor(ctx context.Context, config Config, stdout io.Writer) error {
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
	run.embed = config.DatabaseURL == "" && config.ClickHouseURL == "" && config.NATSURL == "" // as upslope dev starts them
	for _, problem := range config.problems(run) {
		findings = append(findings, look("settings", "", problem))
	}
	findings = append(findings, examineEngines(ctx, config)...)
	unhealthy := false
	for _, f := range findings {
		mark, text := "ok  ", f.fact
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

func look(what, fact string, fault error) finding { return finding{what, fact, fault} }

func browserKind(config Config) string {
	if path := pdf.New(config.ChromePath).Browser(); path != "" {
		return path
	}
	return "no browser, so PDF files answer 503; install chromium-headless-shell, fonts-noto-core and fonts-noto-cjk, or set CHROME_PATH"
}

func mailKind(config Config) string {
	server, err := url.Parse(config.SMTPURL)
	if config.SMTPURL == "" || err != nil {
		return "no mail server, so no report is sent by itself; set SMTP_URL"
	}
	return server.Host
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

// examineEngines pings the engines that have a URL, and briefly starts the others in a temporary folder.
func examineEngines(ctx context.Context, config Config) []finding {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	var findings []finding
	embedded := config
	if config.DatabaseURL != "" {
		findings = append(findings, look("PostgreSQL", "answers at DATABASE_URL", askPostgres(ctx, config.DatabaseURL)))
	}
	if config.ClickHouseURL != "" {
		findings = append(findings, look("ClickHouse", "answers at CLICKHOUSE_URL", askClickHouse(ctx, config.ClickHouseURL)))
	}
	if config.NATSURL != "" {
		fact, err := askNATS(ctx, config)
		findings = append(findings, look("NATS", fact, err))
	}
	if len(findings) == 3 {
		return findings
	}
	dir, err := os.MkdirTemp("", "upslope-doctor-")
	if err != nil {
		return append(findings, look("engines", "", err))
	}
	defer func() { _ = os.RemoveAll(dir) }()
	embedded.DataDir, embedded.ObjectsURL = dir, ""
	opened, err := open(ctx, embedded, true, slog.New(slog.DiscardHandler))
	if err == nil {
		if config.ClickHouseURL == "" {
			err = opened.facts.Migrate(ctx, embed.FS{}) // creates the database, without tables
		}
		err = errors.Join(err, opened.records.Ping(ctx), opened.facts.Ping(ctx))
		opened.close()
	}
	return append(findings, look("engines", "the embedded ones start here", err))
}

func askPostgres(ctx context.Context, url string) error {
	db, err := postgres.Open(ctx, url)
	if err != nil {
		return err
	}
	defer db.Close()
	return db.Ping(ctx)
}

func askClickHouse(ctx context.Context, url string) error {
	db, err := clickhouse.Open(url)
	if err != nil {
		return err
	}
	return errors.Join(db.Ping(ctx), db.Close())
}

// askNATS says how safely jobs are stored.
func askNATS(ctx context.Context, config Config) (string, error) {
	conn, err := nats.Connect(config.NATSURL)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	if err := conn.FlushTimeout(3 * time.Second); err != nil {
		return "", err
	}
	queue, err := nats.NewQueue(conn)
	if err != nil {
		return "", err
	}
	found, err := queue.Inspect(ctx)
	if upslope.CodeOf(err) == upslope.NotFound {
		return "answers at NATS_URL; its streams are made when the first job is queued", nil
	}
	if err != nil {
		return "", err
	}
	if found.Current < config.NATSReplicas {
		return "", fmt.Errorf("each job is stored on %d servers of %d that have a copy, and NATS_REPLICAS asks for %d: look at the cluster's servers", found.Current, found.Stored, config.NATSReplicas)
	}
	return fmt.Sprintf("answers at NATS_URL; each job is stored on %d of %d servers that have a copy", found.Current, found.Stored), nil
}
