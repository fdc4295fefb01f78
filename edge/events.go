package edge

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/gofiber/fiber/v3"

	"upslope"
)

const (
	heartbeat = 15 * time.Second
	// streamLife bounds a stream, so that browsers spread over new edges.
	streamLife = time.Hour
	// streamBuffer is how many events a client may be behind. One that falls further back is cut off; it reads
	// everything again when it comes back, so it misses nothing.
	streamBuffer      = 64
	streamsPerAccount = 20
	streamWrite       = 10 * time.Second
)

// streams counts the open event streams of each account.
type streams struct {
	mu   sync.Mutex
	open map[string]int
}

func newStreams() *streams { return &streams{open: map[string]int{}} }

func (s *streams) take(accountID string) (release func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[accountID] >= streamsPerAccount {
		return nil, upslope.Errorf(upslope.TooMany, "Too many windows are open. Close some of them.")
	}
	s.open[accountID]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.open[accountID]--; s.open[accountID] == 0 {
			delete(s.open, accountID)
		}
	}, nil
}

// streamEvents tells a browser, as server-sent events, what changes in its account.
func (s *Server) streamEvents(c fiber.Ctx) error {
	c.Set(fiber.HeaderContentType, "text/event-stream")
	c.Set("X-Accel-Buffering", "no") // proxies must pass events on at once
	if c.Method() == fiber.MethodHead {
		return nil
	}
	r := requestOf(c.Context())
	release, err := s.streams.take(r.user.AccountID)
	if err != nil {
		return err
	}
	stream := &eventStream{server: s, allowed: s.stillAllowed(r), conn: r.client.conn, queue: make(chan upslope.Event, streamBuffer)}
	stream.ctx, stream.cancel = context.WithTimeout(s.stopping, streamLife)
	unsubscribe, err := s.deps.Events.Subscribe(r.user.AccountID, stream.add)
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
	server  *Server
	allowed func(context.Context) bool // whether who listens still may
	conn    net.Conn
	queue   chan upslope.Event
	ctx     context.Context // of the stream, which outlives its request's handler
	cancel  context.CancelFunc
	sent    int
}

// add queues an event, or ends the stream of a client that is too far behind.
func (e *eventStream) add(event upslope.Event) {
	select {
	case e.queue <- event:
	default:
		e.cancel()
	}
}

func (e *eventStream) run(w *bufio.Writer) {
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	text := "retry: 2000\n\n"
	for e.write(w, text) == nil {
		select {
		case event := <-e.queue:
			if event.Kind == "tokens" && !e.allowed(e.ctx) {
				return
			}
			text = e.format(event)
		case <-beat.C:
			if !e.allowed(e.ctx) {
				return
			}
			text = ": still here\n\n"
		case <-e.ctx.Done():
			return
		}
	}
}

// stillAllowed asks whether the session goes on, or the token. While that cannot be known, it does.
func (s *Server) stillAllowed(r *request) func(context.Context) bool {
	session, hash := r.session.SessionID, r.tokenHash
	if r.token == nil {
		return func(ctx context.Context) bool {
			ended, err := s.deps.Sessions.SessionEnded(ctx, session, s.deps.Now())
			return err != nil || !ended
		}
	}
	return func(ctx context.Context) bool {
		_, _, _, err := s.deps.Tokens.UseToken(ctx, hash, s.deps.Now())
		return err == nil || upslope.CodeOf(err) != upslope.NotFound
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

// write gives each piece its own time: the stream as a whole has none.
func (e *eventStream) write(w *bufio.Writer, text string) error {
	if err := e.conn.SetWriteDeadline(time.Now().Add(streamWrite + heartbeat)); err != nil {
		return err
	}
	if _, err := w.WriteString(text); err != nil {
		return err
	}
	return w.Flush()
}
