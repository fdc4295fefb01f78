package auth

import (
	"context"
	"sync"
	"time"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/contract"
	"upslope/edge/request"
)

const (
	// demoCookie says that a browser without a session looks at the demo. It is no credential: anybody may.
	demoCookie    = "demo"
	demoCookieAge = 4 * 60 * 60
	// maxDemoAge is how long the demo's account is known without being asked for.
	maxDemoAge = time.Minute
)

// Demo finds the account that visitors read without signing in.
type Demo interface {
	// DemoAccount returns its id, and adds the account the first time.
	DemoAccount(ctx context.Context, now time.Time) (string, error)
}

// OpenDemo makes the browser a visitor of the demo, and returns the demo's account. NotFound without a demo.
func (a *Authenticator) OpenDemo(c fiber.Ctx) (accountID string, err error) {
	if a.deps.Demo == nil {
		return "", upslope.Errorf(upslope.NotFound, "There is no demo here. Sign in to start your free trial.")
	}
	if accountID, err = a.demoAccountID(c.Context()); err != nil {
		return "", err
	}
	c.Cookie(&fiber.Cookie{
		Name: demoCookie, Value: "1", Path: "/", MaxAge: demoCookieAge, HTTPOnly: true, Secure: a.Secure(), SameSite: fiber.CookieSameSiteLaxMode,
	})
	return accountID, nil
}

// visitsDemo reports whether a browser without a session looks at the demo.
func (a *Authenticator) visitsDemo(c fiber.Ctx) bool {
	return a.deps.Demo != nil && c.Cookies(demoCookie) != "" && !a.EverSignedIn(c)
}

func (a *Authenticator) leaveDemo(c fiber.Ctx) {
	if c.Cookies(demoCookie) != "" {
		c.Cookie(&fiber.Cookie{Name: demoCookie, Path: "/", Expires: time.Unix(1, 0), Secure: a.Secure(), SameSite: fiber.CookieSameSiteLaxMode})
	}
}

// errReadOnlyDemo refuses what a visitor of the demo may not do.
var errReadOnlyDemo = upslope.Errorf(upslope.Forbidden, "This demo is read-only. Start your free trial to do this with your own data.")

// admitVisitor admits a visitor of the demo: a viewer without an id, who only reads.
func (a *Authenticator) admitVisitor(c fiber.Ctx, op *contract.Operation) error {
	if !VisitorMay(c.Method(), op.ID) {
		return errReadOnlyDemo
	}
	account, err := a.demoAccountID(c.Context())
	if err != nil {
		return err
	}
	request.Of(c.Context()).User = upslope.User{
		AccountID: account, FirstName: "Demo", LastName: "Visitor", Role: upslope.Viewer, Plan: "both", Demo: true, TrialEndsAt: a.deps.Now(),
	}
	return nil
}

// demoAccount is the cached id of the demo's account.
type demoAccount struct {
	mu      sync.Mutex
	id      string
	expires time.Time
}

func (a *Authenticator) demoAccountID(ctx context.Context) (string, error) {
	a.demo.mu.Lock()
	defer a.demo.mu.Unlock()
	now := a.deps.Now()
	if now.Before(a.demo.expires) {
		return a.demo.id, nil
	}
	id, err := a.deps.Demo.DemoAccount(ctx, now)
	if err == nil {
		a.demo.id, a.demo.expires = id, now.Add(maxDemoAge)
	}
	return id, err
}
