package upslope

import (
	"encoding/json"
	"path"
	"strings"
	"time"
)

// Optional is a value that a source may not tell. Unknown is not zero and not empty:
// a page without a title is a fault, a file without a title column says nothing about titles.
type Optional[T any] struct {
	Value T
	Known bool
}

// Known makes an Optional that has a value.
func Known[T any](value T) Optional[T] { return Optional[T]{Value: value, Known: true} }

// Pointer returns nil for an unknown value, the form databases take.
func (o Optional[T]) Pointer() *T {
	if !o.Known {
		return nil
	}
	return &o.Value
}

// MarshalJSON writes null for an unknown value.
func (o Optional[T]) MarshalJSON() ([]byte, error) { return json.Marshal(o.Pointer()) }

// UnmarshalJSON reads null as unknown.
func (o *Optional[T]) UnmarshalJSON(data []byte) error {
	var value *T
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	*o = Optional[T]{}
	if value != nil {
		*o = Known(*value)
	}
	return nil
}

// Page is one URL of a crawl: what it answered and what is on it.
// Text is trimmed and free of control characters; text that no column told is unknown, not empty.
type Page struct {
	URL string // as crawled
	Key string // the normalised URL (NormalizeURL): what every source is joined on

	StatusCode         Optional[int] // HTTP status; 0: no answer or not allowed to ask
	Status             string        // the reason phrase, or why there is no answer
	ContentType        string        // lower case, with its parameters
	Indexable          Optional[bool]
	IndexabilityStatus string // why not indexable: NotIndexable reasons and unknown ones as written, joined by ", "

	Title             Optional[string]
	TitleLength       Optional[int] // characters
	TitlePixels       Optional[int]
	Description       Optional[string]
	DescriptionLength Optional[int] // characters
	DescriptionPixels Optional[int]
	H1                Optional[string]
	H1Length          Optional[int] // characters
	SecondH1          Optional[string]
	H1Count           Optional[int]

	MetaRobots   Optional[string]
	XRobotsTag   Optional[string]
	Canonical    Optional[string] // as written in the page, which may be relative
	MetaRefresh  Optional[string]
	RedirectURL  string
	RedirectType string

	SizeBytes        Optional[int]
	WordCount        Optional[int]
	CrawlDepth       Optional[int] // clicks from the start page, which has 0
	Inlinks          Optional[int]
	UniqueInlinks    Optional[int]
	Outlinks         Optional[int]
	LinkScore        Optional[float64] // 0 to 100
	ResponseTime     Optional[time.Duration]
	ImagesWithoutAlt Optional[int]
	Language         string
	Hash             string
	LastModified     Optional[time.Time]
	CrawledAt        Optional[time.Time]
}

// The reasons for which a page is not indexable, as IndexabilityStatus names them.
const (
	Noindex         = "noindex"
	Canonicalised   = "canonicalised"
	Redirected      = "redirected"
	ClientError     = "client error"
	ServerError     = "server error"
	BlockedByRobots = "blocked by robots.txt"
	NoResponse      = "no response"
)

// NotIndexable says whether the page is known to be kept out of search by that reason.
func (p *Page) NotIndexable(reason string) bool {
	for status := range strings.SplitSeq(p.IndexabilityStatus, ", ") {
		if status == reason {
			return true
		}
	}
	return false
}

// HTML says whether the page is an HTML document. Where the crawl tells no content type, what does not end like a
// picture, a script or a download is taken for one.
func (p *Page) HTML() bool {
	if p.ContentType != "" {
		return strings.HasPrefix(p.ContentType, "text/html") || strings.HasPrefix(p.ContentType, "application/xhtml")
	}
	address, _, _ := strings.Cut(p.Key, "?")
	switch strings.ToLower(strings.TrimPrefix(path.Ext(address), ".")) {
	case "png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "ico", "bmp", "css", "js", "mjs", "json", "xml", "txt", "rss", "pdf",
		"zip", "gz", "tgz", "rar", "exe", "dmg", "mp3", "mp4", "webm", "woff", "woff2", "ttf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "csv":
		return false
	}
	return true
}

// The kinds of Link that rules know; others keep the crawler's own word in lower case.
const (
	Hyperlink = "hyperlink"
	ImageLink = "image"
)

// Link is one link of a crawl, from the page it stands on to what it points at.
type Link struct {
	Source         string // as crawled
	SourceKey      string // normalised
	Destination    string
	DestinationKey string
	Type           string // hyperlink, image, css, javascript, canonical, redirect, hreflang, …
	Anchor         string
	Alt            Optional[string]
	Follow         Optional[bool]
	StatusCode     Optional[int]
	Position       string // content, header, navigation, footer, aside, head, … or "" when unknown
	Path           string // where in the document, as an XPath
	Rel            string
	Origin         string // html, rendered html, …
}
