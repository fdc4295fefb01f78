package connections

import (
	"context"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"
	"strings"

	"upslope"
	"upslope/ingest/connections/secrets"
	"upslope/ingest/providers"
)

// submission holds credentials from a customer, validated and ready to store.
type submission struct {
	kind     string // "" when only a Google Ads customer was given
	label    string
	secret   secrets.Secret
	property string // Google Ads: the submitted customer, or ""
	proven   bool   // Google has just issued it, with at least the previous one's access
}

var errNoServiceAccount = errors.New("not the key file of a service account")

// parseSubmission reads the credentials of a request. Its errors are for the sender and quote no secret.
func (s *Service) parseSubmission(provider providers.Provider, given map[string]any) (submission, error) {
	if !provider.Google() {
		key := text(given["apiKey"])
		if len(key) < minKeyLength || len(key) > 200 || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return submission{}, upslope.FieldErrorf("credentials", "Send the API key of %s as apiKey.", provider.Name)
		}
		return submission{kind: provider.KeyKind, label: "key ending in " + key[len(key)-4:], secret: secrets.Of(key)}, nil
	}
	var customer, manager string
	if parse := provider.Property.ParseCustomer; parse != nil {
		var err error
		if customer, manager, err = parse(func(name string) string { return text(given[name]) }); err != nil {
			return submission{}, err
		}
		if given["type"] == nil && customer != "" && manager == "" {
			return submission{property: customer}, nil
		}
	}
	content, err := json.Marshal(given)
	if err != nil {
		return submission{}, fmt.Errorf("encode the credentials: %w", err)
	}
	account, err := readServiceAccount(content)
	if err != nil {
		return submission{}, upslope.FieldErrorf("credentials", "This is not a Google service account key file. Create a JSON key in Google Cloud and upload it unchanged.")
	}
	if account.TokenURI != "" && !isGoogleTokenAddress(account.TokenURI) && account.TokenURI != s.google().token {
		return submission{}, upslope.FieldErrorf("credentials", "The key file has a token address that is not Google's. Upload the file unchanged.")
	}
	account.Login = manager
	stored, err := json.Marshal(account) //nolint:gosec // to be encrypted
	if err != nil {
		return submission{}, fmt.Errorf("encode the service account: %w", err)
	}
	return submission{kind: upslope.GoogleServiceAccount, label: account.Email, secret: secrets.Of(string(stored)), property: customer}, nil
}

// providersUsing returns the providers of other connections whose credential this submission would replace.
func (s *Service) providersUsing(ctx context.Context, accountID string, given submission, except upslope.Connection) (providers []string, err error) {
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

// keep encrypts and stores credentials, replacing those of the same kind and label.
func (s *Service) keep(ctx context.Context, accountID string, given submission) (credentialID string, err error) {
	if s.Keys == nil {
		return "", errNoKeys
	}
	return s.Records.KeepCredential(ctx, accountID, given.kind, given.label, func(id string) ([]byte, int64, error) {
		sealed, err := s.Keys.Seal(given.secret, ownerOf(accountID, id, given.kind))
		return sealed, s.Keys.Primary(), err
	})
}

// isRSAKey reports whether text is the private key of a service account.
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

// parseProperty normalizes a chosen property to its provider's form.
func parseProperty(provider providers.Provider, property string) (string, error) {
	property = strings.TrimSpace(property)
	switch {
	case property == "":
		return "", nil
	case provider.Property.Parse == nil:
		return "", upslope.FieldErrorf("property", "%s goes by the site's domain: there is no property to choose.", provider.Name)
	}
	return provider.Property.Parse(property)
}

// text returns a JSON value as a string; ids may also arrive as numbers.
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
