package insights

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"unicode"
	"unicode/utf8"

	"upslope"
	"upslope/analytics/features/intent"
	"upslope/analytics/format"
)

// naming names pages in texts: by their paths, and with the host where that is not the site's main one.
type naming struct {
	mainHost string // "": any host goes unsaid
	more     int    // characters that a title has left for names, beyond those that its template gives them
}

// isElsewhere reports whether a path alone would be read as one of the site's main host.
func (n naming) isElsewhere(host string) bool {
	return n.mainHost != "" && strings.TrimPrefix(host, "www.") != strings.TrimPrefix(n.mainHost, "www.")
}

func (n naming) path(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return withoutMiddle(readable(address), longestName)
	}
	path, host := u.RequestURI(), format.Domain(u.Hostname())
	switch {
	case path == "/":
		return host // of the home page
	case n.isElsewhere(u.Hostname()):
		path = host + path
	}
	return withoutMiddle(readable(path), longestName)
}

// short is the path of an address in at most so many characters: /blog/…/tents says more than a middle cut
// out of words.
func (n naming) short(longest int, address string) string {
	path := n.path(address)
	longest += n.more
	if utf8.RuneCountInString(path) <= longest {
		return path
	}
	parts := strings.Split(strings.Trim(path, "/"), "/")
	last, first := parts[len(parts)-1], parts[0]
	if strings.HasSuffix(path, "/") {
		last += "/"
	}
	if strings.HasPrefix(path, "/") {
		first = "/" + first
	}
	if len(parts) > 2 {
		if short := first + "/…/" + last; utf8.RuneCountInString(short) <= longest {
			return short
		}
	}
	if short := "/…/" + last; len(parts) > 1 && strings.HasPrefix(path, "/") && utf8.RuneCountInString(short) <= longest {
		return short
	}
	return withoutMiddleWords(path, longest-1)
}

// withoutMiddleWords leaves the middle of a long path out, and where it can no word in half. The end says
// which page it is: how-to-clean-hiking-boots.
func withoutMiddleWords(path string, longest int) string {
	start, end, isCut := strings.Cut(withoutMiddle(path, longest), "…")
	if !isCut {
		return path
	}
	if at := strings.LastIndexAny(start, "-_/?&="); at > len(start)/2 {
		start = start[:at+1]
	}
	if at := strings.IndexAny(end, "-_/?&="); at >= 0 && at < len(end)-1 {
		end = end[at:]
	} else if whole := strings.TrimRight(path, "/"); strings.LastIndexAny(whole, "-_/?&=") >= 0 {
		last := whole[strings.LastIndexAny(whole, "-_/?&="):]
		if left := longest - 1 - utf8.RuneCountInString(last); left >= longest/3 {
			start, end = string([]rune(path)[:left]), last
			if at := strings.LastIndexAny(start, "-_/?&="); at > 0 {
				start = start[:at+1]
			}
		}
	}
	return start + "…" + end
}

// files names files, given as addresses with spaces between, by path; with the host if not the page's.
func (n naming) files(addresses, page string) string {
	var files []string
	for _, address := range strings.Fields(addresses) {
		name := n.path(address)
		if of, err := url.Parse(address); err == nil && of.Host != upslope.HostOf(page) && strings.HasPrefix(name, "/") {
			name = format.Domain(of.Hostname()) + name
		}
		files = append(files, name)
	}
	return format.Joined(files)
}

// fewNames is how many pages a title names, if their paths have no more characters than longestNames.
const (
	fewNames     = 3
	longestNames = 44
)

func (n naming) names(list []map[string]string, total any, where string) (string, error) {
	amount, _ := amountOf(total)
	if amount > fewNames || int(amount) > len(list) || len(list) < 2 {
		counted, err := count(total, "page")
		return counted + " " + where, err
	}
	var paths []string
	for _, item := range list {
		paths = append(paths, n.path(item["url"]))
	}
	if utf8.RuneCountInString(strings.Join(paths, "")) > longestNames+n.more {
		counted, err := count(total, "page")
		return counted + " " + where, err
	}
	return format.Joined(paths), nil
}

// functions are those of templates that name pages.
func (n naming) functions() template.FuncMap {
	return template.FuncMap{"under": n.under, "path": n.path, "short": n.short, "shortBeside": n.shortBeside, "clipBeside": n.clipBeside, "names": n.names, "files": n.files}
}

// beyondASCII is what an address writes in place of letters of other scripts.
var beyondASCII = regexp.MustCompile(`(?:%[89A-Fa-f][0-9A-Fa-f])+`)

// readable writes these letters out: people know /блог, not /%D0%B1%D0%BB%D0%BE%D0%B3.
func readable(address string) string {
	return beyondASCII.ReplaceAllStringFunc(address, func(encoded string) string {
		text, err := url.PathUnescape(encoded)
		if err != nil || !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return encoded
		}
		return text
	})
}

// How many characters people read.
const (
	longestName  = 100 // of a path in a sentence
	longestTitle = 200
)

// withoutMiddle leaves the middle of a long text out.
func withoutMiddle(text string, longest int) string {
	runes := []rune(text)
	if len(runes) <= longest {
		return text
	}
	return string(runes[:longest*2/3]) + "…" + string(runes[len(runes)-longest/3:])
}

// shortBeside shortens an address to what room, in letters, a text leaves beside it, or to at least so many.
func (n naming) shortBeside(room, least int, address, text string) string {
	return n.short(max(least, room-utf8.RuneCountInString(text)), address)
}

// clipBeside shortens a text to what room, in letters, that address leaves beside it when it is short.
func (n naming) clipBeside(room, least int, address, text string) string {
	beside := naming{mainHost: n.mainHost}.shortBeside(room, least, address, text)
	return clip(room-utf8.RuneCountInString(beside), text)
}

// clip keeps the first characters of a text, up to the end of a word.
func clip(longest int, text string) string {
	runes := []rune(text)
	if len(runes) <= longest {
		return text
	}
	start := string(runes[:longest-1])
	if at := strings.LastIndexByte(start, ' '); at > len(start)/2 {
		start = start[:at]
	}
	return strings.TrimRight(start, " ,;:.–—-|") + "…"
}

// longestFolder is how much of a folder titles name.
const longestFolder = 26

func (n naming) under(folder string) string {
	if folder == "" {
		return ""
	}
	return " under " + naming{more: n.more}.short(longestFolder, folder)
}

func first(n int, list []map[string]string) []map[string]string {
	return list[:min(n, len(list))]
}

// longestStep is the most characters a step may have, and restOfStep how many its other words take.
const longestStep, restOfStep = 200, 60

// renderSteps fills in the template of steps with names of pages in full: who follows a step needs all of an
// address. Only in a step that is too long they shrink until it fits.
func (w wording) renderSteps(columns map[string]any) (string, error) {
	var steps []string
	for more := longestName; more >= 0; more -= stepsShrink {
		text, err := w.renderWith(columns, more)
		if err != nil {
			return "", err
		}
		lines := strings.Split(text, "\n")
		if len(steps) != len(lines) {
			steps = lines
		}
		for i, step := range steps {
			if isTooLong(step) {
				steps[i] = lines[i]
			}
		}
		if !slices.ContainsFunc(steps, isTooLong) {
			break
		}
	}
	return strings.Join(steps, "\n"), nil
}

func isTooLong(step string) bool { return utf8.RuneCountInString(step) > longestStep }

// stepsShrink is by how many characters names shrink at a time in a step that is too long.
const stepsShrink = 10

// quotedBeside quotes as many texts as fit into a step beside a name.
func quotedBeside(name string, list []string) string {
	n, left := 0, longestStep-restOfStep-utf8.RuneCountInString(name)
	for _, text := range list {
		if left -= utf8.RuneCountInString(text) + 4; left < 0 && n > 0 {
			break
		}
		n++
	}
	return quoted(n, list)
}

// sections lists the searches that want a section of their page, one for those of the same words.
func sections(isFirst any, first string, others []string) []string {
	if isTrue(isFirst) {
		others = append([]string{first}, others...)
	}
	var list []string
	seen := map[string]bool{}
	for _, query := range others {
		words := strings.Fields(keyOf(query))
		slices.Sort(words)
		if key := strings.Join(words, " "); !seen[key] {
			seen[key] = true
			list = append(list, query)
		}
	}
	return list
}

// areCategories reports whether pages list others, which cover no topic.
func areCategories(pages []string) bool {
	return !slices.ContainsFunc(pages, func(page string) bool { return intent.PathKind(page) != intent.Category })
}
