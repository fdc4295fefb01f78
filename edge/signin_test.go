package edge_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope/edge"
	"upslope/edge/api"
	"upslope/edge/auth"
	"upslope/edge/feed"
	"upslope/infra/localidp"
)

// cookie returns the browser's session cookie.
func (p *person) cookie() string {
	address, err := url.Parse(p.url)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, cookie := range p.Jar.Cookies(address) {
		if cookie.Name == "__session" {
			return cookie.Value
		}
	}
	return ""
}

func TestFirstSightMakesAnAccountOnTrial(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	user := decode[api.User](ana.do("GET", "/api/auth/user", "").want(http.StatusOK))
	if user.Email != "ana@example.com" || user.FirstName != "Ana" || user.Role != "owner" || user.Plan != "" ||
		user.DaysLeft != 14 || user.TrialDays != 14 || user.Environment != "development" {
		t.Errorf("user %+v", user)
	}
	again := decode[api.User](r.signIn("Ana@Example.com").do("GET", "/api/auth/user", ""))
	if again.Id != user.Id {
		t.Error("the same address is the same person")
	}
	if other := decode[api.User](r.signIn("").do("GET", "/api/auth/user", "")); other.Id == user.Id {
		t.Error("nobody in particular is somebody else")
	}
}

func TestDaysLeftCountsBegunDays(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	for _, c := range []struct {
		after time.Duration
		left  int
	}{{time.Hour, 14}, {25 * time.Hour, 13}, {13*24*time.Hour + time.Hour, 1}, {15 * 24 * time.Hour, 0}} {
		r.goTo(c.after)
		if user := decode[api.User](ana.do("GET", "/api/auth/user", "").want(http.StatusOK)); user.DaysLeft != c.left {
			t.Errorf("%v after the start %d days are left, want %d", c.after, user.DaysLeft, c.left)
		}
	}
}

func TestLoginLeadsOnlyToPathsOfThisSite(t *testing.T) {
	r := start(t)
	for next, want := range map[string]string{
		"": "/overview", "/sites": "/sites", "/settings?tab=integrations": "/settings?tab=integrations", "/a#b": "/a#b",
		"//evil.example": "/overview", "https://evil.example": "/overview", `/\evil.example`: "/overview", "/\r\nSet-Cookie: a=b": "/overview",
		"/\t/evil.example": "/overview", "javascript:alert(1)": "/overview", "sites": "/overview", "/api/login": "/overview", "/" + strings.Repeat("a", 3000): "/overview",
	} {
		res := r.visitor().do("GET", "/api/login?next="+url.QueryEscape(next), "")
		if res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != want || len(res.Header["Set-Cookie"]) != 1 {
			t.Errorf("next=%q: %d to %q, want %q", next, res.StatusCode, res.Header.Get("Location"), want)
		}
	}
	r.visitor().do("GET", "/api/login?as=nobody", "").wantProblem(http.StatusBadRequest, "", "as")
}

func TestLocalSessionIsRenewedUntilThirtyDaysAfterItsTokenRanOut(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	first := ana.cookie()
	r.goTo(29 * 24 * time.Hour)
	res := ana.do("GET", "/api/auth/user", "").want(http.StatusOK)
	set := res.Cookies()
	if len(set) != 1 || set[0].Value == first || !set[0].HttpOnly || set[0].Secure || set[0].SameSite != http.SameSiteLaxMode || set[0].MaxAge != 30*24*60*60 {
		t.Errorf("renewed with %+v", set)
	}
	r.goTo(58 * 24 * time.Hour)
	if page := ana.do("GET", "/", ""); len(page.Cookies()) != 1 {
		t.Error("a page renews the session too")
	}
	ana.do("GET", "/api/sites", "").want(http.StatusOK)
	stale := r.visitor()
	stale.do("GET", "/api/sites", "", "Cookie: __session="+first).wantProblem(http.StatusUnauthorized, "Unauthorized", "")
}

func TestSignedOutSessionNeverComesBack(t *testing.T) {
	r := start(t)
	ana, elsewhere := r.signIn("ana@example.com"), r.signIn("ana@example.com")
	token := ana.cookie()
	res := ana.do("POST", "/api/logout", "").want(http.StatusNoContent)
	if set := res.Cookies(); len(set) != 1 || set[0].Value != "" || !set[0].Expires.Before(time.Now()) {
		t.Errorf("logout sets %+v", set)
	}
	if ana.cookie() != "" {
		t.Error("the browser keeps the cookie")
	}
	for _, when := range []time.Duration{0, 2 * time.Minute, 20 * 24 * time.Hour} {
		r.goTo(when)
		res := r.visitor().do("GET", "/api/sites", "", "Cookie: __session="+token)
		res.wantProblem(http.StatusUnauthorized, "Unauthorized", "")
		if len(res.Cookies()) != 0 || len(r.visitor().do("GET", "/", "", "Cookie: __session="+token).Cookies()) != 0 {
			t.Error("a signed-out session was renewed")
		}
	}
	elsewhere.do("GET", "/api/sites", "").want(http.StatusOK)
	r.visitor().do("POST", "/api/logout", "").want(http.StatusNoContent)
}

func TestUserIsLookedUpAgainOnlyAfterAChange(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	r.steady = true
	ana.do("GET", "/api/sites", "").want(http.StatusOK)
	before := r.signIns
	for range 5 {
		ana.do("GET", "/api/sites", "").want(http.StatusOK)
	}
	if r.signIns != before {
		t.Errorf("%d look-ups for 5 requests", r.signIns-before)
	}
	for subject, user := range r.users {
		user.Plan = "both"
		r.users[subject] = user
	}
	r.hear(feed.People(ana.account))
	if user := decode[api.User](ana.do("GET", "/api/auth/user", "")); user.Plan != "both" {
		t.Error("a changed plan does not show")
	}
}

func TestClerkSignInGoesToItsPage(t *testing.T) {
	r := start(t, withClerk(refuseAll{}))
	res := r.visitor().do("GET", "/api/login?next=/sites", "")
	want := "https://accounts.example.com/sign-in?redirect_url=" + url.QueryEscape(r.url+"/sites")
	if res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != want || len(res.Cookies()) != 0 {
		t.Errorf("%d to %s, want %s", res.StatusCode, res.Header.Get("Location"), want)
	}
}

func TestSuffixedCookieOfClerkComesFirst(t *testing.T) {
	verifier := &recording{}
	r := start(t, withClerk(verifier))
	r.visitor().do("GET", "/api/sites", "", "Cookie: __session=plain; __session_abc=suffixed").want(http.StatusUnauthorized)
	if !slices.Equal(verifier.tokens, []string{"suffixed", "plain"}) {
		t.Errorf("looked at %v", verifier.tokens)
	}
}

func TestExactlyOneWayToSignIn(t *testing.T) {
	if _, err := edge.New(edge.Config{PublicURL: "http://127.0.0.1:1"}, edge.Deps{}); err == nil {
		t.Error("an edge without sign-in was made")
	}
	local := new(localidp.Provider)
	if _, err := edge.New(edge.Config{PublicURL: "http://127.0.0.1:1"}, edge.Deps{Local: local, Verifier: refuseAll{}}); err == nil {
		t.Error("an edge with both ways to sign in was made")
	}
}

func TestLocalSignInWorksUnderItsOwnNameOnly(t *testing.T) {
	r := start(t)
	req, err := http.NewRequest("GET", r.url+"/api/login", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Host = "rebound.example"
	r.visitor().send(req).wantProblem(http.StatusForbidden, "", "")
}

func withClerk(verifier auth.Verifier) func(*edge.Config, *edge.Deps) {
	return func(config *edge.Config, deps *edge.Deps) {
		config.SignInURL = "https://accounts.example.com/sign-in"
		config.SessionCookies = []string{"__session_abc", "__session"}
		deps.Local, deps.Verifier = nil, verifier
	}
}
