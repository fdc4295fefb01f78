package edge

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// webApp is the built web app, in memory.
type webApp struct {
	files map[string]*file // by path, without the leading slash
}

// file is one file of the build.
type file struct {
	contentType string
	tag         string            // of its content
	encoded     map[string][]byte // by encoding; "" is the file as it is
}

// encodings are the compressed siblings the build makes, best first.
var encodings = []struct{ name, extension string }{{"br", ".br"}, {"gzip", ".gz"}}

// appRoutes are the addresses at which the app shows a screen: those of web/src/app/screens.ts, / aside.
var appRoutes = []string{"/overview", "/opportunities", "/seo", "/ads", "/technical", "/reports", "/sites", "/settings", "/subscribe"}

const (
	landingPage = "index.html"
	appPage     = "app.html"
	// clerkKeyName is the name under which the app's page has Clerk's publishable key.
	clerkKeyName = "clerk-publishable-key"
	noBuild      = `<!doctype html><html lang="en"><title>Upslope</title><p>The web app is not built. Run <code>make build</code> and start again.</p></html>`
)

func loadWebApp(build fs.FS) (*webApp, error) {
	app := &webApp{files: map[string]*file{}}
	if build == nil {
		return app, nil
	}
	err := fs.WalkDir(build, ".", func(name string, entry fs.DirEntry, err error) error {
		switch extension := path.Ext(name); {
		case err != nil:
			return err
		case strings.HasPrefix(entry.Name(), ".") && name != ".": // notes of the build to itself
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir(), extension == ".br", extension == ".gz":
			return nil
		}
		app.files[name], err = loadFile(build, name)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("load the web app: %w", err)
	}
	return app, nil
}

func loadFile(build fs.FS, name string) (*file, error) {
	plain, err := fs.ReadFile(build, name)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(plain)
	f := &file{contentType: contentType(path.Ext(name)), tag: hex.EncodeToString(sum[:12]), encoded: map[string][]byte{"": plain}}
	for _, encoding := range encodings {
		content, err := fs.ReadFile(build, name+encoding.extension)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		f.encoded[encoding.name] = content
	}
	return f, nil
}

// tell says something to the app in its page, before any of its scripts runs. The page is small enough to be sent as it is.
func (a *webApp) tell(name, content string) {
	page := a.files[appPage]
	if page == nil {
		return
	}
	meta := fmt.Sprintf("<meta name=%q content=\"%s\" />\n  </head>", name, html.EscapeString(content))
	told := bytes.Replace(page.encoded[""], []byte("</head>"), []byte(meta), 1)
	sum := sha256.Sum256(told)
	a.files[appPage] = &file{contentType: page.contentType, tag: hex.EncodeToString(sum[:12]), encoded: map[string][]byte{"": told}}
}

// contentType does not ask the machine's table of types, which differs between machines.
func contentType(extension string) string {
	switch extension {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".json", ".map":
		return "application/json"
	case ".webmanifest":
		return "application/manifest+json"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".webp":
		return "image/webp"
	case ".ico":
		return "image/x-icon"
	case ".woff2":
		return "font/woff2"
	case ".yaml":
		return "application/yaml"
	case ".txt":
		return "text/plain; charset=utf-8"
	default:
		return "application/octet-stream"
	}
}

// anythingElse answers what no route took: the web app, or that there is nothing.
func (s *Server) anythingElse(c fiber.Ctx) error {
	address := c.Path()
	if isAPI(address) {
		if methods := s.contract.allowed(address); methods != nil {
			slices.Sort(methods)
			c.Set(fiber.HeaderAllow, strings.Join(methods, ", "))
			return fiber.ErrMethodNotAllowed
		}
		return fiber.ErrNotFound
	}
	if c.Method() != fiber.MethodGet && c.Method() != fiber.MethodHead {
		c.Set(fiber.HeaderAllow, "GET, HEAD")
		return fiber.ErrMethodNotAllowed
	}
	if strings.HasPrefix(address, "/assets/") {
		return s.sendAsset(c, strings.TrimPrefix(address, "/"))
	}
	return s.sendPage(c, address)
}

// sendAsset sends a file whose name changes with its content.
func (s *Server) sendAsset(c fiber.Ctx, name string) error {
	found := s.site.files[name]
	if found == nil {
		return fiber.ErrNotFound
	}
	c.Set(fiber.HeaderCacheControl, "public, max-age=31536000, immutable")
	return found.send(c, http.StatusOK)
}

// sendPage sends a page, or a file whose name stays: both are asked for again each time.
func (s *Server) sendPage(c fiber.Ctx, address string) error {
	c.Set(fiber.HeaderCacheControl, "no-cache")
	name, status := strings.TrimPrefix(address, "/"), http.StatusOK
	switch {
	case address == "/":
		c.Vary(fiber.HeaderCookie)
		if name = landingPage; s.returning(c) {
			name = appPage
		}
	case slices.Contains(appRoutes, strings.TrimSuffix(address, "/")):
		name = appPage
	case s.site.files[name] == nil || path.Ext(name) == ".html":
		name, status = appPage, http.StatusNotFound
	}
	if name == appPage && status == http.StatusOK {
		if sent, err := s.handshake(c); sent || err != nil {
			return err
		}
	}
	s.renewLocal(c)
	found := s.site.files[name]
	if found == nil {
		c.Set(fiber.HeaderContentType, contentType(".html"))
		return c.Status(http.StatusServiceUnavailable).SendString(noBuild)
	}
	return found.send(c, status)
}

// returning says whether the browser was ever signed in here: a token that ran out counts.
func (s *Server) returning(c fiber.Ctx) bool {
	for name, value := range c.Request().Header.Cookies() {
		if len(value) > 0 && (string(name) == sessionCookie || strings.HasPrefix(string(name), sessionCookie+"_")) {
			return true
		}
	}
	return false
}

// send answers with the file in the best form the browser takes, or that the browser has it already.
func (f *file) send(c fiber.Ctx, status int) error {
	encoding := f.encodingFor(c.Get(fiber.HeaderAcceptEncoding))
	tag := f.tag
	if encoding != "" {
		tag += "-" + encoding
		c.Set(fiber.HeaderContentEncoding, encoding)
	}
	c.Vary(fiber.HeaderAcceptEncoding)
	c.Set(fiber.HeaderETag, `"`+tag+`"`)
	if status == http.StatusOK && strings.Contains(c.Get(fiber.HeaderIfNoneMatch), `"`+tag+`"`) {
		c.Status(http.StatusNotModified)
		return nil
	}
	c.Set(fiber.HeaderContentType, f.contentType)
	c.Status(status).Response().SetBodyRaw(f.encoded[encoding])
	return nil
}

// encodingFor picks the best encoding that an Accept-Encoding header allows.
func (f *file) encodingFor(accepted string) string {
	for _, encoding := range encodings {
		if f.encoded[encoding.name] != nil && accepts(accepted, encoding.name) {
			return encoding.name
		}
	}
	return ""
}

func accepts(header, encoding string) bool {
	for item := range strings.SplitSeq(header, ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(item), ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		weight, found := strings.CutPrefix(strings.ReplaceAll(quality, " ", ""), "q=")
		if !found {
			return true
		}
		q, err := strconv.ParseFloat(weight, 64)
		return err == nil && q > 0
	}
	return false
}
