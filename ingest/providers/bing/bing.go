// Package bing reads Bing Webmaster Tools: how a site did in Bing's results, and what Bing could not crawl.
//
// The API's methods take no dates: each returns all that Bing has of a site, in buckets of a week.
package bing

import (
	"context"
	"iter"
	"strings"
	"time"

	"upslope"
	"upslope/ingest/providers"
)

// Name is the display name.
const Name = "Bing Webmaster Tools"

const (
	history = 183 // days: Bing keeps six months
	lag     = 3   // days until Bing's figures of a day are there
	// repull is how many of the newest days are read again: Bing adds to the buckets of the last two weeks.
	repull = 14
)

// Source reads Bing Webmaster Tools.
type Source struct{ base string }

// New makes a Source of the API at base, such as https://ssl.bing.com.
func New(base string) *Source {
	return &Source{base: strings.TrimRight(base, "/") + "/webmaster/api.svc/json/"}
}

// Limits are our own: Bing does not publish its own, and a site takes four requests a day.
func Limits() providers.Limits {
	return providers.Limits{PerSecond: 2, Burst: 2, Concurrency: 2, Timeout: 2 * time.Minute, MaxBytes: 64 << 20}
}

// Reports are read daily. The crawl issues are those of now.
func (s *Source) Reports() []providers.Report {
	return []providers.Report{
		{Table: "bing_queries", Span: history, History: history, Repull: repull, ThroughFinal: true, Fetch: s.stats("GetQueryStats", "query", keep)},
		{Table: "bing_pages", Span: history, History: history, Repull: repull, ThroughFinal: true, Fetch: s.stats("GetPageStats", "page", normalize)},
		{Table: "bing_crawl_issues", Span: 1, Snapshot: true, LatestOnly: true, Every: 1, Optional: true, Fetch: s.crawlIssues},
	}
}

// FinalDay is three days ago.
func (*Source) FinalDay(_ context.Context, _ providers.Access, today time.Time) (time.Time, error) {
	return today.AddDate(0, 0, -lag), nil
}

// Test looks for the domain among the verified sites of the key.
func (s *Source) Test(ctx context.Context, access providers.Access) (providers.Found, error) {
	site, err := s.siteOf(ctx, access)
	if err != nil {
		return providers.Found{}, err
	}
	return providers.Found{Name: site, Domain: access.Domain, Message: "Bing Webmaster Tools knows " + site + "."}, nil
}

// Properties returns none: the property follows from the domain.
func (*Source) Properties(context.Context, providers.Access) ([]providers.Property, error) {
	return nil, nil
}

// siteOf returns the address under which the key's account verified the domain, preferably without www.
func (s *Source) siteOf(ctx context.Context, access providers.Access) (string, error) {
	var sites []site
	if err := s.get(ctx, access, "GetUserSites", "", &sites); err != nil {
		return "", err
	}
	unverified := false
	for _, host := range []string{access.Domain, "www." + strings.TrimPrefix(access.Domain, "www."), strings.TrimPrefix(access.Domain, "www.")} {
		for _, one := range sites {
			switch {
			case one.host() != host:
			case bool(one.IsVerified):
				return string(one.URL), nil
			default:
				unverified = true
			}
		}
	}
	if unverified {
		return "", providers.Errorf(providers.Denied, "Bing Webmaster Tools has %s, but it is not verified. Verify it there, then test again.", access.Domain)
	}
	return "", providers.Errorf(providers.Denied, "The Bing account of this API key does not have %s. Add the site in Bing Webmaster Tools, or use the key of the account that has it.", access.Domain)
}

func keep(text string) string { return text }

// normalize normalizes a page. An invalid address stays unchanged: the row counts all the same.
func normalize(address string) string {
	if normalized, err := upslope.NormalizeURL(address); err == nil {
		return normalized
	}
	return address
}

// stats reads a method that lists figures by a text, one batch for each of Bing's days.
func (s *Source) stats(method, column string, clean func(string) string) func(context.Context, providers.Access, time.Time, time.Time) iter.Seq2[providers.Batch, error] {
	return func(ctx context.Context, access providers.Access, from, to time.Time) iter.Seq2[providers.Batch, error] {
		return func(yield func(providers.Batch, error) bool) {
			site, err := s.siteOf(ctx, access)
			var all []stat
			if err == nil {
				err = s.get(ctx, access, method, site, &all)
			}
			if err != nil {
				yield(providers.Batch{}, err)
				return
			}
			days := map[time.Time][]stat{}
			for _, one := range all {
				if day := one.Date.Time; !day.Before(from) && !day.After(to) && one.Query != "" {
					days[day] = append(days[day], one)
				}
			}
			for day, rows := range days {
				if !yield(providers.Batch{Day: day, Columns: []providers.Column{
					providers.ColumnOf(column, rows, func(one *stat) string { return clean(string(one.Query)) }),
					providers.ColumnOf("clicks", rows, func(one *stat) uint32 { return whole(one.Clicks) }),
					providers.ColumnOf("impressions", rows, func(one *stat) uint32 { return whole(one.Impressions) }),
					providers.ColumnOf("position", rows, func(one *stat) *float64 { return placeOf(one.AvgImpressionPosition) }),
				}}, nil) {
					return
				}
			}
		}
	}
}

func (s *Source) crawlIssues(ctx context.Context, access providers.Access, day, _ time.Time) iter.Seq2[providers.Batch, error] {
	return func(yield func(providers.Batch, error) bool) {
		site, err := s.siteOf(ctx, access)
		var rows []crawlIssue
		if err == nil {
			err = s.get(ctx, access, "GetCrawlIssues", site, &rows)
		}
		if err != nil {
			yield(providers.Batch{}, err)
			return
		}
		if len(rows) == 0 {
			return
		}
		yield(providers.Batch{Day: day, Columns: []providers.Column{
			providers.ColumnOf("page", rows, func(one *crawlIssue) string { return normalize(string(one.URL)) }),
			providers.ColumnOf("http_code", rows, func(one *crawlIssue) uint16 { return uint16(min(whole(one.HTTPCode), 999)) }),
			providers.ColumnOf("issues", rows, func(one *crawlIssue) []string { return one.issues() }),
			providers.ColumnOf("links_in", rows, func(one *crawlIssue) uint32 { return whole(one.InLinks) }),
		}}, nil)
	}
}
