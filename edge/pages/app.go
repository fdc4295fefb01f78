package pages

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// appRoutes are the screens of the app: those of web/src/app/screens.ts, except /.
var appRoutes = []string{"/overview", "/opportunities", "/seo", "/ads", "/technical", "/reports", "/sites", "/settings", "/subscribe", "/design", "/invite"}

const (
	landingPage = "index.html"
	withoutDemo = "without-demo.html" // the landing page of an installation without a demo
	appPage     = "app.html"
	crawlerPage = "/bot" // the address in the crawler's User-Agent
	demoPage    = "/demo"
	loginPage   = "/login"
	// clerkKeyName is the meta tag with Clerk's publishable key.
	clerkKeyName = "clerk-publishable-key"
	noBuild      = `<!doctype html><html lang="en"><title>Upslope</title><p>The web app is not built. Run <code>make build</code> and start again.</p></html>`
)

// Auth handles sessions on pages.
type Auth interface {
	EverSignedIn(c fiber.Ctx) bool
	// Refresh reports whether the browser was redirected to get new cookies.
	Refresh(c fiber.Ctx) (redirected bool, err error)
	RenewLocal(c fiber.Ctx)
	Secure() bool
	PublicHost() string
}

// App is the built web app, in memory.
type App struct {
	files map[string]*file // by path, without the leading slash
	auth  Auth
	demo  bool
}

// AppConfig configures App.
type AppConfig struct {
	ClerkKey string // written into the app's page
	Demo     bool   // there is a public demo
	Legal    fs.FS  // terms.html and privacy.html of the operator, in place of the build's; nil without
}

// LoadApp reads the build; without one, its pages tell how to make it.
func LoadApp(build fs.FS, auth Auth, config AppConfig) (*App, error) {
	app := &App{files: map[string]*file{}, auth: auth, demo: config.Demo}
	if build == nil {
		return app, nil
	}
	err := app.read(build)
	if err == nil && config.Legal != nil {
		for _, name := range []string{"terms.html", "privacy.html"} {
			if app.files[name], err = loadFile(config.Legal, name); err != nil {
				break
			}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("load the web app: %w", err)
	}
	if config.ClerkKey != "" {
		app.addMeta(clerkKeyName, config.ClerkKey)
	}
	return app, nil
}

// read adds the files of the build.
func (a *App) read(build fs.FS) error {
	return fs.WalkDir(build, ".", func(name string, entry fs.DirEntry, err error) error {
		switch extension := path.Ext(name); {
		case err != nil:
			return err
		case strings.HasPrefix(entry.Name(), ".") && name != ".": // metadata of the build
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir(), extension == ".br", extension == ".gz":
			return nil
		}
		a.files[name], err = loadFile(build, name)
		return err
	})
}

// addMeta adds a meta tag to the app's page, which is small enough to be sent uncompressed then.
func (a *App) addMeta(name, content string) {
	page := a.files[appPage]
	if page == nil {
		return
	}
	meta := fmt.Sprintf("<meta name=%q content=\"%s\" />\n  </head>", name, html.EscapeString(content))
	changed := bytes.Replace(page.encoded[""], []byte("</head>"), []byte(meta), 1)
	sum := sha256.Sum256(changed)
	a.files[appPage] = &file{contentType: page.contentType, tag: hex.EncodeToString(sum[:12]), encoded: map[string][]byte{"": changed}}
}

// Serve serves the web app for GET and HEAD of any address without another route.
func (a *App) Serve(c fiber.Ctx) error {
	if c.Method() != fiber.MethodGet && c.Method() != fiber.MethodHead {
		c.Set(fiber.HeaderAllow, "GET, HEAD")
		return fiber.ErrMethodNotAllowed
	}
	if strings.HasPrefix(c.Path(), "/assets/") {
		return a.sendAsset(c, strings.TrimPrefix(c.Path(), "/"))
	}
	return a.sendPage(c, c.Path())
}

// sendAsset sends a file whose name changes with its content.
func (a *App) sendAsset(c fiber.Ctx, name string) error {
	found := a.files[name]
	if found == nil {
		return fiber.ErrNotFound
	}
	c.Set(fiber.HeaderCacheControl, "public, max-age=31536000, immutable")
	return found.send(c, http.StatusOK)
}

// sendPage sends a page, or a file with a fixed name: browsers revalidate both each time.
func (a *App) sendPage(c fiber.Ctx, address string) error {
	c.Set(fiber.HeaderCacheControl, "no-cache")
	if AddressOf(a.auth).elsewhere(c.Hostname()) != "" {
		c.Set(fiber.HeaderContentType, contentType(".html"))
		return c.Status(http.StatusNotFound).Send(reportsOnly)
	}
	if address == crawlerPage {
		c.Set(fiber.HeaderContentType, contentType(".html"))
		return c.Send(aboutCrawler)
	}
	if typed := strings.TrimSuffix(address, "/"); typed == loginPage || a.demo && typed == demoPage {
		return c.Redirect().Status(http.StatusSeeOther).To("/api" + typed)
	}
	name, status := strings.TrimPrefix(address, "/"), http.StatusOK
	switch {
	case address == "/":
		c.Vary(fiber.HeaderCookie)
		switch name = landingPage; {
		case a.auth.EverSignedIn(c):
			name = appPage
		case !a.demo && a.files[withoutDemo] != nil:
			name = withoutDemo
		}
	case slices.Contains(appRoutes, strings.TrimSuffix(address, "/")), strings.HasPrefix(address, "/invite/"):
		name = appPage
	case address == "/terms", address == "/privacy":
		name += ".html"
	case a.files[name] == nil || path.Ext(name) == ".html":
		name, status = appPage, http.StatusNotFound
	}
	if name == appPage && status == http.StatusOK {
		if redirected, err := a.auth.Refresh(c); redirected || err != nil {
			return err
		}
	}
	a.auth.RenewLocal(c)
	found := a.files[name]
	if found == nil {
		c.Set(fiber.HeaderContentType, contentType(".html"))
		return c.Status(http.StatusServiceUnavailable).SendString(noBuild)
	}
	return found.send(c, status)
}
