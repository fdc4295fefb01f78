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

// Crawl is one crawl of a site, made of one or several uploaded files.
type Crawl struct {
	ID               string         `json:"id"`
	AccountID        string         `json:"-"`
	SiteID           string         `json:"siteId"`
	ImportID         string         `json:"-"`        // of its pages and technical issues in ClickHouse
	LinksImportID    string         `json:"-"`        // of its links, when an inlinks export came too
	FileName         string         `json:"fileName"` // of its files, joined by commas
	Bytes            int64          `json:"bytes"`
	Pages            int64          `json:"pages"`
	Links            int64          `json:"links"`
	Issues           int64          `json:"issues"`
	IssuesBySeverity SeverityCounts `json:"issuesBySeverity"`
	NewIssues        *int64         `json:"newIssues"` // compared with the crawl before; nil in a site's first
	StillThereIssues *int64         `json:"stillThereIssues"`
	GoneIssues       *int64         `json:"goneIssues"`
	Judged           []string       `json:"-"`         // the types of issue that its columns allow to find
	Rejected         int64          `json:"rejected"`  // rows that could not be read
	CrawledAt        *time.Time     `json:"crawledAt"` // when the crawler ran; nil when the file does not say
	ImportedAt       time.Time      `json:"importedAt"`
	Uploads          []string       `json:"uploads"` // the ids of its files, in the order they came
}

// SeverityCounts is a number of issues by severity.
type SeverityCounts struct {
	Critical int64 `json:"critical"`
	High     int64 `json:"high"`
	Medium   int64 `json:"medium"`
	Low      int64 `json:"low"`
}

// Upload is one file of a crawl, in object storage and, once imported, in ClickHouse.
type Upload struct {
	ID          string            `json:"id"`
	AccountID   string            `json:"-"`
	SiteID      string            `json:"siteId"`  // "" until the import has found out
	CrawlID     string            `json:"crawlId"` // "" unless it is part of one
	ImportID    string            `json:"-"`       // of its own rows in ClickHouse; "" unless it is part of a crawl
	JobID       string            `json:"jobId"`   // of the last import of it
	ObjectKey   string            `json:"-"`
	FileName    string            `json:"fileName"`
	Bytes       int64             `json:"bytes"`
	SHA256      string            `json:"-"`
	Put         bool              `json:"-"`       // sent by PUT, which upload widgets let a POST of the same bytes follow
	Mapping     map[string]string `json:"mapping"` // header → field, as its owner said
	Recognition []RecognizedTab   `json:"recognition"`
	Warnings    []string          `json:"warnings"` // sentences
	Pages       int64             `json:"-"`        // rows read of it
	Links       int64             `json:"-"`
	Rejected    int64             `json:"rejected"` // rows that could not be read
	CreatedAt   time.Time         `json:"createdAt"`
	ImportedAt  *time.Time        `json:"importedAt"`
}

// RejectedKey is where in object storage the rows of an upload lie that could not be read.
func (u Upload) RejectedKey() string { return u.ObjectKey + ".rejected.csv" }

// Part is one stored part of a file that is uploaded in parts.
type Part struct {
	Number int    `json:"PartNumber"` // from 1
	ETag   string `json:"ETag"`       // of its bytes
	Bytes  int64  `json:"Size"`
}

// RecognizedTab is what one table of a file was taken for.
type RecognizedTab struct {
	Name       string             `json:"name"`    // the file, or one of an archive
	Crawler    string             `json:"crawler"` // "" when no crawler's headers fit
	Report     string             `json:"report"`  // such as Internal or All Inlinks
	Kind       string             `json:"kind"`    // pages, links or issues
	Rows       int64              `json:"rows"`    // read
	Encoding   string             `json:"encoding"`
	Delimiter  string             `json:"delimiter"` // comma, semicolon, tab or pipe
	HeaderLine int                `json:"headerLine"`
	Columns    []RecognizedColumn `json:"columns"` // used
	Missing    []MissingColumn    `json:"missing"` // not in the file, and worth having
	Unknown    []string           `json:"unknown"` // headers that are not used
	Notes      []string           `json:"notes"`   // sentences
}

// RecognizedColumn is a header of a file and what it was read as.
type RecognizedColumn struct {
	Header string `json:"header"`
	Field  string `json:"field"`
	Label  string `json:"label"`
}

// MissingColumn is what a file does not have and what that costs.
type MissingColumn struct {
	Field string `json:"field"`
	Label string `json:"label"`
	Cost  string `json:"cost"` // a sentence
}

// CrawlField is what a column of a crawler's file can be read as.
type CrawlField struct {
	Name  string `json:"name"`  // what a mapping names
	Label string `json:"label"` // what people call it
	Kind  string `json:"kind"`  // of the reports that have it: pages or links
}

// ImportResult is what an import answers.
type ImportResult struct {
	Message     string          `json:"message"` // such as "4,175 pages read, 312 issues found"
	CrawlID     string          `json:"crawlId"`
	SiteID      string          `json:"siteId"`
	UploadID    string          `json:"uploadId"`
	Pages       int64           `json:"pages"`     // read from this file
	Links       int64           `json:"links"`     // read from this file
	Issues      int64           `json:"issues"`    // of the whole crawl
	Rejected    int64           `json:"rejected"`  // rows of this file that could not be read
	Joined      bool            `json:"joined"`    // the file was added to a crawl that was there
	Unchanged   bool            `json:"unchanged"` // the same file was imported before
	Recognition []RecognizedTab `json:"recognition"`
	Warnings    []string        `json:"warnings"` // sentences
}
