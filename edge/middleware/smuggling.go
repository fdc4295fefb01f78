package middleware

import (
	"bytes"
	"net/http"
	"regexp"
	"slices"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"
)

// RejectSmuggling rejects requests that fasthttp and a proxy may understand differently: unknown methods,
// ambiguous lengths and hosts (RFC 9112, sections 3.2 and 6). It closes the connection without reading on.
func RejectSmuggling(next fasthttp.RequestHandler, refuse func(c *fasthttp.RequestCtx, status int)) fasthttp.RequestHandler {
	return func(c *fasthttp.RequestCtx) {
		status := 0
		switch {
		case !slices.Contains(fiber.DefaultMethods, string(c.Method())):
			status = http.StatusMethodNotAllowed
		case !unambiguous(&c.Request.Header):
			status = http.StatusBadRequest
		}
		if status == 0 {
			next(c)
			return
		}
		refuse(c, status)
		c.SetConnectionClose()
	}
}

// unambiguous reports whether at most one header sets the body's length, exactly one valid header the host,
// and no header name has spaces. HTTP/1.0 knows neither Host nor chunks.
func unambiguous(header *fasthttp.RequestHeader) bool {
	lengths, hosts, chunked := 0, 0, false
	for line := range bytes.Lines(header.RawHeaders()) {
		name, value, _ := bytes.Cut(line, []byte(":"))
		if len(name) > 0 && (name[0] == ' ' || name[0] == '\t') || bytes.HasSuffix(name, []byte(" ")) || bytes.HasSuffix(name, []byte("\t")) {
			return false
		}
		if bytes.EqualFold(name, []byte("Content-Length")) || bytes.EqualFold(name, []byte("Transfer-Encoding")) {
			lengths++
			chunked = chunked || len(name) == len("Transfer-Encoding")
		}
		if bytes.EqualFold(name, []byte("Host")) {
			hosts++
			if !validHost.Match(bytes.TrimSpace(value)) {
				return false
			}
		}
	}
	if !header.IsHTTP11() {
		return lengths <= 1 && hosts <= 1 && !chunked
	}
	return lengths <= 1 && hosts == 1
}

// validHost is a name or an address (RFC 3986, section 3.2.2), and a port.
var validHost = regexp.MustCompile(`^(?:\[[0-9A-Fa-f:.]+(?:%25[\w.~-]+)?\]|(?:[\w.~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+)(?::[0-9]{0,5})?$`)
