package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// crawledShop is a small website with the mistakes of real ones, whose requests are counted.
type crawledShop struct {
	*httptest.Server
	mu    sync.Mutex
	asked map[string]int

	robots string // its robots.txt; "" for none

	noindexed, removed, renamed string // paths
}

// change makes one page noindex, removes one and gives one another title.
func (s *crawledShop) change(noindexed, removed, renamed string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.noindexed, s.removed, s.renamed = noindexed, removed, renamed
}

// shopPages are its pages: title, description, heading, words and links.
var shopPages = map[string]struct {
	title, description, heading string
	links                       []string
}{
	"/":         {"Garden furniture for small balconies", "Chairs, tables and benches that fit where others do not, delivered in a week.", "Small furniture", []string{"/chairs", "/tables", "/old-chairs", "/gone"}},
	"/chairs":   {"", "Folding and stacking chairs for balconies, in wood and in metal, for every weather.", "Chairs", []string{"/", "/tables", "/gone"}},
	"/tables":   {"Tables", "", "", []string{"/", "/chairs"}},
	"/benches":  {"Garden furniture for small balconies", "Benches with and without backs, for one to three people, in oak and in acacia.", "Benches", []string{"/"}},
	"/contacts": {"How to reach the shop by phone, letter and email", "Our address, our hours and the people who answer when you write or call us.", "Contact", []string{"/", "/benches"}},
}

const shopWords = " one two three four five six seven eight nine ten"

func openShop(t testing.TB, more int) *crawledShop {
	shop := &crawledShop{asked: map[string]int{}}
	shop.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		shop.mu.Lock()
		shop.asked[r.URL.Path]++
		noindexed, removed, renamed := shop.noindexed == r.URL.Path, shop.removed == r.URL.Path, shop.renamed == r.URL.Path
		shop.mu.Unlock()
		var number int
		_, _ = fmt.Sscanf(r.URL.Path, "/p%d", &number)
		switch page, found := shopPages[r.URL.Path]; {
		case r.URL.Path == "/old-chairs":
			http.Redirect(w, r, "/chairs", http.StatusMovedPermanently)
		case r.URL.Path == "/robots.txt" && shop.robots != "":
			_, _ = io.WriteString(w, shop.robots)
		case r.URL.Path == "/sitemap.xml":
			_, _ = fmt.Fprintf(w, "<urlset><url><loc>http://%s/contacts</loc></url>", r.Host)
			if more > 0 {
				_, _ = fmt.Fprintf(w, "<url><loc>http://%s/p%d</loc></url>", r.Host, more)
			}
			_, _ = io.WriteString(w, "</urlset>")
		case number > 0 && number <= more:
			w.Header().Set("Content-Type", "text/html")
			_, _ = fmt.Fprintf(w, "<title>Page %d</title><a href=/p%d>on</a>", number, number-1)
		case !found || removed:
			http.NotFound(w, r)
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			if noindexed {
				_, _ = io.WriteString(w, `<meta name="robots" content="noindex">`)
			}
			if renamed {
				page.title = page.heading
			}
			if page.title != "" {
				_, _ = fmt.Fprintf(w, "<title>%s</title>", page.title)
			}
			_, _ = fmt.Fprintf(w, `<meta name="description" content="%s"><body>`, page.description)
			if page.heading != "" {
				_, _ = fmt.Fprintf(w, "<h1>%s</h1>", page.heading)
			}
			_, _ = io.WriteString(w, "<p>"+strings.Repeat(shopWords, 40)+"</p>")
			for _, link := range page.links {
				_, _ = fmt.Fprintf(w, "<a href=%q>to %s</a> ", link, link)
			}
		}
	}))
	t.Cleanup(shop.Close)
	return shop
}

// export is what a desktop crawler would export of the shop, written from the pages and not by the crawler.
func (s *crawledShop) export() string {
	inlinks := map[string]int{}
	for _, page := range shopPages {
		for _, link := range page.links {
			inlinks[link]++
		}
	}
	file := "Address,Status Code,Status,Content Type,Title 1,Meta Description 1,H1-1,H1-2,Word Count,Crawl Depth,Inlinks,Redirect URL,Canonical Link Element 1,Meta Robots 1,Images Without Alt,Response Time\n"
	depth := map[string]string{"/": "0", "/chairs": "1", "/tables": "1"}
	for path, page := range shopPages {
		words := 400 + 2*len(page.links)
		if page.heading != "" {
			words += len(strings.Fields(page.heading))
		}
		file += fmt.Sprintf("%s%s,200,OK,text/html; charset=utf-8,%q,%q,%s,,%d,%s,%d,,,,0,0.01\n", s.URL, path, page.title, page.description, page.heading, words, depth[path], inlinks[path])
	}
	file += fmt.Sprintf("%s/old-chairs,301,Moved Permanently,text/html; charset=utf-8,,,,,,1,1,%s/chairs,,,,0.01\n", s.URL, s.URL)
	file += fmt.Sprintf("%s/gone,404,Not Found,text/plain; charset=utf-8,,,,,,1,2,,,,,0.01\n", s.URL)
	return file
}

// issues lists the issues of an account's newest crawl as sorted lines.
func (v *visitor) issueLines() (lines []string) {
	var found []struct{ URL, IssueType, Severity string }
	v.call("GET", "/api/technical/sf-issues", nil, &found)
	for _, issue := range found {
		lines = append(lines, issue.IssueType+" "+issue.Severity+" "+issue.URL)
	}
	slices.Sort(lines)
	return lines
}

// insightLines lists the opportunities of an account about pages, as sorted lines.
func (v *visitor) insightLines() (lines []string) {
	var found []struct {
		Type, Title string
		Entity      struct{ Page string }
	}
	v.call("GET", "/api/insights", nil, &found)
	for _, insight := range found {
		if insight.Type == "meta_issues" { // the others need links, which the export lacks
			lines = append(lines, insight.Title+" "+insight.Entity.Page)
		}
	}
	slices.Sort(lines)
	return lines
}

func (v *visitor) crawl(site string, body map[string]any) (job string) {
	v.t.Helper()
	body["siteId"] = site
	var started struct{ ID, Kind string }
	if status, answer := v.call("POST", "/api/technical/crawl", body, &started); status != http.StatusAccepted || started.Kind != "crawl" {
		v.t.Fatalf("%d %s", status, answer)
	}
	return started.ID
}

func TestACrawlGivesWhatTheExportOfTheSameSiteGives(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "CRAWL_ALLOW_PRIVATE=true")
	shop := openShop(t, 0)
	ana, bob := p.signIn("ana@example.com"), p.signIn("bob@example.com")
	site := ana.addSite("shop.example")
	job := ana.crawl(site, map[string]any{"url": shop.URL})
	if again := ana.crawl(site, map[string]any{"url": shop.URL, "maxPages": 7}); again != job {
		t.Errorf("a second request started another crawl")
	}
	if status, message := ana.job(job); status != "done" || !strings.HasPrefix(message, "7 pages and 12 links read, ") {
		t.Fatalf("%s: %s", status, message)
	}
	bob.addSite("shop.example")
	contentType, body := form(t, "internal_all.csv", []byte(shop.export()))
	if status, answer := bob.send("POST", "/api/upload/sf-csv?confirm=true", contentType, body, nil); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	crawled, imported := ana.issueLines(), bob.issueLines()
	if len(imported) < 5 || !slices.Equal(crawled, imported) {
		t.Errorf("the crawl finds\n%s\nthe export of the same site\n%s", strings.Join(crawled, "\n"), strings.Join(imported, "\n"))
	}
	eventually(t, "both have the same opportunities", func() bool {
		ours := ana.insightLines()
		return len(ours) > 0 && slices.Equal(ours, bob.insightLines())
	})
	var crawls, theirs []struct {
		FileName string
		Pages    int
		Uploads  []string
	}
	ana.call("GET", "/api/technical/crawls?siteId="+site, nil, &crawls)
	if bob.call("GET", "/api/technical/crawls", nil, &theirs); len(theirs) != 1 || len(crawls) != 1 || theirs[0].Pages != crawls[0].Pages {
		t.Errorf("the crawl has %+v, the export %+v", crawls, theirs)
	}
	if len(crawls) != 1 || crawls[0].Pages != 7 || !strings.HasPrefix(crawls[0].FileName, "Crawl of 127.0.0.1, ") {
		t.Fatalf("%+v", crawls)
	}
	var upload struct {
		Recognition []struct{ Crawler, Report string }
	}
	ana.call("GET", "/api/technical/uploads/"+crawls[0].Uploads[0], nil, &upload)
	if len(upload.Recognition) != 2 || upload.Recognition[0].Crawler != "Upslope" || upload.Recognition[0].Report != "Internal" {
		t.Errorf("%+v", upload.Recognition)
	}
	for _, v := range []struct {
		who          *visitor
		method, path string
		want         int
	}{
		{bob, "DELETE", "/api/jobs/" + job, http.StatusNotFound},
		{bob, "GET", "/api/jobs/" + job, http.StatusNotFound},
		{ana, "DELETE", "/api/jobs/" + job, http.StatusNoContent}, // it has ended
	} {
		if status, answer := v.who.call(v.method, v.path, nil, nil); status != v.want {
			t.Errorf("%s %s: %d %s, want %d", v.method, v.path, status, answer, v.want)
		}
	}
	for body, want := range map[string]int{`{"maxPages":501}`: http.StatusPaymentRequired, `{"maxPages":0}`: http.StatusBadRequest, `{"url":"ftp://shop.example"}`: http.StatusBadRequest} {
		status, answer := ana.send("POST", "/api/technical/crawl", "application/json", strings.NewReader(strings.Replace(body, "{", `{"siteId":"`+site+`",`, 1)), nil)
		if status != want {
			t.Errorf("%s: %d %s, want %d", body, status, answer, want)
		}
	}
}

func TestACrawlSurvivesKillAndStops(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	p := start(t, data, "CRAWL_ALLOW_PRIVATE=true")
	shop := openShop(t, 400)
	ana := p.signIn("ana@example.com")
	site := ana.addSite("shop.example")
	job := ana.crawl(site, map[string]any{"url": shop.URL})
	eventually(t, "pages are read", func() bool { return shop.requests() > 12 })
	p.kill()
	before := shop.requests()
	p = start(t, data, "CRAWL_ALLOW_PRIVATE=true")
	ana = p.signIn("ana@example.com")
	eventually(t, "the crawl goes on", func() bool { return shop.requests() > before+8 })
	if status, answer := ana.call("DELETE", "/api/jobs/"+job, nil, nil); status != http.StatusNoContent {
		t.Fatalf("%d %s", status, answer)
	}
	if status, message := ana.job(job); status != "done" || !strings.Contains(message, "You stopped the crawl, so pages may be missing") {
		t.Fatalf("%s: %s", status, message)
	}
	twice := 0
	shop.mu.Lock()
	for path, times := range shop.asked {
		if times > 1 && path != "/robots.txt" && path != "/sitemap.xml" {
			twice++
		}
	}
	shop.mu.Unlock()
	if twice > 6 { // at five a second, those that were in flight or not yet saved
		t.Errorf("%d pages were asked for twice", twice)
	}
	after := shop.requests()
	time.Sleep(500 * time.Millisecond) // five a second would show
	if shop.requests() != after {
		t.Error("a stopped crawl goes on")
	}
}

func (s *crawledShop) requests() (count int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, times := range s.asked {
		count += times
	}
	return count
}

func TestACrawlReachesNoPrivateAddress(t *testing.T) {
	t.Parallel()
	p := shared(t)
	shop := openShop(t, 0)
	ana := p.signIn("ana@example.com")
	site := ana.addSite("localtest.me") // a public name of this machine, where names can be looked up
	if status, answer := ana.call("POST", "/api/technical/crawl", map[string]any{"siteId": site, "url": shop.URL}, nil); status != http.StatusBadRequest || !strings.Contains(answer, "must be an address of localtest.me") {
		t.Errorf("%d %s", status, answer)
	}
	job := ana.crawl(site, map[string]any{"url": strings.Replace(shop.URL, "127.0.0.1", "localtest.me", 1)})
	if status, message := ana.job(job); status != "failed" || !strings.Contains(message, "The site cannot be read") {
		t.Errorf("%s: %s", status, message)
	}
	if shop.requests() > 0 {
		t.Error("a private address was reached")
	}
}
