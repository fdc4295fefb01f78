package intent

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// before matches what narrows a subject after its name: "sleeping bags for winter" are sleeping bags.
var before = regexp.MustCompile(`^(for|with|without|in|of|für|mit|ohne|pour|avec|sans|en|para|con|sin|per|senza|voor|met|zonder|com|sem|для|с|без|в)$`)

var ending = regexp.MustCompile(`(e?s|e)$`)

// nounFirst matches languages in which the thing comes before its adjectives.
var nounFirst = regexp.MustCompile(`^(fr|es|it|pt|ca|ro)([-_]|$)`)

// romance matches words and folders of such languages, for texts of which no language is known.
var romance = regexp.MustCompile(`^(produits?|productos?|prodott[oi]|produtos?|tienda|negozio|loja|categor[ií]as?|guías?|guias|conseils|consejos|consigli|avec|sans|les|du|une|para|sin|del|una|uma|senza|della|delle|sem|.*[çñãõêàùìò].*)$`)

// IsOnSubject reports whether a page may lead to another for a query: it is above it in the site, or its
// address or title names the thing that the other is about. An adjective in common is not enough: a folding
// kayak is no folding chair. The language may be unknown: "".
func IsOnSubject(page, title, target, query, language string) bool {
	from, to := strings.Trim(pathOf(page), "/"), strings.Trim(pathOf(target), "/")
	if from == "" {
		return false // the home page is above everything
	}
	if strings.HasPrefix(to+"/", from+"/") {
		return from != to
	}
	named := subjectOf(to, query)
	if len(named) == 0 {
		return false
	}
	shared := 0
	all, own := append(stemsOf(from), stemsOf(title)...), stemsOf(lastSegment(from))
	for _, word := range named {
		if slices.Contains(all, word) {
			shared++
		}
	}
	isPart := len(own) > 0 && !slices.ContainsFunc(own, func(word string) bool { return !slices.Contains(named, word) })
	return shared > 1 || isPart || slices.Contains(all, thingOf(named, language, from, title, to, query))
}

// thingOf returns the noun of a subject: its last word, or its first in languages with adjectives after it.
func thingOf(named []string, language string, texts ...string) string {
	isNounFirst := nounFirst.MatchString(strings.ToLower(language))
	if language == "" {
		first, _, _ := strings.Cut(texts[0], "/")
		isNounFirst = nounFirst.MatchString(first) || slices.ContainsFunc(wordsOf(strings.Join(texts, " ")), romance.MatchString)
	}
	if isNounFirst {
		return named[0]
	}
	return named[len(named)-1]
}

// subjectOf returns what a page is about: the words of its address that the query has too, else those of the
// query.
func subjectOf(path, query string) []string {
	address, asked := subject(lastSegment(path)), subject(WithoutWish(query))
	both := slices.DeleteFunc(slices.Clone(address), func(word string) bool { return !slices.Contains(asked, word) })
	if len(both) > 0 {
		return both
	}
	return asked
}

// subject returns the stems up to what narrows them.
func subject(text string) []string {
	words := wordsOf(text)
	if at := slices.IndexFunc(words, before.MatchString); at > 0 {
		words = words[:at]
	}
	return stemsOf(strings.Join(words, " "))
}

// stemsOf returns the words that may name something, in the singular.
func stemsOf(text string) []string {
	var stems []string
	for _, word := range wordsOf(text) {
		letters := []rune(word)
		if len(letters) < 3 && letters[0] <= unicode.MaxLatin1 || unicode.IsNumber(letters[0]) {
			continue
		}
		if len(letters) > 3 {
			word = ending.ReplaceAllString(word, "")
		}
		stems = append(stems, word)
	}
	return stems
}

func lastSegment(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
