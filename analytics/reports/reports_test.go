package reports_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/analytics/reports"
)

func TestAFigureIsItsSumAgainstTheDaysBefore(t *testing.T) {
	report := made(t, shop(), settings())
	if len(report.Figures) != 1 {
		t.Fatalf("%+v", report.Figures)
	}
	figure := report.Figures[0]
	if figure.Value != "3,600" || figure.Before != "3,000" || figure.Change != "+20%" || figure.Judged() != "good" {
		t.Errorf("%+v", figure)
	}
	if report.Period.Days() != "October 20, 2026 – November 18, 2026" || report.Period.Before() != "September 20, 2026 – October 19, 2026" {
		t.Errorf("%s, %s", report.Period.Days(), report.Period.Before())
	}
	if want := "Clicks from search rose 20% to 3,600 (from 3,000)."; !slices.Equal(report.Summary.Changed, []string{want}) {
		t.Errorf("%q", report.Summary.Changed)
	}
}

func TestADayThatDidNotComeIsNotZero(t *testing.T) {
	a := shop()
	for i := range 10 {
		a.days["clicks"][3*i] = nil
	}
	report := made(t, a, settings())
	if got := report.Figures[0].Value; got != "3,600" {
		t.Errorf("a third of the days is missing: %s", got)
	}
	if said := strings.Join(report.Sources, " "); !strings.Contains(said, "20 of 30 days") {
		t.Errorf("it is not said: %s", said)
	}
	if runs := len(report.Figures[0].Chart.Now); runs != 10 {
		t.Errorf("the chart has %d lines, want 10 between the gaps", runs)
	}
	a.days["clicks"] = append(each(nil, 20), each(int64(100), 40)...)
	if figures := made(t, a, settings()).Figures; len(figures) != 0 {
		t.Errorf("10 of 30 days say %+v", figures)
	}
}

func TestOnlySourcesThatToldAFigureAreNamed(t *testing.T) {
	a := shop()
	a.days = map[string][]any{"clicks": each(int64(100), 60)}
	if said := strings.Join(made(t, a, settings()).Sources, " "); !strings.Contains(said, "Figures from Search Console through") {
		t.Error(said)
	}
}

func TestWithoutDaysBeforeThereIsNoComparison(t *testing.T) {
	a := shop()
	a.days["clicks"] = each(int64(120), 30)
	report := made(t, a, settings())
	if figure := report.Figures[0]; figure.Before != "" || figure.Change != "" || figure.Judged() != "" {
		t.Errorf("%+v", figure)
	}
	if said := strings.Join(report.Sources, " "); !strings.Contains(said, "no data for the previous period") {
		t.Error(said)
	}
}

func TestARateIsWeighedByWhatItIsPer(t *testing.T) {
	a := shop()
	a.days = map[string][]any{
		"sessions":       append(each(int64(100), 15), append(each(int64(300), 15), each(int64(200), 30)...)...),
		"conversionRate": append(each(4., 15), append(each(0., 15), each(1., 30)...)...),
	}
	for _, figure := range made(t, a, settings()).Figures {
		if figure.Title == "Conversion rate" && (figure.Value != "1.0%" || figure.Change != "no change") {
			t.Errorf("%+v", figure)
		}
	}
}

func TestALowerPositionIsBetter(t *testing.T) {
	a := shop()
	a.days["impressions"] = each(int64(1000), 60)
	a.days["position"] = append(each(4.5, 30), each(6., 30)...)
	for _, figure := range made(t, a, settings()).Figures {
		if figure.Title == "Average position" && (figure.Value != "4.5" || figure.Change != "−1.5" || figure.Judged() != "good") {
			t.Errorf("%+v", figure)
		}
	}
}

func TestMoneyOfTwoCurrenciesIsNotCompared(t *testing.T) {
	a := shop()
	a.days = map[string][]any{"revenue": each(10., 60), "currency": append(each("EUR", 30), each("USD", 30)...)}
	figure := made(t, a, settings()).Figures[0]
	if figure.Value != "€300" || figure.Change != "" {
		t.Errorf("%+v", figure)
	}
}

func TestWithNothingMeasuredItSaysSo(t *testing.T) {
	a := shop()
	a.newest = time.Time{}
	report := made(t, a, settings())
	text := page(t, report)
	if len(report.Figures) != 0 || !strings.Contains(text, "No data source is connected yet") || !strings.Contains(text, "No open opportunities.") {
		t.Error(text)
	}
}

func TestWhatMovedMostIsNamedTheWayTheSiteMoved(t *testing.T) {
	a := shop()
	a.pages = [][]any{{"https://shop.example/up", int64(900), 80.}, {"https://shop.example/down", int64(100), -80.}, {"https://shop.example/new", int64(50), nil}}
	report := made(t, a, settings())
	if want := "Biggest gains: /up (+400 clicks)."; !slices.Contains(report.Summary.Why, want) {
		t.Errorf("%q", report.Summary.Why)
	}
}

func TestTheHomePageIsCalledSo(t *testing.T) {
	a := shop()
	a.pages = [][]any{{"https://shop.example/", int64(900), 80.}}
	report := made(t, a, settings())
	if want := "Biggest gains: the home page (+400 clicks)."; !slices.Contains(report.Summary.Why, want) {
		t.Errorf("%q", report.Summary.Why)
	}
}

func TestSectionsThatWereNotChosenAreNotThere(t *testing.T) {
	a := shop()
	a.insights = []upslope.Insight{{Title: "Give pages a title", Summary: "They lack one.", Instructions: "Open the template.\n\nAdd it.", Status: upslope.Open}}
	for _, test := range []struct {
		kpis, insights, steps bool
		want, without         []string
	}{
		{true, false, false, []string{"Key figures"}, []string{"Top opportunities", "Recommendations", "Open the template."}},
		{false, true, false, []string{"Top opportunities", "They lack one."}, []string{"Key figures", "Recommendations", "Open the template."}},
		{false, false, true, []string{"Recommendations", "Open the template."}, []string{"Key figures", "Top opportunities"}},
	} {
		s := settings()
		s.IncludeKPIs, s.IncludeInsights, s.IncludeRecommendations = test.kpis, test.insights, test.steps
		text := page(t, made(t, a, s))
		for _, part := range test.want {
			if !strings.Contains(text, part) {
				t.Errorf("%+v: there is no %q", s, part)
			}
		}
		for _, part := range test.without {
			if strings.Contains(text, part) {
				t.Errorf("%+v: there is %q", s, part)
			}
		}
	}
}

func TestAStrangersSiteIsNotThere(t *testing.T) {
	a := shop()
	maker := reports.Maker{Facts: a, Records: a, Portfolio: a, Totals: a, Now: time.Now}
	s := settings()
	s.SiteID = "stranger"
	if _, err := maker.Make(t.Context(), "account", s); upslope.CodeOf(err) != upslope.NotFound {
		t.Error(err)
	}
}

func TestNoFigureIsNotANumber(t *testing.T) {
	a := shop()
	a.days["clicks"][0] = math.Inf(1)
	a.days["revenue"] = each(math.NaN(), 60)
	if text := page(t, made(t, a, settings())); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Error("it is shown")
	}
}

// changed is a shop whose columns changed from one value a day to another.
func changed(columns map[string][2]any) *account {
	a := shop()
	a.days = map[string][]any{}
	for name, values := range columns {
		a.days[name] = append(each(values[1], 30), each(values[0], 30)...)
	}
	return a
}

func TestTheFactorThatAFigureMovedByIsNamed(t *testing.T) {
	for _, test := range []struct {
		columns map[string][2]any
		want    string
	}{
		{map[string][2]any{"revenue": {100., 90.}, "conversions": {10., 10.}, "sessions": {int64(1000), int64(1000)}, "currency": {"USD", "USD"}}, "Revenue fell mainly because of smaller orders: $9, down from $10 per conversion."},
		{map[string][2]any{"revenue": {100., 120.}, "conversions": {10., 12.}, "sessions": {int64(1000), int64(1000)}}, "Revenue rose mainly because of a higher conversion rate: 1.2%, up from 1.0%."},
		{map[string][2]any{"revenue": {100., 120.}, "conversions": {10., 12.}, "sessions": {int64(1000), int64(1200)}}, "Revenue rose mainly because of more visits: 36,000, up from 30,000."},
		{map[string][2]any{"clicks": {int64(100), int64(80)}, "impressions": {int64(1000), int64(800)}}, "Clicks from search fell mainly because of fewer impressions in Google: 24,000, down from 30,000."},
		{map[string][2]any{"adSpend": {100., 100.}, "adConversions": {10., 12.5}, "adCurrency": {"EUR", "EUR"}}, "Ad conversions rose mainly because of a lower cost per conversion: €8, down from €10."},
	} {
		if why := made(t, changed(test.columns), settings()).Summary.Why; len(why) == 0 || why[0] != test.want {
			t.Errorf("got %q, want %q", why, test.want)
		}
	}
	for name, columns := range map[string]map[string][2]any{
		"a change that is none to speak of": {"clicks": {int64(100), int64(101)}, "impressions": {int64(1000), int64(1500)}},
		"a factor that is not known":        {"clicks": {int64(100), int64(80)}},
		"nothing before":                    {"clicks": {nil, int64(80)}, "impressions": {nil, int64(800)}},
	} {
		if why := strings.Join(made(t, changed(columns), settings()).Summary.Why, " "); strings.Contains(why, "mainly because") {
			t.Errorf("%s: %q", name, why)
		}
	}
}

// A client reads which clicks got more expensive, not that conversions did.
func TestLostAdConversionsAreExplainedByTheCampaignWhoseClicksCostMore(t *testing.T) {
	columns := map[string][2]any{"adSpend": {100., 100.}, "adConversions": {10., 8.}, "adCurrency": {"EUR", "EUR"}}
	for _, test := range []struct {
		rising [][]any
		want   string
	}{
		{[][]any{{"Hiking Boots", int64(100), 1.3, 29.}, {"Hiking Boots", int64(100), 1.28, 29.}, {"Tents", int64(50), 1., 4.}},
			"Ad conversions fell mainly because of rising click prices: clicks in Hiking Boots cost 29% more (€1.29, up from €1)."},
		{[][]any{{"Hiking Boots", int64(100), 1.3, 10.}, {"Tents", int64(50), 1., 9.}, {"Socks", int64(50), 1., 9.}},
			"Ad conversions fell mainly because of a higher cost per conversion: €12.50, up from €10."},
		{nil, "Ad conversions fell mainly because of a higher cost per conversion: €12.50, up from €10."},
	} {
		a := changed(columns)
		a.rising = test.rising
		if why := made(t, a, settings()).Summary.Why; len(why) == 0 || why[0] != test.want {
			t.Errorf("got %q, want %q", why, test.want)
		}
	}
}

func TestAReportSaysWhatWasDoneInItsPeriod(t *testing.T) {
	a := shop()
	a.insights = []upslope.Insight{
		{Title: "Speed up /tents", Status: upslope.Done, UpdatedAt: today.AddDate(0, 0, -3)},
		{Title: "Long ago", Status: upslope.Done, UpdatedAt: today.AddDate(0, 0, -60)},
		{Title: "Marked late", Status: upslope.Done, UpdatedAt: today, Outcome: &upslope.Outcome{Status: "waiting", FixedAt: today.AddDate(0, 0, -90)}},
	}
	report := made(t, a, settings())
	if !slices.Equal(report.Summary.Done, []string{"Speed up /tents."}) || !strings.Contains(page(t, report), "What we did") {
		t.Errorf("%q", report.Summary.Done)
	}
}

func TestAPositionImprovesAndAnUnchangedFigureSaysSo(t *testing.T) {
	a := changed(map[string][2]any{"position": {8.14, 6.}, "impressions": {int64(1000), int64(1000)}})
	if got := made(t, a, settings()).Summary.Changed; !slices.Contains(got, "Average position improved to #6.0 (from #8.1).") {
		t.Errorf("%q", got)
	}
	a = changed(map[string][2]any{"position": {8.14, 8.12}, "impressions": {int64(1000), int64(1000)}, "conversionRate": {2.08, 2.12}, "sessions": {int64(1000), int64(1000)}})
	for _, figure := range made(t, a, settings()).Figures {
		if (figure.Title == "Average position" || figure.Title == "Conversion rate") && (figure.Change != "no change" || figure.Judged() != "") {
			t.Errorf("%+v", figure)
		}
	}
}

func TestPagesOfTheSiteAreLinkedAndNoOthers(t *testing.T) {
	a := shop()
	a.owner = "ana@agency.example"
	a.insights = []upslope.Insight{{Title: "Links", Summary: "On /tents.", Instructions: "Open /tents and https://www.shop.example/a?b=1, not https://evil.example/x or //evil.example or /a/*.", Status: upslope.Open}}
	text := page(t, made(t, a, settings()))
	for _, want := range []string{`<a href="https://shop.example/tents" rel="nofollow noopener noreferrer">/tents</a>.`, `<a href="https://www.shop.example/a?b=1" `, `href="mailto:ana@agency.example?subject=Report"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	for _, without := range []string{`href="https://evil`, `href="//`, `evil.example/x</a>`, `href="https://shop.example/a/`} {
		if strings.Contains(text, without) {
			t.Errorf("there is %s", without)
		}
	}
}

// On a phone and on screen, the comment stands first and the steps are closed; paper opens everything.
func TestTheCommentComesFirstAndPaperOpensEverything(t *testing.T) {
	a := shop()
	for i := range 7 {
		a.insights = append(a.insights, upslope.Insight{ID: fmt.Sprint(i), Title: fmt.Sprintf("Opportunity %d", i), Instructions: "Do it.", Status: upslope.Open})
	}
	s := settings()
	s.Notes = "A good month."
	report := made(t, a, s)
	text := page(t, report)
	last := -1
	for _, part := range []string{"A good month.", "In 60 seconds", "Key figures</h2>", ">Opportunity 4<", "2 more opportunities", ">Opportunity 5<", "Steps for each opportunity"} {
		at := strings.Index(text, part)
		if at <= last {
			t.Errorf("%q is at %d, after %d", part, at, last)
		}
		last = at
	}
	paper, err := report.PrintHTML()
	if err != nil || strings.Count(string(paper), "<details open") != strings.Count(text, "<details") || strings.Contains(text, "<details open") {
		t.Errorf("paper is closed: %v", err)
	}
}

func TestAStepNamesNoFileThatAClientDoesNotHave(t *testing.T) {
	a := shop()
	instructions := "https://example.com/: write “Tea”.\nLikewise the 15 other pages: see titles.csv.\n"
	// What the detectors say, whatever stands before it.
	detectors, err := filepath.Glob("../insights/detectors/*/detector.toml")
	if err != nil || len(detectors) == 0 {
		t.Fatal(detectors, err)
	}
	for _, name := range detectors {
		texts, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(texts)) {
			if strings.Contains(line, ".csv") && !strings.HasPrefix(line, "file = ") {
				instructions += strings.ReplaceAll(line, "{{end}}", "")
			}
		}
	}
	a.insights = []upslope.Insight{{SiteID: "shop", Title: "Write titles", Instructions: instructions, Status: upslope.Open}}
	steps := made(t, a, settings()).Insights[0].Steps
	if len(steps) < 10 || steps[0] != "https://example.com/: write “Tea”." || steps[1] != "Likewise the 15 other pages." {
		t.Errorf("steps are %q", steps)
	}
	for _, step := range steps {
		if strings.Contains(step, ".csv") {
			t.Errorf("a client is sent to a file: %s", step)
		}
	}
}

// Whoever reads a report sees one task for one cause, with the steps of all that stands under it.
func TestWhatIsOneTaskStandsUnderItsStrongest(t *testing.T) {
	a := shop()
	for i := range 70 {
		a.insights = append(a.insights, upslope.Insight{
			ID: fmt.Sprint(i), SiteID: "shop", Title: fmt.Sprintf("Opportunity %d.", i), Instructions: fmt.Sprintf("Step of %d.", i), Status: upslope.Open,
		})
	}
	// More of one page than are read at once.
	for i := 1; i < 61; i++ {
		a.insights[i].LeadID, a.insights[0].FollowerIDs = "0", append(a.insights[0].FollowerIDs, fmt.Sprint(i))
	}
	report := made(t, a, settings())
	if len(report.Insights) != 10 || len(report.Insights[0].With) != 60 || report.Insights[1].Title != "Opportunity 61." {
		t.Fatalf("%d tasks, the first with %d, then %q", len(report.Insights), len(report.Insights[0].With), report.Insights[1].Title)
	}
	text := page(t, report)
	for _, want := range []string{"60 related opportunities", ">Opportunity 60.<", "Related: Opportunity 1.", ">Step of 60.<"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
}
