package crawl

import (
	"testing"
	"time"
)

func TestNumbersOfEveryLanguage(t *testing.T) {
	for _, c := range []struct {
		in              string
		counts, measure float64 // in columns of counts and of measurements
		unit            string
	}{
		{"0", 0, 0, ""},
		{"1234", 1234, 1234, ""},
		{"007", 7, 7, ""},
		{"-5", -5, -5, ""},
		{"0.178", .178, .178, ""},
		{"0,178", .178, .178, ""},
		{"1,234", 1234, 1.234, ""},
		{"1.234", 1234, 1.234, ""},
		{"12,5", 12.5, 12.5, ""},
		{"200.0", 200, 200, ""},
		{"1,234,567", 1234567, 1234567, ""},
		{"1.234.567", 1234567, 1234567, ""},
		{"1.234,56", 1234.56, 1234.56, ""},
		{"1,234.56", 1234.56, 1234.56, ""},
		{"1 234 567", 1234567, 1234567, ""},
		{"1\u00a0234,5", 1234.5, 1234.5, ""},
		{"1\u202f234", 1234, 1234, ""},
		{"1'234.5", 1234.5, 1234.5, ""},
		{"\u22123", -3, -3, ""},
		{"4.55%", 4.55, 4.55, ""},
		{"4,55 %", 4.55, 4.55, ""},
		{"35 KB", 35, 35, "kb"},
		{"0.35s", .35, .35, "s"},
		{"350 ms", 350, 350, "ms"},
		{" 42 ", 42, 42, ""},
	} {
		for _, grouped := range []bool{true, false} {
			want := c.measure
			if grouped {
				want = c.counts
			}
			if n, unit, state := parseNumber([]byte(c.in), grouped); state != isNumber || n != want || unit != c.unit {
				t.Errorf("parseNumber(%q, %v) = %v %q %v, want %v %q", c.in, grouped, n, unit, state, want, c.unit)
			}
		}
	}
	for in, want := range map[string]numberState{"": noNumber, " ": noNumber, "--": noNumber, " --": noNumber, "n/a": noNumber, "N/A": noNumber, "—": noNumber,
		"abc": notANumber, "1-2": notANumber, "12:30": notANumber, "0x10": notANumber, "NaN": noNumber, "Infinity": notANumber, "1e5": isNumber, "text/html": notANumber, "2026-08-10": notANumber} {
		if _, _, state := parseNumber([]byte(in), true); state != want {
			t.Errorf("parseNumber(%q) is %v, want %v", in, state, want)
		}
	}
}

func TestATimeIsReadInLocalFormsUnlessDayAndMonthMayBeSwapped(t *testing.T) {
	for cell, want := range map[string]string{
		"2026-11-19 10:00:03": "2026-11-19 10:00:03", "19.11.2026 10:00": "2026-11-19 10:00:00", "5.1.2026": "2026-01-05 00:00:00", "2026/11/19 10:00": "2026-11-19 10:00:00",
		"19/11/2026 10:00": "2026-11-19 10:00:00", "11/19/2026 10:00 PM": "2026-11-19 22:00:00", "05 Oct 2025 (03:42 UTC)": "2025-10-05 03:42:00", "Nov 19, 2026": "2026-11-19 00:00:00",
		"11/27/26 10:00": "2026-11-27 10:00:00", "27/11/26": "2026-11-27 00:00:00", "27-11-2026 10:00": "2026-11-27 10:00:00", "27.11.26 10:00": "2026-11-27 10:00:00",
		"11/27/26 3:04 PM": "2026-11-27 15:04:00", "05/11/26 10:00": "", "05-11-2026 10:00": "",
		"05/11/2026 10:00": "", "5/11/2026 10:00 PM": "", "11/11/2026 10:00": "2026-11-11 10:00:00", "46345.41": "", "yesterday": "", "19.13.2026": "", "": "",
	} {
		got, known := parseTime([]byte(cell))
		if shown := got.Format(time.DateTime); known != (want != "") || known && shown != want {
			t.Errorf("%q is %s (%t), want %q", cell, shown, known, want)
		}
	}
}
