package alerts

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"net/url"
	"slices"
	"time"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/stats"
)

//go:embed pages.sql
var pagesSQL string

// Constants of pages that left search, calibrated: docs/method.md#alerts.
const (
	goneDays        = 3  // newest days without the page
	pageDays        = 28 // before, on which it was there
	minPageDays     = 21
	cutRows         = 50_000 // rows of a day from which on Search Console leaves out the smallest
	clicksOnCutSite = 10.    // a day: above, a page is not among the rows that are left out
	movedShare      = .5     // of the lost clicks, on pages that are new: the page moved
	keptShare       = .5     // of its usual clicks that the site must still have
	maxPages        = 5      // alerts of pages at once; the rest is in the list of pages
	pageRate        = .01    // false discoveries among the pages of a site
)

// pageRow is a page that left search, or is watched since it had.
type pageRow struct {
	Site       string    `ch:"site"`
	Page       string    `ch:"of_page"`
	Days       uint64    `ch:"all_before"`
	GoneFrom   time.Time `ch:"gone_from"`
	LastSeen   time.Time `ch:"last_seen"`
	Cut        uint8     `ch:"is_cut_off"`
	SeenBefore uint64    `ch:"seen_before"`
	SeenNow    uint64    `ch:"seen_now"`
	Clicks     uint64    `ch:"clicks_before"`
	Mean       float64   `ch:"impressions_mean"` // a day
	Variance   float64   `ch:"impressions_variance"`
	Tested     uint64    `ch:"tested_pages"`
	SiteNow    uint64    `ch:"site_clicks_now"`
	SiteBefore uint64    `ch:"site_clicks_before"`
	OnNewPages uint64    `ch:"clicks_of_new_pages"`
}

// pages reads the pages of sites that left search, by site, and those that open alerts are about.
func (s *Service) pages(ctx context.Context, accountID string, records upslope.AlertRecords) (map[string][]pageRow, error) {
	found := map[string][]pageRow{}
	params := facts.Scope(accountID, records.Connections)
	if params == nil {
		return found, nil
	}
	watched := []string{}
	for _, alert := range records.Alerts {
		if alert.Rule == upslope.PageRule && alert.Status == upslope.AlertOpen {
			watched = append(watched, alert.Subject)
		}
	}
	params["watched"], params["row_limit"] = watched, cutRows
	params["newest"], params["before"], params["min_before"] = goneDays, pageDays, minPageDays
	params["from"] = s.Today().AddDate(0, 0, -(pageDays + goneDays + 20))
	var rows []pageRow
	if err := s.Facts.Select(ctx, &rows, facts.LookedUp("reads").Must(pagesSQL), params); err != nil {
		return nil, fmt.Errorf("read the pages of account %s: %w", accountID, err)
	}
	for _, row := range rows {
		found[row.Site] = append(found[row.Site], row)
	}
	return found, nil
}

// lost reports whether a page left search by itself: not with few clicks, with the whole site, or by a move.
func (p pageRow) lost() bool {
	daily := float64(p.Clicks) / float64(p.Days)
	siteNow, usual := float64(p.SiteNow)/goneDays, float64(p.SiteBefore)/float64(p.Days)
	return p.SeenNow == 0 && p.SeenBefore+1 >= p.Days && p.Clicks >= p.Days && (p.Cut == 0 || daily >= clicksOnCutSite) &&
		siteNow >= keptShare*(usual-daily) && float64(p.OnNewPages) < movedShare*daily*goneDays
}

// pValue is the probability of so many days without impressions: the negative binomial distribution of the
// page's own days. Days depend on each other, so the first counts alone.
func (p pageRow) pValue() float64 {
	if p.Mean <= 0 {
		return 1
	}
	size := 1e6
	if p.Variance > p.Mean {
		size = p.Mean * p.Mean / (p.Variance - p.Mean)
	}
	return math.Pow(1+p.Mean/size, -size)
}

// watchPages opens alerts of pages that left search, the ones with the most clicks first, and resolves those
// of pages that are back.
func (s *siteState) watchPages(rows []pageRow) {
	if !s.enabled(upslope.PageRule) {
		return
	}
	var values []float64
	seen := map[string]pageRow{}
	for _, row := range rows {
		seen[row.Page] = row
		if row.lost() {
			values = append(values, row.pValue())
		}
	}
	openNow := 0
	for _, alert := range s.alerts {
		if alert.Rule != upslope.PageRule || alert.Status != upslope.AlertOpen {
			continue
		}
		row, known := seen[alert.Subject]
		onset, err := time.Parse(time.DateOnly, alert.Onset)
		switch {
		case known && row.SeenNow > 0:
			s.resolve(alert, "The page is back in search.", false, row.GoneFrom)
		case err == nil && facts.DateOf(s.now).Sub(onset) >= newLevelDays*24*time.Hour:
			s.resolve(alert, "The page has been gone for four weeks.", true, facts.DateOf(s.now))
		default:
			openNow++
		}
	}
	slices.SortFunc(rows, func(a, b pageRow) int { return int(b.Clicks) - int(a.Clicks) })
	for _, row := range rows {
		limit, any := stats.SignificantPValue(values, int(row.Tested), pageRate)
		if !any || !row.lost() || row.pValue() > limit || s.openAlert(upslope.PageRule, row.Page) != nil || openNow >= maxPages {
			continue
		}
		openNow++
		s.open(row.alert())
	}
}

func (p pageRow) alert() upslope.Alert {
	daily := float64(p.Clicks) / float64(p.Days)
	path := p.Page
	if parsed, err := url.Parse(p.Page); err == nil && parsed.Path != "" {
		path = parsed.Path
	}
	expected, none := daily*goneDays, 0.
	low, high := interval(expected, math.Sqrt(math.Max(1, p.Variance/math.Max(1, p.Mean))))
	const title = " dropped out of search"
	return upslope.Alert{
		Rule: upslope.PageRule, Subject: p.Page, Onset: facts.DateOf(p.LastSeen).AddDate(0, 0, 1).Format(time.DateOnly),
		Title:  shorten(path, maxTitle-len(title)) + title,
		Detail: fmt.Sprintf("It had about %s clicks a day and has had no impressions for %d days.", number(daily), goneDays),
		URL:    "/seo?tab=pages&row=" + url.QueryEscape("page~"+p.Page), Unit: "count", Actual: &none, Expected: &expected, Low: &low, High: &high,
	}
}
