package connections

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/jwt"

	"upslope"
	"upslope/ingest/connections/secrets"
	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

// ofSettings replaces the credential id for the installation's own credentials.
const ofSettings = "settings"

// grant is the access to a provider.
type grant struct {
	credentialID string // ofSettings for the installation's
	account      string // display name of the owner
	tokens       *remote.Tokens
	key          string
	login        string // Google Ads: its manager account
}

// serviceAccount is the used part of Google's key file.
type serviceAccount struct {
	Type         string `json:"type"`
	Email        string `json:"client_email"`
	PrivateKey   string `json:"private_key"`
	PrivateKeyID string `json:"private_key_id"`
	TokenURI     string `json:"token_uri"`
	Login        string `json:"login,omitempty"` // our own field: the Google Ads manager
}

// grantFor returns the access of a credential, or of the settings when credentialID is "".
func (s *Service) grantFor(ctx context.Context, accountID, credentialID string, provider providers.Provider) (grant, error) {
	if credentialID == "" {
		return s.grantOfSettings(provider)
	}
	credential, err := s.Records.Credential(ctx, accountID, credentialID)
	if err != nil {
		return grant{}, fmt.Errorf("find credential %s: %w", credentialID, err)
	}
	if credential.Revoked {
		return grant{}, signInAgain(provider)
	}
	secret, err := s.decrypt(credential)
	if err != nil {
		return grant{}, err
	}
	given, fresh, err := s.grantOf(credential.Kind, credential.Label, secret, provider, func(ctx context.Context) {
		noted := s.Records.RevokeCredential(context.WithoutCancel(ctx), accountID, credentialID, signInAgain(provider).Message)
		if noted != nil {
			s.Log.WarnContext(ctx, "a sign-in with Google has ended, but that could not be noted", "credential", credentialID, "error", noted)
		}
	})
	if err != nil {
		return grant{}, fmt.Errorf("read credential %s: %w", credentialID, err)
	}
	given.credentialID = credentialID
	if fresh != nil {
		given.tokens = s.cacheTokens(credentialID, provider.ID, credential.Secret, fresh)
	}
	return given, nil
}

// grantSubmitted returns the access of credentials not stored yet.
func (s *Service) grantSubmitted(submission submission, provider providers.Provider) (grant, error) {
	given, fresh, err := s.grantOf(submission.kind, submission.label, submission.secret, provider, func(context.Context) {})
	if err != nil {
		return grant{}, err
	}
	given.credentialID = fmt.Sprintf("%x", hash(submission.secret.Reveal())) // so its quota is its own
	if fresh != nil {
		given.tokens = fresh()
	}
	return given, nil
}

// grantOf returns the access of a secret; fresh creates its token source, nil for a key. ended runs
// when Google reports a revoked sign-in.
func (s *Service) grantOf(kind, label string, secret secrets.Secret, provider providers.Provider, ended func(context.Context)) (given grant, fresh func() *remote.Tokens, err error) {
	given.account = shownLabel(label)
	switch kind {
	case upslope.GoogleOAuth:
		return given, func() *remote.Tokens { return s.refresh(secret, ended) }, nil
	case upslope.GoogleServiceAccount:
		var account serviceAccount
		if err := json.Unmarshal([]byte(secret.Reveal()), &account); err != nil {
			return grant{}, nil, errNoServiceAccount
		}
		given.login = account.Login
		return given, func() *remote.Tokens { return s.sign(account, provider, s.google().token) }, nil
	}
	given.key = secret.Reveal()
	return given, nil, nil
}

// decrypt opens a credential. One without a matching key counts as missing: its owner must submit it again.
func (s *Service) decrypt(credential upslope.Credential) (secrets.Secret, error) {
	if s.Keys == nil {
		return secrets.Secret{}, errNoKeys
	}
	secret, err := s.Keys.Open(credential.Secret, ownerOf(credential.AccountID, credential.ID, credential.Kind))
	if err != nil {
		providerError := providers.Errorf(providers.Reconnect, "The credentials that are kept cannot be decrypted with the present ENCRYPTION_KEYSET. Connect again.")
		return secret, providerError.Because(err)
	}
	return secret, nil
}

func ownerOf(accountID, credentialID, kind string) secrets.Owner {
	return secrets.Owner{AccountID: accountID, CredentialID: credentialID, Kind: kind}
}

var errNoKeys = upslope.Errorf(upslope.Conflict,
	"Credentials cannot be kept here, because ENCRYPTION_KEYSET is not set. An administrator makes one with upslope keys new.")

// grantOfSettings returns the installation's access to a provider.
func (s *Service) grantOfSettings(provider providers.Provider) (grant, error) {
	given := grant{credentialID: ofSettings}
	if !provider.Google() {
		given.key = s.Settings.Providers[provider.KeySetting]
		if given.key == "" {
			return grant{}, upslope.Errorf(upslope.Conflict, "There is no API key for %s. Enter one, or ask your administrator.", provider.Name)
		}
		return given, nil
	}
	if s.Settings.signIn() {
		return grant{}, upslope.Errorf(upslope.Conflict, "Sign in with Google to connect %s.", provider.Name)
	}
	if s.Settings.ServiceAccountFile == "" {
		return grant{}, upslope.Errorf(upslope.Conflict,
			"There are no credentials for %s. Ask your administrator to set up a service account.", provider.Name)
	}
	content, err := os.ReadFile(s.Settings.ServiceAccountFile)
	if err != nil {
		return grant{}, providers.Errorf(providers.Refused, "The service account key file can't be opened. Ask your administrator.").Because(err)
	}
	account, err := readServiceAccount(content)
	if err != nil {
		return grant{}, providers.Errorf(providers.Refused, "The configured key file is not a service account key. Ask your administrator.")
	}
	address := account.TokenURI
	if address == "" || isGoogleTokenAddress(address) {
		address = s.google().token
	}
	given.account = account.Email
	given.tokens = s.cacheTokens(ofSettings, provider.ID, content, func() *remote.Tokens { return s.sign(account, provider, address) })
	return given, nil
}

// readServiceAccount parses a service account's key file.
func readServiceAccount(content []byte) (serviceAccount, error) {
	var account serviceAccount
	if err := json.Unmarshal(content, &account); err != nil {
		return account, errNoServiceAccount
	}
	if account.Type != "service_account" || !isAddress(account.Email) || !isRSAKey(account.PrivateKey) {
		return account, errNoServiceAccount
	}
	return account, nil
}

// isAddress reports whether text is a plausible service account address; it is displayed.
func isAddress(text string) bool {
	return strings.Contains(text, "@") && len(text) <= 320 && text == providers.Printable(text) && !strings.ContainsAny(text, " <>")
}

// cachedTokens is the token source of a credential, valid while its secret is unchanged.
type cachedTokens struct {
	of     [sha256.Size]byte
	tokens *remote.Tokens
}

// maxCached bounds the caches of credentials and properties; beyond it the cache is cleared, which costs
// one token request each.
const maxCached = 10_000

// cacheTokens returns the token source of a credential and provider: all its connections share one
// access token for an hour.
func (s *Service) cacheTokens(credentialID, provider string, secret []byte, fresh func() *remote.Tokens) *remote.Tokens {
	key, of := credentialID+" "+provider, sha256.Sum256(secret)
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, found := s.tokens[key]; found && known.of == of {
		return known.tokens
	}
	if len(s.tokens) >= maxCached {
		clear(s.tokens)
	}
	tokens := fresh()
	s.tokens[key] = cachedTokens{of, tokens}
	return tokens
}

// sign returns the token source of a service account.
func (s *Service) sign(account serviceAccount, provider providers.Provider, tokenAddress string) *remote.Tokens {
	return remote.ServiceAccountTokens(&jwt.Config{
		Email: account.Email, PrivateKey: []byte(account.PrivateKey), PrivateKeyID: account.PrivateKeyID,
		Scopes: []string{provider.GoogleScope}, TokenURL: tokenAddress,
	}, s.HTTP)
}

// refresh returns the token source of a Google sign-in, and calls ended when Google reports it revoked.
func (s *Service) refresh(token secrets.Secret, ended func(context.Context)) *remote.Tokens {
	client := s.oauthClient()
	config := s.oauthConfig()
	return remote.NewTokens(func(ctx context.Context) (*oauth2.Token, error) {
		ctx = context.WithValue(ctx, oauth2.HTTPClient, client)
		fresh, err := config.TokenSource(ctx, &oauth2.Token{RefreshToken: token.Reveal()}).Token()
		var refused *oauth2.RetrieveError
		if errors.As(err, &refused) && refused.ErrorCode == "invalid_grant" {
			ended(ctx)
		}
		return fresh, err
	})
}

func signInAgain(provider providers.Provider) *providers.Error {
	if !provider.Google() {
		return providers.Errorf(providers.Reconnect, "%s no longer accepts the key. Connect it again with another one.", provider.Name)
	}
	return providers.Errorf(providers.Reconnect, "Sign in with Google again: the access was withdrawn or has ended.")
}
