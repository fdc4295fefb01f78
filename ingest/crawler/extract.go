package crawler

import (
	"encoding/json"
	"io"
	"net/url"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Bounds of what is kept of one page; hostile HTML has more.
const (
	maxLinks     = 5000
	maxText      = 1000 // characters of a title, heading or anchor
	maxHeadings  = 20
	maxSections  = 2
	maxHreflangs = 60
	maxJSONLD    = 256 << 10
)

// extract reads the HTML of a page. It streams: memory does not grow with nesting. A source that fails midway
// gives what was read.
func extract(address *url.URL, source io.Reader) *Document {
	e := &extractor{doc: &Document{}, base: address, within: map[atom.Atom]int{}}
	tokens := html.NewTokenizer(source)
	tokens.SetMaxBuf(maxJSONLD * 2)
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			e.endLink()
			e.doc.Simhash = e.words.simhash()
			return e.doc
		case html.TextToken:
			e.text(tokens.Text())
		case html.StartTagToken, html.SelfClosingTagToken:
			closed := tokens.Raw()[len(tokens.Raw())-2] == '/'
			name, more := tokens.TagName()
			tag := atom.Lookup(name)
			var attributes map[string]string
			if more && wanted[tag] {
				attributes = attributesOf(tokens)
			}
			e.start(tag, attributes)
			if closed && tag == atom.Svg { // only foreign elements close themselves
				e.end(tag)
			}
		case html.EndTagToken:
			name, _ := tokens.TagName()
			e.end(atom.Lookup(name))
		}
	}
}

// wanted are the elements whose attributes are read.
var wanted = map[atom.Atom]bool{
	atom.Html: true, atom.Base: true, atom.Meta: true, atom.Link: true, atom.A: true, atom.Area: true, atom.Img: true, atom.Script: true,
}

// landmarks are the elements that give links their position, innermost last when they are nested.
var landmarks = []struct {
	tag      atom.Atom
	position string
}{{atom.Footer, "Footer"}, {atom.Nav, "Navigation"}, {atom.Aside, "Aside"}, {atom.Header, "Header"}}

// inline are the elements that do not end a word.
var inline = map[atom.Atom]bool{
	atom.A: true, atom.B: true, atom.I: true, atom.Em: true, atom.Strong: true, atom.Span: true, atom.Small: true, atom.Sub: true, atom.Sup: true,
	atom.U: true, atom.Mark: true, atom.Font: true, atom.Abbr: true, atom.Code: true, atom.Wbr: true,
}

// hidden are the elements whose content is no part of the page.
var hidden = []atom.Atom{atom.Noscript, atom.Template, atom.Svg, atom.Script, atom.Style, atom.Textarea, atom.Iframe, atom.Object}

func attributesOf(tokens *html.Tokenizer) map[string]string {
	found := map[string]string{}
	for {
		key, value, more := tokens.TagAttr()
		if _, twice := found[string(key)]; !twice {
			found[string(key)] = string(value)
		}
		if !more {
			return found
		}
	}
}

type extractor struct {
	doc    *Document
	base   *url.URL
	within map[atom.Atom]int // open elements
	inBody bool
	inWord bool

	hasCanonical bool
	link         *Link
	anchor       *strings.Builder // of the open link
	heading      *headingText     // of the open H1
	section      *headingText     // of the open H2
	words        shingles
	title        *strings.Builder // of the open title
	data         *strings.Builder // of the open JSON-LD
}

func (e *extractor) isHidden() bool {
	for _, tag := range hidden {
		if e.within[tag] > 0 {
			return true
		}
	}
	return false
}

func (e *extractor) start(tag atom.Atom, attributes map[string]string) {
	if !inline[tag] {
		e.inWord = false
		e.words.end()
	}
	switch tag {
	case atom.Html:
		if e.doc.Language == "" {
			e.doc.Language = strings.TrimSpace(attributes["lang"])
		}
	case atom.Body, atom.Main, atom.Div, atom.P, atom.H1, atom.H2:
		e.inBody = true
	case atom.Base:
		if base, err := e.base.Parse(attributes["href"]); err == nil && !e.inBody && attributes["href"] != "" {
			e.base = base
		}
	case atom.Meta:
		e.meta(attributes)
	case atom.Link:
		e.linkElement(attributes)
	case atom.A, atom.Area:
		e.startLink(attributes)
	case atom.Img:
		e.image(attributes)
	case atom.Script:
		e.doc.Scripts++
		if strings.EqualFold(strings.TrimSpace(attributes["type"]), "application/ld+json") {
			e.data = &strings.Builder{}
		}
	case atom.Title:
		if !e.doc.HasTitle && e.within[atom.Svg] == 0 {
			e.doc.HasTitle, e.title = true, &strings.Builder{}
		}
	}
	if tag == atom.H1 && e.heading == nil && len(e.doc.H1s) < maxHeadings && !e.isHidden() {
		e.heading = &headingText{}
	}
	if tag == atom.H2 && e.section == nil && len(e.doc.H2s) < maxSections && !e.isHidden() {
		e.section = &headingText{}
	}
	switch tag {
	case atom.H1, atom.H2:
		e.within[atom.Button] = 0 // an open button holds the heading, or was never closed
	case atom.Noscript, atom.Template, atom.Svg, atom.Script, atom.Style, atom.Textarea, atom.Iframe, atom.Object,
		atom.Footer, atom.Nav, atom.Aside, atom.Header, atom.Button:
		e.within[tag]++
	}
}

func (e *extractor) end(tag atom.Atom) {
	if !inline[tag] {
		e.inWord = false
		e.words.end()
	}
	switch tag {
	case atom.Head:
		e.inBody = true
	case atom.A:
		e.endLink()
	case atom.Title:
		if e.title != nil {
			e.doc.Title, e.title = collapse(e.title.String()), nil
		}
	case atom.H1:
		if e.heading != nil {
			e.doc.H1s, e.heading = append(e.doc.H1s, e.heading.String()), nil
		}
		e.within[atom.Button] = 0
	case atom.H2:
		if e.section != nil {
			e.doc.H2s, e.section = append(e.doc.H2s, e.section.String()), nil
		}
		e.within[atom.Button] = 0
	case atom.Script:
		if e.data != nil {
			e.doc.Types = typesOf(e.data.String(), e.doc.Types)
			e.data = nil
		}
	}
	if e.within[tag] > 0 {
		e.within[tag]--
	}
}

func (e *extractor) text(text []byte) {
	switch {
	case e.title != nil:
		appendText(e.title, text, maxText)
		return
	case e.data != nil:
		appendText(e.data, text, maxJSONLD)
		return
	case e.isHidden():
		return
	}
	for _, open := range []*headingText{e.heading, e.section} {
		if open != nil {
			open.add(text, e.within[atom.Button] > 0)
		}
	}
	if e.anchor != nil {
		appendText(e.anchor, text, maxText)
	}
	if e.inBody && e.within[atom.Nav] == 0 && e.within[atom.Footer] == 0 {
		e.countWords(string(text))
	}
}

// countWords counts words between spaces; scripts that write without spaces have about two characters a word.
func (e *extractor) countWords(text string) {
	characters := 0
	for _, r := range text {
		e.words.add(r)
		switch {
		case unicode.IsSpace(r):
			e.inWord = false
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
			characters++
			e.inWord = false
		case !e.inWord && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			e.inWord = true
			e.doc.Words++
		}
	}
	e.doc.Words += (characters + 1) / 2
}

// headingText keeps the labels of a heading's buttons apart: a button beside the text copies or opens
// something, while one around all of the text, as in an accordion, is the heading.
type headingText struct{ text, labels strings.Builder }

func (h *headingText) add(text []byte, isLabel bool) {
	if isLabel {
		appendText(&h.labels, text, maxText)
		return
	}
	appendText(&h.text, text, maxText)
}

func (h *headingText) String() string {
	if text := collapse(h.text.String()); text != "" {
		return text
	}
	return collapse(h.labels.String())
}

func appendText(b *strings.Builder, text []byte, most int) {
	if b.Len() < most {
		b.Write(text[:min(len(text), most-b.Len())])
	}
}

// collapse writes white space as one space, and repairs what a limit cut in two.
func collapse(text string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
}

// typesOf adds the types of structured data in JSON-LD to those found before.
func typesOf(text string, found []string) []string {
	var data any
	if json.Unmarshal([]byte(text), &data) != nil {
		return found
	}
	var walk func(value any, depth int)
	walk = func(value any, depth int) {
		if depth > 8 || len(found) >= 20 {
			return
		}
		switch v := value.(type) {
		case []any:
			for _, one := range v {
				walk(one, depth+1)
			}
		case map[string]any:
			if name, isText := v["@type"].(string); isText {
				found = append(found, name)
			}
			walk(v["@graph"], depth+1)
		}
	}
	walk(data, 0)
	return found
}
