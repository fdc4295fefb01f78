// Package pagespeed reads page speed from Google's PageSpeed Insights: field data and one lab run.
//
// Google tests the pages; this package opens none itself. A test takes half a minute or more, and Google
// throttles frequent tests of a site with an unspecific error: so this package decides about retries, not the
// HTTP client.
package pagespeed

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"

	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

// Name is the display name.
const Name = "PageSpeed Insights"

const (
	maxPages  = 50 // per site: 100 tests a week, of a key's 25,000 a day
	everyDays = 7
	// testTime is Google's maximum of a minute, plus time for the test to wait its turn.
	testTime = 75 * time.Second
)

// Source reads PageSpeed Insights.
type Source struct {
	base string
	wait func(context.Context, time.Duration) error
}

// New makes a Source of the API at base, such as https://www.googleapis.com. wait passes the time before a
// throttled site is retried, like Sleep.
func New(base string, wait func(context.Context, time.Duration) error) *Source {
	return &Source{base: strings.TrimRight(base, "/") + "/", wait: wait}
}

// Sleep waits, or returns early when ctx is done.
func Sleep(ctx context.Context, rest time.Duration) error {
	timer := time.NewTimer(rest)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Limits are a key's 240 requests a minute, with a margin.
func Limits() providers.Limits {
	return providers.Limits{PerSecond: 3.5, Burst: 2, Concurrency: workers, Timeout: time.Minute, MaxBytes: 32 << 20}
}

// Reports are weekly.
func (s *Source) Reports() []providers.Report {
	return []providers.Report{{Table: "pagespeed_tests", Span: 1, Snapshot: true, Every: everyDays, Fetch: s.fetch}}
}

// FinalDay is today: results are snapshots.
func (s *Source) FinalDay(_ context.Context, _ providers.Access, today time.Time) (time.Time, error) {
	return today, nil
}

// Properties returns none: any page can be tested.
func (s *Source) Properties(context.Context, providers.Access) ([]providers.Property, error) {
	return nil, nil
}

// Test tests the first page on a phone.
func (s *Source) Test(ctx context.Context, access providers.Access) (providers.Found, error) {
	all := tests(access)
	if len(all) == 0 {
		return providers.Found{}, nothingToTest()
	}
	ask, err := s.asker(access)
	if err != nil {
		return providers.Found{}, err
	}
	result, err := orWithWWW(access, all, func(all []test) (*result, error) { return ask(ctx, all[0]) })
	if err != nil {
		return providers.Found{}, err
	}
	found := providers.Found{Name: access.Domain, Domain: access.Domain, Message: fmt.Sprintf("PageSpeed Insights tested %s.", result.page)}
	if result.score != nil {
		found.Message = fmt.Sprintf("PageSpeed Insights scored %s %d of 100 on mobile.", result.page, *result.score)
	}
	return found, nil
}

// device is our name of an emulated device.
type device string

const (
	mobile  device = "mobile"
	desktop device = "desktop"
)

// test is one page on one device.
type test struct {
	page   string
	origin string // scheme and host: Google throttles by origin
	device device
}

// tests returns the pages to test on both devices, most valuable first; the home page when none is known.
func tests(access providers.Access) []test {
	pages := access.Pages
	if len(pages) == 0 && access.Origin != "" {
		pages = []string{strings.TrimRight(access.Origin, "/") + "/"}
	}
	var all []test
	for _, page := range pages[:min(len(pages), maxPages)] {
		address, err := url.Parse(page)
		if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
			continue
		}
		origin := address.Scheme + "://" + address.Host
		all = append(all, test{page, origin, mobile}, test{page, origin, desktop})
	}
	return all
}

// orWithWWW runs try on the tests, and again with www. when only a domain is known and its home page fails.
func orWithWWW[T any](access providers.Access, all []test, try func([]test) (T, error)) (T, error) {
	made, err := try(all)
	if kind(err) == providers.Refused && len(all) == 2 && all[0].page == "https://"+access.Domain+"/" {
		access.Pages = []string{"https://www." + access.Domain + "/"}
		if others, err := try(tests(access)); err == nil {
			return others, nil
		}
	}
	return made, err
}

// asker returns a function that has Google test a page once.
func (s *Source) asker(access providers.Access) (func(context.Context, test) (*result, error), error) {
	if access.Key == "" {
		return nil, providers.Errorf(providers.Reconnect, "Enter a PageSpeed Insights API key to connect it.")
	}
	return func(ctx context.Context, t test) (*result, error) {
		timed, cancel := context.WithTimeout(remote.FinalFailures(ctx), testTime)
		defer cancel()
		query := url.Values{"url": {t.page}, "strategy": {strings.ToUpper(string(t.device))}, "category": {"PERFORMANCE"}, "locale": {"en"}, "key": {access.Key}}
		request, err := http.NewRequestWithContext(timed, http.MethodGet, s.base+"pagespeedonline/v5/runPagespeed?"+query.Encode(), nil)
		if err != nil {
			return nil, fmt.Errorf("make a request: %w", err)
		}
		var found answer
		err = remote.JSON(access.HTTP, request, &found)
		switch {
		case err == nil:
			return read(&found, t)
		case timed.Err() != nil && ctx.Err() == nil:
			return nil, providers.Errorf(providers.Temporary, "PageSpeed Insights took too long to test %s. Upslope will try again with the next sync.", t.page)
		}
		return nil, explain(err, t)
	}, nil
}

func (s *Source) fetch(ctx context.Context, access providers.Access, day, _ time.Time) iter.Seq2[providers.Batch, error] {
	return func(yield func(providers.Batch, error) bool) {
		all := tests(access)
		if len(all) == 0 {
			yield(providers.Batch{}, nothingToTest())
			return
		}
		ask, err := s.asker(access)
		if err != nil {
			yield(providers.Batch{}, err)
			return
		}
		results, err := orWithWWW(access, all, func(all []test) ([]result, error) { return s.run(ctx, all, ask) })
		if err != nil {
			yield(providers.Batch{}, err)
			return
		}
		yield(providers.Batch{Day: day, Columns: columns(results)}, nil)
	}
}

func nothingToTest() error {
	return providers.Errorf(providers.Refused, "There is no page to test yet: Upslope knows none of this site.")
}

// explain separates an untestable page from all other errors.
func explain(err error, t test) error {
	var answer *remote.Answer
	if !errors.As(err, &answer) {
		return err
	}
	switch {
	case answer.Has("lighthouseError", "lighthouseUserError", "FAILED_DOCUMENT_REQUEST") || strings.Contains(answer.Message, "Lighthouse returned error"):
		return unloadable(t, answer.Message).Because(answer)
	case strings.Contains(answer.Message, "API key not valid"): // older servers give no specific reason
		return providers.Errorf(providers.Reconnect, "PageSpeed Insights does not know this API key. Copy it again from the Google Cloud console, and connect again.").Because(answer)
	}
	return err
}

// unloadable is the error for a page Google cannot test, also not on a retry.
func unloadable(t test, why string) *providers.Error {
	return providers.Errorf(providers.Refused, "PageSpeed Insights could not load %s: %s", t.page, why)
}
