package imports

import (
	"net/url"
	"time"

	"upslope"
)

// table converts rows of type R to the columns of a ClickHouse table, a batch at a time.
type table[R any] struct {
	name   string
	batch  int // rows per insert: enough to be cheap for ClickHouse, few enough for memory
	fields []field[R]
}

// field is one column: its name, and how to compute its values.
type field[R any] struct {
	column string
	values func(rows []R) any
}

// of makes a field computed from each row.
func of[R, V any](column string, value func(*R) V) field[R] {
	return field[R]{column: column, values: func(rows []R) any {
		values := make([]V, len(rows))
		for i := range rows {
			values[i] = value(&rows[i])
		}
		return values
	}}
}

// constant makes a field with the same value in every row.
func constant[R any](column, value string) field[R] {
	return of(column, func(*R) string { return value })
}

// columns returns the names and values of the table's columns for a batch.
func (t table[R]) columns(rows []R) (names []string, values []any) {
	for _, field := range t.fields {
		names = append(names, field.column)
		values = append(values, field.values(rows))
	}
	return names, values
}

// nullable converts an optional number for a Nullable(UInt…) column. A number too large for the column
// is an error in the file and becomes unknown.
func nullable[N uint16 | uint32 | uint64](value upslope.Optional[int]) *N {
	if !value.Known || value.Value < 0 || uint64(value.Value) > uint64(^N(0)) {
		return nil
	}
	number := N(value.Value)
	return &number
}

func seconds(value upslope.Optional[time.Duration]) *float64 {
	if !value.Known {
		return nil
	}
	number := value.Value.Seconds()
	return &number
}

// target returns the normalized URL a page refers to, possibly relative to itself; "" if invalid.
func target(page *upslope.Page, written string) string {
	switch written {
	case "":
		return ""
	case page.URL:
		return page.Key
	}
	if key, err := upslope.NormalizeURL(written); err == nil {
		return key
	}
	base, err := url.Parse(page.URL)
	if err != nil {
		return ""
	}
	resolved, err := base.Parse(written)
	if err != nil {
		return ""
	}
	key, err := upslope.NormalizeURL(resolved.String())
	if err != nil {
		return ""
	}
	return key
}

// texts is a list of one text, or of none.
func texts(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// pageRow is a page as one table of a file has it.
type pageRow struct {
	upslope.Page
	tab      uint16 // in the order in which their values count
	own      bool
	listedIn string // the crawler's filter that lists it, or ""
}

// linkRow is a link of one table of a file.
type linkRow struct {
	upslope.Link
	tab uint16
}

// pagesTable maps pages to table pages.
func pagesTable(accountID, siteID, importID string) table[pageRow] {
	type page = pageRow
	return table[page]{name: "pages", batch: 10_000, fields: []field[page]{
		constant[page]("account_id", accountID),
		constant[page]("site_id", siteID),
		constant[page]("import_id", importID),
		of("page", func(p *page) string { return p.Key }),
		of("url", func(p *page) string { return p.URL }),
		of("status_code", func(p *page) *uint16 { return nullable[uint16](p.StatusCode) }),
		of("status", func(p *page) string { return p.Status }),
		of("content_type", func(p *page) string { return p.ContentType }),
		of("indexable", func(p *page) *bool { return p.Indexable.Pointer() }),
		of("indexability_status", func(p *page) string { return p.IndexabilityStatus }),
		of("title", func(p *page) *string { return p.Title.Pointer() }),
		of("title_length", func(p *page) *uint32 { return nullable[uint32](p.TitleLength) }),
		of("title_pixels", func(p *page) *uint32 { return nullable[uint32](p.TitlePixels) }),
		of("description", func(p *page) *string { return p.Description.Pointer() }),
		of("description_length", func(p *page) *uint32 { return nullable[uint32](p.DescriptionLength) }),
		of("description_pixels", func(p *page) *uint32 { return nullable[uint32](p.DescriptionPixels) }),
		of("h1", func(p *page) *string { return p.H1.Pointer() }),
		of("h1_length", func(p *page) *uint32 { return nullable[uint32](p.H1Length) }),
		of("second_h1", func(p *page) *string { return p.SecondH1.Pointer() }),
		of("h1_count", func(p *page) *uint32 { return nullable[uint32](p.H1Count) }),
		of("meta_robots", func(p *page) *string { return p.MetaRobots.Pointer() }),
		of("x_robots_tag", func(p *page) *string { return p.XRobotsTag.Pointer() }),
		of("canonical", func(p *page) *string { return p.Canonical.Pointer() }),
		of("canonical_page", func(p *page) string { return target(&p.Page, p.Canonical.Value) }),
		of("meta_refresh", func(p *page) *string { return p.MetaRefresh.Pointer() }),
		of("redirect_url", func(p *page) string { return p.RedirectURL }),
		of("redirect_page", func(p *page) string { return target(&p.Page, p.RedirectURL) }),
		of("redirect_type", func(p *page) string { return p.RedirectType }),
		of("size_bytes", func(p *page) *uint64 { return nullable[uint64](p.SizeBytes) }),
		of("word_count", func(p *page) *uint32 { return nullable[uint32](p.WordCount) }),
		of("crawl_depth", func(p *page) *uint32 { return nullable[uint32](p.CrawlDepth) }),
		of("inlinks", func(p *page) *uint64 { return nullable[uint64](p.Inlinks) }),
		of("unique_inlinks", func(p *page) *uint64 { return nullable[uint64](p.UniqueInlinks) }),
		of("outlinks", func(p *page) *uint64 { return nullable[uint64](p.Outlinks) }),
		of("link_score", func(p *page) *float64 { return p.LinkScore.Pointer() }),
		of("response_seconds", func(p *page) *float64 { return seconds(p.ResponseTime) }),
		of("images_without_alt", func(p *page) *uint32 { return nullable[uint32](p.ImagesWithoutAlt) }),
		of("search_impressions", func(p *page) *uint64 { return nullable[uint64](p.SearchImpressions) }),
		of("search_clicks", func(p *page) *uint64 { return nullable[uint64](p.SearchClicks) }),
		of("sessions", func(p *page) *uint64 { return nullable[uint64](p.Sessions) }),
		of("organic_visits", func(p *page) *uint64 { return nullable[uint64](p.OrganicVisits) }),
		of("language", func(p *page) string { return p.Language }),
		of("hash", func(p *page) string { return p.Hash }),
		of("last_modified", func(p *page) *time.Time { return p.LastModified.Pointer() }),
		of("crawled_at", func(p *page) *time.Time { return p.CrawledAt.Pointer() }),
		of("own", func(p *page) bool { return p.own }),
		of("tab", func(p *page) uint16 { return p.tab }),
		of("listed_in", func(p *page) []string { return texts(p.listedIn) }),
		of("columns", func(p *page) map[string]string { return p.Columns }),
	}}
}

// linksTable maps links to table links.
func linksTable(accountID, siteID, importID string) table[linkRow] {
	type link = linkRow
	return table[link]{name: "links", batch: 25_000, fields: []field[link]{
		constant[link]("account_id", accountID),
		constant[link]("site_id", siteID),
		constant[link]("import_id", importID),
		of("source_page", func(l *link) string { return l.SourceKey }),
		of("destination_page", func(l *link) string { return l.DestinationKey }),
		of("source", func(l *link) string { return l.Source }),
		of("destination", func(l *link) string { return l.Destination }),
		of("link_type", func(l *link) string { return l.Type }),
		of("anchor", func(l *link) string { return l.Anchor }),
		of("alt", func(l *link) *string { return l.Alt.Pointer() }),
		of("follow", func(l *link) *bool { return l.Follow.Pointer() }),
		of("status_code", func(l *link) *uint16 { return nullable[uint16](l.StatusCode) }),
		of("position", func(l *link) string { return l.Position }),
		of("path", func(l *link) string { return l.Path }),
		of("rel", func(l *link) string { return l.Rel }),
		of("origin", func(l *link) string { return l.Origin }),
		of("tab", func(l *link) uint16 { return l.tab }),
	}}
}
