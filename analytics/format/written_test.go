package format_test

import (
	"testing"

	"upslope"
	"upslope/analytics/format"
)

func TestSumsAreWrittenAsBrowsersWriteThem(t *testing.T) {
	// Expected texts of new Intl.NumberFormat('en', { style: 'currency', currency }), as in
	// web/src/lib/format.ts.
	for code, want := range map[string]string{
		"USD": "$1,234", "EUR": "€1,234", "GBP": "£1,234", "JPY": "¥1,234", "CAD": "CA$1,234", "AUD": "A$1,234", "BRL": "R$1,234", "INR": "₹1,234",
		"PHP": "₱1,234", "CHF": "CHF 1,234", "SEK": "SEK 1,234", "PLN": "PLN 1,234", "XAF": "FCFA 1,234", "XYZ": "XYZ 1,234", "": "1,234",
	} {
		if got := format.Money(1234.4, code); got != want {
			t.Errorf("%s: got %q, want %q", code, got, want)
		}
	}
}

func TestPricesKeepTheirCentsWhileTheyMatter(t *testing.T) {
	for sum, want := range map[float64]string{0.7: "$0.70", 45.5: "$45.50", 45: "$45", 99.99: "$99.99", 100.4: "$100", -2.5: "−$2.50", -0.001: "$0.00"} {
		if got := format.Money(sum, "USD"); got != want {
			t.Errorf("%v: got %q, want %q", sum, got, want)
		}
	}
}

func TestACurrencyWithoutCentsIsWrittenWithoutThem(t *testing.T) {
	// Likewise, with the digits of new Intl.NumberFormat('en', { style: 'currency', currency })
	// .resolvedOptions().
	for code, want := range map[string]string{"JPY": "¥46", "KRW": "₩46", "CLP": "CLP 46", "HUF": "HUF 45.50", "EUR": "€45.50"} {
		if got := format.Money(45.5, code); got != want {
			t.Errorf("%s: got %q, want %q", code, got, want)
		}
	}
	if got := format.Amount(3.25, upslope.Value{Unit: "currency", Currency: "JPY"}); got != "¥3" {
		t.Errorf("got %q", got)
	}
}

func TestNoCentsStandBesideAValueThatHasNone(t *testing.T) {
	for _, one := range []struct {
		value upslope.Value
		want  string
	}{
		{upslope.Value{Low: 8.25, Mid: 1120.4, High: 2300, Unit: "currency", Currency: "EUR"}, "€1,100 a month (€8 to €2,300)"},
		{upslope.Value{Low: 0.5, Mid: 3.25, High: 7, Unit: "currency", Currency: "CHF"}, "CHF 3.25 a month (CHF 0.50 to CHF 7)"},
		{upslope.Value{Low: -2.3, Mid: 41.7, High: 1200, Unit: "clicks"}, "42 clicks a month (−2 to 1,200 clicks)"},
		{upslope.Value{Low: 0.2, Mid: 1.2, High: 1.4, Unit: "clicks"}, "1 click a month (0 to 1 click)"},
	} {
		if got := format.Worth(one.value); got != one.want {
			t.Errorf("got %q, want %q", got, one.want)
		}
	}
}

func TestPercentsStandRightBehindTheirNumber(t *testing.T) {
	if got := format.Percent(0.34, 1) + " " + format.Percent(-1250, 0); got != "0.3% −1,250%" {
		t.Error(got)
	}
}

func TestAShareNeverReadsAsNoneOrAllOfWhatItIsAPartOf(t *testing.T) {
	for share, want := range map[float64]string{0: "0%", 0.02: "0.02%", 0.5: "0.5%", 0.6: "1%", 54.4: "54%", 99.4: "99%", 99.5: "99.5%", 99.6: "99.6%", 99.98: "99.98%", 100: "100%", 100 - 1e-12: "100%"} {
		if got := format.Percent(share, 0); got != want {
			t.Errorf("%v reads %s, want %s", share, got, want)
		}
	}
}

func TestADomainIsWrittenInItsOwnScript(t *testing.T) {
	for domain, want := range map[string]string{"xn--mnchen-3ya.de": "münchen.de", "example.com": "example.com", "xn--999999999.com": "xn--999999999.com"} {
		if got := format.Domain(domain); got != want {
			t.Errorf("%s: got %s, want %s", domain, got, want)
		}
	}
}

func TestASharePercentDiffersFromNoneAndAll(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		share  float64
		digits int
		want   float64
	}{
		{0, 0, 0}, {.0002, 0, .02}, {.0002, 1, .02}, {.006, 0, 1}, {.544, 0, 54}, {.994, 0, 99}, {.995, 0, 99.5}, {.005, 0, .5}, {.9998, 0, 99.98},
		{.9998, 1, 99.98}, {1, 0, 100}, {1 - 1e-15, 0, 100}, {1.25, 0, 125},
	} {
		if got := format.RoundPercent(c.share, c.digits); got != c.want {
			t.Errorf("%v with %v digits: %v, want %v", c.share, c.digits, got, c.want)
		}
	}
}
