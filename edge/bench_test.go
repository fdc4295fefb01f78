package edge_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"

	"upslope"
)

// BenchmarkInsights compares the list of 200 insights, without a database, with a handler that sends the same
// bytes from memory. The ratio is the cost of the edge itself.
func BenchmarkInsights(b *testing.B) {
	r := start(b)
	ana := r.signIn("ana@example.com")
	for i := range 200 {
		r.insights[ana.account] = append(r.insights[ana.account], upslope.Insight{
			ID: uuid.NewString(), SiteID: uuid.NewString(), Type: "meta_issues", Title: fmt.Sprintf("Write a title for page %d", i),
			Summary: "The page has no title, so search engines make one up.", Instructions: "Open the page.\nWrite a title of 30 to 60 characters.\nPublish it.",
			Evidence: map[string]any{"pages": i, "issue": "missing_title", "status": 200}, EntityType: "page",
			Entity: upslope.Entity{Page: fmt.Sprintf("https://example.com/products/%d", i)}, Impact: 60, Effort: 20, Confidence: 80, Score: 70,
			Value: &upslope.Value{Low: 10, Mid: 20, High: 40, Unit: "clicks"}, Status: upslope.Open, CreatedAt: time.Now(), UpdatedAt: time.Now(),
		})
	}
	same := ana.do("GET", "/api/insights", "").want(http.StatusOK).text
	b.Run("edge", func(b *testing.B) { load(b, r.url+"/api/insights", ana.cookie()) })
	b.Run("same bytes from memory", func(b *testing.B) { load(b, fromMemory(b, []byte(same)), "") })
}

// fromMemory serves the bytes and returns the address.
func fromMemory(b *testing.B, content []byte) string {
	b.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	app := fiber.New()
	app.Get("/*", func(c fiber.Ctx) error {
		c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
		return c.Send(content)
	})
	go app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true}) //nolint:errcheck // it ends with the process
	b.Cleanup(func() { _ = app.Shutdown() })
	return "http://" + listener.Addr().String()
}

// load requests the address on several connections concurrently.
func load(b *testing.B, address, session string) {
	b.Helper()
	b.SetParallelism(4)
	b.RunParallel(func(pb *testing.PB) {
		client := http.Client{Transport: &http.Transport{DisableCompression: true}}
		for pb.Next() {
			req, err := http.NewRequest("GET", address, nil)
			if err != nil {
				b.Error(err)
				return
			}
			req.AddCookie(&http.Cookie{Name: "__session", Value: session})
			res, err := client.Do(req)
			if err != nil {
				b.Error(err)
				return
			}
			if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK {
				b.Errorf("%s: %v", res.Status, err)
			}
			res.Body.Close()
		}
	})
}
