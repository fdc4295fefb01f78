package edge

import (
	"context"
	"crypto/rand"
	"net/url"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// request is what is known about a request besides the parameters of its operation.
type request struct {
	id       string
	address  *url.URL // as asked for
	client   *client
	body     *body // nil when there is none
	signedIn bool
	session  Session
	user     upslope.User

	token     *upslope.APIToken // of the program that asks; nil where a person does
	tokenHash []byte
	version   *int64 // of the account, where finding out who asks has read it
	endQuery  func() // gives back the place among the account's queries
}

// account is whose data the request is about.
func (r *request) account() upslope.Account {
	return upslope.Account{ID: r.user.AccountID, Plan: r.user.Plan, TrialEndsAt: r.user.TrialEndsAt}
}

type requestKey struct{}

// requestOf returns what begin knows about the request.
func requestOf(ctx context.Context) *request {
	r, _ := ctx.Value(requestKey{}).(*request)
	return r
}

// begin gives the request its id, of our making, and looks after what its body leaves behind.
func (s *Server) begin(c fiber.Ctx) error {
	from := &client{conn: c.RequestCtx().Conn()}
	r := &request{id: rand.Text(), address: s.addressOf(c), client: from, body: bodyOf(c, from), endQuery: nothing}
	ctx, cancel := context.WithCancel(context.WithValue(s.requests, requestKey{}, r))
	defer cancel()
	c.SetContext(ctx)
	c.Set(fiber.HeaderXRequestID, r.id)
	err := c.Next()
	if r.body != nil && !r.body.finish() {
		// The next request would be read from the middle of this one's body.
		c.RequestCtx().SetConnectionClose()
		r.client.linger()
	}
	return err
}

// addressOf is the address under which the client reached us, which on a development machine has several names.
func (s *Server) addressOf(c fiber.Ctx) *url.URL {
	uri, scheme := c.Request().URI(), "http"
	if s.secureTransport() {
		scheme = "https"
	}
	return &url.URL{Scheme: scheme, Host: c.Host(), Path: string(uri.Path()), RawQuery: string(uri.QueryString())}
}
