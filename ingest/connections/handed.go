package connections

import (
	"context"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"upslope"
	"upslope/ingest/connections/secrets"
)

// handed are credentials that a customer gave us, checked and ready to be kept.
type handed struct {
	kind     string // "" when only a customer of Google Ads was named
	label    string
	secret   secrets.Secret
	property string // Ads: the customer that came with it; "" none
	proven   bool   // Google has given it just now, and it opens what the one before it does
}

var errNoServiceAccount = errors.New("not the key file of a service account")

// readHanded reads the credentials of a request. Its errors are for who sent them, and show nothing of them.
func (s *Service) readHanded(provider string, given map[string]any) (handed, error) {
	if of := catalog[provider]; !of.google() {
		key := text(given["apiKey"])
		if len(key) < shortestKey || len(key) > 200 || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return handed{}, upslope.FieldErrorf("credentials", "The credentials of %s are its API key, as apiKey.", of.name)
		}
		return handed{kind: of.keyKind, label: "key ending in " + key[len(key)-4:], secret: secrets.Of(key)}, nil
	}
	customer, login := customerID(text(given["customerId"])), customerID(text(given["loginCustomerId"]))
	if provider == upslope.GAds {
		for name, id := range map[string]string{"customerId": customer, "loginCustomerId": login} {
			if id != "" && !adsCustomer.MatchString(id) {
				return handed{}, upslope.FieldErrorf("credentials", "%s must be the ten digits of a customer of Google Ads.", name)
			}
		}
		if given["type"] == nil && customer != "" && login == "" {
			return handed{property: customer}, nil
		}
	}
	content, err := json.Marshal(given)
	if err != nil {
		return handed{}, fmt.Errorf("encode the credentials: %w", err)
	}
	account, err := readServiceAccount(content)
	if err != nil {
		return handed{}, upslope.FieldErrorf("credentials", "These are not the contents of the key file of a Google service account. Make a JSON key in Google Cloud, and send the file as it is.")
	}
	if account.TokenURI != "" && !isGoogles(account.TokenURI) && account.TokenURI != s.google().token {
		return handed{}, upslope.FieldErrorf("credentials", "The key file names an address of tokens that is not Google's. Send the file as Google made it.")
	}
	account.Login = login
	kept, err := json.Marshal(account) //nolint:gosec // to be encrypted
	if err != nil {
		return handed{}, fmt.Errorf("encode the service account: %w", err)
	}
	return handed{kind: upslope.GoogleServiceAccount, label: account.Email, secret: secrets.Of(string(kept)), property: customer}, nil
}

// usedBy answers which providers other connections than one read by the credential that keeping these would replace.
func (s *Service) usedBy(ctx context.Context, accountID string, given handed, except upslope.Connection) (providers []string, err error) {
	credentials, err := s.Records.Credentials(ctx, accountID)
	if err != nil {
		return nil, err
	}
	before := slices.IndexFunc(credentials, func(c upslope.Credential) bool { return c.Kind == given.kind && c.Label == given.label && !c.Revoked })
	if before < 0 {
		return nil, nil
	}
	connections, err := s.Records.Connections(ctx, accountID, "")
	for _, connection := range connections {
		if connection.CredentialID == credentials[before].ID && connection.Status != upslope.Disconnected && connection.ID != except.ID {
			providers = append(providers, connection.Provider)
		}
	}
	return providers, err
}

// keep encrypts credentials and keeps them, in the place of those of the same kind and label.
func (s *Service) keep(ctx context.Context, accountID string, given handed) (credentialID string, err error) {
	if s.Keys == nil {
		return "", errNoKeys
	}
	return s.Records.KeepCredential(ctx, accountID, given.kind, given.label, func(id string) ([]byte, int64, error) {
		sealed, err := s.Keys.Seal(given.secret, ownerOf(accountID, id, given.kind))
		return sealed, s.Keys.Primary(), err
	})
}

// isRSAKey says whether a text is the private key of a service account.
func isRSAKey(text string) bool {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return false
	}
	if key, err := x509.ParsePKCS8PrivateKey(block.Bytes); err == nil {
		_, is := key.(*rsa.PrivateKey)
		return is
	}
	_, err := x509.ParsePKCS1PrivateKey(block.Bytes)
	return err == nil
}

var (
	adsCustomer = regexp.MustCompile(`^[0-9]{10}$`)
	ga4Property = regexp.MustCompile(`^[0-9]{1,20}$`)
)

// readProperty brings a property into the form of its provider.
func readProperty(provider, property string) (string, error) {
	property = strings.TrimSpace(property)
	if property == "" {
		return "", nil
	}
	switch provider {
	case upslope.GA4:
		if property = strings.TrimPrefix(property, "properties/"); !ga4Property.MatchString(property) {
			return "", upslope.FieldErrorf("property", "A property of Google Analytics is named by its number, such as 123456789.")
		}
	case upslope.GAds:
		if property = customerID(property); !adsCustomer.MatchString(property) {
			return "", upslope.FieldErrorf("property", "A customer of Google Ads is named by ten digits, such as 123-456-7890.")
		}
	case upslope.GSC:
		return readSearchConsoleProperty(property)
	default:
		return "", upslope.FieldErrorf("property", "%s goes by the site's domain: there is no property to choose.", catalog[provider].name)
	}
	return property, nil
}

func readSearchConsoleProperty(property string) (string, error) {
	refused := upslope.FieldErrorf("property", "A property of Search Console is sc-domain: and a domain, or an address such as https://www.example.com/.")
	if property != printable(property) || strings.Contains(property, " ") {
		return "", refused
	}
	if domain, found := strings.CutPrefix(property, "sc-domain:"); found {
		if domain = strings.ToLower(domain); domain == "" || strings.Contains(domain, "/") || len(domain) > 253 {
			return "", refused
		}
		return "sc-domain:" + domain, nil
	}
	address, err := url.Parse(property)
	if err != nil || address.Scheme != "http" && address.Scheme != "https" || address.Host == "" || address.User != nil || address.RawQuery != "" {
		return "", refused
	}
	if !strings.HasSuffix(property, "/") {
		property += "/" // as Search Console writes it
	}
	return property, nil
}

// printable is a provider's word as people and tables can have it.
func printable(word string) string {
	word = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, word)
	if runes := []rune(word); len(runes) > 1000 {
		return string(runes[:1000])
	}
	return word
}

// text is a value of JSON that is text; numbers, which ids look like, are too.
func text(value any) string {
	switch value := value.(type) {
	case string:
		return strings.TrimSpace(value)
	case json.Number:
		return value.String()
	case float64:
		return fmt.Sprintf("%.0f", value)
	}
	return ""
}
