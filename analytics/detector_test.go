package analytics

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"upslope"
	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
)

var update = flag.Bool("update", false, "write what the detectors find into the cases")

const (
	account = "00000000-0000-4000-8000-00000000000a"
	site    = "00000000-0000-4000-8000-00000000000b"
	crawled = "00000000-0000-4000-8000-00000000000c"

	crawledLinks = "00000000-0000-4000-8000-00000000000d"
)

var today = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

// Every case of every detector: given the tables in it, its want is exactly what is found, in order.
func TestDetectorsFindWhatTheirCasesWant(t *testing.T) {
	t.Parallel()
	cases, err := filepath.Glob("detectors/*/testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var pages []page
			var links []link
			db := clickhousetest.Open(t)
			want, days, rules := &txtar.File{}, map[string]string{}, upslope.SiteRules{}
			for i, file := range archive.Files {
				switch report := strings.TrimSuffix(file.Name, ".csv"); {
				case file.Name == "pages.csv":
					pages = pagesOf(t, file.Data)
				case file.Name == "links.csv":
					links = linksOf(t, file.Data)
				case file.Name == "days.csv":
					for _, cells := range rowsOf(t, file.Data, "report") {
						days[cells["report"]] = cells["days"]
					}
				case file.Name == "rules.json": // what the owner says
					if err := json.Unmarshal(file.Data, &rules); err != nil {
						t.Fatal(err)
					}
				case file.Name == "want":
					want = &archive.Files[i]
				case slices.Contains(reports(), report):
					addReport(t, db, report, file.Data)
					days[report] = cmp.Or(days[report], wholeHistory)
				default:
					t.Fatalf("%s is no table of a case", file.Name)
				}
			}
			addSearchReports(t, db, days)
			detector := strings.NewReplacer("_by_search", "", "_untracked", "").Replace(filepath.Base(filepath.Dir(filepath.Dir(name))))
			store := &memory{rules: rules}
			if len(days) > 0 {
				store.connected = connections()
			}
			if len(pages) > 0 {
				store.crawl = addCrawl(t, db, pages, links...)
			}
			recompute(t, db, store)
			got := listing(of(detector, store.insights))
			if len(days) > 0 {
				got = report(of(detector, store.insights))
			}
			if *update {
				want.Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != string(want.Data) {
				t.Errorf("found\n%s\nwant\n%s", got, want.Data)
			}
		})
	}
}

// report is all that people read of insights, the best first.
func report(insights []upslope.StoredInsight) string {
	var b strings.Builder
	for _, insight := range insights {
		fmt.Fprintf(&b, "%d %s\n%s\n", insight.Score, insight.Title, insight.Summary)
		if value := insight.Value; value != nil {
			fmt.Fprintf(&b, "%.1f to %.1f, %.1f %s a month", value.Low, value.High, value.Mid, cmp.Or(value.Currency, value.Unit))
		} else {
			fmt.Fprint(&b, "unknown value")
		}
		fmt.Fprintf(&b, "; effort %d; real %.2f, fix %.2f\n", insight.Effort, insight.Evidence["probabilityReal"], insight.Evidence["probabilityFix"])
		for step := range strings.Lines(insight.Instructions) {
			fmt.Fprintf(&b, "- %s\n", strings.TrimSpace(step))
		}
	}
	return b.String()
}

// caseOf reads the pages of a case of meta_issues.
func caseOf(t *testing.T, name string) []page {
	t.Helper()
	archive, err := txtar.ParseFile("detectors/meta_issues/testdata/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	return pagesOf(t, archive.Files[0].Data)
}

// of keeps the insights of a type.
func of(insightType string, insights []upslope.StoredInsight) []upslope.StoredInsight {
	return slices.DeleteFunc(insights, func(insight upslope.StoredInsight) bool { return insight.Type != insightType })
}

// listing is one line an insight: score, issue, entity, title.
func listing(insights []upslope.StoredInsight) string {
	var b strings.Builder
	for _, insight := range insights {
		fmt.Fprintf(&b, "%d %s %s: %s\n", insight.Score, insight.Entity.Issue, insight.Entity.Template+insight.Entity.Page, insight.Title)
	}
	return b.String()
}

// page is a row of the table pages, with the columns that rules look at.
type page struct {
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
	RedirectURL  string   `ch:"redirect_url"`
	RedirectPage string   `ch:"redirect_page"`
	Inlinks      *uint64  `ch:"inlinks"`
	WithoutAlt   *uint32  `ch:"images_without_alt"`
	WordCount    *uint32  `ch:"word_count"`
	CrawlDepth   *uint32  `ch:"crawl_depth"`
	LinkScore    *float64 `ch:"link_score"`
	Language     string   `ch:"language"`
}

// link is a row of the table links, with the columns that rules look at.
type link struct {
	AccountID   string `ch:"account_id"`
	SiteID      string `ch:"site_id"`
	ImportID    string `ch:"import_id"`
	Source      string `ch:"source_page"`
	Destination string `ch:"destination_page"`
	Type        string `ch:"link_type"`
	Follow      *bool  `ch:"follow"`
	Position    string `ch:"position"`
	Rel         string `ch:"rel"`
}

// pagesOf reads pages from CSV with the columns' names as header. A column that is absent or a cell that is ? is unknown.
func pagesOf(t *testing.T, data []byte) []page {
	t.Helper()
	var pages []page
	for _, cells := range rowsOf(t, data, "url") {
		pages = append(pages, pageOf(t, cells))
	}
	return pages
}

// linksOf reads links from CSV: from, to, and where they differ from a followed link in the text type, follow, position and rel.
func linksOf(t *testing.T, data []byte) []link {
	t.Helper()
	var links []link
	for _, cells := range rowsOf(t, data, "from") {
		l := link{
			AccountID: account, SiteID: site, ImportID: crawledLinks, Source: normalized(t, cells["from"]), Destination: normalized(t, cells["to"]),
			Type: cmp.Or(cells["type"], upslope.Hyperlink), Position: cmp.Or(cells["position"], "content"), Rel: cells["rel"],
		}
		if follow, err := strconv.ParseBool(cells["follow"]); err == nil {
			l.Follow = &follow
		}
		links = append(links, l)
	}
	return links
}

// rowsOf reads the cells of CSV by their column. {1..9} in the column of ranges makes nine rows of one; {n} in other cells is then the
// number, {n+1} the next.
func rowsOf(t *testing.T, data []byte, ranges string) []map[string]string {
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

func pageOf(t *testing.T, cells map[string]string) page {
	t.Helper()
	p := page{
		AccountID: account, SiteID: site, ImportID: crawled, URL: cells["url"], Page: normalized(t, cells["url"]),
		StatusCode: numberOf[uint16](t, cells, "status_code"), ContentType: "text/html", Reason: cells["indexability_status"],
		Title: textOf(cells, "title"), TitlePixels: numberOf[uint32](t, cells, "title_pixels"),
		Description: textOf(cells, "description"), DescPixels: numberOf[uint32](t, cells, "description_pixels"),
		H1: textOf(cells, "h1"), SecondH1: textOf(cells, "second_h1"), MetaRobots: textOf(cells, "meta_robots"), Language: cells["language"],
		Canonical: normalized(t, cells["canonical"]), RedirectURL: cells["redirect_url"], RedirectPage: normalized(t, cells["redirect_url"]),
		Inlinks: numberOf[uint64](t, cells, "inlinks"), WithoutAlt: numberOf[uint32](t, cells, "images_without_alt"),
		WordCount: numberOf[uint32](t, cells, "word_count"), CrawlDepth: numberOf[uint32](t, cells, "crawl_depth"),
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

func normalized(t *testing.T, url string) string {
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

// recomputed is a site whose crawl has these pages and, when there are any, links, after one recompute.
func recomputed(t *testing.T, pages []page, links ...link) *memory {
	t.Helper()
	db := clickhousetest.Open(t)
	store := &memory{crawl: addCrawl(t, db, pages, links...)}
	recompute(t, db, store)
	return store
}

func recompute(t *testing.T, facts Facts, store *memory) {
	t.Helper()
	engine, err := New(facts, store, func() time.Time { return today })
	if err != nil {
		t.Fatal(err)
	}
	if err := engine.Recompute(t.Context(), account, "job"); err != nil {
		t.Fatal(err)
	}
}

// crawlOf is a database with a crawl.
func crawlOf(t *testing.T, pages []page, links ...link) *clickhouse.DB {
	t.Helper()
	db := clickhousetest.Open(t)
	addCrawl(t, db, pages, links...)
	return db
}

// addCrawl imports pages and links as the import does: the rows, then the issues in them.
func addCrawl(t *testing.T, db *clickhouse.DB, pages []page, links ...link) *upslope.Crawl {
	t.Helper()
	if err := db.InsertRows(t.Context(), "pages", "", pages); err != nil {
		t.Fatal(err)
	}
	if err := db.InsertRows(t.Context(), "links", "", links); err != nil {
		t.Fatal(err)
	}
	sql, err := os.ReadFile("../ingest/issues.sql")
	if err != nil {
		t.Fatal(err)
	}
	params := map[string]any{"account_id": account, "site_id": site, "import_id": crawled, "imported_at": today}
	if err := db.Exec(t.Context(), string(sql), params); err != nil {
		t.Fatal(err)
	}
	crawl := &upslope.Crawl{ImportID: crawled, FileName: "internal_all.csv", ImportedAt: today}
	if len(links) > 0 {
		crawl.LinksImportID = crawledLinks
	}
	return crawl
}
