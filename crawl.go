package upslope

import "time"

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
	Partial          bool           `json:"partial"`   // a file of it is cut off, or stopped at the crawler's limit
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
