package edge_test

import (
	"bufio"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// RFC 9112, section 3.2: without exactly one valid Host, a proxy and this server may take a request for
// different sites. HTTP/1.0 has no Host, and no chunks.
func TestARequestNamesOneHost(t *testing.T) {
	r := start(t)
	for request, want := range map[string]int{
		"GET /healthz HTTP/1.1\r\nHost: app.example.com":                                      http.StatusOK,
		"GET /healthz HTTP/1.1\r\nhost:app.example.com:8080":                                  http.StatusOK,
		"GET /healthz HTTP/1.1\r\nHost: [2001:db8::1]:8080":                                   http.StatusOK,
		"GET /healthz HTTP/1.0":                                                               http.StatusOK,
		"GET /healthz HTTP/1.0\r\nHost: app.example.com":                                      http.StatusOK,
		"GET /healthz HTTP/1.1":                                                               http.StatusBadRequest,
		"GET /healthz HTTP/1.1\r\nAccept: */*":                                                http.StatusBadRequest,
		"GET /healthz HTTP/1.1\r\nHost:":                                                      http.StatusBadRequest,
		"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a":                                         http.StatusBadRequest,
		"GET /healthz HTTP/1.1\r\nHost: a\r\nhost: b":                                         http.StatusBadRequest,
		"GET /healthz HTTP/1.0\r\nHost: a\r\nHost: b":                                         http.StatusBadRequest,
		"GET /healthz HTTP/1.1\r\nHost: a b":                                                  http.StatusBadRequest,
		"GET /healthz HTTP/1.1\r\nHost: a, b":                                                 http.StatusBadRequest,
		"GET /healthz HTTP/1.1\r\nHost: user@a":                                               http.StatusBadRequest,
		"GET /healthz HTTP/1.1\r\nHost: a/b":                                                  http.StatusBadRequest,
		"GET /healthz HTTP/1.1\r\nHost: a:123456":                                             http.StatusBadRequest,
		"GET /healthz HTTP/1.1\r\nHost: [::1":                                                 http.StatusBadRequest,
		"GET http://b/healthz HTTP/1.1":                                                       http.StatusBadRequest,
		"GET /r/open HTTP/1.1":                                                                http.StatusBadRequest,
		"POST /api/logout HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0":         http.StatusBadRequest,
		"POST /api/logout HTTP/1.0\r\nHost: a\r\nContent-Length: 0":                           http.StatusNoContent,
		"POST /api/logout HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n": http.StatusNoContent,
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(r.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
		if _, err := conn.Write([]byte(request + "\r\n\r\n")); err != nil {
			t.Fatal(err)
		}
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Errorf("%q: %v", request, err)
		} else if _ = answer.Body.Close(); answer.StatusCode != want {
			t.Errorf("%q: %d, want %d", request, answer.StatusCode, want)
		}
		_ = conn.Close()
	}
}

// A proxy and this server must agree where a request ends: an ambiguous request is rejected, and the bytes
// after it are not another one.
func TestABodyOfTwoLengthsIsRefusedWithWhatFollowsIt(t *testing.T) {
	r := start(t)
	for name, lengths := range map[string]string{
		"both a length and chunks":  "Content-Length: 4\r\nTransfer-Encoding: chunked",
		"chunks and then a length":  "Transfer-Encoding: chunked\r\nContent-Length: 4",
		"two lengths":               "Content-Length: 4\r\nContent-Length: 5",
		"two lengths in a line":     "Content-Length: 4, 5",
		"a length with a sign":      "Content-Length: +4",
		"a negative length":         "Content-Length: -4",
		"chunks that are not known": "Transfer-Encoding: xchunked",
		"chunks twice":              "Transfer-Encoding: chunked, chunked",
		"chunks in two lines":       "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
		"a space before the colon":  "Transfer-Encoding : chunked",
		"a folded line":             "X: a\r\n Content-Length: 4",
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(r.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
		if _, err := conn.Write([]byte("POST /api/logout HTTP/1.1\r\nHost: x\r\n" + lengths + "\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")); err != nil {
			t.Fatal(err)
		}
		in := bufio.NewReader(conn)
		first, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		_ = first.Body.Close()
		if first.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %d", name, first.StatusCode)
		}
		if second, err := http.ReadResponse(in, nil); err == nil {
			t.Errorf("%s: what follows is answered %d", name, second.StatusCode)
			_ = second.Body.Close()
		}
		_ = conn.Close()
	}
}
