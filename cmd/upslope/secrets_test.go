package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"upslope/infra/mail/mailtest"
	"upslope/simulator"
)

// witness records all output other than responses that must contain a secret.
type witness struct {
	*visitor
	seen strings.Builder
}

// ask sends a request whose response must not contain secrets, and returns the status.
func (w *witness) ask(method, path, contentType, body string, headers ...string) int {
	w.t.Helper()
	request, err := http.NewRequest(method, w.url+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	request.Header.Set("Content-Type", contentType)
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		request.Header.Set(name, value)
	}
	stay := &http.Client{Jar: w.client.Jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := stay.Do(request)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	w.seen.Write(text)
	return response.StatusCode
}

// Uses every kind of secret, validly and invalidly, with providers that echo requests: none may appear in the
// log, in /metrics, in an error, in activity, in a job or in the audit log.
func TestSecretsAreInNoLogMetricOrError(t *testing.T) {
	t.Parallel()
	echo := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, _ := httputil.DumpRequest(r, true)
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write(asked)
	}))
	t.Cleanup(echo.Close)
	keys, err := simulator.New(simulator.Config{})
	if err != nil {
		t.Fatal(err)
	}
	account, err := keys.ServiceAccountJSON(echo.URL + "/token")
	if err != nil {
		t.Fatal(err)
	}
	mails, metrics := mailtest.Start(t), freeAddress(t)
	settings := []string{
		"METRICS_ADDR=" + metrics, "SMTP_URL=" + mails.URL + "?from=reports@example.com", "COMPANION_URL=http://" + nowhere, "COMPANION_SECRET=companions-own-secret-0123456789",
		"GOOGLE_CLIENT_ID=id", "GOOGLE_CLIENT_SECRET=GOCSPX-clients-own-secret", "PAGESPEED_API_KEY=pagespeeds-own-key-01",
	}
	for _, name := range []string{"GA4", "GA4_ADMIN", "GSC", "GOOGLE_ADS", "BING", "SEMRUSH", "PAGESPEED", "GOOGLE_OAUTH"} {
		settings = append(settings, name+"_BASE_URL="+echo.URL)
	}
	p := start(t, t.TempDir(), settings...)
	ana := &witness{visitor: p.signIn("ana@example.com")}
	site := ana.addSite("shop.example")
	secrets := map[string]string{
		"Bing's key": "bings-own-key-0123456789abcdef", "Semrush's key": "semrushs-own-key-98765", "PageSpeed's key": "pagespeeds-own-key-01", "Google's client": "GOCSPX-clients-own-secret", "Google's code": "4/0AbCdEfGhIjKlMnOpQr",
		"the password of a link": "correct-horse-battery", "a wrong password": "staple-horse-battery", "Companion's secret": "companions-own-secret-0123456789", "a recipient": "recipient@hush.example",
		"a wrong token": "up_wrong0123456789abcdefghijklmnopqrstuv", "Stripe's signature": "5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
		"the private key": strings.Split(string(account), `\n`)[2], "a wrong session": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1c2VyX2V2aWwifQ.c2lnbmF0dXJl",
	}
	here, err := url.Parse(p.url)
	if err != nil {
		t.Fatal(err)
	}
	for _, cookie := range ana.client.Jar.Cookies(here) {
		secrets["the session "+cookie.Name] = cookie.Value
	}

	// Providers that echo what they receive.
	connect := func(provider, credentials string) {
		if status := ana.ask("POST", "/api/integrations/"+provider+"/connect", "application/json", fmt.Sprintf(`{"siteId":%q%s}`, site, credentials)); status != http.StatusOK {
			t.Errorf("connect %s: %d", provider, status)
		}
	}
	connect("bing", `,"credentials":{"apiKey":"bings-own-key-0123456789abcdef"}`)
	connect("semrush", `,"credentials":{"apiKey":"semrushs-own-key-98765"}`)
	connect("pagespeed", "")
	connect("gsc", `,"credentials":`+string(account))
	begun, err := (&http.Client{Jar: ana.client.Jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}).Get(p.url + "/api/integrations/google/authorize?provider=gsc&siteId=" + site)
	if err != nil {
		t.Fatal(err)
	}
	_ = begun.Body.Close()
	consent, err := begun.Location()
	if err != nil {
		t.Fatal(err)
	}
	secrets["the state of a sign-in"] = consent.Query().Get("state")
	ana.ask("GET", "/api/integrations/google/callback?code=4/0AbCdEfGhIjKlMnOpQr&state="+consent.Query().Get("state"), "", "")

	// Tokens, sessions, tickets, signatures.
	var token struct{ Token string }
	if status, answer := ana.call("POST", "/api/tokens", map[string]string{"name": "A program", "scope": "read"}, &token); status != http.StatusCreated {
		t.Fatalf("token: %d %s", status, answer)
	}
	secrets["a token"] = token.Token
	for _, bearer := range []string{token.Token, secrets["a wrong token"]} {
		ana.ask("GET", "/api/sites", "", "", "Authorization: Bearer "+bearer)
		ana.ask("POST", "/api/sites?token="+bearer, "application/json", `{"name":"x"}`, "Authorization: Bearer "+bearer)
		ana.ask("GET", "/api/nothing/"+bearer+"?key="+bearer, "", "")
	}
	ana.ask("GET", "/api/sites", "", "", "Cookie: __session="+secrets["a wrong session"])
	var ticket struct{ Ticket string }
	ana.call("GET", "/api/companion/ticket?siteId="+site, nil, &ticket)
	secrets["a ticket"] = ticket.Ticket[strings.LastIndex(ticket.Ticket, ".")+1:]
	ana.ask("POST", "/api/companion/upload", "text/csv", "x", "X-Upload-Ticket: "+ticket.Ticket)
	ana.ask("GET", "/companion/url/meta?uppyAuthToken="+ticket.Ticket, "", "")
	ana.ask("POST", "/api/webhooks/stripe", "application/json", "{}", "Stripe-Signature: t=1,v1="+secrets["Stripe's signature"])
	ana.ask("POST", "/api/webhooks/clerk", "application/json", "{}", "svix-id: msg_1", "svix-timestamp: 1", "svix-signature: v1,"+secrets["Stripe's signature"])
	ana.ask("POST", "/api/stripe/create-checkout-session", "application/json", `{"planType":"gold"}`)
	var begunParts struct{ Key, UploadID string }
	ana.call("POST", "/api/storage/s3/multipart", map[string]any{"filename": "a.csv"}, &begunParts)
	var part struct{ URL string }
	ana.call("GET", "/api/storage/s3/multipart/"+begunParts.UploadID+"/1?key="+url.QueryEscape(begunParts.Key), nil, &part)
	signed, err := url.Parse(part.URL)
	if err != nil {
		t.Fatal(err)
	}
	secrets["the signature of a part"] = signed.Query().Get("signature")
	ana.ask("PUT", signed.RequestURI()+"0", "text/csv", "x")

	// Links and e-mails.
	var link sharedReport
	if status, answer := ana.call("POST", "/api/reports/create-shareable-link", map[string]any{"title": "Locked", "password": "correct-horse-battery"}, &link); status != http.StatusCreated {
		t.Fatalf("link: %d %s", status, answer)
	}
	secrets["the address of a link"] = strings.TrimPrefix(link.path(), "/r/")
	p.eventuallyAsksForPassword(t, link)
	for _, password := range []string{"staple-horse-battery", "correct-horse-battery"} {
		stranger := &witness{visitor: &visitor{program: p, client: &http.Client{}}}
		stranger.ask("POST", link.path(), "application/x-www-form-urlencoded", "password="+password)
		stranger.ask("GET", link.path()+"x", "", "")
	}
	var schedule, job struct{ ID string }
	ana.call("POST", "/api/report-schedules", map[string]any{"siteId": site, "title": "Weekly", "dateRange": "last-7-days", "frequency": "weekly", "recipients": []string{"recipient@hush.example"}}, &schedule)
	if status, _ := ana.call("POST", "/api/report-schedules/"+schedule.ID+"/send", nil, &job); status == http.StatusAccepted {
		ana.job(job.ID)
	}
	eventually(t, "the mail has come", func() bool { return len(mails.Mails()) > 0 })
	out := regexp.MustCompile(`/unsubscribe/([\w-]+)`).FindStringSubmatch(string(mails.Mails()[0].Parts["text/plain"]))
	if out == nil {
		t.Fatalf("the mail has no way out:\n%s", mails.Mails()[0].Parts["text/plain"])
	}
	secrets["the way out of a mail"] = out[1]
	for _, tail := range []string{"", "x"} {
		stranger := &witness{visitor: &visitor{program: p, client: &http.Client{}}}
		stranger.ask("GET", "/unsubscribe/"+out[1]+tail, "", "")
		stranger.ask("POST", "/unsubscribe/"+out[1]+tail, "application/x-www-form-urlencoded", "")
	}
	ana.ask("POST", "/api/logout", "", "")
	ana.visitor = p.signIn("ana@example.com")

	for _, path := range []string{"/api/activity", "/api/integrations?siteId=" + site, "/api/tokens", "/api/audit", "/api/sites", "/api/jobs/" + job.ID} {
		ana.ask("GET", path, "", "")
	}
	response, err := http.Get("http://" + metrics + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	measured, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if err != nil || !strings.Contains(string(measured), "go_goroutines") {
		t.Fatalf("/metrics: %v", err)
	}
	p.stop()
	log := p.stderr.String()
	if !strings.Contains(log, "route=/api/sites") {
		t.Errorf("the log has no requests:\n%s", log)
	}
	for name, secret := range secrets {
		if len(secret) < 8 {
			t.Errorf("%s is %q: nothing to look for", name, secret)
			continue
		}
		for where, text := range map[string]string{"an answer": ana.seen.String(), "the log": log, "/metrics": string(measured)} {
			if at := strings.Index(text, secret); at >= 0 {
				t.Errorf("%s is in %s: …%s", name, where, text[max(0, at-200):min(len(text), at+100)])
			}
		}
	}
}

// eventuallyAsksForPassword waits until a password-protected link is replicated to the edge.
func (p *program) eventuallyAsksForPassword(t *testing.T, link sharedReport) {
	t.Helper()
	eventually(t, "the link asks for its password", func() bool { response, _ := p.open(link); return response.StatusCode == http.StatusUnauthorized })
}

func TestErrorsAreLoggedWithSecretsRedacted(t *testing.T) {
	t.Parallel()
	for _, environment := range []string{"production", "development"} {
		var log bytes.Buffer
		failed := fmt.Errorf("ask: %w", errors.New("Get https://api.example.com/?key=hush-hush-hush&x=1: dial smtps://al:secret-password@mail.example.com"))
		newLog(Config{AppEnv: environment}, &log).Error("it failed", "error", failed, "route", "/api/sites")
		if text := log.String(); strings.Contains(text, "hush") || strings.Contains(text, "secret-password") || !strings.Contains(text, "api.example.com") || !strings.Contains(text, "/api/sites") {
			t.Errorf("%s: %s", environment, text)
		}
	}
}
