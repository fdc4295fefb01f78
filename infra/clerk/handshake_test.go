package clerk_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/infra/clerk"
	"upslope/infra/clerk/clerktest"
)

var suffix = clerktest.Suffix(publishableKey)

// handshaken returns an instance of a kind with the keys of s.
func handshaken(t *testing.T, s *clerktest.Signer, kind string) *clerk.Instance {
	t.Helper()
	instance, err := clerk.Open(clerk.Config{
		PublishableKey: clerktest.PublishableKey(kind), SignInURL: clerktest.SignInURL, PublicURL: origin, JWTKey: s.PEM(),
	}, http.DefaultClient, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return instance
}

// begin returns the query parameters of the handshake URL for a page with those cookies; nil for no
// handshake.
func begin(t *testing.T, instance *clerk.Instance, page string, cookies map[string]string) url.Values {
	t.Helper()
	address, err := url.Parse(origin + page)
	if err != nil {
		t.Fatal(err)
	}
	to := instance.Begin(address, func(name string) string { return cookies[name] })
	if to == "" {
		return nil
	}
	parsed, err := url.Parse(to)
	if err != nil || parsed.Scheme+"://"+parsed.Host+parsed.Path != "https://"+clerktest.Host+"/v1/client/handshake" {
		t.Fatalf("sent to %s", to)
	}
	return parsed.Query()
}

func TestOutdatedCookiesRequireAHandshake(t *testing.T) {
	s := newSigner(t, "ins_1")
	live := handshaken(t, s, "live")
	fresh, old, now := s.Token(nil), s.Expired(nil), time.Now()
	unix := func(later time.Duration) string { return strconv.FormatInt(now.Add(later).Unix(), 10) }
	for name, c := range map[string]struct {
		cookies map[string]string
		reason  string
	}{
		"nobody":                                    {nil, ""},
		"signed out":                                {map[string]string{"__client_uat": "0"}, ""},
		"signed in":                                 {map[string]string{"__session": fresh, "__client_uat": unix(-time.Hour)}, ""},
		"signed in, not known since when":           {map[string]string{"__session": fresh}, ""},
		"just signed in on Clerk's page":            {map[string]string{"__client_uat": unix(0)}, "client-uat-but-no-session-token"},
		"likewise, with a suffix":                   {map[string]string{"__client_uat" + suffix: unix(0)}, "client-uat-but-no-session-token"},
		"run out":                                   {map[string]string{"__session": old, "__client_uat": unix(-time.Hour)}, "session-token-expired"},
		"run out with a suffix":                     {map[string]string{"__session" + suffix: old}, "session-token-expired"},
		"one of two run out":                        {map[string]string{"__session" + suffix: old, "__session": fresh}, ""},
		"changed since":                             {map[string]string{"__session": fresh, "__client_uat": unix(time.Minute)}, "session-token-iat-before-client-uat"},
		"signed out elsewhere":                      {map[string]string{"__session": fresh, "__client_uat": "0"}, "session-token-but-no-client-uat"},
		"the suffixed cookie counts":                {map[string]string{"__session": fresh, "__client_uat": "0", "__client_uat" + suffix: unix(-time.Hour)}, ""},
		"garbage":                                   {map[string]string{"__session": "abc", "__client_uat": "xyz"}, ""},
		"a session of another instance":             {map[string]string{"__session": s.Expired(map[string]any{"iss": "https://clerk.other.example"})}, ""},
		"a token that does not say when it ends":    {map[string]string{"__session": s.Token(map[string]any{"exp": nil})}, ""},
		"a development instance's cookie in a live": {map[string]string{"__clerk_db_jwt": "dvb_1"}, ""},
	} {
		if got := begin(t, live, "/overview", c.cookies).Get("__clerk_hs_reason"); got != c.reason {
			t.Errorf("%s: %q, want %q", name, got, c.reason)
		}
	}
}

func TestHandshakeReturnsToThePageWithoutATokenInTheURL(t *testing.T) {
	s := newSigner(t, "ins_1")
	old := s.Expired(nil)
	query := begin(t, handshaken(t, s, "live"), "/seo?tab=queries&__upslope_handshake=x", map[string]string{"__session": old, "__clerk_db_jwt": "dvb_1"})
	if back := query.Get("redirect_url"); back != origin+"/seo?__upslope_handshake=x&tab=queries" {
		t.Errorf("back to %s", back)
	}
	if query.Get("suffixed_cookies") != "false" || query.Has("__clerk_db_jwt") || strings.Contains(query.Encode(), strings.Split(old, ".")[2]) {
		t.Errorf("%v", query)
	}
	test := handshaken(t, s, "test")
	suffixed := "__session" + clerktest.Suffix(clerktest.PublishableKey("test"))
	query = begin(t, test, "/seo", map[string]string{suffixed: old, "__clerk_db_jwt": "dvb_1"})
	if query.Get("suffixed_cookies") != "true" || query.Get("__clerk_db_jwt") != "dvb_1" {
		t.Errorf("with an instance for development: %v", query)
	}
	// A development sign-in page cannot set cookies here, so it passes the browser id in the URL.
	query = begin(t, test, "/seo?__clerk_db_jwt=dvb_2", nil)
	if query.Get("__clerk_hs_reason") != "dev-browser-sync" || query.Get("__clerk_db_jwt") != "dvb_2" || query.Get("redirect_url") != origin+"/seo" {
		t.Errorf("after its sign-in page: %v", query)
	}
	if query := begin(t, handshaken(t, s, "live"), "/seo?__clerk_db_jwt=dvb_2", nil); query != nil {
		t.Errorf("a live instance: %v", query)
	}
}

func TestResponseSetsOnlyClerksCookiesForThisSite(t *testing.T) {
	s := newSigner(t, "ins_1")
	token := s.Token(nil)
	cookies, err := handshaken(t, s, "live").Finish(t.Context(), s.Answer(
		"__session="+token+"; Path=/; Max-Age=31536000; Secure; SameSite=Lax",
		"__session"+suffix+"="+token+"; Path=/; Domain=app.example.com; Secure",
		"__client_uat=1790000000; Path=/; Domain=example.com; Max-Age=315360000",
		"__refresh"+suffix+"=abc; Path=/; HttpOnly",
		"theme=dark; Path=/",
		"__upslope_handshake=9.x; Path=/",
		"__session_other1=abc; Path=/",
		"__Host-admin=1; Path=/; Secure",
		"__session=evil; Domain=evil.example",
		"__session=evil; Domain=le.com",
		"no cookie at all",
		"__client_uat=1\r\nX-Evil: 1",
	))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, cookie := range cookies {
		names = append(names, cookie.Name)
		if text := cookie.String(); strings.ContainsAny(text, "\r\n") || strings.Contains(text, "evil") {
			t.Errorf("%s", text)
		}
	}
	if got, want := strings.Join(names, " "), "__session __session"+suffix+" __client_uat __refresh"+suffix; got != want {
		t.Errorf("set are %s, want %s", got, want)
	}
	if first := cookies[0].String(); first != "__session="+token+"; Path=/; Max-Age=31536000; Secure; SameSite=Lax" {
		t.Errorf("it is %s", first)
	}
}

func TestResponseThatSignsOutDeletesTheCookies(t *testing.T) {
	s := newSigner(t, "ins_1")
	cookies, err := handshaken(t, s, "live").Finish(t.Context(), s.Answer(
		"__session=; Path=/; Max-Age=0", "__session"+suffix+"=gone; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "__client_uat=0; Path=/"))
	if err != nil || len(cookies) != 3 {
		t.Errorf("%v, %v", cookies, err)
	}
}

func TestResponseNotSignedByClerkIsRefused(t *testing.T) {
	s, other := newSigner(t, "ins_1"), newSigner(t, "ins_1")
	instance := handshaken(t, s, "live")
	good := s.Answer("__session=" + s.Token(nil))
	parts := strings.Split(good, ".")
	for name, answer := range map[string]string{
		"nothing":                   "",
		"garbage":                   "a.b.c",
		"signed by somebody else":   other.Answer("__session=" + s.Token(nil)),
		"changed":                   parts[0] + "." + parts[1] + "x." + parts[2],
		"a session":                 s.Token(nil),
		"run out":                   s.Sign(map[string]any{"handshake": []string{}, "exp": time.Now().Add(-time.Minute).Unix()}),
		"too long":                  s.Answer(strings.Repeat("a", 16<<10)),
		"of cookies that are none":  s.Sign(map[string]any{"handshake": "__session=x"}),
		"with a forged session":     s.Answer("__session=" + other.Token(nil)),
		"with a session elsewhere":  s.Answer("__session=" + s.Token(map[string]any{"azp": "https://evil.example"})),
		"with one that has run out": s.Answer("__session"+suffix+"="+s.Expired(nil), "__session="+s.Token(nil)),
	} {
		if cookies, err := instance.Finish(t.Context(), answer); upslope.CodeOf(err) != upslope.Unauthenticated || cookies != nil {
			t.Errorf("%s: %v, %v", name, cookies, err)
		}
	}
}
