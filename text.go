package upslope

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// DateFormat formats a day for people.
const DateFormat = "January 2, 2006"

// IsHidden reports whether a character shows nothing or turns text round: controls, bidi or byte order marks.
func IsHidden(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\ufeff'
}

// printable refuses control characters, the bidirectional overrides that make a name show as another, and the
// replacement character, which is what decoding leaves of text that was none.
func printable(s string) bool {
	for _, r := range s {
		if r == utf8.RuneError || r < 0x20 || r == 0x7f || (r >= 0x80 && r < 0xa0) || (r >= 0x202a && r <= 0x202e) || (r >= 0x2066 && r <= 0x2069) {
			return false
		}
	}
	return true
}

// SpreadsheetCell makes text harmless in a CSV file: what a spreadsheet would run as a formula gets an
// apostrophe in front, unless it is a number.
func SpreadsheetCell(text string) string {
	if text == "" || !strings.ContainsRune("=+-@\t\r\n", rune(text[0])) && !strings.HasPrefix(text, "＝") &&
		!strings.HasPrefix(text, "＋") && !strings.HasPrefix(text, "－") && !strings.HasPrefix(text, "＠") {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	return "'" + text
}

// clip shortens a text for a message.
func clip(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
