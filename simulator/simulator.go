// Package simulator serves generated sites in the wire formats of Google, Bing, Semrush and PageSpeed on one
// HTTP server.
//
// It owns the wire formats, limits, tokens and faults, and follows the providers' public documentation. The
// sources share no types with it and are tested against it only over HTTP, so that both cannot make the same
// mistake. Package world owns the data.
package simulator

import (
	"crypto/rsa"
	"fmt"
	"net/http"
	"sync"
	"time"

	"upslope/simulator/world"
)

// Config configures a Server. The zero value serves all worlds with seed 0 and the real clock.
type Config struct {
	Seed   uint64
	Worlds []string // names in package world; default all

	// Now is the clock of tokens and limits. With a fixed clock, used limits never recover.
	Now func() time.Time
	// Today is the date in all time zones; by default Now's in the property's time zone.
	Today func() time.Time
	// Anchor is the day at which the demo's plants and the sixteen months of figures end, by default Today at
	// the start. Pass the same Anchor to get the same past on a later day.
	Anchor time.Time

	// Key is the service account's; by default a new one.
	Key *rsa.PrivateKey
	// StaticToken is an access token that never expires, for a server in the same process.
	StaticToken string
	// Unlimited disables rate limits and quotas, for loading sixteen months in one go.
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

// New makes a server with its worlds.
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

// Worlds returns the server's worlds; each client of the agency is a separate one.
func (s *Server) Worlds() []*world.World { return s.worlds }

// World returns a world by name, such as demo or agency/7, or nil.
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
	mux.HandleFunc("GET "+bingPath, s.bing)
	mux.HandleFunc("GET /pagespeedonline/v5/runPagespeed", s.pageSpeed)
	mux.HandleFunc("/", s.rest)
	return mux
}

// rest serves the addresses without their own prefix.
func (s *Server) rest(w http.ResponseWriter, r *http.Request) {
	if !s.ads(w, r) && !s.semrush(w, r) {
		s.unknown(w, r)
	}
}

// unknown responds to unknown paths like Google.
func (s *Server) unknown(w http.ResponseWriter, r *http.Request) {
	writeGoogleError(w, failure{code: http.StatusNotFound, status: "NOT_FOUND", reason: "notFound", message: "Requested entity was not found: " + r.Method + " " + r.URL.Path})
}

// today returns the date in a time zone.
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
