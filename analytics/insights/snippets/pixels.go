package snippets

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Sizes of Arial in which search results are measured, in pixels. With them the widths of titles and
// descriptions are within 3% of those that crawlers write.
const (
	titleSize       = 19.6
	descriptionSize = 14.0
)

// Widths of what the table has no glyphs for, in thousandths of an em.
const (
	fullWidth  = 1000 // Chinese, Japanese, Korean, emoji
	otherWidth = 600
)

//go:embed widths.tsv
var widthTable string

// run is a run of code points of one width.
type run struct {
	first, last rune
	width       float64 // in thousandths of an em
}

var widthRuns = sync.OnceValue(func() []run {
	var runs []run
	for line := range strings.Lines(widthTable) {
		var r run
		if strings.HasPrefix(line, "#") {
			continue
		}
		if _, err := fmt.Sscanf(line, "%X\t%X\t%g", &r.first, &r.last, &r.width); err != nil {
			panic(err) // embedded, so an error is a programming mistake
		}
		runs = append(runs, r)
	}
	return runs
})

// TitlePixels is the width of a title in search results.
func TitlePixels(title string) float64 { return titleSize / 1000 * ems(title) }

// DescriptionPixels is the width of a description, as if it were one line.
func DescriptionPixels(description string) float64 { return descriptionSize / 1000 * ems(description) }

// ems is the width of a text in thousandths of an em.
func ems(text string) float64 {
	sum := 0.
	for _, r := range text {
		sum += widthOf(r)
	}
	return sum
}

func widthOf(r rune) float64 {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) || unicode.IsControl(r) {
		return 0 // drawn over the letter before it, or not at all
	}
	runs := widthRuns()
	at, found := slices.BinarySearchFunc(runs, r, func(one run, r rune) int {
		switch {
		case one.last < r:
			return -1
		case one.first > r:
			return 1
		}
		return 0
	})
	switch {
	case found:
		return runs[at].width
	case IsFullWidth(r):
		return fullWidth
	}
	return otherWidth
}

// IsFullWidth reports whether a character is as wide as two Latin letters: Chinese, Japanese, Korean, emoji.
func IsFullWidth(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xff60 || r >= 0x1f000
}

// Letters counts the characters of a text, those of full width twice.
func Letters(text string) int {
	count := 0
	for _, r := range text {
		if count++; IsFullWidth(r) {
			count++
		}
	}
	return count
}
