package reports_test

import (
	"math"
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
	if report.Period.Days() != "Oct 20, 2026 – Nov 18, 2026" || report.Period.Before() != "Sep 20, 2026 – Oct 19, 2026" {
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

func TestOpportunitiesWithoutFiguresAreSaidToBeFromACrawl(t *testing.T) {
	a := shop()
	a.newest = time.Time{}
	a.insights = []upslope.Insight{{Title: "Give 9 pages their own titles", Status: upslope.Open}}
	if said := made(t, a, settings()).Sources; !slices.Equal(said, []string{"The opportunities are from a crawl of the site. There is no search, analytics or ads data yet."}) {
		t.Errorf("%q", said)
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

func TestAReportOfAClientIsAboutItsSitesAndBearsItsName(t *testing.T) {
	a := shop()
	a.sites = append(a.sites, upslope.Site{ID: "second", Domain: "second.example", ClientID: "acme"}, upslope.Site{ID: "others", Domain: "others.example"})
	a.sites[0].ClientID = "acme"
	a.client = upslope.ReportSender{Client: "Acme", Branding: upslope.Branding{Name: "Acme Inc."}, Contact: "jo@acme.example"}
	s := settings()
	s.SiteID, s.ClientID = "", "acme"
	report := made(t, a, s)
	if report.About != "Acme, 2 sites" || report.Branding.Name != "Acme Inc." || report.Contact != "jo@acme.example" || report.Home != "" {
		t.Errorf("%+v", report)
	}
}

func TestVisitsOfAIAssistantsAreAddedUpByAssistant(t *testing.T) {
	a := shop()
	if text := page(t, made(t, a, settings())); strings.Contains(text, "AI assistants") {
		t.Error("a section without visits")
	}
	a.assistants = [][]any{
		{"Perplexity", "https://shop.example/a", int64(30), 1.}, {"ChatGPT", "https://shop.example/", int64(25), 0.6}, {"ChatGPT", nil, int64(1175), 2.8},
	}
	report := made(t, a, settings())
	if want := []string{"ChatGPT: 1,200 sessions and 3 conversions, most often on the home page", "Perplexity: 30 sessions and 1 conversion, most often on /a"}; !slices.Equal(report.AIVisits, want) {
		t.Errorf("%q", report.AIVisits)
	}
	all := settings()
	all.SiteID = ""
	if got := made(t, a, all).AIVisits; len(got) != 2 || !strings.HasSuffix(got[1], "most often on shop.example/a") {
		t.Errorf("of several sites: %q", got)
	}
	if text := page(t, report); !strings.Contains(text, "Visits from AI assistants") || !strings.Contains(text, "ChatGPT: 1,200 sessions") {
		t.Error(text)
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
// A client reads which clicks got more expensive, not that conversions did.
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

// On a phone and on screen, the comment stands first and the steps are closed; paper opens everything.
// Whoever reads a report sees one task for one cause, with the steps of all that stands under it.

func TestChosenInsightsComeInTheirOrderAndWords(t *testing.T) {
	a := shop()
	for _, id := range []string{"a", "b", "c"} {
		a.insights = append(a.insights, upslope.Insight{ID: id, SiteID: "shop", Title: "Fix " + id, Summary: "It is " + id + ".", Status: upslope.Open, Instructions: "Do " + id + "."})
	}
	a.insights = append(a.insights, upslope.Insight{ID: "done", SiteID: "shop", Title: "Fixed", Status: upslope.Done})
	s := settings()
	s.Insights = []upslope.ReportInsight{{ID: "c"}, {ID: "a", Title: "Let us fix a", Summary: "You asked for it."}}
	report := made(t, a, s)
	if len(report.Insights) != 2 || report.Insights[0].Title != "Fix c" || report.Insights[1].Title != "Let us fix a" || report.Insights[1].Summary != "You asked for it." {
		t.Errorf("%+v", report.Insights)
	}
	if text := page(t, report); strings.Contains(text, "Fix b") || !strings.Contains(text, "Let us fix a") || !strings.Contains(text, "Do a.") {
		t.Error("the page shows something else")
	}
	s.Insights = append(s.Insights, upslope.ReportInsight{ID: "done"})
	maker := reports.Maker{Facts: a, Records: a, Portfolio: a, Totals: a, Now: func() time.Time { return today }}
	if _, err := maker.Make(t.Context(), "account", s); err == nil || !strings.Contains(err.Error(), "Choose the opportunities again.") {
		t.Errorf("a finished one is chosen: %v", err)
	}
}
