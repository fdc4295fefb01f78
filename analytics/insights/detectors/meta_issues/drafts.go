package metaissues

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"upslope"
	"upslope/analytics/insights/snippets"
)

// separators stand between the parts of a title.
const separators = "|–—·•-"

var titleSeparator = regexp.MustCompile(` +[|–—·•-]+ +`)

// segment is a part of a title, with the separator before it.
type segment struct{ separator, text string }

func splitTitle(title string) []segment {
	var parts []segment
	separator, from := "", 0
	for _, at := range titleSeparator.FindAllStringIndex(title, -1) {
		parts = append(parts, segment{separator, title[from:at[0]]})
		separator, from = title[at[0]:at[1]], at[1]
	}
	return append(parts, segment{separator, title[from:]})
}

func joinTitle(parts []segment) string {
	var b strings.Builder
	for _, part := range parts {
		b.WriteString(part.separator + part.text)
	}
	return b.String()
}

// namesPage reports whether the main heading is about this page: not one that other pages share (a menu, a
// logo, the newest article), nor one without a word of the page's address, title or searches.
func (in titleContext) namesPage(p page) bool {
	if p.heading == "" || p.pagesWithHeading > 1 || p.titlesLikeHeading > 0 || in.namesSite(p, p.heading) || len(keyWords(p.heading)) == 0 || in.isAboutAnother(p) {
		return false
	}
	if in.issue == "missing_title" && !p.isSectionHead {
		return true // nothing else says what the page is about
	}
	about := strings.Join(p.queries, " ")
	if p.pagesWithTitle <= 1 && in.issue != "duplicate_title" {
		about += " " + in.own(p.title)
	}
	if slug := p.slug(); isReadable(slug) {
		about += " " + slug
	}
	return len(keyWords(about)) == 0 || sharesWord(p.heading, about)
}

// isAboutAnother reports whether the heading has all words of the address of a page beside this one, and not
// all of this one's: it was copied from another product or variant.
func (in titleContext) isAboutAnother(p page) bool {
	heading, own := keyParts(p.heading), keyParts(p.slug())
	lacks := func(words []string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(heading, word) })
	}
	return isReadable(p.slug()) && lacks(own) && slices.ContainsFunc(in.slugs[p.folder()], func(other []string) bool { return !slices.Equal(other, own) && !lacks(other) })
}

// isReadable reports whether an address has words and not only numbers and keys.
func isReadable(slug string) bool {
	for _, word := range keyWords(slug) {
		if !strings.ContainsFunc(word, unicode.IsNumber) {
			return true
		}
	}
	return false
}

// lengthened adds the first sentence of the description to a text, if no other page has it and it says
// nothing twice.
func (in titleContext) lengthened(p page, text string) string {
	sentence := firstSentence(p.description)
	if text == "" || sentence == "" || in.sentences[sentence] > 1 || sharesWord(text, sentence) || len(strings.Fields(sentence)) < 3 && !strings.ContainsFunc(sentence, snippets.IsFullWidth) {
		return ""
	}
	return snippets.WithClause(text, sentence)
}

// longerDrafts lengthen a short title: its words stay in front.
func (in titleContext) longerDrafts(p page) []string {
	own := in.own(p.title)
	if own == "" || sameText(own, in.siteName()) {
		return nil
	}
	base, drafts := own, []string(nil)
	if in.namesPage(p) && hasAllWords(p.heading, own) && len([]rune(p.heading)) > len([]rune(own)) {
		base = p.heading
		drafts = in.titled(p, base)
	}
	for _, draft := range in.titled(p, in.lengthened(p, base)) {
		// The site's name is not the price of more words.
		if strings.HasSuffix(p.title, in.suffix) == strings.HasSuffix(draft, in.suffix) {
			drafts = append(drafts, draft)
		}
	}
	return append(drafts, in.withEnding(p, own))
}

var readableSlug = regexp.MustCompile(`^[a-z]{3,}( [a-z]+)*$`)

// ownDrafts make a shared title the page's own: its heading, or what sets it apart in front of the title.
func (in titleContext) ownDrafts(p page) []string {
	own := in.own(p.title)
	var drafts []string
	before := func(name string) {
		// Words that stand in both would be repeated, and the title of the home page says nothing of others.
		if name != "" && !in.hasNameOfAnother(p) && !in.defaults[strings.ToLower(p.title)] && own != "" && !sameText(own, in.siteName()) && !sharesWord(name, own) {
			drafts = append(drafts, in.titled(p, name+": "+own)...)
		}
	}
	if in.namesPage(p) {
		drafts = in.titled(p, p.heading)
		if len([]rune(p.heading)) <= maxTitle/2 {
			before(p.heading)
		}
	}
	// A title in another script gets no Latin letters of the address.
	if slug := p.slug(); in.namesByAddress(p) && asciiLetters.MatchString(p.title+p.heading) {
		before(snippets.TitleCase(slug))
	}
	if name := in.nameOf(p); strings.Contains(name, " ") {
		drafts = append(drafts, in.withEnding(p, name))
	}
	if name := in.ownName(p); name != "" {
		drafts = append(drafts, name)
	}
	return drafts
}

// asciiLetters are of texts whose addresses spell their words in full.
var asciiLetters = regexp.MustCompile(`^[ -~’–—“”·•…]*$`)

// nameOf is what a page calls itself: its heading, or the words of its address; "" if neither tells.
func (in titleContext) nameOf(p page) string {
	if in.namesPage(p) {
		return firstLetters(p.heading, maxTitle)
	}
	if slug := p.slug(); in.namesByAddress(p) && asciiLetters.MatchString(p.title+p.heading+p.description) {
		return snippets.TitleCase(slug)
	}
	return ""
}

// namesByAddress reports whether the address tells what the page is: one word alone does so only right below
// the home page, or where the page or its searches say it too.
func (in titleContext) namesByAddress(p page) bool {
	slug := p.slug()
	said := strings.Join(append(p.queries, p.heading, p.description), " ")
	return in.isSpelled(slug) && (strings.Contains(slug, " ") || p.folder() == "/" || sharesWord(slug, said))
}

// smallWords are the words of two letters or one that addresses have in lower case: of others, such as eu and
// pc, nobody knows how the site writes them.
var smallWords = map[string]bool{"of": true, "in": true, "to": true, "a": true, "on": true, "at": true, "or": true, "by": true}

// isSpelled reports whether an address has words as people write them, with vowels, and none twice. Where
// pages are in a script that addresses spell without, only a single word is trusted.
func (in titleContext) isSpelled(slug string) bool {
	if in.isForeign && strings.Contains(slug, " ") {
		return false
	}
	words := strings.Fields(slug)
	return readableSlug.MatchString(slug) && len(slices.Compact(slices.Clone(words))) == len(words) && !slices.ContainsFunc(words, func(word string) bool {
		return len(word) >= minStem && !strings.ContainsAny(word, "aeiouy") || len(word) < 3 && !smallWords[word] && !ofKind.MatchString(slug)
	})
}

// withEnding ends a text with the site's name, whatever the page's own title has; "" where it stands already,
// or where the usual ending of titles is not in the host and may be something else.
func (in titleContext) withEnding(p page, text string) string {
	name, host := strings.ToLower(in.siteName()), strings.ReplaceAll(upslope.HostOf(p.url), "-", "")
	if text == "" || name == "" || strings.Contains(strings.ToLower(text), name) || !strings.Contains(host, strings.ReplaceAll(name, " ", "")) {
		return ""
	}
	return text + in.suffix
}

// shorterDrafts shorten a title, the one that loses least first. Parts that other titles have too go, then
// the site's name, and then those without which enough remains.
func (in titleContext) shorterDrafts(p page) []string {
	own := in.own(p.title)
	drafts, cut := in.titled(p, own), []string(nil)
	if own != p.title {
		drafts = append(drafts, own)
	}
	parts := splitTitle(own)
	for len(parts) > 1 {
		last := parts[len(parts)-1]
		isShared := in.segments[last.text] > 1
		parts = parts[:len(parts)-1]
		if isShared {
			for _, list := range shorterLists(last.text) {
				drafts = append(drafts, in.titled(p, joinTitle(parts)+last.separator+list)...)
			}
		}
		for _, draft := range in.titled(p, joinTitle(parts)) {
			switch {
			case isShared && cut == nil:
				drafts = append(drafts, draft)
			case isShared || snippets.TitlePixels(draft) >= minCutPixels && snippets.Letters(draft) >= minCutTitle && keepsHalf(joinTitle(parts), own):
				cut = append(cut, draft)
			}
		}
		if !isShared && snippets.TitlePixels(joinTitle(parts)) < minCutPixels {
			break
		}
	}
	if in.namesPage(p) && hasAllWords(p.title, p.heading) && snippets.TitlePixels(p.heading) >= minCutPixels && snippets.Letters(p.heading) >= minCutTitle {
		cut = append(cut, in.titled(p, p.heading)...)
	}
	return append(in.namedFirst(p, drafts), in.namedFirst(p, cut)...)
}

// keepsHalf reports whether a text keeps half of the words of another: with fewer its subject is lost.
func keepsHalf(part, whole string) bool {
	return 2*len(strings.Fields(part)) >= len(strings.Fields(whole))
}

// namedFirst puts drafts that end with the site's name before the others, where the title has it.
func (in titleContext) namedFirst(p page, drafts []string) []string {
	if in.suffix != "" && strings.HasSuffix(p.title, in.suffix) {
		slices.SortStableFunc(drafts, func(a, b string) int {
			return cmp.Compare(btoi(strings.HasSuffix(b, in.suffix)), btoi(strings.HasSuffix(a, in.suffix)))
		})
	}
	return drafts
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// shorterLists returns a list of few words each, such as "buy in Oslo, price, sizes", without its last ones.
func shorterLists(text string) []string {
	items := strings.Split(text, ", ")
	for _, item := range items {
		if len(strings.Fields(item)) > 4 {
			return nil
		}
	}
	var lists []string
	for n := len(items) - 1; n > 0 && len(items) > 2; n-- {
		lists = append(lists, strings.Join(items[:n], ", "))
	}
	return lists
}
