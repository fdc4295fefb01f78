package insights

import (
	"math"
	"regexp"
	"strings"

	"upslope/analytics/facts"
	"upslope/analytics/format"
)

// How figures of evidence read in a ticket; the app says them alike (web/src/lib/insight.ts).

// capitals are words of a figure's name that are written otherwise.
var capitals = strings.NewReplacer("urls", "URLs", "url", "URL", "h1", "H1", "cls", "CLS", "lcp", "LCP", "inp", "INP", "ttfb", "TTFB", "Cls", "CLS", "Lcp", "LCP", "Inp", "INP", "Ttfb", "TTFB", "Page rank", "PageRank")

// figureName says a figure's name in words: impressionsMonth, Impressions a month. Its unit stands with the figure.
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

// isMoney tells figures that are sums of money by their names.
var isMoney = regexp.MustCompile(`^(spend|cost)|Cost|Spend|(click|conversion)Value$`)

// codes are words for what the engine has short names for.
var codes = map[string]string{
	"url": "real visits to this page", "origin": "real visits to the whole site", "lab": "one simulated visit", "pagerank": "PageRank over the links of the crawl",
}

// figureText writes a figure with its unit; "" for what is none.
func figureText(name string, value any, currency string) string {
	number, ok := facts.Float(value)
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

// tenths writes a number with a tenth where it has one.
func tenths(n float64) string {
	if rounded := math.Round(10*n) / 10; rounded != math.Trunc(rounded) && math.Abs(rounded) < 100 {
		return format.Number(rounded, 1)
	}
	return separated(n)
}
