package edge

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/gofiber/fiber/v3"
	lru "github.com/hashicorp/golang-lru/v2"
)

// remembered are the answers that change with the account's version and with nothing else; those that are true change with the time as
// well, because what is snoozed wakes up.
var remembered = map[string]bool{
	"/api/activity": false, "/api/insights": true, "/api/insights/total": true, "/api/plan": true, "/api/portfolio": true, "/api/sites": false,
	"/api/technical/crawls": false, "/api/technical/sf-issues": false, "/api/technical/sf-issues/counts": false,
}

const (
	// mostAnswers times largestAnswer is what the cache may take at the worst.
	mostAnswers   = 100
	largestAnswer = 512 << 10

	holdsFor = time.Minute // what changes with the time
)

// rememberedHeaders are the headers that belong to an answer, and not to the request that caused it.
var rememberedHeaders = []string{fiber.HeaderContentType, fiber.HeaderLink, "X-Total-Count", fiber.HeaderETag, fiber.HeaderCacheControl, fiber.HeaderVary}

// answers remembers answers under the account's version they were made at. Each request asks for the version, so
// nobody ever reads an old answer, not even right after a write on another edge.
type answers struct {
	run   string // of this process: another program may answer the same version differently
	known *lru.Cache[string, answer]
}

type answer struct {
	version int64
	until   time.Time // zero: as long as the version stands
	body    []byte
	headers map[string]string
}

func newAnswers() (*answers, error) {
	known, err := lru.New[string, answer](mostAnswers)
	return &answers{run: rand.Text()[:8], known: known}, err
}

// remember answers what is known, says 304 to who has it already, and else keeps what the next handler answers.
func (s *Server) remember(c fiber.Ctx) error {
	r := requestOf(c.Context())
	accountID := r.user.AccountID
	// Read before the data: an answer may be newer than its version says, never older.
	if r.version == nil {
		version, err := s.deps.Versions.Version(c.Context(), accountID)
		if err != nil {
			return err
		}
		r.version = &version
	}
	version := *r.version
	key := accountID + " " + c.Host() + c.OriginalURL() // the Link header names the host
	found, known := s.answers.known.Get(key)
	if now := s.deps.Now(); !known || found.version != version || !found.until.IsZero() && now.After(found.until) {
		if err := c.Next(); err != nil || c.Response().StatusCode() != http.StatusOK {
			return err
		}
		made := answer{version: version}
		tag := fmt.Sprintf(`W/"%s-%s-%d"`, s.answers.run, accountID, version)
		if remembered[c.Route().Path] {
			made.until = now.Add(holdsFor)
			tag = fmt.Sprintf(`W/"%s-%s-%d-%d"`, s.answers.run, accountID, version, now.UnixMilli())
		}
		found = s.answers.keep(c, key, tag, made)
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

// keep copies the answer that was made, and remembers it unless it is too large.
func (a *answers) keep(c fiber.Ctx, key, tag string, made answer) answer {
	c.Set(fiber.HeaderETag, tag)
	c.Set(fiber.HeaderVary, fiber.HeaderCookie+", "+fiber.HeaderAuthorization) // a browser must not show one person's answer to the next
	c.Set(fiber.HeaderCacheControl, "private, no-cache")
	made.body, made.headers = slices.Clone(c.Response().Body()), map[string]string{}
	for _, name := range rememberedHeaders {
		if text := c.GetRespHeader(name); text != "" {
			made.headers[name] = text
		}
	}
	if len(made.body) <= largestAnswer {
		a.known.Add(key, made)
	}
	return made
}
