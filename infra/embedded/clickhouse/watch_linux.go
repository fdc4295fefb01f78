package clickhouse

import (
	"context"
	"net"
	"net/http"
	"os"
	"time"
)

// Ping interval and timeout: even a busy engine responds in milliseconds, so one that misses the timeout is
// stuck.
const (
	pingEvery    = 2 * time.Second
	pingPatience = 8 * time.Second
)

// watch kills a child that no longer responds, or that reads a torn part, so that supervise restarts it. Its
// callers would wait forever, or fail.
func (s *Server) watch(c *child) {
	client := &http.Client{Timeout: pingPatience, Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "unix", s.order.Socket)
		},
	}}
	for {
		select {
		case <-c.gone:
			return
		case <-time.After(pingEvery):
		}
		if part := s.torn.look(); part != "" {
			s.log.Error("the embedded ClickHouse has a torn part, as a full disk leaves it; restarting it", "part", part)
			c.kill()
			return
		}
		response, err := client.Get("http://localhost/ping")
		if err == nil {
			_ = response.Body.Close()
		} else if os.IsTimeout(err) {
			s.log.Error("the embedded ClickHouse does not answer; ending it", "error", err)
			c.kill()
			return
		}
	}
}
