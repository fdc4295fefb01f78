package analytics

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/publicsuffix"

	"upslope"
)

//go:embed ground/suspected_brand.sql
var suspectedBrandSQL string

// The constants of suspected_brand.sql, (cal).
const (
	suspectedImpressions = 50  // of the home page, at least
	suspectedShare       = .35 // of them that are clicks, at least
	suspectedPosition    = 1.5 // at most
	suspectedMost        = 300 // queries; the largest
	doubtedPosition      = 4.  // where those who search for a brand never find it
)

// brand is what tells queries that name the site's brand from others.
type brand struct {
	terms     []string // without spaces, lower case
	suspected []string // queries
	homePages []string
}

// brandOf is what a site's domain and name say of its brand. The name counts when it is more than a word, or the domain begins with it:
// a site called Shoes is not the only one that people who type shoes look for.
func brandOf(site upslope.Site) brand {
	label, _, _ := strings.Cut(site.Domain, ".")
	if registered, err := publicsuffix.EffectiveTLDPlusOne(site.Domain); err == nil {
		label, _, _ = strings.Cut(registered, ".")
	}
	label = squashed(label)
	var terms []string
	name := squashed(site.Name)
	if utf8.RuneCountInString(name) > 2 && !strings.Contains(site.Name, ".") && (len(strings.Fields(site.Name)) > 1 || strings.HasPrefix(label, name)) {
		terms = append(terms, name)
	}
	if label != "" {
		terms = append(terms, label)
	}
	found := brand{terms: distinct(terms)}
	for _, scheme := range []string{"https://", "http://"} {
		for _, host := range []string{site.Domain, "www." + site.Domain} {
			found.homePages = append(found.homePages, scheme+host+"/")
		}
	}
	return found
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

// addTo adds the parameters that is_brand looks at.
func (b brand) addTo(params map[string]any) {
	allowed := make([]uint32, len(b.terms))
	for i, term := range b.terms {
		allowed[i] = mistakes(term)
	}
	params["brand_terms"], params["brand_mistakes"], params["brand_pattern"] = notNil(b.terms), allowed, ""
	params["suspected_brand"], params["home_pages"] = notNil(b.suspected), b.homePages
}

// askSearch lets what people searched for correct what the domain says.
func (e *Engine) askSearch(ctx context.Context, g *ground, b *brand) error {
	params := g.with(map[string]any{
		"min_impressions": suspectedImpressions, "min_share": suspectedShare, "max_position": suspectedPosition, "max_suspected": suspectedMost,
		"max_brand_position": doubtedPosition,
	})
	err := e.facts.Query(ctx, define(suspectedBrandSQL), params, func(_ []string, values []any) error {
		words, isText := values[1].(string)
		if !isText {
			return fmt.Errorf("a query is a %T", values[1])
		}
		if values[0] == "suspected" {
			b.suspected = append(b.suspected, words)
		} else {
			b.terms = slices.DeleteFunc(b.terms, func(term string) bool { return term == words })
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("look for queries that name the brand: %w", err)
	}
	return nil
}
