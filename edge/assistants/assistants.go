// Package assistants serves the Model Context Protocol: tools with which an assistant reads an account and
// marks work as done. Every tool calls the API as the token's owner, so it may do only what the API allows.
package assistants

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Answer is the API's response to a call.
type Answer struct {
	Status int
	Header func(name string) string
	Body   []byte
}

// total returns how many rows there are on all pages; nil where the API does not say.
func (a Answer) total() *int {
	total, err := strconv.Atoi(a.Header("X-Total-Count"))
	if err != nil {
		return nil
	}
	return &total
}

// Call calls the API for a request of an assistant, with its token.
type Call func(ctx context.Context, request *http.Request, method, path string, body []byte) Answer

// Server answers assistants. It keeps no sessions: each request carries its token.
type Server struct {
	call    Call
	tables  []string // names for query_table
	handler http.Handler
}

const instructions = `Upslope finds and ranks what to fix next on websites. Start with list_sites, then what_to_fix_first.
Values are estimates a month with a range; an unknown value is unknown, not zero. Say where figures come from and which days they cover.`

// New makes a server whose tools call the API; tables are the names of its tables.
func New(call Call, tables []string, version string) *Server {
	s := &Server{call: call, tables: tables}
	s.handler = mcp.NewStreamableHTTPHandler(func(request *http.Request) *mcp.Server {
		server := mcp.NewServer(&mcp.Implementation{Name: "upslope", Title: "Upslope", Version: version}, &mcp.ServerOptions{Instructions: instructions})
		s.addTools(server, request)
		return server
		// The edge checks origins.
	}, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true, DisableLocalhostProtection: true})
	return s
}

const askToAuthorize = `{"status":401,"title":"Unauthorized","detail":"Send an API token, which you can create in Settings under API, as Authorization: Bearer <token>."}`

// ServeHTTP implements http.Handler. Without a valid API token it answers as the API does.
func (s *Server) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	user := Answer{Status: http.StatusUnauthorized, Body: []byte(askToAuthorize)}
	if request.Header.Get("Authorization") != "" {
		user = s.call(request.Context(), request, http.MethodGet, "/api/sites", nil)
	}
	if user.Status >= 400 {
		if user.Status == http.StatusUnauthorized {
			w.Header().Set("WWW-Authenticate", "Bearer")
		}
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(user.Status)
		_, _ = w.Write(user.Body)
		return
	}
	s.handler.ServeHTTP(w, request)
}

// client calls the API for one request.
type client struct {
	*Server
	request *http.Request
}

// get decodes what a path answers; a refusal is an error with the API's own words.
func (c client) get(ctx context.Context, path string, query map[string]string, out any) (Answer, error) {
	values := url.Values{}
	for name, value := range query {
		if value != "" {
			values.Set(name, value)
		}
	}
	if len(values) > 0 {
		path += "?" + values.Encode()
	}
	return c.do(ctx, http.MethodGet, path, nil, out)
}

func (c client) do(ctx context.Context, method, path string, in, out any) (Answer, error) {
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return Answer{}, fmt.Errorf("encode a call: %w", err)
		}
	}
	answer := c.call(ctx, c.request, method, path, body)
	if answer.Status >= 400 {
		var problem struct{ Detail string }
		if json.Unmarshal(answer.Body, &problem) != nil || problem.Detail == "" {
			return answer, fmt.Errorf("this failed with status %d; try again in a moment", answer.Status)
		}
		return answer, errors.New(problem.Detail)
	}
	decoder := json.NewDecoder(bytes.NewReader(answer.Body))
	if err := decoder.Decode(out); err != nil {
		return answer, fmt.Errorf("read an answer: %w", err)
	}
	return answer, nil
}

type site struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Domain   string `json:"domain"`
	Currency string `json:"currency"`
}

func (c client) sites(ctx context.Context) (sites []site, err error) {
	_, err = c.get(ctx, "/api/sites", nil, &sites)
	return sites, err
}

// siteOf finds a site by its id, domain or name; "" is all of them, or the only one when one is needed.
func (c client) siteOf(ctx context.Context, said string, needed bool) (site, error) {
	sites, err := c.sites(ctx)
	if err != nil || said == "" && !needed {
		return site{}, err
	}
	if said == "" && len(sites) == 1 {
		return sites[0], nil
	}
	var called []site
	for _, one := range sites {
		if said == one.ID {
			return one, nil
		}
		if strings.EqualFold(said, one.Domain) || strings.EqualFold(said, one.Name) {
			called = append(called, one)
		}
	}
	switch {
	case len(called) == 1:
		return called[0], nil
	case len(called) > 1:
		return site{}, fmt.Errorf("%d sites are called %q; say the id of one: %s", len(called), said, known(called))
	case said == "":
		return site{}, fmt.Errorf("say which site: %s", known(sites))
	}
	return site{}, fmt.Errorf("there is no site %q in this account; its sites are: %s", said, known(sites))
}

// mostSites is how many sites an assistant is told of at once.
const mostSites = 50

// known names the first sites of a list, and says how many there are.
func known(sites []site) string {
	var names []string
	for _, one := range sites[:min(len(sites), mostSites)] {
		names = append(names, one.Domain+" ("+one.ID+")")
	}
	if more := len(sites) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more, which list_sites finds by query", more))
	}
	return strings.Join(names, ", ")
}

// limited is a number of rows from 1 to most, and usual when none is wanted.
func limited(wanted, usual, most int) int {
	if wanted < 1 {
		wanted = usual
	}
	return min(wanted, most)
}
