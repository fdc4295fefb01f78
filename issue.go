package upslope

import "time"

// Severities of a technical issue, worst first.
var Severities = []string{"critical", "high", "medium", "low"}

// TechnicalIssue is one kind of fault on one page, found in the site's newest crawl or gone from it.
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
	Reopened    bool      `json:"reopened"`    // marked as fixed, then found by a newer crawl
	Seen        *string   `json:"seen"`        // Seen…; nil when no crawl before looked for this type
	FirstSeenAt time.Time `json:"firstSeenAt"` // when the first crawl that has it was imported
	ImportedAt  time.Time `json:"importedAt"`
}

// The state of an issue against the last crawl that checked its type.
const (
	SeenNew        = "new"
	SeenStillThere = "still_there"
	SeenGone       = "gone" // the newest crawl checked its type and does not have it
)

// IssueFilter says which technical issues of an account to list.
type IssueFilter struct {
	SiteID   string // "" = every site of the account
	Type     string // "" = every type
	Severity string // "" = every severity
	Status   string // open, fixed or "" = both
	Seen     string // Seen…; "" = all that the newest crawl has
	Crawl    string // the crawl whose issues these are, with Against only; "" = the newest
	Against  string // the crawl compared with; "": for each type the last before that looked for it
	Page     string // one page by its normalised URL; "" = every page
	Query    string // part of the URL or the details, any case
	Sort     string // severity, issueType, url or importedAt; a leading minus turns it round
	Limit    int
	Offset   int
}

// IssueCount counts the pages with one type of issue, and its changes since the last crawl that checked the
// type; these are nil when none did.
type IssueCount struct {
	IssueType  string `json:"issueType"`
	Title      string `json:"title"`
	About      string `json:"about"` // what the type does to a page, in a sentence
	Severity   string `json:"severity"`
	Pages      int64  `json:"pages"` // 0 when all are gone
	New        *int64 `json:"new"`
	StillThere *int64 `json:"stillThere"`
	Gone       *int64 `json:"gone"`
}

// ComparedType is an issue type that the newest crawl and an earlier one checked; ImportID is of the earlier.
type ComparedType struct {
	SiteID    string
	IssueType string
	ImportID  string // of the earlier crawl's issues
}
