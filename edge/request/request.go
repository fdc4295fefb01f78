// Package request holds a request's context beyond its parameters: the caller, the connection, and the body,
// which can be read once. It decides nothing.
package request

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"upslope"
	"upslope/edge/feed"
)

// Request is one request on its way through the middleware to its handler.
type Request struct {
	ID       string   // generated here; also in X-Request-Id
	URL      *url.URL // as sent by the client
	Client   *Client
	Body     *Body     // nil when there is none
	Mark     feed.Mark // of the moment before anything was read for it
	SignedIn bool
	Session  upslope.Session
	User     upslope.User
	Caller   *upslope.User // whose session it is, as another edge says; nil when it was not asked

	Token     *upslope.APIToken // nil for a user's session
	TokenHash []byte

	Named Named // what a write was about

	ReleaseQuery func() // frees the account's query slot; nil without one
}

// Named is what the audit log names of a write, where its handler knows better than the path.
type Named struct {
	Name      string // what people call it
	SiteID    string // the site whose name it is, instead
	Detail    string // what else to say
	AccountID string // the account that it was done in; "" the caller's
}

// Account returns the account of the request.
func (r *Request) Account() upslope.Account {
	return upslope.Account{ID: r.User.AccountID, Plan: r.User.Plan, TrialEndsAt: r.User.TrialEndsAt}
}

// KeepQuerySlot passes the query slot to the caller, for responses streamed after their handler.
func (r *Request) KeepQuerySlot() (release func()) {
	release, r.ReleaseQuery = r.ReleaseQuery, nil
	if release == nil {
		return func() {}
	}
	return release
}

// Reader is for whom this edge reads something again by itself.
type Reader struct {
	User    upslope.User
	Session upslope.Session
}

type readerKey struct{}

// ReadFor makes a request one of this edge itself. Nothing that arrives over a connection can be one.
func ReadFor(c *fasthttp.RequestCtx, reader *Reader) { c.SetUserValue(readerKey{}, reader) }

// ReaderOf returns for whom this edge makes a request itself; nil for everybody else's.
func ReaderOf(c fiber.Ctx) *Reader {
	reader, _ := c.Locals(readerKey{}).(*Reader)
	return reader
}

// Me names the caller where a parameter names a person. Answers then depend on who asks.
const Me = "me"

type key struct{}

// With returns a context that carries the request.
func With(ctx context.Context, r *Request) context.Context { return context.WithValue(ctx, key{}, r) }

// Of returns the request of a context, or nil.
func Of(ctx context.Context) *Request {
	r, _ := ctx.Value(key{}).(*Request)
	return r
}

// AccountID returns the id of the request's account.
func AccountID(ctx context.Context) string { return Of(ctx).User.AccountID }

// URL returns the address the client used: a development machine has several names.
func URL(c fiber.Ctx, scheme string) *url.URL {
	uri := c.Request().URI()
	return &url.URL{Scheme: scheme, Host: c.Host(), Path: string(uri.Path()), RawQuery: string(uri.QueryString())}
}

// ForwarderName is in Via of requests that another edge forwards.
const ForwarderName = "upslope-edge"

// IsForwarded reports whether another edge forwards a request.
func IsForwarded(c fiber.Ctx) bool { return strings.Contains(c.Get(fiber.HeaderVia), ForwarderName) }

// IsAPI reports whether a path belongs to the API, not to the web app.
func IsAPI(path string) bool { return path == "/api" || strings.HasPrefix(path, "/api/") }

// AddressHeader is the header in which our proxy passes the client's address, such as Fly-Client-IP; ""
// without a proxy.
type AddressHeader string

// Address returns the client's IP address. Only our proxy may override the connection's.
func (h AddressHeader) Address(c *fasthttp.RequestCtx) string {
	if h != "" {
		if address := c.Request.Header.Peek(string(h)); len(address) > 0 {
			return string(address)
		}
	}
	return c.RemoteIP().String()
}

// Network returns the usual range of one customer: an IPv4 address, or an IPv6 /64.
func (h AddressHeader) Network(c *fasthttp.RequestCtx) string {
	address := h.Address(c)
	ip, err := netip.ParseAddr(address)
	if err != nil || ip.Unmap().Is4() {
		return address
	}
	prefix, err := ip.Prefix(64)
	if err != nil {
		return address
	}
	return prefix.String()
}

// NewClient returns the remote end of a connection.
func NewClient(conn net.Conn) *Client { return &Client{Conn: conn} }
