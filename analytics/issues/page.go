package issues

import (
	"context"
	_ "embed"
	"time"

	"upslope"
	"upslope/analytics/facts"
)

//go:embed page.sql
var pageSQL string

//go:embed page_related.sql
var pageRelatedSQL string

//go:embed page_inlinks.sql
var pageInlinksSQL string

//go:embed page_outlinks.sql
var pageOutlinksSQL string

// mostIssuesOfPage exceeds the number of issue types.
const mostIssuesOfPage = 1000

type pageRow struct {
	SiteID             string     `ch:"site"`
	ImportID           string     `ch:"import"`
	Page               string     `ch:"page"`
	URL                string     `ch:"url"`
	StatusCode         *uint16    `ch:"status_code"`
	Status             string     `ch:"status_words"`
	ContentType        string     `ch:"content"`
	Indexable          *bool      `ch:"indexable"`
	IndexabilityStatus string     `ch:"not_indexable_why"`
	Title              *string    `ch:"title"`
	TitleLength        *uint32    `ch:"title_length"`
	TitlePixels        *uint32    `ch:"title_pixels"`
	Description        *string    `ch:"description"`
	DescriptionLength  *uint32    `ch:"description_length"`
	DescriptionPixels  *uint32    `ch:"description_pixels"`
	H1                 *string    `ch:"h1"`
	SecondH1           *string    `ch:"second_h1"`
	H1Count            *uint32    `ch:"h1_count"`
	MetaRobots         *string    `ch:"meta_robots"`
	XRobotsTag         *string    `ch:"x_robots_tag"`
	Canonical          *string    `ch:"canonical"`
	MetaRefresh        *string    `ch:"meta_refresh"`
	RedirectURL        string     `ch:"redirect_url"`
	RedirectType       string     `ch:"redirect_kind"`
	SizeBytes          *uint64    `ch:"size_bytes"`
	WordCount          *uint32    `ch:"word_count"`
	CrawlDepth         *uint32    `ch:"crawl_depth"`
	Inlinks            *uint64    `ch:"inlinks"`
	UniqueInlinks      *uint64    `ch:"unique_inlinks"`
	Outlinks           *uint64    `ch:"outlinks"`
	LinkScore          *float64   `ch:"link_score"`
	ResponseSeconds    *float64   `ch:"response_seconds"`
	ImagesWithoutAlt   *uint32    `ch:"images_without_alt"`
	Language           string     `ch:"language_code"`
	LastModified       *time.Time `ch:"last_modified"`
	CrawledAt          *time.Time `ch:"crawled_at"`

	Columns map[string]string `ch:"columns_by_header"`
	Filters []string          `ch:"filters"`
}

func (r pageRow) detail() upslope.PageDetail {
	return upslope.PageDetail{
		SiteID: r.SiteID, Page: r.Page, URL: r.URL, StatusCode: r.StatusCode, Status: r.Status, ContentType: r.ContentType,
		Indexable: r.Indexable, IndexabilityStatus: r.IndexabilityStatus,
		Title: r.Title, TitleLength: r.TitleLength, TitlePixels: r.TitlePixels,
		Description: r.Description, DescriptionLength: r.DescriptionLength, DescriptionPixels: r.DescriptionPixels,
		H1: r.H1, SecondH1: r.SecondH1, H1Count: r.H1Count, MetaRobots: r.MetaRobots, XRobotsTag: r.XRobotsTag,
		Canonical: r.Canonical, MetaRefresh: r.MetaRefresh, RedirectURL: r.RedirectURL, RedirectType: r.RedirectType,
		SizeBytes: r.SizeBytes, WordCount: r.WordCount, CrawlDepth: r.CrawlDepth,
		InlinkCount: r.Inlinks, UniqueInlinkCount: r.UniqueInlinks, OutlinkCount: r.Outlinks, LinkScore: r.LinkScore,
		ResponseSeconds: r.ResponseSeconds, ImagesWithoutAlt: r.ImagesWithoutAlt, Language: r.Language,
		LastModified: r.LastModified, CrawledAt: r.CrawledAt, Columns: r.Columns, Filters: facts.NotNil(r.Filters),
	}
}

// Page returns everything the newest crawl of a site has about a page, by any of its URLs; siteID "" is every
// site of the account.
func (i *Issues) Page(ctx context.Context, accountID, siteID, url string) (upslope.PageDetail, error) {
	key, err := upslope.NormalizeURL(url)
	if err != nil {
		return upslope.PageDetail{}, upslope.FieldErrorf("url", "This is not the address of a page: %v.", err)
	}
	crawls, err := i.Records.NewestCrawls(ctx, accountID, siteID)
	if err != nil {
		return upslope.PageDetail{}, err
	}
	sites, imports, bySite := make([]string, len(crawls)), make([]string, len(crawls)), map[string]upslope.Crawl{}
	for n, crawl := range crawls {
		sites[n], imports[n], bySite[crawl.SiteID] = crawl.SiteID, crawl.ImportID, crawl
	}
	var rows []pageRow
	params := map[string]any{"account_id": accountID, "sites": sites, "imports": imports, "page": key, "url": url}
	if err := i.Tables.Select(ctx, &rows, facts.Given().Must(pageSQL), params); err != nil {
		return upslope.PageDetail{}, err
	}
	if len(rows) == 0 {
		return upslope.PageDetail{}, upslope.Errorf(upslope.NotFound, "The latest crawl does not include this page.")
	}
	page, crawl := rows[0].detail(), bySite[rows[0].SiteID]
	page.ImportedAt = crawl.ImportedAt
	if page.Issues, _, err = i.list(ctx, accountID, "", upslope.IssueFilter{SiteID: page.SiteID, Page: key, Limit: mostIssuesOfPage}); err != nil {
		return page, err
	}
	if page.InsightIDs, err = i.Records.InsightsOfPage(ctx, accountID, page.SiteID, key); err != nil {
		return page, err
	}
	page.Issues, page.InsightIDs = facts.NotNil(page.Issues), facts.NotNil(page.InsightIDs)
	return page, i.addRelations(ctx, &page, crawl, accountID)
}

// addRelations adds the page's inlinks and outlinks.
func (i *Issues) addRelations(ctx context.Context, page *upslope.PageDetail, crawl upslope.Crawl, accountID string) error {
	params := map[string]any{
		"account_id": accountID, "sites": []string{crawl.SiteID}, "imports": []string{crawl.ImportID}, "links": facts.IDs(crawl.LinksImportID),
		"page": page.Page,
	}
	var related []struct {
		RedirectsFrom []string `ch:"redirects_from"`
		CanonicalOf   []string `ch:"canonical_of"`
	}
	if err := i.Tables.Select(ctx, &related, facts.Given().Must(pageRelatedSQL), params); err != nil {
		return err
	}
	page.RedirectsFrom, page.CanonicalOf = facts.NotNil(related[0].RedirectsFrom), facts.NotNil(related[0].CanonicalOf)
	if crawl.LinksImportID == "" {
		return nil
	}
	var err error
	if page.Inlinks, err = i.links(ctx, facts.Given().Must(pageInlinksSQL), params); err != nil {
		return err
	}
	page.Outlinks, err = i.links(ctx, facts.Given().Must(pageOutlinksSQL), params)
	return err
}

func (i *Issues) links(ctx context.Context, sql string, params map[string]any) (*upslope.PageLinks, error) {
	var rows []struct {
		URL        string  `ch:"other_end"`
		Anchor     string  `ch:"anchor"`
		Type       string  `ch:"kind"`
		Position   string  `ch:"place"`
		Follow     *bool   `ch:"follow"`
		StatusCode *uint16 `ch:"status_code"`
		Total      uint64  `ch:"total"`
	}
	if err := i.Tables.Select(ctx, &rows, sql, params); err != nil {
		return nil, err
	}
	links := &upslope.PageLinks{Links: make([]upslope.PageLink, len(rows))}
	for n, row := range rows {
		links.Total = int64(row.Total)
		links.Links[n] = upslope.PageLink{URL: row.URL, Anchor: row.Anchor, Type: row.Type, Position: row.Position, Follow: row.Follow, StatusCode: row.StatusCode}
	}
	return links, nil
}
