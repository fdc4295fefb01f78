package upslope

import (
	"strconv"
	"strings"
	"time"
)

// TableFilter says which rows of a table of analysis to answer, and of which days.
type TableFilter struct {
	SiteID  string    // "" = every site of the account
	From    time.Time // the first day; zero = as many days as the table shows, up to To
	To      time.Time // the last day; zero = the last final day of its source
	Compare string    // previous, year or none; "" = previous
	Brand   string    // brand or non-brand; "" or all = both
	Sort    string    // a column, with a leading minus turned round; "" = as the table is sorted
	Query   string    // part of what a row is about, any case
	Limit   int
	Offset  int
}

// The values of TableFilter.Compare.
const (
	ComparePrevious = "previous" // as many days, right before
	CompareYear     = "year"     // the same weekdays 364 days before
	CompareNone     = "none"
)

// TableScope is what the rows of a table are about: whose figures, of which days, and what of them is missing.
type TableScope struct {
	Source              string    // the providers in words
	From, To            time.Time // the window; zero while nothing was read
	ComparedFrom        time.Time // the window it is compared with; zero when with none
	ComparedTo          time.Time
	NewestDay           time.Time // the last final day that was read; zero while there is none
	MissingDays         int       // days of the window that did not come, summed over sites
	ComparedMissingDays int       // likewise, of the window it is compared with
	Coverage            *float64  // percent of the whole that the rows can tell of; nil when that is all, or unknown
}

// Table is one page of a table of analysis.
type Table struct {
	TableScope
	Columns []TableColumn
	Rows    [][]any // a value a column; nil is unknown
	Total   int64   // rows on all pages
}

// FirstPage is the first page of a table of a site as people open it, worked out ahead.
type FirstPage struct {
	Table  string // such as seo/queries
	Key    string // of what is asked, and of the site
	MadeOf string // the same as long as its rows are
	Page   string // JSON
}

// TableColumn is what one value of every row is.
type TableColumn struct {
	Name  string // as in JSON
	Title string // as people read it
}

// Severities of a technical issue, worst first.
var Severities = []string{"critical", "high", "medium", "low"}

// TechnicalIssue is one kind of fault on one page, found in the newest crawl of its site or gone from it.
type TechnicalIssue struct {
	ID          string    `json:"id"` // the same in every crawl: made of the site, the page and the type
	SiteID      string    `json:"siteId"`
	IssueType   string    `json:"issueType"`
	Title       string    `json:"title"` // the issue type in words
	Severity    string    `json:"severity"`
	PageID      string    `json:"pageId"` // the same in every crawl: made of the normalised URL
	URL         string    `json:"url"`    // as crawled
	Details     string    `json:"details"`
	Status      string    `json:"status"`      // open or fixed
	Reopened    bool      `json:"reopened"`    // marked as fixed, and a newer crawl saw it again
	Seen        *string   `json:"seen"`        // Seen…; nil when no crawl before looked for this type
	FirstSeenAt time.Time `json:"firstSeenAt"` // when the first crawl that has it was imported
	ImportedAt  time.Time `json:"importedAt"`
}

// What became of an issue since the last crawl that looked for its type.
const (
	SeenNew        = "new"
	SeenStillThere = "still_there"
	SeenGone       = "gone" // the newest crawl looked for its type and does not have it
)

// IssueFilter says which technical issues of an account to list.
type IssueFilter struct {
	SiteID   string // "" = every site of the account
	Type     string // "" = every type
	Severity string // "" = every severity
	Status   string // open, fixed or "" = both
	Seen     string // Seen…; "" = all that the newest crawl has
	Page     string // one page by its normalised URL; "" = every page
	Query    string // part of the URL or the details, any case
	Sort     string // severity, issueType, url or importedAt; a leading minus turns it round
	Limit    int
	Offset   int
}

// IssueCount is how many pages have one type of issue, and how many had it before. The comparison is nil when no
// crawl before looked for the type.
type IssueCount struct {
	IssueType  string `json:"issueType"`
	Title      string `json:"title"`
	Severity   string `json:"severity"`
	Pages      int64  `json:"pages"` // 0 when all are gone
	New        *int64 `json:"new"`
	StillThere *int64 `json:"stillThere"`
	Gone       *int64 `json:"gone"`
}

// ComparedType is a type of issue that two crawls of a site looked for: the newest, and the last one before that did.
type ComparedType struct {
	SiteID    string
	IssueType string
	ImportID  string // of the earlier crawl's issues
}

// PageDetail is all that the newest crawl of a site tells of one page; nil is unknown, "" is none or unknown where
// the crawl does not tell these apart.
type PageDetail struct {
	SiteID             string           `json:"siteId"`
	URL                string           `json:"url"`  // as crawled
	Page               string           `json:"page"` // normalised
	ImportedAt         time.Time        `json:"importedAt"`
	CrawledAt          *time.Time       `json:"crawledAt"`
	StatusCode         *uint16          `json:"statusCode"`
	Status             string           `json:"status"`
	ContentType        string           `json:"contentType"`
	Indexable          *bool            `json:"indexable"`
	IndexabilityStatus string           `json:"indexabilityStatus"`
	Title              *string          `json:"title"`
	TitleLength        *uint32          `json:"titleLength"` // characters
	TitlePixels        *uint32          `json:"titlePixels"`
	Description        *string          `json:"description"`
	DescriptionLength  *uint32          `json:"descriptionLength"`
	DescriptionPixels  *uint32          `json:"descriptionPixels"`
	H1                 *string          `json:"h1"`
	SecondH1           *string          `json:"secondH1"`
	H1Count            *uint32          `json:"h1Count"`
	MetaRobots         *string          `json:"metaRobots"`
	XRobotsTag         *string          `json:"xRobotsTag"`
	Canonical          *string          `json:"canonical"`
	MetaRefresh        *string          `json:"metaRefresh"`
	RedirectURL        string           `json:"redirectUrl"`
	RedirectType       string           `json:"redirectType"`
	SizeBytes          *uint64          `json:"sizeBytes"`
	WordCount          *uint32          `json:"wordCount"`
	CrawlDepth         *uint32          `json:"crawlDepth"`
	InlinkCount        *uint64          `json:"inlinkCount"` // as the crawler counted
	UniqueInlinkCount  *uint64          `json:"uniqueInlinkCount"`
	OutlinkCount       *uint64          `json:"outlinkCount"`
	LinkScore          *float64         `json:"linkScore"`
	ResponseSeconds    *float64         `json:"responseSeconds"`
	ImagesWithoutAlt   *uint32          `json:"imagesWithoutAlt"`
	Language           string           `json:"language"`
	LastModified       *time.Time       `json:"lastModified"`
	Issues             []TechnicalIssue `json:"issues"`
	Inlinks            *PageLinks       `json:"inlinks"` // nil when no links were imported
	Outlinks           *PageLinks       `json:"outlinks"`
	RedirectsFrom      []string         `json:"redirectsFrom"` // URLs, at most 100
	CanonicalOf        []string         `json:"canonicalOf"`   // URLs, at most 100
	InsightIDs         []string         `json:"insightIds"`    // open ones about this page
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

// SpreadsheetCell makes text harmless in a CSV file: what a spreadsheet would run as a formula gets an apostrophe in
// front, unless it is a number.
func SpreadsheetCell(text string) string {
	if text == "" || !strings.ContainsRune("=+-@\t\r\n", rune(text[0])) && !strings.HasPrefix(text, "＝") &&
		!strings.HasPrefix(text, "＋") && !strings.HasPrefix(text, "－") && !strings.HasPrefix(text, "＠") {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	return "'" + text
}
