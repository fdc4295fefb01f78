package crawler_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestACrawlReadsWhatLinksSitemapsAndRedirectsLeadTo(t *testing.T) {
	s := serve(t, pages(map[string]string{
		"/": `<html lang="en"><head><title>Home &amp; garden</title><meta name=description content="All of it"><link rel=canonical href="/"></head>
			<body><nav><a href="/shop">Shop</a></nav><h1>Wel<b>come</b> <button>Copy</button></h1><p>Three more words</p><img src=/a.png><a href="/old" rel=nofollow>no</a>
			<a href="/moved#part">Moved <img src="/b.png" alt="a picture"></a><a href="https://elsewhere.example/">out</a><a href="mailto:x@y.z">mail</a></body></html>`,
		"/shop":           `<title>Shop</title><a href="/">Home</a><a href="gone">Gone</a><svg><title>An icon</title></svg>`,
		"/moved":          "-> /moved/further",
		"/moved/further":  "-> /shop",
		"/listed":         `<title>Listed</title><meta name=robots content="noindex,nofollow"><a href="/never">no</a>`,
		"/sitemap.xml":    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>HOST/listed</loc></url><url><loc>https://elsewhere.example/x</loc></url></urlset>`,
		"/robots.txt":     "User-agent: *\nDisallow: /private\n",
		"/private/secret": "secret",
	}))
	listed := s.Config.Handler
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sitemap.xml" {
			_, _ = fmt.Fprintf(w, `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://%s/listed</loc></url><url><loc>http://%s/private/x</loc></url><url><loc>https://elsewhere.example/x</loc></url></urlset>`, r.Host, r.Host)
			return
		}
		listed.ServeHTTP(w, r)
	})
	m := newMemory(s.URL+"/", 100)
	if err := crawl(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	home := m.page(t, s.URL+"/")
	for header, want := range map[string]string{
		"Status Code": "200", "Title 1": "Home & garden", "Meta Description 1": "All of it", "H1-1": "Welcome", "Canonical Link Element 1": s.URL + "/",
		"Language": "en", "Crawl Depth": "0", "Inlinks": "1", "Word Count": "8", "Images without alt text": "1", "Outlinks": "4",
	} {
		if home[header] != want {
			t.Errorf("%s of the home page is %q, want %q", header, home[header], want)
		}
	}
	for address, want := range map[string][2]string{
		"/shop": {"200", ""}, "/moved": {"301", s.URL + "/moved/further"}, "/moved/further": {"301", s.URL + "/shop"}, "/gone": {"404", ""}, "/listed": {"200", ""}, "/private/x": {"0", ""},
	} {
		page := m.page(t, s.URL+address)
		if page["Status Code"] != want[0] || page["Redirect URL"] != want[1] {
			t.Errorf("%s: status %s, redirect %q; want %v", address, page["Status Code"], page["Redirect URL"], want)
		}
	}
	if got := m.page(t, s.URL+"/shop")["Title 1"]; got != "Shop" {
		t.Errorf("the title is %q", got)
	}
	if depth := m.page(t, s.URL+"/listed")["Crawl Depth"]; depth != "" {
		t.Errorf("a page that only the sitemap lists is %s clicks from the home page", depth)
	}
	for _, address := range []string{"/old", "/never", "/private/secret", "/private/x"} {
		if s.times(address) > 0 {
			t.Errorf("%s was asked for", address)
		}
	}
	if len(m.upload.Notes) != 1 || !strings.Contains(m.upload.Notes[0], "robots.txt") || m.upload.EndedEarly != "" {
		t.Errorf("notes %q, ended early %q", m.upload.Notes, m.upload.EndedEarly)
	}
	var link map[string]string
	for _, row := range m.table(t, "all_inlinks.csv") {
		if row["Destination"] == s.URL+"/moved" {
			link = row
		}
	}
	if link["Anchor"] != "Moved" || link["Alt Text"] != "a picture" || link["Follow"] != "true" || link["Status Code"] != "301" || link["Link Position"] != "Content" {
		t.Errorf("the link is %v", link)
	}
}

func TestPagesThatOnlyVisitorsKnowAreRead(t *testing.T) {
	s := serve(t, pages(map[string]string{"/": `<title>Home</title>`, "/orphan": `<title>Orphan</title><a href="/behind">next</a>`, "/behind": `<title>Behind</title>`}))
	m := newMemory(s.URL+"/", 100)
	m.known = []string{s.URL + "/orphan#:~:text=part", s.URL + "/", "https://elsewhere.example/page", "(not set)"}
	if err := crawl(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if orphan := m.page(t, s.URL+"/orphan"); orphan["Status Code"] != "200" || orphan["Crawl Depth"] != "" {
		t.Errorf("the orphan is %v", orphan)
	}
	if m.page(t, s.URL+"/behind")["Title 1"] != "Behind" || s.times("/") != 1 || len(m.addresses) != 3 {
		t.Errorf("home was asked for %d times, known are %v", s.times("/"), m.addresses)
	}
}

func TestACrawlThatIsKilledAsksNoPageTwice(t *testing.T) {
	list := map[string]string{}
	for i := range 120 {
		list[fmt.Sprintf("/%d", i)] = fmt.Sprintf(`<title>Page %d</title><a href="/%d">next</a><a href="/%d">later</a>`, i, i+1, i+7)
	}
	list["/"] = `<title>Home</title><a href="/0">first</a>`
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(5 * time.Millisecond)
		pages(list)(w, r)
	})
	m := newMemory(s.URL+"/", 1000)
	for attempt := 0; m.imported == 0; attempt++ {
		if attempt > 50 {
			t.Fatal("the crawl does not end")
		}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		if attempt > 3 {
			ctx, cancel = context.WithCancel(t.Context())
		}
		if err := crawl(ctx, m); err != nil && ctx.Err() == nil {
			t.Fatal(err)
		}
		cancel()
	}
	if got := len(m.table(t, "internal_all.csv")); got < 121 {
		t.Errorf("%d pages were read", got)
	}
	twice := 0
	for address, times := range s.asked {
		if times > 1 && address != "/robots.txt" && address != "/sitemap.xml" {
			twice++
		}
	}
	if twice > 2*4 { // those in flight at each of four kills
		t.Errorf("%d pages were asked for twice", twice)
	}
}

func TestAStoppedCrawlKeepsWhatItHasRead(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" || r.URL.Path == "/sitemap.xml" {
			http.NotFound(w, r)
			return
		}
		time.Sleep(2 * time.Millisecond)
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, `<title>%s</title><a href="%sx">on</a>`, r.URL.Path, r.URL.Path)
	})
	m := newMemory(s.URL+"/", 100_000)
	m.stopAfter = 3
	if err := crawl(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if m.imported != 1 || !strings.Contains(m.upload.EndedEarly, "stopped") || len(m.table(t, "internal_all.csv")) < 3 {
		t.Errorf("imported %d times, ended early %q", m.imported, m.upload.EndedEarly)
	}
}
