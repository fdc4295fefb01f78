package clerk

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"upslope"
)

const (
	sessionCookie = "__session"
	// time of the last change of the browser's sessions, in Unix seconds; 0 when signed out
	updatedCookie = "__client_uat"
	browserCookie = "__clerk_db_jwt"
	refreshCookie = "__refresh"
	// longestAnswer bounds a handshake response; the largest tokens fit.
	longestAnswer = 12 << 10
	// apiVersion is the version of Clerk's API used here.
	apiVersion = "2025-04-10"
)

// handshakeCookies are the only cookies that a response may set, with or without the suffix.
var handshakeCookies = []string{sessionCookie, updatedCookie, browserCookie, refreshCookie}

// Begin returns the handshake URL for the browser that requests a page, or "" when its cookies are current.
// The handshake redirects back to the page. Cookies are not verified here: they only decide whether to ask
// Clerk.
func (i *Instance) Begin(page *url.URL, cookie func(name string) string) (address string) {
	reason := i.reason(page, cookie)
	if reason == "" {
		return ""
	}
	query := url.Values{
		"redirect_url": {withoutBrowser(page)}, "__clerk_api_version": {apiVersion}, "__clerk_hs_reason": {reason},
		"suffixed_cookies": {strconv.FormatBool(cookie(sessionCookie+i.suffix) != "" || cookie(updatedCookie+i.suffix) != "")},
	}
	if i.development {
		if browser := i.browser(page, cookie); browser != "" {
			query.Set(browserCookie, browser)
		}
	}
	return i.Origin + "/v1/client/handshake?" + query.Encode()
}

// reason returns Clerk's name for why the cookies may be outdated.
func (i *Instance) reason(page *url.URL, cookie func(name string) string) string {
	token := i.newest(cookie)
	updated, err := strconv.ParseInt(first(cookie, updatedCookie+i.suffix, updatedCookie), 10, 64)
	knows := err == nil
	switch now := i.Verifier.Now().Unix(); {
	case i.development && page.Query().Has(browserCookie):
		return "dev-browser-sync" // set by the sign-in page
	case token == nil && updated > 0:
		return "client-uat-but-no-session-token"
	case token == nil:
		return ""
	case knows && updated == 0:
		return "session-token-but-no-client-uat"
	case token.expires <= now:
		return "session-token-expired"
	case token.issued < updated:
		return "session-token-iat-before-client-uat"
	}
	return ""
}

// said holds the unverified times of a token.
type said struct{ issued, expires int64 }

// newest returns this instance's token that expires last, or nil.
func (i *Instance) newest(cookie func(name string) string) (newest *said) {
	for _, name := range i.Cookies {
		parsed, err := jwt.ParseSigned(cookie(name), []jose.SignatureAlgorithm{jose.RS256})
		if err != nil {
			continue
		}
		var claims jwt.Claims
		err = parsed.UnsafeClaimsWithoutVerification(&claims)
		if err != nil || claims.Issuer != i.Origin || claims.IssuedAt == nil || claims.Expiry == nil {
			continue
		}
		if newest == nil || int64(*claims.Expiry) > newest.expires {
			newest = &said{issued: int64(*claims.IssuedAt), expires: int64(*claims.Expiry)}
		}
	}
	return newest
}

// browser returns the id of a browser for a development instance, which cannot set cookies of its own.
func (i *Instance) browser(page *url.URL, cookie func(name string) string) string {
	if named := page.Query().Get(browserCookie); named != "" {
		return named
	}
	return first(cookie, browserCookie+i.suffix, browserCookie)
}

func withoutBrowser(page *url.URL) string {
	plain, query := *page, page.Query()
	query.Del(browserCookie)
	plain.RawQuery = query.Encode()
	return plain.String()
}

func first(cookie func(name string) string, names ...string) string {
	for _, name := range names {
		if value := cookie(name); value != "" {
			return value
		}
	}
	return ""
}

// Finish returns the cookies that a handshake response sets. A response is accepted completely or not at all:
// it must be signed like a session token, and a session that it sets must be valid. Other cookies than
// Clerk's are ignored.
func (i *Instance) Finish(ctx context.Context, answer string) ([]*http.Cookie, error) {
	lines, err := i.lines(ctx, answer)
	if err != nil {
		if upslope.CodeOf(err) == upslope.Internal {
			err = fmt.Errorf("%w: %w", upslope.Errorf(upslope.Unauthenticated, "Unauthorized"), err)
		}
		return nil, err
	}
	var cookies []*http.Cookie
	for _, line := range lines {
		cookie, err := http.ParseSetCookie(line)
		if err != nil || !i.mine(cookie) {
			continue
		}
		if slices.Contains(i.Cookies, cookie.Name) && !i.removed(cookie) {
			if _, err := i.Verifier.Verify(ctx, cookie.Value); err != nil {
				return nil, err
			}
		}
		cookies = append(cookies, cookie)
	}
	return cookies, nil
}

// lines returns the Set-Cookie values of a response.
func (i *Instance) lines(ctx context.Context, answer string) ([]string, error) {
	if len(answer) > longestAnswer {
		return nil, errors.New("the answer to the handshake is too long")
	}
	parsed, err := jwt.ParseSigned(answer, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil || len(parsed.Headers) != 1 {
		return nil, errors.New("the answer to the handshake is no JWT with one RS256 signature")
	}
	key, err := i.Verifier.Keys.Key(ctx, parsed.Headers[0].KeyID)
	if err != nil {
		return nil, err
	}
	var claims struct {
		Lines   []string         `json:"handshake"`
		Expires *jwt.NumericDate `json:"exp"`
	}
	if err := parsed.Claims(key.Key, &claims); err != nil {
		return nil, fmt.Errorf("check the answer to the handshake: %w", err)
	}
	if claims.Lines == nil {
		return nil, errors.New("the token is no answer to a handshake")
	}
	if claims.Expires != nil && claims.Expires.Time().Add(clockSkew).Before(i.Verifier.Now()) {
		return nil, errors.New("the answer to the handshake has run out")
	}
	return claims.Lines, nil
}

// mine reports whether a cookie is one of Clerk's for this site.
func (i *Instance) mine(cookie *http.Cookie) bool {
	domain := strings.ToLower(strings.TrimPrefix(cookie.Domain, "."))
	return slices.Contains(handshakeCookies, strings.TrimSuffix(cookie.Name, i.suffix)) &&
		(domain == "" || domain == i.public || strings.HasSuffix(i.public, "."+domain))
}

// removed reports whether a cookie is being deleted.
func (i *Instance) removed(cookie *http.Cookie) bool {
	return cookie.Value == "" || cookie.MaxAge < 0 || !cookie.Expires.IsZero() && cookie.Expires.Before(i.Verifier.Now())
}
