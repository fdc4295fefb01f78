package overview

import (
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/analyticstest"
)

// periodOf returns the figures of days that are so many before the last final one; -1: not asked for.
func periodOf(t *testing.T, db *analyticstest.Site, from, to int, compare string, before int) (upslope.KPIs, error) {
	t.Helper()
	day := func(back int) time.Time {
		if back < 0 {
			return time.Time{}
		}
		return analyticstest.LastDay.AddDate(0, 0, -back)
	}
	filter := upslope.TableFilter{SiteID: analyticstest.SiteID, From: day(from), To: day(to), Compare: compare, Before: day(before)}
	return (&KPIs{Tables: db, Records: analyticstest.Connected(analyticstest.AllConnections())}).KPIs(t.Context(), analyticstest.AccountID, filter)
}

func wantPeriod(t *testing.T, db *analyticstest.Site, from, to int, compare string, before int, want string) {
	t.Helper()
	got, err := periodOf(t, db, from, to, compare, before)
	if err != nil {
		t.Fatal(err)
	}
	wantKPIs(t, got, want)
}

// periodJSON is what is said of the days.
func periodJSON(from, to, compared, missing, comparedMissing string) string {
	return `"period": {"from": "` + from + `", "to": "` + to + `", ` + compared + `, "missingDays": ` + missing + `, "comparedMissingDays": ` + comparedMissing + `}`
}

const whole = `{"sessions": 0, "adSpend": 0}`

func TestKPIsOfAPeriodCompareAsManyDays(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "ga4_totals", "0..400")
	analyticstest.AddReport(t, db, "ga4_totals", []byte("days,sessions,conversions\n0..2,7777,0\n3..9,200,10\n10..16,100,2\n17..100,50,5\n367..373,400,4\n"))
	analyticstest.AddDays(t, db, "gads_campaigns", "0..400")
	analyticstest.AddReport(t, db, "gads_campaigns", []byte("days,campaign_id,cost,currency\n0..2,1,99,EUR\n3..9,1,20,EUR\n10..16,1,10,EUR\n17..100,1,40,EUR\n367..373,1,5,EUR\n"))

	const now = `"totalSessions": 1400, "conversionRate": 5, "adSpend": 140, "currency": "EUR", `
	wantPeriod(t, db, 9, 3, "", -1, `{`+now+`"sessionsChange": 100, "conversionChange": 150, "adSpendChange": 100, `+
		periodJSON("2026-11-09", "2026-11-15", `"comparedFrom": "2026-11-02", "comparedTo": "2026-11-08"`, whole, whole)+`}`)
	wantPeriod(t, db, 9, 3, upslope.CompareYear, -1, `{`+now+`"sessionsChange": -50, "conversionChange": 400, "adSpendChange": 300, `+
		periodJSON("2026-11-09", "2026-11-15", `"comparedFrom": "2025-11-10", "comparedTo": "2025-11-16"`, whole, whole)+`}`)
	wantPeriod(t, db, 9, 3, upslope.CompareCustom, 30, `{`+now+`"sessionsChange": 300, "conversionChange": -50, "adSpendChange": -50, `+
		periodJSON("2026-11-09", "2026-11-15", `"comparedFrom": "2026-10-19", "comparedTo": "2026-10-25"`, whole, whole)+`}`)
	wantPeriod(t, db, 9, 3, upslope.CompareNone, -1, `{`+now+periodJSON("2026-11-09", "2026-11-15", `"comparedFrom": null`, whole, whole)+`}`)
}

func TestTheRateOfAPeriodIsOfItsSums(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "ga4_totals", "0..60")
	analyticstest.AddReport(t, db, "ga4_totals", []byte("days,sessions,conversions\n0,10,10\n1,990,0\n"))
	got, err := periodOf(t, db, 1, 0, upslope.CompareNone, -1)
	if err != nil || got.ConversionRate == nil || *got.ConversionRate != 1 {
		t.Errorf("%v %v, want 10 of 1,000", got.ConversionRate, err)
	}
}

func TestMissingDaysOfAPeriodAreSaidAndNeverZero(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "ga4_totals", "0..3") // 4 of 7 days, and none before
	analyticstest.AddReport(t, db, "ga4_totals", []byte("days,sessions,conversions\n0..3,100,1\n"))
	analyticstest.AddDays(t, db, "gads_campaigns", "0..2") // too few of 7 days
	analyticstest.AddDays(t, db, "gads_campaigns", "7..13")
	analyticstest.AddReport(t, db, "gads_campaigns", []byte("days,campaign_id,cost,currency\n0..2,1,10,EUR\n"))
	wantPeriod(t, db, 6, 0, "", -1, `{"totalSessions": 700, "conversionRate": 1, `+
		periodJSON("2026-11-12", "2026-11-18", `"comparedFrom": "2026-11-05", "comparedTo": "2026-11-11"`, `{"sessions": 3, "adSpend": 4}`, `{"sessions": 7, "adSpend": 0}`)+`}`)
}

func TestAPeriodWithoutAnEndEndsWithTheNewestDay(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "ga4_totals", "2..100")
	analyticstest.AddReport(t, db, "ga4_totals", []byte("days,sessions\n2..29,10\n366..393,5\n"))
	for from, first := range map[int]string{-1: "2026-10-20", 6: "2026-11-12"} {
		got, err := periodOf(t, db, from, -1, upslope.CompareYear, -1)
		if err != nil || got.Period == nil || got.Period.To != "2026-11-16" || got.Period.From != first {
			t.Errorf("%+v %v, want %s to 2026-11-16", got.Period, err, first)
		}
	}
}

func TestPageSpeedOfAPeriodIsThatOfItsTests(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "pagespeed_tests", "0..400")
	analyticstest.AddReport(t, db, "pagespeed_tests", []byte("page,days,device,field_lcp_ms\nhttps://example.com/a,1,mobile,1000\nhttps://example.com/a,8,mobile,3000\nhttps://example.com/a,100,mobile,7000\nhttps://example.com/a,372,mobile,2000\n"))
	wantPeriod(t, db, 13, 7, upslope.CompareYear, -1, `{"avgPageSpeed": 3, "pageSpeedChange": 50, `+
		periodJSON("2026-11-05", "2026-11-11", `"comparedFrom": "2025-11-06", "comparedTo": "2025-11-12"`, `{"sessions": 7, "adSpend": 7}`, `{"sessions": 7, "adSpend": 7}`)+`}`)
}

func TestABadPeriodIsRefusedWithWhatToDo(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "ga4_totals", "0..60")
	for _, c := range []struct {
		from, to, before int
		compare, says    string
	}{
		{3, 9, -1, "", "from must not be after to."},
		{9, 3, -1, upslope.CompareCustom, "Choose the first day of the comparison with compareFrom."},
		{9, 3, 12, upslope.CompareCustom, "The comparison must end before the period. Start it on 2026-11-02 or earlier."},
		{9, 3, 30, "", "compareFrom needs compare=custom."},
		{400, 3, -1, upslope.CompareYear, "Periods over 364 days can't be compared with last year."},
		{400, -1, -1, upslope.CompareYear, "Periods over 364 days can't be compared with last year."},
		{2000, -1, -1, "", "Choose at most 1000 days."},
	} {
		_, err := periodOf(t, db, c.from, c.to, c.compare, c.before)
		if upslope.CodeOf(err) != upslope.Invalid || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
