package crawler

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// Page is what one request told of a URL.
type Page struct {
	URL         string
	Status      int    // 0: no response, or not asked for
	StatusText  string // such as Not Found or Blocked by robots.txt
	ContentType string
	Redirect    string // the URL of a Location header, resolved; "" without one

	Size         int64 // bytes, uncompressed; -1 when unknown
	ResponseTime time.Duration
	LastModified time.Time // zero when the server does not say
	CrawledAt    time.Time
	XRobotsTag   string
	Hash         string // of the HTML; "" of other content

	ETag, Modified  string   // what a server compares when it is asked again
	Unchanged       bool     // it answered 304: the rest is as it was
	Protocol        string   // such as HTTP/2.0
	MissingSecurity []string // headers that protect visitors and are not there

	HTML *Document // nil unless the URL answered 200 with HTML
}

// Document is what the HTML of a page says.
type Document struct {
	Title, Description          string
	H1s                         []string // in order
	H2s                         []string // the first two
	MetaRobots                  string
	Canonical                   string // the first link element, else the first Link header, resolved
	HTTPCanonical               string // of a Link header
	Simhash                     uint64 // of the words; pages with almost the same have almost the same
	SessionLinks                int    // links that carry a session in their address
	MetaRefresh                 string // the content of the element
	RefreshTo                   string // its URL, resolved
	Language                    string
	Words                       int // of the body without navigation and footer
	ImagesWithoutAlt            int
	Hreflangs                   []Hreflang
	Types                       []string // of structured data, such as Product
	Links                       []Link
	HasTitle, HasDescription    bool
	Scripts                     int  // elements that load or hold scripts
	Rendered                    bool // it is as its scripts made it
	NoFollow                    bool // the robots directives forbid following
	LinksLeftOut, ImagesLeftOut int  // beyond maxLinks
	truncated                   bool // the HTML is larger than maxHTML
}

// fewWords is below what any page has whose text is in its HTML.
const fewWords = 20

// isEmpty reports whether a page is empty until its scripts run.
func (d *Document) isEmpty() bool { return d.Words < fewWords && d.Scripts > 0 }

// Hreflang is an alternate of a page for a language.
type Hreflang struct{ Language, URL string }

// Link is one link or image of a page.
type Link struct {
	To       string // resolved, without its fragment
	Image    bool
	Anchor   string
	Alt      string
	HasAlt   bool
	Rel      string
	Follow   bool
	Position string // as in Link Position: Head, Header, Navigation, Content, Aside or Footer
}

// encode compresses a page to keep it until the crawl is complete.
func (p Page) encode() ([]byte, error) {
	var b bytes.Buffer
	writer := gzip.NewWriter(&b)
	if err := json.NewEncoder(writer).Encode(p); err != nil {
		return nil, fmt.Errorf("encode %s: %w", p.URL, err)
	}
	if err := writer.Close(); err != nil {
		return nil, fmt.Errorf("compress %s: %w", p.URL, err)
	}
	return b.Bytes(), nil
}

func decodePage(record []byte) (p Page, err error) {
	reader, err := gzip.NewReader(bytes.NewReader(record))
	if err != nil {
		return p, fmt.Errorf("decompress a crawled page: %w", err)
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		return p, fmt.Errorf("decompress a crawled page: %w", err)
	}
	if err := json.Unmarshal(text, &p); err != nil {
		return p, fmt.Errorf("decode a crawled page: %w", err)
	}
	return p, nil
}
