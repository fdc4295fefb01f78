package metaissues

import (
	"cmp"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/format"
)

// longNumber is one that has a separator.
var longNumber = regexp.MustCompile(`\d{4,}`)

// addDetails takes apart what the rules and links say, for the places in sentences where it stands.
func addDetails(example map[string]string) {
	details := example["details"]
	example["size"], example["status"], example["ending"] = details, strings.ToLower(details), ""
	if letters, pixels, ok := strings.Cut(details, ", "); ok {
		if example["size"] = letters; !isBeyond(example["issue"], letters) {
			example["size"] = pixels // wide letters
		}
	}
	example["size"] = longNumber.ReplaceAllStringFunc(example["size"], func(digits string) string {
		n, _ := strconv.ParseFloat(digits, 64)
		return format.Number(n, 0)
	})
	if answer, _, ok := strings.Cut(example["status"], ";"); ok {
		example["status"] = answer
	}
	example["ending"] = endingIn(details)
	example["differs"], example["kept"] = "", "without"
	if strings.HasSuffix(details, "with another title") {
		example["differs"] = "1"
	}
	if address, _, _ := strings.Cut(example["related"], "?"); strings.HasSuffix(address, "/") {
		example["kept"] = "with"
	}
	sources := strings.Fields(example["from"])
	for i, source := range sources {
		switch host, isHome := strings.CutSuffix(source, "/"); {
		case source == "/":
			sources[i] = "the home page"
		case isHome && !strings.Contains(host, "/"):
			sources[i] = host // of a subdomain
		}
	}
	example["onAll"] = ""
	if example["menu"] != "" {
		example["onPages"] = "in a menu or the footer"
		return
	}
	for n := len(sources); n >= 0; n-- {
		example["onPages"] = ""
		if n > 0 {
			example["onPages"] = "on " + format.Joined(sources[:n])
			if example["links"] != strconv.Itoa(n) {
				example["onPages"] = "on " + strings.Join(sources[:n], ", ") + " and others"
			}
		}
		if len([]rune(example["onPages"])) <= maxSources {
			if n > 0 && example["links"] == strconv.Itoa(n) {
				example["onAll"] = example["onPages"]
			}
			return
		}
	}
}

// isBeyond reports whether a number of characters alone tells that a text is too long or too short.
func isBeyond(issue, letters string) bool {
	number, _, _ := strings.Cut(letters, " ")
	n, _ := strconv.Atoi(strings.ReplaceAll(number, ",", ""))
	switch issue {
	case "long_title":
		return n > 60
	case "long_description":
		return n > 155
	case "short_description":
		return n < 70
	}
	return true
}

// maxSources is how many characters of a step name the pages with a link.
const maxSources = 48

// fileName is the end of an address that is no page: a download, a list, a signature.
var fileName = regexp.MustCompile(`(?i)\.(pdf|zip|t?gz|bz2|xz|exe|msi|dmg|pkg|chm|asc|sig|txt|csv|xlsx?|docx?|pptx?|rss|xml|json|py|c|h|diff|patch|ics|mp[34]|rar|7z|tar|epub|ps)$`)

// imageName is the end of the address of an image.
var imageName = regexp.MustCompile(`(?i)\.(png|jpe?g|gif|svg|webp|avif|ico)$`)

// aboutOne is the name of a file that belongs to one release or product: its license, checksums, notes.
var aboutOne = regexp.MustCompile(`(?i)/(licen[cs]e|copying|notice|readme|news|changelog|changes|md5sums?|sha\d*sums?)(\.\w+)?/?$|\.(md5|sha\d+)$`)

// datePart is a date in a path: what moves often leaves it behind.
var datePart = regexp.MustCompile(`/(19|20)\d\d(/\d\d?){0,2}/`)

// mayReplace reports whether a page of the same name can be what a broken address was: no file, nothing
// about one release, and no number, such as that of a version, where the two addresses differ.
func mayReplace(from, to string) bool {
	a, b := pathOf(from), pathOf(to)
	for _, each := range []string{a, b} {
		if fileName.MatchString(each) || aboutOne.MatchString(each) {
			return false
		}
	}
	if datePart.MatchString(a) != datePart.MatchString(b) {
		a, b = datePart.ReplaceAllString(a, "/"), datePart.ReplaceAllString(b, "/")
	}
	one, other := strings.Split(a, "/"), strings.Split(b, "/")
	for len(one) > 0 && len(other) > 0 && one[0] == other[0] {
		one, other = one[1:], other[1:]
	}
	for len(one) > 0 && len(other) > 0 && nameOfFile(one[len(one)-1]) == nameOfFile(other[len(other)-1]) {
		one, other = one[:len(one)-1], other[:len(other)-1]
	}
	return !strings.ContainsFunc(strings.Join(slices.Concat(one, other), "/"), unicode.IsDigit)
}

// nameOfFile is the last part of a path without its extension.
func nameOfFile(part string) string { return strings.ToLower(strings.TrimSuffix(part, path.Ext(part))) }

// addressesOf says how a step names two addresses: by their paths, with the host where that is not the site's
// main one, or in full where these would not tell them apart.
func addressesOf(from, to, mainHost string) (source, target string) {
	a, errA := url.Parse(from)
	b, errB := url.Parse(to)
	if errA != nil || errB != nil || to == "" {
		return pathAndQuery(a, from, mainHost), ""
	}
	source, target = pathAndQuery(a, from, mainHost), pathAndQuery(b, to, mainHost)
	if a.Hostname() == b.Hostname() && a.Scheme == b.Scheme && source != target {
		return source, target
	}
	if !strings.EqualFold(strings.TrimSuffix(a.EscapedPath(), "/"), strings.TrimSuffix(b.EscapedPath(), "/")) && upslope.HostOf(from) == upslope.HostOf(to) {
		return source, target
	}
	if a.Scheme == b.Scheme && isElsewhere(a.Hostname(), b.Hostname()) {
		return a.Host + a.RequestURI(), b.Host + b.RequestURI()
	}
	return from, to
}

// addSelf marks redirects that lead back to a page that links to them: it is not told to link to itself.
func addSelf(example map[string]string, mainHost string) {
	example["toItself"], example["onlyToItself"] = "", ""
	to := cmp.Or(example["related"], example["successor"])
	isFromTarget := func(source string) bool {
		return strings.TrimSuffix(source, "/") == strings.TrimSuffix(namedPathOf(to, mainHost), "/")
	}
	if to == "" || example["menu"] != "" || !slices.ContainsFunc(strings.Fields(example["from"]), isFromTarget) {
		return
	}
	if example["toItself"] = "1"; example["links"] == "1" {
		example["onlyToItself"], example["successor"] = "1", ""
	}
}

// addRelinks marks chains from http to another host on https: the server upgrades the host first (HSTS), so
// only the links to them change.
func addRelinks(example map[string]string) {
	example["relinks"] = ""
	to, isUpgrade := strings.CutPrefix(example["related"], "https://")
	from, isPlain := strings.CutPrefix(example["url"], "http://")
	if isUpgrade && isPlain && upslope.HostOf("https://"+from) != upslope.HostOf("https://"+to) && example["links"] != "" && example["end"]+example["onlyToItself"] == "" {
		example["relinks"] = "1"
	}
}

// maxPair is how many characters two addresses have together that a step shows in full.
const maxPair = 120

// addPair says how a step shows two addresses that somebody pastes: both in full, else the one to which only
// a slash is added, else none but those of the file.
func addPair(example map[string]string) {
	source, target := example["source"], example["target"]
	letters := len([]rune(source)) + len([]rune(target))
	example["fits"], example["lacksSlash"] = "", ""
	switch {
	case target == "" || letters <= maxPair:
		example["fits"] = "1"
	case source+"/" == target:
		example["lacksSlash"] = "1"
	}
}

// relativeLink is how a page wrote a link that was read from the wrong folder: the broken address without the
// folder of the page that links, or without what the link repeats; "" where neither tells.
func relativeLink(example map[string]string) string {
	link := strings.Trim(pathOf(example["tail"]), "/")
	folder := strings.TrimSuffix(pathOf(example["url"]), link)
	first, _, _ := strings.Cut(link, "/")
	isIn := strings.HasPrefix(folder, "/"+first+"/")
	for _, source := range strings.Fields(example["sources"]) {
		if u, err := url.Parse(source); err == nil {
			isIn = isIn || u.EscapedPath()[:strings.LastIndexByte(u.EscapedPath(), '/')+1] == folder
		}
	}
	if strings.HasSuffix(example["url"], "/") {
		link += "/"
	}
	if example["tail"] == "" || !isIn || len([]rune(link+example["source"]+example["target"]+example["onPages"])) > maxPair {
		return ""
	}
	return link
}

func pathAndQuery(u *url.URL, address, mainHost string) string {
	switch {
	case u == nil || u.Host == "":
		return address
	case isElsewhere(u.Hostname(), mainHost):
		return u.Host + u.RequestURI()
	}
	return u.RequestURI()
}

// namedPathOf names a page like the pages that link to it: see named_path_of.sql.
func namedPathOf(address, mainHost string) string {
	if host := strings.TrimPrefix(upslope.HostOf(address), "www."); isElsewhere(host, mainHost) {
		return host + pathOf(address)
	}
	return pathOf(address)
}

// isElsewhere reports whether a path alone would be read as one of the main host.
func isElsewhere(host, mainHost string) bool {
	return mainHost != "" && strings.TrimPrefix(host, "www.") != strings.TrimPrefix(mainHost, "www.")
}

// neverWritten is what no page is called: quotes, brackets, blanks at an end, a call as spec(), a sentence.
var neverWritten = regexp.MustCompile(`["“”<>{}|\\\x60]|^[\s'’]|[\s'’]$|\(\)|^\S+(\s\S+){5,}$`)

// addMalformed quotes the part of a broken address that no page is called, and the folder that it is in: the
// address of the page with the link, where that ends with a slash.
func addMalformed(example map[string]string) {
	example["malformed"], example["within"] = "", ""
	parts := strings.Split(pathOf(example["url"]), "/")
	for i, part := range parts {
		text, err := url.PathUnescape(part)
		if err != nil || example["isFile"] != "" || !neverWritten.MatchString(text) && strings.Count(text, "(") == strings.Count(text, ")") {
			continue
		}
		rest, _ := url.PathUnescape(strings.Join(parts[i:], "/"))
		example["malformed"] = tidy(strings.NewReplacer("“", `"`, "”", `"`).Replace(rest))
		if folder := strings.Join(parts[:i], "/"); folder != "" {
			example["within"] = folder + "/"
		}
		return
	}
}

// linksToLookUp is how many links are worth another upload.
const linksToLookUp = 10

// linkingPages says what would show where many links are of which nobody knows it: the crawl came without its
// list of links, and no menu has them. It is nil if they are few or known.
func linkingPages(row map[string]any, examples []map[string]string) any {
	isAboutLinks := slices.Contains([]string{"broken_page", "linked_redirect", "redirect_chain", "linked_canonicalized"}, facts.Text(row, "issue"))
	links, areCounted := facts.Float(row["links_to_pages"])
	if !isAboutLinks || areCounted && links < linksToLookUp || countWith(examples, "sources") > 0 || countWith(examples, "menu") == len(examples) {
		return nil
	}
	return "Unknown: upload the crawl's All Inlinks (Bulk Export > Links) to see them"
}

// addNamed adds the address that a page names as its canonical, and the page's own host if it differs. Of a
// chain all three addresses are paths, or have their host where these differ.
func addNamed(example map[string]string, p page, mainHost string) {
	canonical, host := example["ending"], upslope.HostOf(p.url)
	example["named"], example["ownHost"] = strings.TrimPrefix(canonical, "https://"), ""
	if upslope.HostOf(canonical) != host {
		example["ownHost"] = host
	}
	u, err := url.Parse(canonical)
	if err != nil || u.Host == "" {
		return
	}
	isChain := example["issue"] == "canonical_chain"
	switch own, _ := url.Parse(p.url); {
	case isChain && (example["ownHost"] != "" || upslope.HostOf(example["related"]) != host):
		for name, address := range map[string]string{"source": p.url, "target": example["related"], "named": canonical} {
			example[name] = strings.TrimPrefix(strings.TrimPrefix(address, "https://"), "http://")
		}
	case isChain, own != nil && own.Scheme == u.Scheme && own.Host == u.Host:
		example["named"] = pathAndQuery(u, canonical, mainHost)
	}
}
