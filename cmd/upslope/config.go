package main

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"time"
	"upslope/ingest/providers"
	"upslope/ingest/providers/registry"

	"github.com/caarlos0/env/v11"
)

//go:generate go test . -run TestReadmeHasTheSettings|TestProvidersAreGenerated -update

// Config is the complete configuration; nothing else reads the environment. The settings table in README.md
// is generated from these tags.
type Config struct {
	AppEnv              string `env:"APP_ENV" envDefault:"production" doc:"production or development; development allows the local sign-in"`
	Addr                string `env:"ADDR" envDefault:"127.0.0.1:8080" doc:"where the edge listens"`
	PublicURL           string `env:"PUBLIC_URL" doc:"the address people open, https:// in production; http://ADDR unless set"`
	DataDir             string `env:"DATA_DIR" envDefault:"./data" doc:"where the embedded engines and local files live"`
	MetricsAddr         string `env:"METRICS_ADDR" doc:"private address of /metrics, /livez, /readyz and /debug/pprof/ of each process; not served unless set"`
	TracesURL           string `env:"OTEL_EXPORTER_OTLP_ENDPOINT" doc:"where OpenTelemetry traces are sent, such as http://collector:4318; OpenTelemetry's other variables work, too; not sent unless set"`
	ClientAddressHeader string `env:"CLIENT_ADDRESS_HEADER" doc:"the header in which your proxy passes the client's IP address, such as Fly-Client-IP; set it only if every request passes through that proxy"`
	PrimaryRegion       string `env:"PRIMARY_REGION" doc:"the region of the databases, such as fra; edges elsewhere send writes there: Fly.io's proxy repeats them, unless PRIMARY_URL is set and they did not come through it"`
	Region              string `env:"FLY_REGION" doc:"the region of this process; Fly.io sets it"`
	PrimaryURL          string `env:"PRIMARY_URL" doc:"the private address of an edge in PRIMARY_REGION, such as http://fra.edge.process.upslope.internal:8080: edges elsewhere read from it what they have not cached"`
	TrialDays           int    `env:"TRIAL_DAYS" envDefault:"14" doc:"days a new account may use everything before it chooses a plan"`

	Demo     *bool  `env:"DEMO" doc:"a read-only demo that anyone can open from the landing page without signing in, created when it is first opened; on in development and off in production unless set"`
	LegalDir string `env:"LEGAL_DIR" doc:"a folder with your terms.html and privacy.html, shown instead of the plain ones at /terms and /privacy"`

	DatabaseURL   string `env:"DATABASE_URL" doc:"PostgreSQL 15 or newer, over a direct connection: a pooler such as PgBouncer lacks the sessions that are needed; embedded in upslope dev unless set"`
	ClickHouseURL string `env:"CLICKHOUSE_URL" doc:"ClickHouse; embedded in upslope dev unless set; add ?cluster=NAME for a cluster of several servers"`
	NATSURL       string `env:"NATS_URL" doc:"NATS with JetStream, such as nats://user:password@host:4222; a cluster's servers are separated by commas; embedded in upslope dev unless set"`
	NATSReplicas  int    `env:"NATS_REPLICAS" envDefault:"1" doc:"how many servers of a NATS cluster store each job: 3 in production, so that any one of them can be lost"`
	ObjectsURL    string `env:"OBJECTS_URL" doc:"object storage, such as s3://bucket?region=auto, whose CORS rules let PUBLIC_URL send PUT and read ETag; for other services than Amazon's add &endpoint=https://storage.example and, if needed, &s3ForcePathStyle=true; required in production, a folder in DATA_DIR in upslope dev"`

	ReportsReplicaURL   string        `env:"REPORTS_REPLICA_URL" doc:"the storage through which links to reports reach every edge, such as s3://bucket/reports?region=auto; for other services than Amazon's add &endpoint=https://storage.example and, if needed, &forcePathStyle=true; required in production, a folder in DATA_DIR in upslope dev"`
	ReportsMaxStaleness time.Duration `env:"REPORTS_MAX_STALENESS" envDefault:"24h" doc:"how long an edge keeps opening links to reports while it cannot check whether they were revoked"`

	ClerkPublishableKey string `env:"CLERK_PUBLISHABLE_KEY" doc:"Clerk: names the instance whose sessions are accepted"`
	ClerkSecretKey      string `env:"CLERK_SECRET_KEY" doc:"Clerk: fetches the signing keys when CLERK_JWT_KEY is not set"`
	ClerkJWTKey         string `env:"CLERK_JWT_KEY" doc:"Clerk: the public key (PEM) that sessions are signed with"`
	ClerkSignInURL      string `env:"CLERK_SIGN_IN_URL" doc:"Clerk: the hosted sign-in page"`
	ClerkWebhookSecret  string `env:"CLERK_WEBHOOK_SECRET" doc:"Clerk: signs what it sends to /api/webhooks/clerk; without it, users deleted in Clerk are kept here"`
	ClerkBaseURL        string `env:"CLERK_BASE_URL" doc:"stands in for Clerk's backend; Clerk's own unless set"`

	StripeSecretKey      string `env:"STRIPE_SECRET_KEY" doc:"Stripe: sells plans; in development without it a stand-in is used and nothing is charged"`
	StripePublishableKey string `env:"STRIPE_PUBLISHABLE_KEY" doc:"Stripe: with it people pay in a form of the app, without it on Stripe's page"`
	StripeWebhookSecret  string `env:"STRIPE_WEBHOOK_SECRET" doc:"Stripe: signs what it sends to /api/webhooks/stripe"`
	StripePriceSEO       string `env:"STRIPE_PRICE_SEO" doc:"Stripe: the price of the plan SEO"`
	StripePriceAds       string `env:"STRIPE_PRICE_ADS" doc:"Stripe: the price of the plan Ads"`
	StripePriceBoth      string `env:"STRIPE_PRICE_BOTH" doc:"Stripe: the price of the plan Complete"`
	StripeBaseURL        string `env:"STRIPE_BASE_URL" doc:"stands in for Stripe's API; Stripe's own unless set"`

	EncryptionKeyset string `env:"ENCRYPTION_KEYSET" doc:"the keys that customers' credentials are encrypted with, from upslope keys new; required in production, in development a file in DATA_DIR unless set"`
	ChromePath       string `env:"CHROME_PATH" doc:"the browser that prints PDF files and runs the JavaScript of crawled pages; Debian's chromium-headless-shell or chromium are found without it"`
	SMTPURL          string `env:"SMTP_URL" doc:"the mail server that sends reports, such as smtps://user:password@smtp.example.com:465; end it with ?from=reports@example.com unless the user is the sender; without it no emails are sent"`
	SupportEmail     string `env:"SUPPORT_EMAIL" doc:"contact address for people who want to talk to an expert; not offered unless set"`

	GoogleCredentials  string `env:"GOOGLE_APPLICATION_CREDENTIALS" doc:"Google: the key file of a service account; it reads every property that its e-mail address was given access to"`
	GoogleClientID     string `env:"GOOGLE_CLIENT_ID" doc:"Google: with it customers connect by signing in with Google, and the service account is not used"`
	GoogleClientSecret string `env:"GOOGLE_CLIENT_SECRET" doc:"Google: the secret of that client"`
	GoogleOAuthBaseURL string `env:"GOOGLE_OAUTH_BASE_URL" doc:"stands in for Google's addresses of consent, tokens and revocation; Google's own unless set"`

	Providers providers.Settings `env:"-"` // registered by the providers

	SyncBackfillDays int    `env:"SYNC_BACKFILL_DAYS" envDefault:"480" doc:"how many days of history are read"`
	SyncToday        string `env:"SYNC_TODAY" doc:"a fixed date, such as 2026-11-20, for sync, insights, tables and reports; today unless set"`

	CrawlAllowPrivate bool `env:"CRAWL_ALLOW_PRIVATE" envDefault:"false" doc:"development only: Upslope's crawler and webhooks may reach local addresses, such as http://127.0.0.1:3000"`

	SimulateAddr   string `env:"SIMULATE_ADDR" envDefault:"127.0.0.1:8090" doc:"where upslope simulate listens, the stand-in for all providers"`
	SimulateSeed   uint64 `env:"SIMULATE_SEED" envDefault:"1" doc:"upslope simulate: another number generates other data"`
	SimulateFaults string `env:"SIMULATE_FAULTS" doc:"upslope simulate: a JSON file with the rules of its faults"`

	CompanionURL    string `env:"COMPANION_URL" doc:"where the edge reaches infra/companion, such as http://127.0.0.1:3020, which fetches files from links, Google Drive and Dropbox; not offered unless set"`
	CompanionSecret string `env:"COMPANION_SECRET" doc:"shared with infra/companion, 32 characters or more"`

	environmentChosen bool // APP_ENV was set, rather than defaulted by upslope dev
	replicaChosen     bool // REPORTS_REPLICA_URL was set

	storageKey, storageSecret string // of AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, which libraries read
}

// readConfig reads the settings from environ; development is the default environment when set.
func readConfig(environ []string, development bool) (Config, error) {
	values := env.ToMap(environ)
	chosen := values["APP_ENV"] != ""
	if development && !chosen {
		values["APP_ENV"] = "development"
	}
	config, err := env.ParseAsWithOptions[Config](env.Options{Environment: values})
	if err != nil {
		return config, fmt.Errorf("read the settings: %w", err)
	}
	config.environmentChosen = chosen
	config.storageKey, config.storageSecret = values["AWS_ACCESS_KEY_ID"], values["AWS_SECRET_ACCESS_KEY"]
	config.Providers = registry.All().Read(values)
	return config, config.complete()
}

// complete derives dependent settings and validates the configuration.
func (c *Config) complete() error {
	if c.AppEnv != "production" && c.AppEnv != "development" {
		return fmt.Errorf("APP_ENV is %q; it must be production or development", c.AppEnv)
	}
	if _, _, err := net.SplitHostPort(c.Addr); err != nil {
		return fmt.Errorf("ADDR is %q; it must be a host and a port, such as 127.0.0.1:8080", c.Addr)
	}
	if c.PublicURL == "" {
		c.PublicURL = "http://" + c.Addr
	}
	public, err := url.Parse(c.PublicURL)
	if err != nil || public.Host == "" || (public.Scheme != "http" && public.Scheme != "https") {
		return fmt.Errorf("PUBLIC_URL is %q; it must be an address such as https://app.example.com", c.PublicURL)
	}
	c.PublicURL = public.Scheme + "://" + public.Host
	if c.DataDir, err = filepath.Abs(c.DataDir); err != nil {
		return fmt.Errorf("find DATA_DIR: %w", err)
	}
	if c.replicaChosen = c.ReportsReplicaURL != ""; !c.replicaChosen {
		c.ReportsReplicaURL = "file://" + filepath.ToSlash(filepath.Join(c.DataDir, "replica"))
	}
	if c.ReportsMaxStaleness < time.Minute {
		return errors.New("REPORTS_MAX_STALENESS must be a minute or more, such as 24h")
	}
	if c.NATSReplicas < 1 || c.NATSReplicas > 5 {
		return errors.New("NATS_REPLICAS must be from 1 to 5; 3 is right for a cluster of three servers")
	}
	if c.NATSReplicas > 1 && c.NATSURL == "" {
		return errors.New("NATS_REPLICAS needs NATS_URL, the address of a cluster: the embedded NATS is one server")
	}
	if c.TrialDays < 0 || c.TrialDays > 365 {
		return errors.New("TRIAL_DAYS must be from 0 to 365")
	}
	if c.SyncBackfillDays < 1 || c.SyncBackfillDays > 480 {
		return errors.New("SYNC_BACKFILL_DAYS must be from 1 to 480")
	}
	if _, err := time.Parse(time.DateOnly, c.SyncToday); err != nil && c.SyncToday != "" {
		return fmt.Errorf("SYNC_TODAY is %q; it must be a date such as 2026-11-20", c.SyncToday)
	}
	if c.SMTPURL != "" {
		if _, err := c.mailServer(); err != nil {
			return err
		}
	}
	return errors.Join(c.completeCompanion(), c.completeRegion())
}

// today returns the current date in a time zone, as midnight UTC; SYNC_TODAY overrides it. Sessions, trials
// and link expiry use the clock.
func (c Config) today(zone *time.Location) time.Time {
	if fixed, err := time.Parse(time.DateOnly, c.SyncToday); err == nil {
		return fixed
	}
	year, month, day := time.Now().In(zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

func (c *Config) completeRegion() error {
	if c.PrimaryURL == "" {
		return nil
	}
	primary, err := url.Parse(c.PrimaryURL)
	if err != nil || primary.Host == "" || (primary.Scheme != "http" && primary.Scheme != "https") {
		return fmt.Errorf("PRIMARY_URL is %q; it must be an address such as http://10.0.0.2:8080", c.PrimaryURL)
	}
	if c.PrimaryRegion == "" {
		return errors.New("PRIMARY_URL needs PRIMARY_REGION, the name of the region of that edge; each edge's own is FLY_REGION")
	}
	c.PrimaryURL = primary.Scheme + "://" + primary.Host
	return nil
}

func (c *Config) completeCompanion() error {
	if c.CompanionURL == "" {
		return nil
	}
	companion, err := url.Parse(c.CompanionURL)
	if err != nil || companion.Host == "" || (companion.Scheme != "http" && companion.Scheme != "https") {
		return fmt.Errorf("COMPANION_URL is %q; it must be an address such as http://127.0.0.1:3020", c.CompanionURL)
	}
	c.CompanionURL = companion.Scheme + "://" + companion.Host
	if len(c.CompanionSecret) < 32 || weakSecret(c.CompanionSecret) {
		return errors.New("COMPANION_SECRET must have at least 32 characters, the same as where infra/companion runs")
	}
	return nil
}

// drainTime is how long an edge that is told to stop serves, unready, so that proxies which check every five
// seconds notice. With the time that requests and jobs get, it fits into kill_timeout of fly.toml.
const drainTime = 7 * time.Second

func (c Config) drain() time.Duration {
	if c.development() {
		return 0
	}
	return drainTime
}

// demo reports whether there is a public demo.
func (c Config) demo() bool {
	if c.Demo != nil {
		return *c.Demo
	}
	return c.development()
}

// development reports whether the local sign-in is allowed.
func (c Config) development() bool { return c.AppEnv == "development" }
