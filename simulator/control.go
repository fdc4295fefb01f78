package simulator

import (
	"maps"
	"net/http"
	"sync"
	"time"
)

// control serves the simulator's own API for tests.
func (s *Server) control(w http.ResponseWriter, r *http.Request) {
	switch r.Method + " " + r.URL.Path {
	case "GET /simulator/requests":
		writeJSON(w, http.StatusOK, s.Requests())
	case "DELETE /simulator/requests":
		s.counts.clear()
		w.WriteHeader(http.StatusNoContent)
	case "POST /simulator/faults", "PUT /simulator/faults":
		var rules []Fault
		if f := decode(r, &rules); f != nil {
			writeGoogleError(w, *f)
			return
		}
		if err := s.SetFaults(rules); err != nil {
			writeGoogleError(w, *badRequest(err.Error()))
			return
		}
		w.WriteHeader(http.StatusNoContent)
	case "DELETE /simulator/faults":
		_ = s.SetFaults(nil) // an empty list cannot be invalid
		w.WriteHeader(http.StatusNoContent)
	case "GET /simulator/totals":
		s.totals(w, r)
	case "POST /simulator/expire":
		s.ExpireTokens()
		w.WriteHeader(http.StatusNoContent)
	default:
		s.unknown(w, r)
	}
}

// counts counts the requests by source.
type counts struct {
	mu      sync.Mutex
	sources map[string]*SourceCount
}

// SourceCount counts the requests and answers of one source.
type SourceCount struct {
	Requests int            `json:"requests"`
	Bytes    int            `json:"bytes"`
	TooMany  int            `json:"tooMany"` // responses with 429
	ByStatus map[int]int    `json:"byStatus"`
	ByHour   map[string]int `json:"byHour"`   // requests by clock hour, such as 2026-11-21T14
	ByReport map[string]int `json:"byReport"` // requests
}

func newCounts() counts { return counts{sources: map[string]*SourceCount{}} }

// begin counts a call and returns its number within its source, from 1.
func (c *counts) begin(made call, now time.Time) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	source := c.sources[made.Source]
	if source == nil {
		source = &SourceCount{ByStatus: map[int]int{}, ByHour: map[string]int{}, ByReport: map[string]int{}}
		c.sources[made.Source] = source
	}
	source.Requests++
	source.ByHour[now.UTC().Format("2006-01-02T15")]++
	source.ByReport[made.Report]++
	return source.Requests
}

func (c *counts) end(made call, status, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	source := c.sources[made.Source]
	if source == nil { // the counters were cleared meanwhile
		return
	}
	source.ByStatus[status]++
	source.Bytes += bytes
	if status == http.StatusTooManyRequests {
		source.TooMany++
	}
}

// Requests returns the counts by source since the start, or since they were cleared.
func (s *Server) Requests() map[string]SourceCount {
	s.counts.mu.Lock()
	defer s.counts.mu.Unlock()
	out := map[string]SourceCount{}
	for name, source := range s.counts.sources {
		out[name] = source.clone()
	}
	return out
}

func (c *SourceCount) clone() SourceCount {
	out := *c
	out.ByStatus, out.ByHour, out.ByReport = maps.Clone(c.ByStatus), maps.Clone(c.ByHour), maps.Clone(c.ByReport)
	return out
}

// SetFaults replaces the rules and resets their use counts.
func (s *Server) SetFaults(rules []Fault) error { return s.faults.set(rules) }

func (c *counts) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sources = map[string]*SourceCount{}
}
