package main

import (
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"upslope/infra/clerk"
	"upslope/infra/localidp"
)

const (
	// minSecretBytes is 128 bits, the least that nobody can guess.
	minSecretBytes = 16
	// minSecretVariety is the fewest different characters of a secret: repeated ones are placeholders.
	minSecretVariety = 6
)

// check returns everything that makes these settings unsafe or incomplete for the parts, one sentence a line.
func (c Config) check(run parts) error { return errors.Join(c.problems(run)...) }

func (c Config) problems(run parts) (problems []error) {
	add := func(err error) {
		if err != nil {
			problems = append(problems, err)
		}
	}
	if run.edge {
		add(c.checkSignIn())
		add(c.checkWebhooks())
	}
	if c.development() {
		return problems
	}
	if (run.edge || run.analytics) && !strings.HasPrefix(c.PublicURL, "https://") {
		add(fmt.Errorf("PUBLIC_URL is %q: production needs the https:// address that people open, or sessions and links travel unencrypted", c.PublicURL))
	}
	if c.CrawlAllowPrivate {
		add(errors.New("CRAWL_ALLOW_PRIVATE is for development: in production anybody could read your network with the crawler; unset it"))
	}
	if !run.embed && c.ObjectsURL == "" {
		add(errors.New("OBJECTS_URL is not set: each process would keep uploaded files on its own disk, where the others do not find them; set it to storage that all share, such as s3://bucket?region=auto"))
	}
	if !run.embed && !c.replicaChosen && (run.edge || run.analytics) {
		add(errors.New("REPORTS_REPLICA_URL is not set: links to reports would open on one machine only; set it to storage that all share, such as s3://bucket/reports?region=auto"))
	}
	if c.EncryptionKeyset == "" {
		add(errors.New("ENCRYPTION_KEYSET is not set: customers' credentials and links cannot be encrypted; set it, the same everywhere, to what upslope keys new prints"))
	} else if _, err := openKeys(c); err != nil {
		add(err)
	}
	return problems
}

// checkSignIn checks who may sign in: Clerk's settings, or where a development sign-in can be reached.
func (c Config) checkSignIn() error {
	if c.development() && c.ClerkPublishableKey == "" {
		return c.localSignIn().Check()
	}
	_, err := c.openClerk()
	return err
}

func (c Config) checkWebhooks() error {
	var err error
	if c.ClerkWebhookSecret != "" {
		err = clerk.CheckWebhookSecret(c.ClerkWebhookSecret)
	}
	if c.StripeSecretKey == "" {
		return err
	}
	switch {
	case c.StripeWebhookSecret == "":
		err = errors.Join(err, errNoStripeWebhook)
	case weakSecret(strings.TrimPrefix(c.StripeWebhookSecret, "whsec_")):
		err = errors.Join(err, errors.New("STRIPE_WEBHOOK_SECRET is too short: anybody could sign events with it; copy it from Stripe's dashboard, where it begins with whsec_"))
	}
	return err
}

// weakSecret reports whether a secret is short, or a placeholder.
func weakSecret(secret string) bool {
	different := map[byte]bool{}
	for i := range len(secret) {
		different[secret[i]] = true
	}
	return len(secret) < minSecretBytes || len(different) < minSecretVariety
}

func (c Config) localSignIn() localidp.Config {
	return localidp.Config{
		Environment: c.AppEnv, Chosen: c.environmentChosen, Addr: c.Addr, PublicURL: c.PublicURL, KeyFile: filepath.Join(c.DataDir, "localidp.pem"),
	}
}

// openClerk opens the Clerk instance of the settings without calling it.
func (c Config) openClerk() (*clerk.Instance, error) {
	return clerk.Open(clerk.Config{
		PublishableKey: c.ClerkPublishableKey, SecretKey: c.ClerkSecretKey, JWTKey: c.ClerkJWTKey, SignInURL: c.ClerkSignInURL,
		PublicURL: c.PublicURL, Production: !c.development(), APIURL: c.ClerkBaseURL,
	}, &http.Client{Timeout: clerkSignInTimeout}, time.Now)
}
