package upslope

import "time"

// Upload is one file of a crawl, in object storage and, once imported, in ClickHouse.
type Upload struct {
	ID           string            `json:"id"`
	AccountID    string            `json:"-"`
	SiteID       string            `json:"siteId"`  // "" until the import has determined it
	CrawlID      string            `json:"crawlId"` // "" unless it is part of one
	ImportID     string            `json:"-"`       // of its rows in ClickHouse; "" unless part of a crawl
	JobID        string            `json:"jobId"`   // of the last import of it
	ObjectKey    string            `json:"-"`
	FileName     string            `json:"fileName"`
	Bytes        int64             `json:"bytes"`
	SHA256       string            `json:"-"`
	Put          bool              `json:"-"`       // sent by PUT; widgets may POST the same bytes after
	SiteGiven    bool              `json:"-"`       // the sender named the site
	Confirmed    bool              `json:"-"`       // import it although it looks wrong
	Waiting      bool              `json:"waiting"` // imported, and waits for the pages of its crawl
	Partial      bool              `json:"-"`       // cut off, or stopped at the crawler's limit
	Part         bool              `json:"-"`       // of our own crawler: its first pages, while it goes on
	EndedEarly   string            `json:"-"`       // a sentence of our own crawler: why pages may be missing
	Notes        []string          `json:"-"`       // sentences of our own crawler
	Mapping      map[string]string `json:"mapping"` // header → field, as the owner chose
	Recognition  []RecognizedTab   `json:"recognition"`
	Warnings     []string          `json:"warnings"` // sentences
	Pages        int64             `json:"-"`        // URLs of the site
	Links        int64             `json:"-"`
	ForeignPages int64             `json:"-"`        // URLs of other sites
	Rejected     int64             `json:"rejected"` // rows that could not be read
	CreatedAt    time.Time         `json:"createdAt"`
	ImportedAt   *time.Time        `json:"importedAt"`
}

// MaxUploadWait is how long a file without pages waits for the pages of its crawl.
const MaxUploadWait = 24 * time.Hour

// RejectedKey is the object key of the upload's rejected rows.
func (u Upload) RejectedKey() string { return u.ObjectKey + ".rejected.csv" }

// Part is one stored part of a multipart upload.
type Part struct {
	Number int    `json:"PartNumber"` // from 1
	ETag   string `json:"ETag"`       // of its bytes
	Bytes  int64  `json:"Size"`
}

// IssueList is the report of the pages with one issue, of crawlers that export every issue as a file.
const IssueList = "Issue"

// RecognizedTab is how one table of a file was recognized.
type RecognizedTab struct {
	Name       string             `json:"name"`    // the file, or one of an archive
	Crawler    string             `json:"crawler"` // "" when no crawler's headers match
	Report     string             `json:"report"`  // such as Internal or All Inlinks
	Filter     string             `json:"filter"`  // such as Client Error 4xx; "" when the report is whole
	Scope      string             `json:"scope"`   // of pages: site, html, files, foreign or part
	Covers     []string           `json:"covers"`  // the issue types that a part shows completely
	Kind       string             `json:"kind"`    // pages, links, redirects or issues
	Rows       int64              `json:"rows"`    // read
	Encoding   string             `json:"encoding"`
	Delimiter  string             `json:"delimiter"` // comma, semicolon, tab or pipe
	HeaderLine int                `json:"headerLine"`
	Columns    []RecognizedColumn `json:"columns"` // used
	Missing    []MissingColumn    `json:"missing"` // missing from the file
	Unknown    []string           `json:"unknown"` // unused headers
	Notes      []string           `json:"notes"`   // sentences
}

// RecognizedColumn is a header of a file and its field.
type RecognizedColumn struct {
	Header string `json:"header"`
	Field  string `json:"field"`
	Label  string `json:"label"`
}

// MissingColumn is a missing field and what that costs.
type MissingColumn struct {
	Field string `json:"field"`
	Label string `json:"label"`
	Cost  string `json:"cost"` // a sentence
}

// CrawlField is a field that a column of a crawl file can be mapped to.
type CrawlField struct {
	Name  string `json:"name"`  // its name in a mapping
	Label string `json:"label"` // what people call it
	Kind  string `json:"kind"`  // pages or links
}

// ImportResult is the outcome of an import.
type ImportResult struct {
	Message     string          `json:"message"` // such as "4,175 pages read, 312 issues found"
	CrawlID     string          `json:"crawlId"`
	SiteID      string          `json:"siteId"`
	UploadID    string          `json:"uploadId"`
	Rows        int64           `json:"rows"`      // read from this file
	Pages       int64           `json:"pages"`     // URLs of the site in this file
	Links       int64           `json:"links"`     // read from this file
	Issues      int64           `json:"issues"`    // of the whole crawl
	Rejected    int64           `json:"rejected"`  // rows of this file that could not be read
	Joined      bool            `json:"joined"`    // the file was added to an existing crawl
	Unchanged   bool            `json:"unchanged"` // the same file was imported before
	Waiting     bool            `json:"waiting"`   // the file waits for the pages of its crawl
	Recognition []RecognizedTab `json:"recognition"`
	Warnings    []string        `json:"warnings"` // sentences
}
