package uploads

import (
	"errors"
	"fmt"
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
		return u.store(part.FileName(), formReader{part})
	case "siteId":
		text, err := io.ReadAll(io.LimitReader(formReader{part}, 100))
		if err != nil {
			return err
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

// formReader reads a part of a form.
type formReader struct{ part io.Reader }

// Read implements io.Reader.
func (r formReader) Read(p []byte) (int, error) {
	n, err := r.part.Read(p)
	if err != nil && err != io.EOF { //nolint:errorlint // a wrapped one is no end
		err = formError(err)
	}
	return n, err
}

// formError says what is wrong with a form. Only its sender can be at fault: the body reader's errors pass.
func formError(err error) error {
	var ours *upslope.Error
	var protocol *fiber.Error
	switch {
	case errors.As(err, &ours), errors.As(err, &protocol):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return request.ErrBrokenOff
	case errors.Is(err, multipart.ErrMessageTooLarge):
		return upslope.Errorf(upslope.TooLarge, "The form has too many fields.")
	}
	return fmt.Errorf("%w (%w)", errBrokenForm, err)
}

var errBrokenForm = upslope.Errorf(upslope.Invalid, "The form is malformed: a part of it has headers that cannot be read.")
