// Package request is what the edge knows about a request besides the parameters of its operation: who makes
// it, over which connection, and a body that can be read once. It decides nothing about a request.
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
)

// Request is one request on its way through the middleware to its handler.
type Request struct {
	ID       string   // made here; also in X-Request-Id
	URL      *url.URL // as the client wrote it
	Client   *Client
	Body     *Body // nil when there is none
	SignedIn bool
	Session  upslope.Session
	User     upslope.User

	Token     *upslope.APIToken // nil when a person makes the request
	TokenHash []byte
	Version   *int64 // the account's, when authentication has read it already

	ReleaseQuery func() // frees the account's query slot; nil without one
}

// Account is the account that the request reads or changes.
func (r *Request) Account() upslope.Account {
	return upslope.Account{ID: r.User.AccountID, Plan: r.User.Plan, TrialEndsAt: r.User.TrialEndsAt}
}

// KeepQuerySlot leaves freeing the query slot to the caller, for answers that are sent after their handler.
func (r *Request) KeepQuerySlot() (release func()) {
	release, r.ReleaseQuery = r.ReleaseQuery, nil
	if release == nil {
		return func() {}
	}
	return release
}

type key struct{}

// With returns a context that carries the request.
func With(ctx context.Context, r *Request) context.Context { return context.WithValue(ctx, key{}, r) }

// Of returns the request of a context, or nil.
func Of(ctx context.Context) *Request {
	r, _ := ctx.Value(key{}).(*Request)
	return r
}

// AccountID is the id of the account that the request reads or changes.
func AccountID(ctx context.Context) string { return Of(ctx).User.AccountID }

// URL is the address under which the client reached us: a development machine has several names.
func URL(c fiber.Ctx, scheme string) *url.URL {
	uri := c.Request().URI()
	return &url.URL{Scheme: scheme, Host: c.Host(), Path: string(uri.Path()), RawQuery: string(uri.QueryString())}
}

// IsAPI reports whether a path belongs to the calls, not to the web app.
func IsAPI(path string) bool { return path == "/api" || strings.HasPrefix(path, "/api/") }

// AddressHeader is where our own proxy puts the client's address, such as Fly-Client-IP; "" without a proxy.
type AddressHeader string

// Address is the IP address that a request came from. Only a proxy of ours may name another than the
// connection's.
func (h AddressHeader) Address(c *fasthttp.RequestCtx) string {
	if h != "" {
		if address := c.Request.Header.Peek(string(h)); len(address) > 0 {
			return string(address)
		}
	}
	return c.RemoteIP().String()
}

// Network is what one customer of an Internet provider has: an IPv4 address, or the first 64 bits of an IPv6
// one.
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

// NewClient is the other end of a connection.
func NewClient(conn net.Conn) *Client { return &Client{Conn: conn} }
