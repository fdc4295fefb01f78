package providers

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxPrintable = 1000 // characters

// Printable makes a provider's text safe to display and store.
func Printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, text)
	if runes := []rune(text); len(runes) > maxPrintable {
		return string(runes[:maxPrintable])
	}
	return text
}
