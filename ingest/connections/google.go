package connections

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"upslope"
	"upslope/ingest/connections/secrets"
	"upslope/ingest/providers"
)

// signInTimeout bounds the time a user spends on Google's pages.
const signInTimeout = 10 * time.Minute

// addresses are Google's endpoints for consent, tokens and revocation.
type addresses struct{ consent, token, revoke string }

func (s *Service) google() addresses {
	if base := strings.TrimRight(s.Settings.GoogleOAuthBaseURL, "/"); base != "" {
		return addresses{consent: base + "/o/oauth2/v2/auth", token: base + "/token", revoke: base + "/revoke"}
	}
	return addresses{ //nolint:gosec // addresses, and no secrets
		consent: "https://accounts.google.com/o/oauth2/v2/auth",
		token:   "https://oauth2.googleapis.com/token",
		revoke:  "https://oauth2.googleapis.com/revoke",
	}
}

// isGoogleTokenAddress reports whether an address is one Google writes into key files.
func isGoogleTokenAddress(tokenAddress string) bool {
	return slices.Contains([]string{
		"https://oauth2.googleapis.com/token", "https://accounts.google.com/o/oauth2/token", "https://www.googleapis.com/oauth2/v4/token",
	}, tokenAddress)
}

func (s *Service) oauthConfig() *oauth2.Config {
	config := &oauth2.Config{
		ClientID: s.Settings.GoogleClientID, ClientSecret: s.Settings.GoogleClientSecret,
		Endpoint:    oauth2.Endpoint{AuthURL: s.google().consent, TokenURL: s.google().token, AuthStyle: oauth2.AuthStyleInParams},
		RedirectURL: s.Settings.PublicURL + "/api/integrations/google/callback",
		Scopes:      []string{"openid", "email"},
	}
	// One sign-in serves all Google providers, so users consent once.
	for _, provider := range s.Providers {
		if provider.Google() {
			config.Scopes = append(config.Scopes, provider.GoogleScope)
		}
	}
	return config
}

// oauthClient calls Google's endpoints. It never follows redirects, which could leak codes and tokens.
func (s *Service) oauthClient() *http.Client {
	return &http.Client{Transport: s.HTTP, Timeout: interactiveTimeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// Begin returns the address of Google's consent page. browser is a secret that ties the callback to this
// browser; an empty siteID signs in for the account.
func (s *Service) Begin(ctx context.Context, accountID, siteID, provider, browser string) (address string, err error) {
	if !s.provider(provider).Google() {
		return "", upslope.FieldErrorf("provider", "provider must be one of %s.", s.googleProviders())
	}
	if siteID != "" {
		if _, err := s.Records.Site(ctx, accountID, siteID); err != nil {
			return "", err
		}
	}
	if s.Keys == nil {
		return "", errNoKeys
	}
	state, verifier := rand.Text(), oauth2.GenerateVerifier()
	now := s.Now()
	err = s.Records.AddGoogleSignIn(ctx, upslope.GoogleSignIn{
		StateHash: hash(state), AccountID: accountID, SiteID: siteID, Provider: provider, BrowserHash: hash(browser),
		Verifier: verifier, ExpiresAt: now.Add(signInTimeout),
	}, now)
	if err != nil {
		return "", err
	}
	return s.oauthConfig().AuthCodeURL(state, oauth2.AccessTypeOffline, oauth2.ApprovalForce, oauth2.S256ChallengeOption(verifier)), nil
}

// googleProviders lists the providers that use Google credentials.
func (s *Service) googleProviders() string {
	var ids []string
	for _, provider := range s.Providers {
		if provider.Google() {
			ids = append(ids, provider.ID)
		}
	}
	list := strings.Join(ids, ", ")
	if last := strings.LastIndex(list, ", "); last >= 0 {
		list = list[:last] + " or " + list[last+len(", "):]
	}
	return list
}

func hash(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

var errStaleSignIn = upslope.Errorf(upslope.Invalid, "This Google sign-in has expired or was started in another browser. Start again.")

// Finish completes a sign-in: it connects its provider and stores Google's credential. accountID comes
// from the session, "" when that has expired; browser is the secret given to Begin.
func (s *Service) Finish(ctx context.Context, accountID, browser string, answer upslope.GoogleCallback) (upslope.SignInResult, error) {
	begun, err := s.Records.TakeGoogleSignIn(ctx, hash(answer.State))
	switch {
	case err != nil && upslope.CodeOf(err) == upslope.NotFound:
		return upslope.SignInResult{}, errStaleSignIn
	case err != nil:
		return upslope.SignInResult{}, err
	case !s.Now().Before(begun.ExpiresAt), accountID != "" && accountID != begun.AccountID,
		subtle.ConstantTimeCompare(hash(browser), begun.BrowserHash) != 1:
		return upslope.SignInResult{}, errStaleSignIn
	}
	result := upslope.SignInResult{Provider: begun.Provider, SiteID: begun.SiteID}
	if answer.Code == "" {
		result.Failure = "Google shared nothing, so nothing was connected. Sign in again and allow Upslope to read your data."
		return result, nil
	}
	given, err := s.exchange(ctx, begun, answer.Code)
	switch {
	case err != nil:
	case begun.SiteID != "":
		result.Failure, err = s.connectSignedIn(ctx, begun, given)
	default:
		_, err = s.keep(ctx, begun.AccountID, given)
	}
	var providerError *providers.Error
	if errors.As(err, &providerError) {
		result.Failure, err = providerError.Message, nil
	}
	return result, err
}

func (s *Service) connectSignedIn(ctx context.Context, begun upslope.GoogleSignIn, given submission) (failure string, err error) {
	site, present, err := s.find(ctx, begun.AccountID, begun.SiteID, begun.Provider)
	if err != nil {
		return "", err
	}
	result, err := s.tryAndStore(ctx, site, present, present, &given)
	if err != nil || result.Success {
		return "", err
	}
	return result.Message, nil
}

// exchange turns Google's code into a credential that may replace an earlier sign-in to the same account.
func (s *Service) exchange(ctx context.Context, begun upslope.GoogleSignIn, code string) (submission, error) {
	bounded, cancel := context.WithTimeout(context.WithValue(ctx, oauth2.HTTPClient, s.oauthClient()), interactiveTimeout)
	defer cancel()
	token, err := s.oauthConfig().Exchange(bounded, code, oauth2.VerifierOption(begun.Verifier))
	if err != nil {
		return submission{}, providers.Errorf(providers.Temporary, "Google did not complete the sign-in. Try again in a moment.").Because(withoutBody(err))
	}
	if token.RefreshToken == "" {
		return submission{}, providers.Errorf(providers.Refused, "Google gave access for an hour only. Remove Upslope under “Third-party apps and services” of your Google account, then sign in again.")
	}
	given := submission{kind: upslope.GoogleOAuth, label: labelOf(token), secret: secrets.Of(token.RefreshToken)}
	scopes, listed := token.Extra("scope").(string)
	if !listed {
		return given, nil // all requested scopes
	}
	granted := strings.Fields(scopes)
	if of := s.provider(begun.Provider); !slices.Contains(granted, of.GoogleScope) {
		return submission{}, providers.Errorf(providers.Refused, "Google was not allowed to share %s. Sign in again and tick its box.", of.Name)
	}
	used, err := s.providersUsing(ctx, begun.AccountID, given, upslope.Connection{})
	for _, provider := range used {
		if of := s.provider(provider); !slices.Contains(granted, of.GoogleScope) {
			return submission{}, providers.Errorf(providers.Refused, "Google was not allowed to share %s, which your sites read through the same Google account. Sign in again and tick its box too.", of.Name)
		}
	}
	given.proven = true
	return given, err
}

// withoutBody strips the body from a failed token request; it may contain tokens.
func withoutBody(err error) error {
	var refused *oauth2.RetrieveError
	if errors.As(err, &refused) {
		return fmt.Errorf("google answered %q to a code", refused.ErrorCode)
	}
	var failed *url.Error
	if errors.As(err, &failed) {
		return failed.Err
	}
	return errors.New("google's answer to a code could not be read")
}

const (
	// unknownAccount stands for a Google account without a known address.
	unknownAccount = "a Google account"
	// unknownAccountByToken starts the label of an account identified by its token alone.
	unknownAccountByToken = unknownAccount + " by "
)

// labelOf returns one label per Google account. The ID token arrived from Google over TLS, so its signature
// need not be checked. Without one, every sign-in counts as a separate account.
func labelOf(token *oauth2.Token) string {
	var claims struct {
		Email   string `json:"email"`
		Subject string `json:"sub"`
	}
	text, _ := token.Extra("id_token").(string)
	if parts := strings.Split(text, "."); len(parts) == 3 {
		if payload, err := base64.RawURLEncoding.DecodeString(parts[1]); err != nil || json.Unmarshal(payload, &claims) != nil {
			claims.Email, claims.Subject = "", ""
		}
	}
	if isAddress(claims.Email) {
		return claims.Email
	}
	if claims.Subject != "" {
		return fmt.Sprintf("%s of %x", unknownAccount, hash(claims.Subject))
	}
	return fmt.Sprintf("%s%x", unknownAccountByToken, hash(token.RefreshToken))
}

// shownLabel returns the label of a credential for display.
func shownLabel(label string) string {
	if strings.HasPrefix(label, unknownAccount+" ") {
		return unknownAccount
	}
	return label
}

// withdrawReplaced revokes a replaced sign-in, unless its account is unknown: revoking one token of an
// account ends all of its tokens, the new one included.
func (s *Service) withdrawReplaced(ctx context.Context, unused *upslope.Credential) {
	if unused != nil && !strings.HasPrefix(unused.Label, unknownAccountByToken) {
		s.withdraw(ctx, unused)
	}
}

// withdraw revokes a sign-in at Google. It is already deleted here, so a failure is only logged.
func (s *Service) withdraw(ctx context.Context, unused *upslope.Credential) {
	if unused == nil || unused.Kind != upslope.GoogleOAuth || unused.Revoked {
		return
	}
	err := s.revoke(ctx, *unused)
	if err != nil {
		s.Log.WarnContext(ctx, "a sign-in with Google was forgotten, but Google could not be told", "credential", unused.ID, "error", err)
	}
}

// Withdraw revokes a sign-in of a deleted account. An undecryptable one counts as revoked.
func (s *Service) Withdraw(ctx context.Context, credential upslope.Credential) error {
	if _, err := s.decrypt(credential); err != nil {
		s.Log.WarnContext(ctx, "a sign-in with Google of a deleted account cannot be read, so Google is not told", "credential", credential.ID, "error", err)
		return nil
	}
	return s.revoke(ctx, credential)
}

func (s *Service) revoke(ctx context.Context, credential upslope.Credential) error {
	secret, err := s.decrypt(credential)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), interactiveTimeout)
	defer cancel()
	body := url.Values{"token": {secret.Reveal()}}.Encode()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.google().revoke, strings.NewReader(body))
	if err != nil {
		return fmt.Errorf("make the request: %w", err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := s.oauthClient().Do(request)
	if err != nil {
		return fmt.Errorf("ask Google: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("google answered %d", response.StatusCode)
	}
	return nil
}
