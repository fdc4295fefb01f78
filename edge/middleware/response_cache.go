package middleware

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/gofiber/fiber/v3"
	lru "github.com/hashicorp/golang-lru/v2"

	"upslope"
	"upslope/edge/request"
)

// The edge's only response cache:
//
//	request ── account version (PostgreSQL, each time) ──┬─ equals the cached response's: that response, or 304
//	                                                     └─ else: handler ── cached under the version read before
//
// The account's version alone determines validity: every write raises it, so no stale response is sent, even
// right after a write on another edge.
const (
	maxResponses    = 100
	maxResponseSize = 512 << 10 // times maxResponses is the cache's maximum memory

	maxTimedAge = time.Minute
)

// cachedRoutes depend on the account's version only; true: also on the time, because snoozed insights return.
var cachedRoutes = map[string]bool{
	"/api/activity": false, "/api/insights": true, "/api/insights/total": true, "/api/plan": true, "/api/portfolio": true, "/api/sites": false,
	"/api/technical/crawls": false, "/api/technical/sf-issues": false, "/api/technical/sf-issues/counts": false,
}

// cachedHeaders belong to the response, not to the request that caused it.
var cachedHeaders = []string{
	fiber.HeaderContentType, fiber.HeaderLink, "X-Total-Count", fiber.HeaderETag, fiber.HeaderCacheControl, fiber.HeaderVary,
}

// Versions returns the version of an account's data.
type Versions interface {
	Version(ctx context.Context, accountID string) (int64, error)
}

// ResponseCache caches responses under the version of their account.
type ResponseCache struct {
	versions  Versions
	now       func() time.Time
	process   string // part of ETags: another build may produce another response
	responses *lru.Cache[string, response]
}

type response struct {
	version int64
	expires time.Time // zero: valid while the version is unchanged
	body    []byte
	headers map[string]string
}

// NewResponseCache makes an empty cache.
func NewResponseCache(versions Versions, now func() time.Time) (*ResponseCache, error) {
	responses, err := lru.New[string, response](maxResponses)
	return &ResponseCache{versions: versions, now: now, process: rand.Text()[:8], responses: responses}, err
}

// Caches reports whether a route's responses are cached.
func (*ResponseCache) Caches(path string) bool {
	_, found := cachedRoutes[path]
	return found
}

// Handle responds from the cache, with 304 if the client has the response, or caches the next handler's
// response.
func (k *ResponseCache) Handle(c fiber.Ctx) error {
	r := request.Of(c.Context())
	if r.User.Role == upslope.Client || c.Query("assignee") == request.Me {
		return c.Next() // sees less than the account's others
	}
	accountID := r.User.AccountID
	// Read before the data: a response may be newer than its version, never older.
	if r.Version == nil {
		version, err := k.versions.Version(c.Context(), accountID)
		if err != nil {
			return err
		}
		r.Version = &version
	}
	version := *r.Version
	key := accountID + " " + c.Host() + c.OriginalURL() // the Link header names the host
	found, ok := k.responses.Get(key)
	if now := k.now(); !ok || found.version != version || !found.expires.IsZero() && now.After(found.expires) {
		if err := c.Next(); err != nil || c.Response().StatusCode() != http.StatusOK {
			return err
		}
		made := response{version: version}
		tag := fmt.Sprintf(`W/"%s-%s-%d"`, k.process, accountID, version)
		if cachedRoutes[c.Route().Path] {
			made.expires = now.Add(maxTimedAge)
			tag = fmt.Sprintf(`W/"%s-%s-%d-%d"`, k.process, accountID, version, now.UnixMilli())
		}
		found = k.add(c, key, tag, made)
	}
	if c.Get(fiber.HeaderIfNoneMatch) == found.headers[fiber.HeaderETag] {
		c.Response().ResetBody()
		c.Status(http.StatusNotModified)
	} else {
		c.Response().SetBodyRaw(found.body)
	}
	for name, text := range found.headers {
		c.Set(name, text)
	}
	return nil
}

// add copies the response, and caches it unless it is too large.
func (k *ResponseCache) add(c fiber.Ctx, key, tag string, made response) response {
	c.Set(fiber.HeaderETag, tag)
	c.Set(fiber.HeaderVary, fiber.HeaderCookie+", "+fiber.HeaderAuthorization) // one user's response is not for the next one
	c.Set(fiber.HeaderCacheControl, "private, no-cache")
	made.body, made.headers = slices.Clone(c.Response().Body()), map[string]string{}
	for _, name := range cachedHeaders {
		if text := c.GetRespHeader(name); text != "" {
			made.headers[name] = text
		}
	}
	if len(made.body) <= maxResponseSize {
		k.responses.Add(key, made)
	}
	return made
}
