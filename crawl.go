package upslope

import (
	"net/url"
	"strings"
	"time"
)

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
	NewIssues        *int64         `json:"newIssues"` // since the crawl before; nil in a site's first
	StillThereIssues *int64         `json:"stillThereIssues"`
	GoneIssues       *int64         `json:"goneIssues"`
	Judged           []string       `json:"-"`         // the types of issue that its columns allow to find
	Partial          bool           `json:"partial"`   // a file is cut off, or the crawler's limit was hit
	Rejected         int64          `json:"rejected"`  // rows that could not be read
	CrawledAt        *time.Time     `json:"crawledAt"` // when the crawler ran; nil when the file does not say
	ImportedAt       time.Time      `json:"importedAt"`
	Uploads          []string       `json:"uploads"`  // the ids of its files, in the order they came
	Changes          []PageChange   `json:"-" db:"-"` // of pages since the crawl before, during the import
}

// SeverityCounts is a number of issues by severity.
type SeverityCounts struct {
	Critical int64 `json:"critical"`
	High     int64 `json:"high"`
	Medium   int64 `json:"medium"`
	Low      int64 `json:"low"`
}

// usualCrawl is how many pages a crawl reads unless told otherwise.
const usualCrawl = 500

// CrawlLimit returns how many addresses a crawl of the account reads at most; wanted nil is the usual number.
func (a Account) CrawlLimit(wanted *int) (int, error) {
	switch most := a.CrawlAllowance().Pages; {
	case wanted == nil:
		return min(usualCrawl, most), nil
	case *wanted < 1:
		return 0, FieldErrorf("maxPages", "maxPages must be 1 or more.")
	case *wanted > maxCrawl:
		return 0, FieldErrorf("maxPages", "maxPages must be 10,000 or less. Upload the file of a desktop crawler for larger sites.")
	case *wanted > most:
		return 0, Errorf(PaymentRequired, "A trial crawls up to 500 pages at a time. Choose a plan in Settings under Billing to crawl up to 10,000.")
	}
	return *wanted, nil
}

// CrawlEvery returns nil when the account may have a site crawled that often.
func (a Account) CrawlEvery(every string) error {
	switch {
	case every != CrawlOff && every != CrawlDaily && every != CrawlWeekly:
		return FieldErrorf("every", "every must be off, week or day.")
	case every == CrawlDaily && !a.CrawlAllowance().Daily:
		return Errorf(PaymentRequired, "A trial crawls every week. Choose a plan in Settings under Billing to crawl every day.")
	}
	return nil
}

// CrawlStart returns the address that a crawl of the site starts at. Other sites' addresses are refused,
// unless anyHost allows every host.
func (s Site) CrawlStart(address string, anyHost bool) (string, error) {
	address = strings.TrimSpace(address)
	if address != "" && !strings.Contains(address, "://") {
		address = "https://" + address
	}
	start, err := url.Parse(address)
	switch {
	case address == "":
		return "", nil
	case err != nil || start.Scheme != "http" && start.Scheme != "https" || start.Hostname() == "":
		return "", FieldErrorf("url", "url must be a web address, such as https://%s/.", s.Domain)
	case !anyHost && !HostBelongsTo(start.Hostname(), s.Domain):
		return "", FieldErrorf("url", "url must be an address of %s. Add %s as a site to crawl it.", s.Domain, start.Hostname())
	}
	start.User, start.Fragment = nil, ""
	if start.Path == "" {
		start.Path = "/"
	}
	return start.String(), nil
}
