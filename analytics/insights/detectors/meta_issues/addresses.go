package metaissues

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"upslope"
)

// addDetails takes apart what the rules and links say, for the places in sentences where it stands.
func addDetails(example map[string]string) {
	details := example["details"]
	example["size"], example["status"], example["ending"] = details, strings.ToLower(details), ""
	if _, pixels, ok := strings.Cut(details, ", "); ok {
		example["size"] = pixels
	}
	if answer, _, ok := strings.Cut(example["status"], ";"); ok {
		example["status"] = answer
	}
	if quoted := strings.SplitN(details, `"`, 3); len(quoted) == 3 {
		example["ending"] = quoted[1]
	}
	sources := strings.Fields(example["from"])
	if at := slices.Index(sources, "/"); at >= 0 {
		sources[at] = "the home page"
	}
	example["onAll"] = ""
	if example["menu"] != "" {
		example["onPages"] = "in a menu or the footer"
		return
	}
	for n := min(2, len(sources)); n >= 0; n-- {
		example["onPages"] = ""
		if n > 0 {
			example["onPages"] = "on " + strings.Join(sources[:n], " and ")
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

// maxSources is how many characters of a step name the pages with a link.
const maxSources = 40

// fileName is the end of an address that is no page: a download, a list, a signature.
var fileName = regexp.MustCompile(`(?i)\.(pdf|zip|t?gz|bz2|xz|exe|msi|dmg|pkg|chm|asc|sig|txt|csv|xlsx?|docx?|pptx?|rss|xml|json|py|c|h|diff|patch|ics|mp[34]|rar|7z|tar|epub|ps)$`)

// addressesOf says how a step names two addresses: by their paths, or in full where these would not tell them
// apart.
func addressesOf(from, to string) (source, target string) {
	a, errA := url.Parse(from)
	b, errB := url.Parse(to)
	if errA != nil || errB != nil || to == "" {
		return pathAndQuery(a, from), ""
	}
	if a.Hostname() == b.Hostname() && a.Scheme == b.Scheme && pathAndQuery(a, from) != pathAndQuery(b, to) {
		return pathAndQuery(a, from), pathAndQuery(b, to)
	}
	if !strings.EqualFold(strings.TrimSuffix(a.EscapedPath(), "/"), strings.TrimSuffix(b.EscapedPath(), "/")) && upslope.HostOf(from) == upslope.HostOf(to) {
		return pathAndQuery(a, from), pathAndQuery(b, to)
	}
	return from, to
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

func pathAndQuery(u *url.URL, address string) string {
	if u == nil || u.Host == "" {
		return address
	}
	return u.RequestURI()
}
