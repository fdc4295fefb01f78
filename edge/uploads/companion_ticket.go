package uploads

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"mime"
	"strconv"
	"strings"
	"time"

	"upslope/edge/request"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// Companion uploads its files without a session, with a ticket that its user's browser got here: it allows
// uploads for one account and site until it expires.

const (
	CompanionUploadPath = "/api/companion/upload"
	ticketHeader        = "X-Upload-Ticket"
	// ticketLifetime bounds the time until a transfer starts.
	ticketLifetime = 15 * time.Minute
)

// IssueTicket returns a ticket and the address to use it at. It reports every reason against the upload
// early, because Companion does not forward the reason of a rejection.
func (h *Handlers) IssueTicket(c fiber.Ctx) error {
	if h.companion == nil {
		return fiber.ErrNotFound
	}
	u, err := h.newUpload(c)
	if err != nil {
		return err
	}
	expires := strconv.FormatInt(h.deps.Now().Add(ticketLifetime).Unix(), 10)
	claims := u.account.ID + "." + u.file.SiteID + "." + expires
	return c.JSON(fiber.Map{"ticket": claims + "." + h.companion.sign(claims), "url": h.config.PublicURL + CompanionUploadPath})
}

func (k *companion) sign(claims string) string {
	hash := hmac.New(sha256.New, k.key)
	_, _ = fmt.Fprint(hash, claims) // it never fails
	return hex.EncodeToString(hash.Sum(nil))
}

// redeem returns the account and the site of a ticket.
func (k *companion) redeem(ticket string, now time.Time) (accountID, siteID string, err error) {
	parts := strings.Split(ticket, ".")
	if len(parts) != 4 || !hmac.Equal([]byte(parts[3]), []byte(k.sign(strings.Join(parts[:3], ".")))) {
		return "", "", errInvalidTicket
	}
	until, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil {
		return "", "", err // it was signed here
	}
	if now.Unix() >= until {
		return "", "", upslope.Errorf(upslope.Unauthenticated, "The ticket of this upload has expired. Choose the file again.")
	}
	return parts[0], parts[1], nil
}

// ReceiveFromCompanion takes a form with a file of up to 10 GB and returns its import job without waiting.
func (h *Handlers) ReceiveFromCompanion(c fiber.Ctx) error {
	if h.companion == nil {
		return fiber.ErrNotFound
	}
	accountID, siteID, err := h.companion.redeem(c.Get(ticketHeader), h.deps.Now())
	if err != nil {
		return err
	}
	r := request.Of(c.Context())
	r.User.AccountID = accountID
	kind, parameters, err := mime.ParseMediaType(c.Get(fiber.HeaderContentType))
	if err != nil || kind != fiber.MIMEMultipartForm || parameters["boundary"] == "" || r.Body == nil {
		return upslope.Errorf(upslope.Unsupported, "Send a form (multipart/form-data) with the field file.")
	}
	u := &upload{Handlers: h, ctx: c.Context(), account: r.Account(), max: maxLargeFile, tooLarge: errLargeFileTooLarge}
	if u.siteIDs, err = h.deps.Sites.SiteIDs(u.ctx, accountID); err != nil {
		return err
	}
	if err := u.setSite(siteID); err != nil { // it may have been deleted meanwhile
		return err
	}
	if err := r.Body.Limit(u.max+maxFormOverhead, u.tooLarge); err != nil {
		return err
	}
	if err := u.readForm(r.Body, parameters["boundary"]); err != nil {
		u.discard()
		return err
	}
	key := u.file.ObjectKey
	job, err := u.queue()
	if err != nil {
		return err
	}
	return h.answerStarted(c, key, job)
}

var errInvalidTicket = upslope.Errorf(upslope.Unauthenticated, "Unauthorized")
