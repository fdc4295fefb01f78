package world

import (
	"strconv"
	"strings"
)

// link is a link between two addresses.
type link struct {
	from, to, anchor, position string
}

// links returns all links of the site: navigation and footer of every page, and content links.
func (w *World) links() []link {
	var out []link
	for i, page := range w.Pages {
		if page.fault == faultMissing {
			continue // an error page has no links
		}
		for _, target := range w.Pages {
			switch {
			case target.Kind == Category, target.Kind == Home, target.Path == "/sale/", target.Path == "/guides/", target.Path == "/stores/":
				out = append(out, link{page.URL, target.URL, firstPart(target.H1), "Navigation"})
			case target.Kind == Other:
				out = append(out, link{page.URL, target.URL, firstPart(target.H1), "Footer"})
			}
		}
		out = w.contentLinks(out, i)
	}
	return out
}

// contentLinks adds a page's content links: to related pages, and from guides to their subjects.
func (w *World) contentLinks(out []link, i int) []link {
	page := w.Pages[i]
	d := newDice(w.seed, rollCrawl, i, 1)
	add := func(target int) {
		if to := w.Pages[target]; target != i && (!to.fewLinks || page.Path == "/guides/") {
			out = append(out, link{page.URL, to.URL, firstPart(to.H1), "Content"})
		}
	}
	for k, other := range w.Pages {
		switch {
		case page.Path == "/guides/" && other.Kind == Guide:
			add(k)
		case page.Kind == Category && other.season == page.season && (other.Kind == Product || other.Kind == Guide):
			add(k)
		case (page.Kind == Product || page.Kind == Guide) && other.Kind == Category && other.season == page.season:
			add(k)
		case page.Kind == Product && other.Kind == Product && other.season == page.season && d.chance(.2),
			page.Kind == Guide && other.Kind == Product && other.season == page.season && d.chance(.15),
			page.Kind == Guide && other.Kind == Guide && d.chance(.05),
			page.Kind == Home && other.Kind == Product && d.chance(.04):
			add(k)
		}
	}
	for _, e := range w.linkedExtras(page) {
		out = append(out, link{page.URL, w.Origin + e.path, strings.ReplaceAll(strings.Trim(e.path, "/"), "-", " "), "Content"})
	}
	return out
}

// linkedExtras returns the extra addresses a page links to.
func (w *World) linkedExtras(page Page) []extra {
	all := extras()
	switch {
	case page.Kind == Product && page.Section == "tents" && strings.Contains(page.Path, "person"):
		return all[:1]
	case page.Path == "/guides/":
		return all[1:2]
	case page.Path == "/repairs/":
		return all[2:3]
	case page.Path == "/sale/" || page.Path == "/size-guide/":
		return all[3:4]
	case page.Path == "/new/":
		return all[4:5]
	}
	return nil
}

// depths returns every address's number of clicks from the home page.
func (w *World) depths() map[string]int {
	next := map[string][]string{}
	for _, l := range w.links() {
		next[l.from] = append(next[l.from], l.to)
	}
	depths := map[string]int{w.Origin + "/": 0}
	for queue := []string{w.Origin + "/"}; len(queue) > 0; queue = queue[1:] {
		for _, to := range next[queue[0]] {
			if _, seen := depths[to]; !seen {
				depths[to] = depths[queue[0]] + 1
				queue = append(queue, to)
			}
		}
	}
	return depths
}

// Links returns Screaming Frog's All Inlinks of the site.
func (w *World) Links() ([]byte, error) {
	status := map[string]string{}
	for _, page := range w.Pages {
		status[page.URL] = "200"
		if page.fault == faultMissing {
			status[page.URL] = "404"
		}
	}
	for _, e := range extras() {
		status[w.Origin+e.path] = strconv.Itoa(e.code)
	}
	words := map[string]string{"200": "OK", "301": "Moved Permanently", "404": "Not Found", "500": "Internal Server Error"}
	paths := map[string]string{"Navigation": "//body/header/nav/ul/li/a", "Footer": "//body/footer/ul/li/a", "Content": "//body/main/div/p/a"}
	rows := [][]string{strings.Split("Type,Source,Destination,Size (Bytes),Alt Text,Anchor,Status Code,Status,Follow,Target,Rel,Path Type,Link Path,Link Position,Link Origin", ",")}
	for _, l := range w.links() {
		code := status[l.to]
		rows = append(rows, []string{"Hyperlink", l.from, l.to, "0", "", l.anchor, code, words[code], "true", "", "", "Absolute", paths[l.position], l.position, "HTML"})
	}
	return writeCSV(rows)
}
