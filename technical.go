package upslope

import "time"

// Severities of a technical issue, worst first.
var Severities = []string{"critical", "high", "medium", "low"}

// TechnicalIssue is one kind of fault on one page, found in the newest crawl of its site.
type TechnicalIssue struct {
	ID         string    `json:"id"` // the same in every crawl: made of the site, the page and the type
	SiteID     string    `json:"siteId"`
	IssueType  string    `json:"issueType"`
	Title      string    `json:"title"` // the issue type in words
	Severity   string    `json:"severity"`
	PageID     string    `json:"pageId"` // the same in every crawl: made of the normalised URL
	URL        string    `json:"url"`    // as crawled
	Details    string    `json:"details"`
	Status     string    `json:"status"` // open or fixed
	ImportedAt time.Time `json:"importedAt"`
}

// IssueFilter says which technical issues of an account to list.
type IssueFilter struct {
	SiteID   string // "" = every site of the account
	Type     string // "" = every type
	Severity string // "" = every severity
	Status   string // open, fixed or "" = both
	Query    string // part of the URL or the details, any case
	Sort     string // severity, issueType, url or importedAt; a leading minus turns it round
	Limit    int
	Offset   int
}

// IssueCount is how many pages have one type of issue.
type IssueCount struct {
	IssueType string `json:"issueType"`
	Title     string `json:"title"`
	Severity  string `json:"severity"`
	Pages     int64  `json:"pages"`
}

// Crawl is one crawl of a site, made of one or several uploaded files.
type Crawl struct {
	ID            string     `json:"id"`
	AccountID     string     `json:"-"`
	SiteID        string     `json:"siteId"`
	ImportID      string     `json:"-"`        // of its pages and technical issues in ClickHouse
	LinksImportID string     `json:"-"`        // of its links, when an inlinks export came too
	FileName      string     `json:"fileName"` // of its files, joined by commas
	Bytes         int64      `json:"bytes"`
	Pages         int64      `json:"pages"`
	Links         int64      `json:"links"`
	Issues        int64      `json:"issues"`
	Rejected      int64      `json:"rejected"`  // rows that could not be read
	CrawledAt     *time.Time `json:"crawledAt"` // when the crawler ran; nil when the file does not say
	ImportedAt    time.Time  `json:"importedAt"`
}

// Upload is one file of a crawl, on its way from object storage into ClickHouse.
type Upload struct {
	ID        string
	AccountID string
	SiteID    string // "" until the import has found out
	JobID     string
	ObjectKey string
	FileName  string
	Bytes     int64
	SHA256    string
	CreatedAt time.Time
}

// ImportResult is what an import answers.
type ImportResult struct {
	Message  string `json:"message"` // such as "4,175 pages read, 312 issues found"
	CrawlID  string `json:"crawlId"`
	SiteID   string `json:"siteId"`
	Pages    int64  `json:"pages"`
	Issues   int64  `json:"issues"`
	Rejected int64  `json:"rejected"`
}

// InsightType is a kind of insight: its words and its look, as its detector declares them.
type InsightType struct {
	Type  string `json:"type"`
	Title string `json:"title"`
	Icon  string `json:"icon"`
	Color string `json:"color"`
}

// Evidence is the rows behind an insight and the query that found them.
type Evidence struct {
	Columns    []string         `json:"columns"`
	Rows       []map[string]any `json:"rows"`
	SQL        string           `json:"sql"`
	Parameters map[string]any   `json:"parameters"`
}
