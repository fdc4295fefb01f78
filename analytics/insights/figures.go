package insights

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"upslope/analytics/facts"
	"upslope/analytics/format"
)

// Labels and formats of evidence figures in tickets, the same as in the web app (web/src/lib/evidence.ts).

// capitals fixes the case of abbreviations in figure names.
var capitals = strings.NewReplacer("urls", "URLs", "url", "URL", "h1", "H1", "cls", "CLS", "cpc", "CPC", "Cpc", "CPC", "lcp", "LCP", "inp", "INP", "ttfb", "TTFB", "Cls", "CLS", "Lcp", "LCP", "Inp", "INP", "Ttfb", "TTFB", "Page rank", "PageRank")

// figureName returns the label of a figure without its unit: impressionsMonth becomes Impressions a month.
func figureName(name string) string {
	words := sentenceCase(name)
	if short, isMonthly := strings.CutSuffix(words, " month"); isMonthly {
		return short + " a month"
	}
	for _, unit := range []string{" percent", " percentile", " seconds", " ms"} {
		words = strings.TrimSuffix(words, unit)
	}
	return capitals.Replace(words)
}

// isMoney matches the names of amounts of money.
var isMoney = regexp.MustCompile(`^(spend|cost|cpc)|Cost|Spend|(click|conversion)Value$`)

// codes maps internal codes to words.
var codes = map[string]string{
	"url": "real visits to this page", "origin": "real visits to the whole site", "lab": "one simulated visit", "pagerank": "PageRank over the links of the crawl",
}

// figureText formats a figure with its unit; "" if it is not one.
func figureText(name string, value any, currency string) string {
	number, ok := facts.Float(value)
	if text, isText := value.(string); isText && isMoney.MatchString(name) {
		if amount, err := strconv.ParseFloat(text, 64); err == nil { // the CPCs of rising_cpc
			number, ok = amount, true
		}
	}
	switch {
	case !ok:
		text, _ := value.(string)
		if words, isCode := codes[text]; isCode && strings.HasSuffix(name, "By") {
			return words
		}
		return text
	case strings.HasSuffix(name, "Rate") || strings.HasSuffix(name, "Percentile") || name == "seenTogether":
		return tenths(100*number) + "%"
	case strings.HasSuffix(name, "Percent"):
		return tenths(number) + "%"
	case strings.HasSuffix(name, "Seconds"):
		return plain(value) + " s"
	case strings.HasSuffix(name, "Ms"):
		return plain(value) + " ms"
	case currency != "" && isMoney.MatchString(name):
		return format.Money(number, currency)
	}
	return plain(value)
}

// tenths formats a number with at most one decimal.
func tenths(n float64) string {
	if rounded := math.Round(10*n) / 10; rounded != math.Trunc(rounded) && math.Abs(rounded) < 100 {
		return format.Number(rounded, 1)
	}
	return separated(n)
}

// plain formats an evidence figure or text; "" for anything else.
func plain(value any) string {
	number, ok := facts.Float(value)
	switch {
	case !ok:
		text, _ := value.(string)
		return text
	case number >= 100 || number <= -100 || number == float64(int64(number)):
		return separated(number)
	}
	return fmt.Sprintf("%.3g", number)
}

// sentenceCase splits a camel-case name: impressionsMonth becomes Impressions month.
func sentenceCase(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case i == 0:
			b.WriteString(strings.ToUpper(string(r)))
		case r >= 'A' && r <= 'Z':
			b.WriteString(" " + strings.ToLower(string(r)))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// span writes a range of clicks, with both of its ends: those of the value beside it.
func span(low, high any) (string, error) {
	from, isLow := amountOf(low)
	to, isHigh := amountOf(high)
	if !isLow || !isHigh {
		return "", fmt.Errorf("span wants two numbers, not %v and %v", low, high)
	}
	return separated(from) + " to " + separated(to), nil
}

// about counts, from a million on with three figures: nobody reads more of them.
func about(n any, nouns ...string) (string, error) {
	amount, ok := amountOf(n)
	const million = 1e6
	switch {
	case ok && amount >= million:
		digits := max(0, 2-int(math.Log10(amount/million)))
		figures := "about " + format.Number(amount/million, digits) + " million"
		if len(nouns) > 0 {
			figures += " " + nouns[0] + "s"
		}
		return figures, nil
	case len(nouns) > 0:
		return count(n, nouns...)
	}
	return number(n)
}
