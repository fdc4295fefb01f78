package imports

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
)

const (
	accountOfIssues = "00000000-0000-4000-8000-00000000000a"
	siteOfIssues    = "00000000-0000-4000-8000-00000000000b"
	firstImport     = "00000000-0000-4000-8000-00000000000c"
	secondImport    = "00000000-0000-4000-8000-00000000000d"
)

// html returns a crawled page without issues, modified by change.
func html(url string, change func(*upslope.Page)) upslope.Page {
	page := upslope.Page{
		URL: url, ContentType: "text/html; charset=utf-8", StatusCode: upslope.Known(200), Indexable: upslope.Known(true),
		Title: upslope.Known("A title of its own for " + url), TitlePixels: upslope.Known(400),
		Description: upslope.Known("A description of its own for " + url), DescriptionPixels: upslope.Known(600),
		H1: upslope.Known("Heading of " + url), SecondH1: upslope.Known(""), UniqueInlinks: upslope.Known(3), ImagesWithoutAlt: upslope.Known(0),
	}
	page.Key, _ = upslope.NormalizeURL(url)
	if change != nil {
		change(&page)
	}
	return page
}

func answers(status int) func(*upslope.Page) {
	return func(p *upslope.Page) {
		*p = upslope.Page{URL: p.URL, Key: p.Key, StatusCode: upslope.Known(status), Indexable: upslope.Known(false), UniqueInlinks: p.UniqueInlinks}
	}
}

func alternates(urls ...string) func(*upslope.Page) {
	return func(p *upslope.Page) {
		p.Columns = map[string]string{"HTML hreflang 1": "en"}
		for i, url := range urls {
			p.Columns[fmt.Sprintf("HTML hreflang %d URL", i+1)] = url
		}
	}
}

// issuesIn imports the pages and lists their issues: severity, type, URL, details, related URL.
func issuesIn(t *testing.T, db *clickhouse.DB, importID string, pages ...upslope.Page) []string {
	t.Helper()
	return issuesInTab(t, db, importID, "", pages...)
}

// issuesInTab is issuesIn for pages of a filter of the crawler; "" is none.
func issuesInTab(t *testing.T, db *clickhouse.DB, importID, listedIn string, pages ...upslope.Page) []string {
	t.Helper()
	rows := make([]pageRow, len(pages))
	for i, page := range pages {
		rows[i] = pageRow{Page: page, own: strings.HasPrefix(upslope.HostOf(page.Key), "a.com"), listedIn: listedIn}
	}
	names, columns := pagesTable(accountOfIssues, siteOfIssues, importID).columns(rows)
	if err := db.InsertColumns(t.Context(), "pages", "", names, columns...); err != nil {
		t.Fatal(err)
	}
	params := map[string]any{
		"account_id": accountOfIssues, "site_id": siteOfIssues, "import_id": importID,
		"imported_at": time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC),
	}
	if err := db.Exec(t.Context(), issueRules(t).FindSQL, params); err != nil {
		t.Fatal(err)
	}
	var issues []string
	const list = `select toString(severity), issue_type, url, details, related_url from technical_issues
		where import_id = {import_id:UUID} order by url, issue_type`
	err := db.Query(t.Context(), list, params, func(_ []string, values []any) error {
		issues = append(issues, strings.TrimSpace(fmt.Sprintln(values...)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return issues
}

func TestIssuesSayTheFigureThatMatters(t *testing.T) {
	for name, c := range map[string]struct {
		pages []upslope.Page
		want  []string
	}{
		"nothing wrong": {[]upslope.Page{html("https://a.com/", nil)}, nil},
		"server error":  {[]upslope.Page{html("https://a.com/", answers(503))}, []string{"critical server_error https://a.com/ Returns 503; 3 internal links"}},
		"server error, links unknown": {
			[]upslope.Page{html("https://a.com/", func(p *upslope.Page) { answers(500)(p); p.UniqueInlinks = upslope.Optional[int]{} })},
			[]string{"critical server_error https://a.com/ Returns 500"},
		},
		"broken, linked once": {
			[]upslope.Page{html("https://a.com/", func(p *upslope.Page) { answers(404)(p); p.UniqueInlinks = upslope.Known(1) })},
			[]string{"high broken_page https://a.com/ Returns 404; 1 internal link"},
		},
		"broken, links unknown": {
			[]upslope.Page{html("https://a.com/", func(p *upslope.Page) { answers(404)(p); p.UniqueInlinks = upslope.Optional[int]{} })}, nil,
		},
		"title too long": {
			[]upslope.Page{html("https://a.com/", func(p *upslope.Page) { p.Title, p.TitlePixels = upslope.Known("Größe zählt"), upslope.Known(612) })},
			[]string{"medium long_title https://a.com/ 11 characters, 612 px"},
		},
		"titles not told": {
			[]upslope.Page{html("https://a.com/", func(p *upslope.Page) { p.Title, p.TitlePixels = upslope.Optional[string]{}, upslope.Known(0) })}, nil,
		},
		"a report of titles alone": {
			[]upslope.Page{html("https://a.com/", func(p *upslope.Page) {
				*p = upslope.Page{URL: p.URL, Key: p.Key, Title: upslope.Known("")}
			})},
			[]string{"high missing_title https://a.com/ No title"},
		},
		"an alternate that does not link back": {
			[]upslope.Page{
				html("https://a.com/en", alternates("https://a.com/en", "https://a.com/de", "https://a.com/fr", "https://b.com/es")),
				html("https://a.com/de", alternates("https://a.com/de", "https://a.com/en")),
				html("https://a.com/fr", alternates("https://a.com/fr", "https://a.com/de")),
				html("https://a.com/it", nil),
			},
			[]string{
				"medium missing_return_link https://a.com/en 1 alternate does not link back: https://a.com/fr https://a.com/fr",
				"medium missing_return_link https://a.com/fr 1 alternate does not link back: https://a.com/de https://a.com/de",
			},
		},
		"three equal titles": {
			[]upslope.Page{
				html("https://a.com/1", func(p *upslope.Page) { p.Title = upslope.Known("The same title on three of the pages") }),
				html("https://a.com/2", func(p *upslope.Page) { p.Title = upslope.Known("The same title on three of the pages") }),
				html("https://a.com/3", func(p *upslope.Page) { p.Title = upslope.Known("The same TITLE on three of the pages") }),
			},
			[]string{
				"medium duplicate_title https://a.com/1 Same title as 2 other pages, e.g. https://a.com/2 https://a.com/2",
				"medium duplicate_title https://a.com/2 Same title as 2 other pages, e.g. https://a.com/1 https://a.com/1",
				"medium duplicate_title https://a.com/3 Same title as 2 other pages, e.g. https://a.com/1 https://a.com/1",
			},
		},
		"one page under two addresses is no duplicate": {
			[]upslope.Page{
				html("https://a.com/1", func(p *upslope.Page) { p.Title = upslope.Known("The same title on one of the pages") }),
				html("https://a.com/1/", func(p *upslope.Page) { p.Title = upslope.Known("The same title on one of the pages") }),
			}, nil,
		},
		"a page that answers with and without a trailing slash, by the canonicals": {
			[]upslope.Page{
				html("https://a.com/1", canonical("")), html("https://a.com/1/", canonical("https://a.com/1/")),
				html("https://a.com/2", canonical("")), html("https://a.com/2/", canonical("https://a.com/2")),
				html("https://a.com/3", canonical("")), html("https://a.com/3/", func(p *upslope.Page) { canonical("")(p); p.Title = upslope.Known("Another title for the page") }),
				html("https://a.com/4/", canonical("")), html("https://a.com/5/", canonical("")), html("https://a.com", canonical("")), html("https://a.com/", canonical("")),
			},
			[]string{
				"low slash_twins https://a.com/1 Answers at https://a.com/1/ too, with another title https://a.com/1/",
				"low slash_twins https://a.com/3 Answers at https://a.com/3/ too, with another title https://a.com/3/",
			},
		},
		"an empty first H1": {
			[]upslope.Page{html("https://a.com/", func(p *upslope.Page) { p.H1, p.SecondH1 = upslope.Known(""), upslope.Known("Tents") })},
			[]string{`low empty_h1 https://a.com/ The first H1 is empty, the second is "Tents"`},
		},
		"a page has an issue once": {
			[]upslope.Page{
				html("https://a.com/1", func(p *upslope.Page) { p.H1 = upslope.Known("") }),
				html("https://a.com/1/", func(p *upslope.Page) { p.H1 = upslope.Known("") }),
			},
			[]string{"medium missing_h1 https://a.com/1 No H1"},
		},
		"headings and images": {
			[]upslope.Page{html("https://a.com/", func(p *upslope.Page) {
				p.SecondH1, p.H1Count, p.ImagesWithoutAlt = upslope.Known("Other"), upslope.Known(4), upslope.Known(1)
			})},
			[]string{
				"low images_without_alt https://a.com/ 1 image without alt text",
				`low several_h1 https://a.com/ 4 H1 headings, the second is "Other"`,
			},
		},
		"redirects": {
			[]upslope.Page{
				html("https://a.com/1", func(p *upslope.Page) { answers(301)(p); p.RedirectURL = "https://a.com/2#part" }),
				html("https://a.com/2", func(p *upslope.Page) { answers(301)(p); p.RedirectURL = "https://elsewhere.com/" }),
				html("https://a.com/3", func(p *upslope.Page) { answers(302)(p); p.RedirectURL = "https://a.com/3" }),
			},
			[]string{
				"high redirect_chain https://a.com/1 2 redirects before https://elsewhere.com/ https://elsewhere.com/",
				"low linked_redirect https://a.com/2 Returns 301; 3 internal links; a later redirect of the chain from https://a.com/1 https://elsewhere.com/",
				"high redirect_loop https://a.com/3 Comes back to https://a.com/3 after 1 redirect https://a.com/3",
			},
		},
		"a browser's own step to https is no redirect of the server": {
			[]upslope.Page{
				html("http://a.com/1", func(p *upslope.Page) {
					answers(307)(p)
					p.RedirectURL, p.RedirectType = "https://a.com/1", "HSTS Policy"
				}),
				html("https://a.com/1", func(p *upslope.Page) { answers(301)(p); p.RedirectURL = "https://a.com/2" }),
				html("https://a.com/2", nil),
			},
			[]string{
				"low linked_redirect http://a.com/1 Returns 307; 3 internal links https://a.com/2",
				"low linked_redirect https://a.com/1 Returns 301; 3 internal links https://a.com/2",
			},
		},
		"refused to the crawler is not gone": {
			[]upslope.Page{html("https://a.com/1", answers(403)), html("https://a.com/2", answers(401)), html("https://a.com/3", answers(429)), html("https://a.com/4", answers(410))},
			[]string{
				"low forbidden_page https://a.com/1 Returns 403 to the crawler; 3 internal links",
				"low forbidden_page https://a.com/2 Returns 401 to the crawler; 3 internal links",
				"high broken_page https://a.com/4 Returns 410; 3 internal links",
			},
		},
		"blank texts are missing and nothing else": {
			[]upslope.Page{html("https://a.com/", func(p *upslope.Page) {
				p.Title, p.TitlePixels, p.Description, p.DescriptionPixels = upslope.Known(""), upslope.Known(591), upslope.Known(""), upslope.Known(1200)
			})},
			[]string{"medium missing_description https://a.com/ No meta description", "high missing_title https://a.com/ No title"},
		},
		"pages for signed-in visitors and carts get no advice": {
			[]upslope.Page{
				html("https://a.com/sales/account", func(p *upslope.Page) { p.Title = upslope.Known("") }),
				html("https://a.com/cart/", func(p *upslope.Page) { p.H1 = upslope.Known("") }),
				html("https://a.com/sales/logout", func(p *upslope.Page) { answers(302)(p); p.RedirectURL = "https://a.com/?login=true" }),
				html("https://a.com/?login=true", func(p *upslope.Page) { answers(301)(p); p.RedirectURL = "https://a.com/start" }),
				html("https://a.com/start", func(p *upslope.Page) { answers(302)(p); p.RedirectURL = "https://a.com/login" }),
				html("https://a.com/cdn-cgi/l/email-protection", answers(404)),
				html("https://a.com/cartography", func(p *upslope.Page) { p.H1 = upslope.Known("") }),
			},
			[]string{"medium missing_h1 https://a.com/cartography No H1"},
		},
		"other sites' pages are one finding": {
			[]upslope.Page{
				html("https://a.com/", nil), html("https://b.com/1", answers(404)), html("https://b.com/2", answers(410)), html("https://b.com/3", answers(403)),
				html("https://b.com/4", answers(500)), html("https://b.com/5", func(p *upslope.Page) { p.Title = upslope.Known("") }),
			},
			[]string{"low broken_outlinks https://a.com/ 2 outgoing links answer 404 or 410, such as https://b.com/1; 401, 403 and 429 are not counted https://b.com/1"},
		},
		"a suffix that stands twice, and a heading that pages share": {
			[]upslope.Page{
				html("https://a.com/1", func(p *upslope.Page) {
					p.Title, p.H1 = upslope.Known("Tents of all kinds | Shop | Shop"), upslope.Known("Tents")
				}),
				html("https://a.com/2", func(p *upslope.Page) {
					p.Title, p.H1 = upslope.Known("Ropes of all kinds - Shop | Shop"), upslope.Known("tents")
				}),
			},
			[]string{
				"low duplicate_h1 https://a.com/1 Same H1 as 1 other page: https://a.com/2 https://a.com/2",
				`medium repeated_suffix https://a.com/1 Ends with "| Shop" twice`,
				"low duplicate_h1 https://a.com/2 Same H1 as 1 other page: https://a.com/1 https://a.com/1",
			},
		},
		"hidden pages are not judged": {
			[]upslope.Page{html("https://a.com/", func(p *upslope.Page) {
				p.Indexable, p.IndexabilityStatus, p.Title = upslope.Known(false), upslope.Noindex, upslope.Known("")
			})}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := issuesIn(t, clickhousetest.Open(t), firstImport, c.pages...); !slices.Equal(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

func TestAnIssueHasTheSameIDInEveryCrawl(t *testing.T) {
	db := clickhousetest.Open(t)
	pages := []upslope.Page{
		html("https://a.com/1", func(p *upslope.Page) { p.H1, p.Title = upslope.Known(""), upslope.Known("") }),
		html("https://a.com/2", func(p *upslope.Page) { p.H1 = upslope.Known("") }),
	}
	issuesIn(t, db, firstImport, pages...)
	issuesIn(t, db, secondImport, pages[1], pages[0])
	err := db.Query(t.Context(), "select count(), uniqExact(issue_id), uniqExact(page_id), max(length(page_id)) from technical_issues", nil, func(_ []string, values []any) error {
		if got := fmt.Sprint(values...); got != "6 3 2 16" {
			t.Errorf("issues, ids, pages, length of a page's id: %s, want 6 3 2 16", got)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
