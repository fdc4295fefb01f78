package crawl

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
)

// guessLegacy returns the most likely encoding of non-UTF-8 text, among those of the languages in
// columns.tsv: Shift_JIS (ja), windows-1251 (Cyrillic), windows-1250 (pl, cs), else windows-1252.
func guessLegacy(text []byte) (string, encoding.Encoding) {
	if japanesePairs(text) {
		return "Shift_JIS", japanese.ShiftJIS
	}
	var high, inRuns, polish, western int
	for i, c := range text {
		if c < 0x80 {
			continue
		}
		high++
		if i > 0 && text[i-1] >= 0xC0 && c >= 0xC0 {
			inRuns++ // Cyrillic words are all high bytes, Latin words have only a few
		}
		switch c {
		case 0x8C, 0x8F, 0x9C, 0x9F, 0xA3, 0xAF, 0xA5, 0xB3, 0xB9, 0xBF, 0xEA, 0xE6, 0xCA:
			if i > 0 && asciiLetter(text[i-1]) || i+1 < len(text) && asciiLetter(text[i+1]) {
				polish++ // mostly signs such as £ ³ ¿ in windows-1252, which do not occur inside words
			}
		case 0xE0, 0xE2, 0xE4, 0xE5, 0xE7, 0xE8, 0xE9, 0xEB, 0xED, 0xEF, 0xF1, 0xF2, 0xF4, 0xF6, 0xF8, 0xFC, 0xDF, 0xC4, 0xC9, 0xD6, 0xDC:
			western++
		}
	}
	switch {
	case inRuns*2 > high:
		return "windows-1251", charmap.Windows1251
	case polish > western:
		return "windows-1250", charmap.Windows1250
	}
	return "windows-1252", charmap.Windows1252
}

// japanesePairs reports whether the high bytes form Shift_JIS characters, including kana.
func japanesePairs(text []byte) bool {
	var pairs, kana, broken int
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c < 0x80 || c >= 0xA1 && c <= 0xDF { // ASCII, half-width katakana
			continue
		}
		if i+1 == len(text) {
			break
		}
		next := text[i+1]
		if next < 0x40 || next == 0x7F || next > 0xFC {
			broken++
			continue
		}
		pairs++
		if c == 0x82 || c == 0x83 {
			kana++
		}
		i++
	}
	return kana > 0 && kana*5 >= pairs && broken*20 < pairs
}

func asciiLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
