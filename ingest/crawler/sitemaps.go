package crawler

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/html/charset"
)

// Bounds of sitemaps; the protocol allows 50,000 URLs and 50 MB a file.
const (
	maxSitemaps     = 50
	maxSitemapBytes = 50 << 20
)

// readSitemaps calls found for each URL that the sitemaps list, until it returns false. Sitemaps that cannot
// be read list nothing.
func (f *fetcher) readSitemaps(ctx context.Context, addresses []string, allowed func(*url.URL) bool, found func(address string) bool) {
	seen := map[string]bool{}
	for len(addresses) > 0 && len(seen) < maxSitemaps && ctx.Err() == nil {
		next := addresses[0]
		addresses = addresses[1:]
		address, err := url.Parse(next)
		if err != nil || seen[next] || address.Scheme != "http" && address.Scheme != "https" || !allowed(address) {
			continue
		}
		seen[next] = true
		more, goOn := f.readSitemap(ctx, address, found)
		if !goOn {
			return
		}
		addresses = append(addresses, more[:min(len(more), maxSitemaps)]...)
	}
}

func (f *fetcher) readSitemap(ctx context.Context, address *url.URL, found func(string) bool) (more []string, goOn bool) {
	response, err := f.get(ctx, address.String(), "application/xml,text/xml,text/plain,*/*;q=0.5")
	if err != nil {
		return nil, true
	}
	defer func() { _ = response.Body.Close() }()
	if location := response.Header.Get("Location"); response.StatusCode >= 300 && response.StatusCode < 400 && location != "" {
		return []string{resolve(address, location)}, true
	}
	if response.StatusCode != http.StatusOK {
		return nil, true
	}
	body := bufio.NewReader(io.LimitReader(response.Body, maxSitemapBytes))
	var text io.Reader = body
	if magic, _ := body.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		unzipped, err := gzip.NewReader(body)
		if err != nil {
			return nil, true
		}
		text = io.LimitReader(unzipped, maxSitemapBytes)
	}
	return parseSitemap(address, text, found)
}

// parseSitemap reads a sitemap, an index of sitemaps, or a list of URLs as text.
func parseSitemap(base *url.URL, source io.Reader, found func(string) bool) (sitemaps []string, goOn bool) {
	text := bufio.NewReader(source)
	if start, _ := text.Peek(512); !strings.Contains(string(start), "<") {
		lines := bufio.NewScanner(text)
		for lines.Scan() {
			if address := resolve(base, lines.Text()); address != "" && strings.HasPrefix(strings.TrimSpace(lines.Text()), "http") && !found(address) {
				return nil, false
			}
		}
		return nil, lines.Err() == nil
	}
	decoder := xml.NewDecoder(text)
	decoder.Strict, decoder.CharsetReader = false, charset.NewReaderLabel
	decoder.Entity = xml.HTMLEntity
	parent := ""
	for {
		token, err := decoder.RawToken()
		if errors.Is(err, io.EOF) || err != nil {
			return sitemaps, true
		}
		element, starts := token.(xml.StartElement)
		if !starts {
			continue
		}
		switch element.Name.Local {
		case "url", "sitemap":
			parent = element.Name.Local
		case "loc":
			if element.Name.Space != "" { // such as image:loc
				continue
			}
			token, err := decoder.RawToken()
			location, isText := token.(xml.CharData)
			if err != nil || !isText {
				continue
			}
			address := resolve(base, string(location))
			switch {
			case address == "":
			case parent == "sitemap" && len(sitemaps) < maxSitemaps:
				sitemaps = append(sitemaps, address)
			case parent == "url" && !found(address):
				return nil, false
			}
		}
	}
}
