package crawler

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/temoto/robotstxt"
)

// Bounds of robots.txt: the size that RFC 9309 (2.5) wants read, and its number of redirects (2.3.1.2).
const (
	maxRobots          = 500 << 10
	maxRobotsRedirects = 5
	maxCrawlDelay      = 10 * time.Second
)

// robots are the rules of one host for our crawler.
type robots struct {
	group       *robotstxt.Group // nil: everything is allowed
	closed      string           // why nothing may be read; "" when something may
	unreachable bool             // no response at all
	sitemaps    []string
}

// readRobots reads the robots.txt of an address's host. By RFC 9309 a missing file allows everything
// (2.3.1.3), and one that cannot be had allows nothing (2.3.1.4).
func (f *fetcher) readRobots(ctx context.Context, page *url.URL) robots {
	address := &url.URL{Scheme: page.Scheme, Host: page.Host, Path: "/robots.txt"}
	for range maxRobotsRedirects + 1 {
		response, err := f.get(ctx, address.String(), "text/plain,*/*;q=0.5")
		if err != nil {
			return robots{unreachable: true, closed: fmt.Sprintf("%s did not answer (%s)", address, reasonOf(err))}
		}
		body, err := io.ReadAll(io.LimitReader(response.Body, maxRobots))
		_ = response.Body.Close()
		location := response.Header.Get("Location")
		switch {
		case err != nil:
			return robots{closed: fmt.Sprintf("%s could not be read (%s)", address, reasonOf(err))}
		case response.StatusCode == http.StatusTooManyRequests:
			return robots{closed: fmt.Sprintf("%s answered 429, too many requests", address)}
		case response.StatusCode >= 500:
			return robots{closed: fmt.Sprintf("%s answered %d", address, response.StatusCode)}
		case response.StatusCode >= 300 && response.StatusCode < 400 && location != "":
			next, err := address.Parse(location)
			if err != nil || next.Scheme != "http" && next.Scheme != "https" {
				return robots{}
			}
			address = next
			continue
		case response.StatusCode != http.StatusOK:
			return robots{}
		}
		return parseRobots(body)
	}
	return robots{}
}

// parseRobots reads the rules for the crawler; lines that are no rules count for nothing.
func parseRobots(body []byte) robots {
	data, err := robotstxt.FromBytes(bytes.TrimPrefix(body, []byte("\ufeff")))
	if err != nil {
		return robots{}
	}
	return robots{group: data.FindGroup(Name), sitemaps: data.Sitemaps}
}

// allows reports whether the rules let an address be read.
func (r robots) allows(address *url.URL) bool {
	if r.closed != "" {
		return false
	}
	if r.group == nil {
		return true
	}
	target := address.EscapedPath()
	if target == "" {
		target = "/"
	}
	if address.RawQuery != "" {
		target += "?" + address.RawQuery
	}
	return r.group.Test(target)
}

// delay is the crawl-delay that the rules ask for, at most maxCrawlDelay.
func (r robots) delay() time.Duration {
	if r.group == nil {
		return 0
	}
	return min(max(r.group.CrawlDelay, 0), maxCrawlDelay)
}
