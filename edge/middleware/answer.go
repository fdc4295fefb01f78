package middleware

import (
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gofiber/fiber/v3"

	"upslope/edge/contract"
	"upslope/edge/feed"
)

// answer is a response as of a moment. It is immutable except for when it was last confirmed.
type answer struct {
	mark      feed.Mark // of the moment before it was read, and what it shows
	made      time.Time
	stamp     string // of the account, read before; "" for a forwarded response
	version   int64  // of the account, from the stamp
	body      []byte
	headers   map[string]string
	confirmed atomic.Int64 // Unix nanoseconds
}

// newAnswer is a body as of the account's version in stamp, read after the mark.
func newAnswer(now time.Time, stamp string, mark feed.Mark, body []byte) *answer {
	version, _, _ := strings.Cut(stamp, ".")
	made := &answer{made: now, body: body, headers: map[string]string{}}
	made.version, _ = strconv.ParseInt(version, 10, 64)
	made.mark = mark.Showing(made.version)
	made.confirm(now)
	return made
}

// describe sets the headers of an answer: those of the operation, and those of every answer of the cache.
func (a *answer) describe(op *contract.Operation, account string, header func(name string) string) {
	for _, name := range append([]string{fiber.HeaderContentType}, op.Headers...) {
		if text := header(name); text != "" {
			a.headers[name] = text
		}
	}
	a.headers[fiber.HeaderETag] = tagOf(account, a.body)
	// Not one for the next user.
	a.headers[fiber.HeaderVary] = fiber.HeaderCookie + ", " + fiber.HeaderAuthorization
	a.headers[fiber.HeaderCacheControl] = "private, no-cache"
}

func (a *answer) confirm(at time.Time) {
	if nanoseconds := at.UnixNano(); !at.IsZero() && nanoseconds > a.confirmed.Load() {
		a.confirmed.Store(nanoseconds)
	}
}

// tagOf is the same for the same response of an account, whichever edge makes it.
func tagOf(account string, body []byte) string {
	sum := sha256.New()
	sum.Write([]byte(account + " "))
	sum.Write(body)
	return `W/"` + base64.RawURLEncoding.EncodeToString(sum.Sum(nil)[:18]) + `"`
}
