package analytics

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
	"upslope/analytics/facts"

	"upslope"
)

//go:embed tables/folders.sql
var foldersSQL string

// The constants of folders.sql, (cal).
const (
	folderMinPages       = 5   // fewer pages make no folder
	folderMaxRootFolders = 100 // more folders at the root are a crowd
	folderMaxFolders     = 12  // more folders elsewhere are one
	folderMinShare       = .1  // of its sisters' pages: a folder in a crowd that has them stands out
)

// monthDays turns what a window has into what a month has.
const monthDays = 30.4

// ground is what detectors share. What they get of it are parameters of their SQL; every one is always there:
//
//	account_id, sites        of which rows there may be
//	connections              whose rows count
//	gsc_queries_sync_ids     under which reads, of all days, for every report there is; definitions.sql has reads, with their days
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
//	                         what cpa_targets, in definitions.sql, is worked out of: what a conversion of the ads may cost
type ground struct {
	account  upslope.Account
	now      time.Time
	crawl    *upslope.Crawl // nil when there is none
	site     upslope.Site
	rules    upslope.SiteRules
	searched *upslope.SearchedBrand // what search data say of the brand; nil: they were not asked
	excluded *regexp.Regexp         // excluded_pages; nil: none
	windows  windows
	search   searchGround
	clicks   *clickValues
	hits     map[string]upslope.HitRate // how often fixes worked, by type of insight; those of which one was measured
	params   map[string]any
}

// ground reads what the detectors of a site share.
func (e *Engine) ground(ctx context.Context, accountID, siteID string, crawl *upslope.Crawl) (*ground, error) {
	g := &ground{now: e.now(), crawl: crawl, params: map[string]any{
		"account_id": accountID, "sites": []string{siteID}, "connections": []string{}, "month_days": monthDays,
		"imports": []string{}, "links": []string{}, "rankings": []string{}, "fixed": []string{}, "folders": []string{},
		"most_revenue": math.MaxFloat64,
	}}
	var err error
	if g.account, err = e.store.Account(ctx, accountID); err != nil {
		return nil, fmt.Errorf("read the account: %w", err)
	}
	if g.site, err = e.store.Site(ctx, accountID, siteID); err != nil {
		return nil, fmt.Errorf("read the site: %w", err)
	}
	g.params["site_currency"], g.params["lost_trust"] = g.site.Currency, lostTrust
	if err := e.addRules(ctx, g, accountID); err != nil {
		return nil, err
	}
	if crawl != nil {
		if err := e.addCrawl(ctx, g, accountID, siteID); err != nil {
			return nil, err
		}
	}
	if err := e.addWindows(ctx, g, accountID, siteID); err != nil {
		return nil, err
	}
	addTargets(g.params, map[string]upslope.SiteRules{siteID: g.rules}, g.windows.of[upslope.GAds].to)
	if err := e.addSearch(ctx, g); err != nil {
		return nil, err
	}
	return g, e.addClickValues(ctx, g)
}

// addCrawl adds which rows of the crawl count and how the site is laid out.
func (e *Engine) addCrawl(ctx context.Context, g *ground, accountID, siteID string) error {
	fixed, err := e.store.FixedIssues(ctx, accountID, siteID)
	if err != nil {
		return fmt.Errorf("read the issues marked as fixed: %w", err)
	}
	g.params["imports"], g.params["links"], g.params["fixed"] = []string{g.crawl.ImportID}, listed(g.crawl.LinksImportID), notNil(fixed)
	folders := []string{}
	params := g.with(map[string]any{
		"min_pages": folderMinPages, "max_root_folders": folderMaxRootFolders, "max_folders": folderMaxFolders, "min_share": folderMinShare,
	})
	err = e.facts.Query(ctx, facts.Given().Must(foldersSQL), params, func(_ []string, values []any) error {
		folder, _ := values[0].(string)
		folders = append(folders, folder)
		return nil
	})
	if err != nil {
		return fmt.Errorf("find the folders of the site: %w", err)
	}
	ranking, err := e.ranking(ctx, accountID, siteID, g.crawl)
	g.params["folders"], g.params["rankings"] = folders, listed(ranking)
	return err
}

// with adds the parameters of one query.
func (g *ground) with(more ...map[string]any) map[string]any {
	params := maps.Clone(g.params)
	for _, some := range more {
		maps.Copy(params, some)
	}
	return params
}

// mayLookAt says whether the plan of the account has a source looked at, by itself.
func (g *ground) mayLookAt(source string) bool { return g.account.MayRead(source, g.now) == nil }

// has says whether a source that a detector names can be looked at.
func (g *ground) has(source string) bool {
	if source == sourceCrawl {
		return g.crawl != nil
	}
	return g.windows.known(source)
}

// factsAt is when what a detector looked at was measured. Of a window that is its first day: a fix shows only in one that lies after it.
func (g *ground) factsAt(d *detector) time.Time {
	var at time.Time
	needs := d.Needs
	if len(needs) == 0 {
		needs = slices.DeleteFunc(slices.Clone(d.Uses), func(use string) bool { return !g.has(use) })
	}
	for _, need := range needs {
		switch {
		case need != sourceCrawl:
			if from := g.windows.of[sourceOf(need)].from; from.After(at) {
				at = from
			}
		case g.crawl.CrawledAt != nil: // as far as the file says, else when the file came
			at = *g.crawl.CrawledAt
		default:
			at = g.crawl.ImportedAt
		}
	}
	return at
}

// evidence says where the facts are from that a detector looked at, and how much of them there is.
func (g *ground) evidence(d *detector) map[string]any {
	var sources, spans []string
	for _, need := range slices.Concat(d.Needs, d.Uses) {
		if !g.has(need) {
			continue
		}
		source, span := g.crawlSaid()
		if need != sourceCrawl {
			source, span = providerNames()[sourceOf(need)], g.windows.said(sourceOf(need), d)
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
	if coverage := g.search.coverage(); coverage != "" && d.reads("gsc_queries", "gsc_query_pages") {
		evidence["coverage"] = coverage
	}
	return evidence
}

// crawlSaid names the crawl and when it was made.
func (g *ground) crawlSaid() (source, span string) {
	if g.crawl == nil {
		return "", ""
	}
	source = "Crawl"
	if g.crawl.FileName != "" {
		source = "Crawl, " + g.crawl.FileName
	}
	if g.crawl.CrawledAt != nil {
		return source, "Crawled on " + g.crawl.CrawledAt.Format(dayForm)
	}
	return source, "Uploaded on " + g.crawl.ImportedAt.Format(dayForm) + "; the file does not say when it was crawled"
}

// dayForm is how a day is written for people.
const dayForm = "2 January 2006"

// listed is a list of an id, empty without one.
func listed(id string) []string {
	if id == "" {
		return []string{}
	}
	return []string{id}
}

// notNil makes a missing list an empty one: a query's parameter cannot be nothing.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
