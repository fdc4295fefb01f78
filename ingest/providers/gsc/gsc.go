// Package gsc reads Google Search Console: what people searched for, and which pages Google showed them.
//
// It owns the wire format of the Search Analytics API. Days are Pacific dates. Figures are never added up here: every report is asked
// for as its own aggregation, because Google hides rare queries and cuts the tail of what has many dimensions.
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

// Name is what people call the provider.
const Name = "Google Search Console"

// Scope is what credentials must allow.
const Scope = searchconsole.WebmastersReadonlyScope

const (
	pacific      = "America/Los_Angeles"
	rowsAtOnce   = 25_000
	rowsADay     = 50_000 // of one report; Google gives no more
	daysForFinal = 10     // among the newest, one is final
	defaultDelay = 3      // days until a day is final, where Google does not say
)

// Source is Search Console.
type Source struct {
	base  string
	today func(*time.Location) time.Time
}

// New makes a Source of the API at base, such as https://www.googleapis.com. today answers the date in a time zone, at midnight UTC.
func New(base string, today func(*time.Location) time.Time) *Source {
	return &Source{base: strings.TrimRight(base, "/") + "/", today: today}
}

// Limits are those of one property, 1,200 requests a minute, with some room.
func Limits() providers.Limits {
	return providers.Limits{PerSecond: 18, Burst: 10, Concurrency: 6, Timeout: time.Minute, MaxBytes: 256 << 20}
}

// Reports are the totals and what they consist of, then what only tells shares.
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

// report describes one table. One that has less history than the others is an extra, which may fail.
func (s *Source) report(table string, history int, dimensions ...dimension) providers.Report {
	report := providers.Report{
		Table: table, Span: 1, History: history, Repull: 4, ThroughFinal: true, Optional: history > 0, Months: monthsOf(table),
	}
	if dimensions[0] == date {
		report.Span, report.Fetch = 90, s.totals // one row a day: many days are one small answer
	} else {
		report.Fetch = s.days(dimensions)
	}
	return report
}

//go:embed month_of_queries.sql
var monthOfQueriesSQL string

//go:embed month_of_query_pages.sql
var monthOfQueryPagesSQL string

// monthsOf are the monthly sums of the tables that long windows read.
func monthsOf(table string) *providers.Months {
	switch table {
	case "gsc_queries":
		return &providers.Months{Table: "gsc_query_months", SQL: monthOfQueriesSQL}
	case "gsc_query_pages":
		return &providers.Months{Table: "gsc_query_page_months", SQL: monthOfQueryPagesSQL}
	}
	return nil
}

// FinalDay asks Google, which tells the first day that is not final when it is asked for days that are not.
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

// Test asks for the newest days.
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

// Properties lists what the credentials may read.
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
		if site.PermissionLevel != "siteUnverifiedUser" { // who only asked for it
			properties = append(properties, providers.Property{ID: site.SiteUrl, Name: nameOf(site.SiteUrl), Domain: domainOf(site.SiteUrl)})
		}
	}
	return properties, nil
}

func nameOf(property string) string { return strings.TrimPrefix(property, "sc-domain:") }

// domainOf is the domain of a property as sites have it.
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

// explain says what to do about a property that the credentials do not open.
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
