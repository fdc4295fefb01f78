package uploads

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"

	"upslope/edge/request"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// Post takes a file in the form field file, with an optional field siteId, in any order.
func (h *Handlers) Post(c fiber.Ctx) error {
	kind, parameters, err := mime.ParseMediaType(c.Get(fiber.HeaderContentType))
	if err != nil || kind != fiber.MIMEMultipartForm || parameters["boundary"] == "" {
		return upslope.Errorf(upslope.Unsupported, "Send a form (multipart/form-data) with the field file, or the file itself by PUT.")
	}
	u, err := h.beginUpload(c, maxFormOverhead)
	if err != nil {
		return err
	}
	if err := u.readForm(request.Of(c.Context()).Body, parameters["boundary"]); err != nil {
		u.discard()
		return err
	}
	return u.start(c)
}

func (u *upload) readForm(from io.Reader, boundary string) error {
	form := multipart.NewReader(from, boundary)
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return formError(err)
		}
		if err := u.readPart(part); err != nil {
			return err
		}
	}
	if u.file.ObjectKey == "" {
		return upslope.FieldErrorf("file", "Send a file in the field file.")
	}
	// Data after the last boundary is ignored, but a body truncated there is incomplete.
	_, err := io.Copy(io.Discard, from)
	return err
}

func (u *upload) readPart(part *multipart.Part) error {
	switch part.FormName() {
	case "file":
		if u.file.ObjectKey != "" {
			return upslope.FieldErrorf("file", "Send one file at a time.")
		}
		return formError(u.store(part.FileName(), part))
	case "siteId":
		text, err := io.ReadAll(io.LimitReader(part, 100))
		if err != nil {
			return formError(err)
		}
		return u.setSite(string(text))
	case "confirm":
		text, err := io.ReadAll(io.LimitReader(part, 100))
		if err != nil {
			return formError(err)
		}
		return u.setConfirmed(string(text))
	default: // the upload widget adds fields of its own; the limit on the body bounds them
		return nil
	}
}

// formError separates the sender's errors from ours: reading a form returns its reader's errors.
func formError(err error) error {
	var ours *upslope.Error
	var protocol *fiber.Error
	switch {
	case err == nil, errors.As(err, &ours), errors.As(err, &protocol):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return request.ErrBrokenOff
	case errors.Is(err, multipart.ErrMessageTooLarge):
		return upslope.Errorf(upslope.TooLarge, "The form has too many fields.")
	}
	return err
}
