package edge

import (
	"fmt"
	"strings"

	"github.com/gofiber/fiber/v3"

	"upslope/edge/api"
	"upslope/edge/contract"
	"upslope/edge/middleware"
	"upslope/edge/pages"
	"upslope/edge/request"
	"upslope/edge/uploads"
)

// mountRoutes mounts every route. Those tagged json in openapi.yaml are generated.
func (s *Server) mountRoutes() {
	h, u := s.handlers, s.uploads
	routes := contractRouter{Router: s.app, server: s}
	api.RegisterHandlers(routes, api.NewStrictHandler(h, nil))
	routes.Get("/api/login", s.auth.Login)
	routes.Get("/api/demo", h.openDemo)
	routes.Get("/api/events", h.streamEvents)
	routes.Get(googlePath+"/authorize", h.authorizeGoogle)
	routes.Get(googlePath+"/callback", h.finishGoogle)
	for _, path := range s.contract.Tables() {
		name := strings.TrimPrefix(path, "/api/")
		if table, isFile := strings.CutSuffix(name, ".csv"); isFile {
			routes.Get(path, h.exportTable(table))
		} else {
			routes.Get(path, h.listTable(name))
		}
	}
	for path, kind := range drilldowns {
		routes.Get(path, h.drillDown(kind))
	}
	routes.Get("/api/technical/sf-issues.csv", h.exportIssues)
	routes.Get("/api/technical/uploads/:id/rejected.csv", h.downloadRejected)
	routes.Post("/api/upload/sf-csv", u.Post)
	routes.Put("/api/upload/sf-csv", u.Put)
	routes.Get("/api/storage/s3/params", u.FormAddress)
	routes.Get("/api/storage/s3/sts", u.RefuseCredentials)
	routes.Post("/api/storage/s3/multipart", u.BeginParts)
	routes.Get("/api/storage/s3/multipart/:uploadId", u.ListParts)
	routes.Delete("/api/storage/s3/multipart/:uploadId", u.AbortParts)
	routes.Post("/api/storage/s3/multipart/:uploadId/complete", u.CompleteParts)
	routes.Get("/api/storage/s3/multipart/:uploadId/:partNumber", u.SignPart)
	routes.Put("/api/storage/local/:uploadId/:partNumber", u.ReceivePart)
	routes.Get("/api/companion/sources", u.ListSources)
	routes.Get("/api/companion/ticket", u.IssueTicket)
	routes.Post(uploads.CompanionUploadPath, u.ReceiveFromCompanion)
	routes.Get(pages.UnsubscribePath+":token", s.unsubscribe.Show)
	routes.Post(pages.UnsubscribePath+":token", s.unsubscribe.Confirm)
	routes.Post("/api/webhooks/stripe", h.handleStripeEvent)
	routes.Post("/api/webhooks/clerk", h.handleClerkEvent)
	routes.Get("/api/docs", s.docs.Page)
	routes.Get("/api/openapi.yaml", s.docs.Contract)
	routes.Get("/api/account/export", h.exportAccount)
	routes.Delete("/api/account", h.deleteAccount)
	s.assistants = s.newAssistants()
	s.app.All(mcpPath, s.serveMCP)
	s.app.Add([]string{fiber.MethodGet, fiber.MethodPost}, uploads.CompanionPath+"/*", u.ProxyCompanion)
	s.app.All("/*", s.fallback)
}

// fallback handles all other addresses: the web app, or a problem.
func (s *Server) fallback(c fiber.Ctx) error {
	if !request.IsAPI(c.Path()) {
		return s.webApp.Serve(c)
	}
	if methods := s.contract.Methods(c.Path()); methods != nil {
		c.Set(fiber.HeaderAllow, strings.Join(methods, ", "))
		return fiber.ErrMethodNotAllowed
	}
	return fiber.ErrNotFound
}

// contractRouter wraps each handler with its contract: authorization, rate limit and validation. It applies
// to generated and manual routes alike.
type contractRouter struct {
	fiber.Router
	server *Server
}

// Get implements fiber.Router. It also registers HEAD.
func (r contractRouter) Get(path string, handler any, _ ...any) fiber.Router {
	chain := []any{r.guard(fiber.MethodGet, path)}
	op := r.server.contract.Operation(fiber.MethodGet, path)
	if op.Cache != "" {
		chain = append(chain, r.server.cache.Handle(op))
	}
	if op.Limit == contract.LimitQuery {
		chain = append(chain, r.server.queries.Limit)
	}
	chain = append(chain, handler)
	return r.Router.Add([]string{fiber.MethodGet, fiber.MethodHead}, path, chain[0], chain[1:]...)
}

// Post implements fiber.Router.
func (r contractRouter) Post(path string, handler any, _ ...any) fiber.Router {
	return r.Router.Post(path, r.guard(fiber.MethodPost, path), handler)
}

// Put implements fiber.Router.
func (r contractRouter) Put(path string, handler any, _ ...any) fiber.Router {
	return r.Router.Put(path, r.guard(fiber.MethodPut, path), handler)
}

// Patch implements fiber.Router.
func (r contractRouter) Patch(path string, handler any, _ ...any) fiber.Router {
	return r.Router.Patch(path, r.guard(fiber.MethodPatch, path), handler)
}

// Delete implements fiber.Router.
func (r contractRouter) Delete(path string, handler any, _ ...any) fiber.Router {
	return r.Router.Delete(path, r.guard(fiber.MethodDelete, path), handler)
}

// guard panics when openapi.yaml lacks the operation or its limit, or when its auditing is undecided: a
// programming error, found at startup.
func (r contractRouter) guard(method, path string) fiber.Handler {
	s := r.server
	op := s.contract.Operation(method, path)
	writes := method != fiber.MethodGet && !op.Inert
	switch {
	case op == nil:
		panic(fmt.Sprintf("edge: %s %s is not in openapi.yaml", method, path))
	case !op.Limit.Valid():
		panic(fmt.Sprintf("edge: %s %s has no x-limit in openapi.yaml", method, path))
	case !op.Cache.Valid() || op.Cache != "" && writes:
		panic(fmt.Sprintf("edge: the x-cache of %s %s in openapi.yaml is wrong", method, path))
	case writes && !s.handlers.audit.Covers(op.ID):
		panic(fmt.Sprintf("edge: %s %s is in neither list of middleware/audit.go", method, path))
	}
	return func(c fiber.Ctx) error {
		if writes && s.primary.Replays(c, op) {
			return s.primary.Replay(c)
		}
		called := request.Of(c.Context())
		called.Mark = s.handlers.deps.Feed.Mark()
		if reader := request.ReaderOf(c); reader != nil {
			called.User, called.Session, called.SignedIn = reader.User, reader.Session, true
			return c.Next()
		}
		if s.primary.Forwards(c, op) && s.auth.IsStranger(c, op) {
			s.auth.Introduce(c, s.primary.Introduce(c, op))
		}
		if err := s.auth.Admit(c, op); err != nil {
			return err
		}
		if writes && s.primary.Forwards(c, op) {
			if done, err := s.cache.Write(c, op); done {
				s.forget(c, op)
				return err
			}
		}
		if err := op.Validate(c); err != nil {
			return err
		}
		if err := s.limits.Take(c, op); err != nil {
			return err
		}
		s.handlers.audit.BeforeDelete(c, op.ID)
		err := c.Next()
		if writes {
			s.forget(c, op)
		}
		if err == nil && writes {
			s.handlers.audit.RecordWrite(c, op.ID)
			err = middleware.ReadAfter(c, s.handle)
		}
		return err
	}
}

// forget ends what this edge remembers of an account that wrote here, before the news arrives.
func (s *Server) forget(c fiber.Ctx, op *contract.Operation) {
	changes := middleware.ChangesOf(op.ID, request.Of(c.Context()))
	s.handlers.deps.Feed.TouchAt(middleware.VersionMade(c, op.ID), changes...)
}
