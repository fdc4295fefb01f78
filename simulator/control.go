package simulator

import "net/http"

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
