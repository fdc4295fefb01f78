// Package simulator serves generated sites in the wire formats of Google, Semrush and PageSpeed, over one
// HTTP server.
//
// It owns the wire formats, limits, tokens and faults, and follows the providers' public documentation. The
// sources are tested against it only over HTTP and share no types with it, so that they cannot agree on a
// mistake. Package world owns what it serves.
package simulator

import (
	"crypto/rsa"
	"fmt"
	"net/http"
	"sync"
	"time"

	"upslope/simulator/world"
)

// Config configures a Server. The zero value serves all worlds of seed 0 by the real clock.
type Config struct {
	Seed   uint64
	Worlds []string // names of the package world; all of them unless given

	// Now is the clock of tokens and limits. A clock that stands still never gives a used-up minute back.
	Now func() time.Time
	// Today is the date everywhere; by default that of Now in the time zone of the property.
	Today func() time.Time
	// Anchor is the day that the demo's plants lead up to and from which sixteen months of figures count
	// back, by default Today at the start. To read the same past again on a later day, give the same Anchor.
	Anchor time.Time

	// Key is the service account's; a new one unless given.
	Key *rsa.PrivateKey
	// StaticToken is an access token that never expires, for a server inside the process.
	StaticToken string
	// Unlimited leaves out the limits on requests per time and on quota, as a load of sixteen months at once
	// needs.
	Unlimited bool
	Faults    []Fault
}

// Server is the simulator.
type Server struct {
	config   Config
	worlds   []*world.World
	byGSC    map[string]*world.World
	byGA4    map[string]*world.World
	byAds    map[string]*world.World
	byDomain map[string]*world.World

	key    func() (*rsa.PrivateKey, error)
	tokens tokens
	limits limits
	faults faults
	counts counts
	days   dayCache
}

// New makes a server of its worlds.
func New(config Config) (*Server, error) {
	if config.Now == nil {
		config.Now = time.Now
	}
	if len(config.Worlds) == 0 {
		config.Worlds = world.Names()
	}
	s := &Server{
		config: config, byGSC: map[string]*world.World{}, byGA4: map[string]*world.World{}, byAds: map[string]*world.World{}, byDomain: map[string]*world.World{},
		key: sync.OnceValues(newKey), tokens: newTokens(config.Seed), limits: newLimits(), counts: newCounts(),
	}
	if config.Key != nil {
		s.key = func() (*rsa.PrivateKey, error) { return config.Key, nil }
	}
	if err := s.faults.set(config.Faults); err != nil {
		return nil, err
	}
	anchor := world.DayOf(config.Anchor)
	if config.Anchor.IsZero() {
		anchor = s.today("America/Los_Angeles")
	}
	for _, name := range config.Worlds {
		for i := range clients(name) {
			one := name
			if name == world.Agency {
				one = fmt.Sprintf("%s/%d", name, i)
			}
			made, err := world.New(one, config.Seed, anchor)
			if err != nil {
				return nil, err
			}
			s.worlds = append(s.worlds, made)
			s.byGSC[made.GSCSite], s.byGA4[made.GA4ID], s.byAds[made.AdsID], s.byDomain[made.Domain] = made, made, made, made
		}
	}
	return s, nil
}

func clients(name string) int {
	if name == world.Agency {
		return world.AgencyClients
	}
	return 1
}

// Worlds are those that the server has, each client of the agency on its own.
func (s *Server) Worlds() []*world.World { return s.worlds }

// World is the one of a name, such as demo or agency/7; nil when the server does not have it.
func (s *Server) World(name string) *world.World {
	for _, w := range s.worlds {
		if w.Name == name {
			return w
		}
	}
	return nil
}

// Handler serves all providers.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /token", s.exchange)
	mux.HandleFunc("GET /o/oauth2/v2/auth", s.consent)
	mux.HandleFunc("POST /revoke", s.revoke)
	mux.HandleFunc("GET /oauth2/v3/userinfo", s.userinfo)
	mux.HandleFunc("/simulator/", s.control)
	mux.HandleFunc("/webmasters/v3/", s.searchConsole)
	mux.HandleFunc("/v1beta/", s.analytics)
	mux.HandleFunc("GET /pagespeedonline/v5/runPagespeed", s.pageSpeed)
	mux.HandleFunc("/", s.rest)
	return mux
}

// rest serves the addresses that have no prefix of their own.
func (s *Server) rest(w http.ResponseWriter, r *http.Request) {
	if !s.ads(w, r) && !s.semrush(w, r) {
		s.unknown(w, r)
	}
}

// unknown answers paths that are not served, as Google does.
func (s *Server) unknown(w http.ResponseWriter, r *http.Request) {
	writeGoogleError(w, failure{code: http.StatusNotFound, status: "NOT_FOUND", reason: "notFound", message: "Requested entity was not found: " + r.Method + " " + r.URL.Path})
}

// today is the date in a time zone.
func (s *Server) today(zone string) world.Day {
	if s.config.Today != nil {
		return world.DayOf(s.config.Today())
	}
	location, err := time.LoadLocation(zone)
	if err != nil {
		location = time.UTC
	}
	return world.DayOf(s.config.Now().In(location))
}
