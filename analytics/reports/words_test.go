package reports_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"upslope"
)

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
		{Title: "Speed up /tents", Status: upslope.Done, Resolution: "fixed", UpdatedAt: today.AddDate(0, 0, -3)},
		{Title: "Vanished by itself", Status: upslope.Done, Resolution: "gone", UpdatedAt: today.AddDate(0, 0, -3)},
		{Title: "Long ago", Status: upslope.Done, Resolution: "fixed", UpdatedAt: today.AddDate(0, 0, -60)},
		{Title: "Marked late", Status: upslope.Done, Resolution: "fixed", UpdatedAt: today, Outcome: &upslope.Outcome{Status: "waiting", FixedAt: today.AddDate(0, 0, -90)}},
	}
	report := made(t, a, settings())
	if !slices.Equal(report.Summary.Done, []string{"Speed up /tents."}) || !strings.Contains(page(t, report), "What we did") {
		t.Errorf("%q", report.Summary.Done)
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
	for _, part := range []string{"A good month.", "In 60 seconds", "Key figures</h2>", ">Opportunity 2<", "Show 4 more", ">Opportunity 3<", "Steps for each opportunity"} {
		at := strings.Index(text, part)
		if at <= last {
			t.Errorf("%q is at %d, after %d", part, at, last)
		}
		last = at
	}
	if contents := text[strings.Index(text, "<nav"):strings.Index(text, "</nav>")]; strings.Contains(contents, "Summary") || !strings.Contains(contents, "#figures") {
		t.Errorf("the contents lead to what is right below them: %s", contents)
	}
	paper, err := report.PrintHTML()
	if err != nil || strings.Count(string(paper), "<details open") != strings.Count(text, "<details") || strings.Contains(text, "<details open") {
		t.Errorf("paper is closed: %v", err)
	}
}

func TestAStepNamesNoFileThatAClientDoesNotHave(t *testing.T) {
	a := shop()
	instructions := "https://example.com/: write “Tea”.\nSee titles.csv for the 15 other pages.\n"
	// The steps that the detectors' cases expect.
	cases, err := filepath.Glob("../insights/detectors/*/testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatal(cases, err)
	}
	for _, name := range cases {
		texts, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(texts)) {
			if step, isStep := strings.CutPrefix(line, "- "); isStep && strings.Contains(line, ".csv") {
				instructions += step
			}
		}
	}
	a.insights = []upslope.Insight{{SiteID: "shop", Title: "Write titles", Instructions: instructions, Status: upslope.Open}}
	steps := made(t, a, settings()).Insights[0].Steps
	if len(steps) < 5 || steps[0] != "https://example.com/: write “Tea”." || steps[1] != "Do the same for the 15 other pages." {
		t.Errorf("steps are %q", steps)
	}
	for _, step := range steps {
		if strings.Contains(step, ".csv") {
			t.Errorf("a client is sent to a file: %s", step)
		}
	}
}

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
