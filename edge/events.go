package edge

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"time"

	"upslope/edge/request"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

// Events delivers the events of accounts.
type Events interface {
	// Subscribe calls listen, which must not block, for every event of the account until stop is called.
	Subscribe(accountID string, listen func(upslope.Event)) (stop func(), err error)
}

const (
	heartbeat = 15 * time.Second
	// maxStreamAge makes browsers reconnect, which spreads them over new edges.
	maxStreamAge = time.Hour
	// maxQueuedEvents bounds the backlog of a client before it is disconnected. It reloads everything when it
	// reconnects, so it misses nothing.
	maxQueuedEvents = 64
	maxStreamWrite  = 10 * time.Second
)

// streamEvents sends an account's changes as server-sent events.
func (h *handlers) streamEvents(c fiber.Ctx) error {
	c.Set(fiber.HeaderContentType, "text/event-stream")
	c.Set("X-Accel-Buffering", "no") // disables buffering in proxies
	if c.Method() == fiber.MethodHead {
		return nil
	}
	r := request.Of(c.Context())
	release, err := h.streams.Take(r.User.AccountID)
	if err != nil {
		return err
	}
	stream := &eventStream{valid: h.auth.Watch(r), conn: r.Client.Conn, queue: make(chan upslope.Event, maxQueuedEvents)}
	stream.ctx, stream.cancel = context.WithTimeout(h.stopping, maxStreamAge)
	unsubscribe, err := h.deps.Events.Subscribe(r.User.AccountID, stream.add)
	if err != nil {
		stream.cancel()
		release()
		return err
	}
	c.Status(http.StatusOK)
	return c.SendStreamWriter(func(w *bufio.Writer) {
		defer release()
		defer unsubscribe()
		defer stream.cancel()
		stream.run(w)
	})
}

// eventStream is one open stream.
type eventStream struct {
	valid  func(context.Context) bool // reports whether the session or token is still valid
	conn   net.Conn
	queue  chan upslope.Event
	ctx    context.Context // of the stream, which outlives its request's handler
	cancel context.CancelFunc
	sent   int
}

// add queues an event, or ends the stream of a client that fell behind.
func (e *eventStream) add(event upslope.Event) {
	select {
	case e.queue <- event:
	default:
		e.cancel()
	}
}

func (e *eventStream) run(w *bufio.Writer) {
	ticker := time.NewTicker(heartbeat)
	defer ticker.Stop()
	text := "retry: 2000\n\n"
	for e.write(w, text) == nil {
		select {
		case event := <-e.queue:
			if event.Kind == "tokens" && !e.valid(e.ctx) {
				return
			}
			text = e.format(event)
		case <-ticker.C:
			if !e.valid(e.ctx) {
				return
			}
			text = ": still here\n\n"
		case <-e.ctx.Done():
			return
		}
	}
}

func (e *eventStream) format(event upslope.Event) string {
	data, err := json.Marshal(event)
	if err != nil {
		return ": an event was lost\n\n"
	}
	e.sent++
	return fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", e.sent, event.Kind, data)
}

// write has a deadline for each write: the stream as such has none.
func (e *eventStream) write(w *bufio.Writer, text string) error {
	if err := e.conn.SetWriteDeadline(time.Now().Add(maxStreamWrite + heartbeat)); err != nil {
		return err
	}
	if _, err := w.WriteString(text); err != nil {
		return err
	}
	return w.Flush()
}
