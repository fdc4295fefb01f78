package edge

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"mime"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// Companion sends what it fetched without anybody's session. In its place it has a ticket, which its user's browser got
// here and handed to it: who has one may upload files for that account and site until it expires.

const (
	companionUpload = "/api/companion/upload"
	ticketHeader    = "X-Upload-Ticket"
	// ticketValid is how long a transfer may take to begin; once it has, the ticket is not looked at again.
	ticketValid = 15 * time.Minute
)

// issueTicket answers a ticket, and where Companion is to use it. Whatever forbids the upload is said here already:
// Companion does not pass on why a file was refused.
func (s *Server) issueTicket(c fiber.Ctx) error {
	if s.companion == nil {
		return fiber.ErrNotFound
	}
	u, err := s.newUpload(c)
	if err != nil {
		return err
	}
	expires := strconv.FormatInt(s.deps.Now().Add(ticketValid).Unix(), 10)
	claims := u.account.ID + "." + u.file.SiteID + "." + expires
	return c.JSON(fiber.Map{"ticket": claims + "." + s.companion.sign(claims), "url": s.config.PublicURL + companionUpload})
}

func (k *companion) sign(claims string) string {
	hash := hmac.New(sha256.New, k.key)
	_, _ = fmt.Fprint(hash, claims) // it never fails
	return hex.EncodeToString(hash.Sum(nil))
}

// redeem answers whose upload a ticket is for.
func (k *companion) redeem(ticket string, now time.Time) (accountID, siteID string, err error) {
	parts := strings.Split(ticket, ".")
	if len(parts) != 4 || !hmac.Equal([]byte(parts[3]), []byte(k.sign(strings.Join(parts[:3], ".")))) {
		return "", "", errUnauthorized
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

// receiveFromCompanion takes a file of up to 10 GB as a form and answers the job that imports it at once.
func (s *Server) receiveFromCompanion(c fiber.Ctx) error {
	if s.companion == nil {
		return fiber.ErrNotFound
	}
	accountID, siteID, err := s.companion.redeem(c.Get(ticketHeader), s.deps.Now())
	if err != nil {
		return err
	}
	r := requestOf(c.Context())
	r.user.AccountID = accountID
	kind, parameters, err := mime.ParseMediaType(c.Get(fiber.HeaderContentType))
	if err != nil || kind != fiber.MIMEMultipartForm || parameters["boundary"] == "" || r.body == nil {
		return upslope.Errorf(upslope.Unsupported, "Send a form (multipart/form-data) with the field file.")
	}
	u := &upload{Server: s, ctx: c.Context(), account: r.account(), most: largeFileLimit, tooLarge: errLargeFileTooLarge}
	if u.siteIDs, err = s.siteIDs(u.ctx, accountID); err != nil {
		return err
	}
	if err := u.setSite(siteID); err != nil { // it may have been deleted meanwhile
		return err
	}
	if err := r.body.atMost(u.most+formOverhead, u.tooLarge); err != nil {
		return err
	}
	if err := u.readForm(r.body, parameters["boundary"]); err != nil {
		u.discard()
		return err
	}
	key := u.file.ObjectKey
	job, err := u.queue()
	if err != nil {
		return err
	}
	return s.answerStarted(c, key, job)
}
