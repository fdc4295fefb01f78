package metaissues

import (
	"strconv"
	"strings"
	"unicode"

	"upslope/analytics/insights/snippets"
)

// Limits of descriptions: those of the rules that find long and short ones.
const (
	maxDescriptionPixels, minDescriptionPixels = 985, 400
	maxDescription, minDescription             = 155, 70
)

// proposeDescription shortens a description to its first whole sentences. It is not ok when they are too
// short or too long by the rules: half a sentence is no description.
func proposeDescription(p page, issue string) (proposal string, ok bool) {
	if issue != "long_description" {
		return "", false
	}
	for _, end := range sentenceEnds(p.description) {
		text := strings.TrimSpace(p.description[:end])
		if snippets.DescriptionPixels(text) > maxDescriptionPixels || snippets.Letters(text) > maxDescription {
			break
		}
		if isLongEnough(text) {
			proposal = text
		}
	}
	return proposal, proposal != "" && !sameText(proposal, p.description)
}

func isLongEnough(description string) bool {
	return snippets.DescriptionPixels(description) >= minDescriptionPixels && snippets.Letters(description) >= minDescription
}

// tooShort is the number of letters of a shared description that the home page would keep if it had enough.
func tooShort(p page, issue string) string {
	if issue != "duplicate_description" || !p.isHome() || isLongEnough(p.description) {
		return ""
	}
	return strconv.Itoa(snippets.Letters(p.description))
}

// ownersOf picks the page that keeps a shared description, as keepersOf of a title; none without a claim, and
// none of a text that is too short for any page.
func ownersOf(pages []page) map[string]string {
	owners := map[string]string{}
	for text, best := range claims(pages, func(p page) string { return p.description }) {
		if best.rank > 0 && isLongEnough(text) {
			owners[text] = best.url
		}
	}
	return owners
}

// firstSentence returns the first sentence of a description without its full stop, or all of it if it has no
// other; "" if it is a question or an exclamation, which make no title.
func firstSentence(description string) string {
	text := description
	if ends := sentenceEnds(description); len(ends) > 0 {
		text = description[:ends[0]]
	}
	text = strings.TrimSpace(text)
	if strings.HasSuffix(text, "…") || strings.HasSuffix(text, "...") || strings.ContainsAny(text, "!?！？؟") {
		return ""
	}
	return strings.TrimRight(text, ".。")
}

// sentenceEnds returns the offsets behind each sentence of a text.
func sentenceEnds(text string) []int {
	var ends []int
	for at, r := range text {
		next := at + len(string(r))
		switch r {
		case '。', '！', '？':
			ends = append(ends, next)
		case '.', '!', '?', '؟', '।':
			if (next == len(text) || text[next] == ' ') && !(r == '.' && (isAbbreviation(text[:at]) || startsLower(text[next:]))) {
				ends = append(ends, next)
			}
		}
	}
	return ends
}

// isAbbreviation reports whether a full stop behind a text belongs to its last word: St., No., U.S., e.g.
func isAbbreviation(before string) bool {
	word := before[strings.LastIndexByte(before, ' ')+1:]
	letters := []rune(word)
	if strings.Contains(word, ".") || len(letters) == 1 && unicode.IsLetter(letters[0]) || len(letters) == 2 && unicode.IsUpper(letters[0]) {
		return true
	}
	switch strings.ToLower(word) {
	case "inc", "ltd", "etc", "mrs", "prof", "ave", "blvd", "approx", "bzw", "ggf", "art", "tel", "núm", "тыс", "руб":
		return true
	}
	return false
}

func startsLower(text string) bool {
	for _, r := range strings.TrimLeft(text, " ") {
		return unicode.IsLower(r)
	}
	return false
}
