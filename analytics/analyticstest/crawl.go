package analyticstest

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"upslope"
	"upslope/analytics/issues/rules"
)

const (
	AccountID = "00000000-0000-4000-8000-00000000000a"
	SiteID    = "00000000-0000-4000-8000-00000000000b"
	ImportID  = "00000000-0000-4000-8000-00000000000c"

	LinksImportID = "00000000-0000-4000-8000-00000000000d"
)

var Today = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

// Page is a row of the table pages, with the columns that detectors and rules read.
type Page struct {
	AccountID    string   `ch:"account_id"`
	SiteID       string   `ch:"site_id"`
	ImportID     string   `ch:"import_id"`
	Page         string   `ch:"page"`
	URL          string   `ch:"url"`
	StatusCode   *uint16  `ch:"status_code"`
	ContentType  string   `ch:"content_type"`
	Indexable    *bool    `ch:"indexable"`
	Reason       string   `ch:"indexability_status"`
	Title        *string  `ch:"title"`
	TitlePixels  *uint32  `ch:"title_pixels"`
	Description  *string  `ch:"description"`
	DescPixels   *uint32  `ch:"description_pixels"`
	H1           *string  `ch:"h1"`
	SecondH1     *string  `ch:"second_h1"`
	MetaRobots   *string  `ch:"meta_robots"`
	Canonical    string   `ch:"canonical_page"`
	Written      *string  `ch:"canonical"` // the canonical as in the page
	RedirectURL  string   `ch:"redirect_url"`
	RedirectType string   `ch:"redirect_type"`
	RedirectPage string   `ch:"redirect_page"`
	Inlinks      *uint64  `ch:"inlinks"`
	WithoutAlt   *uint32  `ch:"images_without_alt"`
	WordCount    *uint32  `ch:"word_count"`
	CrawlDepth   *uint32  `ch:"crawl_depth"`
	LinkScore    *float64 `ch:"link_score"`
	Language     string   `ch:"language"`

	SearchImpressions *uint64 `ch:"search_impressions"`
	SearchClicks      *uint64 `ch:"search_clicks"`
	Sessions          *uint64 `ch:"sessions"`
	OrganicVisits     *uint64 `ch:"organic_visits"`
}

// Link is a row of the table links, with the columns that detectors and rules read.
type Link struct {
	AccountID   string `ch:"account_id"`
	SiteID      string `ch:"site_id"`
	ImportID    string `ch:"import_id"`
	Source      string `ch:"source_page"`
	Destination string `ch:"destination_page"`
	From        string `ch:"source"` // as crawled
	To          string `ch:"destination"`
	Type        string `ch:"link_type"`
	Follow      *bool  `ch:"follow"`
	Position    string `ch:"position"`
	Rel         string `ch:"rel"`
}

// ParsePages reads pages from CSV with column names in the header. An absent column or a cell "?" is unknown.
func ParsePages(t *testing.T, data []byte) []Page {
	t.Helper()
	var pages []Page
	for _, cells := range ParseRows(t, data, "url") {
		pages = append(pages, ParsePage(t, cells))
	}
	return pages
}

// ParseLinks reads links from CSV. The columns type, follow, position and rel default to a followed link in
// the text.
func ParseLinks(t *testing.T, data []byte) []Link {
	t.Helper()
	var links []Link
	for _, cells := range ParseRows(t, data, "from") {
		l := Link{
			AccountID: AccountID, SiteID: SiteID, ImportID: LinksImportID, Source: Normalized(t, cells["from"]), Destination: Normalized(t, cells["to"]),
			From: cells["from"], To: cells["to"],
			Type: cmp.Or(cells["type"], upslope.Hyperlink), Position: cmp.Or(cells["position"], "content"), Rel: cells["rel"],
		}
		if follow, err := strconv.ParseBool(cells["follow"]); err == nil {
			l.Follow = &follow
		}
		links = append(links, l)
	}
	return links
}

// ParseRows reads CSV cells by column. {1..9} in the ranges column expands to nine rows; {n} and {n+1} in
// other cells are then the number and its successor.
func ParseRows(t *testing.T, data []byte, ranges string) []map[string]string {
	t.Helper()
	reader := csv.NewReader(bytes.NewReader(data))
	reader.TrimLeadingSpace = true
	records, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	ranged := slices.Index(records[0], ranges)
	var rows []map[string]string
	for _, record := range records[1:] {
		from, to := 0, 0
		prefix, rest, found := strings.Cut(record[ranged], "{")
		numbers, suffix, _ := strings.Cut(rest, "}")
		if found {
			if _, err := fmt.Sscanf(numbers, "%d..%d", &from, &to); err != nil {
				t.Fatalf("%s: %v", record[0], err)
			}
		}
		for n := from; n <= to; n++ {
			cells := map[string]string{}
			for i, cell := range record {
				cells[records[0][i]] = strings.NewReplacer("{n}", strconv.Itoa(n), "{n+1}", strconv.Itoa(n+1)).Replace(cell)
			}
			if found {
				cells[ranges] = prefix + strconv.Itoa(n) + suffix
			}
			rows = append(rows, cells)
		}
	}
	return rows
}

func ParsePage(t *testing.T, cells map[string]string) Page {
	t.Helper()
	p := Page{
		AccountID: AccountID, SiteID: SiteID, ImportID: ImportID, URL: cells["url"], Page: Normalized(t, cells["url"]),
		StatusCode: numberOf[uint16](t, cells, "status_code"), ContentType: "text/html", Reason: cells["indexability_status"],
		Title: textOf(cells, "title"), TitlePixels: numberOf[uint32](t, cells, "title_pixels"),
		Description: textOf(cells, "description"), DescPixels: numberOf[uint32](t, cells, "description_pixels"),
		H1: textOf(cells, "h1"), SecondH1: textOf(cells, "second_h1"), MetaRobots: textOf(cells, "meta_robots"), Language: cells["language"],
		Canonical: Normalized(t, cells["canonical"]), Written: textOf(cells, "canonical"), RedirectURL: cells["redirect_url"], RedirectType: cells["redirect_type"], RedirectPage: Normalized(t, cells["redirect_url"]),
		Inlinks: numberOf[uint64](t, cells, "inlinks"), WithoutAlt: numberOf[uint32](t, cells, "images_without_alt"),
		WordCount: numberOf[uint32](t, cells, "word_count"), CrawlDepth: numberOf[uint32](t, cells, "crawl_depth"),
		SearchImpressions: numberOf[uint64](t, cells, "search_impressions"), SearchClicks: numberOf[uint64](t, cells, "search_clicks"),
		Sessions: numberOf[uint64](t, cells, "sessions"), OrganicVisits: numberOf[uint64](t, cells, "organic_visits"),
	}
	if score, err := strconv.ParseFloat(cells["link_score"], 64); err == nil {
		p.LinkScore = &score
	}
	if kind, ok := cells["content_type"]; ok {
		p.ContentType = kind
	}
	if said := textOf(cells, "indexable"); said != nil && *said != "" {
		indexable := *said == "true"
		p.Indexable = &indexable
	}
	return p
}

func textOf(cells map[string]string, name string) *string {
	if cell, ok := cells[name]; ok && cell != "?" {
		return &cell
	}
	return nil
}

func numberOf[N uint16 | uint32 | uint64](t *testing.T, cells map[string]string, name string) *N {
	t.Helper()
	cell := cells[name]
	if cell == "" || cell == "?" {
		return nil
	}
	number, err := strconv.ParseUint(cell, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	value := N(number)
	return &value
}

func Normalized(t *testing.T, url string) string {
	t.Helper()
	if url == "" {
		return ""
	}
	key, err := upslope.NormalizeURL(url)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// OpenWithCrawl opens a database that holds one imported crawl.
func OpenWithCrawl(t *testing.T, pages []Page, links ...Link) *Site {
	t.Helper()
	db := Open(t)
	AddCrawl(t, db, pages, links...)
	return db
}

// AddCrawl stores pages and links in the order of an import: first the rows, then the issues found in them.
func AddCrawl(t *testing.T, db *Site, pages []Page, links ...Link) *upslope.Crawl {
	t.Helper()
	pages, links = slices.Clone(pages), slices.Clone(links)
	for i := range pages {
		pages[i].AccountID = db.AccountID
	}
	for i := range links {
		links[i].AccountID = db.AccountID
	}
	if err := db.InsertRows(t.Context(), "pages", "", pages); err != nil {
		t.Fatal(err)
	}
	if err := db.InsertRows(t.Context(), "links", "", links); err != nil {
		t.Fatal(err)
	}
	params := map[string]any{"account_id": db.AccountID, "site_id": SiteID, "import_id": ImportID, "imported_at": Today}
	if err := db.Exec(t.Context(), rules.Find(), params); err != nil {
		t.Fatal(err)
	}
	crawl := &upslope.Crawl{ImportID: ImportID, FileName: "internal_all.csv", ImportedAt: Today}
	if len(links) > 0 {
		crawl.LinksImportID = LinksImportID
	}
	return crawl
}
