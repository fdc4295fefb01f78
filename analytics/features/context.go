// Package features computes the inputs that the detectors of a site share: windows, the brand, the CTR curve,
// the value of a click and dispersion. It finds nothing itself; package insights does.
package features

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/features/intent"
	"upslope/analytics/pagerank"
)

//go:embed folders.sql
var foldersSQL string

// Constants of folders.sql, calibrated: docs/method.md#windows.
const (
	folderMinPages       = 5   // minimum pages of a folder
	folderMaxRootFolders = 100 // more top-level folders than this are treated as pages
	folderMaxFolders     = 12  // more folders below one parent than this are one folder
	folderMinShare       = .1  // of the siblings' pages, for a folder to stand out among too many
)

// Context is the input that detectors share, as parameters of their SQL. Every parameter is always present:
//
//	account_id, sites        scope of the rows
//	connections              current connections
//	gsc_queries_sync_ids     current reads of all days, for every report; the view reads has their days
//	imports, links, rankings, fixed, folders
//	                         of the crawl: its rows, links and link ranking, issues marked as fixed, and the
//	                         site's folders; empty lists without a crawl
//	crawl_reach              measure of CrawlReach; crawl_reach_of gives that of a page; "" for none
//	gsc_from, gsc_to         window of Search Console: the 28 days up to its last final one; likewise
//	                         ga4_, gads_, semrush_ and pagespeed_; 1970-01-01 if unknown, so it has no row
//	gsc_queries_days         imported days of the window, for every report; 0 if unknown
//	pagespeed_tests_newest   newest day, for every report
//	month_days               converts a total of n days to a month: × month_days / n
//	capped_query_days, capped_query_page_days
//	                         days of the window that lack the smallest rows of gsc_queries, gsc_query_pages
//	ctr                      CTR by position; ctr_at(position) looks it up
//	dispersion               φ, the overdispersion of clicks against Poisson; at least 1
//	unbranded_impressions    of the window, of non-brand queries
//	brand_terms, brand_letters, brand_mistakes, brand_inside, brand_patterns, suspected_brand, not_brand
//	                         inputs of is_brand(query)
//	home_pages               URL forms of the home page
//	guide_paths              pattern of the paths of guides
//	category_paths           and of categories
//	main_host                the host on which texts name pages by their paths alone
//	site_currency            the owner's currency
//	conversion_value         of the owner's rules, in site_currency; 0 if not set
//	excluded_pages           pattern of decoded paths that the owner excludes; "" for none
//	told_targets, cpa_until, …
//	                         inputs of cpa_targets, the view of facts with the target CPA of the ads
type Context struct {
	Account       upslope.Account
	now           time.Time
	Crawl         *upslope.Crawl // nil without a crawl
	Site          upslope.Site
	Rules         upslope.SiteRules
	SearchedBrand *upslope.SearchedBrand // nil without search data
	excluded      *regexp.Regexp         // excluded_pages; nil for none
	Windows       Windows
	CrawlReach    CrawlReach
	searchTotals  searchTotals
	Clicks        *ClickValues
	Params        map[string]any
}

// Store returns a site's rules and connections.
type Store interface {
	Account(ctx context.Context, accountID string) (upslope.Account, error)
	Site(ctx context.Context, accountID, siteID string) (upslope.Site, error)
	// Connections returns the provider connections of a site.
	Connections(ctx context.Context, accountID, siteID string) ([]upslope.Connection, error)
	// Rules returns the owners' rules for the detectors, by site ID.
	Rules(ctx context.Context, accountID, siteID string) (map[string]upslope.SiteRules, error)
	// FixedIssues returns the IDs of technical issues marked as fixed and not seen by a newer crawl.
	FixedIssues(ctx context.Context, accountID, siteID string) ([]string, error)
}

// Reader reads the shared input of detectors.
type Reader struct {
	facts facts.Querier
	store Store
	now   func() time.Time
}

func NewReader(facts facts.Querier, store Store, now func() time.Time) *Reader {
	return &Reader{facts, store, now}
}

func (r *Reader) Read(ctx context.Context, accountID, siteID string, crawl *upslope.Crawl) (*Context, error) {
	g := &Context{now: r.now(), Crawl: crawl, Params: map[string]any{
		"account_id": accountID, "sites": []string{siteID}, "connections": []string{}, "month_days": facts.MonthDays,
		"imports": []string{}, "links": []string{}, "rankings": []string{}, "fixed": []string{}, "folders": []string{},
		"crawl_is_partial": false,
		"most_revenue":     math.MaxFloat64, "guide_paths": intent.PathPattern(intent.Guide), "category_paths": intent.PathPattern(intent.Category),
	}}
	var err error
	if g.Account, err = r.store.Account(ctx, accountID); err != nil {
		return nil, fmt.Errorf("read the account: %w", err)
	}
	if g.Site, err = r.store.Site(ctx, accountID, siteID); err != nil {
		return nil, fmt.Errorf("read the site: %w", err)
	}
	g.Params["site_currency"], g.Params["lost_trust"], g.Params["main_host"] = g.Site.Currency, lostTrust, g.Site.Domain
	if err := r.addRules(ctx, g, accountID); err != nil {
		return nil, err
	}
	if crawl != nil {
		if err := r.addCrawl(ctx, g, accountID, siteID); err != nil {
			return nil, err
		}
	}
	if err := r.AddWindows(ctx, g, accountID, siteID); err != nil {
		return nil, err
	}
	if err := r.addCrawlReach(ctx, g); err != nil {
		return nil, err
	}
	AddCPATargets(g.Params, map[string]upslope.SiteRules{siteID: g.Rules}, g.Windows.of[upslope.GAds].to)
	if err := r.addSearch(ctx, g); err != nil {
		return nil, err
	}
	return g, r.addClickValues(ctx, g)
}

// addCrawl adds the current rows of the crawl and the site's folders.
func (r *Reader) addCrawl(ctx context.Context, g *Context, accountID, siteID string) error {
	fixed, err := r.store.FixedIssues(ctx, accountID, siteID)
	if err != nil {
		return fmt.Errorf("read the issues marked as fixed: %w", err)
	}
	g.Params["imports"], g.Params["links"], g.Params["fixed"] = []string{g.Crawl.ImportID}, facts.IDs(g.Crawl.LinksImportID), facts.NotNil(fixed)
	g.Params["crawl_is_partial"] = g.Crawl.Partial
	folders := []string{}
	params := g.With(map[string]any{
		"min_pages": folderMinPages, "max_root_folders": folderMaxRootFolders, "max_folders": folderMaxFolders, "min_share": folderMinShare,
	})
	err = r.facts.Query(ctx, facts.Given().Must(foldersSQL), params, func(_ []string, values []any) error {
		folder, _ := values[0].(string)
		folders = append(folders, folder)
		g.Params["main_host"], _ = values[1].(string)
		return nil
	})
	if err != nil {
		return fmt.Errorf("find the folders of the site: %w", err)
	}
	ranking, err := pagerank.Current(ctx, r.facts, accountID, siteID, g.Crawl)
	g.Params["folders"], g.Params["rankings"] = folders, facts.IDs(ranking)
	return err
}

// With merges the parameters of one query into the shared ones.
func (g *Context) With(more ...map[string]any) map[string]any {
	params := maps.Clone(g.Params)
	for _, some := range more {
		maps.Copy(params, some)
	}
	return params
}

// mayLookAt reports whether the account's plan includes a source.
func (g *Context) mayLookAt(source string) bool { return g.Account.MayRead(source, g.now) == nil }

// has reports whether a source of a detector has data.
func (g *Context) has(source string) bool {
	if source == facts.Crawl {
		return g.Crawl != nil
	}
	return g.Windows.known(source)
}

// CanRun reports whether the sources a detector needs exist and are part of the account's plan; of optional
// ones, one is enough. Data read under an earlier plan still counts as optional.
func (g *Context) CanRun(d facts.Sources) bool {
	can := func(source string) bool { return g.has(source) && g.mayLookAt(source) }
	if len(d.Needs) == 0 {
		return slices.ContainsFunc(d.Uses, can)
	}
	return !slices.ContainsFunc(d.Needs, func(need string) bool { return !can(need) })
}

// MeasuredAt returns when a detector's facts were measured. For a window that is its first day: a fix shows
// only in a window that starts after it.
func (g *Context) MeasuredAt(d facts.Sources) time.Time {
	var at time.Time
	needs := d.Needs
	if len(needs) == 0 {
		needs = slices.DeleteFunc(slices.Clone(d.Uses), func(use string) bool { return !g.has(use) })
	}
	for _, need := range needs {
		switch {
		case need != facts.Crawl:
			if from := g.Windows.of[facts.ProviderOf(need)].from; from.After(at) {
				at = from
			}
		case g.Crawl.CrawledAt != nil: // the date in the file, else the date of the upload
			at = *g.Crawl.CrawledAt
		default:
			at = g.Crawl.ImportedAt
		}
	}
	return at
}

// Evidence returns the sources and the spans of a detector's facts.
func (g *Context) Evidence(d facts.Sources) map[string]any {
	var sources, spans []string
	for _, need := range slices.Concat(d.Needs, d.Uses) {
		if !g.has(need) {
			continue
		}
		source, span := g.crawlLabel()
		if need != facts.Crawl {
			source, span = facts.ProviderNames()[facts.ProviderOf(need)], g.Windows.label(facts.ProviderOf(need), d)
		}
		if !slices.Contains(sources, source) {
			sources, spans = append(sources, source), append(spans, span)
		}
	}
	for i, source := range sources {
		if len(sources) > 1 && strings.Contains(spans[i], " to ") { // names the provider of the span
			spans[i] = source + ": " + spans[i]
		}
	}
	var told []string // two files of one day are one date
	for _, span := range spans {
		if !slices.Contains(told, span) {
			told = append(told, span)
		}
	}
	evidence := map[string]any{"source": strings.Join(sources, "; "), "window": strings.Join(told, "; ")}
	if coverage := g.searchTotals.coverage(); coverage != "" && d.ReadsAny("gsc_queries", "gsc_query_pages") {
		evidence["coverage"] = coverage
	}
	return evidence
}

// crawlLabel returns the name and the date of the crawl.
func (g *Context) crawlLabel() (source, span string) {
	if g.Crawl == nil {
		return "", ""
	}
	source = "Crawl"
	if g.Crawl.FileName != "" {
		source = "Crawl, " + g.Crawl.FileName
	}
	if g.Crawl.CrawledAt != nil {
		return source, "Crawled on " + g.Crawl.CrawledAt.Format(upslope.DateFormat)
	}
	return source, "Uploaded on " + g.Crawl.ImportedAt.Format(upslope.DateFormat) + "; the file does not say when it was crawled"
}
