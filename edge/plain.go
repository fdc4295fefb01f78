package edge

import (
	"bytes"
	"net/http"
	"slices"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"
)

// plain answers what the server below takes and nobody should send: methods that are none of HTTP, and headers which a proxy in front may
// read in another way, so that the two disagree on where a request ends. What follows those on their connection is not read.
func (s *Server) plain(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(c *fasthttp.RequestCtx) {
		status := 0
		switch {
		case !slices.Contains(fiber.DefaultMethods, string(c.Method())):
			status = http.StatusMethodNotAllowed
		case !oneLength(c.Request.Header.RawHeaders()):
			status = http.StatusBadRequest
		}
		if status == 0 {
			next(c)
			return
		}
		s.answerBelow(c, status)
		c.SetConnectionClose()
	}
}

// oneLength says whether headers say in one way at most how long the body is, and no name is blurred by a space.
func oneLength(headers []byte) bool {
	said := 0
	for line := range bytes.Lines(headers) {
		name, _, _ := bytes.Cut(line, []byte(":"))
		if len(name) > 0 && (name[0] == ' ' || name[0] == '\t') || bytes.HasSuffix(name, []byte(" ")) || bytes.HasSuffix(name, []byte("\t")) {
			return false
		}
		if bytes.EqualFold(name, []byte("Content-Length")) || bytes.EqualFold(name, []byte("Transfer-Encoding")) {
			said++
		}
	}
	return said <= 1
}
