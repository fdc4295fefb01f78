package crawl

import (
	"strconv"
	"time"

	"upslope"
)

// Field is the meaning of a column; Options.Mapping assigns it to unknown headers.
type Field string

// Kind is the subject of a report's rows.
type Kind string

// The kinds of report.
const (
	Pages  Kind = "pages"
	Links  Kind = "links"
	Issues Kind = "issues" // an overview: one row is an issue type with its number of URLs
	// Redirects are chains: one row is a chain with its hops, which are read as redirecting pages.
	Redirects Kind = "redirects"
)

// Fields required in a report of their kind.
const (
	fieldAddress     Field = "address"
	fieldSource      Field = "source"
	fieldDestination Field = "destination"
	fieldIssue       Field = "issue"

	fieldExtra    Field = "extra"    // any number of columns: shown with the page, not judged
	fieldHreflang Field = "hreflang" // any number of columns: the URL of an alternate
)

// field defines how a column's cells are parsed, and the cost of a missing column.
type field struct {
	name  Field
	label string // display name
	cost  string // "" if its absence loses nothing important
	set   func(r *rowReader, cell []byte, unit string) bool
}

// fieldsOf lists the fields of a kind of report in display order.
func fieldsOf(kind Kind) []field {
	switch kind {
	case Links:
		return linkFields()
	case Issues:
		return issueFields()
	case Redirects:
		return redirectFields()
	}
	return pageFields()
}

func pageFields() []field {
	type (
		text   = upslope.Optional[string]
		number = upslope.Optional[int]
	)
	return []field{
		{fieldAddress, "Address", "", func(r *rowReader, cell []byte, _ string) bool { return r.url(0, &r.page.URL, &r.page.Key, cell) }},
		{"status_code", "Status Code", "Broken pages and redirects cannot be found.", setStatusCode},
		{"status", "Status", "", setWord(func(r *rowReader) *string { return &r.page.Status })},
		{"content_type", "Content Type", "Pages cannot be told from images and files.", setContentType},
		{"indexability", "Indexability", "Which pages search engines may show is worked out from status, robots and canonical.", setIndexability},
		{"indexability_status", "Indexability Status", "", setIndexabilityStatus},
		{"title", "Title", "Missing, long and duplicate titles cannot be found.", setText(func(r *rowReader) *text { return &r.page.Title })},
		{"title_length", "Title Length", "", setInteger(func(r *rowReader) *number { return &r.page.TitleLength })},
		{"title_pixels", "Title Pixel Width", "Titles are judged by their characters, not by their width.", setInteger(func(r *rowReader) *number { return &r.page.TitlePixels })},
		{"description", "Meta Description", "Missing, long and duplicate descriptions cannot be found.", setText(func(r *rowReader) *text { return &r.page.Description })},
		{"description_length", "Meta Description Length", "", setInteger(func(r *rowReader) *number { return &r.page.DescriptionLength })},
		{"description_pixels", "Meta Description Pixel Width", "", setInteger(func(r *rowReader) *number { return &r.page.DescriptionPixels })},
		{"h1", "H1", "Missing and repeated main headings cannot be found.", setText(func(r *rowReader) *text { return &r.page.H1 })},
		{"h1_second", "Second H1", "", setText(func(r *rowReader) *text { return &r.page.SecondH1 })},
		{"h1_length", "H1 Length", "", setInteger(func(r *rowReader) *number { return &r.page.H1Length })},
		{"h1_count", "Number of H1", "", setInteger(func(r *rowReader) *number { return &r.page.H1Count })},
		{"occurrences", "Occurrences", "", setInteger(func(r *rowReader) *number { return &r.occurrences })},
		{"meta_robots", "Meta Robots", "", setJoined(func(r *rowReader) *text { return &r.page.MetaRobots })},
		{"x_robots_tag", "X-Robots-Tag", "", setJoined(func(r *rowReader) *text { return &r.page.XRobotsTag })},
		{"noindex", "Noindex", "", setNoindex},
		{"canonical", "Canonical", "Faults in canonical links cannot be found.", setFirst(func(r *rowReader) *text { return &r.page.Canonical })},
		{"canonicalization", "Canonicalization", "", setCanonicalization},
		{"meta_refresh", "Meta Refresh", "", setText(func(r *rowReader) *text { return &r.page.MetaRefresh })},
		{"redirect_url", "Redirect URL", "Chains of redirects cannot be followed.", setString(func(r *rowReader) *string { return &r.page.RedirectURL })},
		{"redirect_type", "Redirect Type", "", setWord(func(r *rowReader) *string { return &r.page.RedirectType })},
		{"size", "Size", "", setSize},
		{"word_count", "Word Count", "", setInteger(func(r *rowReader) *number { return &r.page.WordCount })},
		{"crawl_depth", "Crawl Depth", "Pages far from the home page cannot be found.", setInteger(func(r *rowReader) *number { return &r.page.CrawlDepth })},
		{"inlinks", "Inlinks", "Broken pages and redirects that are linked cannot be found, and link strength is unknown.", setInteger(func(r *rowReader) *number { return &r.page.Inlinks })},
		{"unique_inlinks", "Unique Inlinks", "", setInteger(func(r *rowReader) *number { return &r.page.UniqueInlinks })},
		{"outlinks", "Outlinks", "", setInteger(func(r *rowReader) *number { return &r.page.Outlinks })},
		{"link_score", "Link Score", "", setLinkScore},
		{"response_time", "Response Time", "Slow answers of the server cannot be found.", setResponseTime},
		{"images_without_alt", "Images without Alt Text", "", setInteger(func(r *rowReader) *number { return &r.page.ImagesWithoutAlt })},
		{"search_impressions", "Search Impressions", "", setInteger(func(r *rowReader) *number { return &r.page.SearchImpressions })},
		{"search_clicks", "Search Clicks", "", setInteger(func(r *rowReader) *number { return &r.page.SearchClicks })},
		{"sessions", "Sessions", "", setInteger(func(r *rowReader) *number { return &r.page.Sessions })},
		{"organic_visits", "Estimated Organic Visits", "", setInteger(func(r *rowReader) *number { return &r.page.OrganicVisits })},
		{"language", "Language", "", setWord(func(r *rowReader) *string { return &r.page.Language })},
		{"hash", "Hash", "", setString(func(r *rowReader) *string { return &r.page.Hash })},
		{"last_modified", "Last Modified", "", setTime(func(r *rowReader) *upslope.Optional[time.Time] { return &r.page.LastModified })},
		{"crawled_at", "Crawl Timestamp", "", setTime(func(r *rowReader) *upslope.Optional[time.Time] { return &r.page.CrawledAt })},
		{fieldExtra, "Column of the page", "", setExtra("")}, // each header gets its own setter in table.use
		{fieldHreflang, "Hreflang URL", "", setExtra("")},    // the same
	}
}

// redirectFields are the fields of a chain: where it starts, its hops and where it ends.
func redirectFields() []field {
	list := []field{
		{fieldAddress, "Address", "", func(r *rowReader, cell []byte, _ string) bool { return r.url(0, &r.page.URL, &r.page.Key, cell) }},
		{"final_address", "Final Address", "", setString(func(r *rowReader) *string { return &r.chain.end })},
		{"final_status_code", "Final Status Code", "", func(r *rowReader, cell []byte, _ string) bool { return statusCode(&r.chain.endCode, cell) }},
	}
	for n := range maxHops {
		number := strconv.Itoa(n + 1)
		list = append(list,
			field{Field("hop_url_" + number), "Redirect URL " + number, "", setString(func(r *rowReader) *string { return &r.chain.hops[n].target })},
			field{Field("hop_type_" + number), "Redirect Type " + number, "", setWord(func(r *rowReader) *string { return &r.chain.hops[n].kind })},
			field{Field("hop_code_" + number), "Status Code " + number, "", func(r *rowReader, cell []byte, _ string) bool { return statusCode(&r.chain.hops[n].code, cell) }},
		)
	}
	return list
}

func linkFields() []field {
	return []field{
		{fieldSource, "Source", "", func(r *rowReader, cell []byte, _ string) bool {
			return r.url(0, &r.link.Source, &r.link.SourceKey, cell)
		}},
		{fieldDestination, "Destination", "", func(r *rowReader, cell []byte, _ string) bool {
			return r.url(1, &r.link.Destination, &r.link.DestinationKey, cell)
		}},
		{"link_type", "Type", "Links cannot be told from images and scripts.", setWordOf("link", func(r *rowReader) *string { return &r.link.Type })},
		{"anchor", "Anchor", "The words that link to a page are unknown.", setString(func(r *rowReader) *string { return &r.link.Anchor })},
		{"alt", "Alt Text", "", setText(func(r *rowReader) *upslope.Optional[string] { return &r.link.Alt })},
		{"follow", "Follow", "Every link counts as followed.", setFollow(true)},
		{"nofollow", "Nofollow", "", setFollow(false)},
		{"status_code", "Status Code", "Links to broken pages are found only together with an Internal export.", setLinkStatusCode},
		{"position", "Link Position", "Links in menus and footers count as much as those in the text.", setWordOf("position", func(r *rowReader) *string { return &r.link.Position })},
		{"path", "Link Path", "", setString(func(r *rowReader) *string { return &r.link.Path })},
		{"rel", "Rel", "", setWord(func(r *rowReader) *string { return &r.link.Rel })},
		{"origin", "Link Origin", "", setWord(func(r *rowReader) *string { return &r.link.Origin })},
	}
}

func issueFields() []field {
	return []field{
		{fieldIssue, "Issue Name", "", setString(func(r *rowReader) *string { return &r.issue.Name })},
		{"issue_type", "Issue Type", "", setWord(func(r *rowReader) *string { return &r.issue.Type })},
		{"issue_priority", "Issue Priority", "", setWord(func(r *rowReader) *string { return &r.issue.Priority })},
		{"issue_urls", "URLs", "How many pages have each issue is unknown.", setInteger(func(r *rowReader) *upslope.Optional[int] { return &r.issue.URLs })},
		{"issue_description", "Description", "", setString(func(r *rowReader) *string { return &r.issue.Description })},
		{"issue_fix", "How To Fix", "", setString(func(r *rowReader) *string { return &r.issue.HowToFix })},
	}
}

// required lists the fields every row of a kind of report needs.
func required(kind Kind) []Field {
	switch kind {
	case Links:
		return []Field{fieldSource, fieldDestination}
	case Issues:
		return []Field{fieldIssue}
	}
	return []Field{fieldAddress}
}
