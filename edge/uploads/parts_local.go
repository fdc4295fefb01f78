package uploads

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"upslope/edge/request"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// Storage without its own addresses receives its parts here, at addresses signed like those of S3.

const (
	localParts = "/api/storage/local/"
	// maxPart is S3's maximum size of a part.
	maxPart = 5 << 30
)

// signedAddress returns the path and query that accept one part.
func (h *Handlers) signedAddress(uploadID string, number int, key string) string {
	path := localParts + url.PathEscape(uploadID) + "/" + strconv.Itoa(number)
	expires := strconv.FormatInt(h.deps.Now().Add(addressLifetime).Unix(), 10)
	return path + "?" + url.Values{"key": {key}, "expires": {expires}, "signature": {h.sign(path, key, expires)}}.Encode()
}

func (h *Handlers) sign(path, key, expires string) string {
	hash := hmac.New(sha256.New, h.deps.PartsKey)
	_, _ = fmt.Fprintf(hash, "PUT\n%s\n%s\n%s", path, key, expires) // it never fails
	return hex.EncodeToString(hash.Sum(nil))
}

// ReceivePart takes one part at a signed address.
func (h *Handlers) ReceivePart(c fiber.Ctx) error {
	if h.deps.PartsKey == nil {
		return fiber.ErrNotFound // parts go to the bucket
	}
	key, expires := c.Query("key"), c.Query("expires")
	path := string(c.Request().URI().PathOriginal())
	if !hmac.Equal([]byte(c.Query("signature")), []byte(h.sign(path, key, expires))) {
		return upslope.Errorf(upslope.Forbidden, "This address is not one that was signed for this part. Ask for one.")
	}
	until, err := strconv.ParseInt(expires, 10, 64)
	if err != nil {
		return err // it was signed here
	}
	if h.deps.Now().Unix() >= until {
		return upslope.Errorf(upslope.Forbidden, "This address has expired. Ask for a new one.")
	}
	number, err := strconv.Atoi(c.Params("partNumber"))
	if err != nil {
		return err // the contract accepts only numbers
	}
	r := request.Of(c.Context())
	if r.Body == nil {
		return upslope.Errorf(upslope.Invalid, "Send the part as the body.")
	}
	if err := r.Body.Limit(maxPart, errPartTooLarge); err != nil {
		return err
	}
	etag, err := h.deps.Parts.PutPart(c.Context(), key, c.Params("uploadId"), number, r.Body, maxLargeFile)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderETag, `"`+etag+`"`)
	return c.SendStatus(http.StatusOK)
}

// originOf returns this server's origin under the client's host name, with the scheme of PUBLIC_URL.
func (h *Handlers) originOf(c fiber.Ctx) string {
	scheme, _, _ := strings.Cut(h.config.PublicURL, "://")
	return scheme + "://" + c.Host()
}

var errPartTooLarge = upslope.Errorf(upslope.TooLarge, "The part is too large: at most 5 GB.")
