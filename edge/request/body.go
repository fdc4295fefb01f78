package request

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// Prefetched is the part of a body of known length that is read before a handler sees the request.
const Prefetched = 8 << 10

// Body reads the body of a request once and detects a truncated one: fasthttp ends both with io.EOF, and
// enforces no limit on streamed bodies.
type Body struct {
	source   io.Reader
	client   *Client
	Length   int64 // as announced; negative for a chunked body
	limit    int64
	tooLarge error // error for a body above limit
	read     int64
	done     bool
}

// NewBody returns the body of a request, or nil without one.
func NewBody(c fiber.Ctx, from *Client) *Body {
	stream := c.Request().BodyStream()
	if stream == nil {
		return nil
	}
	return &Body{source: stream, client: from, Length: int64(c.Request().Header.ContentLength())}
}

// Again returns the body for another reader, once all of it was read.
func (b *Body) Again(text []byte) *Body {
	return &Body{source: bytes.NewReader(text), client: b.client, Length: int64(len(text))}
}

// Limit sets the limit; a longer announced body fails here, before any of it is read.
func (b *Body) Limit(limit int64, tooLarge error) error {
	b.limit, b.tooLarge = limit, tooLarge
	if b.Length > limit {
		return tooLarge
	}
	return nil
}

// Read implements io.Reader.
func (b *Body) Read(p []byte) (int, error) {
	if b.done {
		return 0, io.EOF
	}
	n, err := b.source.Read(p)
	b.read += int64(n)
	switch {
	case b.read > b.limit:
		return 0, b.tooLarge
	case b.Length >= 0 && b.read == b.Length:
		b.done = true
	case errors.Is(err, io.EOF) && (b.Length >= 0 || b.client.Gone()):
		// A missing last chunk ends the body the same way, but then no client awaits the response.
		return n, ErrBrokenOff
	case errors.Is(err, io.EOF):
		b.done = true
	case TimedOut(err):
		return n, errTimedOut
	case err != nil:
		return n, ErrBrokenOff
	}
	return n, err
}

// Finish reports whether the body is completely read from the connection.
func (b *Body) Finish() bool {
	if !b.done && b.Length >= 0 && b.Length <= Prefetched {
		b.limit = Prefetched
		_, _ = io.Copy(io.Discard, b) // from memory; done reports the success
	}
	return b.done
}

// TimedOut reports whether reading from a connection took too long.
func TimedOut(err error) bool {
	var network net.Error
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.As(err, &network) && network.Timeout()
}

var (
	// ErrBrokenOff is the error for a truncated body.
	ErrBrokenOff = upslope.Errorf(upslope.Invalid, "The request was interrupted. Send it again.")
	errTimedOut  = fiber.NewError(fiber.StatusRequestTimeout, "The request took too long to arrive. Send it again.")
)
