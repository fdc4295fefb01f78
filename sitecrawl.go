package upslope

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// SiteCrawl is a crawl by Upslope itself, while its job runs.
type SiteCrawl struct {
	JobID     string
	AccountID string
	SiteID    string
	URL       string // where it starts; "" is the home page
	MaxPages  int
	Options   CrawlOptions
}

// CrawlOptions narrow which addresses of a site are crawled.
type CrawlOptions struct {
	OneHost          bool     `json:"oneHost"`          // only the host it starts at; else the whole domain
	Include          []string `json:"include"`          // paths, written as in robots.txt; empty: all
	Exclude          []string `json:"exclude"`          // the same
	IgnoreParameters []string `json:"ignoreParameters"` // names of query parameters; * is all
	WithoutScripts   bool     `json:"withoutScripts"`   // pages that are empty without JavaScript stay empty
	Fast             bool     `json:"fast"`             // four times the polite speed, of proven sites
}

const (
	maxPatterns      = 20
	maxPatternLength = 200
)

// Clean trims and validates the options.
func (o *CrawlOptions) Clean() error {
	for _, list := range []struct {
		name   string
		values *[]string
		isPath bool
	}{{"include", &o.Include, true}, {"exclude", &o.Exclude, true}, {"ignoreParameters", &o.IgnoreParameters, false}} {
		values := []string{}
		for _, value := range *list.values {
			value = strings.TrimSpace(value)
			switch {
			case value == "" || slices.Contains(values, value):
				continue
			case utf8.RuneCountInString(value) > maxPatternLength || !printable(value):
				return FieldErrorf(list.name, "%s must have at most %d characters each.", list.name, maxPatternLength)
			case list.isPath && value[0] != '/' && value[0] != '*':
				return FieldErrorf(list.name, "%q must start with / or *, such as /blog/ or *.pdf$.", value)
			}
			values = append(values, value)
		}
		if len(values) > maxPatterns {
			return FieldErrorf(list.name, "%s must have at most %d entries.", list.name, maxPatterns)
		}
		*list.values = values
	}
	return nil
}

// CrawlScope decides which addresses the options admit.
type CrawlScope struct {
	include, exclude []*regexp.Regexp
	ignored          []string
}

// Scope prepares the options for use.
func (o CrawlOptions) Scope() CrawlScope {
	return CrawlScope{include: patterns(o.Include), exclude: patterns(o.Exclude), ignored: o.IgnoreParameters}
}

// patterns reads paths as robots.txt does (RFC 9309, 2.2.3): * is anything, and $ at the end is the end.
func patterns(paths []string) (list []*regexp.Regexp) {
	for _, path := range paths {
		path, ends := strings.CutSuffix(path, "$")
		expression := "^" + strings.ReplaceAll(regexp.QuoteMeta(path), `\*`, ".*")
		if ends {
			expression += "$"
		}
		if compiled, err := regexp.Compile(expression); err == nil {
			list = append(list, compiled)
		}
	}
	return list
}

// Admits reports whether an address is in scope.
func (s CrawlScope) Admits(address *url.URL) bool {
	if len(s.include)+len(s.exclude) == 0 {
		return true
	}
	target := address.EscapedPath()
	if address.RawQuery != "" {
		target += "?" + address.RawQuery
	}
	matches := func(pattern *regexp.Regexp) bool { return pattern.MatchString(target) }
	return (len(s.include) == 0 || slices.ContainsFunc(s.include, matches)) && !slices.ContainsFunc(s.exclude, matches)
}

// Strip removes the parameters that the options ignore.
func (s CrawlScope) Strip(address string) string {
	if len(s.ignored) == 0 || !strings.Contains(address, "?") {
		return address
	}
	base, query, _ := strings.Cut(address, "?")
	kept := slices.DeleteFunc(strings.Split(query, "&"), func(parameter string) bool {
		name, _, _ := strings.Cut(parameter, "=")
		return slices.Contains(s.ignored, "*") || slices.Contains(s.ignored, name)
	})
	if len(kept) == 0 {
		return base
	}
	return base + "?" + strings.Join(kept, "&")
}

// CrawledAddress is an address that such a crawl knows of.
type CrawledAddress struct {
	Position int // in the order of discovery, from 0
	URL      string
	Depth    int  // clicks from the start; -1 for what only a sitemap lists
	Read     bool // it was asked for
}

// CrawledPage is what such a crawl read of an address.
type CrawledPage struct {
	Position int // of its address
	Record   []byte
}

// CrawlWish is what the owner of a running crawl wants of it.
type CrawlWish struct{ Stopped, Paused bool }

// CrawlPart is the file of a crawl's first pages.
type CrawlPart struct {
	UploadID  string // "" before the first one
	ObjectKey string
	Busy      bool // its import has not ended
	Alone     bool // the site has no other crawl
	Newest    bool // its crawl is the site's newest
}

// CrawlSettings are how a site is crawled.
type CrawlSettings struct {
	SiteID       string       `json:"siteId"`
	Every        string       `json:"every"` // CrawlOff, CrawlDaily or CrawlWeekly
	URL          string       `json:"url"`   // where crawls start; "" is the home page
	MaxPages     int          `json:"maxPages"`
	Options      CrawlOptions `json:"options"`
	NextAt       *time.Time   `json:"nextAt"`              // nil when it is not crawled by itself
	JobID        string       `json:"jobId"`               // of the waiting, running or paused crawl; "" none
	Paused       bool         `json:"paused"`              // that crawl
	MaxPagesOf   int          `json:"maxPagesOf" db:"-"`   // the most that the account may crawl at a time
	DailyAllowed bool         `json:"dailyAllowed" db:"-"` // the account may crawl every day
	Crawled      bool         `json:"crawled"`             // Upslope has crawled it
	Ownership    Ownership    `json:"ownership" db:"-"`
	NeedsNoProof bool         `json:"needsNoProof" db:"-"` // larger and faster crawls are allowed now
}

// How often a site is crawled by itself.
const (
	CrawlOff    = "off"
	CrawlDaily  = "day"
	CrawlWeekly = "week"
)

// NextCrawl returns when a site is crawled again after a crawl at that time; nil for never.
func NextCrawl(every string, after time.Time) *time.Time {
	switch every {
	case CrawlDaily:
		return new(after.Add(24 * time.Hour))
	case CrawlWeekly:
		return new(after.Add(7 * 24 * time.Hour))
	}
	return nil
}
