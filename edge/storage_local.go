package edge

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// Storage that has no addresses of its own gets its parts here, at addresses that are signed as S3 signs its: who has
// one may send that part until it expires.

const (
	localStorage = "/api/storage/local/"
	// partLimit is what S3 takes as one part.
	partLimit = 5 << 30
)

// signedAddress is the path and the query that take one part.
func (s *Server) signedAddress(uploadID string, number int, key string) string {
	path := localStorage + url.PathEscape(uploadID) + "/" + strconv.Itoa(number)
	expires := strconv.FormatInt(s.deps.Now().Add(addressesValid).Unix(), 10)
	return path + "?" + url.Values{"key": {key}, "expires": {expires}, "signature": {s.sign(path, key, expires)}}.Encode()
}

func (s *Server) sign(path, key, expires string) string {
	hash := hmac.New(sha256.New, s.deps.PartsKey)
	_, _ = fmt.Fprintf(hash, "PUT\n%s\n%s\n%s", path, key, expires) // it never fails
	return hex.EncodeToString(hash.Sum(nil))
}

// receivePart takes one part at a signed address.
func (s *Server) receivePart(c fiber.Ctx) error {
	if s.deps.PartsKey == nil {
		return fiber.ErrNotFound // parts go to the bucket
	}
	key, expires := c.Query("key"), c.Query("expires")
	path := string(c.Request().URI().PathOriginal())
	if !hmac.Equal([]byte(c.Query("signature")), []byte(s.sign(path, key, expires))) {
		return upslope.Errorf(upslope.Forbidden, "This address is not one that was signed for this part. Ask for one.")
	}
	until, err := strconv.ParseInt(expires, 10, 64)
	if err != nil {
		return err // it was signed here
	}
	if s.deps.Now().Unix() >= until {
		return upslope.Errorf(upslope.Forbidden, "This address has expired. Ask for a new one.")
	}
	number, err := strconv.Atoi(c.Params("partNumber"))
	if err != nil {
		return err // the contract has let only numbers pass
	}
	r := requestOf(c.Context())
	if r.body == nil {
		return upslope.Errorf(upslope.Invalid, "Send the part as the body.")
	}
	if err := r.body.atMost(partLimit, errPartTooLarge); err != nil {
		return err
	}
	etag, err := s.deps.Parts.PutPart(c.Context(), key, c.Params("uploadId"), number, r.body, largeFileLimit)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderETag, `"`+etag+`"`)
	return c.SendStatus(http.StatusOK)
}

// originOf is where the sender of a request reaches this server: by the name it used, in the scheme people use.
func (s *Server) originOf(c fiber.Ctx) string {
	scheme, _, _ := strings.Cut(s.config.PublicURL, "://")
	return scheme + "://" + c.Host()
}

var errPartTooLarge = upslope.Errorf(upslope.TooLarge, "The part is too large: at most 5 GB.")
