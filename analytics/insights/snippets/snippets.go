// Package snippets measures and shortens what search results show of a page: titles and descriptions.
//
// It knows the scripts of texts, and nothing of detectors.
package snippets

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	wide      = regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\x{3000}-\x{303F}\x{FF00}-\x{FF60}]`)
	sentences = regexp.MustCompile(`(?s)^(.*(?:[.!?؟](?: |$)|[。！？]))`)
	clauses   = regexp.MustCompile(`(?s)^(.*[^ ,;:–—、،，；：]) ?(?:[,;:،] | [–—] |[、，；：])`)
	lastWord  = regexp.MustCompile(`[ ,;:.|–—-]+[^ ]*$`)
	chinese   = regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}]`)
	clause    = regexp.MustCompile(`^[^.,;:!?|–—。、，！？]+`)
	ending    = regexp.MustCompile(` [|–—·•-] [^|–—·•]{2,40}$`)
	titleCase = regexp.MustCompile(`^\p{Lu}[^ ]*( [^ ]{1,3}| [^ ]*\p{Lu}[^ ]*| [^\p{L}]+)+$`)
)

// Width estimates the width of a text in average Latin letters of nine pixels: capitals count more, Chinese,
// Japanese and Korean letters two.
func Width(text string) float64 {
	capitals := 0
	for _, letter := range text {
		if unicode.IsUpper(letter) {
			capitals++
		}
	}
	return float64(utf8.RuneCountInString(text)) + .3*float64(capitals) + float64(len(wide.FindAllString(text, -1)))
}

// Shorten cuts a text to a width after its last sentence, else clause, else word, if that uses half of the
// width.
func Shorten(text string, width float64) string {
	if Width(text) <= width {
		return text
	}
	letters := []rune(text)
	start := string(letters[:min(len(letters), int(width*float64(len(letters))/max(1, Width(text))))])
	if whole := strings.Trim(firstGroup(sentences, start), " "); Width(whole) >= width/2 {
		return whole
	}
	if whole := firstGroup(clauses, start); Width(whole) >= width/2 {
		if chinese.MatchString(text) {
			return whole + "。"
		}
		return whole + "."
	}
	if at := lastWord.FindStringIndex(start); at != nil {
		start = start[:at[0]]
	}
	return start + "…"
}

func firstGroup(pattern *regexp.Regexp, text string) string {
	if found := pattern.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	return ""
}

// FirstClause returns the first clause of a text.
func FirstClause(text string) string { return clause.FindString(text) }

// WithClause appends a clause to a heading, or returns the clause with the heading in it where it names the
// same further on; "" without a clause or if it begins with the heading.
func WithClause(heading, clause string) string {
	if heading == "" || clause == "" || strings.HasPrefix(strings.ToLower(clause), strings.ToLower(heading)) {
		return ""
	}
	named := regexp.MustCompile(`(?i)(^|[^\pL\pN])` + regexp.QuoteMeta(heading) + `($|[^\pL\pN])`)
	if named.MatchString(clause) {
		return named.ReplaceAllString(clause, "${1}"+strings.ReplaceAll(heading, "$", "$$")+"${2}")
	}
	return heading + ": " + clause
}

// SplitEnding separates a title from the site name at its end, such as " - Example".
func SplitEnding(title string) (own, end string) {
	end = ending.FindString(title)
	return strings.TrimSuffix(title, end), end
}

// IsTitleCase reports whether a text is in title case.
func IsTitleCase(title string) bool { return titleCase.MatchString(title) }

// TitleCase capitalizes the words of a text, except small words inside it.
func TitleCase(text string) string {
	parts := strings.Split(text, " ")
	for i, part := range parts {
		switch part {
		case "for", "and", "of", "the", "in", "to", "with", "a", "on", "at", "or", "by":
			if i > 0 {
				continue
			}
		}
		parts[i] = capitalized(part)
	}
	return strings.Join(parts, " ")
}

// capitalized capitalizes each run of letters and digits.
func capitalized(text string) string {
	isInside := false
	return strings.Map(func(letter rune) rune {
		isLetter := unicode.IsLetter(letter) || unicode.IsNumber(letter)
		defer func() { isInside = isLetter }()
		if isLetter && !isInside {
			return unicode.ToUpper(letter)
		}
		return unicode.ToLower(letter)
	}, text)
}

// Sentence capitalizes the first letter.
func Sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// Words returns the lower-case words of a text like splitByNonAlpha in ClickHouse: non-ASCII letters do not
// separate.
func Words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return r < utf8.RuneSelf && (r == ' ' || r >= '\t' && r <= '\r' || unicode.IsPunct(r) || unicode.IsSymbol(r))
	})
}
