package crawler

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"upslope"
)

// graph are the links between the addresses of a crawl.
type graph struct {
	ids      map[string]int32
	inlinks  []int32   // by id: links to it
	unique   []int32   // pages that link to it
	status   []int16   // -1: not read
	leads    [][]int32 // ids that it links or redirects to
	clicks   []int32   // from the start; -1: none lead there
	start    int32
	pages    int // addresses read
	html     int // of them pages
	empty    int // of these, without words but with scripts
	rendered int // of these, empty until their scripts had run
	blocked  int
	cut      int // pages whose HTML was not read to its end
	first    Page
	hreflang int // the most of a page
	sessions int // links with a session in their address

	hashed []string // the addresses of indexable pages with a simhash, and these
	hashes []uint64
	twins  map[string]twins
}

func (g *graph) id(address string) int32 {
	id, known := g.ids[address]
	if !known {
		id = int32(len(g.ids)) //nolint:gosec // bounded by the frontier and its links
		g.ids[address] = id
		g.inlinks, g.unique, g.status, g.leads, g.clicks = append(g.inlinks, 0), append(g.unique, 0), append(g.status, -1), append(g.leads, nil), append(g.clicks, -1)
	}
	return id
}

func (g *graph) add(page Page, owns func(*url.URL) bool) {
	id := g.id(page.URL)
	g.status[id] = int16(page.Status) //nolint:gosec // of three digits
	if g.pages == 0 && g.blocked == 0 {
		g.start, g.first = id, page
	}
	if page.StatusText == blockedText {
		g.blocked++
		return
	}
	g.pages++
	if page.Redirect != "" {
		g.leads[id] = append(g.leads[id], g.id(page.Redirect))
	}
	if page.HTML == nil {
		return
	}
	g.html++
	if page.HTML.Rendered {
		g.rendered++
	}
	if page.HTML.isEmpty() && page.HTML.RefreshTo == "" {
		g.empty++
	}
	if page.HTML.truncated || page.HTML.LinksLeftOut > 0 {
		g.cut++
	}
	g.sessions += page.HTML.SessionLinks
	if page.HTML.Simhash != 0 && (page.HTML.Canonical == "" || page.HTML.Canonical == page.URL) {
		g.hashed, g.hashes = append(g.hashed, page.URL), append(g.hashes, page.HTML.Simhash)
	}
	g.hreflang = max(g.hreflang, len(page.HTML.Hreflangs))
	var targets []int32
	for _, link := range page.HTML.Links {
		if address, err := url.Parse(link.To); link.Image || err != nil || !owns(address) {
			continue
		}
		target := g.id(link.To)
		g.inlinks[target]++
		targets = append(targets, target)
	}
	slices.Sort(targets)
	targets = slices.Compact(targets)
	for _, target := range targets {
		g.unique[target]++
	}
	g.leads[id] = append(g.leads[id], targets...)
}

// measure counts the clicks from the start to every address.
func (g *graph) measure() {
	if len(g.clicks) == 0 {
		return
	}
	g.clicks[g.start] = 0
	for queue := []int32{g.start}; len(queue) > 0; queue = queue[1:] {
		for _, target := range g.leads[queue[0]] {
			if g.clicks[target] < 0 {
				g.clicks[target] = g.clicks[queue[0]] + 1
				queue = append(queue, target)
			}
		}
	}
}

// summarize reads the crawl once, to know the links to each page.
func (r *run) summarize(ctx context.Context) (*graph, error) {
	g := &graph{ids: map[string]int32{}}
	err := r.eachPage(ctx, func(page Page) error {
		g.add(page, r.owns)
		return nil
	})
	g.measure()
	g.twins = nearDuplicates(g.hashed, g.hashes)
	return g, err
}

func (r *run) eachPage(ctx context.Context, each func(Page) error) error {
	return r.Records.EachCrawledPage(ctx, r.settings, func(record []byte) error { //nolint:wrapcheck // for who asked
		page, err := decodePage(record)
		if err != nil {
			return err
		}
		return each(page)
	})
}

// nothing says why a crawl has no pages.
func (r *run) nothing(g *graph) error {
	address := r.start.String()
	switch page := g.first; {
	case r.ended != "" && g.pages == 0:
		return upslope.Errorf(upslope.Unprocessable, "The crawl was stopped before it had read a page.")
	case page.StatusText == blockedText:
		return upslope.Errorf(upslope.Unprocessable, "The site's robots.txt does not let %s read %s. Allow it there (User-agent: %s, Allow: /), then crawl again.", Name, address, Name)
	case page.Redirect != "":
		target, err := url.Parse(page.Redirect)
		if err == nil && !r.owns(target) {
			return upslope.Errorf(upslope.Unprocessable, "%s redirects to %s, which is not part of %s. Add %s as a site, and crawl that.", address, target.Host, r.site.Domain, target.Hostname())
		}
		return upslope.Errorf(upslope.Unprocessable, "%s redirects to %s, which could not be read as a page. Open it in a browser to see what it answers.", address, page.Redirect)
	case page.Status == 0:
		return upslope.Errorf(upslope.Unprocessable, "%s did not answer (%s). Check the address and that the site is online, then crawl again.", address, page.StatusText)
	case page.Status != http.StatusOK:
		return upslope.Errorf(upslope.Unprocessable, "%s answered %d (%s), so there is no page to read. If a firewall blocks crawlers, let %s through.", address, page.Status, page.StatusText, Name)
	}
	return upslope.Errorf(upslope.Unprocessable, "%s is no HTML page (%s). Crawl from the address of a page.", address, g.first.ContentType)
}

// notes are sentences about what the crawl left out.
func (r *run) notes(g *graph) []string {
	notes := []string{}
	add := func(count int, one, many string) {
		if count > 0 {
			notes = append(notes, amount(count, one, many))
		}
	}
	for _, reason := range []struct{ name, one, many string }{
		{leftEndless, "address that repeats the same folders was left out", "addresses that repeat the same folders were left out"},
		{leftParameters, "address was left out that differs from others only in its parameters", "addresses were left out that differ from others only in their parameters, as filters make them without end"},
		{leftCalendar, "address was left out that differs from others only in its numbers", "addresses were left out that differ from others only in their numbers, as calendars make them without end"},
		{leftRedirects, "redirect was left out after ten in a row", "redirects were left out after ten in a row"},
		{leftScope, "link leads out of what this crawl was told to read", "links lead out of what this crawl was told to read"},
	} {
		left := r.frontier.left[reason.name]
		add(left.count, reason.one+", such as "+shortened(left.example)+".", reason.many+", such as "+shortened(left.example)+".")
	}
	add(g.sessions, "link carries a session ID, which was left out of its address.", "links carry session IDs, which were left out of their addresses.")
	add(r.progress.unchanged, "page has not changed since the last crawl and was not sent again.", "pages have not changed since the last crawl and were not sent again.")
	add(g.blocked, "address is blocked by robots.txt and was not read.", "addresses are blocked by robots.txt and were not read.")
	add(g.cut, "page is so large that it was not read to its end.", "pages are so large that they were not read to their end.")
	if r.unproven {
		notes = append(notes, fmt.Sprintf("This crawl was limited to %d pages at standard speed because ownership of %s is not verified.", upslope.UnprovenCrawl, r.site.Domain))
	}
	add(g.rendered, "page has no content without JavaScript and was rendered.", "pages have no content without JavaScript and were rendered.")
	switch {
	case g.empty*2 <= g.html:
	case r.Render == nil || r.settings.Options.WithoutScripts:
		notes = append(notes, "Most pages have no content without JavaScript, which this crawl did not run: what scripts add is missing.")
	default:
		notes = append(notes, "Most pages are empty even after their JavaScript has run: what they show to visitors is missing.")
	}
	return notes
}

// endedEarly says why pages may be missing; "" when the crawl is complete.
func (r *run) endedEarly() string {
	if r.ended == "" && r.started >= r.settings.MaxPages && r.frontier.waiting() > 0 {
		return "The crawl ended at its limit of " + amount(r.settings.MaxPages, "page", "pages") + ", so pages may be missing."
	}
	return r.ended
}

// shortened is an address as an example in a sentence.
func shortened(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return address
	}
	path := parsed.RequestURI()
	if len(path) > 80 {
		path = strings.ToValidUTF8(path[:80], "") + "…"
	}
	return path
}

func number(count int) string { return message.NewPrinter(language.English).Sprintf("%d", count) }

func amount(count int, one, many string) string {
	if count == 1 {
		return "1 " + one
	}
	return number(count) + " " + many
}
