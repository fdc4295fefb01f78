package upslope

import (
	"path"
	"strings"
	"time"
)

// Page is one URL of a crawl: what it answered and what is on it.
// Text is trimmed and free of control characters; text without a column is unknown, not empty.
type Page struct {
	URL string // as crawled
	Key string // the normalised URL (NormalizeURL): what every source is joined on

	StatusCode         Optional[int] // HTTP status; 0: no answer or not allowed to ask
	Status             string        // the reason phrase, or why there is no answer
	ContentType        string        // lower case, with its parameters
	Indexable          Optional[bool]
	IndexabilityStatus string // why not indexable: NotIndexable reasons, others as written; joined by ", "

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

	// What the crawler got from Search Console, Analytics or its own estimate, of a period it does not name.
	SearchImpressions Optional[int]
	SearchClicks      Optional[int]
	Sessions          Optional[int]
	OrganicVisits     Optional[int] // a month, estimated

	Columns map[string]string // what else the crawler says, by its own header; shown, not judged
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

// NotIndexable reports whether the page is known to be kept out of search for that reason.
func (p *Page) NotIndexable(reason string) bool {
	for status := range strings.SplitSeq(p.IndexabilityStatus, ", ") {
		if status == reason {
			return true
		}
	}
	return false
}

// HTML reports whether the page is an HTML document. Without a content type, anything without the extension
// of an image, script or download counts as one.
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

// The types of Link that rules know; others keep the crawler's own term in lower case.
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

// PageDetail is what the newest crawl of a site says about one page; nil is unknown, "" is none, or unknown
// where the crawl does not distinguish them.
type PageDetail struct {
	SiteID             string     `json:"siteId"`
	URL                string     `json:"url"`  // as crawled
	Page               string     `json:"page"` // normalised
	ImportedAt         time.Time  `json:"importedAt"`
	CrawledAt          *time.Time `json:"crawledAt"`
	StatusCode         *uint16    `json:"statusCode"`
	Status             string     `json:"status"`
	ContentType        string     `json:"contentType"`
	Indexable          *bool      `json:"indexable"`
	IndexabilityStatus string     `json:"indexabilityStatus"`
	Title              *string    `json:"title"`
	TitleLength        *uint32    `json:"titleLength"` // characters
	TitlePixels        *uint32    `json:"titlePixels"`
	Description        *string    `json:"description"`
	DescriptionLength  *uint32    `json:"descriptionLength"`
	DescriptionPixels  *uint32    `json:"descriptionPixels"`
	H1                 *string    `json:"h1"`
	SecondH1           *string    `json:"secondH1"`
	H1Count            *uint32    `json:"h1Count"`
	MetaRobots         *string    `json:"metaRobots"`
	XRobotsTag         *string    `json:"xRobotsTag"`
	Canonical          *string    `json:"canonical"`
	MetaRefresh        *string    `json:"metaRefresh"`
	RedirectURL        string     `json:"redirectUrl"`
	RedirectType       string     `json:"redirectType"`
	SizeBytes          *uint64    `json:"sizeBytes"`
	WordCount          *uint32    `json:"wordCount"`
	CrawlDepth         *uint32    `json:"crawlDepth"`
	InlinkCount        *uint64    `json:"inlinkCount"` // as the crawler counted
	UniqueInlinkCount  *uint64    `json:"uniqueInlinkCount"`
	OutlinkCount       *uint64    `json:"outlinkCount"`
	LinkScore          *float64   `json:"linkScore"`
	ResponseSeconds    *float64   `json:"responseSeconds"`
	ImagesWithoutAlt   *uint32    `json:"imagesWithoutAlt"`
	Language           string     `json:"language"`
	LastModified       *time.Time `json:"lastModified"`
	// Columns is what else the crawler says of the page, by its own header.
	Columns       map[string]string `json:"columns"`
	Filters       []string          `json:"filters"` // such as "Hreflang: Missing Return Links"
	Issues        []TechnicalIssue  `json:"issues"`
	Inlinks       *PageLinks        `json:"inlinks"` // nil when no links were imported
	Outlinks      *PageLinks        `json:"outlinks"`
	RedirectsFrom []string          `json:"redirectsFrom"` // URLs, at most 100
	CanonicalOf   []string          `json:"canonicalOf"`   // URLs, at most 100
	InsightIDs    []string          `json:"insightIds"`    // open ones about this page
}

// PageLinks are the links to or from a page.
type PageLinks struct {
	Total int64      `json:"total"`
	Links []PageLink `json:"links"` // at most 100
}

// PageLink is one link of a page, seen from that page.
type PageLink struct {
	URL        string  `json:"url"` // the other end
	Anchor     string  `json:"anchor"`
	Type       string  `json:"type"`
	Position   string  `json:"position"` // "" unknown
	Follow     *bool   `json:"follow"`
	StatusCode *uint16 `json:"statusCode"` // of what the link points at
}
