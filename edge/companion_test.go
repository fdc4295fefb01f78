package edge_test

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope/edge"
)

// fakeCompanion records its requests, and echoes what it receives on a socket.
type fakeCompanion struct {
	*httptest.Server
	asked []*http.Request
	body  string
}

func withCompanion(t *testing.T) (*running, *fakeCompanion) {
	t.Helper()
	fake := &fakeCompanion{}
	fake.Server = httptest.NewServer(fake)
	t.Cleanup(fake.Close)
	return start(t, func(config *edge.Config, _ *edge.Deps) {
		config.CompanionURL, config.CompanionSecret = fake.URL, "a secret of the tests, long enough"
	}), fake
}

func (f *fakeCompanion) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, _ := io.ReadAll(r.Body)
	f.asked, f.body = append(f.asked, r), string(text)
	switch r.URL.Path {
	case "/companion/sources":
		_, _ = io.WriteString(w, `["url","drive"]`)
	case "/companion/api/1":
		f.echo(w)
	default:
		http.SetCookie(w, &http.Cookie{Name: "companion", Value: "sign-in", Path: "/companion", HttpOnly: true})
		http.SetCookie(w, &http.Cookie{Name: "__session", Value: "taken over"})
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Location", "https://accounts.example.com/")
		w.WriteHeader(http.StatusFound)
	}
}

func (f *fakeCompanion) echo(w http.ResponseWriter) {
	conn, stream, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer conn.Close()
	_, _ = conn.Write([]byte("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: yes\r\n\r\n"))
	_, _ = io.Copy(conn, stream)
}

func TestOnlySignedInPeopleReachCompanionAndTheirSessionDoesNot(t *testing.T) {
	r, fake := withCompanion(t)
	for _, path := range []string{"/companion/drive/connect", "/companion/api/1"} {
		r.visitor().do("GET", path, "").wantProblem(http.StatusUnauthorized, "", "")
	}
	ana := r.signIn("ana@example.com")
	ana.do("POST", "/companion/url/meta", `{}`, "Sec-Fetch-Site: cross-site").wantProblem(http.StatusForbidden, "", "")
	if len(fake.asked) != 0 {
		t.Fatalf("Companion was asked %v", fake.asked)
	}
	for range 2 {
		res := ana.do("POST", "/companion/drive%2Fx/connect?state=a%20b", `{"url":"x"}`, "Authorization: Bearer ours", "Uppy-Auth-Token: theirs", "Sec-Fetch-Site: same-origin")
		if res.StatusCode != http.StatusFound || res.Header.Get("Location") != "https://accounts.example.com/" ||
			res.Header.Get("Cross-Origin-Opener-Policy") != "" || res.Header.Get("Access-Control-Allow-Origin") != "" ||
			!strings.Contains(res.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("answer %d %v", res.StatusCode, res.Header)
		}
		for _, cookie := range res.Cookies() {
			if cookie.Name == "__session" && cookie.Value == "taken over" {
				t.Error("Companion set the cookie of sessions")
			}
		}
	}
	first, second := fake.asked[0], fake.asked[1]
	if first.RequestURI != "/companion/drive%2Fx/connect?state=a%20b" || fake.body != `{"url":"x"}` || first.Header.Get("Uppy-Auth-Token") != "theirs" || first.Header.Get("Sec-Fetch-Site") != "same-origin" {
		t.Errorf("asked %s %v %s", first.RequestURI, first.Header, fake.body)
	}
	if len(first.Cookies()) != 0 || first.Header.Get("Authorization") != "" {
		t.Errorf("Companion was told %v", first.Header)
	}
	if cookies := second.Cookies(); len(cookies) != 1 || cookies[0].Name != "companion" {
		t.Errorf("Companion was sent the cookies %v", cookies)
	}
}

func TestSocketsToCompanionAreForThisSiteOnly(t *testing.T) {
	r, _ := withCompanion(t)
	ana := r.signIn("ana@example.com")
	open := func(origin string) (net.Conn, *http.Response) {
		t.Helper()
		req, err := http.NewRequest(http.MethodGet, r.url+"/companion/api/1", nil)
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{"Connection": "Upgrade", "Upgrade": "websocket", "Origin": origin} {
			req.Header.Set(name, value)
		}
		for _, cookie := range ana.Jar.Cookies(req.URL) {
			req.AddCookie(cookie)
		}
		conn, err := net.Dial("tcp", req.URL.Host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
		if err := req.Write(conn); err != nil {
			t.Fatal(err)
		}
		return conn, readHead(t, conn)
	}
	if _, res := open("https://evil.example.com"); res.StatusCode != http.StatusForbidden {
		t.Errorf("another site: %d", res.StatusCode)
	}
	conn, res := open(r.url)
	if res.StatusCode != http.StatusSwitchingProtocols || res.Header.Get("Sec-WebSocket-Accept") != "yes" {
		t.Fatalf("answer %d %v", res.StatusCode, res.Header)
	}
	for _, text := range []string{"hello", "again"} {
		if _, err := io.WriteString(conn, text); err != nil {
			t.Fatal(err)
		}
		back := make([]byte, len(text))
		if _, err := io.ReadFull(conn, back); err != nil || string(back) != text {
			t.Errorf("%q came back, %v", back, err)
		}
	}
	r.stop()
	if _, err := conn.Read(make([]byte, 1)); err == nil {
		t.Error("the socket stays when the server stops")
	}
}

// readHead reads a response's head byte by byte, to leave the rest unread.
func readHead(t *testing.T, conn net.Conn) *http.Response {
	t.Helper()
	var head []byte
	for next := make([]byte, 1); !strings.HasSuffix(string(head), "\r\n\r\n"); head = append(head, next...) {
		if _, err := io.ReadFull(conn, next); err != nil {
			t.Fatalf("read the head after %q: %v", head, err)
		}
	}
	res, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(head)), nil)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestWithoutCompanionNothingIsOffered(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	ana.addSite("example.com")
	if res := ana.do("GET", "/api/companion/sources", "").want(http.StatusOK); res.text != `{"sources":[]}` || res.Header.Get("Cross-Origin-Opener-Policy") != "same-origin" {
		t.Errorf("sources %s, headers %v", res.text, res.Header)
	}
	ana.do("GET", "/companion/url/meta", "").wantProblem(http.StatusNotFound, "", "")
	ana.do("GET", "/api/companion/ticket", "").wantProblem(http.StatusNotFound, "", "")
	ana.do("POST", "/api/companion/upload", "x").wantProblem(http.StatusNotFound, "", "")
}

func TestSourcesAreThoseOfCompanionWhileItIsThere(t *testing.T) {
	r, fake := withCompanion(t)
	ana := r.signIn("ana@example.com")
	res := ana.do("GET", "/api/companion/sources", "").want(http.StatusOK)
	if res.text != `{"sources":["url","drive"]}` || res.Header.Get("Cross-Origin-Opener-Policy") != "same-origin-allow-popups" {
		t.Errorf("sources %s, headers %v", res.text, res.Header)
	}
	fake.Close()
	if res := ana.do("GET", "/api/companion/sources", "").want(http.StatusOK); res.text != `{"sources":[]}` {
		t.Errorf("sources %s", res.text)
	}
	ana.do("GET", "/companion/url/meta", "").wantProblem(http.StatusServiceUnavailable, "", "")
}

// ticket is a ticket for the site, and the address to use it at.
type ticket struct{ Ticket, URL string }

func (p *person) ticket(siteID string) ticket {
	p.t.Helper()
	return decode[ticket](p.do("GET", "/api/companion/ticket?siteId="+siteID, "").want(http.StatusOK))
}

// deliver sends a file like Companion: with a ticket and without a session.
func (r *running) deliver(ticket string, pairs ...string) answer {
	r.t.Helper()
	body, kind := form(r.t, pairs...)
	return r.visitor().do("POST", "/api/companion/upload", body, "Content-Type: "+kind, "X-Upload-Ticket: "+ticket)
}

func TestFileFromCompanionIsImportedForTheTicketsAccount(t *testing.T) {
	r, _ := withCompanion(t)
	ana := r.signIn("ana@example.com")
	site := ana.addSite("example.com")
	issued := ana.ticket(site.ID)
	if issued.URL != r.url+"/api/companion/upload" {
		t.Errorf("the file is sent to %s", issued.URL)
	}
	res := r.deliver(issued.Ticket, "name", "internal_all.csv", "file", "Address\n").want(http.StatusAccepted)
	if len(r.uploads) != 1 {
		t.Fatalf("%d imports", len(r.uploads))
	}
	upload := r.uploads[0]
	if upload.AccountID != ana.account || upload.SiteID != site.ID || upload.FileName != "internal_all.csv" || string(r.objects[upload.ObjectKey]) != "Address\n" {
		t.Errorf("upload %+v", upload)
	}
	if started := decode[struct{ Location string }](res); started.Location != "/api/jobs/"+upload.JobID {
		t.Errorf("answer %s", res.text)
	}
	r.deliver(issued.Ticket, "file", "").wantProblem(http.StatusUnprocessableEntity, "The file is empty. Export the Internal tab from your crawler as CSV.", "")
	r.deliver(issued.Ticket, "file", "Address\n", "siteId", uuid.NewString()).wantProblem(http.StatusNotFound, "", "")
	ana.do("DELETE", "/api/sites/"+site.ID, "").want(http.StatusNoContent)
	ana.addSite("example.org")
	r.deliver(issued.Ticket, "file", "Address\n2\n").wantProblem(http.StatusNotFound, "", "")
	if len(r.uploads) != 1 || len(r.stored()) != 1 {
		t.Errorf("%d imports of %d files", len(r.uploads), len(r.stored()))
	}
}

func TestTicketThatWasNotIssuedIsRefused(t *testing.T) {
	r, _ := withCompanion(t)
	ana, bob := r.signIn("ana@example.com"), r.signIn("bob@example.com")
	site, theirs := ana.addSite("example.com"), bob.addSite("example.org")
	ana.do("GET", "/api/companion/ticket?siteId="+theirs.ID, "").wantProblem(http.StatusNotFound, "", "")
	r.visitor().do("GET", "/api/companion/ticket", "").wantProblem(http.StatusUnauthorized, "", "")
	issued := ana.ticket(site.ID).Ticket
	parts := strings.Split(issued, ".")
	changed := func(i int, text string) string {
		other := slices.Clone(parts)
		other[i] = text
		return strings.Join(other, ".")
	}
	for _, forged := range []string{
		"", "...", issued + ".", issued[:len(issued)-1], changed(0, bob.account), changed(1, theirs.ID), changed(1, ""),
		changed(2, "99999999999"), changed(3, strings.Split(bob.ticket(theirs.ID).Ticket, ".")[3]),
	} {
		r.deliver(forged, "file", "Address\n").wantProblem(http.StatusUnauthorized, "", "")
	}
	r.goTo(15*time.Minute + time.Second)
	r.deliver(issued, "file", "Address\n").wantProblem(http.StatusUnauthorized, "The ticket of this upload has expired. Choose the file again.", "")
	r.goTo(15 * 24 * time.Hour)
	ana.do("GET", "/api/companion/ticket", "").wantProblem(http.StatusPaymentRequired, "", "")
	if len(r.uploads) != 0 || len(r.stored()) != 0 {
		t.Error("a file came in")
	}
}
