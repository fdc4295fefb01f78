package metaissues

import (
	"cmp"
	"path"
	"regexp"
	"strings"

	"upslope"
	"upslope/analytics/insights/snippets"
)

// Limits of titles: those of the rules that find long and short ones, in analytics/issues/rules/find.
const (
	maxTitlePixels, minTitlePixels = 561, 200
	maxTitle, minTitle             = 60, 30 // characters, where the crawler measured no pixels
	// Of a title that loses words of its own, so that what remains still says enough.
	minCutPixels, minCutTitle = 250, 30
)

// titleContext is what the pages of one task have in common.
type titleContext struct {
	issue     string // such as missing_title
	suffix    string // the site's name at the end of most titles, such as " | Example"
	drafts    map[string]int
	titles    map[string]int
	sentences map[string]int        // pages by the first sentence of their description
	keepers   map[string]string     // by a shared title, the address of the page that keeps it
	owners    map[string]string     // by a shared description, the address of the page that it is of
	segments  map[string]int        // pages by each part of their titles
	defaults  map[string]bool       // titles that the home page has too
	slugs     map[string][][]string // words of the addresses, by folder
	names     map[string]int        // pages by what they call themselves
	isForeign bool                  // some pages are in a script that addresses spell in Latin letters
}

// newTitleContext counts what the shown pages of a task share.
func newTitleContext(issue, suffix string, pages []page) titleContext {
	in := titleContext{
		issue: issue, suffix: suffix, drafts: map[string]int{}, titles: map[string]int{}, sentences: map[string]int{},
		keepers: keepersOf(pages), owners: ownersOf(pages), segments: map[string]int{}, defaults: map[string]bool{}, slugs: map[string][][]string{}, names: map[string]int{},
	}
	for _, p := range pages {
		if slug := p.slug(); isReadable(slug) {
			in.slugs[p.folder()] = append(in.slugs[p.folder()], keyParts(slug))
		}
		in.isForeign = in.isForeign || strings.ContainsFunc(p.title+p.heading+p.description, isForeignLetter)
		in.sentences[firstSentence(p.description)]++
		in.titles[strings.ToLower(p.title)]++
		if p.isHome() {
			in.defaults[strings.ToLower(p.title)] = true
		}
		seen := map[string]bool{}
		for _, part := range splitTitle(in.own(p.title)) {
			if !seen[part.text] {
				seen[part.text] = true
				in.segments[part.text]++
			}
		}
	}
	for _, p := range pages {
		in.names[strings.ToLower(in.nameOf(p))]++
		seen := map[string]bool{}
		for _, draft := range in.draftsOf(p) {
			if draft = strings.ToLower(draft); !seen[draft] {
				seen[draft] = true
				in.drafts[draft]++
			}
		}
	}
	return in
}

// keepersOf picks the page that may keep a shared title: the home page, else the section's head, else the
// most seen one whose address has its words; none if all addresses say something else.
func keepersOf(pages []page) map[string]string {
	keepers := map[string]string{}
	for title, best := range claims(pages, func(p page) string { return p.title }) {
		// Else it names something else, or a template gives it to all pages.
		if best.rank > 0 || !isReadable(best.slug()) && best.pagesWithTitle <= mostOfRecord {
			keepers[title] = best.url
		}
	}
	return keepers
}

// copyNumber is what a CMS adds to the address of a second page of the same name: /news-2.
var copyNumber = regexp.MustCompile(`-\d{1,2}$`)

// copyOf returns the page that keeps the title of this one, if by their addresses this is a copy of it:
// /news-2 of /news or /news-3, and /news/news of /news.
func (in titleContext) copyOf(p page) string {
	kept := in.keepers[strings.ToLower(p.title)]
	if in.issue != "duplicate_title" || kept == "" || kept == p.url {
		return ""
	}
	own, other := strings.TrimSuffix(pathOf(p.url), "/"), strings.TrimSuffix(pathOf(kept), "/")
	if copyNumber.ReplaceAllString(own, "") == copyNumber.ReplaceAllString(other, "") || other != "" && own == other+"/"+path.Base(other) {
		return kept
	}
	return ""
}

// proposeTitle returns a better title made of what the page says, or its own title if the page should keep
// it. It is not ok without a safe one: see isSafe.
func proposeTitle(p page, in titleContext) (proposal string, ok bool) {
	if in.issue == "duplicate_title" && in.keepers[strings.ToLower(p.title)] == p.url {
		return p.title, true
	}
	for _, draft := range in.draftsOf(p) {
		if in.drafts[strings.ToLower(draft)] == 1 && in.isSafe(p, draft) {
			return draft, true
		}
	}
	return "", false
}

// draftsOf returns what a title could become, best first.
func (in titleContext) draftsOf(p page) []string {
	var drafts []string
	switch in.issue {
	case "missing_title":
		if in.namesPage(p) {
			drafts = append(in.titled(p, p.heading), in.titled(p, in.lengthened(p, p.heading))...)
		} else if name := in.nameOf(p); name != "" && p.pagesWithHeading <= 1 && !p.isHome() {
			drafts = append(in.titled(p, name), in.titled(p, in.lengthened(p, name))...)
		}
	case "short_title":
		drafts = in.longerDrafts(p)
	case "duplicate_title":
		drafts = in.ownDrafts(p)
	case "long_title", "repeated_suffix":
		drafts = in.shorterDrafts(p)
	}
	fitting := drafts[:0:0]
	for _, draft := range drafts {
		if draft != "" {
			fitting = append(fitting, undoubled(draft))
		}
	}
	return fitting
}

// isSafe reports whether a person could paste a title unread: it differs from the page's own and from those
// of others, is as wide as the rules want, keeps what people search the page for, and names the site once.
func (in titleContext) isSafe(p page, title string) bool {
	if sameText(title, p.title) || in.titles[strings.ToLower(title)] > 0 || !in.fits(p, title) && !in.isOwnName(p, title) {
		return false
	}
	for _, query := range p.queries[:min(1, len(p.queries))] {
		if in.keepers[strings.ToLower(p.title)] != "" && in.isOfSharedTitle(p, query) {
			continue // the page that keeps the title answers it
		}
		for _, word := range keyWords(query) {
			if hasWord(keyWords(p.title), word) && !hasWord(keyWords(title), word) {
				return false
			}
		}
	}
	name := strings.ToLower(in.siteName())
	return name == "" || strings.Count(strings.ToLower(title), name) <= 1
}

// isOwnName reports whether a draft is what a page calls itself beside the site's name: however short, it
// says more than a title that others have too.
func (in titleContext) isOwnName(p page, draft string) bool {
	return in.issue == "duplicate_title" && draft == in.ownName(p) && snippets.TitlePixels(draft) <= maxTitlePixels && snippets.Letters(draft) <= maxTitle
}

// ownName is what a page calls itself, ended by the site's name where the title has that. "" without
// a name, or where the site's name is not in a title that no other page owns.
func (in titleContext) ownName(p page) string {
	name, ending := undoubled(in.nameOf(p)), in.endingOf(p)
	if name == "" || ending == "" && !in.hasNameOfAnother(p) || in.namesSite(p, name) {
		return ""
	}
	return name + ending
}

// hasNameOfAnother reports whether a shared title is the name of another page, which is none above this one.
func (in titleContext) hasNameOfAnother(p page) bool {
	kept := in.keepers[strings.ToLower(p.title)]
	return kept != "" && kept != p.url && page{url: kept}.isNamedBy(p.title) && !strings.HasPrefix(pathOf(p.url), pathOf(kept)+"/") && pathOf(kept) != "/"
}

// endingOf is the site's name as a title has it, with its separator: at the end of most titles, else in front
// of this one; "" where it has none.
func (in titleContext) endingOf(p page) string {
	if site := strings.ToLower(in.siteName()); site != "" {
		if strings.Contains(strings.ToLower(p.title), site) {
			return in.suffix
		}
		return ""
	}
	if parts := splitTitle(p.title); len(parts) > 1 && in.namesSite(p, parts[0].text) {
		return parts[1].separator + parts[0].text
	}
	return ""
}

// fits applies the limits by which titles are found too long or too short.
func (in titleContext) fits(p page, title string) bool {
	pixels, letters := snippets.TitlePixels(title), snippets.Letters(title)
	if p.isMeasured {
		return pixels >= minTitlePixels && pixels <= maxTitlePixels && letters >= minTitle*2/3
	}
	return letters >= minTitle && letters <= maxTitle && pixels <= maxTitlePixels
}

// own returns a title without the site's name at its end, however often it stands there.
func (in titleContext) own(title string) string {
	for in.suffix != "" && strings.HasSuffix(title, in.suffix) {
		title = strings.TrimSuffix(title, in.suffix)
	}
	return title
}

// endedOnce returns a title with the site's name at its end once, where it stands there several times.
func (in titleContext) endedOnce(title string) string {
	if own := in.own(title); len(title)-len(own) > len(in.suffix) {
		return own + in.suffix
	}
	return title
}

// siteName is the suffix without its separator.
func (in titleContext) siteName() string { return strings.Trim(in.suffix, separators+" ") }

// namesSite reports whether a text is only the name of the site: its usual ending, or the host with or
// without what follows its last dot.
func (in titleContext) namesSite(p page, text string) bool {
	host := strings.TrimPrefix(upslope.HostOf(p.url), "www.")
	name, _, _ := strings.Cut(host, ".")
	compact := strings.ToLower(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '-' }), ""))
	return compact != "" && (sameText(text, in.siteName()) || compact == host || compact == strings.ReplaceAll(name, "-", ""))
}

// firstPart is the first part of a title that says more than the name of the site, if possible one that other
// titles do not have; "" without one.
func (in titleContext) firstPart(p page, title string) string {
	first := ""
	for _, part := range splitTitle(title) {
		if part.text == "" || in.namesSite(p, part.text) {
			continue
		}
		if in.segments[part.text] <= 1 {
			return part.text
		}
		first = cmp.Or(first, part.text)
	}
	return first
}

// titled ends a text with the site's name if the page's title names it, or the page has no title; without it
// if there is no room.
func (in titleContext) titled(p page, text string) []string {
	name := strings.ToLower(in.siteName())
	if text == "" || name == "" || p.title != "" && !strings.Contains(strings.ToLower(p.title), name) || strings.Contains(strings.ToLower(text), name) {
		return []string{text}
	}
	if whole := text + in.suffix; in.fits(p, whole) {
		return []string{whole}
	}
	return []string{text}
}
