// Package gsc reads Google Search Console: search queries, and the pages Google showed for them.
//
// It owns the wire format of the Search Analytics API. Days are in Pacific time. It never aggregates: each
// report is requested separately, because Google hides rare queries and truncates high-cardinality reports.
package gsc

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"google.golang.org/api/option"
	"google.golang.org/api/searchconsole/v1"

	"upslope"
	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

// Name is the display name.
const Name = "Google Search Console"

// Scope is the required OAuth scope.
const Scope = searchconsole.WebmastersReadonlyScope

const (
	pacific      = "America/Los_Angeles"
	rowsAtOnce   = 25_000
	rowsADay     = 50_000 // Google's maximum per report and day
	daysForFinal = 10     // one of the newest ten is final
	defaultDelay = 3      // days until a day is final, unless Google says otherwise
)

// Source reads Search Console.
type Source struct {
	base  string
	today func(*time.Location) time.Time
}

// New makes a Source of the API at base, such as https://www.googleapis.com. today returns the date in a time
// zone, at midnight UTC.
func New(base string, today func(*time.Location) time.Time) *Source {
	return &Source{base: strings.TrimRight(base, "/") + "/", today: today}
}

// Limits are Google's for one property, 1,200 requests a minute, with a margin.
func Limits() providers.Limits {
	return providers.Limits{PerSecond: 18, Burst: 10, Concurrency: 6, Timeout: time.Minute, MaxBytes: 256 << 20}
}

// Reports returns the totals, the reports they consist of, and then those that only split them.
func (s *Source) Reports() []providers.Report {
	return []providers.Report{
		s.report("gsc_totals", 0, date),
		s.report("gsc_queries", 0, query),
		s.report("gsc_pages", 0, page),
		s.report("gsc_query_pages", 0, query, page),
		s.report("gsc_query_devices", 90, query, device),
		s.report("gsc_page_countries", 90, page, country),
	}
}

// report describes one table. One with a shorter history is optional.
func (s *Source) report(table string, history int, dimensions ...dimension) providers.Report {
	report := providers.Report{
		Table: table, Span: 1, History: history, Repull: 4, ThroughFinal: true, Optional: history > 0, Months: monthsOf(table),
	}
	if dimensions[0] == date {
		report.Span, report.Fetch = 90, s.totals // one row a day: many days fit one small response
	} else {
		report.Fetch = s.days(dimensions)
	}
	return report
}

//go:embed month_of_queries.sql
var monthOfQueriesSQL string

//go:embed month_of_query_pages.sql
var monthOfQueryPagesSQL string

// monthsOf returns the monthly sums of the tables used for long windows.
func monthsOf(table string) *providers.Months {
	switch table {
	case "gsc_queries":
		return &providers.Months{Table: "gsc_query_months", SQL: monthOfQueriesSQL}
	case "gsc_query_pages":
		return &providers.Months{Table: "gsc_query_page_months", SQL: monthOfQueryPagesSQL}
	}
	return nil
}

// FinalDay asks Google, whose response names the first day not final when the range includes one.
func (s *Source) FinalDay(ctx context.Context, access providers.Access, today time.Time) (time.Time, error) {
	answer := newDecoder(date)
	request := s.query(today.AddDate(0, 0, 1-daysForFinal), today, date)
	request.DataState = "all"
	if err := s.ask(ctx, access, request, answer); err != nil {
		return time.Time{}, err
	}
	if first, err := time.Parse(time.DateOnly, answer.firstIncomplete); err == nil {
		return first.AddDate(0, 0, -1), nil
	}
	return today.AddDate(0, 0, -defaultDelay), nil
}

// Test requests the newest days.
func (s *Source) Test(ctx context.Context, access providers.Access) (providers.Found, error) {
	zone, err := time.LoadLocation(pacific)
	if err != nil {
		return providers.Found{}, fmt.Errorf("find the time zone of Search Console: %w", err)
	}
	today := s.today(zone)
	answer := newDecoder(date)
	if err := s.ask(ctx, access, s.query(today.AddDate(0, 0, 1-daysForFinal), today, date), answer); err != nil {
		return providers.Found{}, err
	}
	found := providers.Found{Name: nameOf(access.Property), Domain: domainOf(access.Property), TimeZone: pacific}
	found.Message = fmt.Sprintf("%s can be read; it has no data of the last %d days yet.", access.Property, daysForFinal)
	if days := answer.words; len(days) > 0 {
		newest := days[0]
		for _, day := range days {
			newest = max(newest, day)
		}
		found.Message = fmt.Sprintf("%s can be read; its newest final day is %s.", access.Property, newest)
	}
	return found, nil
}

// Properties lists the readable properties.
func (s *Source) Properties(ctx context.Context, access providers.Access) ([]providers.Property, error) {
	service, err := searchconsole.NewService(ctx, option.WithHTTPClient(access.HTTP), option.WithEndpoint(s.base))
	if err != nil {
		return nil, fmt.Errorf("make the client of Search Console: %w", err)
	}
	sites, err := service.Sites.List().Context(ctx).Do()
	if err != nil {
		return nil, remote.Failure(err)
	}
	var properties []providers.Property
	for _, site := range sites.SiteEntry {
		if site.PermissionLevel != "siteUnverifiedUser" { // access requested but not verified
			properties = append(properties, providers.Property{ID: site.SiteUrl, Name: nameOf(site.SiteUrl), Domain: domainOf(site.SiteUrl)})
		}
	}
	return properties, nil
}

func nameOf(property string) string { return strings.TrimPrefix(property, "sc-domain:") }

// domainOf returns the domain of a property in the form sites use.
func domainOf(property string) string {
	host, isDomain := strings.CutPrefix(property, "sc-domain:")
	if !isDomain {
		address, err := url.Parse(property)
		if err != nil {
			return ""
		}
		host = address.Hostname()
	}
	domain, err := upslope.CleanDomain(host)
	if err != nil {
		return ""
	}
	return domain
}

// explain handles a property without access.
func explain(access providers.Access, err error) error {
	var providerError *providers.Error
	var answer *remote.Answer
	if !errors.As(err, &providerError) || providerError.Kind != providers.Denied || errors.As(err, &answer) && answer.Has("SERVICE_DISABLED", "accessNotConfigured") {
		return err
	}
	account := access.Account
	if account == "" {
		account = "the Google account that was connected"
	}
	return providers.Errorf(providers.Denied, "Give %s read access to %s in Search Console, then test again.", account, access.Property).Because(err)
}
