package edge_test

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"

	"upslope/edge"
	"upslope/edge/api"
	"upslope/infra/clerk"
	"upslope/infra/clerk/clerktest"
)

// withRealClerk configures sign-in with Clerk like cmd/upslope, for sessions signed by signer.
func withRealClerk(t *testing.T, kind string) (signer *clerktest.Signer, change func(*edge.Config, *edge.Deps)) {
	t.Helper()
	signer = clerktest.NewSigner(t, "ins_1", "")
	return signer, func(config *edge.Config, deps *edge.Deps) {
		signer.Origin, signer.Now = config.PublicURL, deps.Now
		instance, err := clerk.Open(clerk.Config{
			PublishableKey: clerktest.PublishableKey(kind), SignInURL: clerktest.SignInURL, PublicURL: config.PublicURL, JWTKey: signer.PEM(),
		}, http.DefaultClient, deps.Now)
		if err != nil {
			t.Fatal(err)
		}
		deps.Local, deps.Verifier, deps.Handshake = nil, instance.Verifier, instance
		config.SignInURL, config.ClerkOrigin, config.ClerkKey, config.SessionCookies = clerktest.SignInURL, instance.Origin, clerktest.PublishableKey(kind), instance.Cookies
	}
}

// browser is a visitor's browser that follows redirects only on request.
type browser struct {
	*person
	at *url.URL
}

func (r *running) browser(cookies ...*http.Cookie) *browser {
	r.t.Helper()
	at, err := url.Parse(r.url)
	if err != nil {
		r.t.Fatal(err)
	}
	b := &browser{r.visitor(), at}
	jar, err := cookiejar.New(nil)
	if err != nil {
		r.t.Fatal(err)
	}
	jar.SetCookies(at, cookies)
	b.Jar = jar
	return b
}

// open opens a page, and returns the redirect's target; "" for none.
func (b *browser) open(address string) (to string) {
	b.t.Helper()
	res := b.do("GET", strings.TrimPrefix(address, b.url), "", "Sec-Fetch-Dest: document", "Accept: text/html")
	if res.StatusCode == http.StatusTemporaryRedirect {
		if res.Header.Get("Cache-Control") != "no-store" || res.Header.Get("Referrer-Policy") != "no-referrer" {
			b.t.Errorf("%s: %v", address, res.Header)
		}
		return res.Header.Get("Location")
	}
	res.want(http.StatusOK)
	return ""
}

// answered has Clerk respond to the browser's handshake, and opens the redirect's target.
func (b *browser) answered(address string, development bool, answer string) (to string) {
	b.t.Helper()
	back, cookie := clerktest.Handshake(b.t, address, development, answer)
	if cookie != nil {
		b.Jar.SetCookies(b.at, []*http.Cookie{cookie})
	}
	return b.open(back)
}

func TestPageWithAnExpiredSessionComesWithAFreshOne(t *testing.T) {
	for _, kind := range []string{"live", "test"} {
		signer, clerks := withRealClerk(t, kind)
		r := start(t, clerks)
		b := r.browser(&http.Cookie{Name: "__session", Value: signer.Expired(nil)}, &http.Cookie{Name: "__client_uat", Value: "1790000000"})
		b.do("GET", "/api/auth/user", "").wantProblem(http.StatusUnauthorized, "Unauthorized", "")
		to := b.open("/seo?tab=queries&q=a%20b")
		if to == "" {
			t.Fatalf("%s: no handshake", kind)
		}
		fresh := signer.Token(nil)
		back := b.answered(to, kind == "test", signer.Answer("__session="+fresh+"; Path=/", "evil=1; Path=/"))
		if back != r.url+"/seo?q=a+b&tab=queries" {
			t.Errorf("%s: back at %s", kind, back)
		}
		if to := b.open(back); to != "" {
			t.Errorf("%s: then to %s", kind, to)
		}
		if b.cookie() != fresh || slices.ContainsFunc(b.Jar.Cookies(b.at), func(c *http.Cookie) bool { return c.Name == "evil" }) {
			t.Errorf("%s: cookies %v", kind, b.Jar.Cookies(b.at))
		}
		if user := decode[api.User](b.do("GET", "/api/auth/user", "").want(http.StatusOK)); user.Email != "ana@example.com" {
			t.Errorf("%s: %+v", kind, user)
		}
	}
}

func TestOnlyPagesThatAPersonOpensGoToAHandshake(t *testing.T) {
	signer, clerks := withRealClerk(t, "live")
	r := start(t, clerks)
	expired := &http.Cookie{Name: "__session", Value: signer.Expired(nil)}
	for _, c := range []struct {
		method, path, destination, accept string
		want                              int
	}{
		{"GET", "/overview", "document", "", http.StatusTemporaryRedirect},
		{"GET", "/", "document", "", http.StatusTemporaryRedirect},
		{"GET", "/overview", "", "text/html,application/xhtml+xml", http.StatusTemporaryRedirect},
		{"GET", "/overview", "", "*/*", http.StatusOK},
		{"GET", "/overview", "empty", "text/html", http.StatusOK},
		{"HEAD", "/overview", "document", "", http.StatusOK},
		{"GET", "/nothing", "document", "", http.StatusNotFound},
		{"GET", "/robots.txt", "document", "", http.StatusOK},
		{"GET", "/assets/app-1.js", "document", "", http.StatusOK},
		{"GET", "/api/sites", "document", "text/html", http.StatusUnauthorized},
		{"GET", "/api/seo/queries.csv", "document", "text/html", http.StatusUnauthorized},
	} {
		res := r.browser(expired).do(c.method, c.path, "", "Sec-Fetch-Dest: "+c.destination, "Accept: "+c.accept)
		if res.StatusCode != c.want {
			t.Errorf("%+v: %d", c, res.StatusCode)
		}
	}
	for name, b := range map[string]*browser{"nobody": r.browser(), "who signed in on Clerk's page": r.browser(&http.Cookie{Name: "__client_uat", Value: "1790000000"})} {
		if res := b.do("GET", "/", "", "Sec-Fetch-Dest: document"); res.text != "<title>Landing</title>" {
			t.Errorf("without a session cookie %s gets %d %s", name, res.StatusCode, res.text)
		}
	}
	if to := r.browser().open("/overview"); to != "" {
		t.Errorf("nobody is sent to %s", to)
	}
	if to := r.browser(&http.Cookie{Name: "__client_uat", Value: "1790000000"}).open("/overview"); to == "" {
		t.Error("who signed in on Clerk's page gets no session")
	}
}

func TestHandshakeThatDoesNotHelpEndsAfterThreeRounds(t *testing.T) {
	signer, clerks := withRealClerk(t, "live")
	r := start(t, clerks)
	for name, answer := range map[string]string{"forged": clerktest.NewSigner(t, "ins_1", r.url).Answer("__session=x"), "of nothing": signer.Answer(), "missing": ""} {
		b := r.browser(&http.Cookie{Name: "__session", Value: signer.Expired(nil)})
		rounds := 0
		for to := b.open("/overview"); to != ""; rounds++ {
			if rounds == 10 {
				t.Fatalf("%s: it never ends", name)
			}
			to = b.open(b.answered(to, false, answer))
		}
		if rounds != 3 {
			t.Errorf("%s: %d rounds", name, rounds)
		}
		b.do("GET", "/api/auth/user", "").want(http.StatusUnauthorized)
	}
}

// Otherwise a link could sign in its visitor as its creator.
func TestAnswerCountsOnlyInTheBrowserThatAsked(t *testing.T) {
	signer, clerks := withRealClerk(t, "test")
	r := start(t, clerks)
	evil := signer.Answer("__session=" + signer.Token(map[string]any{"sub": "user_evil"}) + "; Path=/")
	victim := r.browser()
	if back := victim.open("/overview?__clerk_handshake=" + evil); back != r.url+"/overview" || victim.cookie() != "" {
		t.Errorf("a link signs in: %s, %q", back, victim.cookie())
	}
	asking := r.browser(&http.Cookie{Name: "__session", Value: signer.Expired(nil)})
	before, to := asking.cookie(), asking.open("/overview")
	elsewhere := r.browser(&http.Cookie{Name: "__session", Value: signer.Expired(nil)}).open("/overview")
	if back := asking.answered(elsewhere, true, evil); back != r.url+"/overview" || asking.cookie() != before {
		t.Errorf("another browser's handshake counts: %s", back)
	}
	fresh := signer.Token(nil)
	if asking.answered(to, true, signer.Answer("__session="+fresh+"; Path=/")); asking.cookie() != fresh {
		t.Error("its own does not")
	}
}

// A user with many pages open gets all of them.
func TestPagesThatAreOpenedTogetherAllComeBack(t *testing.T) {
	signer, clerks := withRealClerk(t, "live")
	b := start(t, clerks).browser(&http.Cookie{Name: "__session", Value: signer.Expired(nil)})
	first, second := b.open("/overview"), b.open("/sites")
	answer := signer.Answer("__session=" + signer.Token(nil) + "; Path=/")
	for _, to := range []string{first, second} {
		if back := b.open(b.answered(to, false, answer)); back != "" {
			t.Errorf("sent on to %s", back)
		}
	}
}

func TestHandshakeLeadsOnlyToPagesOfThisSite(t *testing.T) {
	signer, clerks := withRealClerk(t, "test")
	r := start(t, clerks)
	expired, answer := signer.Expired(nil), signer.Answer("__session="+signer.Token(nil))
	sentTo := func(path, host string) *url.URL {
		t.Helper()
		req, err := http.NewRequest("GET", r.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = host
		req.Header.Set("Sec-Fetch-Dest", "document")
		req.Header.Set("Cookie", "__session="+expired)
		to, err := url.Parse(r.visitor().send(req).want(http.StatusTemporaryRedirect).Header.Get("Location"))
		if err != nil {
			t.Fatal(err)
		}
		return to
	}
	for _, host := range []string{"", "evil.example"} {
		for _, path := range []string{"/?", "/overview?next=https://evil.example&", "/overview/?"} {
			for _, parameter := range []string{"__clerk_handshake=" + answer, "__upslope_handshake=x", "__upslope_handshake=x&__clerk_handshake=" + answer} {
				if to := sentTo(path+parameter, host); to.Scheme+"://"+to.Host != r.url || strings.Contains(to.String(), "handshake") {
					t.Errorf("%s of %q leads to %s", path, host, to)
				}
			}
		}
		if back := sentTo("/overview", host).Query().Get("redirect_url"); !strings.HasPrefix(back, r.url+"/overview?") {
			t.Errorf("of %q it comes back to %s", host, back)
		}
	}
}

func TestSignInThatLeadsToTheLandingPageLeadsToTheOverview(t *testing.T) {
	_, clerks := withRealClerk(t, "live")
	r := start(t, clerks)
	to, err := url.Parse(r.visitor().do("GET", "/api/login?next=/", "").Header.Get("Location"))
	if err != nil || to.Query().Get("redirect_url") != r.url+"/overview" {
		t.Errorf("%s", to)
	}
}
