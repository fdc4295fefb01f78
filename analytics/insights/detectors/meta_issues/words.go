package metaissues

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"upslope/analytics/format"
	"upslope/analytics/insights/snippets"
)

// minStem is how many letters of two words must agree: hiker and hiking do, in and inn do not.
const minStem = 4

// keyWords returns the words of a text that can tell its topic: in lower case, without accents, in the Latin
// letters that addresses use for other scripts. Scripts without spaces give pairs of letters.
func keyWords(text string) []string {
	var words []string
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r) }) {
		letters := []rune(word)
		if strings.ContainsFunc(word, snippets.IsFullWidth) {
			for i := range max(1, len(letters)-1) {
				words = append(words, string(letters[i:min(i+2, len(letters))]))
			}
			continue
		}
		if latin := inLatin(word); len([]rune(latin)) >= 3 && strings.ContainsFunc(latin, unicode.IsLetter) {
			words = append(words, singular(latin))
		}
	}
	return words
}

// keyParts returns the words and numbers that tell variants of a product apart, however short they are.
func keyParts(text string) []string {
	var parts []string
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r) }) {
		parts = append(parts, singular(inLatin(word)))
	}
	return parts
}

// singular removes the plural of English words; of other languages stems agree.
func singular(word string) string {
	if len(word) > 3 && !strings.HasSuffix(word, "ss") {
		return strings.TrimSuffix(word, "s")
	}
	return word
}

// latinLetters has the Cyrillic and Greek letters as addresses spell them; "" for signs that they leave out.
var latinLetters = sync.OnceValue(func() map[rune]string {
	const letters = "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ" + "αβγδεζηθικλμνξοπρσςτυφχψω"
	latin := strings.Split("a b v g d e e zh z i i k l m n o p r s t u f h c ch sh sch - y - e yu ya i i e g "+
		"a v g d e z i th i k l m n x o p r s s t y f ch ps o", " ")
	byLetter := map[rune]string{}
	for i, letter := range []rune(letters) {
		byLetter[letter] = strings.Trim(latin[i], "-")
	}
	return byLetter
})

func inLatin(word string) string {
	if !strings.ContainsFunc(word, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return word
	}
	var b strings.Builder
	for _, r := range norm.NFD.String(word) {
		if latin, ok := latinLetters()[r]; ok {
			b.WriteString(latin)
		} else if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isForeignLetter reports whether a letter is of a script that addresses spell in Latin letters.
func isForeignLetter(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }

// sharesWord reports whether two texts have a word in common, in any form of it.
func sharesWord(a, b string) bool {
	for _, word := range keyWords(a) {
		if hasWord(keyWords(b), word) {
			return true
		}
	}
	return false
}

// hasWord reports whether a list has a word, or another form of it.
func hasWord(words []string, word string) bool {
	for _, other := range words {
		if other == word || commonStart(other, word) >= max(minStem, len([]rune(word))*2/3, len([]rune(other))*2/3) {
			return true
		}
	}
	return false
}

// hasAllWords reports whether a text has all words of another.
func hasAllWords(text, words string) bool {
	has := keyWords(text)
	for _, word := range keyWords(words) {
		if !hasWord(has, word) {
			return false
		}
	}
	return true
}

func commonStart(a, b string) int {
	x, y := []rune(a), []rune(b)
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return n
}

// sameText reports whether two texts differ in nothing but case and blanks.
func sameText(a, b string) bool { return strings.EqualFold(tidy(a), tidy(b)) }

func quoted(texts []string) string {
	words := make([]string, len(texts))
	for i, text := range texts {
		words[i] = "“" + text + "”"
	}
	return format.Joined(words)
}

// lastWords is the end of a text, by which a writer finds where to cut.
func lastWords(text string) string {
	words := strings.Fields(text)
	return strings.Join(words[max(0, len(words)-5):], " ")
}

func firstLetters(text string, count int) string {
	letters := []rune(text)
	return string(letters[:min(len(letters), count)])
}
