// Package features reads what the detectors of a site share: windows, the brand, the CTR curve, the value of a click and
// dispersion. It finds nothing itself; package insights does.
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
	"upslope/analytics/pagerank"
)

//go:embed folders.sql
var foldersSQL string

// The constants of folders.sql, (cal).
const (
	folderMinPages       = 5   // fewer pages make no folder
	folderMaxRootFolders = 100 // more folders at the root are a crowd
	folderMaxFolders     = 12  // more folders elsewhere are one
	folderMinShare       = .1  // of its sisters' pages: a folder in a crowd that has them stands out
)

// Context is what detectors share. What they get of it are parameters of their SQL; every one is always there:
//
//	account_id, sites        of which rows there may be
//	connections              whose rows count
//	gsc_queries_sync_ids     under which reads, of all days, for every report there is; the view reads of facts has their days
//	imports, links, rankings, fixed, folders
//	                         of the crawl: its rows, its links, their ranking, the issues marked as fixed, how the site is laid out;
//	                         empty lists without a crawl
//	gsc_from, gsc_to         the window of Search Console: the 28 days up to its last final one; likewise ga4_, gads_, semrush_ and
//	                         pagespeed_. 1970-01-01 where nothing is known, so that no row lies in it
//	gsc_queries_days         how many days of the window came, for every report there is; 0 where nothing is known
//	pagespeed_tests_newest   the newest day of a report, for every report there is
//	month_days               of a month: what n days have is × month_days / n a month
//	ctr                      the click rate by position; ctr_at(position) looks it up
//	dispersion               φ, how much more clicks vary than chance alone would have it; at least 1
//	unbranded_impressions    in the window, of queries that do not name the brand
//	brand_terms, brand_letters, brand_mistakes, brand_inside, brand_patterns, suspected_brand, not_brand
//	                         what is_brand(query) looks at
//	home_pages               the forms that the home page's URL can have
//	site_currency            what the site's owner counts in
//	conversion_value         what one is worth in it, as the owner says; 0 where nothing is said
//	excluded_pages           a pattern of the decoded paths that the owner does not want to hear of; "" none
//	told_targets, cpa_until, …
//	                         what cpa_targets, a view of facts, is worked out of: what a conversion of the ads may cost
type Context struct {
	Account       upslope.Account
	now           time.Time
	Crawl         *upslope.Crawl // nil when there is none
	Site          upslope.Site
	Rules         upslope.SiteRules
	SearchedBrand *upslope.SearchedBrand // what search data say of the brand; nil: they were not asked
	excluded      *regexp.Regexp         // excluded_pages; nil: none
	Windows       Windows
	searchTotals  searchTotals
	Clicks        *ClickValues
	Params        map[string]any
}

// Store answers what the owner of a site says of it, and what is connected to it.
type Store interface {
	Account(ctx context.Context, accountID string) (upslope.Account, error)
	Site(ctx context.Context, accountID, siteID string) (upslope.Site, error)
	// Connections answers what a site reads from providers.
	Connections(ctx context.Context, accountID, siteID string) ([]upslope.Connection, error)
	// Rules answers what the owners of sites say to the detectors, by the ids of the sites.
	Rules(ctx context.Context, accountID, siteID string) (map[string]upslope.SiteRules, error)
	// FixedIssues returns the ids of the technical issues that are marked as fixed and were not seen by a newer crawl.
	FixedIssues(ctx context.Context, accountID, siteID string) ([]string, error)
}

// Reader reads what detectors share.
type Reader struct {
	facts facts.Querier
	store Store
	now   func() time.Time
}

func NewReader(facts facts.Querier, store Store, now func() time.Time) *Reader {
	return &Reader{facts, store, now}
}

// Read reads what the detectors of a site share.
func (r *Reader) Read(ctx context.Context, accountID, siteID string, crawl *upslope.Crawl) (*Context, error) {
	g := &Context{now: r.now(), Crawl: crawl, Params: map[string]any{
		"account_id": accountID, "sites": []string{siteID}, "connections": []string{}, "month_days": facts.MonthDays,
		"imports": []string{}, "links": []string{}, "rankings": []string{}, "fixed": []string{}, "folders": []string{},
		"most_revenue": math.MaxFloat64,
	}}
	var err error
	if g.Account, err = r.store.Account(ctx, accountID); err != nil {
		return nil, fmt.Errorf("read the account: %w", err)
	}
	if g.Site, err = r.store.Site(ctx, accountID, siteID); err != nil {
		return nil, fmt.Errorf("read the site: %w", err)
	}
	g.Params["site_currency"], g.Params["lost_trust"] = g.Site.Currency, lostTrust
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
	AddCPATargets(g.Params, map[string]upslope.SiteRules{siteID: g.Rules}, g.Windows.of[upslope.GAds].to)
	if err := r.addSearch(ctx, g); err != nil {
		return nil, err
	}
	return g, r.addClickValues(ctx, g)
}

// addCrawl adds which rows of the crawl count and how the site is laid out.
func (r *Reader) addCrawl(ctx context.Context, g *Context, accountID, siteID string) error {
	fixed, err := r.store.FixedIssues(ctx, accountID, siteID)
	if err != nil {
		return fmt.Errorf("read the issues marked as fixed: %w", err)
	}
	g.Params["imports"], g.Params["links"], g.Params["fixed"] = []string{g.Crawl.ImportID}, facts.IDs(g.Crawl.LinksImportID), facts.NotNil(fixed)
	folders := []string{}
	params := g.With(map[string]any{
		"min_pages": folderMinPages, "max_root_folders": folderMaxRootFolders, "max_folders": folderMaxFolders, "min_share": folderMinShare,
	})
	err = r.facts.Query(ctx, facts.Given().Must(foldersSQL), params, func(_ []string, values []any) error {
		folder, _ := values[0].(string)
		folders = append(folders, folder)
		return nil
	})
	if err != nil {
		return fmt.Errorf("find the folders of the site: %w", err)
	}
	ranking, err := pagerank.Current(ctx, r.facts, accountID, siteID, g.Crawl)
	g.Params["folders"], g.Params["rankings"] = folders, facts.IDs(ranking)
	return err
}

// With adds the parameters of one query.
func (g *Context) With(more ...map[string]any) map[string]any {
	params := maps.Clone(g.Params)
	for _, some := range more {
		maps.Copy(params, some)
	}
	return params
}

// mayLookAt says whether the plan of the account has a source looked at, by itself.
func (g *Context) mayLookAt(source string) bool { return g.Account.MayRead(source, g.now) == nil }

// has says whether a source that a detector names can be looked at.
func (g *Context) has(source string) bool {
	if source == facts.Crawl {
		return g.Crawl != nil
	}
	return g.Windows.known(source)
}

// CanRun says whether all that a detector needs is there and part of the account's plan; of what it only uses, one is enough. What an earlier plan had
// looked at stays, and counts where it is only used.
func (g *Context) CanRun(d facts.Sources) bool {
	can := func(source string) bool { return g.has(source) && g.mayLookAt(source) }
	if len(d.Needs) == 0 {
		return slices.ContainsFunc(d.Uses, can)
	}
	return !slices.ContainsFunc(d.Needs, func(need string) bool { return !can(need) })
}

// MeasuredAt is when what a detector looked at was measured. Of a window that is its first day: a fix shows only in one that lies after it.
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
		case g.Crawl.CrawledAt != nil: // as far as the file says, else when the file came
			at = *g.Crawl.CrawledAt
		default:
			at = g.Crawl.ImportedAt
		}
	}
	return at
}

// Evidence says where the facts are from that a detector looked at, and how much of them there is.
func (g *Context) Evidence(d facts.Sources) map[string]any {
	var sources, spans []string
	for _, need := range slices.Concat(d.Needs, d.Uses) {
		if !g.has(need) {
			continue
		}
		source, span := g.crawlSaid()
		if need != facts.Crawl {
			source, span = facts.ProviderNames()[facts.ProviderOf(need)], g.Windows.said(facts.ProviderOf(need), d)
		}
		if !slices.Contains(sources, source) {
			sources, spans = append(sources, source), append(spans, span)
		}
	}
	for i, source := range sources {
		if len(sources) > 1 && strings.Contains(spans[i], " to ") { // whose days they are
			spans[i] = source + ": " + spans[i]
		}
	}
	evidence := map[string]any{"source": strings.Join(sources, "; "), "window": strings.Join(spans, "; ")}
	if coverage := g.searchTotals.coverage(); coverage != "" && d.ReadsAny("gsc_queries", "gsc_query_pages") {
		evidence["coverage"] = coverage
	}
	return evidence
}

// crawlSaid names the crawl and when it was made.
func (g *Context) crawlSaid() (source, span string) {
	if g.Crawl == nil {
		return "", ""
	}
	source = "Crawl"
	if g.Crawl.FileName != "" {
		source = "Crawl, " + g.Crawl.FileName
	}
	if g.Crawl.CrawledAt != nil {
		return source, "Crawled on " + g.Crawl.CrawledAt.Format(facts.DateFormat)
	}
	return source, "Uploaded on " + g.Crawl.ImportedAt.Format(facts.DateFormat) + "; the file does not say when it was crawled"
}
