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

// Constants of suspected_brand.sql, calibrated: docs/method.md#brand-queries.
const (
	suspectedImpressions = 50  // minimum, of the home page
	suspectedShare       = .35 // minimum CTR
	suspectedPosition    = 1.5 // maximum
	suspectedMost        = 300 // queries, largest first
	doubtedPosition      = 4.  // at or beyond, searchers for the brand miss the site
	foundPosition        = 3.  // at or before, searchers find the site whatever else they type
)

//go:embed brand_words.sql
var brandWordsSQL string

// Brand classifies queries as brand or non-brand.
type Brand struct {
	Terms     []string // lower case, without spaces
	suspected []string // brand queries
	not       []string // non-brand queries whatever they look like; lower case
	patterns  []string // regular expressions of brand queries
	homePages []string
}

// NewBrand derives brand terms from a site's domain and name. The name counts if it has several words or
// starts the domain: people who type "shoes" do not look for a site called Shoes.
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

// brandLabel returns the registrable part of a site's domain: acme-outdoor of shop.acme-outdoor.co.uk.
func brandLabel(site upslope.Site) string {
	registered, err := publicsuffix.EffectiveTLDPlusOne(site.Domain)
	if err != nil {
		registered = site.Domain
	}
	label, _, _ := strings.Cut(registered, ".")
	// People type Unicode letters, not punycode. An invalid name stays as it is.
	if letters, err := idna.ToUnicode(label); err == nil {
		return letters
	}
	return label
}

// brandWords are the words of a site's name and domain. Any of them may be the brand's short name; searches
// decide.
func brandWords(site upslope.Site) []string {
	words := slices.Concat(wordsOfText(site.Name), wordsOfText(brandLabel(site)))
	return facts.Distinct(slices.DeleteFunc(words, func(word string) bool { return utf8.RuneCountInString(word) < 3 }))
}

func wordsOfText(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// AddSearched corrects the terms of the domain with search behavior.
func (b *Brand) AddSearched(seen upslope.SearchedBrand) {
	b.Terms = slices.DeleteFunc(b.Terms, func(term string) bool { return slices.Contains(seen.Doubted, term) })
	b.Terms = facts.Distinct(append(b.Terms, seen.Found...))
	b.suspected = append(b.suspected, seen.Suspected...)
}

// mostJoined is the number of words that is_brand joins; longer terms become patterns.
const mostJoined = 3

// AddRules adds the brand rules of the site's owner.
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

// squashed keeps a text's letters and digits, in lower case.
func squashed(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// mistakes is the number of typos tolerated in a term.
func mistakes(term string) uint32 {
	switch length := utf8.RuneCountInString(term); {
	case length < 5:
		return 0
	case length < 8:
		return 1
	}
	return 2
}

// unspaced matches scripts without spaces between words, where a term may occur inside a word.
var unspaced = regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}].`)

// lettersOf maps each letter to one byte, like letters_of in facts: edit distance counts bytes.
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

// AddBrandParams adds the parameters of is_brand and is_brand_of, one list item per site.
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

// AnyPattern joins regular expressions into one alternation.
func AnyPattern(patterns ...string) string {
	if len(patterns) == 0 {
		return ""
	}
	return "(?i)(?:" + strings.Join(patterns, ")|(?:") + ")"
}

// askSearch derives brand terms from search behavior: a word of the site's name whose query leads to the home
// page, if other searches with it find the site too: "larkspur" of Larkspur Outdoor, but not "outdoor".
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

// HasTerm reports whether adjacent words of a query form one of the terms.
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
