package edge

import (
	"errors"
	"io"
	"net"
	"os"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// prefetched is how much of a body of known length has been read before a handler sees the request.
const prefetched = 8 << 10

// body reads the body of a request once and tells a body that ends from one that breaks off, which the server
// below does not: it ends both with io.EOF, and enforces no limit on bodies that are streamed.
type body struct {
	source io.Reader
	client *client
	length int64 // as announced; negative when the body is chunked
	limit  int64
	tooBig error // the answer to more than limit
	read   int64
	done   bool
}

func bodyOf(c fiber.Ctx, from *client) *body {
	stream := c.Request().BodyStream()
	if stream == nil {
		return nil
	}
	return &body{source: stream, client: from, length: int64(c.Request().Header.ContentLength())}
}

// atMost sets the limit; a body that announces more fails here, before any of it is read.
func (b *body) atMost(limit int64, tooBig error) error {
	b.limit, b.tooBig = limit, tooBig
	if b.length > limit {
		return tooBig
	}
	return nil
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	if b.done {
		return 0, io.EOF
	}
	n, err := b.source.Read(p)
	b.read += int64(n)
	switch {
	case b.read > b.limit:
		return 0, b.tooBig
	case b.length >= 0 && b.read == b.length:
		b.done = true
	case errors.Is(err, io.EOF) && (b.length >= 0 || b.client.gone()):
		// Without its last chunk a body ends the same way, but then nobody waits for the answer.
		return n, errBrokeOff
	case errors.Is(err, io.EOF):
		b.done = true
	case timedOut(err):
		return n, errTooSlow
	case err != nil:
		return n, errBrokeOff
	}
	return n, err
}

// finish says whether nothing of the body is left on the connection.
func (b *body) finish() bool {
	if !b.done && b.length >= 0 && b.length <= prefetched {
		b.limit = prefetched
		_, _ = io.Copy(io.Discard, b) // from memory; whether it worked is what done says
	}
	return b.done
}

func timedOut(err error) bool {
	var network net.Error
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.As(err, &network) && network.Timeout()
}

var (
	errBrokeOff = upslope.Errorf(upslope.Invalid, "The request broke off before its end. Send it again.")
	errTooSlow  = fiber.NewError(fiber.StatusRequestTimeout, "The request took too long to arrive. Send it again.")
)
