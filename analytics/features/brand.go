package features

import (
	"context"
	_ "embed"
	"fmt"
	"hash/crc32"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"upslope"
	"upslope/analytics/facts"
)

//go:embed suspected_brand.sql
var suspectedBrandSQL string

// The constants of suspected_brand.sql, (cal).
const (
	suspectedImpressions = 50  // of the home page, at least
	suspectedShare       = .35 // of them that are clicks, at least
	suspectedPosition    = 1.5 // at most
	suspectedMost        = 300 // queries; the largest
	doubtedPosition      = 4.  // where those who search for a brand never find it
	foundPosition        = 3.  // where they do, on average, whatever else they type
)

//go:embed brand_words.sql
var brandWordsSQL string

// Brand is what tells queries that name the site's brand from others.
type Brand struct {
	Terms     []string // without spaces, lower case
	suspected []string // queries
	not       []string // queries that do not name it, whatever they look like; in lower case
	patterns  []string // regular expressions of queries that do
	homePages []string
}

// NewBrand is what a site's domain and name say of its brand. The name counts when it is more than a word, or the domain begins with it:
// a site called Shoes is not the only one that people who type shoes look for.
func NewBrand(site upslope.Site) Brand {
	label := squashed(brandLabel(site))
	var terms []string
	name := squashed(site.Name)
	if utf8.RuneCountInString(name) > 2 && !strings.Contains(site.Name, ".") && (len(strings.Fields(site.Name)) > 1 || strings.HasPrefix(label, name)) {
		terms = append(terms, name)
	}
	if label != "" {
		terms = append(terms, label)
	}
	found := Brand{Terms: facts.Distinct(terms)}
	for _, scheme := range []string{"https://", "http://"} {
		for _, host := range []string{site.Domain, "www." + site.Domain} {
			found.homePages = append(found.homePages, scheme+host+"/")
		}
	}
	return found
}

// brandLabel is the part of a site's domain that was chosen: acme-outdoor of shop.acme-outdoor.co.uk.
func brandLabel(site upslope.Site) string {
	registered, err := publicsuffix.EffectiveTLDPlusOne(site.Domain)
	if err != nil {
		registered = site.Domain
	}
	label, _, _ := strings.Cut(registered, ".")
	// People type letters, not what DNS makes of them. What is no such name stays as it is.
	if letters, err := idna.ToUnicode(label); err == nil {
		return letters
	}
	return label
}

// brandWords are the words of a site's name and domain. Each may be what people call it, which only they can tell.
func brandWords(site upslope.Site) []string {
	words := slices.Concat(wordsOfText(site.Name), wordsOfText(brandLabel(site)))
	return facts.Distinct(slices.DeleteFunc(words, func(word string) bool { return utf8.RuneCountInString(word) < 3 }))
}

// wordsOfText are the words of a text in lower case.
func wordsOfText(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// AddSearched corrects what the domain says by what people search for.
func (b *Brand) AddSearched(seen upslope.SearchedBrand) {
	b.Terms = slices.DeleteFunc(b.Terms, func(term string) bool { return slices.Contains(seen.Doubted, term) })
	b.Terms = facts.Distinct(append(b.Terms, seen.Found...))
	b.suspected = append(b.suspected, seen.Suspected...)
}

// mostJoined is how many words is_brand joins: a term of more words is looked for as a pattern.
const mostJoined = 3

// AddRules adds what the site's owner says.
func (b *Brand) AddRules(rules upslope.SiteRules) {
	for _, term := range rules.BrandTerms {
		if words := wordsOfText(term); len(words) > mostJoined {
			for i, word := range words {
				words[i] = regexp.QuoteMeta(word)
			}
			b.patterns = append(b.patterns, `(?:^|[^\pL\pN])`+strings.Join(words, `[^\pL\pN]*`)+`(?:[^\pL\pN]|$)`)
		} else {
			b.Terms = append(b.Terms, squashed(term))
		}
	}
	if rules.BrandPattern != "" {
		b.patterns = append(b.patterns, rules.BrandPattern)
	}
	b.Terms, b.not = facts.Distinct(b.Terms), append(b.not, rules.NotBrand...)
}

// squashed is a text's letters and digits, in lower case.
func squashed(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// mistakes is how many typing mistakes a term can have and still be meant.
func mistakes(term string) uint32 {
	switch length := utf8.RuneCountInString(term); {
	case length < 5:
		return 0
	case length < 8:
		return 1
	}
	return 2
}

// unspaced are scripts without spaces between words: a term in them is found inside of other words.
var unspaced = regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}].`)

// lettersOf is a text with a byte for each letter, as letters_of of facts: what counts mistakes counts bytes.
func lettersOf(text string) string {
	letters := make([]byte, 0, len(text))
	for _, letter := range text {
		if letter < utf8.RuneSelf {
			letters = append(letters, byte(letter))
		} else {
			letters = append(letters, byte(128+crc32.ChecksumIEEE([]byte(string(letter)))%128))
		}
	}
	return string(letters)
}

// AddBrandParams adds the parameters that is_brand and is_brand_of look at: of each of the sites, in their order.
func AddBrandParams(params map[string]any, brands ...Brand) {
	var terms, letters, inside, suspected, not [][]string
	var allowed [][]uint32
	var patterns []string
	for _, b := range brands {
		of, written, within := make([]uint32, len(b.Terms)), make([]string, len(b.Terms)), []string{}
		for i, term := range b.Terms {
			of[i], written[i] = mistakes(term), lettersOf(term)
			if unspaced.MatchString(term) {
				within = append(within, term)
			}
		}
		terms, allowed, patterns = append(terms, facts.NotNil(b.Terms)), append(allowed, of), append(patterns, AnyPattern(b.patterns...))
		letters, inside = append(letters, written), append(inside, within)
		suspected, not = append(suspected, facts.NotNil(b.suspected)), append(not, facts.NotNil(b.not))
	}
	params["brand_letters"], params["brand_inside"] = letters, inside
	params["brand_terms"], params["brand_mistakes"], params["brand_patterns"], params["suspected_brand"], params["not_brand"] = terms, allowed, patterns, suspected, not
}

// AnyPattern is one regular expression in place of several.
func AnyPattern(patterns ...string) string {
	if len(patterns) == 0 {
		return ""
	}
	return "(?i)(?:" + strings.Join(patterns, ")|(?:") + ")"
}

// askSearch answers what people who search say of the site's brand. A query that they click on the home page for, and that is one of the
// site's own words, is a term where other searches with it find the site, too: of Larkspur Outdoor that is larkspur, not outdoor.
func (r *Reader) askSearch(ctx context.Context, g *Context) (upslope.SearchedBrand, error) {
	seen := upslope.SearchedBrand{Suspected: []string{}, Found: []string{}, Doubted: []string{}}
	params := g.With(map[string]any{
		"min_impressions": suspectedImpressions, "min_share": suspectedShare, "max_position": suspectedPosition, "max_suspected": suspectedMost,
		"max_brand_position": doubtedPosition,
	})
	words, maybe := brandWords(g.Site), []string{}
	err := r.facts.Query(ctx, facts.Given().Must(suspectedBrandSQL), params, func(_ []string, values []any) error {
		query, isText := values[1].(string)
		if !isText {
			return fmt.Errorf("a query is a %T", values[1])
		}
		if values[0] == "doubted" {
			seen.Doubted = append(seen.Doubted, query)
			return nil
		}
		if slices.Contains(words, query) {
			maybe = append(maybe, query)
		}
		seen.Suspected = append(seen.Suspected, query)
		return nil
	})
	if err != nil {
		return seen, fmt.Errorf("look for queries that name the brand: %w", err)
	}
	if len(maybe) == 0 {
		return seen, nil
	}
	params = g.With(map[string]any{"words": maybe, "max_position": foundPosition})
	err = r.facts.Query(ctx, facts.Given().Must(brandWordsSQL), params, func(_ []string, values []any) error {
		found, _ := values[0].(string)
		seen.Found = append(seen.Found, found)
		return nil
	})
	if err != nil {
		return seen, fmt.Errorf("look for words that name the brand: %w", err)
	}
	seen.Suspected = slices.DeleteFunc(seen.Suspected, func(query string) bool { return slices.Contains(seen.Found, query) })
	return seen, nil
}

// HasTerm says whether words of a query that stand side by side are one of the terms: nobody has to be asked what those name.
func HasTerm(query string, terms []string) bool {
	words, joined := wordsOfText(query), map[string]bool{}
	for _, term := range terms {
		joined[squashed(term)] = true
	}
	for from := range words {
		for to := from + 1; to <= min(from+mostJoined, len(words)); to++ {
			if joined[strings.Join(words[from:to], "")] {
				return true
			}
		}
	}
	return false
}
