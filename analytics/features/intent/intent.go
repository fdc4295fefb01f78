// Package intent classifies search queries by what the people behind them want, and pages by what they offer.
//
// It owns the words of eight languages and which kind of page can answer which intent. It reads no data.
package intent

import (
	_ "embed"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Intent is what the people behind a query want.
type Intent string

// All intents. A query with the words of several has the first of Navigation, Local, Use, Information,
// Comparison, Opinion, Size and Price.
const (
	Subject     Intent = "subject"     // the thing itself: tents
	Price       Intent = "price"       // to buy it: cheap tents
	Size        Intent = "size"        // one size of it: 2 person tent
	Opinion     Intent = "opinion"     // what its buyers say: tent reviews
	Comparison  Intent = "comparison"  // to choose one: best tents
	Information Intent = "information" // to know something: how to clean a tent
	Use         Intent = "use"         // how to have one: tent size chart, tent care
	Local       Intent = "local"       // a place to go: tents near me
	Navigation  Intent = "navigation"  // another site, or an account
)

// PageKind is what a page offers.
type PageKind string

// All kinds of page.
const (
	Unknown  PageKind = ""
	Home     PageKind = "home"
	Category PageKind = "category"
	Product  PageKind = "product"
	Guide    PageKind = "guide"
	Location PageKind = "location" // a store, a branch, a city
	Service  PageKind = "service"
	Offer    PageKind = "offer"   // a part of what a business does: a feature, an integration, a treatment
	Listing  PageKind = "listing" // what somebody else sells on the site
	Person   PageKind = "person"
)

// Sells reports whether people buy on pages of this kind.
func (k PageKind) Sells() bool { return k == Category || k == Product || k == Listing }

// TakesSections reports whether the site may write more on a page of this kind than is there: what others
// sell, and who somebody is, is not for it to explain.
func (k PageKind) TakesSections() bool { return k != Listing && k != Person }

// IsDated reports whether a page of this kind may speak of one year: what people buy or order does not.
func (k PageKind) IsDated() bool { return k == Guide || k == Unknown || k == Home }

// CanAnswer reports whether a page of this kind can satisfy the intent of a query about its subject.
func (k PageKind) CanAnswer(want Intent) bool {
	switch want {
	case Subject, Price:
		return true
	case Size:
		return k != Category && k != Home
	case Use:
		return k == Guide || k == Product || k == Unknown
	case Opinion:
		return k == Guide || k == Product || k == Offer || k == Unknown
	case Comparison, Information: // articles stand at the top, which no page that sells joins
		return k == Guide || k == Unknown
	case Local:
		return k == Location || k == Service || k == Home
	case Navigation:
	}
	return false
}

//go:embed words.tsv
var wordsTSV string

//go:embed pages.tsv
var pagesTSV string

// maxPhrase is the number of words in the longest phrase of words.tsv.
const maxPhrase = 5

// phrases maps phrases to intents, and folders to kinds of page; ^ marks phrases at the start of a query.
type phrases struct {
	intents map[string]Intent
	nearby  map[string]bool // those of a place that nobody names: near me
	kinds   map[string]PageKind
}

var tables = sync.OnceValue(func() phrases {
	read := phrases{map[string]Intent{}, map[string]bool{}, map[string]PageKind{}}
	for line := range strings.Lines(wordsTSV) {
		if cells := strings.Split(strings.TrimSpace(line), "\t"); len(cells) == 3 {
			for phrase := range strings.SplitSeq(cells[2], "|") {
				if known, isKnown := read.intents[phrase]; !isKnown || rank(Intent(cells[1])) < rank(known) {
					read.intents[phrase] = Intent(cells[1])
				}
				if Intent(cells[1]) == Local && cells[0] != "*" {
					read.nearby[phrase] = true
				}
			}
		}
	}
	for line := range strings.Lines(pagesTSV) {
		if cells := strings.Split(strings.TrimSpace(line), "\t"); len(cells) == 2 {
			for folder := range strings.SplitSeq(cells[1], "|") {
				read.kinds[folder] = PageKind(cells[0])
			}
		}
	}
	return read
})

// IsNearby reports whether a query asks for what is near, which a map answers: plumber near me.
func IsNearby(query string) bool {
	words, nearby := wordsOf(query), tables().nearby
	for from := range words {
		for to := from + 1; to <= min(from+maxPhrase, len(words)); to++ {
			if nearby[strings.Join(words[from:to], " ")] {
				return true
			}
		}
	}
	return false
}

// WithoutWish returns a query without words of price and place, which no title or heading has to repeat.
func WithoutWish(query string) string {
	words, table := wordsOf(query), tables().intents
	var left []string
	for from := 0; from < len(words); {
		skip := 0
		for to := min(from+maxPhrase, len(words)); to > from && skip == 0; to-- {
			if want := table[strings.Join(words[from:to], " ")]; want == Price || want == Local {
				skip = to - from
			}
		}
		if skip == 0 {
			left = append(left, words[from])
		}
		from += max(1, skip)
	}
	return strings.Join(left, " ")
}

func rank(want Intent) int {
	for i, one := range []Intent{Navigation, Local, Use, Information, Comparison, Opinion, Size, Price} {
		if want == one {
			return i
		}
	}
	return 99
}

// size matches a number with its unit, or a clothing size: 2 person, 65l, size 10.
var size = regexp.MustCompile(`(?i)(^| )(\d+([.,]\d+)?[ -]?(persons?|people|man|person(en)?|personnes?|personas?|persone|pessoas|местн\pL*|seats?|seater|seasons?|l|liters?|litres?|ml|cm|mm|m|in|inch|inches|ft|zoll|kg|g|oz|lb|lbs|w|watt|v|volt|gb|tb|mah|lumens?|layers?)|(size|größe|groesse|taille|talla|taglia|maat|tamanho|размер) \d+)( |$)`)

// Of returns the intent of a query.
func Of(query string) Intent {
	words := wordsOf(query)
	text := strings.Join(words, " ")
	found, at := Subject, 99
	table := tables().intents
	note := func(want Intent, isKnown bool) {
		if isKnown && rank(want) < at {
			found, at = want, rank(want)
		}
	}
	for from := range words {
		for to := from + 1; to <= min(from+maxPhrase, len(words)); to++ {
			phrase := strings.Join(words[from:to], " ")
			// A phrase that is the whole query names a thing: "reviews", "london".
			if want, isKnown := table[phrase]; len(phrase) < len(text) {
				note(want, isKnown)
			}
			if from == 0 {
				want, isKnown := table["^"+phrase]
				note(want, isKnown && len(phrase) < len(text))
			}
		}
	}
	note(Size, size.MatchString(text))
	return found
}

// PathKind returns the kind of page that a URL's path suggests; Unknown if it suggests none.
func PathKind(page string) PageKind {
	path := pathOf(page)
	segments := strings.FieldsFunc(strings.ToLower(path), func(r rune) bool { return r == '/' })
	if len(segments) > 0 && IsLocale(segments[0]) {
		segments = segments[1:]
	}
	if len(segments) == 0 {
		return Home
	}
	table := tables().kinds
	for _, segment := range segments {
		for start := range table {
			if strings.HasSuffix(start, "-") && strings.HasPrefix(segment, start) {
				return table[start]
			}
		}
		if kind, isKnown := table[segment]; isKnown {
			return kind
		}
	}
	return Unknown
}

// PathPattern returns a regular expression of the paths that PathKind takes for a kind.
func PathPattern(kind PageKind) string {
	var folders []string
	for folder, of := range tables().kinds {
		if of == kind {
			if start, isStart := strings.CutSuffix(folder, "-"); isStart {
				folder = start + "-[^/]*"
			}
			folders = append(folders, folder)
		}
	}
	slices.Sort(folders)
	return "(?i)/(" + strings.Join(folders, "|") + ")(/|$)"
}

// IsLocale reports whether a folder names a language or country, such as en or de-at.
func IsLocale(folder string) bool { return localeFolder.MatchString(folder) }

var localeFolder = regexp.MustCompile(`^[a-z]{2}([-_][a-z]{2})?$`)

// PathText returns the words of a URL's path.
func PathText(page string) string { return strings.Join(wordsOf(pathOf(page)), " ") }

func pathOf(page string) string {
	address, err := url.Parse(page)
	if err != nil {
		return ""
	}
	return address.Path
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r) })
}

// tool matches searches for something that calculates. Converters and generators are also devices: only those
// online are meant.
var tool = regexp.MustCompile(`(?i)(^| )(calculators?|rechner|calculatrice|calculadora|calcolatore|калькулятор|online (\S+ )*(converters?|generators?))( |$)`)

// IsForTool reports whether a search is for something that calculates, which no text answers.
func IsForTool(query string) bool { return tool.MatchString(query) }

// WithoutTool returns what a search for something that calculates is about.
func WithoutTool(query string) string { return tool.ReplaceAllString(query, " ") }
