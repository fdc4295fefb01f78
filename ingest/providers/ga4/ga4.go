// Package ga4 reads Google Analytics 4: a property's sessions, their landing pages and conversions.
//
// It owns the wire format of the Data API and, for lists of properties, of the Admin API. Days are in the
// property's time zone. Every row of Google's becomes one row here, so that sums match Google's.
package ga4

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	analyticsdata "google.golang.org/api/analyticsdata/v1beta"

	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

// Name is the display name.
const Name = "Google Analytics"

// Scope is the required OAuth scope.
const Scope = analyticsdata.AnalyticsReadonlyScope

const (
	span       = 30 // days per request
	finalAfter = 2  // days
	// rowsAtOnce stays below Google's limit of 250,000: the generated client needs a kilobyte a row.
	rowsAtOnce = 50_000
)

// Source reads Google Analytics.
type Source struct {
	data, admin string
	now         func() time.Time
	quotas      quotas
}

// New makes a Source with the base addresses of the Data API, such as
// https://analyticsdata.googleapis.com, and of the Admin API.
func New(data, admin string, now func() time.Time) *Source {
	return &Source{data: strings.TrimRight(data, "/") + "/", admin: strings.TrimRight(admin, "/") + "/", now: now}
}

// Limits are Google's for one property: ten concurrent requests. Token costs come with each response.
func Limits() providers.Limits {
	return providers.Limits{PerSecond: 10, Burst: 10, Concurrency: 10, Timeout: 2 * time.Minute, MaxBytes: 256 << 20}
}

// Reports returns the totals, the landing pages, and the landing pages of visits from AI assistants.
func (s *Source) Reports() []providers.Report {
	return []providers.Report{
		{Table: "ga4_totals", Span: span, Repull: 3, Fetch: s.totals},
		{Table: "ga4_pages", Span: span, Repull: 3, Fetch: s.pages},
		{Table: "ga4_assistants", Span: span, Repull: 3, Fetch: s.assistants},
	}
}

// FinalDay follows Google's documentation: processing takes 24 to 48 hours.
func (s *Source) FinalDay(_ context.Context, _ providers.Access, today time.Time) (time.Time, error) {
	return today.AddDate(0, 0, -finalAfter), nil
}

// Test requests the sessions of the last week.
func (s *Source) Test(ctx context.Context, access providers.Access) (providers.Found, error) {
	answer, err := s.run(ctx, access, &analyticsdata.RunReportRequest{
		DateRanges: []*analyticsdata.DateRange{{StartDate: "7daysAgo", EndDate: "yesterday"}},
		Metrics:    []*analyticsdata.Metric{{Name: "sessions"}},
		Limit:      1,
	})
	if err != nil {
		return providers.Found{}, err
	}
	var found providers.Found
	found.Currency, found.TimeZone = string(answer.Metadata.Value.CurrencyCode), string(answer.Metadata.Value.TimeZone)
	found.Name, found.Domain = s.describe(ctx, access)
	label := "Property " + propertyOf(access)
	if found.Name != "" {
		label = fmt.Sprintf("%s (property %s)", found.Name, propertyOf(access))
	}
	sessions := int64(0)
	if len(answer.Rows) > 0 && len(answer.Rows[0].MetricValues) > 0 {
		if sessions, err = strconv.ParseInt(string(answer.Rows[0].MetricValues[0].Value), 10, 64); err != nil {
			return providers.Found{}, damaged("sessions that are no number")
		}
	}
	noun := "sessions"
	if sessions == 1 {
		noun = "session"
	}
	found.Message = message.NewPrinter(language.English).Sprintf("%s can be read; it had %d %s in the last seven days.", label, sessions, noun)
	return found, nil
}

// run sends one report request once the property's quota allows it.
func (s *Source) run(ctx context.Context, access providers.Access, request *analyticsdata.RunReportRequest) (*report, error) {
	if err := s.quotas.wait(ctx, propertyOf(access), s.now); err != nil {
		return nil, err
	}
	request.ReturnPropertyQuota = true
	body, err := request.MarshalJSON()
	if err != nil {
		return nil, fmt.Errorf("write a report request: %w", err)
	}
	address := s.data + "v1beta/properties/" + url.PathEscape(propertyOf(access)) + ":runReport"
	sent, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("make a request: %w", err)
	}
	sent.Header.Set("Content-Type", "application/json")
	var answer *report
	err = remote.Read(access.HTTP, sent, func(body []byte) error {
		answer = &report{} // an earlier try may have left something
		return json.Unmarshal(body, answer)
	})
	if err != nil {
		return nil, explain(access, err)
	}
	answer.count = int64(answer.RowCount.Value)
	s.quotas.learn(propertyOf(access), answer.PropertyQuota, s.now())
	return answer, nil
}

func propertyOf(access providers.Access) string {
	return strings.TrimPrefix(access.Property, "properties/")
}

// explain handles a property without access. Google does not reveal whether it exists.
func explain(access providers.Access, err error) error {
	var providerError *providers.Error
	var answer *remote.Answer
	if !errors.As(err, &providerError) || !errors.As(err, &answer) || answer.Has("SERVICE_DISABLED", "accessNotConfigured") ||
		providerError.Kind != providers.Denied && answer.Code != 404 {
		return err
	}
	account := access.Account
	if account == "" {
		account = "the Google account that was connected"
	}
	return providers.Errorf(providers.Denied, "Property %s does not exist, or %s may not read it. Give it the role Viewer in Analytics, under Admin and Property access management, then test again.",
		propertyOf(access), account).Because(err)
}
