package edge

import (
	"context"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// handlers answers the operations of the contract that are tagged json. It is apart from Server so that what the
// contract names is not part of what the program calls.
type handlers struct{ *Server }

const defaultLimit = 1000

// siteOf answers the id of the site a request is about, "" for all; one that is not the account's is NotFound.
func (s *Server) siteOf(ctx context.Context, siteID *string) (string, error) {
	if siteID == nil || *siteID == "" {
		return "", nil
	}
	site, err := s.deps.Sites.Site(ctx, requestOf(ctx).user.AccountID, *siteID)
	return site.ID, err
}

// page says which part of a list to answer.
type page struct{ limit, offset int }

func pageOf(limit *int, cursor *string) (page, error) {
	p := page{limit: limitOf(limit)}
	if cursor == nil || *cursor == "" {
		return p, nil
	}
	text, unreadable := base64.RawURLEncoding.DecodeString(*cursor)
	offset, found := strings.CutPrefix(string(text), "from ")
	var err error
	if p.offset, err = strconv.Atoi(offset); err != nil || unreadable != nil || !found || p.offset < 0 || p.offset > 1<<30 {
		return p, upslope.FieldErrorf("cursor", "cursor must be one from the Link header of the page before.")
	}
	return p, nil
}

func limitOf(limit *int) int {
	if limit == nil {
		return defaultLimit
	}
	return *limit
}

// next answers the Link header after a page of a list: the address of the next page, or nil at the end.
func next(ctx context.Context, p page, total int64) *string {
	end := p.offset + p.limit
	if int64(end) >= total {
		return nil
	}
	address := *requestOf(ctx).address
	query := address.Query()
	query.Set("cursor", base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "from %d", end)))
	address.RawQuery = query.Encode()
	link := fmt.Sprintf("<%s>; rel=\"next\"", &address)
	return &link
}

// count is how many items a list has that comes whole.
func count[T any](items []T) *int {
	n := len(items)
	return &n
}

// list makes an empty list of none: JSON tells [] from null.
func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

func version(v int64) *string {
	text := strconv.FormatInt(v, 10)
	return &text
}

// versionNow is the account's version after a write that does not answer it. The write is done: that the version
// cannot be read does not make it fail.
func (s *Server) versionNow(ctx context.Context) *string {
	now, err := s.deps.Versions.Version(ctx, requestOf(ctx).user.AccountID)
	if err != nil {
		return nil
	}
	return version(now)
}

// setVersion is versionNow for handlers that are mounted by hand.
func (s *Server) setVersion(c fiber.Ctx) {
	if now := s.versionNow(c.Context()); now != nil {
		c.Set("X-Version", *now)
	}
}

// value returns what an optional parameter says, or the zero value.
func value[T any](given *T) T {
	if given == nil {
		var none T
		return none
	}
	return *given
}
