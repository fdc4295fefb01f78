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

	"upslope/edge/request"
)

// The edge's only cache of answers:
//
//	request ── account version (PostgreSQL, each time) ──┬─ same as the cached answer's: that answer, or 304
//	                                                     └─ else: handler ── cached under the version read before it
//
// The account's version is its one key of validity: every write raises it, so an old answer is never sent,
// not even right after a write on another edge.
const (
	maxResponses    = 100
	maxResponseSize = 512 << 10 // times maxResponses is the most memory that the cache takes

	maxTimedAge = time.Minute
)

// cachedRoutes are the answers that depend on the account's version alone; true: on the time as well, because
// snoozed insights come back.
var cachedRoutes = map[string]bool{
	"/api/activity": false, "/api/insights": true, "/api/insights/total": true, "/api/plan": true, "/api/portfolio": true, "/api/sites": false,
	"/api/technical/crawls": false, "/api/technical/sf-issues": false, "/api/technical/sf-issues/counts": false,
}

// cachedHeaders are the headers that belong to an answer, and not to the request that caused it.
var cachedHeaders = []string{
	fiber.HeaderContentType, fiber.HeaderLink, "X-Total-Count", fiber.HeaderETag, fiber.HeaderCacheControl, fiber.HeaderVary,
}

// Versions counts the changes of an account's data.
type Versions interface {
	Version(ctx context.Context, accountID string) (int64, error)
}

// ResponseCache caches answers under the version of their account.
type ResponseCache struct {
	versions  Versions
	now       func() time.Time
	process   string // part of ETags: another build may answer the same version differently
	responses *lru.Cache[string, response]
}

type response struct {
	version int64
	expires time.Time // zero: valid as long as the version stands
	body    []byte
	headers map[string]string
}

// NewResponseCache makes an empty cache.
func NewResponseCache(versions Versions, now func() time.Time) (*ResponseCache, error) {
	responses, err := lru.New[string, response](maxResponses)
	return &ResponseCache{versions: versions, now: now, process: rand.Text()[:8], responses: responses}, err
}

// Caches reports whether answers of a route are cached.
func (*ResponseCache) Caches(path string) bool {
	_, found := cachedRoutes[path]
	return found
}

// Handle answers from the cache, with 304 when the client has the answer already, or caches what the next
// handler answers.
func (k *ResponseCache) Handle(c fiber.Ctx) error {
	r := request.Of(c.Context())
	accountID := r.User.AccountID
	// Read before the data: an answer may be newer than its version, never older.
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

// add copies the answer that was made, and caches it unless it is too large.
func (k *ResponseCache) add(c fiber.Ctx, key, tag string, made response) response {
	c.Set(fiber.HeaderETag, tag)
	c.Set(fiber.HeaderVary, fiber.HeaderCookie+", "+fiber.HeaderAuthorization) // answers of one person are not the next one's
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
