package reports

import (
	"fmt"
	"math"
)

// part is one factor of a figure.
type part struct {
	now, before float64
	more, less  string // the reason given if this factor dominates
}

// mostOf is the minimum share of a change for a factor to be named as its cause.
const mostOf = .5

// causes names the factors of changes: sessions × conversion rate × value of a conversion, impressions × CTR,
// spend / CPA. Log factors add up exactly (LMDI: Ang, Energy Policy 32, 2004).
func (got measurement) causes() []string {
	sum := func(column string) (now, before float64, known bool) {
		now, isNow := got.value(metric{column: column}, got.now)
		before, wasBefore := got.value(metric{column: column}, got.before)
		return now, before, isNow && wasBefore && now > 0 && before > 0
	}
	revenue, revenueBefore, hasRevenue := sum("revenue")
	conversions, conversionsBefore, hasConversions := sum("conversions")
	sessions, sessionsBefore, hasSessions := sum("sessions")
	clicks, clicksBefore, hasClicks := sum("clicks")
	shown, shownBefore, hasShown := sum("impressions")
	spend, spendBefore, hasSpend := sum("adSpend")
	bought, boughtBefore, hasBought := sum("adConversions")
	var said []string
	add := func(title string, now, before float64, parts ...part) {
		if text := cause(title, now, before, parts); text != "" {
			said = append(said, text)
		}
	}
	if hasRevenue && hasConversions && hasSessions {
		value, valueBefore := revenue/conversions, revenueBefore/conversionsBefore
		rate, rateBefore := 100*conversions/sessions, 100*conversionsBefore/sessionsBefore
		format, percent := money("currency").in(got.currencies), percentage.in(nil)
		add("Revenue", revenue, revenueBefore,
			part{sessions, sessionsBefore, "more visits: " + against(sessions, sessionsBefore, whole.in(nil)), "fewer visits: " + against(sessions, sessionsBefore, whole.in(nil))},
			part{rate, rateBefore, "a higher conversion rate: " + against(rate, rateBefore, percent), "a lower conversion rate: " + against(rate, rateBefore, percent)},
			part{value, valueBefore, "larger orders: " + against(value, valueBefore, format) + " per conversion", "smaller orders: " + against(value, valueBefore, format) + " per conversion"},
		)
	}
	if hasClicks && hasShown {
		rate, rateBefore, percent := 100*clicks/shown, 100*clicksBefore/shownBefore, percentage.in(nil)
		add("Clicks from search", clicks, clicksBefore,
			part{shown, shownBefore, "more impressions in Google: " + against(shown, shownBefore, whole.in(nil)), "fewer impressions in Google: " + against(shown, shownBefore, whole.in(nil))},
			part{rate, rateBefore, "a higher CTR: " + against(rate, rateBefore, percent), "a lower CTR: " + against(rate, rateBefore, percent)},
		)
	}
	if hasSpend && hasBought {
		cost, costBefore, format := spend/bought, spendBefore/boughtBefore, money("adCurrency").in(got.currencies)
		costlier := "a higher cost per conversion: " + against(cost, costBefore, format)
		if got.clickPrices != "" {
			costlier = got.clickPrices
		}
		add("Ad conversions", bought, boughtBefore,
			part{spend, spendBefore, "more ad spend: " + against(spend, spendBefore, format), "less ad spend: " + against(spend, spendBefore, format)},
			part{1 / cost, 1 / costBefore, "a lower cost per conversion: " + against(cost, costBefore, format), costlier},
		)
	}
	return said
}

// cause names the dominant factor of a change; "" for an insignificant change or without one.
func cause(title string, now, before float64, parts []part) string {
	if math.Abs(100*(now-before)/before) < worthSaying {
		return ""
	}
	all := math.Log(now / before)
	verb := "rose"
	if all < 0 {
		verb = "fell"
	}
	best, share := "", mostOf
	for _, part := range parts {
		if one := math.Log(part.now/part.before) / all; one > share {
			share = one
			if best = part.more; all < 0 {
				best = part.less
			}
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("%s %s mainly because of %s.", title, verb, best)
}

func against(now, before float64, format func(float64) string) string {
	if now > before {
		return format(now) + ", up from " + format(before)
	}
	return format(now) + ", down from " + format(before)
}
