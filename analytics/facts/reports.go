package facts

import (
	"slices"
	"strings"
	"upslope"
)

// Crawl is the one source that is no provider: the pages, links and issues of the newest crawl.
const Crawl = "crawl"

// Reports are the tables of providers that detectors can look at.
func Reports() []string {
	return []string{
		"gsc_totals", "gsc_pages", "gsc_queries", "gsc_query_pages", "gsc_query_devices", "gsc_page_countries",
		"ga4_totals", "ga4_pages",
		"gads_campaigns", "gads_ad_groups", "gads_keywords", "gads_search_terms", "gads_criteria",
		"semrush_positions", "semrush_competitors", "pagespeed_tests",
	}
}

// IsSnapshot tells what is taken once, as of a day, from what is counted day by day.
func IsSnapshot(report string) bool {
	return slices.Contains([]string{"gads_criteria", "semrush_positions", "semrush_competitors", "pagespeed_tests"}, report)
}

// ProviderNames are the words that evidence calls the providers by.
func ProviderNames() map[string]string {
	return map[string]string{
		upslope.GSC: "Search Console", upslope.GA4: "Google Analytics 4", upslope.GAds: "Google Ads", upslope.Semrush: "Semrush",
		upslope.PageSpeed: "PageSpeed Insights",
	}
}

// ProviderOf is the provider of a report, the part before its first underscore.
func ProviderOf(report string) string {
	source, _, _ := strings.Cut(report, "_")
	return source
}
