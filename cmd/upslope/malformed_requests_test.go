package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// onWire is a raw HTTP request.
type onWire struct {
	operation string
	bytes     []byte
	cut       bool // truncated, so that a missing response is correct
	pages     bool // may return an HTML page
	away      bool // depends on a service that is not configured here
}

// malformed generates the n-th request of a seed. Most have one or two errors, few are valid.
func malformed(seed, n uint64, calls []call, session string, ids []string) onWire {
	c := chance{Rand: rand.New(rand.NewPCG(seed, n)), ids: ids}
	of := calls[int(n)%len(calls)]
	// valid ones would be slow or destructive
	sure := of.OperationID == "generatePDF" || of.OperationID == "deleteAccount"
	made := onWire{operation: of.OperationID, pages: strings.Contains(of.path, "{token}"), away: of.OperationID == "takeClerkEvent"}

	var header bytes.Buffer
	method, target, version := of.method, c.target(of), "HTTP/1.1"
	made.pages = made.pages || !strings.HasPrefix(target, "/api/")
	switch c.IntN(40) {
	case 0:
		method = one(c, "GETT", "get", "TRACE", "CONNECT", "OPTIONS", "PROPFIND", "A\x00B", strings.Repeat("A", 9_000))
	case 1:
		version = one(c, "HTTP/1.0", "HTTP/0.9", "HTTP/9.9", "HTTP/", "http/1.1", "")
	}
	fmt.Fprintf(&header, "%s %s %s\r\n", method, target, version)
	if !c.once(60) {
		host := one(c, "127.0.0.1", "127.0.0.1", "127.0.0.1", "evil.example")
		if c.once(10) { // these are refused before all else
			host = one(c, "", "a b", "[::1", "127.0.0.1:99999999", "a\r\nHost: b")
		}
		fmt.Fprintf(&header, "Host: %s\r\n", host)
	}
	// guesses are rate limited by address
	fmt.Fprintf(&header, "%s: 10.%d.%d.%d\r\n", testAddress, c.IntN(256), c.IntN(256), c.IntN(256))
	if of.OperationID == "logout" || of.OperationID == "loadDemo" {
		session = "not.this.one"
	}
	switch c.IntN(20) {
	case 0:
	case 1:
		fmt.Fprintf(&header, "Cookie: __session=%s\r\n", clean(c.text()))
	case 2:
		fmt.Fprintf(&header, "Authorization: %s %s\r\n", one(c, "Bearer", "Basic", "bearer", ""), clean(c.text()))
	default:
		fmt.Fprintf(&header, "Cookie: __session=%s\r\n", session)
	}
	if c.once(3) {
		fmt.Fprintf(&header, "%s: %s\r\n", one(c, "If-None-Match", "If-Modified-Since", "Range", "Accept", "Accept-Encoding", "Accept-Language", "Sec-Fetch-Site", "Origin", "X-Upload-Ticket",
			"Stripe-Signature", "svix-id", "X-Forwarded-For", "X-Http-Method-Override", "Expect", "Upgrade", "Content-Encoding", "Forwarded"), clean(c.text()))
	}
	switch c.IntN(60) {
	case 0:
		fmt.Fprintf(&header, "X-Long: %s\r\n", strings.Repeat("a", 1<<10<<c.IntN(6)))
	case 1:
		for i := range 1 + c.IntN(400) {
			fmt.Fprintf(&header, "X-%d: %d\r\n", i, i)
		}
	case 2:
		header.WriteString(one(c, "no colon\r\n", " folded: yes\r\n", "X-\x00: a\r\n", "X: a\x00b\r\n", "X : a\r\n", ": a\r\n", "X: a\rb: c\r\n", "Content-Length: 5\r\nContent-Length: 6\r\n"))
	}
	made.cut = c.body(&header, of, sure)
	made.bytes = header.Bytes()
	return made
}

// clean keeps a value on its line, so that the rest of the request stays intact; lines are damaged elsewhere.
func clean(text string) string { return strings.NewReplacer("\r", "", "\n", "").Replace(text) }

// target returns the URL of an operation with parameters of all kinds.
func (c chance) target(of call) string {
	path, query := of.path, url.Values{}
	for _, parameter := range append(of.item.Parameters[:len(of.item.Parameters):len(of.item.Parameters)], of.Parameters...) {
		name, value := parameter.Value.Name, c.text()
		if c.once(3) {
			value = fmt.Sprint(c.fitting(parameter.Value.Schema.Value, 0))
		}
		switch {
		case parameter.Value.In == "path":
			escaped := url.PathEscape(value)
			if value == "" {
				escaped = "x"
			}
			if c.once(4) {
				escaped = one(c, "..", "../..", "%2e%2e", "%2e%2e%2f%2e%2e", "%", "%zz", "%00", "a%2fb", "a;b", strings.Repeat("a", 10_000), "%ff", "-1", "0x1", "１", "9999999999999999999", ".")
			}
			path = strings.ReplaceAll(path, "{"+name+"}", escaped)
		case of.OperationID == "recomputeInsights" && name == "siteId":
			// slow for an existing one
			query.Set(name, one(c, "x", "-1", "00000000-0000-0000-0000-000000000000"))
		case !c.once(3):
			for range 1 + c.IntN(8)/7 {
				query.Add(name, value)
			}
		}
	}
	if c.once(10) {
		query.Add(clean(c.text()), c.text())
	}
	target := path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	switch c.IntN(30) {
	case 0:
		target += one(c, "&%zz=%", "&=&=&", "&a[]=1&a[b]=2", "&"+strings.Repeat("a=b&", 500), "&;", "#fragment", "&\x00", "& b")
	case 1:
		target = one(c, "/"+target, "http://evil.example"+target, "//evil.example/"+target, target+"/", "/./"+target, "/api/%2e%2e"+target, "*", "", "\\"+target)
	}
	return target
}

// body writes the rest of a request, and reports whether it is truncated.
func (c chance) body(header *bytes.Buffer, of call, sure bool) (cut bool) {
	if of.method == http.MethodGet || of.RequestBody == nil && !c.once(10) {
		header.WriteString("\r\n")
		return false
	}
	kind, content := "application/json", []byte(c.text())
	media := of.RequestBody
	if media != nil && media.Value.Content["application/json"] != nil {
		if sure || !c.once(20) {
			content = c.json(media.Value.Content["application/json"].Schema.Value, sure)
		}
	} else if media != nil {
		for name := range media.Value.Content {
			kind = name
		}
		if strings.HasPrefix(kind, "multipart/") {
			kind += one(c, "; boundary=b", "", "; boundary=", "; boundary="+strings.Repeat("b", 200))
			content = []byte("--b\r\nContent-Disposition: form-data; name=" + one(c, "file", `"siteId"`, `"file"; filename="`+clean(c.text())+`"`) + "\r\n\r\n" + c.text() + one(c, "\r\n--b--\r\n", "\r\n--b", ""))
		}
	}
	if c.once(12) {
		kind = one(c, "text/csv", "multipart/form-data; boundary=b", "multipart/form-data", "", "application/json; charset=utf-16", "\x01", "application/JSON", "application/x-www-form-urlencoded", "application/json, text/csv")
	}
	fmt.Fprintf(header, "Content-Type: %s\r\n", kind)
	if c.once(25) {
		var packed bytes.Buffer
		zip := gzip.NewWriter(&packed)
		_, _ = zip.Write(content)
		_ = zip.Close()
		content = packed.Bytes()
		header.WriteString("Content-Encoding: " + one(c, "gzip", "br", "gzip, gzip", "identity") + "\r\n")
	}
	switch c.IntN(14) {
	case 0: // less than announced
		fmt.Fprintf(header, "Content-Length: %d\r\n\r\n%s", len(content)+1+c.IntN(1000), content)
		return true
	case 1: // more than announced: the rest is the next request
		fmt.Fprintf(header, "Content-Length: %d\r\n\r\n%s", len(content)/2, content)
	case 2:
		fmt.Fprintf(header, "Content-Length: %s\r\n\r\n%s", one(c, "-1", "abc", "1e3", "99999999999999999999999", "+5", "0x10", "", " 5 5"), content)
		return true
	case 3:
		fmt.Fprintf(header, "Transfer-Encoding: %s\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", one(c, "chunked", "chunked", "chunked, chunked", "identity", "gzip, chunked", "xchunked", "Chunked"), len(content), content)
	case 4: // truncated or malformed chunks
		fmt.Fprintf(header, "Transfer-Encoding: chunked\r\n\r\n%s\r\n%s", one(c, fmt.Sprintf("%x", len(content)+5), "zz", "-5", "ffffffffffffffffff", "", "5;ext=\x00"), content)
		return true
	case 5: // both
		fmt.Fprintf(header, "Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", 3, len(content), content)
	case 6: // neither
		fmt.Fprintf(header, "\r\n%s", content)
	default:
		fmt.Fprintf(header, "Content-Length: %d\r\n\r\n%s", len(content), content)
	}
	return false
}

// send sends a request and returns what is wrong with the response, or "".
func (m onWire) send(address string) (status int, fault string) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = conn.Close() }()
	began := time.Now()
	_ = conn.SetDeadline(began.Add(malformedPatience))
	_, _ = conn.Write(m.bytes) // a server may stop reading early
	if half, ok := conn.(*net.TCPConn); ok && m.cut {
		_ = half.CloseWrite()
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return 0, "it is not answered"
	case err != nil && m.cut:
		return 0, ""
	case err != nil:
		return 0, fmt.Sprintf("the answer is none: %v", err)
	}
	defer func() { _ = response.Body.Close() }()
	if strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		return response.StatusCode, "" // the response never ends
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil && !m.cut && !errors.Is(err, io.ErrUnexpectedEOF) {
		return response.StatusCode, fmt.Sprintf("the answer breaks off: %v", err)
	}
	switch status = response.StatusCode; {
	case status < 400, status == http.StatusServiceUnavailable && m.away:
	case status >= 500:
		fault = "it is answered as a fault of ours"
	case m.pages && strings.HasPrefix(response.Header.Get("Content-Type"), "text/html"):
	default:
		var problem struct{ Detail string }
		if response.Header.Get("Content-Type") != "application/problem+json" || len(body) > 0 && (json.Unmarshal(body, &problem) != nil || problem.Detail == "") {
			fault = "the error is not said in words"
		}
	}
	if fault != "" {
		fault = fmt.Sprintf("%s: %d %.400s", fault, status, body)
	}
	return status, fault
}
