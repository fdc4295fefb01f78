package edge_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestJSONIsReadStrictly(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	for _, c := range []struct {
		body, detail, field string
	}{
		{`{"name":"Shop"`, "The body is not valid JSON.", ""},
		{`{"name":"Shop"} x`, "The body is not valid JSON.", ""},
		{`{"name":"Shop"}{}`, "The body is not valid JSON.", ""},
		{`{"name":"Shop","name":"Other"}`, `"name" is given more than once.`, "name"},
		{`{"name":"Shop","site":"x"}`, `Unknown field "site".`, "site"},
		{`{"Name":"Shop"}`, `Unknown field "Name".`, "Name"},
		{`{"name":1}`, "name must be text.", "name"},
		{`{"name":null}`, "name must be text.", "name"},
		{`{"domain":{"a":{}}}`, "domain must be text.", "domain"},
		{`{"domain":1e999}`, "", ""},
		{`[]`, "The body must be a JSON object.", ""},
		{`null`, "The body must be a JSON object.", ""},
		{`"name"`, "The body must be a JSON object.", ""},
		{`{"name":"a\u0000b","domain":"example.com"}`, "The body has characters that cannot be used.", ""},
		{"{\"name\":\"\xff\"}", "The body is not valid JSON.", ""},
		{strings.Repeat(`{"name":`, 1000) + "1" + strings.Repeat("}", 1000), "The body is nested too deeply.", ""},
		{strings.Repeat("[", 100_000), "The body is not valid JSON.", ""},
	} {
		ana.do("POST", "/api/sites", c.body).wantProblem(http.StatusBadRequest, c.detail, c.field)
	}
	ana.do("POST", "/api/sites", "").wantProblem(http.StatusBadRequest, "Request body required (JSON).", "")
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a", "application/jsonx"} {
		ana.do("POST", "/api/sites", `{}`, "Content-Type: "+kind).wantProblem(http.StatusUnsupportedMediaType, "", "")
	}
	ana.do("POST", "/api/sites", `{}`, "Content-Encoding: gzip").wantProblem(http.StatusUnsupportedMediaType, "", "")
	ana.do("POST", "/api/sites", `{"name":"A","domain":"a.example"}`, "Content-Type: application/json; charset=utf-8").want(http.StatusCreated)
}

func TestLargeJSONIsRefusedHoweverItComes(t *testing.T) {
	ana := start(t).signIn("ana@example.com")
	large := `{"name":"` + strings.Repeat("a", 1<<20) + `"}`
	ana.do("POST", "/api/sites", large).wantProblem(http.StatusRequestEntityTooLarge, "The request is too large: at most 1 MB.", "")
	// The body is chunked.
	req, err := http.NewRequest("POST", ana.url+"/api/sites", io.MultiReader(strings.NewReader(large)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	ana.send(req).wantProblem(http.StatusRequestEntityTooLarge, "", "")
	ana.do("GET", "/api/sites", "").want(http.StatusOK)
}

// raw sends bytes and returns the status lines received until the connection closes.
func (p *person) raw(text string) []string {
	p.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
	if err != nil {
		p.t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		p.t.Fatal(err)
	}
	if _, err := io.WriteString(conn, text); err != nil {
		p.t.Fatal(err)
	}
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		p.t.Fatal(err)
	}
	var lines []string
	for answers := bufio.NewReader(conn); ; {
		res, err := http.ReadResponse(answers, nil)
		if err != nil {
			return lines
		}
		if _, err := io.Copy(io.Discard, res.Body); err != nil {
			p.t.Fatal(err)
		}
		lines = append(lines, res.Status)
	}
}

func TestUnreadBodyIsNoRequest(t *testing.T) {
	visitor := start(t).visitor()
	smuggled := "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
	padding := strings.Repeat("x", 9<<10)
	for _, head := range []string{
		fmt.Sprintf("POST /api/sites HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n%s%s", len(padding)+len(smuggled), padding, smuggled),
		fmt.Sprintf("GET /api/nothing HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n%s%s", len(padding)+len(smuggled), padding, smuggled),
		fmt.Sprintf("POST /api/sites HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(smuggled), smuggled),
	} {
		if answers := visitor.raw(head); len(answers) != 1 {
			t.Errorf("%.60q got %v", head, answers)
		}
	}
	small := fmt.Sprintf("POST /api/sites HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n%s", len(smuggled), smuggled)
	if answers := visitor.raw(small + smuggled); len(answers) != 2 || answers[1] != "200 OK" {
		t.Errorf("after a small unread body: %v", answers)
	}
}

// as returns the same browser for another test.
func (p *person) as(t testing.TB) *person {
	r := *p.running
	r.t = t
	return &person{running: &r, Client: p.Client, account: p.account}
}

func FuzzBodiesNeverBreakTheServer(f *testing.F) {
	for _, seed := range []string{`{}`, `{"name":"a","domain":"b.example"}`, `[1,2`, `{"ga4PropertyId":null,"timeZone":"Europe/Berlin"}`, "\x00", `{"currency":{"":[]}}`} {
		f.Add(seed)
	}
	ana := start(f).signIn("ana@example.com")
	f.Fuzz(func(t *testing.T, body string) {
		for _, call := range [][2]string{{"POST", "/api/sites"}, {"PATCH", "/api/sites/00000000-0000-4000-8000-000000000000"}, {"PATCH", "/api/insights/00000000-0000-4000-8000-000000000000/status"}} {
			res := ana.as(t).do(call[0], call[1], body, "Content-Type: application/json")
			if res.StatusCode >= 500 || strings.Contains(res.text, "json:") || strings.Contains(res.text, "unmarshal") {
				t.Errorf("%s %s with %q: %d %s", call[0], call[1], body, res.StatusCode, res.text)
			}
		}
	})
}
