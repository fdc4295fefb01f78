package reports_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"upslope"
	"upslope/analytics/reports"
)

var today = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

// account answers what an account has: days from the newest back, with holes where there is none.
type account struct {
	sites    []upslope.Site
	insights []upslope.Insight
	branding upslope.Branding
	days     map[string][]any // by column, the newest first; nil did not come
	pages    [][]any
	newest   time.Time // zero: nothing was read
	crawled  string    // the site of which only a crawl was read
}

func (a *account) Sites(context.Context, string) ([]upslope.Site, error) { return a.sites, nil }

func (a *account) Site(_ context.Context, _, id string) (upslope.Site, error) {
	for _, site := range a.sites {
		if site.ID == id {
			return site, nil
		}
	}
	return upslope.Site{}, upslope.Errorf(upslope.NotFound, "This site does not exist.")
}

func (a *account) Branding(context.Context, string) (upslope.Branding, error) { return a.branding, nil }

func (a *account) Insights(_ context.Context, _ string, filter upslope.InsightFilter) (found []upslope.Insight, total int64, err error) {
	for _, insight := range a.insights {
		if insight.Status == filter.Status {
			found = append(found, insight)
		}
	}
	total = int64(len(found))
	found = found[min(filter.Offset, len(found)):]
	return found[:min(filter.Limit, len(found))], total, nil
}

// AddLeads finds them as they are.
func (a *account) AddLeads(context.Context, string, []upslope.Insight, time.Time) error { return nil }

func (a *account) Followers(_ context.Context, _ string, leads []upslope.Insight) (map[string][]upslope.Insight, error) {
	followers := map[string][]upslope.Insight{}
	for _, lead := range leads {
		for _, insight := range a.insights {
			if slices.Contains(lead.FollowerIDs, insight.ID) {
				followers[lead.ID] = append(followers[lead.ID], insight)
			}
		}
	}
	return followers, nil
}

func (a *account) InsightTotal(context.Context, string, string) (upslope.InsightTotal, error) {
	total := upslope.InsightTotal{Insights: len(a.insights)}
	for _, insight := range a.insights {
		if insight.Value != nil {
			total.Values = append(total.Values, *insight.Value)
		} else {
			total.Unknown++
		}
	}
	return total, nil
}

func (a *account) Table(_ context.Context, _, name string, filter upslope.TableFilter) (upslope.Table, error) {
	table := upslope.Table{TableScope: upslope.TableScope{Source: "Google Search Console", From: filter.From, To: filter.To}}
	if a.newest.IsZero() || a.crawled != "" && filter.SiteID == a.crawled {
		return table, nil
	}
	if table.To.IsZero() {
		table.To = a.newest
	}
	if name == "seo/pages" {
		table.Columns = []upslope.TableColumn{{Name: "url"}, {Name: "clicks"}, {Name: "clicksChange"}}
		table.Rows = a.pages
		return table, nil
	}
	names := []string{}
	for name := range a.days {
		names = append(names, name)
	}
	slices.Sort(names)
	table.Columns = []upslope.TableColumn{{Name: "day"}}
	for _, name := range names {
		table.Columns = append(table.Columns, upslope.TableColumn{Name: name})
	}
	for day := filter.From; !day.IsZero() && !day.After(filter.To); day = day.AddDate(0, 0, 1) {
		row := []any{day.Format(time.DateOnly)}
		for _, name := range names {
			back := int(a.newest.Sub(day).Hours() / 24)
			if back < len(a.days[name]) {
				row = append(row, a.days[name][back])
			} else {
				row = append(row, nil)
			}
		}
		table.Rows = append(table.Rows, row)
	}
	return table, nil
}

// each gives n days one value.
func each(value any, n int) []any {
	days := make([]any, n)
	for i := range days {
		days[i] = value
	}
	return days
}

func shop() *account {
	return &account{
		sites:  []upslope.Site{{ID: "shop", Domain: "shop.example", Name: "Shop"}},
		newest: time.Date(2026, 11, 18, 0, 0, 0, 0, time.UTC),
		days:   map[string][]any{"clicks": append(each(int64(120), 30), each(int64(100), 30)...)},
	}
}

func settings() upslope.ReportSettings {
	return upslope.ReportSettings{SiteID: "shop", Title: "Report", DateRange: "last-30-days", IncludeKPIs: true, IncludeInsights: true, IncludeRecommendations: true}
}

func made(t *testing.T, a *account, s upslope.ReportSettings) reports.Report {
	t.Helper()
	maker := reports.Maker{Facts: a, Records: a, Portfolio: a, Totals: a, Now: func() time.Time { return today }}
	report, err := maker.Make(t.Context(), "account", s)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func page(t *testing.T, report reports.Report) string {
	t.Helper()
	text, err := report.HTML()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAFigureIsItsSumAgainstTheDaysBefore(t *testing.T) {
	report := made(t, shop(), settings())
	if len(report.Figures) != 1 {
		t.Fatalf("%+v", report.Figures)
	}
	figure := report.Figures[0]
	if figure.Value != "3,600" || figure.Before != "3,000" || figure.Change != "+20%" || figure.Judged() != "good" {
		t.Errorf("%+v", figure)
	}
	if report.Period.Days() != "20 October 2026 to 18 November 2026" || report.Period.Before() != "20 September 2026 to 19 October 2026" {
		t.Errorf("%s, %s", report.Period.Days(), report.Period.Before())
	}
	if want := "Clicks from search rose to 3,600, from 3,000 (+20%)."; !slices.Equal(report.Summary.Changed, []string{want}) {
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
	if said := strings.Join(made(t, a, settings()).Sources, " "); !strings.Contains(said, "Figures from Search Console, up to") {
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
	if said := strings.Join(report.Sources, " "); !strings.Contains(said, "nothing to compare with") {
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
		if figure.Title == "Conversion rate" && (figure.Value != "1.0%" || figure.Change != "±0%") {
			t.Errorf("%+v", figure)
		}
	}
}

func TestALowerPositionIsBetter(t *testing.T) {
	a := shop()
	a.days["impressions"] = each(int64(1000), 60)
	a.days["position"] = append(each(4.5, 30), each(6., 30)...)
	for _, figure := range made(t, a, settings()).Figures {
		if figure.Title == "Position in search" && (figure.Value != "4.5" || figure.Change != "−1.5" || figure.Judged() != "good") {
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
	if len(report.Figures) != 0 || !strings.Contains(text, "No source of figures is connected yet") || !strings.Contains(text, "There is nothing to fix that we know of.") {
		t.Error(text)
	}
}

func TestWhatMovedMostIsNamedTheWayTheSiteMoved(t *testing.T) {
	a := shop()
	a.pages = [][]any{{"https://shop.example/up", int64(900), 80.}, {"https://shop.example/down", int64(100), -80.}, {"https://shop.example/new", int64(50), nil}}
	report := made(t, a, settings())
	if want := "Of the pages with most clicks, /up (+400 clicks) gained most."; !slices.Contains(report.Summary.Why, want) {
		t.Errorf("%q", report.Summary.Why)
	}
}

func TestTheHomePageIsCalledSo(t *testing.T) {
	a := shop()
	a.pages = [][]any{{"https://shop.example/", int64(900), 80.}}
	report := made(t, a, settings())
	if want := "Of the pages with most clicks, the home page (+400 clicks) gained most."; !slices.Contains(report.Summary.Why, want) {
		t.Errorf("%q", report.Summary.Why)
	}
}

func TestOutcomesAreSaidWithTheirDoubt(t *testing.T) {
	worked := true
	due := today.AddDate(0, 0, 10)
	forecast := &upslope.Value{Low: 20, Mid: 40, High: 60, Unit: "clicks"}
	insight := func(title string, outcome upslope.Outcome) upslope.Insight {
		return upslope.Insight{Title: title, Status: upslope.Done, Outcome: &outcome}
	}
	a := shop()
	a.insights = []upslope.Insight{
		insight("A title", upslope.Outcome{Status: "measured", FixedAt: today.AddDate(0, 0, -50), Forecast: forecast, Worked: &worked, Gain: &upslope.Value{Low: -5, Mid: 30, High: 70, Unit: "clicks"}}),
		insight("A link", upslope.Outcome{Status: "waiting", FixedAt: today.AddDate(0, 0, -5), DueAt: due}),
		insight("A redirect", upslope.Outcome{Status: "unknown", FixedAt: today.AddDate(0, 0, -60), Reason: "Too few clicks."}),
		insight("Long ago", upslope.Outcome{Status: "waiting", FixedAt: today.AddDate(-1, 0, 0), DueAt: due}),
	}
	want := []string{
		"A title, fixed on 2 October 2026: measured at 30 clicks a month (80% sure of −5 clicks to 70 clicks), forecast 40 clicks.",
		"A link, fixed on 16 November 2026: its effect can be measured from 1 December 2026.",
		"A redirect, fixed on 22 September 2026: its effect cannot be told. Too few clicks.",
	}
	if got := made(t, a, settings()).Outcomes; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	a.insights[1].SiteID, a.crawled = "crawled", "crawled" // beside others, in a report of all sites
	if got, want := made(t, a, settings()).Outcomes[1], "A link, fixed on 16 November 2026: no source that is connected counts by the day, so its effect cannot be measured."; got != want {
		t.Errorf("of a site with a crawl only: got %q, want %q", got, want)
	}
	a.newest = time.Time{} // only a crawl was ever read
	if got, want := made(t, a, settings()).Outcomes[1], "A link, fixed on 16 November 2026: no source that is connected counts by the day, so its effect cannot be measured."; got != want {
		t.Errorf("got %q, want %q", got, want)
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

// Whatever people write is text, and the page fetches nothing.
func TestNothingPeopleWriteIsMoreThanText(t *testing.T) {
	evil := `</style></title><script>x()</script><img src=//evil.example onerror=x()>{{.Branding}}` + "\u202e" + `<svg onload=x()>`
	a := shop()
	a.sites[0].Domain = evil
	a.branding = upslope.Branding{Name: evil, Color: "red;background:url(//evil.example)"}
	a.insights = []upslope.Insight{{Title: evil, Summary: evil, Instructions: evil, Status: upslope.Open}}
	a.pages = [][]any{{evil, int64(900), 80.}}
	s := settings()
	s.Title, s.Notes = evil, strings.Repeat(evil, 100)
	text := page(t, made(t, a, s))
	parsed, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for node := range parsed.Descendants() {
		if slices.Contains([]string{"script", "img", "iframe", "object", "embed", "link", "base", "form"}, node.Data) {
			t.Errorf("there is a %s", node.Data)
		}
		for _, attribute := range node.Attr {
			if strings.HasPrefix(attribute.Key, "on") || strings.Contains(attribute.Val, "evil.example") && attribute.Key != "content" && attribute.Key != "aria-label" {
				t.Errorf("<%s %s=%q>", node.Data, attribute.Key, attribute.Val)
			}
		}
	}
	if style := regexp.MustCompile(`(?s)<style>.*?</style>`).FindString(text); strings.Contains(style, "url(") || strings.Contains(style, "evil") {
		t.Error("the style fetches something")
	}
}

func TestALongReportIsSmall(t *testing.T) {
	a := shop()
	for range 40 {
		a.insights = append(a.insights, upslope.Insight{Title: strings.Repeat("Title ", 20), Summary: strings.Repeat("Summary ", 40), Instructions: strings.Repeat("Step of words\n", 8), Status: upslope.Open})
	}
	noise := image.NewNRGBA(image.Rect(0, 0, 900, 300)) // what compresses worst
	random := rand.New(rand.NewPCG(1, 2))
	for i := range noise.Pix {
		noise.Pix[i] = byte(random.UintN(256))
	}
	var picture, packed bytes.Buffer
	if err := jpeg.Encode(&picture, noise, nil); err != nil {
		t.Fatal(err)
	}
	var err error
	if a.branding.Logo, err = new(reports.Maker).Logo(picture.Bytes()); err != nil {
		t.Fatal(err)
	}
	w := gzip.NewWriter(&packed)
	if _, err := io.WriteString(w, page(t, made(t, a, settings()))); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil || packed.Len() > 60<<10 {
		t.Errorf("%d bytes, %v", packed.Len(), err)
	}
}

func TestEveryRangeIsDrawnWithFewPoints(t *testing.T) {
	for name, want := range map[string]struct{ days, most int }{
		"last-7-days": {7, 7}, "last-30-days": {30, 30}, "last-90-days": {90, 13}, "last-6-months": {183, 27}, "last-12-months": {365, 53},
	} {
		a := shop()
		a.days["clicks"] = each(int64(10), 2*want.days)
		s := settings()
		s.DateRange = name
		report := made(t, a, s)
		days := int(report.Period.To.Sub(report.Period.From).Hours()/24) + 1
		if points := 1 + strings.Count(string(report.Figures[0].Chart.Now[0]), "L"); days != want.days || points > want.most || points < want.most-1 {
			t.Errorf("%s: %d days, %d points", name, days, points)
		}
	}
}

func TestALogoIsOnlyItsPicture(t *testing.T) {
	picture := image.NewNRGBA(image.Rect(0, 0, 1200, 300))
	picture.Set(3, 3, color.White)
	var asPNG, asGIF bytes.Buffer
	if err := png.Encode(&asPNG, picture); err != nil {
		t.Fatal(err)
	}
	if err := gif.Encode(&asGIF, picture, nil); err != nil {
		t.Fatal(err)
	}
	var maker reports.Maker
	for _, given := range [][]byte{append(asPNG.Bytes(), "<script>"...), asGIF.Bytes()} {
		logo, err := maker.Logo(given)
		if err != nil {
			t.Fatal(err)
		}
		shown, err := png.Decode(bytes.NewReader(logo))
		if err != nil || shown.Bounds().Dx() != 448 || bytes.Contains(logo, []byte("script")) {
			t.Errorf("%v, %v", shown.Bounds(), err)
		}
		a := shop()
		a.branding.Logo = logo
		if !strings.Contains(page(t, made(t, a, settings())), "data:image/png;base64,") {
			t.Error("it is not shown")
		}
	}
	bomb := slices.Clone(asPNG.Bytes())
	copy(bomb[16:24], []byte{0, 1, 0, 0, 0, 1, 0, 0}) // says that it is 65,536 by 65,536
	for _, given := range [][]byte{nil, []byte("<svg onload='x()'/>"), bomb, asPNG.Bytes()[:200], make([]byte, 2<<20)} {
		if _, err := maker.Logo(given); upslope.CodeOf(err) != upslope.Invalid {
			t.Errorf("%d bytes: %v", len(given), err)
		}
	}
}

func TestAFileIsNamedAfterTheTitleAndTheDay(t *testing.T) {
	for title, want := range map[string]string{
		"SEO & Ads Performance Report": "SEO_&_Ads_Performance_Report_2026-11-21.pdf", "a/b\\c: d?": "a_b_c_d_2026-11-21.pdf",
		"報告 書": "報告_書_2026-11-21.pdf", "..": "Report_2026-11-21.pdf",
	} {
		if got := (reports.Report{Title: title, MadeAt: today}).FileName(); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

func TestADemoSaysItIsMadeUp(t *testing.T) {
	a := shop()
	a.sites[0].Demo = true
	if !strings.Contains(page(t, made(t, a, settings())), "Sample data") {
		t.Error("it does not")
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
		{map[string][2]any{"revenue": {100., 90.}, "conversions": {10., 10.}, "sessions": {int64(1000), int64(1000)}, "currency": {"USD", "USD"}}, "Revenue fell mainly because a conversion brought less: $9, from $10."},
		{map[string][2]any{"revenue": {100., 120.}, "conversions": {10., 12.}, "sessions": {int64(1000), int64(1000)}}, "Revenue rose mainly because more visits ended in a conversion: 1.2%, from 1.0%."},
		{map[string][2]any{"revenue": {100., 120.}, "conversions": {10., 12.}, "sessions": {int64(1000), int64(1200)}}, "Revenue rose mainly because more visits came: 36,000, from 30,000."},
		{map[string][2]any{"clicks": {int64(100), int64(80)}, "impressions": {int64(1000), int64(800)}}, "Clicks from search fell mainly because Google showed the site less often: 24,000, from 30,000 times."},
		{map[string][2]any{"adSpend": {100., 100.}, "adConversions": {10., 12.5}, "adCurrency": {"EUR", "EUR"}}, "Ad conversions rose mainly because each cost less: €8, from €10."},
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

func TestAnyColourOfAnAgencyCanBeReadAndSeen(t *testing.T) {
	variable := func(css, name string) uint32 {
		_, after, _ := strings.Cut(css, name+":#")
		parsed, err := strconv.ParseUint(after[:6], 16, 32)
		if err != nil {
			t.Fatal(css)
		}
		return uint32(parsed)
	}
	contrast := func(a, b uint32) float64 {
		la, lb := reports.Luminance(a), reports.Luminance(b)
		return (max(la, lb) + .05) / (min(la, lb) + .05)
	}
	for _, color := range []string{"", "#000000", "#ffffff", "#ffe600", "#001f3f", "#7f7f7f", "#0e7490", "#ff0000", "#00ff00", "nonsense"} {
		css := string(reports.Report{Branding: upslope.Branding{Color: color}}.Accent())
		accent := variable(css, "--accent")
		if got := contrast(accent, variable(css, "--on-accent")); got < 4.5 {
			t.Errorf("%q: what stands on it has %.2f", color, got)
		}
		if got := contrast(variable(css, "--on-light"), 0xffffff); got < 3 {
			t.Errorf("%q: on white it has %.2f", color, got)
		}
		if got := contrast(variable(css, "--on-dark"), 0x191a20); got < 3 {
			t.Errorf("%q: on black it has %.2f", color, got)
		}
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

func TestARangeIsDrawnAgainstTheLargestOfItsKind(t *testing.T) {
	a := shop()
	for _, value := range []*upslope.Value{{Low: 50, Mid: 60, High: 80, Unit: "currency", Currency: "USD"}, {Low: 0, Mid: 100, High: 200, Unit: "currency", Currency: "USD"}, {Low: 1, Mid: 2, High: 4, Unit: "clicks"}, nil} {
		a.insights = append(a.insights, upslope.Insight{Title: "One", Status: upslope.Open, Value: value})
	}
	got := made(t, a, settings()).Insights
	if *got[0].Range != (reports.Range{From: 25, Mid: 30, To: 40}) || *got[1].Range != (reports.Range{From: 0, Mid: 50, To: 100}) || *got[2].Range != (reports.Range{From: 25, Mid: 50, To: 100}) || got[3].Range != nil {
		t.Errorf("%+v %+v %+v %+v", got[0].Range, got[1].Range, got[2].Range, got[3].Range)
	}
}

func TestARangeHasNoCentsBesideASumWithoutThem(t *testing.T) {
	a := shop()
	a.insights = []upslope.Insight{{Title: "One", Status: upslope.Open, Value: &upslope.Value{Low: 75.22, Mid: 1302, High: 2547, Unit: "currency", Currency: "USD"}}}
	if got := made(t, a, settings()).Insights[0].Worth; got != "$1,302 a month ($75 to $2,547)" {
		t.Errorf("%q", got)
	}
}

func TestATitleFromRightToLeftStaysTogetherInASentence(t *testing.T) {
	a := shop()
	a.insights = []upslope.Insight{{Title: "اجعل العنوان أقصر", Status: upslope.Open, Value: &upslope.Value{Low: 10, Mid: 20, High: 50, Unit: "clicks"}}}
	if next := made(t, a, settings()).Summary.Next; len(next) != 1 || next[0] != "\u2068اجعل العنوان أقصر\u2069: about 20 clicks a month (10 to 50 clicks)." {
		t.Errorf("%q", next)
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
	for _, want := range []string{"With it, as one task:", ">Opportunity 60.<", "With it: Opportunity 1.", ">Step of 60.<"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
}
