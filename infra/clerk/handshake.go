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
	updatedCookie = "__client_uat" // when anything of the browser's sessions changed, in Unix seconds; 0: nobody is signed in
	browserCookie = "__clerk_db_jwt"
	refreshCookie = "__refresh"
	// longestAnswer is what an answer of the largest tokens has.
	longestAnswer = 12 << 10
	// apiVersion is the one whose answers are understood here.
	apiVersion = "2025-04-10"
)

// handshakeCookies are all that an answer may set, with or without the suffix.
var handshakeCookies = []string{sessionCookie, updatedCookie, browserCookie, refreshCookie}

// Begin answers where the browser that asks for a page fetches new cookies, "" when those it has will do. It
// comes back to the page. What the cookies say is not checked here: it is only a reason to ask Clerk.
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

// reason says, in Clerk's words, why the cookies may not be what Clerk knows by now.
func (i *Instance) reason(page *url.URL, cookie func(name string) string) string {
	token := i.newest(cookie)
	updated, err := strconv.ParseInt(first(cookie, updatedCookie+i.suffix, updatedCookie), 10, 64)
	knows := err == nil
	switch now := i.Verifier.Now().Unix(); {
	case i.development && page.Query().Has(browserCookie):
		return "dev-browser-sync" // the sign-in page tells so on which browser it was
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

// said is what a token says of itself.
type said struct{ issued, expires int64 }

// newest is the token of this instance that lasts longest, nil when the cookies have none.
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

// browser names a browser to an instance for development, which cannot tell by cookies of its own.
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

// Finish answers the cookies that an answer to a handshake sets. An answer counts whole or not at all: it
// must be signed like a session, and a session that it sets must be one. Whatever else than Clerk's cookies
// it sets is left out.
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

// lines are the values of Set-Cookie headers in an answer.
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

// mine says whether a cookie is one of Clerk's for this site.
func (i *Instance) mine(cookie *http.Cookie) bool {
	domain := strings.ToLower(strings.TrimPrefix(cookie.Domain, "."))
	return slices.Contains(handshakeCookies, strings.TrimSuffix(cookie.Name, i.suffix)) &&
		(domain == "" || domain == i.public || strings.HasSuffix(i.public, "."+domain))
}

// removed says whether a cookie is taken out of the browser.
func (i *Instance) removed(cookie *http.Cookie) bool {
	return cookie.Value == "" || cookie.MaxAge < 0 || !cookie.Expires.IsZero() && cookie.Expires.Before(i.Verifier.Now())
}
