package clerk

import (
	"crypto/sha1" //nolint:gosec // Clerk names its cookies so; nothing is secured by it
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Config configures a Clerk instance.
type Config struct {
	PublishableKey string
	SecretKey      string // fetches the signing keys when JWTKey is not set
	JWTKey         string // the public signing key, as PEM
	SignInURL      string
	PublicURL      string // origin of the product
	Production     bool
	APIURL         string // of Clerk's backend; "" for Clerk's own
}

// Instance is a Clerk instance that the product can use.
type Instance struct {
	Verifier *Verifier
	Origin   string   // of its frontend API, which serves ClerkJS
	Cookies  []string // names of its session cookies, most specific first

	suffix      string // of its suffixed cookies
	development bool   // cannot set cookies from its own domain
	public      string // host of the product
}

// Open checks the settings of an instance without calling Clerk.
func Open(config Config, client *http.Client, now func() time.Time) (*Instance, error) {
	if config.PublishableKey == "" || config.SignInURL == "" || config.SecretKey == "" && config.JWTKey == "" {
		return nil, errors.New("sign-in needs CLERK_PUBLISHABLE_KEY, CLERK_SIGN_IN_URL and one of CLERK_JWT_KEY and CLERK_SECRET_KEY; " +
			"without them, only APP_ENV=development can start, with a local sign-in")
	}
	if config.Production && !strings.HasPrefix(config.PublishableKey, "pk_live_") {
		return nil, errors.New("CLERK_PUBLISHABLE_KEY is of a development instance; production needs one that begins with pk_live_")
	}
	origin, err := originOf(config.PublishableKey)
	if err != nil {
		return nil, err
	}
	keys, err := openKeys(config, client, now)
	if err != nil {
		return nil, err
	}
	public, err := url.Parse(config.PublicURL)
	if err != nil {
		return nil, fmt.Errorf("PUBLIC_URL: %w", err)
	}
	sum := sha1.Sum([]byte(config.PublishableKey)) //nolint:gosec // as above
	suffix := "_" + base64.URLEncoding.EncodeToString(sum[:])[:8]
	return &Instance{
		Verifier: &Verifier{Issuer: origin, Origin: config.PublicURL, Keys: keys, Now: now},
		Origin:   origin,
		Cookies:  []string{sessionCookie + suffix, sessionCookie},
		suffix:   suffix, development: strings.HasPrefix(config.PublishableKey, "pk_test_"), public: public.Hostname(),
	}, nil
}

// originOf decodes the origin from a publishable key: pk_live_ and the host of the frontend API with a
// trailing $, in Base64.
func originOf(publishableKey string) (string, error) {
	_, encoded, _ := strings.Cut(strings.TrimPrefix(publishableKey, "pk_"), "_")
	host, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(encoded, "="))
	name, found := strings.CutSuffix(string(host), "$")
	if err != nil || !found || name == "" || strings.ContainsAny(name, "/ ;,'\"@?#") {
		return "", fmt.Errorf("CLERK_PUBLISHABLE_KEY %q names no Clerk instance", publishableKey)
	}
	return "https://" + name, nil
}
