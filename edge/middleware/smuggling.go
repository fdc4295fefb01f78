package middleware

import (
	"bytes"
	"net/http"
	"slices"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"
)

// RejectSmuggling rejects requests whose end fasthttp and a proxy may see differently: unknown methods and
// ambiguous lengths. It closes the connection without reading on.
func RejectSmuggling(next fasthttp.RequestHandler, refuse func(c *fasthttp.RequestCtx, status int)) fasthttp.RequestHandler {
	return func(c *fasthttp.RequestCtx) {
		status := 0
		switch {
		case !slices.Contains(fiber.DefaultMethods, string(c.Method())):
			status = http.StatusMethodNotAllowed
		case !unambiguousLength(c.Request.Header.RawHeaders()):
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

// unambiguousLength reports whether at most one header sets the body's length, and no header name has spaces.
func unambiguousLength(headers []byte) bool {
	lengths := 0
	for line := range bytes.Lines(headers) {
		name, _, _ := bytes.Cut(line, []byte(":"))
		if len(name) > 0 && (name[0] == ' ' || name[0] == '\t') || bytes.HasSuffix(name, []byte(" ")) || bytes.HasSuffix(name, []byte("\t")) {
			return false
		}
		if bytes.EqualFold(name, []byte("Content-Length")) || bytes.EqualFold(name, []byte("Transfer-Encoding")) {
			lengths++
		}
	}
	return lengths <= 1
}
