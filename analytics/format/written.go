// Package format writes numbers, money, values and domains in English, in texts, tickets and reports, exactly
// as the web app does (web/src/lib/format.ts, insight.ts).
package format

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/text/currency"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"upslope"
)

// Number writes a number with thousands separators and a fixed number of decimals.
func Number(n float64, digits int) string {
	text := strconv.FormatFloat(math.Abs(n), 'f', digits, 64)
	ints, rest, hasRest := strings.Cut(text, ".")
	for i := len(ints) - 3; i > 0; i -= 3 {
		ints = ints[:i] + "," + ints[i:]
	}
	if hasRest {
		ints += "." + rest
	}
	if n < 0 && strings.Trim(text, "0.") != "" {
		return "−" + ints
	}
	return ints
}

// Decimal writes a number for files and programs: without separators.
func Decimal(n float64, digits int) string { return strconv.FormatFloat(n, 'f', digits, 64) }

// Percent writes a fraction as a percentage, with enough decimals that 99.98% does not become 100%, nor .02%
// 0%.
func Percent(n float64, digits int) string {
	for more := range 6 {
		text := Number(n, digits+more)
		if n <= 0 || n >= 100 || strings.Trim(text, "0.") != "" && !strings.HasPrefix(text, "100") {
			return text + "%"
		}
	}
	return Number(n, digits) + "%"
}

// RoundPercent returns a share in percent for evidence, with enough decimals to differ from 0 and 100, as
// percent_of does in SQL.
func RoundPercent(share float64, digits int) float64 {
	if share > 0 && share < 1 {
		digits = max(digits, int(math.Floor(-math.Log10(199.999*max(1e-9, min(share, 1-share)))))+1)
	}
	scale := math.Pow10(digits)
	exact := math.RoundToEven(1e11*share) / 1e9 // the order of a sum decides no tie
	return math.RoundToEven(exact*scale) / scale
}

// Money writes a price or a cost in its currency: $342, CHF 12.50. Small amounts keep their cents.
func Money(amount float64, code string) string {
	return inCurrency(Number(amount, cents(amount, 100, code)), code)
}

// Sign returns the prefix of an amount: $, CA$, or the code and a space where English has no symbol.
func Sign(code string) string {
	if sign, ok := signs()[code]; ok {
		return sign
	}
	if code == "" {
		return ""
	}
	return code + " "
}

// Signs lists the currencies with a symbol, and the symbols, for SQL that formats amounts.
func Signs() (codes, all []string) {
	codes = slices.Sorted(maps.Keys(signs()))
	for _, code := range codes {
		all = append(all, signs()[code])
	}
	return codes, all
}

// Whole lists the currencies written without decimals, such as JPY.
func Whole() []string { return whole() }

// Amount writes one amount of a value. Values are estimates, so only the smallest have cents.
func Amount(n float64, of upslope.Value) string {
	n = estimate(n)
	if of.Unit == "currency" {
		return inCurrency(Number(n, cents(n, 10, of.Currency)), of.Currency)
	}
	if math.Round(math.Abs(n)) == 1 {
		return Number(n, 0) + " click"
	}
	return Number(n, 0) + " clicks"
}

// estimate rounds to two digits from 100 on: an estimate of 5,574 is 5,600.
func estimate(n float64) float64 {
	if math.Abs(n) < 100 {
		return n
	}
	scale := math.Pow10(int(math.Floor(math.Log10(math.Abs(n)))) - 1)
	return math.Round(n/scale) * scale
}

// Worth writes a monthly value with its range; without cents if one of the amounts has none.
func Worth(v upslope.Value) string {
	if v.Mid >= 10 {
		v.Low = math.Round(v.Low)
	}
	low := Amount(v.Low, v)
	if v.Unit != "currency" {
		low = Number(estimate(v.Low), 0)
	}
	return Amount(v.Mid, v) + " a month (" + low + " to " + Amount(v.High, v) + ")"
}

// Joined writes a list: a, b and c.
func Joined(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Domain decodes punycode: münchen.de for xn--mnchen-3ya.de.
func Domain(domain string) string {
	if text, err := idna.Display.ToUnicode(domain); err == nil {
		return text
	}
	return domain
}

func inCurrency(sum, code string) string {
	if rest, isNegative := strings.CutPrefix(sum, "−"); isNegative {
		return "−" + Sign(code) + rest
	}
	return Sign(code) + sum
}

// cents returns the decimals of an amount: those of the currency for small amounts that are not round, else
// none.
func cents(amount, below float64, code string) int {
	if math.Abs(amount) < below && amount != math.Trunc(amount) && !slices.Contains(Whole(), code) {
		return 2
	}
	return 0
}

var whole = sync.OnceValue(func() []string {
	var found []string
	for all := currency.Query(); all.Next(); {
		if digits, _ := currency.Standard.Rounding(all.Unit()); digits == 0 {
			found = append(found, all.Unit().String())
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
})

// signs maps currencies to their English symbols.
var signs = sync.OnceValue(func() map[string]string {
	found := map[string]string{}
	english := message.NewPrinter(language.English)
	for all := currency.Query(); all.Next(); {
		code := all.Unit().String()
		switch sign := english.Sprint(currency.Symbol(all.Unit())); {
		case sign == code:
		case unicode.IsLetter([]rune(sign)[len([]rune(sign))-1]):
			found[code] = sign + " "
		default:
			found[code] = sign
		}
	}
	found["PHP"] = "₱" // missing in these older tables
	return found
})
