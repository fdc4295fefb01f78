package edge

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"upslope"
	"upslope/edge/assistants"
	"upslope/edge/request"
)

// mcpPath is where assistants connect.
const mcpPath = "/mcp"

// maxMCPBody bounds a message of an assistant.
const maxMCPBody = 256 << 10

var errMCPTooLarge = upslope.Errorf(upslope.TooLarge, "The message is too large: at most 256 KB.")

// newAssistants makes the server for assistants, whose tools call the API of this server.
func (s *Server) newAssistants() *assistants.Server {
	var tables []string
	for _, path := range s.contract.Tables() {
		if name := strings.TrimPrefix(path, "/api/"); !strings.HasSuffix(name, ".csv") {
			tables = append(tables, name)
		}
	}
	return assistants.New(s.callAPI, tables, "1")
}

// serveMCP answers one message of an assistant. Cookies count for nothing there.
func (s *Server) serveMCP(c fiber.Ctx) error {
	r := request.Of(c.Context())
	var body []byte
	if r.Body != nil {
		if err := r.Body.Limit(maxMCPBody, errMCPTooLarge); err != nil {
			return err
		}
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return err
		}
	}
	ctx := context.WithValue(c.Context(), callerKey{}, c.RequestCtx())
	message, err := http.NewRequestWithContext(ctx, c.Method(), r.URL.String(), bytes.NewReader(body))
	if err != nil {
		return upslope.Errorf(upslope.Invalid, "The address of the request is malformed.")
	}
	for name, values := range c.GetReqHeaders() {
		message.Header[http.CanonicalHeaderKey(name)] = values
	}
	answer := &recorder{header: http.Header{}, status: http.StatusOK}
	s.assistants.ServeHTTP(answer, message)
	for name, values := range answer.header {
		for _, value := range values {
			c.Set(name, value)
		}
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.Status(answer.status).Send(answer.body.Bytes())
}

// callerKey finds the connection of the assistant that a call of the API is for.
type callerKey struct{}

// callAPI calls an operation in this process as its own request, with the token of the assistant's request.
func (s *Server) callAPI(ctx context.Context, from *http.Request, method, path string, body []byte) assistants.Answer {
	var inner fasthttp.RequestCtx
	var remote net.Addr
	if outer, isOurs := from.Context().Value(callerKey{}).(*fasthttp.RequestCtx); isOurs {
		remote = outer.RemoteAddr()
	}
	inner.Init(&fasthttp.Request{}, remote, nil)
	call := &inner.Request
	call.Header.SetMethod(method)
	call.SetRequestURI(path)
	call.Header.SetHost(from.Host)
	for _, name := range []string{fiber.HeaderAuthorization, "X-Account", s.handlers.config.ClientAddressHeader} {
		if value := from.Header.Get(name); name != "" && value != "" {
			call.Header.Set(name, value)
		}
	}
	if body != nil {
		call.Header.SetContentType(fiber.MIMEApplicationJSON)
		call.SetBodyStream(bytes.NewReader(body), len(body))
	}
	s.app.Handler()(&inner)
	header := func(name string) string { return string(inner.Response.Header.Peek(name)) }
	return assistants.Answer{Status: inner.Response.StatusCode(), Header: header, Body: inner.Response.Body()}
}

// recorder keeps a response of net/http.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (r *recorder) Header() http.Header { return r.header }

// WriteHeader implements http.ResponseWriter.
func (r *recorder) WriteHeader(status int) { r.status = status }

// Write implements http.ResponseWriter.
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }
